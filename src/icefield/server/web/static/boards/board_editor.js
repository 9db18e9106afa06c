// The board editor: paints signs on a grid, asks the server for the drawing and the verdict, and
// opens tables. Knows no rules: what can be painted, and whether a board is legal, comes from there.

import { BoardController } from "../shared/board/board_controller.js";
import {
  around,
  button,
  byId,
  el,
  hasModifier,
  onClick,
  pageData,
  parseDrawing,
  part,
  select,
  textarea,
} from "../shared/dom.js";
import { offerLevels } from "../shared/game_options.js";
import { post, serverError } from "../shared/http.js";
import { announce, copyText, showToast } from "../shared/notices.js";
import { readText, writeText } from "../shared/storage.js";
import { t } from "../shared/translations.js";
import { SignGrid } from "./sign_grid.js";

/** @typedef {import("./sign_grid.js").Cell} Cell */
/** @typedef {import("./sign_grid.js").Symmetry} Symmetry */

/** @type {Payload.BoardEditorSetup} */
const setup = pageData("setup");
const DRAFT_KEY = `icefield-board-${setup.game}`;

class BoardEditor {
  constructor() {
    const once = setup.signs.filter((sign) => sign.once).map(({ text }) => text);
    this.grid = new SignGrid(setup.given ? setup.level : (draft() ?? setup.level), {
      empty: setup.signs[0].text,
      once,
    });
    /** @type {string[]} earlier boards, to go back to */
    this.past = [];
    /** @type {Payload.DrawnBoard | null} */
    this.verdict = null;
    /** @type {number | null} how long the sides of the board that is drawn are */
    this.drawnSide = null;
    this.asked = 0;
    /** @type {Promise<void> | null} the question under way */
    this.checking = null;
    /** @type {string | null} what the pointer that is down paints */
    this.stroke = null;
    this.hasPainted = false; // whether the pointer has painted what is clicked
    this.isOpening = false;
    this.board = new BoardController({ onTouch: (id) => this.touch(id) });
    this.board.view.setTabStop(null);
    this.listen();
    this.onChange();
    if (setup.problem) this.showProblem(setup.problem);
  }

  get brush() {
    return /** @type {HTMLInputElement} */ (part(document, "[name=brush]:checked")).value;
  }

  // -- input -------------------------------------------------------------------------------------

