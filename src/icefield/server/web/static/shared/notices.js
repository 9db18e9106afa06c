// Short notices: announcements for screen readers, and toasts that show a sentence for a while.

import { byId, el, parts } from "./dom.js";
import { t } from "./translations.js";

const REFUSAL_MS = 9000;
const NOTE_MS = 4000;
const HELD_MS = 1500;

/** @type {string[]} */
let pending = [];

/** Have a screen reader say something; texts of the same moment are joined. @param {string} text */
export function announce(text) {
  pending.push(text);
  if (pending.length > 1) return;
  queueMicrotask(() => {
    const live = document.getElementById("live");
    const joined = pending.join(" ");
    pending = [];
    if (live) live.textContent = joined === live.textContent ? `${joined}\u00a0` : joined; // the same again is news
  });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Where a rule can be read: on this page, or on the page of all rules. @param {string} rule */
function addressOfRule(rule) {
  if (document.getElementById(`rule-${rule}`)) return `#rule-${rule}`;
  const game = document.querySelector("[data-rules-of]")?.getAttribute("data-rules-of");
  return game ? `/rules/${game}#${rule}` : null;
}

/**
 * Show a sentence for a while; a rule makes it link to that rule.
 *
 * @param {string} sentence
 * @param {string | null} [rule]
 * @param {"refusal" | "note"} [kind]
 */
export function showToast(sentence, rule = null, kind = "refusal") {
  const host = byId("toasts");
  const close = el("button", { class: "toast-close", "aria-label": host.dataset.close }, "×");
  const link = rule && el("a", { href: addressOfRule(rule), class: "toast-rule" }, t("rule", { rule }));
  const toast = el("div", { class: `toast ${kind}` }, el("p", {}, sentence), link || null, close);
  close.addEventListener("click", () => toast.remove());
  host.replaceChildren(toast);
  clearTimeout(fading);
  const fade = () => {
    const isOffline = sentence === t("offline") && !navigator.onLine; // stays until the connection is back
    if (isOffline || toast.matches(":hover, :focus-within")) fading = setTimeout(fade, HELD_MS);
    else toast.remove();
  };
  fading = setTimeout(fade, kind === "refusal" ? REFUSAL_MS : NOTE_MS);
}

/** Remove the toast that is shown. */
export const hideToast = () => byId("toasts").replaceChildren();

/** Say that the connection is back, where a toast says that it is lost. */
export function showOnline() {
  if (byId("toasts").textContent?.includes(t("offline"))) showToast(t("online"), null, "note");
}

/**
 * Show a sentence with a link or a button at the top of the page, until it is closed, followed or
 * replaced by another one of its kind. Screen readers say it politely.
 *
 * @param {string} sentence
 * @param {HTMLElement} action
 * @param {{ kind?: string, ms?: number }} [options] `ms`: for how long; without, until it is closed
 */
export function showNotice(sentence, action, { kind = "", ms = 0 } = {}) {
  const host = byId("notices");
  const close = el("button", { class: "toast-close", "aria-label": byId("toasts").dataset.close }, "×");
  const notice = el("div", { class: "toast note", "data-kind": kind }, el("p", {}, sentence), action, close);
  for (const each of [close, action]) each.addEventListener("click", () => notice.remove());
  hideNotice(kind);
  host.append(notice);
  if (!ms) return;
  const fade = () => {
    if (notice.matches(":hover, :focus-within")) setTimeout(fade, HELD_MS);
    else notice.remove();
  };
  setTimeout(fade, ms);
}

/** Remove the notice of a kind. @param {string} kind */
export function hideNotice(kind) {
  for (const notice of parts(byId("notices"), `[data-kind="${kind}"]`)) notice.remove();
}

/**
 * Copy a text to the clipboard; where that is not allowed, show `fallback` to be copied by hand.
 *
 * @param {string} text
 * @param {string} copied
 * @param {string} [fallback]
 */
export async function copyText(text, copied, fallback = t("copy.by.hand", { link: text })) {
  try {
    await navigator.clipboard.writeText(text);
    showToast(copied, null, "note");
  } catch {
    showToast(fallback, null, "note");
  }
}
