// One puzzle: touches become an answer, the server judges it; then why not, the solution, and playing
// it out. Knows no rules, and nothing of the solution before the server tells it.

import { BoardController } from "../shared/board/board_controller.js";
import { button, byId, el, onClick, pageData, parts } from "../shared/dom.js";
import { post } from "../shared/http.js";
import { announce, hideToast, showToast } from "../shared/notices.js";
import { SingleFlight } from "../shared/single_flight.js";
import { t } from "../shared/translations.js";

const CHOICES = ["next", "again", "why", "play", "hint", "give-up", "skip", "note"];
const THINKING_MS = 400; // after which the viewer is told that the server is thinking

/** @typedef {"asking" | "wrong" | "solved" | "playing" | "slipped" | "line"} Mode */
/** @typedef {{ moves: Payload.PuzzleMove[], at: number }} ShownLine a line and how far it is shown */

class Puzzle {
  /** @param {Payload.PuzzleState} state */
  constructor(state) {
    const { key, number } = state;
    this.id = { key, number };
    this.status = state.status;
    /** @type {Payload.PuzzleMove[] | null} the solution, once it is told */
    this.solution = null;
    this.flight = new SingleFlight();
    /** @type {Mode} */
    this.mode = "asking";
    /** @type {string[]} what has been played since the puzzle's position */
    this.moves = [];
    /** @type {ShownLine | null} */
    this.line = null;
    /** @type {string[] | null} the moves to go back to from a line */
    this.back = null;
    /** @type {Set<string>} moves that the server has ruled out */
    this.ruledOut = new Set();
    this.knowsPiece = false; // whether a hint has told which piece moves
    /** @type {string | null} the first wrong move that was tried */
    this.firstMiss = null;
    this.whyText = byId("why").textContent;
    this.board = new BoardController({
      onTouch: () => this.goesBack(),
      onMove: ({ move }) => this.flight.run(() => this.play(move)),
      onRefused: (touches) => this.flight.run(() => this.explain(touches)),
      controlClass: () => "button",
    });
    /** @type {Payload.PuzzleBoard} */
    this.start = { ...state.board, svg: this.board.view.embedded };
    this.shown = this.start;
    this.show(this.start, { glide: false });
    this.offer();
    this.listen();
    if (this.status === "solved") this.say(t("puzzle.solved"));
    else if (this.status === "shown") this.say(t("puzzle.shown"));
  }

  listen() {
    /** @param {string} id @param {() => unknown} action */
    const on = (id, action) => onClick(id, () => this.flight.run(action));
    on("again", () => this.again());
    on("why", () => this.refute());
    on("play", () => this.playOut());
    on("hint", () => this.hint());
    on("give-up", () => this.giveUp());
    on("first", () => this.look(0));
    on("previous", () => this.look((this.line?.at ?? 0) - 1));
    on("following", () => this.look((this.line?.at ?? 0) + 1));
    on("last", () => this.look(Infinity));
  }

  // -- showing -----------------------------------------------------------------------------------

  /**
   * @param {Payload.PuzzleBoard} shown
   * @param {{ glide?: boolean }} [options]
   */
  show(shown, { glide = true } = {}) {
    this.shown = shown;
    this.board.show(shown, { glide });
    byId("caption").textContent = shown.caption;
    byId("facts").replaceChildren(...shown.facts.map((fact) => el("li", {}, fact)));
  }

  /**
   * Say what came of an action; the box is announced by itself.
   *
   * @param {string} sentence
   * @param {"" | "is-right" | "is-wrong"} [kind]
   */
  say(sentence, kind = "") {
    byId("verdict").hidden = !sentence;
    byId("verdict").className = `riddle-verdict ${kind}`;
    byId("verdict").textContent = sentence;
  }

