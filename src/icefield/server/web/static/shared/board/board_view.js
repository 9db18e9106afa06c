// The drawn board: shows what the server drew, turns clicks, fingers and keys into touches of spaces,
// and fits a large board to a small screen.

import { around, drawingText, hasModifier, parseDrawing, parts } from "../dom.js";
import { announce } from "../notices.js";
import { t } from "../translations.js";
import { rectangleAround } from "./action_bar.js";
import { animateFrom, positionOf, Snapshot } from "./animation.js";

/** @typedef {import("./touch_path.js").Mark} Mark */
/** @typedef {import("./touch_path.js").Marks} Marks */
/** @typedef {import("./touch_path.js").TouchResult} TouchResult */

/** @type {Mark[]} */
const MARKS = ["is-own", "is-target", "is-far", "is-chosen"];
/** @type {Map<string, [dx: number, dy: number]>} */
const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);
/** The direction of an arrow key, or null. @param {string} key @returns {[number, number] | null} */
export const directionOfKey = (key) => ARROWS.get(key) ?? null;

const REFUSED_MS = 1600;
const LARGE_SPACE_PX = 44; // of a board that is drawn large enough for fingers
const SMALL_SPACE_PX = 38; // smaller spaces are hard to touch
const EDGE_PX = 40; // that a place is kept away from the edge of a large board

export class BoardView {
  /**
   * `onTouch(id, pointer)` is called for what a player touches; `pointer` is "mouse", "touch", "pen"
   * or "keys". `onMiss` is called for a click beside all spaces. `onArrow` takes an arrow key where it
   * returns true; else it goes from space to space, as it does with Shift. `zoomButton` switches
   * between a large board and the whole one.
   *
   * @param {HTMLElement} host
   * @param {{ onTouch: (id: string, pointer: string) => void, onMiss?: () => void, onArrow?: (direction: [number, number]) => boolean, onZoom?: () => void, zoomButton: HTMLElement | null }} options
   */
  constructor(host, { onTouch, onMiss, onArrow, onZoom, zoomButton }) {
    this.host = host;
    this.zoomButton = zoomButton;
    this.showsAll = false; // whether the viewer wants to see the whole board
    /** @type {string | null} the drawing that is shown */
    this.drawing = null;
    /** @type {string | null} the space that has the focus, or gets it next */
    this.at = null;
    /** @type {{ at: string | undefined, across: boolean, x: number, y: number } | null} the line that arrow keys keep to */
    this.line = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.refusing = undefined;
    this.isClickSpent = false; // the end of a drag is no click
    let pointer = "mouse";
    host.addEventListener("pointerdown", (event) => {
      pointer = event.pointerType;
      this.isClickSpent = false;
    });
    host.addEventListener("click", (event) => {
      if (this.isClickSpent) {
        this.isClickSpent = false;
        event.stopImmediatePropagation();
        return;
      }
      const id = around(event, ".space[role=button]")?.dataset.id;
      if (!id) return onMiss?.();
      this.setTabStop(id);
      onTouch(id, pointer);
    });
    host.addEventListener("keydown", (event) => {
      if (hasModifier(event)) return;
      const space = around(event, ".space");
      const arrow = ARROWS.get(event.key);
      if (!space) return;
      if (arrow && !event.shiftKey && onArrow?.(arrow)) event.preventDefault();
      else if (arrow) this.goToNeighbour(space, arrow);
      else if (event.key !== "Enter" && event.key !== " ") return;
      else if (!event.repeat) onTouch(space.dataset.id ?? "", "keys");
      event.preventDefault();
    });
    zoomButton?.addEventListener("click", () => {
      this.showsAll = !this.showsAll;
      this.fit();
      onZoom?.();
    });
    if (zoomButton) window.addEventListener("resize", () => this.fit());
  }

  get spaces() {
    return parts(this.host, ".space");
  }

  /** @param {string} id @returns {HTMLElement | null} */
  space(id) {
    return this.host.querySelector(`.space[data-id="${CSS.escape(id)}"]`);
  }

  /** The space at a point of the window, or null. @param {number} x @param {number} y */
  idAt(x, y) {
    const space = document.elementFromPoint(x, y)?.closest("#board .space[role=button]");
    return space?.getAttribute("data-id") ?? null;
  }

