// The chat of a table.

import { byId, clearSent, el, input, onClick } from "../shared/dom.js";
import { announce } from "../shared/notices.js";
import { readText, writeText } from "../shared/storage.js";
import { t } from "../shared/translations.js";

/** @typedef {import("./table.js").SendAction} SendAction */

export class Chat {
  /**
   * @param {string} table
   * @param {SendAction} send
   */
  constructor(table, send) {
    this.key = `icefield-muted-${table}`;
    this.muted = readText(this.key) === "yes";
    /** @type {number | null} the number of the last message that was announced */
    this.announced = null;
    /** @type {Payload.ChatMessage[]} */
    this.messages = [];
    this.isOpen = false;
    onClick("chat-mute", () => this.toggleMute());
    byId("chat-form").addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = input("chat-text");
      const text = field.value.trim();
      if (text && (await send("chat", { text }))) clearSent(field, text);
    });
  }

  /**
   * @param {Payload.ChatMessage[]} messages
   * @param {boolean} isOpen whether the viewer may write
   */
  show(messages, isOpen) {
    this.messages = messages;
    this.isOpen = isOpen;
    byId("chat").hidden = !isOpen && messages.length === 0;
    byId("chat-form").hidden = !isOpen;
    byId("chat-mute").setAttribute("aria-pressed", String(this.muted));
    const shown = this.muted ? messages.filter(({ mine }) => mine) : messages;
    const none = byId("chat-none");
    none.dataset.empty ??= none.textContent;
    none.hidden = shown.length > 0 && !this.muted;
    none.textContent = (this.muted ? none.dataset.muted : none.dataset.empty) ?? "";
    this.list(shown);
  }

  /** @param {Payload.ChatMessage[]} shown */
  list(shown) {
    const list = byId("chat-list");
    const last = shown.at(-1)?.number ?? 0;
    if (list.dataset.last === String(last) && list.children.length === shown.length) return;
    list.dataset.last = String(last);
    list.replaceChildren(
      ...shown.map(({ name, text, mine }) =>
        el("li", { class: mine ? "is-mine" : null }, el("b", {}, name), " ", el("span", {}, text)),
      ),
    );
    list.scrollTop = list.scrollHeight;
    if (this.announced !== null) {
      for (const { number, name, text, mine } of shown) {
        if (number > this.announced && !mine) announce(t("chat.from", { name, text }));
      }
    }
    this.announced = Math.max(this.announced ?? 0, last);
  }

  toggleMute() {
    this.muted = !this.muted;
    writeText(this.key, this.muted ? "yes" : null);
    byId("chat-list").dataset.last = "";
    this.show(this.messages, this.isOpen);
  }
}
