// How far the compiling of the game is on the server, the first time it is played there.

import { part } from "../shared/dom.js";
import { get, serverError } from "../shared/http.js";

const POLL_MS = 1500;

/**
 * Show the progress until the game is ready, if the server says that it is not.
 *
 * @param {string} key the game's key
 * @param {(percent: number | null) => void} onProgress gets null when the game is ready
 */
export function followPreparation(key, onProgress) {
  const box = document.getElementById("preparation");
  if (!box) return;
  const bar = /** @type {HTMLProgressElement} */ (part(box, "progress"));
  onProgress(bar.value);
  const poll = async () => {
    try {
      const { ready, percent, sentence } = await get("/api/games/{key}/preparation", { key });
      if (ready) {
        box.remove();
        onProgress(null);
        return;
      }
      bar.value = percent;
      const said = part(box, "p");
      said.removeAttribute("role"); // a screen reader reads it once, not every second
      said.textContent = sentence;
      onProgress(percent);
    } catch (error) {
      serverError(error); // not connected: asked again
    }
    setTimeout(poll, POLL_MS);
  };
  setTimeout(poll, POLL_MS);
}
