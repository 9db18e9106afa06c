// A board with many spaces on a small screen: drawn large enough for fingers and moved sideways, or
// whole, as somebody likes it.

import { t } from "./messages.js";

const FINGER = 44; // pixels that a space has at least when it is drawn large
const SMALL = 38; // smaller spaces are hard to touch

export class Zoom {
  constructor(host, button) {
    this.host = host;
    this.button = button;
    this.whole = false; // whether somebody wants to see everything
    button.addEventListener("click", () => {
      this.whole = !this.whole;
      this.fit();
    });
    window.addEventListener("resize", () => this.fit());
  }

  /** Find the right size for the drawing; its units are spaces. */
  fit() {
    const width = this.host.querySelector("svg")?.viewBox.baseVal.width;
    if (!width) return;
    const small = this.host.clientWidth / width < SMALL;
    const large = small && !this.whole;
    this.host.classList.toggle("is-large", large);
    if (large) this.host.style.setProperty("--map", `${Math.ceil(width * FINGER)}px`);
    this.button.hidden = !small;
    this.button.textContent = t(this.whole ? "map.larger" : "map.whole");
  }

  /** Bring some of these spaces into view, unless one of them is seen already. */
  reveal(ids) {
    if (!this.host.classList.contains("is-large")) return;
    const spaces = [...ids].map((id) => this.host.querySelector(`.space[data-id="${CSS.escape(id)}"]`)).filter(Boolean);
    const view = this.host.getBoundingClientRect();
    const middles = spaces.map((space) => space.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2);
    if (!middles.length || middles.some((x) => x > view.left && x < view.right)) return;
    const middle = middles.sort((a, b) => a - b)[Math.floor(middles.length / 2)];
    this.host.scrollLeft += middle - (view.left + view.right) / 2;
  }
}
