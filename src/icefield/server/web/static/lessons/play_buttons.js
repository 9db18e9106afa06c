// "Play now": open the table that a button tells of.

import { Refused, post } from "../shared/http.js";
import { toast } from "../shared/messages.js";

/** Let all such buttons of the page open their tables. */
export function playNow() {
  for (const button of document.querySelectorAll("[data-play]")) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const table = await post("/api/tables", JSON.parse(button.dataset.play));
        location.assign(`/tables/${table.id}`);
      } catch (error) {
        button.disabled = false;
        if (!(error instanceof Refused)) throw error;
        toast(error.sentence);
      }
    });
  }
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("[data-play]")) button.disabled = false;
  });
}
