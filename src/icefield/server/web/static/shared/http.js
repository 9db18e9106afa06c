// Talking to the server: requests that never throw away a reason, and the live connection.

import { t } from "./messages.js";

/** A refusal of the server, with its code, rule and sentence; or the lack of a connection. */
export class Refused extends Error {
  constructor({ code, rule = null, sentence }) {
    super(sentence);
    this.code = code;
    this.rule = rule;
    this.sentence = sentence;
  }
}

async function ask(path, options) {
  let response;
  let answer;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
    answer = await response.json();
  } catch {
    throw new Refused({ code: "offline", sentence: t("offline") });
  }
  if (!response.ok) throw new Refused(answer);
  return answer;
}

export const get = (path) => ask(path, {});

export const post = (path, body = {}) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const LATE = ["analysis-late", "solution-late"]; // the server goes on working at it
const TRIES = 8;

/** Ask again while the server still works on the answer, for which something may have to be compiled
 * first, and somebody waits for it. */
export async function patiently(ask, waiting = () => true) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!LATE.includes(error.code) || tried === TRIES || !waiting()) throw error;
    }
  }
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

/**
 * The live connection of a table. It comes back by itself and asks for what was missed by number.
 * `number()` is the last number known, `onUpdate` gets updates, `onPresence` who is there,
 * `onConnection` true or false.
 */
export class Live {
  constructor(id, { number, onUpdate, onPresence, onConnection }) {
    this.id = id;
    this.number = number;
    this.onUpdate = onUpdate;
    this.onPresence = onPresence;
    this.onConnection = onConnection;
    this.wait = FIRST_WAIT;
    this.connect();
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
    window.addEventListener("pagehide", () => {
      this.leaving = true;
      this.socket.close();
    });
    window.addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.leaving = false;
      this.hurry();
    });
  }

  connect() {
    clearTimeout(this.timer);
    const url = new URL(`/api/tables/${this.id}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("since", this.number());
    const lang = new URLSearchParams(location.search).get("lang");
    if (lang) url.searchParams.set("lang", lang);
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.wait = FIRST_WAIT;
      this.onConnection(true);
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return; // begun anew meanwhile
      const message = JSON.parse(event.data);
      if (message.type === "update") this.onUpdate(message);
      else if (message.type === "presence") this.onPresence(message);
    });
    socket.addEventListener("close", (event) => {
      if (this.leaving || socket !== this.socket) return;
      this.onConnection(false);
      if (event.code >= 4400 && event.code < 4500) return; // it will not be better next time
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
    });
  }

  /** Begin anew: what the server shows depends on cookies it read at the beginning. */
  again() {
    const old = this.socket;
    this.connect();
    old.close();
  }

  /** Try again now instead of later. */
  hurry() {
    if (this.socket.readyState >= WebSocket.CLOSING && !this.leaving) {
      this.wait = FIRST_WAIT;
      this.connect();
    }
  }
}
