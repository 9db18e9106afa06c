// The drawn board: shows what the server drew, lets it move (see motion.js), and turns mouse, finger
// and keys into touches of spaces.

import { Moment, move, place } from "./animation.js";
import { announce, t } from "./messages.js";

const MARKS = ["is-own", "is-target", "is-far", "is-chosen"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `onTouch(id, pointer)` and `onCancel()` are called for what a person does; `pointer` is "mouse",
   * "touch", "pen" or "keys". */
  constructor(host, { onTouch, onCancel }) {
    this.host = host;
    this.at = null; // the space that has the focus, or gets it next
    let pointer = "mouse";
    host.addEventListener("pointerdown", (event) => (pointer = event.pointerType));
    host.addEventListener("click", (event) => {
      const space = event.target.closest?.(".space[role=button]");
      if (!space) return;
      this.rove(space.dataset.id);
      onTouch(space.dataset.id, pointer);
    });
    host.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const space = event.target.closest?.(".space");
      if (event.key in ARROWS && space) this.walk(space, ARROWS[event.key]);
      else if ((event.key === "Enter" || event.key === " ") && space) {
        if (!event.repeat) onTouch(space.dataset.id, "keys");
      } else if (event.key === "Escape") onCancel();
      else return;
      event.preventDefault();
    });
  }

  get spaces() {
    return [...this.host.querySelectorAll(".space")];
  }

  space(id) {
    return this.host.querySelector(`.space[data-id="${CSS.escape(id)}"]`);
  }

  /** Show another drawing; things move to their new places. The same drawing goes on moving. */
  show(drawing, { glide = true } = {}) {
    if (drawing === this.drawing) {
      for (const laid of this.host.querySelectorAll(".page-marks")) laid.remove();
      return;
    }
    this.drawing = drawing;
    const focused = this.host.contains(document.activeElement);
    const before = glide ? new Moment(this.host) : null;
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    this.host.replaceChildren(document.importNode(parsed, true));
    if (before) move(before, this.host);
    if (this.host.querySelector(".space[role=button]")) {
      this.rove(this.at && this.space(this.at) ? this.at : null, focused);
    }
  }

  /** When everything that glides has arrived. */
  async settled() {
    const moving = this.host.getAnimations?.({ subtree: true }) ?? [];
    await Promise.allSettled(moving.filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished));
  }

  /** Mark spaces: `{"is-own": ids, …}`. */
  mark(marks) {
    for (const space of this.spaces) {
      for (const mark of MARKS) {
        space.classList.toggle(mark, marks[mark]?.has(space.dataset.id) ?? false);
      }
      const chosen = marks["is-chosen"]?.has(space.dataset.id);
      if (chosen) space.setAttribute("aria-pressed", "true");
      else space.removeAttribute("aria-pressed");
    }
    if (!this.at) this.rove([...(marks["is-own"] ?? [])].sort()[0] ?? null);
  }

  /** What a screen reader calls a space. */
  name(id) {
    return this.space(id)?.getAttribute("aria-label") ?? id;
  }

  /** Say what a touch of a space has led to (see touches.js): what may follow, or that nothing is
   * begun any more. */
  tell({ chosen, cancelled }, id, next, more = "") {
    if (chosen) {
      const targets = [...next].map((target) => this.name(target)).join("; ");
      announce(t("chosen", { space: this.name(id), targets }) + more);
    } else if (cancelled) announce(t("cancelled"));
  }

  /** Shake a space that was touched in vain. */
  refuse(id) {
    const space = this.space(id);
    document.dispatchEvent(new CustomEvent("icefield-refused"));
    if (!space) return;
    space.classList.remove("is-refused");
    void space.getBBox(); // begins the animation anew
    space.classList.add("is-refused");
    clearTimeout(this.refused);
    this.refused = setTimeout(() => space.classList.remove("is-refused"), 1600);
  }

  /** Make one space the stop of the Tab key; without an id the first one. */
  rove(id, focus = false) {
    const spaces = this.spaces;
    const chosen = (id && this.space(id)) || spaces[0];
    if (!chosen) return;
    if (id) this.at = id;
    for (const space of spaces) space.setAttribute("tabindex", space === chosen ? "0" : "-1");
    if (focus) chosen.focus({ preventScroll: true });
    if (focus && this.host.scrollWidth > this.host.clientWidth) chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Go to the nearest space in a direction. Where hexes lie to both sides of the way, going on and
   * on keeps to the line it began on. */
  walk(from, [dx, dy]) {
    const [x, y] = place(from);
    const across = dx !== 0;
    if (this.line?.at !== from.dataset.id || this.line.across !== across) this.line = { across, x, y };
    let best = null;
    let least = Infinity;
    for (const space of this.spaces) {
      const [sx, sy] = place(space);
      const along = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (along < 0.1 || aside > along * 1.5) continue;
      const astray = Math.abs(across ? sy - this.line.y : sx - this.line.x);
      const cost = along + 1.5 * aside + 0.1 * astray; // the next column of hexes before the one behind
      if (cost < least) [best, least] = [space, cost];
    }
    if (!best) return;
    this.line.at = best.dataset.id;
    this.rove(best.dataset.id, true);
  }
}
