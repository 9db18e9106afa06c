// The analysis of a game: goes through it and its branches, and asks the server what it thinks. Knows
// no rules: moves are touches of the board, as at a table.

import { BoardController } from "../shared/board/board_controller.js";
import { connectFlip } from "../shared/board/orientation.js";
import { hideThreats, showThreats } from "../shared/board/threats.js";
import { around, button, byId, el, hasModifier, onClick, saveFile, select } from "../shared/dom.js";
import { post, retryWhileLate, serverError } from "../shared/http.js";
import { announce, copyText, hideToast, showToast } from "../shared/notices.js";
import { joinSentences } from "../shared/sentences.js";
import { t } from "../shared/translations.js";
import { growBranches, numberNodes } from "./analysis_address.js";
import { CHANCE, ChanceMoves } from "./chance_moves.js";
import { Engine } from "./engine.js";
import { isMade, MoveTree } from "./move_tree.js";
import { BAD_GRADES, MoveTreeList } from "./move_tree_list.js";
import { PositionEditor } from "./position_editor.js";
import { PositionReport } from "./position_report.js";
import { GameReview } from "./review.js";
import { ValueCurve } from "./value_curve.js";

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */
/** @typedef {import("./move_tree.js").MadeNode} MadeNode */
/** @typedef {import("./analysis_address.js").Branch} Branch */

const LINE_STEP_MS = 750; // between the moves of a line that is played out
const ANALYSIS_PARTS = ["moves-section", "study-steps", "told", "keys"];
const HIDDEN_IN_EDITOR = [...ANALYSIS_PARTS, "reviewing", "chance", "summary-section", "arrange", "paste", "own"];

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * `node` is where the viewer has gone to, `shown` the node whose position is on the board: another one
 * while the answer is under way. The board and what belongs to its position act on `shown`; what is
 * asked for besides waits until both are the same (`here`).
 */
export class AnalysisSession {
  /**
   * `onPlace()` is called when another position is on the board, or a branch was made or removed.
   *
   * @param {{ onPlace: () => unknown }} options
   */
  constructor({ onPlace }) {
    this.onPlace = onPlace;
    this.tree = new MoveTree("", []);
    this.node = this.tree.root;
    /** @type {Payload.AnalysedGame | null} the game that is analysed */
    this.game = null;
    /** @type {MoveNode | null} */
    this.shown = null;
    /** @type {Promise<boolean>} whether what was gone to can be shown */
    this.arriving = Promise.resolve(true);
    /** @type {object | null} the line that is being played out */
    this.playing = null;
    this.board = new BoardController({
      isStill: () => this.editor.isActive || !this.shown,
      hasStepKeys: true,
      onTouch: (id) => this.touch(id),
      onMove: (move) => this.shown && this.make(this.shown, move),
      onRefused: (touches) => this.shown && this.explain(this.shown, touches),
    });
    this.list = new MoveTreeList(byId("moves"), {
      gradeOf: (node) => this.gradeOf(node),
      onGo: (node) => this.go(node),
      onRemove: (node) => this.remove(node),
    });
    this.report = new PositionReport((node, line, count, slowly) => this.play(node, line, count, slowly));
    this.engine = new Engine({
      lineOf: (node) => this.tree.line(node),
      knownValue: (node) => this.valueOf(node),
      onChange: (node) => this.shown === node && this.showReport(),
      onFound: (node) => this.onValue(node),
      onFailed: (error, node) => this.shown === node && this.showError(error),
    });
    this.curve = new ValueCurve(byId("curve"), (ply) => this.go(this.tree.mainline[ply]));
    this.chance = new ChanceMoves((node, move) => this.make(node, move, CHANCE));
    this.review = new GameReview(() => this.showReview());
    this.editor = new PositionEditor({
      onShow: (edited) => this.showEdited(edited),
      onDone: (edited) => this.take(edited),
    });
    this.showFlip = connectFlip(
      byId("flip"),
      () => this.key,
      () => this.flip(),
    );
    this.listen();
  }

  /** The game on the board. */
  get key() {
    return this.editor.edited?.game.key ?? this.game?.game.key ?? "";
  }

