// Arrows and circles that a viewer draws on a board, with the right button, after a long
// press, or with the keys A and C. They stay on this page, and go with the next move.

import { around, hasModifier } from "../dom.js";
import { announce } from "../notices.js";
import { t } from "../translations.js";
import { moveArrow, rings, setLayer } from "./overlay.js";

/** @typedef {import("./board_view.js").BoardView} BoardView */
/** @typedef {{ from: string, to: string }} Note an arrow, or a circle where both are the same */

const LAYER = "board-notes";

/** @param {Note} a @param {Note} b */
const isSame = (a, b) => a.from === b.from && a.to === b.to;

export class BoardNotes {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    /** @type {Note[]} */
    this.notes = [];
    /** @type {Note | null} the one that is being drawn */
    this.drawing = null;
    /** @type {string | null} where an arrow of the keyboard begins */
    this.begun = null;
    /** @type {unknown} the position that they belong to */
    this.position = null;
    view.host.addEventListener("keydown", (event) => {
      const id = around(event, ".space")?.dataset.id;
      if (!id || hasModifier(event) || event.repeat) return;
      const key = event.key.toLowerCase();
      if (key === "c") this.toggle(id, id);
      else if (key === "a") this.pressArrow(id);
    });
  }

  /** Show the notes of a position; those of another one are gone. @param {unknown} position */
  showFor(position) {
    if (position !== this.position) this.clear();
    this.position = position;
    this.show();
  }

  clear() {
    this.begun = null;
    if (!this.notes.length && !this.drawing) return;
    this.notes = [];
    this.drawing = null;
    this.show();
  }

  /** Show what is being drawn. @param {string} from @param {string | null} to */
  sketch(from, to) {
    this.drawing = to === null ? null : { from, to };
    this.show();
  }

  /**
   * Add an arrow or a circle, or remove the same one. Without an end nothing is added.
   *
   * @param {string} from
   * @param {string | null} to
   */
  toggle(from, to) {
    this.drawing = null;
    if (to !== null) {
      const note = { from, to };
      const others = this.notes.filter((each) => !isSame(each, note));
      const isNew = others.length === this.notes.length;
      this.notes = isNew ? [...others, note] : others;
      const what = from === to ? "note.circle" : "note.arrow";
      const places = { space: this.view.label(from), to: this.view.label(to) };
      announce(t(isNew ? what : "note.removed", places));
    }
    this.show();
  }

  /** The key for arrows: the first press begins one, the second ends it. @param {string} id */
  pressArrow(id) {
    if (this.begun === null) {
      this.begun = id;
      announce(t("note.begun", { space: this.view.label(id) }));
      return;
    }
    const from = this.begun;
    this.begun = null;
    this.toggle(from, id);
  }

  show() {
    const shown = this.drawing ? [...this.notes, this.drawing] : this.notes;
    setLayer(
      LAYER,
      shown.flatMap(({ from, to }) => (from === to ? rings([from]) : moveArrow([from, to]))),
    );
  }
}
