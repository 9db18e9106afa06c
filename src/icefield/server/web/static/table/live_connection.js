// The live connection of a table: a WebSocket that comes back by itself and asks for the events it
// missed by their number.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const [FIRST_FINAL_CODE, AFTER_FINAL_CODE] = [4400, 4500]; // close codes with which a retry is of no use

/**
 * @typedef {object} LiveHandlers
 * @property {() => number} number the number of the last event that is known
 * @property {(update: Payload.LiveUpdate) => void} onUpdate
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

  connect() {
    clearTimeout(this.timer);
    const url = new URL(`/api/tables/${this.table}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("since", String(this.handlers.number()));
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
      if (message.type === "update") this.handlers.onUpdate(message);
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

  /** Connect anew: what the server shows depends on cookies it reads at the beginning. */
  reconnect() {
    const old = this.socket;
    this.connect();
    old.close();
  }

  /** Try again now instead of later. */
  retryNow() {
    if (this.socket.readyState < WebSocket.CLOSING || this.leaving) return;
    this.wait = FIRST_WAIT_MS;
    this.connect();
  }
}