  /** Offer the buttons that fit. */
  offer() {
    const { mode, solution } = this;
    const isKnown = this.status === "solved" || this.status === "shown";
    // with the solution in sight, everything may be told about the first wrong move
    const showsSolution = mode === "solved" || (mode === "line" && this.line?.moves === solution);
    /** @type {Record<Mode, string[]>} */
    const offered = {
      asking: isKnown ? ["next", "hint", "give-up"] : ["hint", "give-up", "skip", "note"],
      wrong: isKnown ? ["again", "why", "next"] : ["again", "why", "give-up"],
      solved: this.shown.over ? ["next"] : ["next", "play"],
      playing: ["next"],
      slipped: ["again", "why", "next"],
      line: isKnown ? ["next", "again"] : ["again", "give-up"],
    };
    const choices = offered[mode];
    if (mode === "line" && solution) choices.push("play");
    if (showsSolution && this.firstMiss) choices.push("why");
    byId("why").textContent = showsSolution ? t("puzzle.first_try") : this.whyText;
    const held = document.activeElement;
    for (const id of CHOICES) byId(id).hidden = !choices.includes(id);
    const goesOn = isKnown && mode !== "wrong" && mode !== "slipped";
    byId("next").classList.toggle("primary", goesOn);
    byId("again").classList.toggle("primary", !goesOn);
    if (mode !== "line") byId("line").hidden = true;
    if (mode !== "line" && mode !== "wrong" && mode !== "slipped") this.showReasons([]);
    // the focus of a button that is gone goes to the next one, not to the top of the page
    if (held instanceof HTMLElement && held.hidden) byId(choices[0]).focus({ preventScroll: true });
  }

  /** @param {Payload.PuzzleProgress} progress */
  showProgress({ streak, best, solved, count }) {
    byId("streak").textContent = String(streak);
    byId("streak").classList.toggle("is-new", streak > 0);
    byId("best").textContent = String(best);
    byId("solved").textContent = t("puzzle.count", { solved, count });
  }

  /** @param {Payload.MistakeReason[]} reasons */
  showReasons(reasons) {
    byId("reasons").hidden = reasons.length === 0;
    byId("reasons").replaceChildren(
      ...reasons.map(({ text, rule }) => el("li", {}, text, rule ? el("small", {}, ` (${rule})`) : null)),
    );
  }

  // -- answering ---------------------------------------------------------------------------------

  /** Where nothing can be decided, a touch goes back to the position of the puzzle. */
  goesBack() {
    if (this.flight.busy) return true;
    if (this.mode !== "wrong" && this.mode !== "slipped" && this.mode !== "line") return false;
    this.flight.run(() => this.again());
    return true;
  }

  /** @param {string[]} touches */
  async explain(touches) {
    const refusal = await post("/api/puzzles/{key}/{number}/why", this.id, { moves: this.moves, touches });
    if (refusal) showToast(refusal.sentence, refusal.rule);
    this.board.path.cancel();
    this.board.mark();
  }

  /** @param {string} move */
  async play(move) {
    hideToast();
    if (this.mode === "playing") return this.goOn([...this.moves, move]);
    const answer = await post("/api/puzzles/{key}/{number}/answer", this.id, { move });
    this.moves = [move];
    this.status = answer.status;
    this.mode = answer.right ? "solved" : "wrong";
    if (answer.right) {
      this.solution = answer.line ?? null;
    } else {
      this.ruledOut.add(move);
      this.firstMiss ??= move;
    }
    this.show(answer.board);
    this.say(answer.sentence, answer.right ? "is-right" : "is-wrong");
    this.showProgress(answer.progress);
    this.offer();
  }

  /** Go back to where the wrong move was made. */
  async again() {
    const wasPlaying = this.mode === "slipped" || (this.mode === "line" && this.back?.length);
    if (wasPlaying) return this.goOn(this.back ?? []);
    this.moves = [];
    this.line = null;
    this.mode = "asking";
    this.show(this.start);
    this.say("");
    this.offer();
    announce(`${byId("task").textContent} ${this.shown.caption}`);
  }

