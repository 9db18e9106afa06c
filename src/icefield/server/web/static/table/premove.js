// A move that a player chooses before the turn comes. It stays in this page, is made when the turn
// comes and it is legal, and is dropped with a note when it is not. Knows no rules: any piece of the
// player's may be sent to any place, and the legal moves decide later.

import { directionOf } from "../shared/board/board_gestures.js";
import { parts } from "../shared/dom.js";
import { showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";

/** @typedef {import("../shared/board/board_controller.js").BoardController} BoardController */
/** @typedef {import("../shared/board/board_gestures.js").Direction} Direction */

export class Premove {
  /** @param {BoardController} board */
  constructor(board) {
    this.board = board;
    /** @type {[from: string, to: string] | null} */
    this.chosen = null;
    /** @type {Payload.TableState | null} */
    this.state = null;
  }

  /** Whether a move for the next turn may be chosen now. */
  get isOpen() {
    const { state } = this;
    return Boolean(state?.premoves && !state.deciding && !state.outcome);
  }

  /** The spaces with pieces of the player's. */
  get own() {
    const seat = this.state?.seat ?? -1;
    const pieces = parts(this.board.view.host, `.piece[data-seat="${seat}"][data-space]`);
    return [...new Set(pieces.map((piece) => piece.dataset.space ?? ""))];
  }

  /** A state is on the board. Returns what may be touched. @param {Payload.TableState} state */
  show(state) {
    const isOther = this.state !== null && state.sheet.rows.length !== this.state.sheet.rows.length;
    this.state = state;
    if (isOther || state.outcome || !state.premoves) this.chosen = null;
    if (!this.isOpen) return state.touches;
    const spaces = this.board.view.spaces.map((space) => space.dataset.id ?? "");
    return this.own.flatMap((from) =>
      spaces.filter((to) => to !== from).map((to) => ({ move: "", name: "", touches: [from, to] })),
    );
  }

  /** Show what was chosen, or nothing. */
  propose() {
    if (!this.isOpen || !this.chosen) return;
    const { view } = this.board;
    const [from, to] = this.chosen.map((id) => view.label(id).split(/[,:、：]/)[0] ?? id);
    this.board.proposal = {
      text: t("premove.set", { from, to }),
      touches: this.chosen,
      buttons: [],
      onCancel: () => {
        this.chosen = null;
      },
    };
  }

  /** Keep a move for the next turn. @param {string[]} touches */
  choose(touches) {
    this.chosen = [touches[0] ?? "", touches.at(-1) ?? ""];
    this.propose();
    this.board.propose(this.board.proposal);
  }

  /** Keep a direction for the next turn. Returns whether one can be. @param {Direction} direction */
  chooseDirection([dx, dy]) {
    const [from] = this.own;
    if (!this.isOpen || this.state?.premoves !== "directions" || from === undefined) return false;
    const { view } = this.board;
    const [x, y] = view.positionOf(from);
    const to = view.spaces
      .map((space) => space.dataset.id ?? "")
      .find((id) => {
        const [sx, sy] = view.positionOf(id);
        return Math.hypot(sx - x - dx, sy - y - dy) < 0.1;
      });
    if (to !== undefined) this.choose([from, to]);
    return true;
  }

  /** The legal move that was chosen before, once the turn has come; a note where there is none. */
  take() {
    const { chosen, state } = this;
    if (!chosen || !state?.deciding) return null;
    this.chosen = null;
    const [from, to] = chosen;
    const isDirection = state.premoves === "directions";
    const move = isDirection ? this.directed(from, to) : this.moved(from, to);
    if (!move) showToast(t("premove.dropped"), null, "note");
    return move?.move ?? null;
  }

  /** @param {string} from @param {string} to */
  moved(from, to) {
    const found = this.board.path.moves.filter(
      ({ touches, start }) => (start ?? touches[0]) === from && touches.at(-1) === to,
    );
    return found.length === 1 ? found[0] : null;
  }

  /** @param {string} from @param {string} to */
  directed(from, to) {
    const { view, path } = this.board;
    const [[x, y], [toX, toY]] = [view.positionOf(from), view.positionOf(to)];
    const direction = directionOf(toX - x, toY - y);
    const stands = path.moves.some(({ start }) => start === from);
    return direction && stands ? this.board.moveTowards(direction) : null;
  }
}
