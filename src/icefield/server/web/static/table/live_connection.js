// The live connection of a table: a WebSocket that comes back by itself and asks for what it missed
// by the number and version of the state that the page holds. Updates are patches of the last state
// that the connection brought; the page may have a newer one from another request.

import { applyPatch } from "./state_patch.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const [FIRST_FINAL_CODE, AFTER_FINAL_CODE] = [4400, 4500]; // close codes with which a retry is of no use

/**
 * @typedef {object} LiveHandlers
 * @property {() => Payload.TableState} state the newest state of the page
 * @property {(state: Payload.TableState) => void} onUpdate
 * @property {(presence: Payload.LivePresence) => void} onPresence
 * @property {(isUp: boolean) => void} onConnection
 */

export class LiveConnection {
  /**
   * @param {string} table
   * @param {LiveHandlers} handlers
   */
  constructor(table, handlers) {
    this.table = table;
    this.handlers = handlers;
    this.wait = FIRST_WAIT_MS;
    this.leaving = false;
    /** @type {Payload.TableState | null} the state that the next patch belongs to */
    this.held = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.socket = this.connect();
    window.addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.retryNow();
    });
    window.addEventListener("pagehide", () => {
      this.leaving = true;
      this.socket.close();
    });
    window.addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.leaving = false;
      this.retryNow();
    });
  }

  /** @param {{ anew?: boolean }} [options] `anew`: whether a whole state is wanted */
  connect({ anew = false } = {}) {
    clearTimeout(this.timer);
    const state = this.handlers.state();
    this.held = anew ? null : state;
    const url = new URL(`/api/tables/${this.table}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("since", String(anew ? 0 : state.number));
    url.searchParams.set("held", this.held?.version ?? "");
    const lang = new URLSearchParams(location.search).get("lang");
    if (lang) url.searchParams.set("lang", lang);
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.wait = FIRST_WAIT_MS;
      this.handlers.onConnection(true);
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return; // replaced meanwhile
      const message = /** @type {Payload.LiveUpdate | Payload.LivePresence} */ (JSON.parse(event.data));
      if (message.type === "update") this.update(message);
      else if (message.type === "presence") this.handlers.onPresence(message);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.leaving || socket !== this.socket) return;
      this.handlers.onConnection(false);
      if (code >= FIRST_FINAL_CODE && code < AFTER_FINAL_CODE) return;
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT_MS);
    });
    return socket;
  }

  /** @param {Payload.LiveUpdate} update */
  update({ state, held, patch }) {
    let newer = state;
    if (patch) {
      try {
        if (!this.held || this.held.version !== held) throw new RangeError("a patch of another state");
        newer = applyPatch(this.held, patch);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return this.reconnect({ anew: true });
      }
    }
    if (!newer) return null;
    this.held = newer;
    return this.handlers.onUpdate(newer);
  }

  /** Connect anew: what the server shows depends on cookies it reads at the beginning. @param {{ anew?: boolean }} [options] */
  reconnect(options) {
    const old = this.socket;
    this.connect(options);
    old.close();
  }

  /** Try again now instead of later. */
  retryNow() {
    if (this.socket.readyState < WebSocket.CLOSING || this.leaving) return;
    this.wait = FIRST_WAIT_MS;
    this.connect();
  }
}
