// A position set up by hand: choose a brush, press spaces. The server answers every stroke with the
// new position, or says why it cannot be; strokes that come meanwhile wait for their turn.

import { button, byId, el, onClick, parseDrawing } from "../shared/dom.js";
import { post, serverError } from "../shared/http.js";
import { announce, hideToast, showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";

const MAX_NAMED_BRUSHES = 9; // more show their picture alone, and the name of the chosen one below

export class PositionEditor {
  /**
   * `onShow(edited)` draws what a stroke led to; `onDone(edited)` takes it over.
   *
   * @param {{ onShow: (edited: Payload.EditedPosition) => void, onDone: (edited: Payload.EditedPosition) => void }} options
   */
  constructor({ onShow, onDone }) {
    this.onShow = onShow;
    this.isActive = false;
    /** @type {Payload.EditedPosition | null} */
    this.edited = null;
    this.visit = 0; // answers for a board that was left come too late
    /** @type {Promise<unknown>} the strokes that are under way */
    this.strokes = Promise.resolve();
    /** @type {Payload.EditedPosition[]} earlier positions, to go back to */
    this.past = [];
    onClick("arranged", () => this.after(onDone));
    onClick("arrange-undo", () => this.after(() => this.undo()));
    byId("brushes").addEventListener("change", () => this.showBrushName());
  }

  /** Begin with the position of a line. Returns whether it can be set up. @param {Payload.Line} line */
  async enter(line) {
    this.leave();
    this.past = [];
    this.strokes = this.send(this.visit, line, null, null);
    await this.strokes;
    if (!this.edited || this.isActive) return null;
    this.isActive = true;
    byId("arranging").hidden = false;
    byId("brushes").querySelector("input")?.focus({ preventScroll: true });
    return this.edited;
  }

  leave() {
    this.visit += 1;
    this.isActive = false;
    this.edited = null;
    byId("arranging").hidden = true;
  }

  /**
   * Do something with the position after all strokes, unless the editor is left before.
   *
   * @param {(edited: Payload.EditedPosition) => unknown} action
   */
  after(action) {
    const { visit } = this;
    this.strokes = this.strokes.then(() => (visit === this.visit && this.edited ? action(this.edited) : null));
    return this.strokes;
  }

  get brush() {
    return this.chosenInput?.value;
  }

  /** @returns {HTMLInputElement | null} */
  get chosenInput() {
    return byId("brushes").querySelector("input:checked");
  }

  /** @param {string | null} space @param {string} [brush] */
  paint(space, brush = this.brush) {
    if (brush) this.after(({ head }) => this.send(this.visit, { head, moves: [] }, brush, space));
  }

  /**
   * @param {number} visit
   * @param {Payload.Line} line
   * @param {string | null} brush
   * @param {string | null} space
   */
  async send(visit, line, brush, space) {
    try {
      const edited = await post("/api/analyse/paint", {}, { ...line, brush, space });
      if (visit !== this.visit) return;
      if (brush && this.edited) this.past.push(this.edited);
      this.take(edited);
      hideToast();
      if (brush) announce(edited.position.caption);
    } catch (thrown) {
      const error = serverError(thrown);
      showToast(error.sentence, error.rule);
    }
  }

  /** Draw the position anew, from the other side. */
  redraw() {
    this.after(({ head }) => this.send(this.visit, { head, moves: [] }, null, null));
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.take(before);
    announce(t("undone"));
  }

  /** @param {Payload.EditedPosition} edited */
  take(edited) {
    this.edited = edited;
    button("arrange-undo").disabled = this.past.length === 0;
    this.showBrushes(edited.brushes);
    this.onShow(edited);
  }

  /** Where brushes are pictures alone, name the chosen one. */
  showBrushName() {
    byId("brush-name").hidden = !byId("brushes").classList.contains("is-many");
    byId("brush-name").textContent = byId("brushes").querySelector("input:checked + span b")?.textContent ?? "";
  }

  /** @param {Payload.Brush[]} brushes */
  showBrushes(brushes) {
    const chosen = this.brush;
    const active = document.activeElement;
    const held = active?.closest("#brushes, #everywhere") ? active.getAttribute("data-brush") : null;
    const placed = brushes.filter(({ everywhere }) => !everywhere);
    const first = placed.some(({ id }) => id === chosen) ? chosen : placed[0]?.id;
    byId("brushes").replaceChildren(
      ...placed.map(({ id, name, picture }) => {
        const radio = el("input", { type: "radio", name: "brush", value: id, "data-brush": id });
        radio.checked = id === first;
        const look = picture ? { class: "is-drawn", title: name } : {};
        return el("label", look, radio, el("span", {}, picture ? parseDrawing(picture) : null, el("b", {}, name)));
      }),
    );
    byId("brushes").classList.toggle("is-many", placed.length > MAX_NAMED_BRUSHES);
    this.showBrushName();
    const everywhere = brushes.filter((brush) => brush.everywhere);
    byId("everywhere").replaceChildren(
      ...everywhere.map(({ id, name, picture }) => {
        const made = el(
          "button",
          { class: "button small", "data-brush": id },
          picture ? parseDrawing(picture) : null,
          name,
        );
        made.addEventListener("click", () => this.paint(null, id));
        return made;
      }),
    );
    const again = held ? document.querySelector(`[data-brush="${CSS.escape(held)}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }
}
