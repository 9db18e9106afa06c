// The board of a page: shows positions, turns touches into moves, and brings keys, control buttons,
// flipping, zooming and sounds together. All pages with a board use it; knows no rules.

import { BoardView } from "./board_view.js";
import { around, byId, el, parseDrawing, refill } from "./dom.js";
import { announce, hideToast } from "./notices.js";
import { connectFlip } from "./orientation.js";
import { TouchPath } from "./touch_path.js";
import { t } from "./translations.js";

/** @typedef {import("./touch_path.js").Marks} Marks */
/** @typedef {import("./sound.js").SoundPlayer} SoundPlayer */

/**
 * @typedef {object} BoardOptions
 * @property {(id: string, pointer: string) => boolean} [onTouch] called before a touch becomes part of
 *   a move; returns true where the page has dealt with it
 * @property {(move: Payload.LegalMove) => unknown} [onMove] the touches make a complete move
 * @property {(touches: string[]) => unknown} [onRefused] the touches begin no move
 * @property {() => unknown} [onCancel] Escape, before the path is cleared
 * @property {(path: TouchPath) => unknown} [onMarked] what may be touched is shown
 * @property {(path: TouchPath) => Marks} [marks] marks besides those of the path
 * @property {(path: TouchPath) => string} [hint] more words when a touch is announced
 * @property {(control: Payload.Control) => string} [controlClass] the class of a control's button
 * @property {SoundPlayer} [sound]
 * @property {{ game: string, onFlip: () => unknown }} [flip]
 */

/**
 * @typedef {object} ShownPosition
 * @property {string} svg
 * @property {Payload.LegalMove[]} [touches]
 * @property {Payload.Control[]} [controls]
 */

export class BoardController {
  /** @param {BoardOptions} [options] */
  constructor(options = {}) {
    this.options = options;
    const host = byId("board");
    this.view = new BoardView(host, {
      onTouch: (id, pointer) => this.touch(id, pointer),
      zoomButton: document.getElementById("map-size"),
    });
    this.controlsHost = document.getElementById("controls");
    /** @type {Payload.Control[]} */
    this.controls = [];
    this.path = new TouchPath();
    this.decision = 0; // the number of the decision that is offered
    this.controlsDecision = -1; // and of the one that the control buttons are for
    if (options.flip) connectFlip(byId("flip"), options.flip.game, options.flip.onFlip);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      this.cancel();
      if (around(event, "#board")) event.preventDefault();
    });
  }

  // -- showing -----------------------------------------------------------------------------------

  /**
   * Show a position and what may be touched in it.
   *
   * @param {ShownPosition} position
   * @param {{ glide?: boolean, decision?: number, touched?: string[] }} [options]
   */
  show(position, { glide = true, decision = this.decision + 1, touched = [] } = {}) {
    this.draw(position.svg, { glide });
    this.offer(position, { decision, touched });
    this.mark();
    this.view.reveal(this.path.first);
  }

  /**
   * Show a drawing and leave what may be touched as it is.
   *
   * @param {string} drawing
   * @param {{ glide?: boolean }} [options]
   */
  draw(drawing, { glide = true } = {}) {
    const heard = this.view.show(drawing, { glide });
    this.options.sound?.playAll(heard);
  }

  /**
   * Set what may be touched, to be shown by `mark`. `touched` is kept where it begins a move.
   *
   * @param {{ touches?: Payload.LegalMove[], controls?: Payload.Control[] }} position
   * @param {{ decision?: number, touched?: string[] }} [options]
   */
  offer({ touches = [], controls = [] }, { decision = this.decision + 1, touched = [] } = {}) {
    this.decision = decision;
    this.path = new TouchPath(touches, touched);
    this.controls = controls;
  }

  /** Let nothing be touched. */
  close() {
    this.offer({});
  }

  /** Show what may be touched. */
  mark() {
    this.showMarks();
    this.options.onMarked?.(this.path);
  }

  showMarks() {
    this.view.mark({ ...this.path.marks, ...this.options.marks?.(this.path) });
    this.showControls();
  }

  /** The buttons beside the board that are a possible next touch. */
  showControls() {
    if (!this.controlsHost) return;
    const { next } = this.path;
    const kept = this.controlsDecision === this.decision; // else Enter, held down, would decide what comes next
    this.controlsDecision = this.decision;
    const buttons = this.controls.filter(({ id }) => next.has(id)).map((control) => this.controlButton(control));
    if (refill(this.controlsHost, buttons, { kept })) this.view.focus();
  }

  /** @param {Payload.Control} control */
  controlButton(control) {
    const { id, name, picture } = control;
    const look = this.options.controlClass?.(control) ?? "button primary";
    const button = el("button", { class: look, "data-id": id }, picture ? parseDrawing(picture) : null, name);
    button.addEventListener("click", () => this.touch(id, "mouse"));
    return button;
  }

  // -- touching ----------------------------------------------------------------------------------

  /**
   * @param {string} id
   * @param {string} pointer
   */
  touch(id, pointer) {
    const { options } = this;
    if (options.onTouch?.(id, pointer)) return;
    const result = this.path.touch(id);
    if (result.move) {
      options.onMove?.(result.move);
      this.showMarks(); // the next position is told when it is shown
      return;
    }
    if (result.refused) {
      this.refuse(id);
      options.onRefused?.(result.refused);
    } else hideToast();
    this.mark();
    this.view.announceTouch(result, id, this.path.next, options.hint?.(this.path) ?? "");
  }

  /** Show that a touch was in vain. @param {string} id */
  refuse(id) {
    this.view.shake(id);
    this.options.sound?.play("refused");
  }

  /** Take back what was touched, and say so. */
  cancel() {
    this.options.onCancel?.();
    hideToast();
    if (!this.path.touched.length) return;
    this.path.cancel();
    this.mark();
    announce(t("cancelled"));
  }
}
