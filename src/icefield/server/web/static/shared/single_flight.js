// One request at a time: while the answer to one is awaited, further actions of the player are
// dropped, and what goes wrong is told.

import { serverError } from "./http.js";
import { showToast } from "./notices.js";

export class SingleFlight {
  /**
   * `host` shows that a request is under way; `onFailed(sentence)` tells what went wrong.
   *
   * @param {{ host?: HTMLElement, onFailed?: (sentence: string) => void }} [options]
   */
  constructor({ host = document.body, onFailed = (sentence) => showToast(sentence) } = {}) {
    this.host = host;
    this.onFailed = onFailed;
    this.busy = false;
    window.addEventListener("pageshow", () => this.setBusy(false)); // the page may have been left meanwhile
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    this.host.classList.toggle("is-busy", busy);
    if (this.host !== document.body) this.host.setAttribute("aria-busy", String(busy));
  }

  /** Do something, unless something else is under way. @param {() => unknown} action */
  async run(action) {
    if (this.busy) return;
    this.setBusy(true);
    try {
      await action();
    } catch (error) {
      this.onFailed(serverError(error).sentence);
    } finally {
      this.setBusy(false);
    }
  }
}
