// The chat of a table.

import { byId, clearSent, el, input, onClick } from "../shared/dom.js";
import { serverError } from "../shared/http.js";
import { hideNotice, showNotice } from "../shared/notices.js";
import { readText, writeText } from "../shared/storage.js";
import { t } from "../shared/translations.js";
import { MarkedWords } from "./marked_words.js";

const SOUND_KEY = "icefield-chat-sound";
const PREVIEW_MS = 8000;

/** @typedef {import("./table.js").SendAction} SendAction */

export class Chat {
  /**
   * @param {string} table
   * @param {SendAction} send
   * @param {(error: unknown) => void} onFailed
   * @param {(sound: string) => void} play
   */
  constructor(table, send, onFailed, play) {
    this.send = send;
    this.onFailed = onFailed;
    /** @type {string | null} the rule that messages can break now */
    this.rule = null;
    this.marked = new MarkedWords(table, "chat", () => this.sendMessage());
    this.play = play;
    this.hasSound = readText(SOUND_KEY) !== "off";
    this.unread = 0;
    this.isSeen = false; // whether the messages are on the screen
    new IntersectionObserver(([{ isIntersecting }]) => this.see(isIntersecting)).observe(byId("chat-list"));
    document.addEventListener("visibilitychange", () => this.see(this.isSeen));
    onClick("chat-sound", () => this.toggleSound());
    onClick("chat-unread", (event) => {
      event.preventDefault();
      this.open();
    });
    this.key = `icefield-muted-${table}`;
    this.muted = readText(this.key) === "yes";
    /** @type {number | null} the number of the last message that was announced */
    this.announced = null;
    /** @type {Payload.ChatMessage[]} */
    this.messages = [];
    this.isOpen = false;
    onClick("chat-mute", () => this.toggleMute());
    byId("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
  }

  /** Send the message; what the rules seem to forbid is shown to its writer first. */
  async say() {
    const text = input("chat-text").value.trim();
    if (!text) return;
    try {
      if (this.rule === null || (await this.marked.allow({ text, seat: null }))) await this.sendMessage();
    } catch (error) {
      this.onFailed(serverError(error));
    }
  }

  async sendMessage() {
    const field = input("chat-text");
    const text = field.value.trim();
    if (!text || !(await this.send("chat", { text }))) return;
    clearSent(field, text);
    this.marked.hide();
  }

  /**
   * @param {Payload.ChatMessage[]} messages
   * @param {boolean} isOpen whether the viewer may write
   * @param {string | null} rule the rule that messages can break now
   */
  show(messages, isOpen, rule) {
    this.messages = messages;
    this.isOpen = isOpen;
    this.rule = rule;
    const hint = byId("chat-hint");
    hint.hidden = !isOpen || rule === null;
    if (rule !== null && hint.dataset.rule !== rule) {
      hint.replaceChildren(t("chat.hint"), el("a", { href: `#rule-${rule}` }, t("rule", { rule })), ".");
      hint.dataset.rule = rule;
    }
    if (!isOpen) this.marked.hide();
    byId("chat").hidden = !isOpen && messages.length === 0;
    byId("chat-form").hidden = !isOpen;
    byId("chat-mute").setAttribute("aria-pressed", String(this.muted));
    byId("chat-sound").setAttribute("aria-pressed", String(this.hasSound));
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
      const { announced } = this;
      const fresh = shown.filter(({ number, mine }) => number > announced && !mine);
      if (fresh.length) this.notify(fresh);
    }
    this.announced = Math.max(this.announced ?? 0, last);
  }

  // -- new messages ------------------------------------------------------------------------------

  /** Have new messages noticed: a badge and a preview where the chat is not on the screen, a sound. @param {Payload.ChatMessage[]} fresh */
  notify(fresh) {
    if (this.hasSound) this.play("message");
    if (this.isSeen && !document.hidden) return;
    const { name, text } = fresh[fresh.length - 1];
    const show = el("button", { class: "button small" }, t("chat.show"));
    show.addEventListener("click", () => this.open());
    showNotice(t("chat.from", { name, text }), show, { kind: "chat", ms: PREVIEW_MS });
    this.unread += fresh.length;
    this.showBadge();
  }

  showBadge() {
    const { unread } = this;
    byId("chat-unread").hidden = unread === 0;
    byId("chat-unread").textContent =
      unread === 1 ? t("chat.unread.one", { n: unread }) : t("chat.unread.many", { n: unread });
  }

  /** @param {boolean} isSeen */
  see(isSeen) {
    this.isSeen = isSeen;
    if (!isSeen || document.hidden || !this.unread) return;
    this.unread = 0;
    this.showBadge();
    hideNotice("chat");
  }

  /** Go to the chat. */
  open() {
    hideNotice("chat");
    byId("chat").scrollIntoView({ block: "center" });
    byId(this.isOpen ? "chat-text" : "chat-list").focus({ preventScroll: true });
  }

  toggleSound() {
    this.hasSound = !this.hasSound;
    writeText(SOUND_KEY, this.hasSound ? null : "off");
    byId("chat-sound").setAttribute("aria-pressed", String(this.hasSound));
    if (this.hasSound) this.play("message");
  }

  toggleMute() {
    this.muted = !this.muted;
    writeText(this.key, this.muted ? "yes" : null);
    byId("chat-list").dataset.last = "";
    this.show(this.messages, this.isOpen, this.rule);
  }
}
