// Which boards a viewer sees from the opposite side: kept in a cookie, so that the server draws them
// that way from the first picture on. The key is F.

import { around, hasModifier } from "../dom.js";

const COOKIE = "icefield-flip";
const YEAR_S = 365 * 24 * 3600;

function flippedGames() {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${COOKIE}=`));
  return new Set((found?.slice(COOKIE.length + 1) ?? "").split(".").filter(Boolean));
}

/** Whether the boards of a game are flipped. @param {string} game */
export const isFlipped = (game) => flippedGames().has(game);

/** Whether a key press is meant for a field or a dialog, or for the browser. @param {KeyboardEvent} event */
export const isTyping = (event) =>
  hasModifier(event) || Boolean(around(event, "input:not([type=range]), textarea, select, dialog[open]"));

/**
 * Let a button and the key F flip the boards of a game; `onFlip` has them drawn anew. Returns what
 * shows on the button whether they are, for a page whose game changes.
 *
 * @param {HTMLElement} button
 * @param {string | (() => string)} game
 * @param {() => unknown} onFlip
 */
export function connectFlip(button, game, onFlip) {
  const key = () => (typeof game === "string" ? game : game());
  const show = () => button.setAttribute("aria-pressed", String(isFlipped(key())));
  const flip = () => {
    const games = flippedGames();
    if (!games.delete(key())) games.add(key());
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
    document.cookie = `${COOKIE}=${[...games].sort().join(".")}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
    show();
    onFlip();
  };
  show();
  button.addEventListener("click", flip);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "f" || event.repeat || event.shiftKey || isTyping(event)) return;
    event.preventDefault();
    flip();
  });
  return show;
}