  listen() {
    onClick("first", () => this.go(this.tree.root));
    onClick("previous", () => this.step(-1));
    onClick("following", () => this.step(1));
    onClick("last", () => this.go(this.tree.endOf(this.node)));
    onClick("mistake-before", () => this.goTo(this.mistakes().before));
    onClick("mistake-after", () => this.goTo(this.mistakes().after));
    onClick("ask", () => this.here((node) => this.engine.ask(node)));
    onClick("threats", () => this.toggleThreats());
    onClick("arrange", () => this.here((node) => this.setUp(this.tree.line(node))));
    onClick("arrange-back", () => this.resume());
    onClick("copy-position", () => this.copy());
    onClick("save", () => this.save());
    onClick("chance-draw", () => this.here((node, { chance }) => this.chance.draw(node, chance)));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.game || this.editor.isActive || hasModifier(event) || document.querySelector("dialog[open]")) return;
    if (around(event, "input, textarea, select, .space, [role=slider]")) return;
    if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "Home") this.go(this.tree.root);
    else if (event.key === "End") this.go(this.tree.endOf(this.node));
    else return;
    event.preventDefault();
  }

  // -- the game ----------------------------------------------------------------------------------

  /**
   * Begin to analyse what the server read: a finished game at its end, another one at its start.
   *
   * @param {Payload.AnalysedGame} game
   * @param {{ isFresh?: boolean, branches?: Branch[], accepted?: Payload.LineMove[][], at?: number | null }} [options]
   *   `isFresh`: the start of a game and nothing else; the rest is what an address says
   */
  take(game, { isFresh = false, branches = [], accepted = [], at = null } = {}) {
    this.editor.leave();
    this.game = game;
    this.tree = new MoveTree(game.head, game.moves);
    const nodes = growBranches(this.tree, branches, accepted);
    this.review.take(this.tree.line(this.tree.end));
    this.showGame(game);
    byId("paste").hidden = byId("own").hidden = !isFresh;
    byId("another").hidden = isFresh;
    this.list.show(this.tree);
    this.clearBoard();
    this.go((at === null ? null : nodes[at]) ?? this.begins, { quiet: true });
    if (!isFresh) byId("study-title").focus({ preventScroll: true });
  }

  /** The node that is shown first: the end of a finished game, the start of another. */
  get begins() {
    return this.game?.outcome ? this.tree.end : this.tree.root;
  }

  /** What an address says about the analysis, or null while there is none. */
  get saved() {
    const { game, tree, node } = this;
    if (!game || this.editor.isActive) return null;
    const { branches, numbers } = numberNodes(tree);
    const { head, moves } = tree.line(tree.end);
    const at = node === this.begins ? null : (numbers.get(node.id) ?? null);
    return { game: game.game.key, head, moves, branches, at };
  }

  /** Leave the analysis for another game. */
  leave() {
    this.playing = null;
    this.engine.follow(null);
    this.editor.leave();
  }

  /** Draw the board from the other side. */
  flip() {
    if (this.editor.isActive) return this.editor.redraw();
    if (!this.game) return;
    for (const node of numberNodes(this.tree).nodes) node.position = null;
    this.clearBoard();
    this.go(this.node, { quiet: true });
  }

  /** What stands around the board of the game. @param {Payload.AnalysedGame} read */
  showGame({ game, players, roles, count, number }) {
    for (const id of ANALYSIS_PARTS) byId(id).hidden = false;
    this.showFlip();
    byId("board").setAttribute("aria-describedby", "keys");
    byId("study-title").textContent = game.title;
    byId("curve").className = `seat-colours game-${game.key}`;
    const seated = players.map((name, i) => (name ? t("study.player", { role: roles[i], name }) : roles[i]));
    byId("study-players").textContent = players.some(Boolean) ? seated.join(" · ") : "";
    byId("number-field").hidden = count === 1;
    const numbers = Array.from({ length: count }, (_, i) =>
      el("option", { value: i + 1 }, t("game", { number: i + 1 })),
    );
    select("number").replaceChildren(...numbers);
    select("number").value = String(number);
    byId("arrange").hidden = !game.arranged;
    byId("threats").hidden = !game.watchful;
    this.showRules(game);
  }

  /** @param {Payload.AnalysedGame["game"]} game */
  showRules({ title, rules }) {
    byId("rules-title").textContent = t("rules.title", { game: title });
    byId("rules-list").replaceChildren(
      ...rules.map(({ number, title: name, text }) => {
        const heading = el("h3", {}, el("a", { href: `#rule-${number}` }, number), ` ${name}`);
        return el("article", { id: `rule-${number}`, tabindex: "-1" }, heading, el("p", {}, text));
      }),
    );
  }

  /** What is known of the move that led to a node. @param {MoveNode} node */
  gradeOf(node) {
    if (!node.parent) return null;
    const reviewed = node.isMain ? this.review.graded.get(node.ply - 1) : null;
    return reviewed ?? node.value?.graded ?? null;
  }

  /** What is known of the value of a node's position. @param {MoveNode} node */
  valueOf(node) {
    if (node.value?.value) return { value: node.value.value, line: node.value.line };
    const next = node.isMain ? this.review.graded.get(node.ply) : null;
    return next ? { value: next.worth, line: next.better } : null;
  }

  /** Show what the review has found so far. */
  showReview() {
    if (!this.game) return;
    this.list.show(this.tree);
    this.list.markCurrent(this.node);
    const { curve, graded } = this.review;
    byId("curve-figure").hidden = !curve?.some(Boolean);
    if (curve) {
      const { roles, moves } = this.game;
      this.curve.show({ curve, graded, roles, moves });
      this.showOnCurve();
      this.showWorstMoves();
    }
    byId("mistakes").hidden = ![...graded.values()].some(({ grade }) => BAD_GRADES.includes(grade));
    this.showSteps();
    this.showReport();
  }

  /** The worst moves in words, for those who do not see the curve. */
  showWorstMoves() {
    const worst = [...this.review.graded.values()].filter(({ grade }) => grade === "mistake" || grade === "blunder");
    worst.sort((a, b) => a.ply - b.ply);
    const told = worst.map(({ ply, move, called }) => t("curve.mistake", { ply: ply + 1, move, called }));
    const none = t(this.review.isGoing ? "curve.fine.so_far" : "curve.fine");
    byId("curve-text").textContent = told.length ? t("curve.worst", { moves: told.join("; ") }) : none;
  }

  // -- going through it --------------------------------------------------------------------------

  /** The nearest moves of the game that gave something away, before and after the node. */
  mistakes() {
    const { node, tree } = this;
    const at = tree.onMain(node).ply;
    const graded = [...this.review.graded.values()].filter(({ grade }) => BAD_GRADES.includes(grade));
    const plies = graded.map(({ ply }) => ply + 1);
    const before = Math.max(...plies.filter((ply) => ply < at || (ply === at && !node.isMain)));
    const after = Math.min(...plies.filter((ply) => ply > at));
    const { mainline } = tree;
    return { before: mainline[before] ?? null, after: mainline[after] ?? null };
  }

  /** @param {-1 | 1} by */
  step(by) {
    this.goTo(by < 0 ? this.node.parent : this.tree.next(this.node));
  }

  /** @param {MoveNode | null} node */
  goTo(node) {
    if (node) this.go(node);
  }

  /**
   * Go to a node. Returns whether it could be shown.
   *
   * @param {MoveNode} node
   * @param {{ quiet?: boolean, playing?: object | null }} [options]
   */
  go(node, { quiet = false, playing = null } = {}) {
    this.playing = playing;
    this.node = node;
    hideToast();
    this.hideThreats();
    this.list.markCurrent(node);
    this.showOnCurve();
    this.showSteps();
    this.arriving = this.arrive(node, quiet);
    return this.arriving;
  }

  /** @param {MoveNode} node @param {boolean} quiet */
  async arrive(node, quiet) {
    try {
      node.position ??= await post("/api/analyse/position", {}, this.tree.line(node));
    } catch (error) {
      if (this.node === node) this.stay();
      this.showError(error);
      return false;
    }
    if (this.node !== node || this.editor.isActive) return true; // the viewer is elsewhere already
    this.show(node, node.position);
    this.showReport();
    if (!quiet) this.announce(node);
    return true;
  }

  /** What was gone to cannot be shown: stay where the board is. */
  stay() {
    if (!this.shown) return;
    this.node = this.shown;
    this.list.markCurrent(this.node);
    this.showOnCurve();
    this.hideThreats();
    this.showSteps();
  }

  /**
   * Do something with the position that was gone to, as soon as it is on the board.
   *
   * @param {(node: MoveNode, position: Payload.AnalysedPosition) => unknown} action
   */
  async here(action) {
    while (this.shown !== this.node) {
      const { arriving } = this;
      if (!(await arriving)) return;
      if (arriving === this.arriving && this.shown !== this.node) return; // a position is being set up
    }
    const { position } = this.node;
    if (position) await action(this.node, position);
  }

  // -- showing -----------------------------------------------------------------------------------

  /** What is on the board belongs to no node any more, and nothing on it can be pressed. */
  clearBoard() {
    this.shown = null;
    this.board.close();
    this.board.mark();
    this.chance.show(null, null);
    this.report.clear();
    byId("board").inert = true;
  }

  hideThreats() {
    hideThreats(byId("help-said"));
    byId("threats").setAttribute("aria-pressed", "false");
  }

  showSteps() {
    const { node } = this;
    button("first").disabled = button("previous").disabled = !node.parent;
    button("following").disabled = button("last").disabled = node.children.length === 0;
    const { before, after } = this.mistakes();
    button("mistake-before").disabled = !before;
    button("mistake-after").disabled = !after;
  }

  /** Mark on the curve where the game itself is, also while a branch is on the board. */
  showOnCurve() {
    if (this.review.curve) this.curve.markCurrent(this.tree.onMain(this.node).ply);
  }

  /** @param {MoveNode} node @param {Payload.AnalysedPosition} position */
  show(node, position) {
    const { caption, outcome, facts, chance } = position;
    this.shown = node;
    byId("board").inert = false;
    this.board.show(position, { decision: 0, place: node }); // also when it is turned
    byId("caption").textContent = outcome ? `${caption} (${outcome.rule})` : caption;
    byId("facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
    this.chance.show(node, chance);
    const where = this.whereText(node);
    byId("where").textContent =
      node.isMain || this.tree.end === this.tree.root ? where : t("study.where.branch", { where });
    const isDecided = isMade(node) && node.move.seat >= 0; // a move whose grade could be told
    const canAsk = isDecided || !(outcome || chance);
    button("ask").disabled = !canAsk;
    this.engine.follow(canAsk ? node : null);
    this.onPlace();
  }

  /** @param {MoveNode} node */
  whereText(node) {
    if (!isMade(node)) return t("start");
    const { role, name } = node.move;
    return role ? t("told.move", { ply: node.ply, role, name }) : t("told.alone", { ply: node.ply, name });
  }

  showReport() {
    const { shown: node } = this;
    if (!node) return;
    this.report.show(node, this.gradeOf(node), this.valueOf(node));
    if (node.isAsking) this.report.showThinking();
    this.engine.drawBest();
    button("threats").disabled = !node.position?.touches.length;
  }

  /** @param {MoveNode} node */
  announce(node) {
    const graded = this.gradeOf(node);
    const value = this.valueOf(node)?.value ?? byId("caption").textContent;
    announce(joinSentences([byId("where").textContent, graded?.called, graded?.reason?.text, value]));
  }

  // -- branches ----------------------------------------------------------------------------------

  /** Take a touch for the position editor; without a position nothing can be touched. @param {string} id */
  touch(id) {
    if (this.editor.isActive) this.editor.paint(id);
    return this.editor.isActive || !this.shown;
  }

  /**
   * Make a move after a node: on the game where it was played there, else on a branch.
   *
   * @param {MoveNode} node
   * @param {Payload.LegalMove} move
   * @param {{ seat: number, role: string | null }} [mover]
   */
  make(node, { move, name }, { seat, role } = { seat: node.position?.turn ?? -1, role: node.position?.role ?? null }) {
    const before = this.tree.lastId;
    const next = this.tree.after(node, { move, name, seat, role });
    if (this.tree.lastId !== before) this.list.show(this.tree);
    this.go(next);
  }

  /**
   * Show the first moves of a line on the board, as a branch.
   *
   * @param {MoveNode} node
   * @param {Payload.LineMove[]} line
   * @param {number} count
   * @param {boolean} slowly
   */
  async play(node, line, count, slowly) {
    this.revealBoard();
    const nodes = [node];
    let last = node;
    for (const move of line.slice(0, count)) {
      last = this.tree.after(last, move);
      nodes.push(last);
    }
    this.list.show(this.tree);
    if (!slowly) return void this.go(last);
    const playing = {};
    for (const each of nodes) {
      if (!(await this.go(each, { quiet: each !== last, playing })) || each === last) return;
      await wait(LINE_STEP_MS);
      if (this.playing !== playing) return; // the viewer has gone elsewhere
    }
  }

  /** Scroll to the board where it is out of view: on small screens the report stands far below. */
  revealBoard() {
    const { top, bottom, height } = byId("board").getBoundingClientRect();
    const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (seen < 0.8 * Math.min(height, window.innerHeight)) byId("board").scrollIntoView({ block: "nearest" });
  }

  /** @param {MadeNode} node */
  remove(node) {
    const parent = this.tree.remove(node);
    this.playing = null;
    this.list.show(this.tree);
    if (this.shown && this.tree.contains(node, this.shown)) this.clearBoard();
    if (this.tree.contains(node, this.node)) this.go(parent);
    else this.list.markCurrent(this.node);
    this.showSteps();
    this.onPlace();
    announce(t("study.removed"));
  }

  /** Show why touches begin no move. @param {MoveNode} node @param {string[]} touches */
  async explain(node, touches) {
    try {
      const refusal = await post("/api/analyse/why", {}, { ...this.tree.line(node), touches });
      if (refusal && this.shown === node) showToast(refusal.sentence, refusal.rule);
    } catch (error) {
      this.showError(error);
    }
  }

  // -- asking the engine -------------------------------------------------------------------------

  /** The engine has found something about a node. @param {MoveNode} node */
  onValue(node) {
    this.list.show(this.tree);
    this.list.markCurrent(this.node);
    if (this.shown === node) this.announce(node);
  }

  toggleThreats() {
    const toggle = byId("threats");
    const isOn = () => toggle.getAttribute("aria-pressed") === "true";
    toggle.setAttribute("aria-pressed", String(!isOn()));
    hideThreats(byId("help-said"));
    if (!isOn()) return null;
    byId("help-said").replaceChildren(el("p", {}, t("worth.thinking")));
    return this.here(async (node) => {
      try {
        const line = this.tree.line(node);
        const threats = await retryWhileLate(
          () => post("/api/analyse/threats", {}, line),
          () => this.shown === node,
        );
        if (this.node === node && isOn()) showThreats(byId("help-said"), threats);
      } catch (error) {
        if (this.node === node) this.hideThreats();
        this.showError(error);
      }
    });
  }

  // -- setting up a position ---------------------------------------------------------------------

  /** @param {Payload.Line} line */
  async setUp(line) {
    const edited = await this.editor.enter(line);
    if (!edited) return;
    this.engine.follow(null);
    window.scrollTo({ top: 0, behavior: "instant" }); // where the board and the brushes are
    for (const id of HIDDEN_IN_EDITOR) byId(id).hidden = true;
    this.showFlip();
    byId("board").setAttribute("aria-describedby", "arranging-hint");
    byId("arrange-back").hidden = !this.game;
    byId("controls").replaceChildren();
    byId("study-title").textContent = edited.game.title;
    this.showRules(edited.game);
    byId("study-players").textContent = "";
    byId("number-field").hidden = true;
  }

  /** Leave the position that was being set up and go back to the game. */
  resume() {
    const { node, game } = this;
    if (!game) return;
    this.editor.leave();
    this.showGame(game);
    this.clearBoard();
    byId("summary-section").hidden = !byId("summary").childElementCount;
    byId("reviewing").hidden = this.tree.end === this.tree.root;
    if (this.review.curve) this.showReview();
    this.go(node, { quiet: true });
  }

  /** A stroke was made on the position that is set up. @param {Payload.EditedPosition} edited */
  showEdited({ position }) {
    this.shown = null;
    this.board.close();
    this.board.draw(position.svg, { glide: false });
    byId("board").inert = false;
    byId("caption").textContent = position.caption;
    byId("facts").replaceChildren(...position.facts.map((fact) => el("li", {}, fact)));
    this.report.clearMarks();
  }

  // -- taking along ------------------------------------------------------------------------------

  copy() {
    /** @param {string} text */
    const copyPosition = (text) => copyText(text, t("study.copied"), text);
    if (this.editor.isActive) return this.editor.after(({ position }) => copyPosition(position.text));
    return this.here((_, { text }) => copyPosition(text));
  }

  /** Save the line that is on the board as a record. */
  save() {
    if (this.editor.isActive) return this.editor.after(({ head }) => this.saveLine({ head, moves: [] }));
    return this.saveLine(this.tree.line(this.node.isMain ? this.tree.end : this.tree.endOf(this.node)));
  }

  /** @param {Payload.Line} line */
  async saveLine(line) {
    try {
      const { text, game } = await post("/api/analyse/record", {}, line);
      saveFile(new Blob([text], { type: "text/plain" }), `${game}.txt`);
    } catch (error) {
      this.showError(error);
    }
  }

  /** @param {unknown} thrown */
  showError(thrown) {
    const error = serverError(thrown);
    showToast(error.sentence, error.rule);
  }
}
