// On a small screen: what completes an action stands in a bar right below the board, which stays in
// view while the board is; and the page goes along with what happens on the board.

import { parts } from "../dom.js";

const SMALL = "(max-width: 56rem)";
const GAP_PX = 12; // between what is shown and the edge

/** @typedef {import("./board_view.js").BoardView} BoardView */

export class ActionBar {
  /** Its parts are marked with `data-bar` in the page. @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.host = document.createElement("div");
    this.host.className = "action-bar";
    this.host.id = "action-bar";
    const marked = /** @type {HTMLElement[]} */ (parts(document, "[data-bar]"));
    /** where each part stands on a large screen */
    this.parts = marked.map((part) => ({ part, place: document.createComment("") }));
    this.media = matchMedia(SMALL);
    if (!this.parts.length) return;
    for (const { part, place } of this.parts) part.before(place);
    const fits = new ResizeObserver(() => {
      document.documentElement.style.setProperty("--bar", `${this.height}px`);
    });
    fits.observe(this.host);
    this.media.addEventListener("change", () => this.arrange());
    this.arrange();
  }

  get isOn() {
    return this.host.isConnected;
  }

  get height() {
    return this.isOn ? Math.ceil(this.host.getBoundingClientRect().height) : 0;
  }

  arrange() {
    if (this.media.matches) {
      this.view.host.after(this.host);
      this.host.append(...this.parts.map(({ part }) => part));
    } else {
      for (const { part, place } of this.parts) place.after(part);
      this.host.remove();
    }
  }

  /**
   * Scroll the page so that something on the board is neither under the bar nor beyond an edge; the
   * whole board where it fits, also where nothing on it is meant. Who looks at something else is left
   * alone.
   *
   * @param {DOMRect | null} focus
   */
  bringIntoView(focus) {
    if (!this.isOn) return;
    const board = this.view.host.getBoundingClientRect();
    const bottom = innerHeight - this.height;
    const active = document.activeElement;
    if (board.bottom < GAP_PX || board.top > innerHeight || active?.matches("input, textarea, select")) return;
    const shown = board.height <= bottom ? board : focus;
    if (!shown || (shown.top >= 0 && shown.bottom <= bottom)) return;
    const by = shown.bottom > bottom ? shown.bottom - bottom : Math.min(0, shown.top);
    if (Math.abs(by) >= 1) scrollBy({ top: shown.height > bottom ? shown.top : by, behavior: "instant" });
  }
}

/** The rectangle around some elements, or null. @param {Iterable<Element>} elements */
export function rectangleAround(elements) {
  const boxes = [...elements]
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width || height);
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}
