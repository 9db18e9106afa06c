// What a pointer does on a board besides pressing: it drags a piece, swipes over the board, or draws
// an arrow with the right button or after a long press. Knows no rules: the page says which pieces can
// be picked up, and what a drop, a swipe and an arrow mean.

import { parts, svgEl } from "../dom.js";

/** @typedef {import("./board_view.js").BoardView} BoardView */
/** @typedef {[dx: number, dy: number]} Direction one of right, left, down, up */

/**
 * @typedef {object} GestureHandlers
 * @property {(id: string) => boolean} canPick whether the piece on a space can be picked up
 * @property {(id: string) => boolean} onPick it is picked up
 * @property {(id: string | null, pointer: string) => void} onDrop it is let go, on a space or elsewhere
 * @property {() => boolean} canSwipe
 * @property {(direction: Direction) => void} onSwipe
 * @property {() => boolean} canDraw whether arrows can be drawn
 * @property {(from: string, to: string | null) => void} onDrawing an arrow is being drawn
 * @property {(from: string, to: string | null) => void} onDrawn an arrow is finished; null: given up
 */

/** @typedef {"press" | "drag" | "swipe" | "arrow"} Kind */

/**
 * @typedef {object} Gesture
 * @property {Kind} kind
 * @property {number} pointerId
 * @property {string} pointer
 * @property {string | null} from
 * @property {number} x where it began
 * @property {number} y
 * @property {number} begun in milliseconds
 */

const SLOP_PX = 5; // a hand on a mouse is not still
const FINGER_SLOP_PX = 10;
const SWIPE_PX = 24;
const FLICK_MS = 500; // a swipe that begins on a piece takes no longer
const LONG_PRESS_MS = 450;
const GHOST_SIZE = 1.15; // of a piece that is held, so that a finger does not hide it
const RIGHT_BUTTON = 2;

/** The direction of a way on the screen, where one is clear. @param {number} dx @param {number} dy @returns {Direction | null} */
export function directionOf(dx, dy) {
  const [across, down] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(across, down) < 1.5 * Math.min(across, down)) return null;
  return across > down ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
}

