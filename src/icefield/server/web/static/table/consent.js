// What needs the consent of others, and what cannot be taken back: requests for an undo, a draw or a
// rematch with their answers, resigning, leaving and coming back.

import { byId, el, onClick, part } from "../shared/dom.js";
import { announce, hideNotice, showNotice, showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";

/** @typedef {import("./table.js").SendAction} SendAction */

const ACTIONS = /** @type {const} */ (["resign", "draw", "leave"]);

export class Consent {
  /** @param {SendAction} send */
  constructor(send) {
    this.send = send;
    this.game = 0; // of the match, from 1
    this.canAbort = false; // rather than lose by giving up
    /** @type {string | null} what giving up costs */
    this.stake = null;
    /** @type {Payload.Ask | null} */
    this.ask = null;
    this.isShown = false; // whether a state has been shown since the page was opened
    this.declined = 0; // the number of the last answer that was announced
    onClick("ask-yes", () => this.answer(true));
    onClick("ask-no", () => this.answer(false));
    onClick("draw", () => send("draw"));
    onClick("back", () => send("back"));
    onClick("resign", async () => {
      const { game } = this; // another one may begin meanwhile
      const { sureAbort, sure } = byId("resign").dataset;
      if (await isSure(this.canAbort ? sureAbort : [sure, this.stake].filter(Boolean).join(" ")))
        send("resign", { game });
    });
    onClick("leave", async () => (await isSure(byId("leave").dataset.sure)) && send("leave"));
  }

  /** @param {Payload.TableState} state */
  show({ can, stake, ask, declined, rematch, seat, sheet, absence }) {
    this.stake = stake;
    this.game = sheet.rows.length;
    for (const action of ACTIONS) byId(action).hidden = !can[action];
    byId("company").hidden = !ACTIONS.some((action) => can[action]);
    byId("undo").textContent = can.undo_asks ? t("undo.ask") : (byId("undo").dataset.plain ?? "");
    const resign = byId("resign");
    resign.textContent = (can.abort ? resign.dataset.abort : resign.dataset.plain) ?? "";
    byId("rematched").hidden = rematch === null;
    if (rematch !== null) {
      const link = part(byId("rematched"), "a");
      link.setAttribute("href", `/tables/${rematch}`);
      link.textContent = (seat === null ? link.dataset.watch : link.dataset.go) ?? "";
    }
    this.canAbort = can.abort;
    this.showAbsence(absence);
    this.showAsk(ask);
    this.showDeclined(ask ? null : declined);
  }

  /** Tell that a bot plays for the viewer, and why. @param {Payload.Absence | null} absence */
  showAbsence(absence) {
    byId("absence").hidden = !absence;
    if (!absence) hideNotice("absence");
    byId("back").hidden = !absence?.back;
    if (byId("absence-text").textContent !== (absence?.sentence ?? "")) {
      byId("absence-text").textContent = absence?.sentence ?? ""; // a live region
      if (absence?.timed && this.isShown) this.notifyAbsence(absence);
    }
    this.isShown = true;
  }

  /** @param {Payload.Absence} absence */
  notifyAbsence({ sentence, back }) {
    if (!back) {
      queueMicrotask(() => showToast(sentence, null, "note"));
      return;
    }
    const action = el("button", { class: "button primary small" }, byId("back").textContent);
    action.addEventListener("click", () => this.send("back"));
    showNotice(sentence, action, { kind: "absence" });
  }

  /** Tell who declined, until the next move. @param {Payload.Declined | null} declined */
  showDeclined(declined) {
    byId("declined").hidden = !declined;
    if (!declined || this.declined === declined.number) return;
    this.declined = declined.number;
    byId("declined").textContent = declined.sentence; // a live region
    if (declined.mine) queueMicrotask(() => showToast(declined.sentence, null, "note")); // wherever the page is scrolled
  }

  /** @param {Payload.Ask | null} ask */
  showAsk(ask) {
    const host = byId("ask");
    const isNew = ask && this.ask?.number !== ask.number;
    this.ask = ask;
    host.hidden = !ask;
    if (!ask) return;
    byId("ask-text").textContent = ask.sentence;
    byId("ask-yes").hidden = !ask.answer;
    byId("ask-no").hidden = !ask.answer && !ask.mine;
    const no = byId("ask-no");
    no.dataset.decline ??= no.textContent;
    no.textContent = (ask.mine ? no.dataset.withdraw : no.dataset.decline) ?? "";
    if (isNew) announce(ask.sentence);
    if (isNew && ask.answer && ask.what === "rematch") host.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} yes */
  answer(yes) {
    if (this.ask) this.send("answer", { ask: this.ask.number, yes });
  }
}

/** Ask once more before an action that cannot be taken back. @param {string | undefined} question */
export function isSure(question) {
  const dialog = byId("sure", HTMLDialogElement);
  byId("sure-text").textContent = question ?? "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
