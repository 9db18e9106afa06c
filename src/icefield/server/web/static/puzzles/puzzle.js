// One puzzle: touches become an answer, the server judges it; then why not, the solution, and playing
// it out. Knows no rules, and nothing of the solution before the server tells it.

import { Attempts } from "../shared/single_flight.js";
import { Board } from "../shared/board_view.js";
import { post } from "../shared/http.js";
import { Walk, takeBack } from "../shared/touch_path.js";
import { announce, el, hush, t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const CHOICES = ["next", "again", "why", "play", "hint", "give-up", "skip", "note"];

class Riddle {
  constructor(state) {
    this.api = `/api/puzzles/${state.key}/${state.number}`;
    this.state = state;
    this.attempts = new Attempts();
    this.mode = "asking"; // "wrong", "solved", "playing", "slipped", "line"
    this.moves = []; // what has been played since the puzzle's position, as texts
    this.line = null; // {moves, at} while a line is looked at
    this.out = new Set(); // moves that it is not, as far as the server has said
    this.piece = false; // whether a hint has told which piece moves
    this.missed = null; // the first wrong move that was tried
    this.whyNot = $("why").textContent;
    this.walk = new Walk();
    this.board = new Board($("board"), {
      onTouch: (id) => this.touch(id),
      onCancel: () => this.cancel(),
    });
    this.start = { ...state.board, svg: new XMLSerializer().serializeToString($("board").firstElementChild) };
    this.show(this.start, { glide: false });
    this.offer();
    this.listen();
    if (state.status === "solved") this.say(t("puzzle.solved"));
    else if (state.status === "shown") this.say(t("puzzle.shown"));
  }

  listen() {
    const on = (id, deed) => $(id).addEventListener("click", () => this.attempts.make(deed));
    on("again", () => this.again());
    on("why", () => this.why());
    on("play", () => this.playOut());
    on("hint", () => this.hint());
    on("give-up", () => this.giveUp());
    on("first", () => this.look(0));
    on("previous", () => this.look(this.line.at - 1));
    on("following", () => this.look(this.line.at + 1));
    on("last", () => this.look(this.line.moves.length));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancel();
    });
  }

  // -- what is shown ---------------------------------------------------------------------------

  show(shown, { glide = true } = {}) {
    this.shown = shown;
    this.walk = new Walk(shown.touches);
    this.board.show(shown.svg, { glide });
    $("caption").textContent = shown.caption;
    $("facts").replaceChildren(...shown.facts.map((fact) => el("li", {}, fact)));
    this.mark();
  }

  mark() {
    const { walk } = this;
    this.board.mark(walk.marks);
    const buttons = this.shown.controls.filter(({ id }) => walk.next.has(id)).map((control) => {
      const button = el("button", { class: "button" }, control.name);
      button.addEventListener("click", () => this.touch(control.id));
      return button;
    });
    $("controls").replaceChildren(...buttons);
  }

  /** Say what came of it, in the box and aloud. */
  say(sentence, kind = "") {
    $("verdict").hidden = !sentence;
    $("verdict").className = `riddle-verdict ${kind}`;
    $("verdict").textContent = sentence;
  }

  /** Which buttons there are. */
  offer() {
    const told = ["solved", "shown"].includes(this.state.status);
    // with the solution in sight, everything may be told about the first wrong move
    const result = this.mode === "solved" || (this.mode === "line" && this.line.moves === this.state.line);
    const choices = {
      asking: told ? ["next", "hint", "give-up"] : ["hint", "give-up", "skip", "note"],
      wrong: told ? ["again", "why", "next"] : ["again", "why", "give-up"],
      solved: this.shown.over ? ["next"] : ["next", "play"],
      playing: ["next"],
      slipped: ["again", "why", "next"],
      line: told ? ["next", "again"] : ["again", "give-up"],
    }[this.mode];
    if (this.mode === "line" && this.state.line) choices.push("play");
    if (result && this.missed) choices.push("why");
    $("why").textContent = result ? t("puzzle.first_try") : this.whyNot;
    const kept = document.activeElement;
    for (const id of CHOICES) $(id).hidden = !choices.includes(id);
    const onward = told && !["wrong", "slipped"].includes(this.mode);
    $("next").classList.toggle("primary", onward);
    $("again").classList.toggle("primary", !onward);
    if (this.mode !== "line") $("line").hidden = true;
    if (!["line", "wrong", "slipped"].includes(this.mode)) this.reasons([]);
    // who pressed a button that is gone goes on with the next one, not at the top of the page
    if (kept?.hidden) $(choices[0])?.focus({ preventScroll: true });
  }

  score({ streak, best, solved, count }) {
    $("streak").textContent = streak;
    $("streak").classList.toggle("is-new", streak > 0);
    $("best").textContent = best;
    $("solved").textContent = t("puzzle.count", { solved, count });
  }

  reasons(reasons) {
    $("reasons").hidden = reasons.length === 0;
    $("reasons").replaceChildren(
      ...reasons.map(({ text, rule }) => el("li", {}, text, rule ? el("small", {}, ` (${rule})`) : null)),
    );
  }

  // -- answering -------------------------------------------------------------------------------

  touch(id) {
    if (this.attempts.busy) return;
    if (this.mode === "wrong" || this.mode === "slipped" || this.mode === "line") {
      return void this.attempts.make(() => this.again());
    }
    const result = this.walk.touch(id);
    if (result.move) this.attempts.make(() => this.play(result.move.move));
    else if (result.refused) this.attempts.make(() => this.refuse(result.refused));
    else hush();
    this.mark();
    this.board.tell(result, id, this.walk.next);
  }

  cancel() {
    if (takeBack(this.walk)) this.mark();
  }

  async refuse(touches) {
    this.board.refuse(touches.at(-1));
    const refusal = await post(`${this.api}/why`, { moves: this.moves, touches });
    if (refusal) toast(refusal.sentence, refusal.rule);
    this.walk.cancel();
    this.mark();
  }

  async play(move) {
    hush();
    if (this.mode === "playing") return this.goOn([...this.moves, move]);
    const answer = await post(`${this.api}/answer`, { move });
    this.moves = [move];
    this.state.status = answer.status;
    this.mode = answer.right ? "solved" : "wrong";
    if (answer.right) {
      this.state.line = answer.line;
    } else {
      this.out.add(move);
      this.missed ??= move;
    }
    this.show(answer.board);
    this.say(answer.sentence, answer.right ? "is-right" : "is-wrong");
    this.score(answer.progress);
    this.offer();
  }

  /** Back to where the wrong move was made. */
  async again() {
    const playing = this.mode === "slipped" || (this.mode === "line" && this.back?.length);
    if (playing) return this.goOn(this.back);
    this.moves = [];
    this.line = null;
    this.mode = "asking";
    this.show(this.start);
    this.say("");
    this.offer();
    announce(`${$("task").textContent} ${this.shown.caption}`);
  }

  async hint() {
    const known = { moves: [...this.out], piece: this.piece };
    const { sentence, spaces, not, progress } = await post(`${this.api}/hint`, known);
    if (not) this.out.add(not);
    this.piece = spaces.length > 0;
    this.say(sentence);
    this.score(progress);
    for (const id of spaces) this.board.space(id)?.classList.add("is-hint");
  }

  async giveUp() {
    const told = await post(`${this.api}/solution`);
    this.state.status = told.status;
    this.state.line = told.line;
    this.score(told.progress);
    this.say(told.sentence);
    this.reasons([]);
    await this.open(told.line, 1);
  }

  async why() {
    const patience = setTimeout(() => this.say(t("puzzle.thinking")), 400);
    const slipped = this.mode === "slipped";
    const moves = slipped || this.mode === "wrong" ? this.moves : [this.missed];
    const asked = post(`${this.api}/refutation`, { moves }).finally(() => clearTimeout(patience));
    const { sentence, line, reasons, from } = await asked;
    this.back = slipped ? this.moves.slice(0, -2) : null;
    this.say(sentence, "is-wrong");
    this.reasons(reasons);
    await this.open(line, from);
    for (const { spaces } of reasons.slice(0, 1)) {
      for (const id of spaces) this.board.space(id)?.classList.add("is-spoken");
    }
  }

  // -- playing it out --------------------------------------------------------------------------

  playOut() {
    return this.goOn([this.state.line[0].move]);
  }

  /** The moves so far, the last one our own: have it judged and answered. */
  async goOn(moves) {
    const answer = await post(`${this.api}/play`, { moves });
    this.moves = answer.line.map(({ move }) => move);
    this.line = this.back = null;
    this.show(answer.board);
    const reply = answer.right && !answer.board.over ? answer.line.at(-1) : null;
    if (!answer.right) {
      this.mode = "slipped";
      this.back = this.moves.slice(0, -2);
      this.say(answer.sentence, "is-wrong");
    } else if (answer.board.over) {
      this.mode = "solved";
      const won = answer.sentence || t("puzzle.won");
      this.say(`${won} ${answer.board.caption}`, "is-right");
    } else {
      this.mode = "playing";
      this.say(t("puzzle.answered", { who: reply.role, move: reply.name }));
    }
    this.offer();
  }

  // -- looking at a line -----------------------------------------------------------------------

  async open(moves, at) {
    this.mode = "line";
    this.line = { moves, at: 0 };
    $("line").hidden = false;
    const buttons = moves.map(({ move, name, role }, i) => {
      const button = el("button", { title: `${role}: ${name}`, "aria-label": `${role}: ${name}` }, move);
      button.addEventListener("click", () => this.attempts.make(() => this.look(i + 1)));
      return el("li", {}, button);
    });
    $("moves").replaceChildren(...buttons);
    this.offer();
    await this.look(at);
  }

  async look(at) {
    const { moves } = this.line;
    const wanted = Math.max(0, Math.min(moves.length, at));
    const shown = await post(`${this.api}/board`, { moves: moves.slice(0, wanted).map(({ move }) => move) });
    this.line.at = wanted;
    this.show({ ...shown, touches: [], controls: [] });
    for (const [i, item] of [...$("moves").children].entries()) {
      const button = item.firstElementChild;
      if (i + 1 === wanted) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (i + 1 === wanted) button.scrollIntoView({ block: "nearest" });
    }
    $("first").disabled = $("previous").disabled = wanted === 0;
    $("following").disabled = $("last").disabled = wanted === moves.length;
    const last = moves[wanted - 1];
    announce((last ? `${last.role}: ${last.name}. ` : "") + shown.caption);
  }
}

new Riddle(JSON.parse($("state").textContent));
