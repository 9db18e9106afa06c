// A game that is studied: goes through it and its branches, and asks the server what it thinks. Knows
// no rules: moves are touches of the board, as at a table.

import { Arrange } from "./position_editor.js";
import { Board } from "../shared/board_view.js";
import { Curve } from "./value_curve.js";
import { lay } from "../shared/overlay.js";
import { Refused, patiently, post } from "../shared/http.js";
import { Panel } from "../table/panel.js";
import { Reviewing } from "./review.js";
import { MoveList, WORSE } from "./move_tree_list.js";
import { hideThreats, tellThreats } from "../shared/threats.js";
import { Told } from "./position_report.js";
import { Walk, takeBack } from "../shared/touch_path.js";
import { Tree } from "./move_tree.js";
import { announce, el, hush, t, toast } from "../shared/messages.js";
import { Zoom } from "../shared/zoom.js";

const $ = (id) => document.getElementById(id);
const DRAWN = { turn: -1, role: null }; // who decides where chance does
const BEAT = 750; // ms between the moves of a line that is played out
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * `node` is where somebody has gone to, `shown` the node whose position is on the board: another one
 * while the answer is on its way. The board and what belongs to its position act on `shown`; what
 * is asked for besides waits until both are the same (`here`).
 */
export class Study {
  constructor() {
    this.tree = null;
    this.node = null;
    this.shown = null;
    this.arriving = null; // tells, in the end, whether what was gone to can be shown
    this.playing = null; // the line that is being played out
    this.walk = new Walk();
    this.board = new Board($("board"), { onTouch: (id) => this.touch(id), onCancel: () => this.cancel() });
    this.zoom = new Zoom($("board"), $("map-size"));
    this.panel = new Panel({ onControl: (id) => this.touch(id) });
    this.list = new MoveList($("moves"), { onGo: (node) => this.go(node), onRemove: (node) => this.remove(node) });
    this.told = new Told((node, line, count, slowly) => this.play(node, line, count, slowly));
    this.curve = new Curve($("curve"), (ply) => this.go(this.tree.mainline[ply]));
    this.reviewing = new Reviewing(() => this.found());
    this.arrange = new Arrange({ onShow: (found) => this.painted(found), onDone: (found) => this.take(found) });
    this.listen();
  }

