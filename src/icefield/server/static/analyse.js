// The analysis page: reads what is pasted, goes through a game and its branches, and asks the server
// what it thinks. Knows no rules: moves are touches of the board, as at a table.

import { Arrange } from "./arrange.js";
import { Board } from "./board.js";
import { Curve } from "./curve.js";
import { lay } from "./marks.js";
import { Refused, post } from "./net.js";
import { Panel } from "./panel.js";
import { Reviewing } from "./reviewing.js";
import { rules } from "./rules.js";
import { MoveList } from "./study_list.js";
import { hideThreats, tellThreats } from "./threats.js";
import { Told } from "./told.js";
import { Walk } from "./touches.js";
import { Tree } from "./tree.js";
import { announce, el, hush, t, toast } from "./words.js";
import { Zoom } from "./zoom.js";

const $ = (id) => document.getElementById(id);
const setup = JSON.parse($("setup").textContent);
const TRIES = 8; // for an answer that has to be compiled first
const BEAT = 750; // ms between the moves of a line that is played out

class Study {
  constructor() {
    this.tree = null;
    this.node = null;
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
    $("ask").addEventListener("click", () => this.ask());
    $("threats").addEventListener("click", () => this.threats());
    $("arrange").addEventListener("click", () => this.setUp(this.tree.line(this.node)));
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
    this.go(this.tree.root, { quiet: true });
    $("study-title").focus({ preventScroll: true });
  }

  /** What stands around the board of the game that is studied. */
  frame() {
    const found = this.read;
    $("paste").hidden = true;
    $("study").hidden = false;
    $("moves-section").hidden = $("study-steps").hidden = $("told").hidden = false;
    $("study-title").textContent = found.game.title;
    const named = found.players.some(Boolean);
    $("study-players").textContent = named ? found.players.map((name, i) => (name ? `${found.roles[i]}: ${name}` : found.roles[i])).join(" · ") : "";
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
    this.tell();
  }

  curveText() {
    const worst = [...this.reviewing.graded.values()].filter(({ grade }) => ["mistake", "blunder"].includes(grade));
    worst.sort((a, b) => a.ply - b.ply);
    const told = worst.map(({ ply, move, called }) => `${ply + 1}. ${move}: ${called}`);
    $("curve-text").textContent = told.length ? t("curve.worst", { moves: told.join("; ") }) : t("curve.fine");
  }

  // -- going through it --------------------------------------------------------------------------

  endOf(node) {
    let at = node;
    while (at.children.length) at = at.children.find(({ main }) => main) ?? at.children[0];
    return at;
  }

  step(by) {
    const next = by < 0 ? this.node.parent : (this.node.children.find(({ main }) => main) ?? this.node.children[0]);
    if (next) this.go(next);
  }

  async go(node, { quiet = false, keep = false } = {}) {
    if (!keep) clearTimeout(this.beat);
    this.node = node;
    this.walk = new Walk();
    hush();
    hideThreats($("help-said"));
    $("threats").setAttribute("aria-pressed", "false");
    this.list.at(node);
    this.mainAt();
    try {
      node.moment ??= await post("/api/analyse/position", this.tree.line(node));
    } catch (error) {
      return this.failed(error);
    }
    if (this.node !== node) return;
    this.show(node.moment);
    this.tell();
    if (!quiet) this.announce();
  }

  /** Where the game itself is, also while a branch is on the board. */
  mainAt() {
    let at = this.node;
    while (!at.main) at = at.parent;
    if (this.reviewing.curve) this.curve.at(at.ply);
  }

  show(moment) {
    this.walk = new Walk(moment.touches);
    this.board.show(moment.svg);
    this.zoom.fit();
    $("caption").textContent = moment.outcome ? `${moment.caption} (${moment.outcome.rule})` : moment.caption;
    $("facts").replaceChildren(...moment.facts.map((fact) => el("li", {}, fact)));
    this.mark();
    this.zoom.reveal(this.walk.first);
    this.chance(moment.chance);
    const { node } = this;
    const branch = this.tree.branch(node);
    const where = node.ply ? `${node.ply}. ${node.move.role ?? t("drawn")}: ${node.move.name}` : t("start");
    $("where").textContent = branch ? t("study.where.branch", { where }) : where;
    $("first").disabled = $("previous").disabled = !node.parent;
    $("following").disabled = $("last").disabled = node.children.length === 0;
    $("ask").disabled = Boolean(moment.outcome) && !node.parent;
  }

  tell() {
    const { node } = this;
    if (!node.moment) return;
    this.told.show(node, this.graded(node), this.now(node));
    $("threats").disabled = !node.moment.touches.length;
  }

  announce() {
    const graded = this.graded(this.node);
    const now = this.now(this.node);
    announce([$("where").textContent, graded?.called, graded?.reason?.text, now?.value ?? $("caption").textContent].filter(Boolean).join(". "));
  }

