// Marks that a page lays over the drawn board: rings, lines, and drawings of the server.

import { parseDrawing, part, svgEl } from "../dom.js";

const RING = 0.53; // board units: around the ring of what may be touched, not on it

/** @typedef {[x: number, y: number]} Point */

/** The transform of a space on the board, or null. @param {string} id */
export const placeOf = (id) =>
  document.querySelector(`#board .space[data-id="${CSS.escape(id)}"]`)?.getAttribute("transform") ?? null;

/** @param {string} transform @returns {Point} */
function centre(transform) {
  const found =
    /translate\(([^)]+)\)/
      .exec(transform)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? [];
  return [Number(found[0]), Number(found[1])];
}

/**
 * The way of a move: a ring around each of its touches, and lines between them.
 *
 * @param {string[]} touches
 * @returns {SVGElement[]}
 */
export function highlight(touches) {
  const places = touches.map(placeOf).filter((place) => place !== null);
  const centres = places.map(centre);
  const rings = places.flatMap((place) => cased("circle", { r: RING, transform: place }));
  const way = centres
    .slice(1)
    .map((to, i) => lineBetween(centres[i] ?? to, to))
    .join("");
  return [...(way ? cased("path", { d: way }) : []), ...rings];
}

/**
 * A shape twice: a wide casing, and a line on it.
 *
 * @param {"circle" | "path"} tag
 * @param {Record<string, string | number>} attributes
 */
const cased = (tag, attributes) =>
  ["worth-casing", "worth-line"].map((look) => svgEl(tag, { ...attributes, class: look }));

/**
 * A line from ring to ring, so that nothing crosses the piece inside.
 *
 * @param {Point} from
 * @param {Point} to
 */
export function lineBetween([x, y], [toX, toY]) {
  const distance = Math.hypot(toX - x, toY - y);
  const cut = Math.min(RING / distance, 0.45);
  /** @param {number} share */
  const at = (share) => `${x + (toX - x) * share} ${y + (toY - y) * share}`;
  return distance ? `M${at(cut)}L${at(1 - cut)}` : "";
}

const BESIDE_FACE = 0.3;
const HEAD = [0.36, 0.24]; // length and half width of the head of an arrow

/**
 * A move as an arrow along its touches; a ring where it has only one.
 *
 * @param {string[]} touches
 * @returns {SVGElement[]}
 */
export function moveArrow(touches) {
  const places = touches.map(placeOf).filter((place) => place !== null);
  const { shaft, head } = arrowPaths(places.map(centre));
  if (!head) return places.slice(-1).flatMap((place) => cased("circle", { r: RING, transform: place }));
  const [casing, line] = cased("path", { d: shaft });
  const [headCasing, headLine] = cased("path", { d: head });
  for (const each of [headCasing, headLine]) each.classList.add("arrow-head");
  return [casing, headCasing, line, headLine];
}

/** The outlines of an arrow along some points, "" where it goes nowhere. @param {Point[]} points */
export function arrowPaths(points) {
  const way = points.filter(([x, y], i) => !i || x !== points[i - 1][0] || y !== points[i - 1][1]);
  const [from, to] = [way.at(-2), way.at(-1)];
  if (!from || !to) return { shaft: "", head: "" };
  const distance = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [dx, dy] = [(to[0] - from[0]) / distance, (to[1] - from[1]) / distance];
  /** @param {number} back @param {number} aside */
  const at = (back, aside) => `${round(to[0] - back * dx - aside * dy)} ${round(to[1] - back * dy + aside * dx)}`;
  const [length, width] = HEAD;
  const [first, second] = [way[0], way[1]]; // the arrow begins beside the face of the piece
  const share = Math.min(BESIDE_FACE / Math.hypot(second[0] - first[0], second[1] - first[1]), 0.4);
  const begin = [first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share];
  const bends = [begin, ...way.slice(1, -1)].map(([x, y]) => `${round(x)} ${round(y)}`);
  const shaft = [...bends, at(length, 0)];
  return { shaft: `M${shaft.join("L")}`, head: `M${at(0, 0)}L${at(length, width)}L${at(length, -width)}z` };
}

/** @param {number} number */
const round = (number) => Number(number.toFixed(3));

/** A ring around each of some spaces. @param {string[]} ids */
export const rings = (ids) => ids.flatMap((id) => highlight([id]));

/** The marks in a drawing of the server. @param {string | null} text */
export const drawnMarks = (text) => (text ? [...parseDrawing(text).children] : []);

/**
 * Lay elements over the board, in a layer of that name, in place of what it held before; below the
 * rings of the spaces, or on top of everything.
 *
 * @param {string} name
 * @param {Element[]} marks
 * @param {{ onTop?: boolean }} [options]
 */
export function setLayer(name, marks, { onTop = false } = {}) {
  const drawing = document.querySelector("#board svg");
  drawing?.querySelector(`.${name}`)?.remove();
  if (!drawing || !marks.length) return;
  const layer = svgEl("g", { class: `page-marks ${name}`, "aria-hidden": "true" }, ...marks);
  drawing.insertBefore(layer, onTop ? null : part(drawing, "g.spaces"));
}
