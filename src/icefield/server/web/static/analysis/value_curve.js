// The value curve: what every seat could expect at each position. Two seats share one line, as what
// one wins the other loses; more seats have a line each, told apart by dashes and by their names.
// It is also a slider: pressing it, or the arrow keys, goes to that position.

import { hasModifier, svgEl } from "../shared/dom.js";
import { t } from "../shared/translations.js";

const [HEIGHT, TOP, LEFT] = [150, 10, 4];
const LEAST_WIDTH = 240;
const MAX_PLIES_WITH_SLIPS = 60; // in longer games slips are not marked
const NAME_GAP = 14; // between the names of two lines
const SIGNS = new Map([
  ["slip", "M0-5 5 4H-5z"],
  ["mistake", "M-4.5-4.5h9v9h-9z"],
  ["blunder", "M0-6.5 6.5 0 0 6.5-6.5 0z"],
]);
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowDown", -1],
  ["ArrowRight", 1],
  ["ArrowUp", 1],
  ["PageUp", 10],
  ["PageDown", -10],
  ["Home", -Infinity],
  ["End", Infinity],
]);

/**
 * @typedef {object} CurveData
 * @property {(number[] | null)[]} curve the chances of all seats in percent, or null, by position
 * @property {Map<number, Payload.GradedMove>} graded by ply
 * @property {string[]} roles
 * @property {Payload.LineMove[]} moves
 */

/** About how many pixels a name is wide; letters of East Asia are wider. @param {string} name */
const widthOf = (name) => [...name].reduce((sum, letter) => sum + (letter > "\u2e80" ? 12 : 6.7), 0);

/**
 * Heights for names that want to stand at `wanted`, apart from each other and above `bottom`; in the
 * same order.
 *
 * @param {number[]} wanted
 * @param {number} bottom
 */
export function spreadNames(wanted, bottom) {
  const places = wanted.map((y, i) => ({ i, y })).sort((a, b) => a.y - b.y);
  for (const [i, place] of places.entries()) if (i) place.y = Math.max(place.y, places[i - 1].y + NAME_GAP);
  let floor = bottom;
  for (const place of [...places].reverse()) {
    place.y = Math.min(place.y, floor);
    floor = place.y - NAME_GAP;
  }
  return places.sort((a, b) => a.i - b.i).map(({ y }) => y);
}

export class ValueCurve {
  /**
   * `onPick(ply)` is called when the viewer chooses a position.
   *
   * @param {HTMLElement} host
   * @param {(ply: number) => void} onPick
   */
  constructor(host, onPick) {
    this.host = host;
    this.onPick = onPick;
    this.ply = 0;
    this.width = LEAST_WIDTH;
    this.aside = 0; // room for the names
    /** @type {CurveData | null} */
    this.data = null;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.cursor = svgEl("path", { class: "curve-cursor", d: "" });
    let isDragging = false;
    new ResizeObserver(() => this.fit()).observe(host);
    host.addEventListener("pointerdown", (event) => {
      isDragging = true;
      this.pick(event);
    });
    host.addEventListener("pointermove", (event) => {
      if (isDragging && event.buttons) this.pick(event);
    });
    host.addEventListener("pointerup", () => {
      isDragging = false;
    });
    host.addEventListener("keydown", (event) => {
      const by = STEPS.get(event.key);
      if (by === undefined || hasModifier(event)) return;
      event.preventDefault();
      event.stopPropagation();
      this.onPick(this.within(this.ply + by));
    });
  }

  /** Whether every seat has a line of its own. */
  get isSeveral() {
    return (this.data?.roles.length ?? 0) > 2;
  }

  get plies() {
    return (this.data?.curve.length ?? 1) - 1;
  }

  /** The position nearest to a number of plies. @param {number} ply */
  within(ply) {
    return Math.max(0, Math.min(this.plies, Math.round(ply)));
  }

  /** Draw anew in the width there is, so that letters keep their size. */
  fit() {
    if (this.data && this.host.clientWidth && Math.abs(this.host.clientWidth - this.width) > 1) this.show(this.data);
  }

  /** @param {PointerEvent} event */
  pick(event) {
    if (!this.svg) return;
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width;
    const ply = this.within(((x - LEFT) / this.innerWidth) * this.plies);
    if (ply !== this.ply) this.onPick(ply);
  }

  get innerWidth() {
    return this.width - 2 * LEFT - this.aside;
  }

  /** @param {number} ply */
  x(ply) {
    return LEFT + (this.plies ? (ply / this.plies) * this.innerWidth : 0);
  }

  /** @param {number} chance in percent */
  y(chance) {
    return TOP + (1 - chance / 100) * (HEIGHT - 2 * TOP);
  }

