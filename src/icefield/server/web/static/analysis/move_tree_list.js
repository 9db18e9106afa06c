// The list of moves with their grades, and the branches between them.

import { byTurn, connectNotation, isPlain, moveTexts, sentences } from "../shared/board/move_list.js";
import { el, scrollToEntry } from "../shared/dom.js";
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
    /** @type {MoveTree | null} */
    this.tree = null;
    /** @type {Map<number, boolean>} which turns the viewer has opened or closed */
    this.opened = new Map();
    /** @type {Map<number, HTMLElement>} by the node's id */
    this.buttons = new Map();
    connectNotation(host);
  }

  /** @param {MoveTree} tree */
  show(tree) {
    this.tree = tree;
    this.buttons.clear();
    const main = tree.mainline.filter(isMade);
    const hadFocus = this.host.contains(document.activeElement);
    /** @type {HTMLElement[]} */
    const children = main.length ? [] : this.branches(tree.root);
    if (main[0]?.move.turn) children.push(...byTurn(main, ({ move }) => move.turn).map((turn) => this.turn(turn)));
    else if (main.length) children.push(this.column(main, true));
    else if (!children.length) children.push(el("p", { class: "none" }, t("no.moves")));
    this.host.replaceChildren(...children);
    if (hadFocus) this.host.focus();
  }

  /** @param {MadeNode[]} nodes @param {boolean | string} withRole whether to name the players, or whom not to */
  column(nodes, withRole) {
    const list = el("ol");
    for (const node of nodes) {
      const named = typeof withRole === "string" ? node.move.role !== withRole : withRole;
      list.append(el("li", {}, this.entry(node, named), ...sentences(node.move.effects)));
      const after = [...this.branches(node.parent), ...(this.tree?.end === node ? this.branches(node) : [])];
      for (const branch of after) list.append(el("li", { class: "wide" }, branch));
    }
    return list;
  }

  /** A turn of several moves, folded under its summary and its worst grade. @param {[MadeNode, ...MadeNode[]]} turn */
  turn(turn) {
    const [first] = turn;
    const last = turn.at(-1) ?? first;
    const decided = turn.find(({ move }) => move.role) ?? first;
    if (
      isPlain(
        turn.map(({ move }) => move),
        last.move.recap,
      )
    )
      return this.column(turn, true);
    const recap = last.move.recap ?? decided.move.name;
    const { role } = decided.move;
    const graded = turn.map(this.gradeOf).filter((found) => found !== null);
    const bad = graded.filter(({ grade }) => BAD_GRADES.includes(grade));
    const [worst] = bad.sort((a, b) => BAD_GRADES.indexOf(b.grade) - BAD_GRADES.indexOf(a.grade));
    const folded = el("details", { class: "turn", open: this.opened.get(first.id) ?? false });
    folded.append(
      el(
        "summary",
        {},
        el("span", {}, role ? t("turn.told", { role, recap }) : recap),
        worst ? gradeBadge(worst) : null,
      ),
      this.column(turn, role ?? false),
    );
    folded.addEventListener("toggle", () => this.opened.set(first.id, folded.open));
    return folded;
  }

  /** The other moves after a node: every line but the one that goes on. @param {MoveNode} node */
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
      if (at !== first) box.append(...this.branches(at.parent)); // other moves in its place
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

  /** @param {MadeNode} node @param {boolean} withRole */
  entry(node, withRole) {
    const { move, ply } = node;
    const { name, role } = move;
    const graded = this.gradeOf(node);
    const isDrawn = move.seat < 0;
    const told = role ? t("told.move", { ply, role, name }) : t("told.alone", { ply, name });
    const button = el(
      "button",
      {
        class: `move${isDrawn ? " is-chance" : ""}`,
        "data-node": node.id,
        "aria-label": [told, graded?.called].filter(Boolean).join(", "),
        title: move.move,
      },
      el("span", { class: "ply" }, String(ply)),
      withRole && role ? el("span", { class: "who" }, role) : null,
      ...moveTexts(name, move.move),
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
