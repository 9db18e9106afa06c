// What is said about the position on the board: the grade of the move that led to it with its reason,
// what the position is worth, and lines that can be played out.

import { lay, rings } from "../shared/overlay.js";
import { WORSE, badge } from "./move_tree_list.js";
import { el, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);

export class Told {
  /** `onLine(node, line, count)` is called to see the first moves of a line on the board. */
  constructor(onLine) {
    this.onLine = onLine;
  }

  /** `graded` is about the move that led to `node`, `now` about the position it led to. */
  show(node, graded, now) {
    $("told-move").replaceChildren(...(graded ? this.move(node, graded) : []));
    $("told-now").replaceChildren(...(now ? this.now(node, now) : []));
    const bad = graded && WORSE.includes(graded.grade);
    lay("reason-marks", bad && graded.reason ? rings(graded.reason.spaces) : []);
  }

  /** The server thinks about the position. */
  thinking() {
    $("told-now").replaceChildren(el("p", { class: "told-value" }, t("worth.thinking")));
  }

  forget() {
    for (const id of ["told-move", "told-now"]) $(id).replaceChildren();
    lay("reason-marks", []);
  }

  move(node, { grade, sign, called, gave, reason, better }) {
    const { role, name } = node.move;
    const head = el(
      "p",
      { class: `told-grade is-${grade}` },
      badge({ grade, sign }),
      el("span", {}, t("told.move", { ply: node.ply, role: role ?? "", name })),
      el("strong", {}, called),
    );
    const parts = [head];
    if (reason) {
      const rule = reason.rule && el("a", { href: `#rule-${reason.rule}` }, t("rule", { rule: reason.rule }));
      parts.push(el("p", { class: "told-reason" }, `${reason.text} `, rule));
    }
    if (gave && WORSE.includes(grade)) parts.push(el("p", { class: "told-gave" }, gave));
    if (better.length && WORSE.includes(grade)) parts.push(this.line(t("told.better"), node.parent, better));
    return parts;
  }

  now(node, { value, line, again }) {
    const parts = [el("p", { class: "told-value" }, value)];
    if (line.length) parts.push(this.line(t("told.best"), node, line));
    if (again) parts.push(el("p", { class: "told-gave" }, again));
    return parts;
  }

  line(title, node, line) {
    const list = el("ol", { class: "line-moves" });
    line.forEach((move, i) => {
      const button = el("button", { class: "line-move", title: move.name, "aria-label": t("told.step", { number: i + 1, name: move.name }) }, move.move);
      button.addEventListener("click", () => this.onLine(node, line, i + 1, false));
      list.append(el("li", {}, button));
    });
    const play = el("button", { class: "button small" }, t("told.play"));
    play.addEventListener("click", () => this.onLine(node, line, line.length, true));
    return el("div", { class: "line" }, el("h3", {}, title), list, play);
  }
}
