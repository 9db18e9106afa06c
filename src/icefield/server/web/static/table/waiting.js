// A table that waits for players: the card of an invitation, one control that invites, bots for free
// seats, the viewer's name, and closing the table.

import { byId, el, onClick, part, parts } from "../shared/dom.js";
import { serverError } from "../shared/http.js";
import { keepName, skipName, typedName } from "../shared/name_field.js";
import { copyText, showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";
import { isSure } from "./consent.js";

const DEFAULT_LEVEL = "2";

/** @typedef {import("./table.js").SendAction} SendAction */

export class WaitingRoom {
  /** @param {SendAction} send */
  constructor(send) {
    this.send = send;
    /** @type {Payload.TableState | null} */
    this.state = null;
    onClick("invite", () => this.invite());
    onClick("close-table", async () => {
      if (await isSure(byId("close-table").dataset.sure)) send("close");
    });
    const card = document.getElementById("invitation-form");
    if (card instanceof HTMLFormElement) card.addEventListener("submit", (event) => this.join(event, card));
    const own = document.getElementById("own-name");
    if (own instanceof HTMLFormElement) this.connectName(own);
  }

  /** @param {Payload.TableState} state */
  show(state) {
    this.state = state;
    const { started, closed, seat, seats, invites, can } = state;
    this.showCard(state);
    const isInvited = document.querySelector("#invitation:not([hidden])") !== null; // the card says it all
    byId("waiting").hidden = started || isInvited;
    byId("close-table").hidden = !can.close;
    byId("closed-lobby").hidden = !closed;
    byId("invite").hidden = invites.length === 0;
    const free = seats.some(({ kind }) => kind === "open");
    const isSeated = seat !== null || state.host;
    const text = isSeated ? t("waiting.seated") : free ? t("waiting.free") : t("waiting.guest");
    byId("waiting-text").textContent = closed ?? text;
    byId("waiting-deeds").hidden = !closed && !can.close && invites.length === 0;
    this.showFilling(state);
    const own = document.getElementById("own-name");
    if (own) {
      const isNamed = seats.some(({ mine, named }) => mine && named);
      own.hidden = isNamed || seat === null || Boolean(closed) || !own.querySelector("[data-name-field]:not([hidden])");
    }
    if (!invites.length) byId("invite-dialog", HTMLDialogElement).close();
  }

  /** The card stays as long as there is a seat that it offers. @param {Payload.TableState} state */
  showCard({ seat, started, closed, seats }) {
    const card = document.getElementById("invitation");
    if (!card) return;
    const offers = parts(card, "[data-seat]");
    for (const offer of offers) {
      offer.hidden = !["open", "invited"].includes(seats[Number(offer.dataset.seat)].kind);
    }
    card.hidden = seat !== null || started || Boolean(closed) || offers.every(({ hidden }) => hidden);
  }

  /** Bots for seats that stay empty. @param {Payload.TableState} state */
  showFilling({ invites, seats }) {
    const level = seats.find((seat) => seat.level)?.level ?? DEFAULT_LEVEL;
    const key = JSON.stringify([invites.map(({ seat }) => seat), level]);
    const host = byId("fill-seats");
    if (host.dataset.shown === key) return;
    host.dataset.shown = key;
    host.replaceChildren(
      ...invites.map(({ seat, role }) => {
        const made = el("button", { class: "button small" }, t("seat.fill.as", { role }));
        made.addEventListener("click", () => this.send("fill", { seat, level }));
        return made;
      }),
    );
  }

  // -- joining -----------------------------------------------------------------------------------

  /** @param {SubmitEvent} event @param {HTMLFormElement} form */
  async join(event, form) {
    event.preventDefault();
    const chosen = event.submitter ?? form.querySelector("[data-seat]:not([hidden])");
    if (!(chosen instanceof HTMLElement)) return;
    const { seat, token } = chosen.dataset;
    try {
      await keepName(form);
    } catch (error) {
      showToast(serverError(error).sentence);
      return;
    }
    if (!(await this.send("sit", { seat: Number(seat), token }))) return;
    history.replaceState(null, "", location.pathname);
    const board = byId("board");
    part(board, "svg").scrollIntoView({ block: "nearest" });
    board.focus({ preventScroll: true });
  }

  /** @param {HTMLFormElement} form */
  connectName(form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = typedName(form);
      if (name) this.send("name", { name });
      else this.skip(form);
    });
    onClick("own-name-skip", () => this.skip(form));
  }

  /** @param {HTMLFormElement} form */
  skip(form) {
    skipName();
    form.hidden = true;
  }

  // -- inviting ----------------------------------------------------------------------------------

  /** Show the links; seats with the same link share one. */
  invite() {
    const { invites = [], game } = this.state ?? {};
    /** @type {Map<string, string[]>} roles by link */
    const links = new Map();
    for (const { link, role } of invites) links.set(link, [...(links.get(link) ?? []), role]);
    byId("invites").replaceChildren(
      ...[...links].map(([link, roles]) =>
        this.linkEntry(location.origin + link, roles.join(" · "), game?.title ?? ""),
      ),
    );
    byId("invite-dialog", HTMLDialogElement).showModal();
  }

  /**
   * @param {string} address
   * @param {string} role
   * @param {string} game
   */
  linkEntry(address, role, game) {
    const field = el("input", { readonly: true, value: address, "aria-label": t("seat.link", { role }) });
    field.addEventListener("focus", () => field.select());
    const copy = el("button", { class: "button" }, t("copy.link"));
    copy.addEventListener("click", () => copyText(address, t("invite.copied")));
    const deeds = [copy];
    if ("share" in navigator) {
      const share = el("button", { class: "button primary" }, t("invite.share"));
      share.addEventListener("click", () => shareLink(address, t("invite.text", { game })));
      deeds.unshift(share);
    } else copy.classList.add("primary");
    const picture = el("img", {
      class: "qr",
      src: `/pictures/qr?link=${encodeURIComponent(address)}`,
      alt: t("invite.qr", { role }),
      width: 200,
      height: 200,
    });
    return el("li", {}, el("b", {}, role), picture, el("span", { class: "invite-deeds" }, ...deeds), field);
  }
}

/** Offer a link to the programs of the device. @param {string} url @param {string} text */
async function shareLink(url, text) {
  try {
    await navigator.share({ url, text });
  } catch {
    // the viewer chose none
  }
}
