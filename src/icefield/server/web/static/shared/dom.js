// Elements of the page: finding them with their type, making them, filling a part anew.

const SVG = "http://www.w3.org/2000/svg";
const KEEP_FILE_MS = 60_000; // that the browser has to save a file
const TAB_STOPS = "button, a[href], input, select, summary";

/** @typedef {string | number | boolean | null | undefined} AttributeValue */

/**
 * The element with an id; an error where the page has none, or one of another type.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof (type ?? HTMLElement))) throw new Error(`no such element: ${id}`);
  return /** @type {T} */ (found);
}

/** @param {string} id */
export const button = (id) => byId(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => byId(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => byId(id, HTMLSelectElement);
/** @param {string} id */
export const textarea = (id) => byId(id, HTMLTextAreaElement);
/** @param {string} id */
export const link = (id) => byId(id, HTMLAnchorElement);

/**
 * Call a function when the element with an id is clicked.
 *
 * @param {string} id
 * @param {(event: MouseEvent) => unknown} listener
 */
export const onClick = (id, listener) => byId(id).addEventListener("click", listener);

/**
 * The first element below a host that matches a selector; an error where there is none.
 *
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @returns {T}
 */
export function part(host, selector) {
  const found = host.querySelector(selector);
  if (!found) throw new Error(`no such part: ${selector}`);
  return /** @type {T} */ (found);
}

/**
 * All elements below a host that match a selector.
 *
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @returns {T[]}
 */
export const parts = (host, selector) => /** @type {T[]} */ ([...host.querySelectorAll(selector)]);

/**
 * The nearest element around the target of an event that matches a selector.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Whether Alt, Ctrl or Meta is held, so that a key belongs to the browser. @param {KeyboardEvent} event */
export const hasModifier = ({ altKey, ctrlKey, metaKey }) => altKey || ctrlKey || metaKey;

/** What the server put into a `<script type="application/json">` of the page. @param {string} id */
export const pageData = (id) => JSON.parse(byId(id).textContent);

/**
 * Make an element: `el("button", { class: "move" }, "Go")`. An attribute that is false, null or
 * undefined is left out, as are such children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {(Node | string | false | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child != null && child !== false)));
  return made;
}

/**
 * Make an element of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svgEl(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A drawing of the server as an element of this page. @param {string} text */
export function parseDrawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/** The text that the drawing on a board stands for. @param {ParentNode} board */
export const drawingText = (board) => new XMLSerializer().serializeToString(part(board, "svg"));

/**
 * Empty a field whose text was sent, unless another text has been typed meanwhile.
 *
 * @param {HTMLInputElement} field
 * @param {string} sent
 */
export function clearSent(field, sent) {
  if (field.value.trim() === sent) field.value = "";
}

/**
 * Scroll a list, and nothing but the list, so that an entry is seen.
 *
 * @param {Element} list
 * @param {Element} entry
 */
export function scrollToEntry(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 8;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}

/**
 * Select characters in a text field and scroll to them; lines and columns count from 1.
 *
 * @param {HTMLTextAreaElement} field
 * @param {{ start: number, end: number, line: number }} range
 */
export function selectRange(field, { start, end, line }) {
  field.focus();
  field.setSelectionRange(start, end);
  field.scrollTop = Math.max(0, (line - 6) * Number.parseFloat(getComputedStyle(field).lineHeight));
}

/** Have the browser save a file. @param {Blob} content @param {string} name */
export function saveFile(content, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), KEEP_FILE_MS);
}

// -- filling a part anew without losing the focus ---------------------------------------------------

/** @param {Element} stop */
const called = (stop) => stop.getAttribute("aria-label") ?? stop.textContent;

/** The stops of the Tab key in a host with the same name. @param {Element} host @param {Element} stop */
const alike = (host, stop) => parts(host, TAB_STOPS).filter((each) => called(each) === called(stop));

/**
 * Replace the children of a host and keep the focus: it stays on the element with the same name.
 * Where there is none, or `kept` is false, the host gets it, so that Tab goes on from the same place.
 * Returns whether the focus is lost all the same, as the host is hidden.
 *
 * @param {HTMLElement} host
 * @param {Node[]} children
 * @param {{ kept?: boolean }} [options]
 */
export function refill(host, children, { kept = true } = {}) {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && active !== host && host.contains(active) ? active : null;
  const place = held ? alike(host, held).indexOf(held) : -1;
  host.replaceChildren(...children);
  if (!held) return false;
  const same = kept ? alike(host, held) : [];
  if (!same.length) host.tabIndex = -1;
  const next = same[Math.min(Math.max(place, 0), same.length - 1)] ?? host;
  next.focus({ preventScroll: true });
  return document.activeElement !== next;
}
