// Marks that a page lays over the drawn board: rings, lines, and drawings of the server.

import { parseDrawing, part, svgEl } from "./dom.js";

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

/** A ring around each of some spaces. @param {string[]} ids */
export const rings = (ids) => ids.flatMap((id) => highlight([id]));

/** The marks in a drawing of the server. @param {string | null} text */
export const drawnMarks = (text) => (text ? [...parseDrawing(text).children] : []);

/**
 * Lay elements over the board, in a layer of that name, in place of what it held before.
 *
 * @param {string} name
 * @param {Element[]} marks
 */
export function setLayer(name, marks) {
  const drawing = document.querySelector("#board svg");
  drawing?.querySelector(`.${name}`)?.remove();
  if (!drawing || !marks.length) return;
  const layer = svgEl("g", { class: `page-marks ${name}`, "aria-hidden": "true" }, ...marks);
  drawing.insertBefore(layer, part(drawing, "g.spaces"));
}
