// The board editor: paints signs on a grid, asks the server for the drawing and the verdict, and
// opens tables. Knows no rules: what can be painted, and whether a board is legal, comes from there.

import { Board } from "../shared/board_view.js";
import { Refused, post } from "../shared/http.js";
import { fitLevels } from "../shared/game_options.js";
import { announce, el, t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const setup = JSON.parse($("setup").textContent);
const DRAFT = `icefield-board-${setup.game}`;

/** For each symmetry: where a brush at (x, y) of n × n paints, the place itself first. */
const IMAGES = {
  none: (n, x, y) => [[x, y]],
  across: (n, x, y) => [[x, y], [n - 1 - x, y]],
  down: (n, x, y) => [[x, y], [x, n - 1 - y]],
  half: (n, x, y) => [[x, y], [n - 1 - x, n - 1 - y]],
  four: (n, x, y) => [[x, y], [y, n - 1 - x], [n - 1 - x, n - 1 - y], [n - 1 - y, x]],
};

const rowsOf = (text) => text.trim().split(/[/\n]/).map((row) => [...row.trimEnd()]);

class Editor {
  constructor() {
    this.empty = setup.signs[0].text;
    this.once = setup.signs.filter(({ once }) => once).map(({ text }) => text);
    this.rows = rowsOf(setup.given ? setup.level : draft() ?? setup.level);
    this.past = [];
    this.verdict = null;
    this.drawn = null; // how long the sides of the board that is drawn are
    this.asked = 0;
    this.checked = null; // what is still being asked, as a promise
    this.stroke = null; // what the pointer that is down paints
    this.board = new Board($("board"), {
      onTouch: (id) => this.touched(id),
      onCancel: () => {},
    });
    this.board.rove(null);
    this.listen();
    this.changed();
    if (setup.problem) this.wrong(setup.problem);
  }

  get side() {
    return this.rows.length;
  }

  get text() {
    return this.rows.map((row) => row.join("")).join("\n");
  }

  get brush() {
    return document.querySelector("[name=brush]:checked").value;
  }

  // -- hands -----------------------------------------------------------------------------------

  listen() {
    const board = $("board");
    board.addEventListener("pointerdown", (event) => {
      const id = event.target.closest?.(".space")?.dataset.id;
      const at = this.cell(id);
      if (!at || event.button > 0) return;
      this.pointed = true;
      this.remember();
      const [x, y] = at;
      this.stroke = this.rows[y][x] === this.brush ? this.empty : this.brush;
      event.target.releasePointerCapture?.(event.pointerId);
      this.board.rove(id);
      this.paint(x, y, this.stroke);
    });
    board.addEventListener("pointermove", (event) => {
      if (this.stroke === null || this.once.includes(this.stroke)) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const at = this.cell(under?.closest?.(".space")?.dataset.id);
      if (at && this.rows[at[1]][at[0]] !== this.stroke) this.paint(...at, this.stroke);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => (this.stroke = null));
    }
    board.addEventListener("keydown", (event) => {
      this.pointed = false;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const at = this.cell(event.target.closest?.(".space")?.dataset.id);
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const erases = key === "Delete" || key === "Backspace";
      const sign = erases ? this.empty : setup.signs.find(({ text }) => text === key)?.text;
      if (!at || !sign) return;
      event.preventDefault();
      this.remember();
      this.paint(...at, sign);
    });
    $("side").addEventListener("change", () => this.resize(Number($("side").value)));
    $("sample").addEventListener("change", () => this.sample($("sample").value));
    $("undo").addEventListener("click", () => this.undo());
    $("share").addEventListener("click", () => this.copy(location.href, t("editor.link.copied")));
    $("copy-text").addEventListener("click", () => this.copy(`${this.text}\n`, t("editor.text.copied")));
    $("take-text").addEventListener("click", () => this.take());
    $("practise")?.addEventListener("click", () => this.open("/api/practice", { level: this.text }));
    $("play-screen").addEventListener("click", () => this.play(() => ({ kind: "person" })));
    $("play-bot").addEventListener("click", () => {
      const bot = { kind: "bot", level: $("level").value };
      this.play((seat) => (seat === 0 ? { kind: "person" } : bot));
    });
    window.addEventListener("pageshow", () => (this.opening = false));
  }

  /** Which column and row a space is, while what is drawn is as large as the board. */
  cell(id) {
    return this.drawn === this.side ? this.verdict.cells[id] : undefined;
  }

  /** Enter or Space; a click comes here too, when the pointer has painted already. */
  touched(id) {
    if (this.pointed) {
      this.pointed = false;
      return;
    }
    const at = this.cell(id);
    if (!at) return;
    const [x, y] = at;
    this.remember();
    this.paint(x, y, this.rows[y][x] === this.brush ? this.empty : this.brush);
  }

  // -- painting --------------------------------------------------------------------------------

  /** Paint a place and its images. A sign that stands there once moves, and its images get the
   * signs that follow it. */
  paint(x, y, sign) {
    const painted = new Set();
    const first = this.once.indexOf(sign);
    for (const [i, [column, row]] of IMAGES[$("symmetry").value](this.side, x, y).entries()) {
      const place = `${column} ${row}`;
      if (painted.has(place)) continue;
      painted.add(place);
      const own = first < 0 ? sign : this.once[(first + i) % this.once.length];
      if (first >= 0) this.lift(own);
      this.rows[row][column] = own;
    }
    this.changed();
  }

  lift(sign) {
    for (const row of this.rows) {
      for (const [column, found] of row.entries()) if (found === sign) row[column] = this.empty;
    }
  }

  remember() {
    this.past.push(this.text);
    $("undo").disabled = false;
  }

  undo() {
    const before = this.past.pop();
    if (before === undefined) return;
    this.rows = rowsOf(before);
    $("undo").disabled = !this.past.length;
    this.changed();
  }

  /** Keep what is around the middle. */
  resize(side) {
    this.remember();
    const shift = (side - this.side) / 2;
    const old = this.rows;
    const at = (x, y) => old[y - shift]?.[x - shift] ?? this.empty;
    this.rows = Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => at(x, y)));
    this.changed();
  }

  sample(name) {
    if (!name) return;
    this.remember();
    if (name === "empty") this.rows = this.rows.map((row) => row.map(() => this.empty));
    else this.rows = rowsOf(setup.samples[name]);
    $("sample").value = "";
    this.changed();
  }

  // -- text ------------------------------------------------------------------------------------

  /** Take over what stands in the text field, unless it cannot even be drawn. */
  async take() {
    const level = $("text").value.replaceAll("\r", "").replace(/^\n+|\s+$/g, "");
    try {
      const verdict = await post("/api/levels/check", { game: setup.game, level });
      if (!verdict.svg) {
        this.wrong(verdict.problem);
        this.select(level, verdict.problem);
        return;
      }
      this.remember();
      this.rows = rowsOf(level);
      this.changed();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Show in the text field which sign is wrong. */
  select(level, { line, column }) {
    const field = $("text");
    field.value = level;
    const lines = level.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0) + column - 1;
    field.focus();
    field.setSelectionRange(start, Math.min(start + 1, level.length));
  }

  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      toast(said, null, "note");
    } catch {
      toast(t("copy.by.hand", { link: text }), null, "note");
    }
  }

  // -- what is shown ---------------------------------------------------------------------------

  /** The board is another one: keep it in the address and ask what it looks like. */
  changed() {
    const level = this.rows.map((row) => row.join("")).join("/");
    history.replaceState(null, "", `${location.pathname}?level=${level}`);
    for (const link of document.querySelectorAll(".languages a")) {
      const url = new URL(link.href);
      url.searchParams.set("level", level); // the drawing stays in another language
      link.href = url;
    }
    try {
      localStorage.setItem(DRAFT, level);
    } catch {
      // it stays in the address
    }
    $("side").value = this.side;
    $("board").inert = this.drawn !== this.side; // until it is drawn
    if (document.activeElement !== $("text")) $("text").value = this.text;
    this.check();
  }

  /** One question at a time; when the board has changed meanwhile, ask again. */
  check() {
    this.asked += 1;
    this.checked ??= this.question().finally(() => (this.checked = null));
  }

  async question() {
    try {
      let answered;
      do {
        answered = this.asked;
        const { side } = this;
        const verdict = await post("/api/levels/check", { game: setup.game, level: this.text });
        if (verdict.svg) this.show(verdict, side);
        else this.wrong(verdict.problem);
      } while (answered !== this.asked);
    } catch (error) {
      this.failed(error);
    }
  }

  show(verdict, side) {
    this.verdict = verdict;
    this.drawn = side;
    this.draw(verdict.svg);
    $("board").inert = side !== this.side;
    $("facts").replaceChildren(...verdict.facts.map((fact) => el("li", {}, fact)));
    const { legal, problem, players } = verdict;
    const alone = players === 1;
    if ($("practise")) $("practise").hidden = !(legal && alone);
    $("play-screen").hidden = !legal || alone;
    $("play-bot-row").hidden = !legal || alone;
    if (legal) fitLevels($("level"), JSON.parse($("level").dataset.levels), players, "words");
    if (legal) {
      const id = alone ? "editor.legal.alone" : "editor.legal";
      this.say("is-legal", t(id, { players }));
      return;
    }
    this.wrong(problem);
    const place = this.place(problem);
    if (place) this.board.space(place)?.classList.add("is-wrong");
  }

  /** Show a drawing. While the size stays the spaces do too, so that a stroke goes on. */
  draw(drawing) {
    const now = $("board").querySelector("svg");
    const next = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    const [kept, spaces] = [now.querySelector("g.spaces"), next.querySelector("g.spaces")];
    if (kept?.children.length !== spaces.children.length) {
      this.board.show(drawing, { glide: false });
      return;
    }
    for (const [i, space] of [...spaces.children].entries()) {
      for (const name of ["class", "aria-label"]) kept.children[i].setAttribute(name, space.getAttribute(name));
    }
    for (const layer of [...now.children]) if (layer !== kept) layer.remove();
    spaces.remove();
    kept.before(...[...next.children].map((layer) => document.importNode(layer, true)));
  }

  /** The space a problem is about, unless it is about the whole board. */
  place({ line, column }) {
    if ((this.rows[line - 1]?.[column - 1] ?? this.empty) === this.empty) return null;
    const found = Object.entries(this.verdict.cells).find(([, [x, y]]) => x === column - 1 && y === line - 1);
    return found?.[0];
  }

  wrong({ sentence, rule, line, column }) {
    this.say("is-wrong", sentence, t("editor.place", { rule, line, column }));
  }

  say(look, sentence, place = null) {
    const shown = $("verdict");
    shown.className = `verdict ${look}`;
    const children = [el("p", {}, sentence), place && el("p", { class: "verdict-place" }, place)];
    shown.replaceChildren(...children.filter(Boolean));
  }

  // -- tables ----------------------------------------------------------------------------------

  async play(player) {
    await this.checked; // what was painted last belongs to it
    if (!this.verdict?.legal) return;
    const seats = Array.from({ length: this.verdict.players }, (_, seat) => player(seat));
    this.open("/api/tables", { seats, options: { [setup.option]: this.verdict.level } });
  }

  async open(path, body) {
    if (this.opening) return;
    this.opening = true;
    try {
      const table = await post(path, { game: setup.game, ...body });
      location.assign(`/tables/${table.id}`);
    } catch (error) {
      this.opening = false;
      this.failed(error);
    }
  }

  failed(error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.sentence);
    announce(error.sentence);
  }
}

/** What was drawn here last. */
function draft() {
  try {
    const kept = localStorage.getItem(DRAFT);
    const sides = [...$("side").options].map(({ value }) => Number(value));
    const rows = rowsOf(kept ?? "");
    return sides.includes(rows.length) && rows.every((row) => row.length === rows.length) ? kept : null;
  } catch {
    return null;
  }
}

new Editor();
