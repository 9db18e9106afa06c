// The seats beside the board: who sits where, whose turn it is, who is away, the clocks, and how many
// watch.

import { showSeatCards } from "../shared/board/seat_cards.js";
import { byId, el, part, parts, refill } from "../shared/dom.js";
import { t } from "../shared/translations.js";
import { Clocks } from "./clocks.js";

/** @typedef {import("./table.js").SendAction} SendAction */

export class SeatList {
  /** @param {SendAction} send @param {(sound: string) => void} play */
  constructor(send, play) {
    this.send = send;
    /** @type {boolean[] | null} by seat, whether its player is connected */
    this.present = null;
    /** @type {Payload.Seat[]} */
    this.seats = [];
    /** @type {Payload.Invite[]} */
    this.invites = [];
    /** @type {number | null} how much of the game is compiled on the server, in per cent */
    this.preparing = null;
    this.clocks = new Clocks(play);
  }

  /** @param {Payload.TableState} state */
  show(state) {
    this.seats = state.seats;
    this.invites = state.invites;
    refill(
      byId("seats"),
      state.seats.map((seat) => this.entry(state, seat)),
    );
    showSeatCards(state.cards);
    this.showAbsence();
    this.clocks.show(state.clock, state.seats);
  }

  /**
   * @param {Payload.TableState} state
   * @param {Payload.Seat} entry
   */
  entry(state, { seat, role, name: known, named, mine, kind, deciding }) {
    const won = state.outcome?.winners.includes(seat);
    const isAsked = deciding && Boolean(state.interrupt);
    const waits = state.interrupt?.active === seat;
    const classes = [
      "seat",
      deciding && "is-deciding",
      isAsked && "is-asked",
      waits && "is-waiting",
      won && "is-winner",
      deciding && kind,
    ];
    const note = this.note(state, seat, kind, deciding);
    const isOnlyOwn = mine && state.seats.filter((each) => each.mine).length === 1;
    const name = named && isOnlyOwn ? t("seat.you", { name: known }) : known;
    const entry = el(
      "li",
      { class: classes.filter(Boolean).join(" "), "data-seat": seat },
      el("span", { class: "seat-picture", "aria-hidden": "true" }),
      el(
        "span",
        { class: "seat-head" },
        el("span", { class: "seat-role" }, role),
        el("span", { class: "seat-notes" }, note ? el("span", { class: "seat-note" }, note) : null),
      ),
      el("span", { class: "seat-name" }, name === role ? "" : name),
      state.cards.some(({ holdings }) => holdings.length) ? el("ul", { class: "seat-holdings" }) : null,
    );
    if (kind === "open" && !state.closed && !document.querySelector("#invitation:not([hidden])")) {
      const sit = el("button", { class: "button small" }, t("sit"));
      sit.addEventListener("click", () => this.send("sit", { seat }));
      entry.append(sit);
    }
    return entry;
  }

  /**
   * @param {Payload.TableState} state
   * @param {number} seat
   * @param {Payload.Seat["kind"]} kind
   * @param {boolean} deciding
   */
  note({ talk, interrupt }, seat, kind, deciding) {
    if (interrupt && deciding) return t("asked");
    if (interrupt?.active === seat) return t("waits");
    if (talk && !talk.open) return kind === "bot" || !talk.waiting.includes(seat) ? t("ready") : t("talking");
    if (deciding && kind === "bot") return this.thinking();
    return deciding ? t("turn") : null;
  }

  /** What a bot does that has to decide. */
  thinking() {
    return this.preparing === null ? t("thinking") : t("preparing", { percent: this.preparing });
  }

  /** Show with bots how far the game is prepared. @param {number | null} percent null when it is */
  showPreparation(percent) {
    this.preparing = percent;
    for (const note of parts(
      byId("seats"),
      ".is-deciding.bot:not(.is-asked) .seat-notes > .seat-note:not(.seat-company)",
    )) {
      note.textContent = this.thinking();
    }
  }

  // -- presence ----------------------------------------------------------------------------------

  /**
   * Show which players are connected, and how many others watch.
   *
   * @param {boolean[]} present by seat
   * @param {number} watching
   */
  showPresence(present, watching) {
    this.present = present;
    this.showAbsence();
    byId("watching").hidden = watching === 0;
    byId("watching").textContent =
      watching === 1 ? t("watching.one", { n: watching }) : t("watching.many", { n: watching });
  }

  /** What the entries of the seats say and offer about players who are away. */
  showAbsence() {
    const invited = new Set(this.invites.map(({ seat }) => seat));
    for (const seat of this.seats) {
      const host = part(byId("seats"), `.seat[data-seat="${seat.seat}"]`);
      for (const old of parts(host, ".seat-company")) old.remove();
      const away = this.isAway(seat);
      host.classList.toggle("is-away", away);
      const notes = part(host, ".seat-notes");
      if (seat.stand_in) notes.append(noteOf(t("seat.standin")));
      else if (away) notes.append(noteOf(t("seat.away")));
      if (seat.kind === "invited" && !invited.has(seat.seat)) notes.append(noteOf(t("seat.waits")));
      if (seat.replaceable && away) {
        host.append(actionButton(t("seat.replace"), () => this.send("replace", { seat: seat.seat })));
      }
    }
  }

  /** @param {Payload.Seat} seat */
  isAway(seat) {
    return seat.kind === "person" && !seat.stand_in && this.present !== null && !this.present[seat.seat];
  }
}

/** @param {string} text */
const noteOf = (text) => el("span", { class: "seat-company seat-note" }, text);

/**
 * @param {string} text
 * @param {() => unknown} onClick
 * @param {string} [kind]
 */
function actionButton(text, onClick, kind = "") {
  const made = el("button", { class: `seat-company button small ${kind}` }, text);
  made.addEventListener("click", onClick);
  return made;
}
