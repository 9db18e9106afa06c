// The value curve: what every seat could expect at each position. Two seats share one line, as what
// one wins the other loses; more seats have a line each, told apart by dashes and by their names.
// It is also a slider: pressing it, or the arrow keys, goes to that position.

import { t } from "../shared/messages.js";

const SVG = "http://www.w3.org/2000/svg";
const [HEIGHT, TOP, LEFT] = [150, 10, 4];
const NARROWEST = 240;
const MANY = 60; // positions beyond which slips are not marked
const SIGNS = {
  slip: "M0-5 5 4H-5z",
  mistake: "M-4.5-4.5h9v9h-9z",
  blunder: "M0-6.5 6.5 0 0 6.5-6.5 0z",
};

function make(tag, attributes = {}, text = null) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== null) made.textContent = text;
  return made;
}

/** About how many pixels a name is wide; letters of the Far East are wider. */
const breadth = (name) => [...name].reduce((sum, letter) => sum + (letter > "\u2e80" ? 12 : 6.7), 0);

export class Curve {
  /** `onPick(ply)` is called when somebody chooses a position. */
  constructor(host, onPick) {
    this.host = host;
    this.onPick = onPick;
    this.ply = 0;
    this.plies = 0;
    this.width = NARROWEST;
    new ResizeObserver(() => this.fit()).observe(host);
    host.addEventListener("pointerdown", (event) => {
      this.dragging = true;
      this.pick(event);
    });
    host.addEventListener("pointermove", (event) => this.dragging && event.buttons && this.pick(event));
    host.addEventListener("pointerup", () => (this.dragging = false));
    host.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.onPick(Math.max(0, Math.min(this.plies, this.ply + by)));
    });
  }

  /** Draw anew in the width there is, so that letters keep their size. */
  fit() {
    if (this.data && this.host.clientWidth && Math.abs(this.host.clientWidth - this.width) > 1) this.show(this.data);
  }

  pick(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width;
    const ply = Math.round(((x - LEFT) / (this.width - 2 * LEFT - this.aside)) * this.plies);
    const chosen = Math.max(0, Math.min(this.plies, ply));
    if (chosen !== this.ply) this.onPick(chosen);
  }

  x(ply) {
    return LEFT + (this.plies ? (ply / this.plies) * (this.width - 2 * LEFT - this.aside) : 0);
  }

  y(chance) {
    return TOP + (1 - chance / 100) * (HEIGHT - 2 * TOP);
  }

  /** `curve` has the chances of all seats, or null, for each position; `graded` is by ply. */
  show(data) {
    this.data = data;
    const { curve, graded, roles, moves } = data;
    this.width = Math.max(NARROWEST, this.host.clientWidth);
    this.curve = curve;
    this.roles = roles;
    this.moves = moves;
    this.plies = curve.length - 1;
    const several = roles.length > 2;
    this.aside = several ? 30 + Math.max(...roles.map(breadth)) : 0; // room for the names
    const focused = this.host.contains(document.activeElement);
    this.svg = make("svg", { viewBox: `0 0 ${this.width} ${HEIGHT}`, class: `curve-svg${several ? " is-several" : ""}`, role: "slider", tabindex: "0", "aria-label": t("curve.label"), "aria-valuemin": 0, "aria-valuemax": this.plies, "aria-orientation": "horizontal" });
    const right = this.width - LEFT - this.aside;
    this.svg.append(make("rect", { class: "curve-ground", x: LEFT, y: TOP, width: right - LEFT, height: HEIGHT - 2 * TOP, rx: 4 }));
    const even = several ? 100 / roles.length : 50;
    this.svg.append(make("path", { class: "curve-even", d: `M${LEFT} ${this.y(even)}H${right}` }));
    if (several) roles.forEach((_, seat) => this.line(seat));
    else this.line(0, roles.length === 2);
    if (several) this.names();
    else if (roles.length === 2) {
      this.svg.append(make("text", { class: "curve-name", x: LEFT + 6, y: TOP + 13 }, t("curve.wins", { role: roles[0] })));
      this.svg.append(make("text", { class: "curve-name", x: LEFT + 6, y: HEIGHT - TOP - 6 }, t("curve.wins", { role: roles[1] })));
    }
    for (const entry of graded.values()) this.sign(entry);
    this.cursor = make("path", { class: "curve-cursor", d: "" });
    this.svg.append(this.cursor);
    this.host.replaceChildren(this.svg);
    if (focused) this.svg.focus();
    this.at(this.ply);
  }

  line(seat, filled = false) {
    const known = this.curve.map((chances, ply) => (chances ? [this.x(ply), this.y(chances[seat])] : null));
    const parts = [];
    let pen = false;
    for (const point of known) {
      if (point) parts.push(`${pen ? "L" : "M"}${point[0].toFixed(1)} ${point[1].toFixed(1)}`);
      pen = Boolean(point) || pen; // what is not known yet is bridged
    }
    const points = known.filter(Boolean);
    if (filled && points.length > 1) {
      const area = `M${points[0][0].toFixed(1)} ${this.y(50)}L${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}V${this.y(50)}z`;
      this.svg.append(make("path", { class: "curve-area", d: area }));
    }
    this.svg.append(make("path", { class: `curve-line seat-${seat}`, d: parts.join("") }));
  }

  /** The names of the lines at their ends, moved apart where they meet. */
  names() {
    const last = this.curve.findLast(Boolean);
    if (!last) return;
    const places = last.map((chance, seat) => ({ seat, y: this.y(chance) + 4 })).sort((a, b) => a.y - b.y);
    for (let i = 1; i < places.length; i += 1) places[i].y = Math.max(places[i].y, places[i - 1].y + 14);
    const over = Math.max(0, places.at(-1).y - (HEIGHT - 4));
    for (let i = places.length - 1, floor = Infinity; i >= 0; i -= 1) {
      places[i].y = Math.min(places[i].y - (i === places.length - 1 ? over : 0), floor - (floor === Infinity ? 0 : 14));
      floor = places[i].y;
    }
    const x = this.width - this.aside + 2;
    for (const { seat, y } of places) {
      this.svg.append(make("path", { class: `curve-line seat-${seat}`, d: `M${x} ${(y - 4).toFixed(1)}h18` }));
      this.svg.append(make("text", { class: "curve-name", x: x + 22, y: y.toFixed(1) }, this.roles[seat]));
    }
  }

  sign({ ply, seat, grade }) {
    const chances = this.curve[ply + 1];
    if (!SIGNS[grade] || !chances || (grade === "slip" && this.plies > MANY)) return;
    const y = this.y(chances[this.roles.length > 2 ? seat : 0]);
    this.svg.append(make("path", { class: `curve-sign is-${grade}`, d: SIGNS[grade], transform: `translate(${this.x(ply + 1).toFixed(1)} ${y.toFixed(1)})` }));
  }

  /** Mark the position on the board. */
  at(ply) {
    this.ply = ply;
    if (!this.svg) return;
    this.cursor.setAttribute("d", `M${this.x(ply).toFixed(1)} ${TOP - 6}V${HEIGHT - TOP + 6}`);
    this.svg.setAttribute("aria-valuenow", ply);
    this.svg.setAttribute("aria-valuetext", this.words(ply));
  }

  words(ply) {
    const move = ply ? t("told.alone", { ply, name: this.moves[ply - 1]?.name ?? "" }) : t("start");
    const chances = this.curve[ply];
    if (!chances) return move;
    const told = this.roles.map((role, seat) => t("curve.chance", { role, percent: chances[seat] }));
    return t("curve.at", { move, chances: told.join(", ") });
  }
}
