// The drawn board: shows what the server drew, lets pieces glide, and turns mouse, finger and keys
// into touches of spaces.

const MARKS = ["is-own", "is-target", "is-far", "is-chosen"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const GLIDE = { duration: 320, easing: "cubic-bezier(.3, 0, .2, 1)" };
const FADE = { duration: 380, easing: "ease-out" };

const still = matchMedia("(prefers-reduced-motion: reduce)");

function place(element) {
  const found = /translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/.exec(element.getAttribute("transform"));
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

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

  /** Show another drawing; pieces that moved glide to their new place. */
  show(drawing, { glide = true } = {}) {
    const focused = this.host.contains(document.activeElement);
    const before = new Map();
    for (const piece of this.host.querySelectorAll(".piece[data-id]")) before.set(piece.dataset.id, piece);
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    this.host.replaceChildren(document.importNode(parsed, true));
    if (glide && before.size && !still.matches) this.glide(before);
    if (this.host.querySelector(".space[role=button]")) {
      this.rove(this.at && this.space(this.at) ? this.at : null, focused);
    }
  }

  glide(before) {
    const pieces = [...this.host.querySelectorAll(".piece")];
    for (const piece of pieces) {
      const old = before.get(piece.dataset.id);
      before.delete(piece.dataset.id);
      if (!old) {
        piece.animate([{ opacity: 0 }, { opacity: 1 }], { ...FADE, delay: 80, fill: "backwards" });
        continue;
      }
      const [[x0, y0], [x1, y1]] = [place(old), place(piece)];
      if (x0 === x1 && y0 === y1) continue;
      piece.animate([{ translate: `${x0 - x1}px ${y0 - y1}px` }, { translate: "0px 0px" }], GLIDE);
    }
    const layer = pieces[0]?.parentNode;
    for (const gone of layer ? before.values() : []) {
      layer.append(gone);
      gone.removeAttribute("data-id");
      gone.animate([{ opacity: 1 }, { opacity: 0 }], FADE).finished.finally(() => gone.remove());
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

  /** Shake a space that was touched in vain. */
  refuse(id) {
    const space = this.space(id);
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
