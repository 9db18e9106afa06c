// The analysis of a game: goes through it and its branches, and asks the server what it thinks. Knows
// no rules: moves are touches of the board, as at a table.

import { BoardController } from "../shared/board_controller.js";
import { around, button, byId, el, hasModifier, onClick, saveFile, select } from "../shared/dom.js";
import { post, retryWhileLate, serverError } from "../shared/http.js";
import { announce, copyText, hideToast, showToast } from "../shared/notices.js";
import { hideThreats, showThreats } from "../shared/threats.js";
import { t } from "../shared/translations.js";
import { isMade, MoveTree } from "./move_tree.js";
import { BAD_GRADES, MoveTreeList } from "./move_tree_list.js";
import { PositionEditor } from "./position_editor.js";
import { PositionReport } from "./position_report.js";
import { GameReview } from "./review.js";
import { ValueCurve } from "./value_curve.js";

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */
/** @typedef {import("./move_tree.js").MadeNode} MadeNode */

const CHANCE = { seat: -1, role: null }; // who decides where chance does
const LINE_STEP_MS = 750; // between the moves of a line that is played out
const ANALYSIS_PARTS = ["moves-section", "study-steps", "told", "keys"];
const HIDDEN_IN_EDITOR = [...ANALYSIS_PARTS, "reviewing", "chance", "summary-section", "arrange"];

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * `node` is where the viewer has gone to, `shown` the node whose position is on the board: another one
 * while the answer is under way. The board and what belongs to its position act on `shown`; what is
 * asked for besides waits until both are the same (`here`).
 */
export class AnalysisSession {
  constructor() {
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
    this.curve = new ValueCurve(byId("curve"), (ply) => this.go(this.tree.mainline[ply]));
    this.review = new GameReview(() => this.showReview());
    this.editor = new PositionEditor({
      onShow: (edited) => this.showEdited(edited),
      onDone: (edited) => this.take(edited),
    });
    this.listen();
  }

  listen() {
    onClick("first", () => this.go(this.tree.root));
    onClick("previous", () => this.step(-1));
    onClick("following", () => this.step(1));
    onClick("last", () => this.go(this.tree.endOf(this.node)));
    onClick("mistake-before", () => this.goTo(this.mistakes().before));
    onClick("mistake-after", () => this.goTo(this.mistakes().after));
    onClick("ask", () => this.evaluate());
    onClick("threats", () => this.toggleThreats());
    onClick("arrange", () => this.here((node) => this.setUp(this.tree.line(node))));
    onClick("arrange-back", () => this.resume());
    onClick("copy-position", () => this.copy());
    onClick("save", () => this.save());
    onClick("chance-draw", () => this.drawChance());
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

  /** Begin to analyse what the server read. @param {Payload.AnalysedGame} game */
  take(game) {
    this.editor.leave();
    this.game = game;
    this.tree = new MoveTree(game.head, game.moves);
    this.review.take(this.tree.line(this.tree.end));
    this.showGame(game);
    this.list.show(this.tree);
    this.clearBoard();
    this.go(this.tree.root, { quiet: true });
    byId("study-title").focus({ preventScroll: true });
  }

  /** Leave the analysis for another game. */
  leave() {
    this.playing = null;
    this.editor.leave();
    byId("study").hidden = true;
  }

  /** What stands around the board of the game. @param {Payload.AnalysedGame} read */
  showGame({ game, players, roles, count, number }) {
    byId("paste").hidden = true;
    byId("study").hidden = false;
    for (const id of ANALYSIS_PARTS) byId(id).hidden = false;
    byId("board").setAttribute("aria-describedby", "keys");
    byId("study-title").textContent = game.title;
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
    byId("curve-text").textContent = told.length ? t("curve.worst", { moves: told.join("; ") }) : t("curve.fine");
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
    this.showChance(null, null);
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
    this.board.show(position, { decision: 0 });
    byId("caption").textContent = outcome ? `${caption} (${outcome.rule})` : caption;
    byId("facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
    this.showChance(node, chance);
    const where = this.whereText(node);
    byId("where").textContent = node.isMain ? where : t("study.where.branch", { where });
    const isDecided = isMade(node) && node.move.seat >= 0; // a move whose grade could be told
    button("ask").disabled = !isDecided && Boolean(outcome || chance);
  }

  /** @param {MoveNode} node */
  whereText(node) {
    if (!isMade(node)) return t("start");
    const { role, name } = node.move;
    return t("told.move", { ply: node.ply, role: role ?? t("drawn"), name });
  }

  showReport() {
    const { shown: node } = this;
    if (!node) return;
    this.report.show(node, this.gradeOf(node), this.valueOf(node));
    if (node.isAsking) this.report.showThinking();
    button("threats").disabled = !node.position?.touches.length;
  }

  /** @param {MoveNode} node */
  announce(node) {
    const graded = this.gradeOf(node);
    const value = this.valueOf(node)?.value ?? byId("caption").textContent;
    announce([byId("where").textContent, graded?.called, graded?.reason?.text, value].filter(Boolean).join(". "));
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

  /**
   * What may be drawn after a node where chance decides.
   *
   * @param {MoveNode | null} node
   * @param {Payload.ChanceMove[] | null} moves
   */
  showChance(node, moves) {
    byId("chance").hidden = !moves;
    byId("chance-moves").replaceChildren(
      ...(moves ?? []).map((move) => {
        const percent = el("small", {}, t("study.percent", { percent: move.percent }));
        const made = el("button", { class: "line-move" }, el("span", {}, move.name), percent);
        made.addEventListener("click", () => node && this.make(node, move, CHANCE));
        return el("li", {}, made);
      }),
    );
  }

  /** Draw one of the moves of chance, by their odds. */
  drawChance() {
    return this.here((node, { chance }) => {
      if (!chance) return;
      let left = Math.random() * chance.reduce((sum, { percent }) => sum + percent, 0);
      const drawn = chance.find(({ percent }) => {
        left -= percent;
        return left <= 0;
      });
      this.make(node, drawn ?? chance[0], CHANCE);
    });
  }

  // -- asking the engine -------------------------------------------------------------------------

  /** Have the engine evaluate the position on the board. */
  evaluate() {
    return this.here(async (node) => {
      if (node.isAsking) return;
      node.isAsking = true;
      this.showReport();
      try {
        const line = this.tree.line(node);
        node.value = await retryWhileLate(
          () => post("/api/analyse/worth", {}, line),
          () => this.shown === node,
        );
        this.list.show(this.tree);
        this.list.markCurrent(this.node);
        if (this.shown === node) this.announce(node);
      } catch (error) {
        if (this.shown === node) this.showError(error);
      } finally {
        node.isAsking = false;
        this.showReport();
      }
    });
  }

  toggleThreats() {
    const toggle = byId("threats");
    const isOn = () => toggle.getAttribute("aria-pressed") === "true";
    toggle.setAttribute("aria-pressed", String(!isOn()));
    if (!isOn()) return hideThreats(byId("help-said"));
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
    byId("paste").hidden = true;
    byId("study").hidden = false;
    for (const id of HIDDEN_IN_EDITOR) byId(id).hidden = true;
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
    byId("study").hidden = false;
    byId("paste").hidden = true;
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
