// Notices on every page about the viewer's tables that wait for players. There is a connection only
// while a table waits: the browser keeps their ids, as the pages of these tables wrote them.

import { el } from "./dom.js";
import { showNotice } from "./notices.js";
import { isSoundOn, SoundPlayer } from "./sound.js";
import { readText, writeText } from "./storage.js";
import { t } from "./translations.js";

const KEY = "icefield-waiting";
const RETRY_MS = 5000;
const MAX_TABLES = 12;

/** The ids of the viewer's tables that wait for players, the oldest first. */
const waitingTables = () => (readText(KEY) ?? "").split(",").filter((id) => /^[\w-]{1,32}$/.test(id));

/**
 * Keep in mind whether a table of the viewer's waits for players.
 *
 * @param {string} id
 * @param {boolean} isWaiting
 */
export function rememberWaiting(id, isWaiting) {
  const ids = waitingTables();
  if (ids.includes(id) === isWaiting) return;
  const kept = isWaiting ? [...ids, id].slice(-MAX_TABLES) : ids.filter((each) => each !== id);
  writeText(KEY, kept.length ? kept.join(",") : null);
  document.dispatchEvent(new Event("icefield:waiting"));
}

class TableNotices {
  constructor() {
    this.sound = new SoundPlayer(null);
    this.title = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connected = ""; // the ids that the connection is about
    this.leaving = false;
    window.addEventListener("storage", ({ key }) => key === KEY && this.connect());
    document.addEventListener("icefield:waiting", () => this.connect());
    window.addEventListener("online", () => this.connect());
    window.addEventListener("pagehide", () => {
      this.leaving = true;
      this.socket?.close();
    });
    window.addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      this.leaving = false;
      this.connect();
    });
    for (const event of ["focus", "pointerdown", "keydown"])
      window.addEventListener(event, () => this.title && this.unmark());
    this.connect();
  }

  /** Connect about the tables that wait now, unless there is such a connection. */
  connect() {
    const ids = waitingTables().join(",");
    if (ids === this.connected && this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    const old = this.socket;
    this.connected = ids;
    this.socket = ids ? this.open(ids) : null;
    old?.close();
  }

  /** @param {string} ids */
  open(ids) {
    const url = new URL("/api/me/live", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("tables", ids);
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => this.show(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (this.leaving || socket !== this.socket) return;
      this.socket = null;
      if (waitingTables().length) setTimeout(() => this.connect(), RETRY_MS);
    });
    return socket;
  }

  /** @param {Payload.TableNotice} notice */
  show({ table, kind, sentence }) {
    if (kind !== "guest") rememberWaiting(table, false);
    const path = `/tables/${table}`;
    if (!sentence || location.pathname === path) return; // that page shows it
    showNotice(sentence, el("a", { class: "button primary small", href: path }, t("notice.go")), { kind: table });
    if (kind === "closed") return;
    this.sound.on = isSoundOn();
    this.sound.play("turn");
    if (document.hidden || !document.hasFocus()) this.mark();
  }

  /** Mark the title of the tab, until the viewer is back. */
  mark() {
    if (this.title) return;
    this.title = document.title;
    document.title = `(1) ${this.title}`;
  }

  unmark() {
    if (this.title && document.title === `(1) ${this.title}`) document.title = this.title;
    this.title = "";
  }
}

/** Show notices on this page. */
export const connectTableNotices = () => new TableNotices();
