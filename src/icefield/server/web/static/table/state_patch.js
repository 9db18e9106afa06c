// Changes a state of a table into a later one, as the server describes the difference (see
// docs/api.md, "Patches"). The drawing stays text: it is read as a list of elements, one a line, which
// are changed by their ids. Knows no rules and no part of a state but the drawing.

/** @typedef {string | number | boolean | null | { [key: string]: Json } | Json[]} Json */
/** @typedef {{ [key: string]: Json }} JsonObject */
/** @typedef {{ elements: Record<string, string | Record<string, string>>, order?: Json[] }} DrawingPatch */

const ESCAPES = /** @type {Record<string, string>} */ ({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
});
const PLAIN = /** @type {Record<string, string>} */ ({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
});

/** @param {string} text */
const escapeText = (text) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
/** @param {string} text */
const unescapeText = (text) => text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => PLAIN[name]);
/** @param {unknown} value @returns {value is JsonObject} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The state that a patch leads to; the old one stays as it is. Throws where the patch is not one of
 * this state.
 *
 * @template {{ svg: string }} T
 * @param {T} state
 * @param {Record<string, unknown>} patch
 * @returns {T}
 */
export function applyPatch(state, patch) {
  const { svg, ...parts } = patch;
  const changed = changeObject(
    /** @type {JsonObject} */ (/** @type {unknown} */ (state)),
    /** @type {JsonObject} */ (parts),
  );
  if (svg) changed.svg = changeDrawing(state.svg, /** @type {DrawingPatch} */ (svg));
  return /** @type {T} */ (/** @type {unknown} */ (changed));
}

/** @param {JsonObject} old @param {JsonObject} changes */
function changeObject(old, changes) {
  const changed = { ...old };
  for (const [key, change] of Object.entries(changes)) changed[key] = changeValue(old[key], change);
  return changed;
}

/** @param {Json} old @param {Json} change @returns {Json} */
function changeValue(old, change) {
  if (Array.isArray(change)) {
    if (typeof old === "string") return changeRows(old.split("\n"), change).join("\n");
    if (Array.isArray(old)) return changeRows(old, change);
    throw new RangeError("no list to change");
  }
  if (!isObject(change)) return change;
  if ("=" in change) return change["="];
  if (!isObject(old)) throw new RangeError("no object to change");
  return changeObject(old, change);
}

/** @param {Json[]} old @param {Json[]} rows @returns {Json[]} */
function changeRows(old, rows) {
  return rows.flatMap((row) => {
    if (!Array.isArray(row)) return [row];
    const [start, what] = row;
    if (typeof start !== "number" || start >= old.length) throw new RangeError("no such row");
    if (typeof what !== "number") return [changeValue(old[start], what)];
    if (start + what > old.length) throw new RangeError("no such rows");
    return old.slice(start, start + what);
  });
}

/** @param {string} svg @param {DrawingPatch} patch */
function changeDrawing(svg, { elements, order }) {
  const drawn = splitDrawing(svg);
  const ids = order ? /** @type {string[]} */ (changeRows([...drawn.keys()], order)) : [...drawn.keys()];
  for (const [id, change] of Object.entries(elements)) {
    if (typeof change === "string") drawn.set(id, change);
    else drawn.set(id, changeElement(lineOf(drawn, id), change));
  }
  return ids.map((id) => lineOf(drawn, id)).join("\n");
}

/** @param {Map<string, string>} drawn @param {string} id */
function lineOf(drawn, id) {
  const line = drawn.get(id);
  if (line === undefined) throw new RangeError(`no element ${id}`);
  return line;
}

/** An element with other values of its attributes. @param {string} line @param {Record<string, string>} attributes */
function changeElement(line, attributes) {
  const end = line.indexOf(">");
  let tag = line.slice(0, end);
  for (const [name, value] of Object.entries(attributes)) {
    tag = tag.replace(new RegExp(` ${name}="[^"]*"`), () => ` ${name}="${escapeText(value)}"`);
  }
  return tag + line.slice(end);
}

/**
 * The elements of a drawing by id, in their order: the id is the layer and the `data-id` of the
 * element, or its number among those without one.
 *
 * @param {string} svg
 * @returns {Map<string, string>}
 */
export function splitDrawing(svg) {
  const elements = new Map();
  /** @type {string[]} */
  const layers = [];
  const unnamed = new Map();
  for (const line of svg.trim().split("\n")) {
    const layer = layers.at(-1) ?? "";
    const opens = line.endsWith("</g>") ? null : /^<g class="([^"]*)"/.exec(line);
    let id = `${layer} }`;
    if (opens) {
      layers.push(opens[1]);
      id = `${opens[1]} {`;
    } else if (line === "</g>") layers.pop();
    else {
      const found = / data-id="([^"]*)"/.exec(line.slice(0, line.indexOf(">")));
      const count = unnamed.get(layer) ?? 0;
      if (!found) unnamed.set(layer, count + 1);
      id = `${layer} ${found ? unescapeText(found[1]) : `#${count}`}`;
    }
    while (elements.has(id)) id += "+";
    elements.set(id, line);
  }
  return elements;
}
