// One thing at a time: a page that asks the server for something waits for the answer before it
// asks for more, and tells what goes wrong.

import { Refused } from "./http.js";
import { toast } from "./messages.js";

export class Attempts {
  /** `host` shows that something is under way; `failed(sentence)` tells what went wrong. */
  constructor({ host = document.body, failed = (sentence) => toast(sentence) } = {}) {
    this.host = host;
    this.failed = failed;
    this.busy = false;
    window.addEventListener("pageshow", () => this.show(false)); // the page may have been left for a while
  }

  show(busy) {
    this.busy = busy;
    this.host.classList.toggle("is-busy", busy);
    if (this.host !== document.body) this.host.setAttribute("aria-busy", String(busy));
  }

  /** Do something, unless something else is being done. */
  async make(deed) {
    if (this.busy) return;
    this.show(true);
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.failed(error.sentence);
    } finally {
      this.show(false);
    }
  }
}
