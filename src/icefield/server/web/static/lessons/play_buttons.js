// "Play now": buttons that open the table described by their `data-play`.

import { parts } from "../shared/dom.js";
import { post, serverError } from "../shared/http.js";
import { showToast } from "../shared/notices.js";

/** Let all such buttons of the page open their tables. */
export function connectPlayButtons() {
  const buttons = /** @type {HTMLButtonElement[]} */ (parts(document, "button[data-play]"));
  for (const button of buttons) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const table = await post("/api/tables", {}, JSON.parse(button.dataset.play ?? ""));
        location.assign(`/tables/${table.id}`);
      } catch (error) {
        button.disabled = false;
        showToast(serverError(error).sentence);
      }
    });
  }
  window.addEventListener("pageshow", () => {
    for (const button of buttons) button.disabled = false;
  });
}