  async hint() {
    const known = { moves: [...this.ruledOut], piece: this.knowsPiece };
    const { sentence, spaces, not, progress } = await post("/api/puzzles/{key}/{number}/hint", this.id, known);
    if (not) this.ruledOut.add(not);
    this.knowsPiece = spaces.length > 0;
    this.say(sentence);
    this.showProgress(progress);
    for (const id of spaces) this.board.view.space(id)?.classList.add("is-hint");
  }

  async giveUp() {
    const { status, line, progress, sentence } = await post("/api/puzzles/{key}/{number}/solution", this.id);
    this.status = status;
    this.solution = line;
    this.showProgress(progress);
    this.say(sentence);
    this.showReasons([]);
    await this.open(line, 1);
  }

  /** Show why a move does not win. */
  async refute() {
    const late = setTimeout(() => this.say(t("puzzle.thinking")), THINKING_MS);
    const hasSlipped = this.mode === "slipped";
    const moves = hasSlipped || this.mode === "wrong" ? this.moves : [this.firstMiss ?? ""];
    const asked = post("/api/puzzles/{key}/{number}/refutation", this.id, { moves }).finally(() => clearTimeout(late));
    const { sentence, line, reasons, from } = await asked;
    this.back = hasSlipped ? this.moves.slice(0, -2) : null;
    this.say(sentence, "is-wrong");
    this.showReasons(reasons);
    await this.open(line, from);
    for (const id of reasons[0]?.spaces ?? []) this.board.view.space(id)?.classList.add("is-spoken");
  }

  // -- playing it out ----------------------------------------------------------------------------

  playOut() {
    return this.goOn(this.solution ? [this.solution[0].move] : []);
  }

  /** Have the moves so far, the last one the player's, judged and answered. @param {string[]} moves */
  async goOn(moves) {
    const { line, board, right, sentence } = await post("/api/puzzles/{key}/{number}/play", this.id, { moves });
    this.moves = line.map(({ move }) => move);
    this.line = this.back = null;
    this.show(board);
    const reply = line.at(-1);
    if (!right) {
      this.mode = "slipped";
      this.back = this.moves.slice(0, -2);
      this.say(sentence, "is-wrong");
    } else if (board.over) {
      this.mode = "solved";
      this.say(`${sentence || t("puzzle.won")} ${board.caption}`, "is-right");
    } else {
      this.mode = "playing";
      this.say(t("puzzle.answered", { who: reply?.role, move: reply?.name }));
    }
    this.offer();
  }

  // -- looking at a line -------------------------------------------------------------------------

  /** @param {Payload.PuzzleMove[]} moves @param {number} at */
  async open(moves, at) {
    this.mode = "line";
    this.line = { moves, at: 0 };
    byId("line").hidden = false;
    const entries = moves.map(({ move, name, role }, i) => {
      const entry = el("button", { title: `${role}: ${name}`, "aria-label": `${role}: ${name}` }, move);
      entry.addEventListener("click", () => this.flight.run(() => this.look(i + 1)));
      return el("li", {}, entry);
    });
    byId("moves").replaceChildren(...entries);
    this.offer();
    await this.look(at);
  }

  /** @param {number} at */
  async look(at) {
    const { line } = this;
    if (!line) return;
    const wanted = Math.max(0, Math.min(line.moves.length, at));
    const moves = line.moves.slice(0, wanted).map(({ move }) => move);
    const shown = await post("/api/puzzles/{key}/{number}/board", this.id, { moves });
    line.at = wanted;
    this.show({ ...shown, touches: [], controls: [] });
    for (const [i, entry] of parts(byId("moves"), "button").entries()) {
      const isHere = i + 1 === wanted;
      if (isHere) entry.setAttribute("aria-current", "step");
      else entry.removeAttribute("aria-current");
      if (isHere) entry.scrollIntoView({ block: "nearest" });
    }
    button("first").disabled = button("previous").disabled = wanted === 0;
    button("following").disabled = button("last").disabled = wanted === line.moves.length;
    const last = line.moves[wanted - 1];
    announce((last ? `${last.role}: ${last.name}. ` : "") + shown.caption);
  }
}

new Puzzle(pageData("state"));
