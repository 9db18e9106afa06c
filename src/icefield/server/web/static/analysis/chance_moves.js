// What may be drawn where chance decides: dice, bag and deck, chosen by hand or drawn by their odds.

import { byId, el } from "../shared/dom.js";
import { t } from "../shared/translations.js";

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */

/** Who decides where chance does. */
export const CHANCE = { seat: -1, role: null };

export class ChanceMoves {
  /** `onMade(node, move)` makes a move of chance after a node. @param {(node: MoveNode, move: Payload.ChanceMove) => unknown} onMade */
  constructor(onMade) {
    this.onMade = onMade;
  }

  /**
   * List what may be drawn after a node; nothing where a seat decides.
   *
   * @param {MoveNode | null} node
   * @param {Payload.ChanceMove[] | null} moves
   */
  show(node, moves) {
    byId("chance").hidden = !moves;
    byId("chance-moves").replaceChildren(
      ...(moves ?? []).map((move) => {
        const percent = el("small", {}, t("study.percent", { percent: move.percent }));
        const made = el("button", { class: "line-move" }, el("span", {}, move.name), percent);
        made.addEventListener("click", () => node && this.onMade(node, move));
        return el("li", {}, made);
      }),
    );
  }

  /**
   * Draw one of the moves of chance, by their odds.
   *
   * @param {MoveNode} node
   * @param {Payload.ChanceMove[] | null} moves
   */
  draw(node, moves) {
    if (!moves) return;
    let left = Math.random() * moves.reduce((sum, { percent }) => sum + percent, 0);
    const drawn = moves.find(({ percent }) => {
      left -= percent;
      return left <= 0;
    });
    this.onMade(node, drawn ?? moves[0]);
  }
}