  mark() {
    const { walk } = this;
    const begun = walk.path.length > 0;
    this.board.mark({
      "is-own": begun ? new Set() : walk.first,
      "is-target": begun ? walk.next : new Set(),
      "is-chosen": new Set(walk.path),
    });
    this.panel.controls(this.node?.moment?.controls ?? [], walk.next);
  }

  // -- branches ----------------------------------------------------------------------------------

  touch(id) {
    if (this.arrange.active) return this.arrange.paint(id);
    const { node } = this;
    if (!node?.moment) return;
    const result = this.walk.touch(id);
    if (result.move) return this.make(result.move);
    if (result.refused) this.why(result.refused);
    else hush();
    this.mark();
    this.board.tell(result, id, this.walk.next);
  }

  /** Make a move: on the game where it was played there, else on a branch. */
  make({ move, name }, seat = this.node.moment.turn, role = this.node.moment.role) {
    const before = this.tree.last;
    const next = this.tree.after(this.node, { move, name, seat, role });
    if (this.tree.last !== before) this.list.show(this.tree, (node) => this.graded(node));
    this.go(next);
  }

  /** See the first moves of a line on the board, as a branch. */
  play(node, line, count, slowly) {
    clearTimeout(this.beat);
    const nodes = [];
    let at = node;
    for (const move of line.slice(0, count)) nodes.push((at = this.tree.after(at, move)));
    this.list.show(this.tree, (each) => this.graded(each));
    if (!slowly) return this.go(nodes.at(-1));
    const next = () => {
      const following = nodes.shift();
      if (!following) return;
      this.go(following, { quiet: nodes.length > 0, keep: true });
      this.beat = setTimeout(next, BEAT);
    };
    this.go(node, { quiet: true, keep: true });
    this.beat = setTimeout(next, BEAT);
  }

  remove(node) {
    const parent = this.tree.remove(node);
    this.list.show(this.tree, (each) => this.graded(each));
    if (this.tree.contains(node, this.node)) this.go(parent);
    else this.list.at(this.node);
    announce(t("study.removed"));
  }

  cancel() {
    hush();
    if (!this.walk.path.length) return;
    this.walk.cancel();
    this.mark();
    announce(t("cancelled"));
  }

  async why(touches) {
    this.board.refuse(touches.at(-1));
    try {
      const refusal = await post("/api/analyse/why", { ...this.tree.line(this.node), touches });
      if (refusal) toast(refusal.sentence, refusal.rule);
    } catch (error) {
      this.failed(error);
    }
  }

  /** What may be drawn where chance decides. */
  chance(drawn) {
    $("chance").hidden = !drawn;
    $("chance-moves").replaceChildren(
      ...(drawn ?? []).map((each) => {
        const button = el("button", { class: "line-move" }, el("span", {}, each.name), el("small", {}, t("study.percent", { percent: each.percent })));
        button.addEventListener("click", () => this.make(each, -1, null));
        return el("li", {}, button);
      }),
    );
  }

  draw() {
    const { chance } = this.node.moment;
    let left = Math.random() * chance.reduce((sum, { percent }) => sum + percent, 0);
    this.make(chance.find(({ percent }) => (left -= percent) <= 0) ?? chance[0], -1, null);
  }

  // -- asking ------------------------------------------------------------------------------------

  /** Have the server think about the position on the board. */
  async ask() {
    const { node } = this;
    if (node.asking) return;
    node.asking = true;
    $("told-now").replaceChildren(el("p", { class: "told-value" }, t("worth.thinking")));
    try {
      node.worth = await this.patiently("/api/analyse/worth", this.tree.line(node), node);
      this.list.show(this.tree, (each) => this.graded(each));
      this.list.at(this.node);
      if (this.node === node) this.announce();
    } catch (error) {
      this.failed(error);
    } finally {
      node.asking = false;
      if (this.node === node) this.tell();
    }
  }