  listen() {
    const host = byId("board");
    host.addEventListener("pointerdown", (event) => this.beginStroke(event));
    host.addEventListener("pointermove", (event) => this.goOn(event));
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => {
        this.stroke = null;
      });
    }
    host.addEventListener("keydown", (event) => this.onKey(event));
    select("side").addEventListener("change", () => this.change(() => this.grid.resize(Number(select("side").value))));
    select("sample").addEventListener("change", () => this.takeSample(select("sample").value));
    onClick("undo", () => this.undo());
    onClick("share", () => copyText(location.href, t("editor.link.copied")));
    onClick("copy-text", () => {
      const text = `${this.grid.join("\n")}\n`;
      copyText(text, t("editor.text.copied"));
    });
    onClick("take-text", () => this.takeText());
    if (document.getElementById("practise")) onClick("practise", () => this.practise());
    onClick("play-screen", () => this.play(() => ({ kind: "person" })));
    onClick("play-bot", () => {
      const level = select("level").value;
      this.play((seat) => (seat === 0 ? { kind: "person" } : { kind: "bot", level }));
    });
    window.addEventListener("pageshow", () => {
      this.isOpening = false;
    });
  }

  /** Which column and row a space is, while what is drawn is as large as the board. @param {string | undefined} id */
  cell(id) {
    return this.drawnSide === this.grid.side && id !== undefined ? this.verdict?.cells[id] : undefined;
  }

  /** @param {PointerEvent} event */
  beginStroke(event) {
    const id = around(event, ".space")?.dataset.id;
    const cell = this.cell(id);
    if (!cell || event.button > 0) return;
    this.hasPainted = true;
    this.remember();
    this.stroke = this.signFor(cell);
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    this.board.view.setTabStop(id ?? null);
    this.paint(cell, this.stroke);
  }

  /** @param {PointerEvent} event */
  goOn(event) {
    if (this.stroke === null || this.grid.once.includes(this.stroke)) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".space");
    const cell = this.cell(under?.getAttribute("data-id") ?? undefined);
    if (cell && this.grid.at(...cell) !== this.stroke) this.paint(cell, this.stroke);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    this.hasPainted = false;
    if (hasModifier(event)) return;
    const cell = this.cell(around(event, ".space")?.dataset.id);
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const erases = key === "Delete" || key === "Backspace";
    const sign = erases ? this.grid.empty : setup.signs.find(({ text }) => text === key)?.text;
    if (!cell || !sign) return;
    event.preventDefault();
    this.remember();
    this.paint(cell, sign);
  }

  /** Enter or Space; a click comes here too, when the pointer has painted already. @param {string} id */
  touch(id) {
    const cell = this.cell(id);
    const isDone = this.hasPainted;
    this.hasPainted = false;
    if (isDone || !cell) return true;
    this.remember();
    this.paint(cell, this.signFor(cell));
    return true;
  }

  /** What a press of a cell paints: the brush, or nothing where the brush has been. @param {Cell} cell */
  signFor(cell) {
    return this.grid.at(...cell) === this.brush ? this.grid.empty : this.brush;
  }

  // -- changing the board ------------------------------------------------------------------------

  /** @param {Cell} cell @param {string} sign */
  paint(cell, sign) {
    this.grid.paint(cell, sign, /** @type {Symmetry} */ (select("symmetry").value));
    this.onChange();
  }

  /** @param {() => void} change */
  change(change) {
    this.remember();
    change();
    this.onChange();
  }

  remember() {
    this.past.push(this.grid.join("\n"));
    button("undo").disabled = false;
  }

  undo() {
    const before = this.past.pop();
    if (before === undefined) return;
    this.grid.replace(before);
    button("undo").disabled = !this.past.length;
    this.onChange();
  }

  /** @param {string} name */
  takeSample(name) {
    if (!name) return;
    select("sample").value = "";
    this.change(() => (name === "empty" ? this.grid.clear() : this.grid.replace(setup.samples[name])));
  }

  /** Take over the text in the field, unless it cannot even be drawn. */
  async takeText() {
    const level = textarea("text")
      .value.replaceAll("\r", "")
      .replace(/^\n+|\s+$/g, "");
    try {
      const { svg, problem } = await post("/api/levels/check", {}, { game: setup.game, level });
      if (svg) return this.change(() => this.grid.replace(level));
      if (!problem) return;
      this.showProblem(problem);
      this.selectSign(level, problem);
    } catch (error) {
      this.showError(error);
    }
  }

  /** Show in the text field which sign is wrong. @param {string} level @param {Payload.TextProblem} problem */
  selectSign(level, { line, column }) {
    if (!line || !column) return;
    const field = textarea("text");
    field.value = level;
    const lines = level.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0) + column - 1;
    field.focus();
    field.setSelectionRange(start, Math.min(start + 1, level.length));
  }

  // -- showing -----------------------------------------------------------------------------------

  /** The board is another one: keep it in the address and ask what it looks like. */
  onChange() {
    const level = this.grid.join("/");
    history.replaceState(null, "", `${location.pathname}?level=${level}`);
    for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) {
      const url = new URL(link.href);
      url.searchParams.set("level", level); // the board stays in another language
      link.href = url.href;
    }
    writeText(DRAFT_KEY, level);
    select("side").value = String(this.grid.side);
    byId("board").inert = this.drawnSide !== this.grid.side; // until it is drawn
    if (document.activeElement !== byId("text")) textarea("text").value = this.grid.join("\n");
    this.check();
  }

  /** Have the board checked; one question at a time. */
  check() {
    this.asked += 1;
    this.checking ??= this.question().finally(() => {
      this.checking = null;
    });
  }

  /** Ask about the board, and again as long as it changes meanwhile. */
  async question() {
    try {
      let answered;
      do {
        answered = this.asked;
        const { side } = this.grid;
        const verdict = await post("/api/levels/check", {}, { game: setup.game, level: this.grid.join("\n") });
        if (verdict.svg) this.show(verdict, verdict.svg, side);
        else if (verdict.problem) this.showProblem(verdict.problem);
      } while (answered !== this.asked);
    } catch (error) {
      this.showError(error);
    }
  }

  /** @param {Payload.DrawnBoard} verdict @param {string} svg @param {number} side */
  show(verdict, svg, side) {
    this.verdict = verdict;
    this.drawnSide = side;
    this.draw(svg);
    byId("board").inert = side !== this.grid.side;
    byId("facts").replaceChildren(...verdict.facts.map((fact) => el("li", {}, fact)));
    const { legal, problem, players } = verdict;
    const isSolitaire = players === 1;
    const practise = document.getElementById("practise");
    if (practise) practise.hidden = !(legal && isSolitaire);
    byId("play-screen").hidden = byId("play-bot-row").hidden = !legal || isSolitaire;
    if (legal && players !== null) {
      offerLevels(select("level"), JSON.parse(select("level").dataset.levels ?? "{}"), players, "words");
      return this.say("is-legal", t(isSolitaire ? "editor.legal.alone" : "editor.legal", { players }));
    }
    if (!problem) return;
    this.showProblem(problem);
    const space = this.spaceOf(problem);
    if (space) this.board.view.space(space)?.classList.add("is-wrong");
  }

  /** Show a drawing. While the size stays the spaces do too, so that a stroke goes on. @param {string} svg */
  draw(svg) {
    const now = part(byId("board"), "svg");
    const next = parseDrawing(svg);
    const [kept, spaces] = [now.querySelector("g.spaces"), part(next, "g.spaces")];
    if (kept?.children.length !== spaces.children.length) return this.board.draw(svg, { glide: false });
    for (const [i, space] of [...spaces.children].entries()) {
      for (const name of ["class", "aria-label"]) kept.children[i].setAttribute(name, space.getAttribute(name) ?? "");
    }
    for (const layer of [...now.children]) if (layer !== kept) layer.remove();
    spaces.remove();
    kept.before(...next.children);
  }

  /** The space a problem is about, unless it is about the whole board. @param {Payload.TextProblem} problem */
  spaceOf({ line, column }) {
    if (!line || !column) return null;
    const [x, y] = [column - 1, line - 1];
    if (this.grid.at(x, y) === this.grid.empty) return null;
    const cells = Object.entries(this.verdict?.cells ?? {});
    return cells.find(([, cell]) => cell?.[0] === x && cell?.[1] === y)?.[0];
  }

  /** @param {Payload.TextProblem} problem */
  showProblem({ sentence, rule, line, column }) {
    this.say("is-wrong", sentence, t("editor.place", { rule, line, column }));
  }

  /** @param {string} look @param {string} sentence @param {string | null} [place] */
  say(look, sentence, place = null) {
    const shown = byId("verdict");
    shown.className = `verdict ${look}`;
    shown.replaceChildren(el("p", {}, sentence));
    if (place) shown.append(el("p", { class: "verdict-place" }, place));
  }

  // -- tables ------------------------------------------------------------------------------------

  /** @param {(seat: number) => { kind: "person" } | { kind: "bot", level: string }} seatAt */
  async play(seatAt) {
    await this.checking; // what was painted last belongs to it
    const { verdict } = this;
    if (!verdict?.legal || verdict.level === null) return;
    const seats = Array.from({ length: verdict.players ?? 0 }, (_, seat) => seatAt(seat));
    const options = { [setup.option]: verdict.level };
    this.open(() => post("/api/tables", {}, { game: setup.game, seats, options }));
  }

  practise() {
    this.open(() => post("/api/practice", {}, { game: setup.game, level: this.grid.join("\n") }));
  }

  /** @param {() => Promise<Payload.TableState>} request */
  async open(request) {
    if (this.isOpening) return;
    this.isOpening = true;
    try {
      const table = await request();
      location.assign(`/tables/${table.id}`);
    } catch (error) {
      this.isOpening = false;
      this.showError(error);
    }
  }

  /** @param {unknown} thrown */
  showError(thrown) {
    const { sentence } = serverError(thrown);
    showToast(sentence);
    announce(sentence);
  }
}

/** The board that was drawn here last, where it still fits. */
function draft() {
  const kept = readText(DRAFT_KEY);
  const sides = [...select("side").options].map(({ value }) => Number(value));
  const rows = SignGrid.rowsOf(kept ?? "");
  return sides.includes(rows.length) && rows.every((row) => row.length === rows.length) ? kept : null;
}

new BoardEditor();