  /** The pieces on a space that a player would pick up: those of players, or else all. @param {string} id */
  piecesOn(id) {
    const on = parts(this.host, `.piece[data-space="${CSS.escape(id)}"]`);
    const own = on.filter((piece) => piece.dataset.seat !== undefined);
    return own.length ? own : on;
  }

  /** Where the middle of a space is, in board units. @param {string} id */
  positionOf(id) {
    const space = this.space(id);
    return space ? positionOf(space) : [0, 0];
  }

  /**
   * Leave the pieces of a space on the one where they were let go, until the board is drawn anew.
   *
   * @param {string} from
   * @param {string} to
   */
  putDown(from, to) {
    const [[x, y], [toX, toY]] = [this.positionOf(from), this.positionOf(to)];
    for (const piece of this.piecesOn(from)) {
      piece.classList.add("is-put-down");
      piece.style.translate = `${toX - x}px ${toY - y}px`;
    }
  }

  /** Take back what `putDown` did. */
  putBack() {
    for (const piece of parts(this.host, ".is-put-down")) {
      piece.classList.remove("is-put-down");
      piece.style.translate = "";
    }
  }

  /** Do not take the click that ends a drag for a touch. */
  ignoreNextClick() {
    this.isClickSpent = true;
    setTimeout(() => {
      this.isClickSpent = false; // a drag need not end with a click
    });
  }

  /** What a screen reader calls a space. @param {string} id */
  label(id) {
    return this.space(id)?.getAttribute("aria-label") ?? id;
  }

  /** The drawing that the page came with, as text. */
  get embedded() {
    return drawingText(this.host);
  }

  /**
   * Show another drawing; pieces go to their new places unless `glide` is false. Returns the sounds
   * that belong to it, each with its delay in milliseconds. The same drawing goes on moving.
   *
   * @param {string} drawing
   * @param {{ glide?: boolean }} [options]
   * @returns {Map<string, number>}
   */
  show(drawing, { glide = true } = {}) {
    if (drawing === this.drawing) {
      for (const layer of parts(this.host, ".page-marks")) layer.remove();
      return new Map();
    }
    this.drawing = drawing;
    const hadFocus = this.host.contains(document.activeElement);
    const before = glide ? new Snapshot(this.host) : null;
    this.host.replaceChildren(parseDrawing(drawing));
    const heard = before ? animateFrom(before, this.host) : new Map();
    if (this.host.querySelector(".space[role=button]")) {
      this.setTabStop(this.at && this.space(this.at) ? this.at : null, hadFocus);
    }
    this.fit();
    return heard;
  }

  /** Waits until all pieces have arrived. */
  async settled() {
    const moving = this.host.getAnimations({ subtree: true });
    const ending = moving.filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }

  /** Mark spaces, and no others. @param {Marks} marks */
  mark(marks) {
    this.putBack();
    for (const space of this.spaces) {
      const id = space.dataset.id ?? "";
      for (const mark of MARKS) space.classList.toggle(mark, marks[mark]?.has(id) ?? false);
      if (marks["is-chosen"]?.has(id)) space.setAttribute("aria-pressed", "true");
      else space.removeAttribute("aria-pressed");
    }
    if (!this.at) this.setTabStop([...(marks["is-own"] ?? [])].sort()[0] ?? null);
  }

  /**
   * Announce what a touch of a space has led to: what may follow, or that it was cancelled.
   *
   * @param {TouchResult} result
   * @param {string} id
   * @param {Iterable<string>} next
   * @param {string} more
   */
  announceTouch({ chosen, cancelled }, id, next, more) {
    if (chosen) {
      const targets = [...next].map((target) => this.label(target)).join("; ");
      announce(t("chosen", { space: this.label(id), targets }) + more);
    } else if (cancelled) announce(t("cancelled"));
  }

