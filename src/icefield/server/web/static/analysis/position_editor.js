// A board set up by hand: choose a brush, press spaces. The server answers every stroke with the new
// position, or says why it cannot be; strokes that come meanwhile wait for their turn.

import { Refused, post } from "../shared/http.js";
import { drawing } from "../table/panel.js";
import { announce, el, hush, t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const MANY = 9; // brushes beyond this show their picture alone, and the name of the chosen one below

export class Arrange {
  /** `onShow(found)` draws what a stroke led to; `onDone(found)` takes it over. */
  constructor({ onShow, onDone }) {
    this.onShow = onShow;
    this.active = false;
    this.found = null;
    this.entered = 0; // boards that are left come too late
    this.strokes = Promise.resolve(); // those that are still on their way
    this.undone = [];
    $("arranged").addEventListener("click", () => this.after(onDone));
    $("arrange-undo").addEventListener("click", () => this.after(() => this.undo()));
    $("brushes").addEventListener("change", () => this.tellBrush());
  }

  /** Begin with the position of a line; says whether it can be set up. */
  async enter(line) {
    this.leave();
    this.undone = [];
    this.strokes = this.send(this.entered, line, null, null);
    await this.strokes;
    if (!this.found || this.active) return false;
    this.active = true;
    $("arranging").hidden = false;
    $("brushes").querySelector("input")?.focus();
    return true;
  }

  leave() {
    this.entered += 1;
    this.active = false;
    this.found = null;
    $("arranging").hidden = true;
  }

  /** Do something with the board as it is after all strokes, unless it is left before. */
  after(deed) {
    const { entered } = this;
    this.strokes = this.strokes.then(() => (entered === this.entered ? deed(this.found) : null));
    return this.strokes;
  }

  paint(space, brush = $("brushes").querySelector("input:checked")?.value) {
    if (brush) this.after(({ head }) => this.send(this.entered, { head, moves: [] }, brush, space));
  }

  async send(entered, line, brush, space) {
    try {
      const found = await post("/api/analyse/paint", { ...line, brush, space });
      if (entered !== this.entered) return;
      if (brush) this.undone.push(this.found);
      this.take(found);
      hush();
      if (brush) announce(found.position.caption);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.sentence, error.rule);
    }
  }

  undo() {
    const before = this.undone.pop();
    if (!before) return;
    this.take(before);
    announce(t("undone"));
  }

  take(found) {
    this.found = found;
    $("arrange-undo").disabled = this.undone.length === 0;
    this.brushes(found.brushes);
    this.onShow(found);
  }

  /** Where brushes are pictures alone, say which one is in the hand. */
  tellBrush() {
    $("brush-name").hidden = !$("brushes").classList.contains("is-many");
    $("brush-name").textContent = $("brushes").querySelector("input:checked + span b")?.textContent ?? "";
  }

  brushes(brushes) {
    const chosen = $("brushes").querySelector("input:checked")?.value;
    const held = document.activeElement?.closest?.("#brushes, #everywhere") && document.activeElement.dataset.brush;
    const placed = brushes.filter(({ everywhere }) => !everywhere);
    const first = placed.some(({ id }) => id === chosen) ? chosen : placed[0]?.id;
    $("brushes").replaceChildren(
      ...placed.map(({ id, name, picture }) => {
        const input = el("input", { type: "radio", name: "brush", value: id, "data-brush": id });
        input.checked = id === first;
        const look = picture ? { class: "is-drawn", title: name } : {};
        return el("label", look, input, el("span", {}, picture ? drawing(picture) : null, el("b", {}, name)));
      }),
    );
    $("brushes").classList.toggle("is-many", placed.length > MANY);
    this.tellBrush();
    $("everywhere").replaceChildren(
      ...brushes.filter(({ everywhere }) => everywhere).map(({ id, name, picture }) => {
        const button = el("button", { class: "button small", "data-brush": id }, picture ? drawing(picture) : null, name);
        button.addEventListener("click", () => this.paint(null, id));
        return button;
      }),
    );
    if (held) document.querySelector(`[data-brush="${CSS.escape(held)}"]`)?.focus();
  }
}