  async patiently(url, body, node) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await post(url, body);
      } catch (error) {
        if (error.code !== "analysis-late" || tried === TRIES || this.node !== node) throw error;
      }
    }
  }

  async threats() {
    const on = $("threats").getAttribute("aria-pressed") !== "true";
    $("threats").setAttribute("aria-pressed", String(on));
    if (!on) return hideThreats($("help-said"));
    const { node } = this;
    try {
      const found = await post("/api/analyse/threats", this.tree.line(node));
      if (this.node === node) tellThreats($("help-said"), found);
    } catch (error) {
      this.failed(error);
    }
  }

  // -- setting up, taking along ------------------------------------------------------------------

  async setUp(line) {
    await this.arrange.enter(line);
    if (!this.arrange.active) return;
    $("paste").hidden = true;
    $("study").hidden = false;
    for (const id of ["moves-section", "study-steps", "told", "reviewing", "chance", "summary-section", "arrange"]) $(id).hidden = true;
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
    $("summary-section").hidden = !$("summary").childElementCount;
    $("reviewing").hidden = this.tree.end === this.tree.root;
    if (curve) this.found();
    this.go(node, { quiet: true });
  }

  /** A stroke was made on a board that is set up. */
  painted({ position }) {
    $("study").hidden = false;
    $("paste").hidden = true;
    this.board.show(position.svg, { glide: false });
    this.zoom.fit();
    $("caption").textContent = position.caption;
    $("facts").replaceChildren(...position.facts.map((fact) => el("li", {}, fact)));
    lay("reason-marks", []);
  }

  async copy() {
    const text = this.arrange.active ? this.arrange.found.position.text : this.node.moment?.text;
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text);
      toast(t("study.copied"), null, "note");
    } catch {
      toast(text, null, "note");
    }
  }

  /** Save the line that is on the board as a record. */
  async save() {
    const line = this.arrange.active ? this.arrange.line : this.tree.line(this.node.main ? this.tree.end : this.endOf(this.node));
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

rules();
const study = new Study();

// -- what people paste ------------------------------------------------------------------------------

const DRAFT = "icefield-analyse";

async function read(text, number = 1) {
  if (!text.trim()) return wrong({ sentence: t("study.nothing") });
  $("verdict").className = "verdict";
  $("verdict").replaceChildren(el("p", {}, t("worth.thinking")));
  $("verdict").hidden = false;
  try {
    const { found, problem } = await post("/api/analyse/read", { text, number, game: $("game").value, seats: Number($("seats").value) });
    if (problem) return wrong(problem);
    $("verdict").hidden = true;
    keep(text);
    study.take(found);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return wrong(error);
  }
}

function keep(text) {
  try {
    sessionStorage.setItem(DRAFT, text);
  } catch {
    // it stays in the field
  }
}

/** Say what is wrong, and show where in the text. */
function wrong({ sentence, line, column, rule }) {
  const notes = [];
  if (line && $("text").value) {
    const place = t("board.place", { line, column }) + (rule ? ` · ${t("rule", { rule })}` : "");
    const button = el("button", { class: "verdict-place link", id: "place" }, place);
    button.addEventListener("click", () => select(line, column));
    notes.push(button);
    select(line, column);
  }
  $("verdict").className = "verdict is-wrong";
  $("verdict").replaceChildren(el("p", {}, sentence), ...notes);
  $("verdict").hidden = false;
  return false;
}

/** Put the cursor where something is wrong. */
function select(line, column) {
  const field = $("text");
  const lines = field.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const word = /^\S*/.exec((lines[line - 1] ?? "").slice(column - 1))[0];
  field.focus();
  field.setSelectionRange(before + column - 1, before + column - 1 + Math.max(1, word.length));
  field.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(field).lineHeight));
}

async function open(file) {
  if (file.size > setup.longest) return wrong({ sentence: t("board.large", { limit: Math.round(setup.longest / 1000) }) });
  try {
    $("text").value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return wrong({ sentence: t("board.not.text") });
  }
  return read($("text").value);
}

/** How many play the game that is chosen, and whether its boards can be set up. */
function fit() {
  const { seats, arranged } = setup.games[$("game").value];
  $("seats").replaceChildren(...seats.map((count) => el("option", { value: count }, String(count))));
  $("seats").value = seats.find((count) => count > 1) ?? seats[0];
  $("seats-field").hidden = seats.length === 1;
  $("arrange-new").disabled = !arranged;
}

$("read").addEventListener("click", () => read($("text").value));
$("game").addEventListener("change", fit);
$("choose").addEventListener("change", () => {
  if ($("choose").files.length) open($("choose").files[0]);
  $("choose").value = "";
});
$("text").addEventListener("dragover", (event) => event.preventDefault());
$("text").addEventListener("drop", (event) => {
  const file = event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  open(file);
});
$("number").addEventListener("change", () => read($("text").value, Number($("number").value)));
$("another").addEventListener("click", () => {
  study.arrange.leave();
  $("study").hidden = true;
  $("paste").hidden = false;
  $("text").focus();
});
$("arrange-new").addEventListener("click", async () => {
  try {
    const found = await post("/api/analyse/begin", { game: $("game").value, seats: Number($("seats").value) });
    await study.setUp({ head: found.head, moves: [] });
  } catch (error) {
    study.failed(error);
  }
});

fit();
if (setup.text !== null) {
  $("text").value = setup.text;
  read(setup.text, setup.number).then((done) => done && study.reviewing.start());
} else {
  try {
    $("text").value = sessionStorage.getItem(DRAFT) ?? "";
  } catch {
    // nothing was kept
  }
}
