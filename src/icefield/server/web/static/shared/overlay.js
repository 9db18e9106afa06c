// Marks that a page lays over the drawn board.

const SVG = "http://www.w3.org/2000/svg";
const RING = 0.53; // around the ring of what may be touched, not on it

/** Where a space is, as a transform; null for what is not on the board. */
export const place = (id) =>
  document.querySelector(`#board .space[data-id="${CSS.escape(id)}"]`)?.getAttribute("transform") ?? null;

/** The way of a move: a ring around each of its touches, and lines between them. */
export function highlight(touches) {
  const places = touches.map(place).filter(Boolean);
  const centres = places.map((at) => /translate\(([^)]+)\)/.exec(at)[1].trim().split(/[\s,]+/).map(Number));
  const drawn = (tag, attributes) =>
    ["worth-casing", "worth-line"].map((look) => {
      const made = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      made.setAttribute("class", look);
      return made;
    });
  const rings = places.flatMap((at) => drawn("circle", { r: RING, transform: at }));
  const way = centres.slice(1).map((to, i) => between(centres[i], to)).join("");
  return [...(way ? drawn("path", { d: way }) : []), ...rings];
}

/** A line from ring to ring, so that nothing crosses the piece inside. */
function between([x, y], [toX, toY]) {
  const far = Math.hypot(toX - x, toY - y);
  const cut = Math.min(RING / far, 0.45);
  const at = (share) => `${x + (toX - x) * share} ${y + (toY - y) * share}`;
  return far ? `M${at(cut)}L${at(1 - cut)}` : "";
}

/** A ring around each of some spaces. */
export const rings = (ids) => ids.flatMap((id) => highlight([id]));

/** Lay elements over the board in a layer of that name, in place of what it held before; `marks` may
 * be a drawing the server made. */
export function lay(name, marks) {
  const drawing = document.querySelector("#board svg");
  drawing?.querySelector(`.${name}`)?.remove();
  if (!drawing || !marks?.length) return;
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", `page-marks ${name}`);
  layer.setAttribute("aria-hidden", "true");
  layer.append(...marks);
  drawing.insertBefore(layer, drawing.querySelector("g.spaces"));
}

/** The marks in a drawing of the server, as elements. */
export function drawn(text) {
  if (!text) return [];
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return [...parsed.children].map((child) => document.importNode(child, true));
}