export class BoardGestures {
  /**
   * @param {BoardView} view
   * @param {GestureHandlers} handlers
   */
  constructor(view, handlers) {
    this.view = view;
    this.host = view.host;
    this.handlers = handlers;
    /** @type {Gesture | null} */
    this.gesture = null;
    /** @type {SVGElement | null} the piece under the pointer */
    this.ghost = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    const { host } = this;
    host.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || host.inert) return;
      const from = view.idAt(event.clientX, event.clientY);
      const isRight = event.button === RIGHT_BUTTON;
      const isFinger = event.pointerType !== "mouse";
      const canDraw = from !== null && handlers.canDraw();
      const isWanted =
        event.button === 0 &&
        ((from !== null && handlers.canPick(from)) || handlers.canSwipe() || (isFinger && canDraw));
      if (isWanted || (isRight && canDraw)) this.begin(event, from, isRight ? "arrow" : "press", isFinger && canDraw);
    });
    window.addEventListener("pointermove", (event) => {
      if (this.gesture?.pointerId === event.pointerId) this.move(event.clientX, event.clientY);
    });
    window.addEventListener("pointerup", (event) => {
      if (this.gesture?.pointerId === event.pointerId) this.end(event.clientX, event.clientY);
    });
    window.addEventListener("pointercancel", (event) => {
      if (this.gesture?.pointerId === event.pointerId) this.abort();
    });
    window.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary) this.abort(); // two fingers zoom
    });
    // the page stays where it is while a finger draws or drags; so the browser must wait for the listener
    host.addEventListener(
      "touchmove",
      (event) => this.gesture && this.gesture.kind !== "press" && event.preventDefault(),
      {
        passive: false,
      },
    );
    host.addEventListener("contextmenu", (event) => {
      if (handlers.canDraw() || this.gesture) event.preventDefault();
    });
  }

  /** The space whose piece is being dragged, or null. */
  get held() {
    return this.gesture?.kind === "drag" ? this.gesture.from : null;
  }

  /**
   * @param {PointerEvent} event
   * @param {string | null} from
   * @param {Kind} kind
   * @param {boolean} canHold whether a long press draws
   */
  begin(event, from, kind, canHold) {
    const { pointerId, pointerType: pointer, clientX: x, clientY: y, timeStamp: begun } = event;
    this.gesture = { kind, pointerId, pointer, from, x, y, begun };
    clearTimeout(this.holding);
    if (canHold) this.holding = setTimeout(() => this.hold(), LONG_PRESS_MS);
    if (kind === "arrow" && from) this.handlers.onDrawing(from, from);
  }

  /** A finger has rested: it draws from now on. */
  hold() {
    const { gesture } = this;
    if (gesture?.kind !== "press" || !gesture.from) return;
    gesture.kind = "arrow";
    this.keepPointer(gesture);
    navigator.vibrate?.(15);
    this.handlers.onDrawing(gesture.from, gesture.from);
  }

  /** Hear of a finger also when the drawing under it is replaced. @param {Gesture} gesture */
  keepPointer({ pointer, pointerId }) {
    if (pointer !== "mouse") this.host.setPointerCapture(pointerId);
  }

  /** @param {number} x @param {number} y */
  move(x, y) {
    const { gesture, handlers } = this;
    if (!gesture) return;
    const slop = gesture.pointer === "mouse" ? SLOP_PX : FINGER_SLOP_PX;
    if (gesture.kind === "press") {
      if (Math.hypot(x - gesture.x, y - gesture.y) < slop) return;
      clearTimeout(this.holding);
      if (gesture.from && handlers.canPick(gesture.from) && handlers.onPick(gesture.from)) this.lift(gesture);
      else if (handlers.canSwipe() && gesture.pointer !== "mouse") gesture.kind = "swipe";
      else this.gesture = null; // the page scrolls
    }
    if (gesture.kind === "drag") this.carry(x, y);
    if (gesture.kind === "arrow" && gesture.from) handlers.onDrawing(gesture.from, this.view.idAt(x, y));
  }

  /** @param {number} x @param {number} y */
  end(x, y) {
    const { gesture, handlers } = this;
    if (!gesture) return;
    const isFlick = performance.now() - gesture.begun < FLICK_MS;
    const direction = directionOf(x - gesture.x, y - gesture.y);
    const isSwipe = direction !== null && Math.hypot(x - gesture.x, y - gesture.y) >= SWIPE_PX;
    const at = this.view.idAt(x, y);
    this.finish();
    if (gesture.kind !== "press") this.view.ignoreNextClick();
    if (gesture.kind === "arrow" && gesture.from) handlers.onDrawn(gesture.from, at);
    else if (gesture.kind === "swipe" && isSwipe) handlers.onSwipe(direction);
    else if (gesture.kind === "drag") {
      const isPlace = at !== null && (at === gesture.from || this.view.space(at)?.classList.contains("is-target"));
      if (!isPlace && isSwipe && isFlick && gesture.pointer !== "mouse" && handlers.canSwipe())
        handlers.onSwipe(direction);
      else handlers.onDrop(at, gesture.pointer);
    }
  }

  /** Give up what is going on, without a word. */
  abort() {
    const { gesture } = this;
    if (!gesture) return;
    this.finish();
    if (gesture.kind === "drag") this.handlers.onDrop(null, gesture.pointer);
    if (gesture.kind === "arrow" && gesture.from) this.handlers.onDrawn(gesture.from, null);
  }

  finish() {
    clearTimeout(this.holding);
    this.gesture = null;
    this.ghost?.remove();
    this.ghost = null;
    for (const lifted of parts(this.host, ".is-lifted")) lifted.classList.remove("is-lifted");
    for (const over of parts(this.host, ".space.is-over")) over.classList.remove("is-over");
    this.host.classList.remove("is-dragging");
  }

  // -- the piece under the pointer ---------------------------------------------------------------

  /** Take the piece off the board. @param {Gesture} gesture */
  lift(gesture) {
    const drawing = this.host.querySelector("svg");
    const space = gesture.from && this.view.space(gesture.from);
    if (!drawing || !gesture.from || !space) return;
    gesture.kind = "drag";
    this.keepPointer(gesture);
    const box = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (space)).getCTM();
    const scale = box?.a ?? 1; // pixels of a board unit
    const [x, y] = this.view.positionOf(gesture.from);
    const pieces = this.view.piecesOn(gesture.from).map((piece) => /** @type {Element} */ (piece.cloneNode(true)));
    const size = 1.6; // board units around the middle of the space
    this.ghost = svgEl(
      "svg",
      {
        class: `${drawing.getAttribute("class")} drag-ghost`,
        viewBox: `${x - size / 2} ${y - size / 2} ${size} ${size}`,
        width: size * scale * GHOST_SIZE,
        height: size * scale * GHOST_SIZE,
        "aria-hidden": "true",
      },
      ...pieces,
    );
    document.body.append(this.ghost);
    this.host.classList.add("is-dragging");
    this.showLifted();
  }

  /** Show in the drawing which piece is held; again after it was drawn anew. */
  showLifted() {
    if (this.held === null) return;
    for (const piece of this.view.piecesOn(this.held)) piece.classList.add("is-lifted");
  }

  /** @param {number} x @param {number} y */
  carry(x, y) {
    if (!this.ghost) return;
    const { width, height } = this.ghost.getBoundingClientRect();
    this.ghost.style.translate = `${x - width / 2}px ${y - height / 2}px`;
    const at = this.view.idAt(x, y);
    for (const space of this.view.spaces) space.classList.toggle("is-over", space.dataset.id === at);
  }
}