  listen() {
    $("first").addEventListener("click", () => this.go(this.tree.root));
    $("previous").addEventListener("click", () => this.step(-1));
    $("following").addEventListener("click", () => this.step(1));
    $("last").addEventListener("click", () => this.go(this.endOf(this.node)));
    $("mistake-before").addEventListener("click", () => this.go(this.mistakes().before));
    $("mistake-after").addEventListener("click", () => this.go(this.mistakes().after));
    $("ask").addEventListener("click", () => this.ask());
    $("threats").addEventListener("click", () => this.threats());
    $("arrange").addEventListener("click", () => this.here((node) => this.setUp(this.tree.line(node))));
    $("arrange-back").addEventListener("click", () => this.resume());
    $("copy-position").addEventListener("click", () => this.copy());
    $("save").addEventListener("click", () => this.save());
    $("chance-draw").addEventListener("click", () => this.draw());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (!this.tree || this.arrange.active || event.altKey || event.ctrlKey || event.metaKey || $("rules").open) return;
    if (event.target.closest?.("input, textarea, select, .space, [role=slider]")) return;
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.go(this.tree.root),
      End: () => this.go(this.endOf(this.node)),
    };
    if (event.key === "Escape") this.cancel();
    else if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  }

  // -- what is studied ---------------------------------------------------------------------------

  /** Begin to study what the server read. */
  take(found) {
    this.arrange.leave();
    this.read = found;
    this.tree = new Tree(found.head, found.moves);
    this.reviewing.take(this.tree.line(this.tree.end));
    this.frame();
    this.list.show(this.tree, (node) => this.graded(node));
    this.blank();
    this.go(this.tree.root, { quiet: true });
    $("study-title").focus({ preventScroll: true });
  }

  /** What stands around the board of the game that is studied. */
  frame() {
    const found = this.read;
    $("paste").hidden = true;
    $("study").hidden = false;
    $("moves-section").hidden = $("study-steps").hidden = $("told").hidden = $("keys").hidden = false;
    $("board").setAttribute("aria-describedby", "keys");
    $("study-title").textContent = found.game.title;
    const named = found.players.some(Boolean);
    const seated = found.players.map((name, i) => (name ? t("study.player", { role: found.roles[i], name }) : found.roles[i]));
    $("study-players").textContent = named ? seated.join(" · ") : "";
    $("number-field").hidden = found.count === 1;
    $("number").replaceChildren(...Array.from({ length: found.count }, (_, i) => el("option", { value: i + 1 }, t("game", { number: i + 1 }))));
    $("number").value = found.number;
    $("arrange").hidden = !found.game.arranged;
    $("threats").hidden = !found.game.watchful;
    this.rules(found.game);
  }

  rules({ title, rules: listed }) {
    $("rules-title").textContent = t("rules.title", { game: title });
    $("rules-list").replaceChildren(
      ...listed.map(({ number, title: name, text }) =>
        el("article", { id: `rule-${number}`, tabindex: "-1" }, el("h3", {}, el("a", { href: `#rule-${number}` }, number), ` ${name}`), el("p", {}, text)),
      ),
    );
  }

  /** What is known of the move that led to a node. */
  graded(node) {
    if (!node.parent) return null;
    const reviewed = node.main ? this.reviewing.graded.get(node.ply - 1) : null;
    return reviewed ?? node.worth?.graded ?? null;
  }

  /** What is known of the position of a node. */
  now(node) {
    if (node.worth?.value) return { value: node.worth.value, line: node.worth.line };
    const next = node.main ? this.reviewing.graded.get(node.ply) : null;
    return next ? { value: next.worth, line: next.better } : null;
  }

  /** More is known of the game. */
  found() {
    this.list.show(this.tree, (node) => this.graded(node));
    this.list.at(this.node);
    const { curve, graded } = this.reviewing;
    $("curve-figure").hidden = !curve?.some(Boolean);
    if (curve) {
      const { roles, moves } = this.read;
      this.curve.show({ curve, graded, roles, moves });
      this.mainAt();
      this.curveText();
    }
    $("mistakes").hidden = ![...graded.values()].some(({ grade }) => WORSE.includes(grade));
    this.steps();
    this.tell();
  }

  curveText() {
    const worst = [...this.reviewing.graded.values()].filter(({ grade }) => ["mistake", "blunder"].includes(grade));
    worst.sort((a, b) => a.ply - b.ply);
    const told = worst.map(({ ply, move, called }) => t("curve.mistake", { ply: ply + 1, move, called }));
    $("curve-text").textContent = told.length ? t("curve.worst", { moves: told.join("; ") }) : t("curve.fine");
  }

  // -- going through it --------------------------------------------------------------------------

  endOf(node) {
    let at = node;
    while (at.children.length) at = at.children.find(({ main }) => main) ?? at.children[0];
    return at;
  }

  /** The nearest moves of the game that gave something away, before and after what was gone to. */
  mistakes() {
    const { node } = this;
    const at = this.onMain(node).ply;
    const plies = [...this.reviewing.graded.values()].filter(({ grade }) => WORSE.includes(grade)).map(({ ply }) => ply + 1);
    const before = Math.max(...plies.filter((ply) => ply < at || (ply === at && !node.main)));
    const after = Math.min(...plies.filter((ply) => ply > at));
    const { mainline } = this.tree;
    return { before: mainline[before] ?? null, after: mainline[after] ?? null };
  }

  step(by) {
    const next = by < 0 ? this.node.parent : (this.node.children.find(({ main }) => main) ?? this.node.children[0]);
    if (next) this.go(next);
  }

  /** Go to a node; the promise tells whether it could be shown. */
  go(node, { quiet = false, playing = null } = {}) {
    this.playing = playing;
    this.node = node;
    hush();
    this.fade();
    this.list.at(node);
    this.mainAt();
    this.steps();
    this.arriving = this.arrive(node, quiet);
    return this.arriving;
  }

  async arrive(node, quiet) {
    try {
      node.moment ??= await post("/api/analyse/position", this.tree.line(node));
    } catch (error) {
      if (this.node === node) this.stay();
      this.failed(error);
      return false;
    }
    if (this.node !== node || this.arrange.active) return true; // somebody is further already
    this.show(node);
    this.tell();
    if (!quiet) this.announce();
    return true;
  }

  /** What was gone to cannot be shown: stay where the board is. */
  stay() {
    if (!this.shown) return;
    this.node = this.shown;
    this.list.at(this.node);
    this.mainAt();
    this.fade();
    this.steps();
  }

  /** Do something with the position that was gone to, as soon as it is on the board. */
  async here(deed) {
    while (this.shown !== this.node) {
      const { arriving } = this;
      if (!(await arriving)) return;
      if (arriving === this.arriving && this.shown !== this.node) return; // a board that is set up
    }
    await deed(this.node);
  }

  /** What is on the board belongs to nothing any more, and nothing on it can be pressed. */
  blank() {
    this.shown = null;
    this.walk = new Walk();
    this.mark();
    this.chance(null, null);
    this.told.forget();
    $("board").inert = true;
  }

  fade() {
    hideThreats($("help-said"));
    $("threats").setAttribute("aria-pressed", "false");
  }

  steps() {
    const { node } = this;
    $("first").disabled = $("previous").disabled = !node.parent;
    $("following").disabled = $("last").disabled = node.children.length === 0;
    const { before, after } = this.mistakes();
    $("mistake-before").disabled = !before;
    $("mistake-after").disabled = !after;
  }

  /** Where the game itself is, also while a branch is on the board. */
  mainAt() {
    if (this.reviewing.curve) this.curve.at(this.onMain(this.node).ply);
  }

  /** The node of the game itself that a node is, or branches off from. */
  onMain(node) {
    let at = node;
    while (!at.main) at = at.parent;
    return at;
  }

  show(node) {
    const { moment } = node;
    this.shown = node;
    this.walk = new Walk(moment.touches);
    $("board").inert = false;
    this.board.show(moment.svg);
    this.zoom.fit();
    $("caption").textContent = moment.outcome ? `${moment.caption} (${moment.outcome.rule})` : moment.caption;
    $("facts").replaceChildren(...moment.facts.map((fact) => el("li", {}, fact)));
    this.mark();
    this.zoom.reveal(this.walk.first);
    this.chance(node, moment.chance);
    const branch = this.tree.branch(node);
    const where = node.ply ? t("told.move", { ply: node.ply, role: node.move.role ?? t("drawn"), name: node.move.name }) : t("start");
    $("where").textContent = branch ? t("study.where.branch", { where }) : where;
    const decided = node.parent && node.move.seat >= 0; // whose worth could be told
    $("ask").disabled = !decided && Boolean(moment.outcome || moment.chance);
  }

  tell() {
    const { shown: node } = this;
    if (!node) return;
    this.told.show(node, this.graded(node), this.now(node));
    if (node.asking) this.told.thinking();
    $("threats").disabled = !node.moment.touches.length;
  }

  announce() {
    const graded = this.graded(this.shown);
    const now = this.now(this.shown);
    announce([$("where").textContent, graded?.called, graded?.reason?.text, now?.value ?? $("caption").textContent].filter(Boolean).join(". "));
  }

  mark() {
    this.board.mark(this.walk.marks);
    this.panel.controls(this.shown?.moment.controls ?? [], this.walk.next);
  }

  // -- branches ----------------------------------------------------------------------------------

  touch(id) {
    if (this.arrange.active) return this.arrange.paint(id);
    const { shown: node } = this;
    if (!node) return;
    const result = this.walk.touch(id);
    if (result.move) return this.make(node, result.move);
    if (result.refused) this.why(node, result.refused);
    else hush();
    this.mark();
    this.board.tell(result, id, this.walk.next);
  }

  /** Make a move after a node: on the game where it was played there, else on a branch. */
  make(node, { move, name }, { turn: seat, role } = node.moment) {
    const before = this.tree.last;
    const next = this.tree.after(node, { move, name, seat, role });
    if (this.tree.last !== before) this.list.show(this.tree, (each) => this.graded(each));
    this.go(next);
  }

  /** See the first moves of a line on the board, as a branch. */
  async play(node, line, count, slowly) {
    this.reveal();
    const nodes = [node];
    for (const move of line.slice(0, count)) nodes.push(this.tree.after(nodes.at(-1), move));
    this.list.show(this.tree, (each) => this.graded(each));
    const last = nodes.at(-1);
    if (!slowly) return void this.go(last);
    const playing = {};
    for (const each of nodes) {
      if (!(await this.go(each, { quiet: each !== last, playing })) || each === last) return;
      await wait(BEAT);
      if (this.playing !== playing) return; // somebody has gone elsewhere
    }
  }

  /** Bring the board into view where it is not: on small screens what is said stands far below. */
  reveal() {
    const { top, bottom, height } = $("board").getBoundingClientRect();
    const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (seen < 0.8 * Math.min(height, window.innerHeight)) $("board").scrollIntoView({ block: "nearest" });
  }

  remove(node) {
    const parent = this.tree.remove(node);
    this.playing = null;
    this.list.show(this.tree, (each) => this.graded(each));
    if (this.shown && this.tree.contains(node, this.shown)) this.blank();
    if (this.tree.contains(node, this.node)) this.go(parent);
    else this.list.at(this.node);
    this.steps();
    announce(t("study.removed"));
  }

  cancel() {
    if (takeBack(this.walk)) this.mark();
  }

  async why(node, touches) {
    this.board.refuse(touches.at(-1));
    try {
      const refusal = await post("/api/analyse/why", { ...this.tree.line(node), touches });
      if (refusal && this.shown === node) toast(refusal.sentence, refusal.rule);
    } catch (error) {
      this.failed(error);
    }
  }

  /** What may be drawn after a node where chance decides. */
  chance(node, drawn) {
    $("chance").hidden = !drawn;
    $("chance-moves").replaceChildren(
      ...(drawn ?? []).map((each) => {
        const button = el("button", { class: "line-move" }, el("span", {}, each.name), el("small", {}, t("study.percent", { percent: each.percent })));
        button.addEventListener("click", () => this.make(node, each, DRAWN));
        return el("li", {}, button);
      }),
    );
  }

  draw() {
    return this.here((node) => {
      const { chance } = node.moment;
      if (!chance) return;
      let left = Math.random() * chance.reduce((sum, { percent }) => sum + percent, 0);
      this.make(node, chance.find(({ percent }) => (left -= percent) <= 0) ?? chance[0], DRAWN);
    });
  }

  // -- asking ------------------------------------------------------------------------------------

  /** Have the server think about the position on the board. */
  ask() {
    return this.here(async (node) => {
      if (node.asking) return;
      node.asking = true;
      this.tell();
      try {
        node.worth = await this.answer("worth", node);
        this.list.show(this.tree, (each) => this.graded(each));
        this.list.at(this.node);
        if (this.shown === node) this.announce();
      } catch (error) {
        if (this.shown === node) this.failed(error);
      } finally {
        node.asking = false;
        this.tell();
      }
    });
  }

  /** What the server says about the position of a node, while somebody is there. */
  answer(what, node) {
    return patiently(() => post(`/api/analyse/${what}`, this.tree.line(node)), () => this.shown === node);
  }

  threats() {
    const button = $("threats");
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    if (!on) return hideThreats($("help-said"));
    return this.here(async (node) => {
      try {
        const found = await this.answer("threats", node);
        const wanted = this.node === node && button.getAttribute("aria-pressed") === "true";
        if (wanted) tellThreats($("help-said"), found);
      } catch (error) {
        if (this.node === node) this.fade();
        this.failed(error);
      }
    });
  }

  // -- setting up, taking along ------------------------------------------------------------------

  async setUp(line) {
    if (!(await this.arrange.enter(line))) return;
    $("paste").hidden = true;
    $("study").hidden = false;
    for (const id of ["moves-section", "study-steps", "told", "reviewing", "chance", "summary-section", "arrange", "keys"]) $(id).hidden = true;
    $("board").setAttribute("aria-describedby", "arranging-hint");
    $("arrange-back").hidden = !this.tree;
    $("controls").replaceChildren();
    $("study-title").textContent = this.arrange.found.game.title;
    this.rules(this.arrange.found.game);
    $("study-players").textContent = "";
    $("number-field").hidden = true;
  }

  /** Leave the board that was being set up and go back to what was studied before. */
  resume() {
    const { node } = this;
    const { curve } = this.reviewing;
    this.arrange.leave();
    this.frame();
    this.blank();
    $("summary-section").hidden = !$("summary").childElementCount;
    $("reviewing").hidden = this.tree.end === this.tree.root;
    if (curve) this.found();
    this.go(node, { quiet: true });
  }

  /** A stroke was made on a board that is set up. */
  painted({ position }) {
    $("study").hidden = false;
    $("paste").hidden = true;
    this.shown = null;
    this.board.show(position.svg, { glide: false });
    $("board").inert = false;
    this.zoom.fit();
    $("caption").textContent = position.caption;
    $("facts").replaceChildren(...position.facts.map((fact) => el("li", {}, fact)));
    lay("reason-marks", []);
  }

  copy() {
    if (this.arrange.active) return this.arrange.after(({ position }) => this.clip(position.text));
    return this.here(({ moment }) => this.clip(moment.text));
  }

  async clip(text) {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("study.copied"), null, "note");
    } catch {
      toast(text, null, "note");
    }
  }

  /** Save the line that is on the board as a record. */
  save() {
    if (this.arrange.active) return this.arrange.after(({ head }) => this.hand({ head, moves: [] }));
    return this.hand(this.tree.line(this.node.main ? this.tree.end : this.endOf(this.node)));
  }

  async hand(line) {
    try {
      const { text, game } = await post("/api/analyse/record", line);
      const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${game}.txt` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.sentence, error.rule);
  }
}
