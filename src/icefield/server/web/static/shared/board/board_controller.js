// The board of a page: shows positions, turns touches into moves, and brings keys, control buttons,
// flipping, zooming and sounds together. All pages with a board use it; knows no rules.

import { around, byId, el, hasModifier, parseDrawing, refill } from "../dom.js";
import { announce, hideToast, showToast } from "../notices.js";
import { t } from "../translations.js";
import { ActionBar } from "./action_bar.js";
import { BoardGestures, directionOf } from "./board_gestures.js";
import { BoardNotes } from "./board_notes.js";
import { BoardView, directionOfKey } from "./board_view.js";
import { connectFlip } from "./orientation.js";
import { highlight, rings, setLayer } from "./overlay.js";
import { TouchPath } from "./touch_path.js";

/** @typedef {import("./touch_path.js").Marks} Marks */
/** @typedef {import("../sound.js").SoundPlayer} SoundPlayer */
/** @typedef {import("./board_gestures.js").Direction} Direction */

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
 * @property {() => boolean} [isStill] whether nothing can be decided at this moment
 * @property {() => string | null} [choiceText] what is told of a half-made choice, where it is not the usual
 * @property {(direction: Direction) => boolean} [onDirection] an arrow key or a swipe that makes no
 *   legal move; returns true where the page has dealt with it
 * @property {() => boolean} [takesDirections] whether `onDirection` may take one
 * @property {() => Iterable<string>} [points] spaces that the page points at
 * @property {boolean} [hasStepKeys] whether arrow keys beside the board belong to the page
 * @property {SoundPlayer} [sound]
 * @property {{ game: string, onFlip: () => unknown }} [flip]
 */

/**
 * Something that waits for a word of the player: a move to be confirmed, or one for later.
 *
 * @typedef {object} Proposal
 * @property {string} text
 * @property {string[]} touches to be marked on the board
 * @property {HTMLElement[]} buttons besides Cancel
 * @property {() => unknown} [onAgain] its last touch is touched once more
 * @property {() => unknown} onCancel
 */

/**
 * @typedef {object} ShownPosition
 * @property {string} svg
 * @property {Payload.LegalMove[]} [touches]
 * @property {Payload.Control[]} [controls]
 */

/** What a press of a button touches. @param {Payload.Control} control */
const touchOf = ({ id, touch }) => touch ?? id;

const PROPOSAL_LAYER = "proposal-marks";
const ABOUT_LAYER = "about-marks";
const FIELDS = "input, textarea, select, [role=slider], dialog[open], .moves-list, .moves";

export class BoardController {
  /** @param {BoardOptions} [options] */
  constructor(options = {}) {
    this.options = options;
    const host = byId("board");
    this.view = new BoardView(host, {
      onTouch: (id, pointer) => {
        if (pointer !== "keys") this.clearNotes();
        this.touch(id, pointer);
      },
      onMiss: () => {
        this.clearNotes();
        this.cancel();
      },
      onArrow: (direction) => this.takesDirections && this.go(/** @type {Direction} */ (direction)),
      onZoom: () => this.follow({ anew: true }),
      zoomButton: document.getElementById("map-size"),
    });
    this.bar = new ActionBar(this.view);
    this.followed = ""; // what the view went along with last
    this.notes = new BoardNotes(this.view);
    this.gestures = new BoardGestures(this.view, {
      canPick: (id) => !options.isStill?.() && this.path.canPick(id) && this.view.piecesOn(id).length > 0,
      onPick: (id) => this.pick(id),
      onDrop: (id, pointer) => this.drop(id, pointer),
      canSwipe: () => this.takesDirections,
      onSwipe: (direction) => this.go(direction),
      canDraw: () => this.view.spaces.length > 0,
      onDrawing: (from, to) => this.notes.sketch(from, to),
      onDrawn: (from, to) => this.notes.toggle(from, to),
    });
    this.choice = choiceLine(() => this.cancel());
    /** @type {Proposal | null} */
    this.proposal = null;
    this.showsProposal = false;
    this.showsAbout = false; // whether the spaces that a button is about are marked
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
    if (!options.hasStepKeys) {
      document.addEventListener("keydown", (event) => {
        const direction = directionOfKey(event.key);
        if (!direction || event.defaultPrevented || hasModifier(event) || event.shiftKey) return;
        if (around(event, FIELDS) || document.querySelector("dialog[open]") || !this.takesDirections) return;
        event.preventDefault();
        if (!event.repeat) this.go(direction);
      });
    }
    if (this.controlsHost) this.watchControls(this.controlsHost);
    document.querySelector(".skip[href='#board']")?.addEventListener("click", (event) => {
      if (this.view.focus()) event.preventDefault();
    });
  }

