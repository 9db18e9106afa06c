// The list of moves with their grades, and the branches between them.

import { follow } from "../table/panel.js";
import { el, t } from "../shared/messages.js";

/** The grades of moves that gave something away. */
export const WORSE = ["slip", "mistake", "blunder"];

/** The sign of a grade, told apart by its letters and its shape. */
export const badge = ({ grade, sign }) => el("span", { class: `grade-sign is-${grade}`, "aria-hidden": "true" }, sign);

export class MoveList {
  constructor(host, { onGo, onRemove }) {
    this.host = host;
    this.onGo = onGo;
    this.onRemove = onRemove;
    this.opened = new Map();
  }

  /** `graded(node)` is what is known of the move that led to a node. */
  show(tree, graded) {
    this.graded = graded;
    this.tree = tree;
    this.buttons = new Map();
    const main = tree.mainline.slice(1);
    const focused = this.host.contains(document.activeElement);
    const several = new Set(main.map(({ move }) => move.seat)).size > 2;
    const parts = [...this.branches(tree.root)];
    if (main[0]?.move.turn) parts.push(...this.turns(main));
    else if (main.length) parts.push(this.column(main, several));
    else if (!parts.length) parts.push(el("p", { class: "none" }, t("no.moves")));
    this.host.replaceChildren(...parts);
    if (focused) this.host.focus();
  }

  column(nodes, several, worded = false) {
    const list = el("ol", {});
    for (const node of nodes) {
      list.append(el("li", {}, this.entry(node, several, worded)));
      for (const branch of this.branches(node)) list.append(el("li", { class: "wide" }, branch));
    }
    return list;
  }

  /** The turns of a game that has long ones, each under what it came to. */
  turns(main) {
    const turns = [];
    for (const node of main) {
      if (turns.at(-1)?.[0].move.turn === node.move.turn) turns.at(-1).push(node);
      else turns.push([node]);
    }
    return turns.map((turn) => {
      const decided = turn.find(({ move }) => move.role) ?? turn[0];
      const recap = turn.at(-1).move.recap ?? decided.move.name;
      const role = decided.move.role ?? t("drawn");
      const worst = turn.map(this.graded).filter(Boolean).filter(({ grade }) => WORSE.includes(grade));
      worst.sort((a, b) => WORSE.indexOf(b.grade) - WORSE.indexOf(a.grade));
      const key = turn[0].id;
      const folded = el("details", { class: "turn", open: this.opened.get(key) ?? false });
      folded.append(
        el("summary", {}, el("span", {}, t("turn.told", { role, recap })), worst.length ? badge(worst[0]) : null),
        this.column(turn, false, true),
      );
      folded.addEventListener("toggle", () => this.opened.set(key, folded.open));
      return folded;
    });
  }

  /** What branches off after a node: every line but the one that goes on. */
  branches(node) {
    const others = node.main ? node.children.filter(({ main }) => !main) : node.children.slice(1);
    return others.map((first) => {
      const box = el("div", { class: "branch", role: "group", "aria-label": t("study.branch", { ply: first.ply, name: first.move.name }) });
      for (let at = first; at; at = at.children[0]) {
        box.append(this.entry(at, false));
        if (at.children.length > 1) box.append(...this.branches(at));
      }
      const remove = el("button", { class: "branch-remove", "aria-label": t("study.branch.remove", { ply: first.ply, name: first.move.name }), title: t("study.branch.remove.short") }, "×");
      remove.addEventListener("click", () => this.onRemove(first));
      box.append(remove);
      return box;
    });
  }

  entry(node, several, worded = false) {
    const { move, ply } = node;
    const found = this.graded(node);
    const drawn = move.seat < 0;
    const who = move.role ?? (drawn ? t("drawn") : "");
    const { name } = move;
    const label = [who ? t("told.move", { ply, role: who, name }) : t("told.alone", { ply, name }), found?.called].filter(Boolean).join(", ");
    const button = el(
      "button",
      { class: `move${drawn ? " is-chance" : ""}`, "data-node": node.id, "aria-label": label, title: name },
      el("span", { class: "ply" }, String(ply)),
      several && move.role ? el("span", { class: "who" }, move.role) : null,
      el("span", { class: worded ? "worded" : "text" }, worded ? move.name : move.move),
      found ? badge(found) : null,
    );
    button.addEventListener("click", () => this.onGo(node));
    this.buttons.set(node.id, button);
    return button;
  }

  /** Show which move led to the position on the board. */
  at(node) {
    const inside = this.host.contains(document.activeElement);
    for (const [id, button] of this.buttons) {
      if (id !== node.id) {
        button.removeAttribute("aria-current");
        continue;
      }
      button.setAttribute("aria-current", "step");
      const folded = button.closest("details:not([open])");
      if (folded) folded.open = true;
      follow(this.host, button);
      if (inside) button.focus({ preventScroll: true });
    }
    if (!node.parent) this.host.scrollTop = 0;
  }
}