  /** @param {CurveData} data */
  show(data) {
    this.data = data;
    const { curve, graded, roles } = data;
    const { isSeveral } = this;
    this.width = Math.max(LEAST_WIDTH, this.host.clientWidth);
    this.aside = isSeveral ? 30 + Math.max(...roles.map(widthOf)) : 0;
    const hadFocus = this.host.contains(document.activeElement);
    const right = LEFT + this.innerWidth;
    const svg = svgEl("svg", {
      viewBox: `0 0 ${this.width} ${HEIGHT}`,
      class: `curve-svg${isSeveral ? " is-several" : ""}`,
      role: "slider",
      tabindex: "0",
      "aria-label": t("curve.label"),
      "aria-valuemin": 0,
      "aria-valuemax": this.plies,
      "aria-orientation": "horizontal",
    });
    svg.append(
      svgEl("rect", { class: "curve-ground", x: LEFT, y: TOP, width: right - LEFT, height: HEIGHT - 2 * TOP, rx: 4 }),
    );
    svg.append(
      svgEl("path", { class: "curve-even", d: `M${LEFT} ${this.y(isSeveral ? 100 / roles.length : 50)}H${right}` }),
    );
    if (isSeveral) {
      for (const seat of roles.keys()) svg.append(...this.line(curve, seat, false));
      svg.append(...this.names(data));
    } else {
      svg.append(...this.line(curve, 0, roles.length === 2));
      if (roles.length === 2) svg.append(...this.sides(roles));
    }
    for (const entry of graded.values()) svg.append(...this.sign(data, entry));
    svg.append(this.cursor);
    this.svg = svg;
    this.host.replaceChildren(svg);
    if (hadFocus) svg.focus();
    this.markCurrent(this.ply);
  }

  /** Who wins above and below the middle. @param {string[]} roles */
  sides(roles) {
    const heights = [TOP + 13, HEIGHT - TOP - 6];
    return heights.map((y, seat) =>
      svgEl("text", { class: "curve-name", x: LEFT + 6, y }, t("curve.wins", { role: roles[seat] })),
    );
  }

  /** The line of a seat; positions that are not known yet are bridged.
   * @param {(number[] | null)[]} curve @param {number} seat @param {boolean} isFilled */
  line(curve, seat, isFilled) {
    const points = curve.flatMap((chances, ply) =>
      chances ? [`${this.x(ply).toFixed(1)} ${this.y(chances[seat]).toFixed(1)}`] : [],
    );
    const d = points.length ? `M${points.join("L")}` : "";
    const line = svgEl("path", { class: `curve-line seat-${seat}`, d });
    if (this.isSeveral) return [svgEl("path", { class: "curve-casing", d }), line];
    if (!isFilled || points.length < 2) return [line];
    const even = this.y(50);
    const [first] = points[0].split(" ");
    return [svgEl("path", { class: "curve-area", d: `M${first} ${even}L${points.join("L")}V${even}z` }), line];
  }

  /** The names of the lines at their ends, moved apart where they meet. @param {CurveData} data */
  names({ curve, roles }) {
    const last = curve.findLast(Boolean);
    if (!last) return [];
    const x = this.width - this.aside + 2;
    const heights = spreadNames(
      last.map((chance) => this.y(chance) + 4),
      HEIGHT - 4,
    );
    return heights.flatMap((y, seat) => [
      svgEl("path", { class: "curve-casing", d: `M${x} ${(y - 4).toFixed(1)}h18` }),
      svgEl("path", { class: `curve-line seat-${seat}`, d: `M${x} ${(y - 4).toFixed(1)}h18` }),
      svgEl("text", { class: "curve-name", x: x + 22, y: y.toFixed(1) }, roles[seat]),
    ]);
  }

  /** The sign of a graded move, where it has one. @param {CurveData} data @param {Payload.GradedMove} graded */
  sign({ curve, roles }, { ply, seat, grade }) {
    const chances = curve[ply + 1];
    const shape = SIGNS.get(grade);
    if (!shape || !chances || (grade === "slip" && this.plies > MAX_PLIES_WITH_SLIPS)) return [];
    const y = this.y(chances[roles.length > 2 ? seat : 0]);
    const transform = `translate(${this.x(ply + 1).toFixed(1)} ${y.toFixed(1)})`;
    return [svgEl("path", { class: `curve-sign is-${grade}`, d: shape, transform })];
  }

  /** Mark the position on the board. @param {number} ply */
  markCurrent(ply) {
    this.ply = ply;
    if (!this.svg || !this.data) return;
    this.cursor.setAttribute("d", `M${this.x(ply).toFixed(1)} ${TOP - 6}V${HEIGHT - TOP + 6}`);
    this.svg.setAttribute("aria-valuenow", String(ply));
    this.svg.setAttribute("aria-valuetext", this.textAt(this.data, ply));
  }

  /** @param {CurveData} data @param {number} ply */
  textAt({ curve, roles, moves }, ply) {
    const move = ply ? t("told.alone", { ply, name: moves[ply - 1]?.name ?? "" }) : t("start");
    const chances = curve[ply];
    if (!chances) return move;
    const told = roles.map((role, seat) => t("curve.chance", { role, percent: chances[seat] }));
    return t("curve.at", { move, chances: told.join(", ") });
  }
}
