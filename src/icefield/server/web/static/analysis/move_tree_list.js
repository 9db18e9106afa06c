// The list of moves with their grades, and the branches between them.

import { el, scrollToEntry } from "../shared/dom.js";
import { byTurn } from "../shared/move_list.js";
import { t } from "../shared/translations.js";
import { isMade } from "./move_tree.js";

/** @typedef {import("./move_tree.js").MoveNode} MoveNode */
/** @typedef {import("./move_tree.js").MadeNode} MadeNode */
/** @typedef {import("./move_tree.js").MoveTree} MoveTree */

/** The grades of moves that gave something away, from the least. */
export const BAD_GRADES = ["slip", "mistake", "blunder"];

/** The sign of a grade, told apart by its letters and its shape. @param {{ grade: string, sign: string }} graded */
export const gradeBadge = ({ grade, sign }) =>
  el("span", { class: `grade-sign is-${grade}`, "aria-hidden": "true" }, sign);

export class MoveTreeList {
  /**
   * @param {HTMLElement} host
   * @param {{ gradeOf: (node: MoveNode) => Payload.GradedMove | null, onGo: (node: MoveNode) => unknown,
   *   onRemove: (node: MadeNode) => unknown }} options `gradeOf` is what is known of the move that led to a node
   */
  constructor(host, { gradeOf, onGo, onRemove }) {
    this.host = host;
    this.gradeOf = gradeOf;
    this.onGo = onGo;
    this.onRemove = onRemove;
    /** @type {Map<number, boolean>} which turns the viewer has opened or closed */
    this.opened = new Map();
    /** @type {Map<number, HTMLElement>} by the node's id */
    this.buttons = new Map();
  }

  /** @param {MoveTree} tree */
  show(tree) {
    this.buttons.clear();
    const main = tree.mainline.filter(isMade);
    const hadFocus = this.host.contains(document.activeElement);
    const isSeveral = new Set(main.map(({ move }) => move.seat)).size > 2;
    /** @type {HTMLElement[]} */
    const children = this.branches(tree.root);
    if (main[0]?.move.turn) children.push(...byTurn(main, ({ move }) => move.turn).map((turn) => this.turn(turn)));
    else if (main.length) children.push(this.column(main, isSeveral));
    else if (!children.length) children.push(el("p", { class: "none" }, t("no.moves")));
    this.host.replaceChildren(...children);
    if (hadFocus) this.host.focus();
  }

  /** @param {MadeNode[]} nodes @param {boolean} withRole @param {boolean} [inWords] */
  column(nodes, withRole, inWords = false) {
    const list = el("ol");
    for (const node of nodes) {
      list.append(el("li", {}, this.entry(node, withRole, inWords)));
      for (const branch of this.branches(node)) list.append(el("li", { class: "wide" }, branch));
    }
    return list;
  }

  /** A turn of several moves, folded under its summary and its worst grade. @param {[MadeNode, ...MadeNode[]]} turn */
  turn(turn) {
    const [first] = turn;
    const last = turn.at(-1) ?? first;
    const decided = turn.find(({ move }) => move.role) ?? first;
    const recap = last.move.recap ?? decided.move.name;
    const role = decided.move.role ?? t("drawn");
    const graded = turn.map(this.gradeOf).filter((found) => found !== null);
    const bad = graded.filter(({ grade }) => BAD_GRADES.includes(grade));
    const [worst] = bad.sort((a, b) => BAD_GRADES.indexOf(b.grade) - BAD_GRADES.indexOf(a.grade));
    const folded = el("details", { class: "turn", open: this.opened.get(first.id) ?? false });
    folded.append(
      el("summary", {}, el("span", {}, t("turn.told", { role, recap })), worst ? gradeBadge(worst) : null),
      this.column(turn, false, true),
    );
    folded.addEventListener("toggle", () => this.opened.set(first.id, folded.open));
    return folded;
  }

  /** What branches off after a node: every line but the one that goes on. @param {MoveNode} node */
  branches(node) {
    const others = node.isMain ? node.children.filter(({ isMain }) => !isMain) : node.children.slice(1);
    return others.filter(isMade).map((first) => this.branch(first));
  }

  /** @param {MadeNode} first @returns {HTMLElement} */
  branch(first) {
    const named = { ply: first.ply, name: first.move.name };
    const box = el("div", { class: "branch", role: "group", "aria-label": t("study.branch", named) });
    for (let at = /** @type {MoveNode | undefined} */ (first); at && isMade(at); at = at.children[0]) {
      box.append(this.entry(at, false));
      if (at.children.length > 1) box.append(...this.branches(at));
    }
    const look = {
      class: "branch-remove",
      "aria-label": t("study.branch.remove", named),
      title: t("study.branch.remove.short"),
    };
    const remove = el("button", look, "×");
    remove.addEventListener("click", () => this.onRemove(first));
    box.append(remove);
    return box;
  }

  /** @param {MadeNode} node @param {boolean} withRole @param {boolean} [inWords] */
  entry(node, withRole, inWords = false) {
    const { move, ply } = node;
    const { name, role } = move;
    const graded = this.gradeOf(node);
    const isDrawn = move.seat < 0;
    const who = role ?? (isDrawn ? t("drawn") : "");
    const told = who ? t("told.move", { ply, role: who, name }) : t("told.alone", { ply, name });
    const button = el(
      "button",
      {
        class: `move${isDrawn ? " is-chance" : ""}`,
        "data-node": node.id,
        "aria-label": [told, graded?.called].filter(Boolean).join(", "),
        title: name,
      },
      el("span", { class: "ply" }, String(ply)),
      withRole && role ? el("span", { class: "who" }, role) : null,
      el("span", { class: inWords ? "worded" : "text" }, inWords ? name : move.move),
      graded ? gradeBadge(graded) : null,
    );
    button.addEventListener("click", () => this.onGo(node));
    this.buttons.set(node.id, button);
    return button;
  }

  /** Mark the move that led to the position on the board. @param {MoveNode} node */
  markCurrent(node) {
    const hasFocus = this.host.contains(document.activeElement);
    for (const [id, button] of this.buttons) {
      if (id !== node.id) {
        button.removeAttribute("aria-current");
        continue;
      }
      button.setAttribute("aria-current", "step");
      const folded = button.closest("details");
      if (folded) folded.open = true;
      scrollToEntry(this.host, button);
      if (hasFocus) button.focus({ preventScroll: true });
    }
    if (!node.parent) this.host.scrollTop = 0;
  }
}
