// Text that a viewer brings: a file that is chosen or dropped on a field, and where in a text a
// problem is.

import { el, input, selectRange } from "./dom.js";
import { t } from "./translations.js";

/** @typedef {{ sentence: string, line?: number, column?: number, rule?: string | null }} TextProblem */

/**
 * The range of the word at a place; lines and columns count from 1.
 *
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
export function wordAt(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const word = /^\S*/.exec((lines[line - 1] ?? "").slice(column - 1))?.[0] ?? "";
  const start = before + column - 1;
  return { start, end: start + Math.max(1, word.length), line };
}

/**
 * A button that names the place of a problem and selects it in the field; null where it has none.
 *
 * @param {HTMLTextAreaElement} field
 * @param {TextProblem} problem
 */
export function placeButton(field, { line, column = 1, rule }) {
  if (!line) return null;
  const place = t("board.place", { line, column }) + (rule ? ` · ${t("rule", { rule })}` : "");
  const button = el("button", { class: "verdict-place link", id: "place" }, place);
  button.addEventListener("click", () => selectRange(field, wordAt(field.value, line, column)));
  return button;
}

/**
 * The text of a file, or what is wrong with the file.
 *
 * @param {File} file
 * @param {number} maxBytes
 * @returns {Promise<{ text: string, problem?: undefined } | { text?: undefined, problem: TextProblem }>}
 */
export async function readTextFile(file, maxBytes) {
  if (file.size > maxBytes) return { problem: { sentence: t("board.large", { limit: Math.round(maxBytes / 1000) }) } };
  const bytes = await file.arrayBuffer();
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: { sentence: t("board.not.text") } };
  }
}

/**
 * Let a file be chosen with the input `choose` or dropped on a field. Returns a function that takes
 * the file chosen before the page could hear it, and says whether there was one.
 *
 * @param {HTMLTextAreaElement} field
 * @param {(file: File) => unknown} onFile
 */
export function connectFiles(field, onFile) {
  const chooser = input("choose");
  const takeChosen = () => {
    const file = chooser.files?.[0];
    if (file) onFile(file);
    chooser.value = "";
    return Boolean(file);
  };
  chooser.addEventListener("change", takeChosen);
  field.addEventListener("dragover", (event) => event.preventDefault());
  field.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  return takeChosen;
}
