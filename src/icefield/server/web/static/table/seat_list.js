// The seats beside the board: who sits where, whose turn it is, who is away, the clocks, and the
// links and bots for seats that nobody has taken.

import { button, byId, el, onClick, part, parts, refill } from "../shared/dom.js";
import { copyText } from "../shared/notices.js";
import { t } from "../shared/translations.js";
import { Clocks } from "./clocks.js";

const DEFAULT_LEVEL = "2";

/** @typedef {import("./table.js").SendAction} SendAction */

export class SeatList {
  /** @param {SendAction} send */
  constructor(send) {
    this.send = send;
    /** @type {boolean[] | null} by seat, whether its player is connected */
    this.present = null;
    /** @type {Payload.Seat[]} */
    this.seats = [];
    /** @type {Payload.Invite[]} */
    this.invites = [];
    this.clocks = new Clocks();
    if (document.getElementById("invitation-sit")) onClick("invitation-sit", () => this.acceptInvitation());
  }

  /** @param {Payload.TableState} state */
  show(state) {
    this.seats = state.seats;
    this.invites = state.invites;
    refill(
      byId("seats"),
      state.seats.map((seat) => this.entry(state, seat)),
    );
    if (state.seat !== null) byId("invitation").hidden = true;
    this.showAbsence();
    this.showInvites();
    this.clocks.show(state.clock, state.seats);
  }

  /**
   * @param {Payload.TableState} state
   * @param {Payload.Seat} entry
   */
  entry(state, { seat, role, name, kind, deciding }) {
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
    const entry = el(
      "li",
      { class: classes.filter(Boolean).join(" "), "data-seat": seat },
      el("span", { class: "seat-role" }, role),
      note ? el("span", { class: "seat-note" }, note) : null,
      el("span", { class: "seat-name" }, name),
    );
    if (kind === "open") {
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
    if (deciding) return t(kind === "bot" ? "thinking" : "turn");
    return null;
  }

  // -- presence ----------------------------------------------------------------------------------

  /** Show which players are connected. @param {boolean[]} present by seat */
  showPresence(present) {
    this.present = present;
    this.showAbsence();
  }

  /** What the entries of the seats say and offer about players who are away. */
  showAbsence() {
    const invited = new Set(this.invites.map(({ seat }) => seat));
    for (const seat of this.seats) {
      const host = part(byId("seats"), `.seat[data-seat="${seat.seat}"]`);
      for (const old of parts(host, ".seat-company")) old.remove();
      const away = this.isAway(seat);
      host.classList.toggle("is-away", away);
      if (seat.stand_in) host.append(noteOf(t("seat.standin")));
      else if (away) host.append(noteOf(t("seat.away")));
      if (seat.kind === "invited" && !invited.has(seat.seat)) host.append(noteOf(t("seat.waits")));
      if (seat.replaceable && away) {
        host.append(actionButton(t("seat.replace"), () => this.send("replace", { seat: seat.seat })));
      }
    }
  }

  /** @param {Payload.Seat} seat */
  isAway(seat) {
    return seat.kind === "person" && !seat.stand_in && this.present !== null && !this.present[seat.seat];
  }

  // -- invitations -------------------------------------------------------------------------------

  async acceptInvitation() {
    const { seat, token } = button("invitation-sit").dataset;
    if (!(await this.send("sit", { seat: Number(seat), token }))) return;
    history.replaceState(null, "", location.pathname);
  }

  /** The links that the host of the table hands out, and bots for seats that stay empty. */
  showInvites() {
    const { invites } = this;
    const host = byId("invites");
    host.hidden = invites.length === 0;
    byId("copy-seats").hidden = invites.length > 0;
    const key = JSON.stringify(invites);
    if (host.dataset.shown === key) return;
    host.dataset.shown = key;
    host.replaceChildren(
      ...invites.map(({ seat, role, link }) => {
        const address = location.origin + link;
        const field = el("input", { readonly: true, value: address, "aria-label": t("seat.link", { role }) });
        field.addEventListener("focus", () => field.select());
        const copy = actionButton(t("seat.invite"), () => copyText(address, t("copied")), "primary");
        const fill = actionButton(t("seat.fill"), () => this.send("fill", { seat, level: this.levelForFilling() }));
        return el("li", {}, el("b", {}, role), field, el("span", { class: "invite-deeds" }, copy, fill));
      }),
    );
  }

  /** The level of another bot at the table, else an easy one. */
  levelForFilling() {
    return this.seats.find(({ level }) => level)?.level ?? DEFAULT_LEVEL;
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
