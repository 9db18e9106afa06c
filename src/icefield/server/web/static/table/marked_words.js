// Words that the rules of a game seem to forbid, shown to their writer before they are sent.

import { byId, el, input, onClick } from "../shared/dom.js";
import { post } from "../shared/http.js";
import { announce } from "../shared/notices.js";
import { t } from "../shared/translations.js";

export class MarkedWords {
  /**
   * @param {string} table
   * @param {string} name what the ids of the field and of its marked words begin with
   * @param {() => unknown} sendAnyway
   */
  constructor(table, name, sendAnyway) {
    this.table = table;
    this.box = byId(`${name}-marked`);
    this.words = byId(`${name}-marked-text`);
    this.change = byId(`${name}-edit`);
    const field = input(`${name}-text`);
    onClick(`${name}-anyway`, () => sendAnyway());
    this.change.addEventListener("click", () => {
      this.hide();
      field.focus();
    });
    field.addEventListener("input", () => this.hide());
  }

  hide() {
    this.box.hidden = true;
  }

  /** Whether a text may be sent; else its marked words are shown. @param {{ text: string, seat: number | null }} said */
  async allow(said) {
    const spans = await post("/api/tables/{id}/comments/check", { id: this.table }, said);
    if (spans.length) this.show(said.text, spans);
    return spans.length === 0;
  }

  /**
   * @param {string} text
   * @param {Payload.MarkedSpan[]} spans
   */
  show(text, spans) {
    /** @type {(string | HTMLElement)[]} */
    const marked = [];
    let at = 0;
    for (const { start, end, reason } of spans) {
      marked.push(text.slice(at, start), el("mark", { title: reason }, text.slice(start, end)));
      at = end;
    }
    marked.push(text.slice(at));
    const reasons = [...new Set(spans.map(({ reason }) => reason))].map((reason) => el("li", {}, reason));
    this.words.replaceChildren(el("p", {}, t("talk.marked")), el("p", {}, ...marked), el("ul", {}, ...reasons));
    this.box.hidden = false;
    announce(`${t("talk.marked")} ${spans.map(({ reason }) => reason).join(" ")}`);
    this.change.focus();
  }
}
