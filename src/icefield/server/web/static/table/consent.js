// What needs the consent of others, and what cannot be taken back: undo and draw offers with their
// answers, resigning, leaving and coming back.

import { byId, onClick, part } from "../shared/dom.js";
import { announce } from "../shared/notices.js";
import { t } from "../shared/translations.js";

/** @typedef {import("./table.js").SendAction} SendAction */

const ACTIONS = /** @type {const} */ (["resign", "draw", "leave", "back"]);

export class Consent {
  /** @param {SendAction} send */
  constructor(send) {
    this.send = send;
    this.game = 0; // of the match, from 1
    /** @type {Payload.Ask | null} */
    this.ask = null;
    onClick("ask-yes", () => this.answer(true));
    onClick("ask-no", () => this.answer(false));
    onClick("draw", () => send("draw"));
    onClick("back", () => send("back"));
    onClick("resign", async () => {
      const { game } = this; // another one may begin meanwhile
      if (await isSure("resign")) send("resign", { game });
    });
    onClick("leave", async () => (await isSure("leave")) && send("leave"));
  }

  /** @param {Payload.TableState} state */
  show({ can, ask, rematch, seat, sheet }) {
    this.game = sheet.rows.length;
    for (const action of ACTIONS) byId(action).hidden = !can[action];
    byId("company").hidden = !ACTIONS.some((action) => can[action]);
    byId("undo").textContent = can.undo_asks ? t("undo.ask") : (byId("undo").dataset.plain ?? "");
    const hasRematch = rematch !== null && seat !== null;
    byId("rematched").hidden = !hasRematch;
    if (hasRematch) part(byId("rematched"), "a").setAttribute("href", `/tables/${rematch}`);
    this.showAsk(ask);
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
  }

  /** @param {boolean} yes */
  answer(yes) {
    if (this.ask) this.send("answer", { ask: this.ask.number, yes });
  }
}

/** Ask once more before an action that cannot be taken back. @param {string} id */
function isSure(id) {
  const dialog = byId("sure", HTMLDialogElement);
  byId("sure-text").textContent = byId(id).dataset.sure ?? "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