  // -- showing -----------------------------------------------------------------------------------

  /**
   * Show a position and what may be touched in it. What the viewer has drawn stays while `place`, or
   * else the drawing, is the same.
   *
   * @param {ShownPosition} position
   * @param {{ glide?: boolean, decision?: number, touched?: string[], place?: unknown }} [options]
   */
  show(position, { glide = true, decision = this.decision + 1, touched = [], place = position.svg } = {}) {
    this.draw(position.svg, { glide });
    this.offer(position, { decision, touched });
    this.notes.showFor(place);
    this.mark();
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
   * Set what may be touched, to be shown by `mark`. `touched` is kept where it begins a move, and
   * `picked` where that piece can go.
   *
   * @param {{ touches?: Payload.LegalMove[], controls?: Payload.Control[] }} position
   * @param {{ decision?: number, touched?: string[], picked?: string | null }} [options]
   */
  offer({ touches = [], controls = [] }, { decision = this.decision + 1, touched = [], picked = null } = {}) {
    if (decision !== this.decision) this.proposal = null;
    this.decision = decision;
    this.path = new TouchPath(touches, touched);
    if (picked !== null && !this.path.isBegun) this.path.pick(picked);
    const held = this.gestures.gesture && this.gestures.held;
    if (held && !this.path.pick(held)) this.gestures.abort(); // it cannot be moved any more
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
    this.follow();
  }

  /**
   * Go along with what happens: what is chosen, what the page points at, what the last move did, what
   * may be touched; at the beginning, where the game begins. The same thing is followed once, so that
   * who looks elsewhere may.
   *
   * @param {{ anew?: boolean }} [options]
   */
  follow({ anew = false } = {}) {
    const { view, path, proposal, decision } = this;
    const chosen = proposal ? proposal.touches : path.touched.length ? path.touched : path.picked ? [path.picked] : [];
    const points = [...(this.options.points?.() ?? [])];
    const key = JSON.stringify([chosen, points, decision, view.drawing?.length, proposal !== null]);
    if (key === this.followed && !anew) return;
    const isBeginning = !this.followed || anew;
    this.followed = key;
    const { last, home } = view.happened;
    const first = path.first.size * 2 < view.spaces.length ? path.first : [];
    const place = view.where(chosen, points, last, first, isBeginning ? home : []);
    this.bar.bringIntoView(view.reveal(place));
  }

  showMarks() {
    const { path, proposal } = this;
    const marks = proposal ? { "is-chosen": new Set(proposal.touches) } : path.marks;
    this.view.mark({ ...marks, ...(proposal ? {} : this.options.marks?.(path)) });
    for (const space of this.view.spaces) space.classList.toggle("can-pick", path.canPick(space.dataset.id ?? ""));
    this.view.host.classList.toggle("takes-swipes", this.takesDirections);
    if (proposal || this.showsProposal) setLayer(PROPOSAL_LAYER, proposal ? highlight(proposal.touches) : []);
    this.showsProposal = proposal !== null;
    if (this.notes.notes.length) this.notes.show();
    if (this.gestures.gesture) this.gestures.showLifted();
    this.showControls();
    this.showChoice();
  }

  /** Tell what was chosen so far and what is missing, with a button to let it go. */
  showChoice() {
    const { path, proposal, choice } = this;
    const text = proposal ? proposal.text : path.isBegun ? this.choiceText() : "";
    choice.host.hidden = !text;
    if (choice.text.textContent !== text) choice.text.textContent = text;
    choice.buttons.replaceChildren(...(proposal?.buttons ?? []));
  }

  /** What was touched last, and what comes next. */
  choiceText() {
    const { path, view, controls } = this;
    const last = path.last ?? "";
    const space = view.space(last);
    const given = this.options.choiceText?.();
    if (given) return given;
    const own = space ? space.dataset.chosen : controls.find(({ id }) => id === last)?.chosen;
    if (own && path.touched.length <= 1) return own;
    const next = [...path.next];
    const hasPlaces = next.some((id) => view.space(id));
    const hasButtons = next.some((id) => !view.space(id));
    const name = space ? view.label(last) : (controls.find(({ id }) => id === last)?.name ?? last);
    if (!hasPlaces) return t("choice.button", { name });
    if (hasButtons) return t("choice.both", { name });
    return path.touched.length > 1 ? t("choice.on", { name }) : t("choice.place", { name });
  }

  /** Wait for the player to agree to something; null for nothing. @param {Proposal | null} proposal */
  propose(proposal) {
    this.proposal = proposal;
    this.showMarks();
    if (proposal) announce(proposal.text);
    this.follow();
  }

  /** The buttons beside the board that are a possible next touch. */
  showControls() {
    if (!this.controlsHost) return;
    const { next, first, touched, isBegun } = this.path;
    const kept = this.controlsDecision === this.decision; // else Enter, held down, would decide what comes next
    this.controlsDecision = this.decision;
    /** @param {Payload.Control} control */
    const fits = ({ after }) =>
      !after || (after.length === touched.length && after.every((id, i) => id === touched[i]));
    const offered = this.proposal ? [] : this.controls.filter((each) => next.has(touchOf(each)) && fits(each));
    // what is a move of its own can be chosen instead, whatever has been touched
    const others =
      isBegun && !this.proposal ? this.controls.filter((each) => !each.after && first.has(touchOf(each))) : [];
    const standing = others.filter((each) => !offered.includes(each));
    const rank = (/** @type {Payload.Control} */ { minor }) => Number(minor ?? false);
    const buttons = [
      ...offered.filter((each) => !rank(each)).map((each) => this.controlButton(each, "primary")),
      ...standing.map((each) => this.controlButton(each, "")),
      ...offered.filter(rank).map((each) => this.controlButton(each, "small")),
    ];
    if (this.showsAbout) this.markAbout([]);
    if (refill(this.controlsHost, buttons, { kept })) this.view.focus();
  }

  /** @param {Payload.Control} control @param {string} look */
  controlButton(control, look) {
    const { id, name, picture, warning, drawn } = control;
    const button = el(
      "button",
      {
        class: this.options.controlClass?.(control) ?? `button ${look}`,
        "data-id": id,
        "data-drawn": drawn ?? false,
        title: drawn ? name : null,
      },
      picture ? parseDrawing(picture) : null,
      el("span", { class: "control-words" }, name, warning ? el("small", {}, warning) : null),
    );
    button.addEventListener("click", () => this.touch(touchOf(control), "mouse"));
    return button;
  }

  /** Mark the spaces that a button is about while it is pointed at. @param {HTMLElement} host */
  watchControls(host) {
    /** @param {Event} event */
    const show = (event) => {
      const id = around(event, "button[data-id]")?.dataset.id;
      this.markAbout(this.controls.find((each) => each.id === id)?.about ?? []);
    };
    for (const type of ["pointerover", "focusin"]) host.addEventListener(type, show);
    for (const type of ["pointerleave", "focusout"]) host.addEventListener(type, () => this.markAbout([]));
  }

  /** @param {string[]} spaces */
  markAbout(spaces) {
    this.showsAbout = spaces.length > 0;
    setLayer(ABOUT_LAYER, rings(spaces));
  }

  /** Remove what the viewer has drawn. */
  clearNotes() {
    if (this.notes.notes.length) this.notes.clear();
  }

  // -- touching ----------------------------------------------------------------------------------

  /**
   * @param {string} id
   * @param {string} pointer
   */
  touch(id, pointer) {
    const { options, proposal } = this;
    if (proposal && !this.settle(proposal, id)) return;
    if (options.onTouch?.(id, pointer)) return;
    const result = this.path.touch(id);
    if (result.move) {
      this.complete(result.move);
      return;
    }
    if (result.refused) {
      this.refuse(id);
      options.onRefused?.(result.refused);
      if (!this.view.space(id)?.classList.contains("occupied")) this.path.cancel(); // a touch of the empty board
    } else hideToast();
    this.mark();
    this.view.announceTouch(result, id, this.path.next, options.hint?.(this.path) ?? "");
  }

  /**
   * What becomes of a proposal at a touch: the same place once more agrees to it, another one lets it
   * go. Returns whether the touch counts for something else.
   *
   * @param {Proposal} proposal
   * @param {string} id
   */
  settle(proposal, id) {
    this.proposal = null;
    if (proposal.onAgain && proposal.touches.at(-1) === id) {
      proposal.onAgain();
      return false;
    }
    proposal.onCancel();
    if (proposal.touches.at(-1) !== id) return true;
    this.mark();
    return false;
  }

  /** @param {Payload.LegalMove} move */
  complete(move) {
    this.path.cancel();
    this.options.onMove?.(move);
    this.showMarks(); // the next position is told when it is shown
  }

  /** Pick a piece up. Returns whether it can be. @param {string} id */
  pick(id) {
    const { proposal } = this;
    this.proposal = null;
    proposal?.onCancel();
    if (!this.path.pick(id)) return false;
    this.clearNotes();
    hideToast();
    this.mark();
    return true;
  }

  /**
   * Let a piece go: on a place where it may go, or back.
   *
   * @param {string | null} id
   * @param {string} pointer
   */
  drop(id, pointer) {
    const { path } = this;
    if (id !== path.last) {
      if (id !== null && this.takesDrop(id, pointer)) return;
      path.cancel();
    }
    this.mark();
  }

  /** Whether a piece may be let go on a space; then it goes there. @param {string} id @param {string} pointer */
  takesDrop(id, pointer) {
    const { path, view } = this;
    const isFar = this.options.marks?.(path)["is-far"]?.has(id);
    const only = path.onlyMoveTo(id);
    const from = path.touched[0] ?? path.picked;
    if (!path.next.has(id) && !isFar && !only) return false;
    const { decision } = this;
    if (path.next.has(id) || isFar) this.touch(id, pointer);
    else if (only && !this.options.onTouch?.(id, pointer)) this.complete(only);
    if (from && !isFar && !this.proposal && !path.isBegun && decision === this.decision) view.putDown(from, id);
    return true;
  }

  /** Whether arrow keys and swipes are moves here. */
  get takesDirections() {
    return this.path.moves.some(({ directed }) => directed) || (this.options.takesDirections?.() ?? false);
  }

  /** Make the move in a direction of the screen. @param {Direction} direction */
  go(direction) {
    const { options, path, view } = this;
    if (options.isStill?.()) return true;
    const start = path.moves.find(({ directed }) => directed)?.start;
    if (start === undefined) return options.onDirection?.(direction) ?? false;
    const move = this.moveTowards(direction);
    if (move) this.touch(move.touches[0] ?? "", "keys");
    else {
      this.refuse(start);
      showToast(t("direction.none"), null, "note");
    }
    view.setTabStop(move?.touches.at(-1) ?? start);
    return true;
  }

  /** The legal move in a direction of the screen, or null. @param {Direction} direction */
  moveTowards([dx, dy]) {
    const { view } = this;
    const found = this.path.moves.find(({ directed, start, touches }) => {
      if (!directed || start === undefined) return false;
      const [[x, y], [toX, toY]] = [view.positionOf(start), view.positionOf(touches.at(-1) ?? "")];
      const way = directionOf(toX - x, toY - y);
      return way !== null && way[0] === dx && way[1] === dy;
    });
    return found ?? null;
  }

  /** Show that a touch was in vain. @param {string} id */
  refuse(id) {
    this.view.shake(id);
    this.options.sound?.play("refused");
  }

  /** Forget what was touched or waits for a word, without a word. */
  letGo() {
    this.gestures.abort();
    this.path.cancel();
    this.proposal = null;
    this.showChoice();
  }

  /** Take back what was touched, and say so. */
  cancel() {
    const { proposal } = this;
    this.options.onCancel?.();
    hideToast();
    this.gestures.abort();
    if (!this.path.isBegun && !proposal) return;
    this.proposal = null;
    proposal?.onCancel();
    this.path.cancel();
    this.mark();
    announce(t("cancelled"));
  }
}

/**
 * The line that tells of a half-made choice, in the place of the caption.
 *
 * @param {() => void} onCancel
 */
function choiceLine(onCancel) {
  const text = el("span", { class: "choice-text" });
  const buttons = el("span", { class: "choice-buttons" });
  const cancel = el("button", { class: "button small", id: "choice-cancel" }, t("choice.cancel"));
  const host = el("p", { class: "choice", id: "choice", hidden: true }, text, buttons, cancel);
  cancel.addEventListener("click", onCancel);
  document.getElementById("caption")?.before(host);
  return { host, text, buttons };
}