  /** Shake a space that was touched in vain. @param {string} id */
  shake(id) {
    const space = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (this.space(id)));
    if (!space) return;
    space.classList.remove("is-refused");
    space.getBBox(); // begins the animation anew
    space.classList.add("is-refused");
    clearTimeout(this.refusing);
    this.refusing = setTimeout(() => space.classList.remove("is-refused"), REFUSED_MS);
  }

  // -- keys --------------------------------------------------------------------------------------

  /**
   * Make one space the stop of the Tab key; without an id the first one.
   *
   * @param {string | null} id
   * @param {boolean} [focus]
   */
  setTabStop(id, focus = false) {
    const spaces = this.spaces;
    const chosen = (id && this.space(id)) || spaces[0];
    if (!chosen) return;
    if (id) this.at = id;
    for (const space of spaces) space.setAttribute("tabindex", space === chosen ? "0" : "-1");
    if (!focus) return;
    chosen.focus({ preventScroll: true });
    if (this.host.scrollWidth > this.host.clientWidth) chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Give the focus to the stop of the Tab key. Returns whether there is one. */
  focus() {
    const stop = /** @type {HTMLElement | null} */ (this.host.querySelector(".space[tabindex='0']"));
    stop?.focus({ preventScroll: true });
    return stop !== null;
  }

  /**
   * Go to the nearest space in a direction. Where hexes lie to both sides of the way, going on and on
   * keeps to the line it began on.
   *
   * @param {HTMLElement} from
   * @param {[dx: number, dy: number]} direction
   */
  goToNeighbour(from, [dx, dy]) {
    const [x, y] = positionOf(from);
    const across = dx !== 0;
    const { line: before } = this;
    const goesOn = before !== null && before.at === from.dataset.id && before.across === across;
    const line = goesOn ? before : { at: from.dataset.id, across, x, y };
    this.line = line;
    let best = null;
    let least = Infinity;
    for (const space of this.spaces) {
      const [sx, sy] = positionOf(space);
      const along = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (along < 0.1 || aside > along * 1.5) continue;
      const astray = Math.abs(across ? sy - line.y : sx - line.x);
      const cost = along + 1.5 * aside + 0.1 * astray; // the next column of hexes before the one behind
      if (cost < least) [best, least] = [space, cost];
    }
    if (!best) return;
    line.at = best.dataset.id;
    this.setTabStop(best.dataset.id ?? null, true);
  }

  // -- size --------------------------------------------------------------------------------------

  /** Find the right size for the drawing; its units are spaces. */
  fit() {
    const width = this.host.querySelector("svg")?.viewBox.baseVal.width;
    if (!width || !this.zoomButton) return;
    const isSmall = this.host.clientWidth / width < SMALL_SPACE_PX;
    const isLarge = isSmall && !this.showsAll;
    this.host.classList.toggle("is-large", isLarge);
    if (isLarge) this.host.style.setProperty("--map", `${Math.ceil(width * LARGE_SPACE_PX)}px`);
    this.zoomButton.hidden = !isSmall;
    this.zoomButton.textContent = t(this.showsAll ? "map.larger" : "map.whole");
  }

  /**
   * Where something happens: the first of several groups of places that is on the board. A place is
   * the id of a space or an element of the drawing.
   *
   * @param {Iterable<string | Element>[]} groups
   */
  where(...groups) {
    for (const group of groups) {
      const places = [...group].map((each) => (typeof each === "string" ? this.hitOf(each) : each));
      const found = rectangleAround(places.filter((place) => place !== null));
      if (found) return found;
    }
    return null;
  }

  /** What is touched of a space. @param {string} id @returns {Element | null} */
  hitOf(id) {
    const space = this.space(id);
    return space?.querySelector(".hit") ?? space;
  }

  /** What the last move did, and where a game begins. */
  get happened() {
    return { last: parts(this.host, ".marks > *"), home: parts(this.host, ".space.home .hit") };
  }

  /**
   * Scroll a large board sideways until something is in view: all of it, or its middle where it is too
   * wide. Returns where it is now.
   *
   * @param {DOMRect | null} place
   */
  reveal(place) {
    if (!place || !this.host.classList.contains("is-large")) return place;
    const view = this.host.getBoundingClientRect();
    const before = this.host.scrollLeft;
    const room = Math.min(EDGE_PX, Math.max(0, (view.width - place.width) / 2));
    if (place.width > view.width) this.host.scrollLeft += (place.left + place.right - view.left - view.right) / 2;
    else if (place.left < view.left + room) this.host.scrollLeft -= view.left + room - place.left;
    else if (place.right > view.right - room) this.host.scrollLeft += place.right - view.right + room;
    return new DOMRect(place.x - (this.host.scrollLeft - before), place.y, place.width, place.height);
  }
}
