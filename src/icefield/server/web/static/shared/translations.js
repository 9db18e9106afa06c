// The texts of the scripts in the reader's language, as the server put them into the page.

/** @type {Record<string, string> | null} */
let texts = null;

/**
 * The text of an id, with its parameters filled in.
 *
 * @param {string} id
 * @param {object} [params]
 */
export function t(id, params = {}) {
  texts ??= /** @type {Record<string, string>} */ (JSON.parse(document.getElementById("strings")?.textContent ?? "{}"));
  return fill(texts[id] ?? id, params);
}

/**
 * A text with `{name}` replaced by the parameter of that name; unknown names stay.
 *
 * @param {string} text
 * @param {object} params
 */
export function fill(text, params) {
  const values = /** @type {Record<string, unknown>} */ (params);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (values[name] == null ? whole : String(values[name])));
}

/** A text with its first letter in upper case. @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
