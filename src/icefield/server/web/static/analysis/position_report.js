// What is known of the position on the board: the grade of the move that led to it with its reason,
// the value of the position, and lines that can be played out.

import { moveArrow, rings, setLayer } from "../shared/board/overlay.js";
import { byId, el } from "../shared/dom.js";
import { t } from "../shared/translations.js";
import { isMade } from "./move_tree.js";
import { BAD_GRADES, gradeBadge } from "./move_tree_list.js";

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */
/** @typedef {import("./move_tree.js").MadeNode} MadeNode */
/** @typedef {{ value: string, line: Payload.LineMove[] }} Value of a position */
/** @typedef {(node: MoveNode, line: Payload.LineMove[], count: number, slowly: boolean) => unknown} PlayLine */

const REASON_LAYER = "reason-marks";
const BETTER_LAYER = "better-marks";

export class PositionReport {
  /** `onLine` shows the first moves of a line on the board. @param {PlayLine} onLine */
  constructor(onLine) {
    this.onLine = onLine;
  }

  /**
   * Show what is known of the move that led to a node, and of the position it led to.
   *
   * @param {MoveNode} node
   * @param {Payload.GradedMove | null} graded
   * @param {Value | null} value
   */
  show(node, graded, value) {
    byId("told-move").replaceChildren(...(graded && isMade(node) ? this.grade(node, graded) : []));
    byId("told-now").replaceChildren(...(value ? this.value(node, value) : []));
    const mistake = graded !== null && BAD_GRADES.includes(graded.grade) ? graded : null;
    setLayer(REASON_LAYER, mistake?.reason ? rings(mistake.reason.spaces) : []);
    setLayer(BETTER_LAYER, mistake ? moveArrow(mistake.better_way) : []);
  }

  /** Show that the engine is thinking about the position. */
  showThinking() {
    byId("told-now").replaceChildren(el("p", { class: "told-value" }, t("worth.thinking")));
  }

  clear() {
    for (const id of ["told-move", "told-now"]) byId(id).replaceChildren();
    this.clearMarks();
  }

  clearMarks() {
    for (const layer of [REASON_LAYER, BETTER_LAYER]) setLayer(layer, []);
  }

  /** @param {MadeNode} node @param {Payload.GradedMove} graded */
  grade(node, { grade, sign, called, gave, reason, better }) {
    const { role, name } = node.move;
    const isBad = BAD_GRADES.includes(grade);
    const children = [
      el(
        "p",
        { class: `told-grade is-${grade}` },
        gradeBadge({ grade, sign }),
        el("span", {}, t("told.move", { ply: node.ply, role: role ?? "", name })),
        el("strong", {}, called),
      ),
    ];
    if (reason) {
      const { rule, text } = reason;
      const link = rule && el("a", { href: `#rule-${rule}` }, t("rule", { rule }));
      children.push(el("p", { class: "told-reason" }, `${text} `, link || null));
    }
    if (gave && isBad) children.push(el("p", { class: "told-gave" }, gave));
    if (better.length && isBad) {
      const line = this.line(t("told.better"), node.parent, better);
      line.classList.add("is-better"); // in the colour of its arrow
      children.push(line);
    }
    return children;
  }

  /** @param {MoveNode} node @param {Value} value */
  value(node, { value, line }) {
    const children = [el("p", { class: "told-value" }, value)];
    if (line.length) children.push(this.line(t("told.best"), node, line));
    return children;
  }

  /** @param {string} title @param {MoveNode} node @param {Payload.LineMove[]} line */
  line(title, node, line) {
    const entries = line.map(({ move, name }, i) => {
      const label = t("told.step", { number: i + 1, name });
      const button = el("button", { class: "line-move", title: name, "aria-label": label }, move);
      button.addEventListener("click", () => this.onLine(node, line, i + 1, false));
      return el("li", {}, button);
    });
    const play = el("button", { class: "button small" }, t("told.play"));
    play.addEventListener("click", () => this.onLine(node, line, line.length, true));
    return el("div", { class: "line" }, el("h3", {}, title), el("ol", { class: "line-moves" }, ...entries), play);
  }
}
