// Values kept in the browser. Where it keeps nothing (private windows, blocked storage), reading
// gives the default and writing does nothing.

/**
 * The text kept under a key, or null.
 *
 * @param {string} key
 * @param {Pick<Storage, "getItem">} [storage]
 */
export function readText(key, storage) {
  try {
    return (storage ?? localStorage).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keep a text under a key; null removes it.
 *
 * @param {string} key
 * @param {string | null} text
 * @param {Pick<Storage, "setItem" | "removeItem">} [storage]
 */
export function writeText(key, text, storage) {
  try {
    if (text === null) (storage ?? localStorage).removeItem(key);
    else (storage ?? localStorage).setItem(key, text);
  } catch {
    // nothing is kept, then
  }
}

/**
 * The object kept as JSON under a key; an empty one where there is none or it is damaged.
 *
 * @param {string} key
 * @returns {Record<string, unknown>}
 */
export function readObject(key) {
  try {
    const kept = JSON.parse(readText(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Keep an object as JSON under a key. @param {string} key @param {object} value */
export const writeObject = (key, value) => writeText(key, JSON.stringify(value));
