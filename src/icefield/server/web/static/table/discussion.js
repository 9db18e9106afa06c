// The discussion before a ballot: comments, challenges and their judgement, and its clock. Knows no
// rules: what may be said or judged is in the state.

import { button, byId, clearSent, el, input, onClick, refill, select } from "../shared/dom.js";
import { serverError } from "../shared/http.js";
import { t } from "../shared/translations.js";
import { MarkedWords } from "./marked_words.js";

/** @typedef {import("./table.js").SendAction} SendAction */

const TICK_MS = 500;

export class Discussion {
  /**
   * @param {string} table
   * @param {SendAction} send
   * @param {(error: unknown) => void} onFailed
   */
  constructor(table, send, onFailed) {
    this.send = send;
    this.onFailed = onFailed;
    /** @type {Payload.TableState | null} */
    this.state = null;
    this.received = 0; // when the state came, on the clock of the page
    this.checking = false; // whether a comment is being checked
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    onClick("talk-ready", () => send("ready"));
    byId("talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    this.marked = new MarkedWords(table, "talk", () => this.sendComment(this.comment));
  }

  /** @param {Payload.TableState} state */
  show(state) {
    this.state = state;
    this.received = performance.now();
    clearInterval(this.timer);
    const { talk, seats } = state;
    const isOpen = talk !== null && !talk.open;
    byId("talk").hidden = !isOpen;
    if (!isOpen) {
      input("talk-text").value = "";
      this.marked.hide();
      return;
    }
    const { rule } = talk;
    byId("talk-hint").replaceChildren(t("talk.hint"), el("a", { href: `#rule-${rule}` }, t("rule", { rule })), ".");
    const own = seats.filter(({ mine }) => mine);
    byId("talk-form").hidden = own.length === 0;
    byId("talk-ready").hidden = own.length === 0 || talk.ready;
    button("talk-ready").disabled = talk.held;
    this.offerSpeakers(own);
    refill(
      byId("talk-comments"),
      talk.comments.map((comment) => this.entry(comment)),
    );
    this.showTime();
    this.timer = setInterval(() => this.showTime(), TICK_MS);
  }

  /** @param {Payload.Seat[]} own */
  offerSpeakers(own) {
    const speaker = select("talk-speaker");
    const label = speaker.closest("label");
    if (label) label.hidden = own.length < 2;
    if (speaker.options.length !== own.length) {
      speaker.replaceChildren(...own.map(({ seat, role }) => el("option", { value: seat }, role)));
    }
  }

  /** @param {number[]} seats */
  roles(seats) {
    return seats.map((seat) => this.state?.seats[seat].role).join(", ");
  }

  showTime() {
    const { state } = this;
    if (!state?.talk) return;
    const { left, waiting, held, ready } = state.talk;
    const seconds = Math.ceil(Math.max(0, left - (performance.now() - this.received)) / 1000);
    const alone = new Set(waiting).size === state.seats.filter(({ mine }) => mine).length;
    let text = t(alone ? "talk.left.screen" : "talk.left", { seconds });
    if (held) text = t("talk.held");
    else if (ready) text = `${t("talk.waiting", { roles: this.roles(waiting) })} ${text}`;
    if (byId("talk-clock").textContent !== text) byId("talk-clock").textContent = text;
  }

  // -- comments ----------------------------------------------------------------------------------

  /** @param {Payload.Comment} comment */
  entry({ number, seat, text, challenger, divided, guilty, challengers, judges, waiting }) {
    const entry = el("li", { class: "comment", "data-number": number });
    entry.append(el("p", {}, el("strong", {}, `${this.roles([seat])}: `), text));
    /** @param {string} note */
    const append = (note) => entry.append(el("p", { class: "comment-note" }, note));
    if (challengers.length) {
      entry.append(
        actionButton("talk.challenge", () => this.send("challenges", { comment: number, seat: challengers[0] })),
      );
    }
    if (challenger === null) return entry;
    if (guilty !== null) {
      append(t(guilty ? "talk.judged.guilty" : "talk.judged.innocent", { role: this.roles([seat]) }));
      return entry;
    }
    append(t("talk.challenged", { role: this.roles([challenger]) }));
    if (divided) append(t("talk.divided", { role: this.roles(waiting) }));
    for (const judge of judges) entry.append(this.judgement(number, judge));
    if (!judges.length) append(t("talk.waits", { roles: this.roles(waiting) }));
    return entry;
  }

  /** The buttons with which a seat judges a comment. @param {number} comment @param {number} seat */
  judgement(comment, seat) {
    return el(
      "div",
      { class: "comment-judge" },
      el("span", {}, t("talk.judge", { role: this.roles([seat]) })),
      actionButton("talk.guilty", () => this.send("judgements", { comment, seat, guilty: true })),
      actionButton("talk.innocent", () => this.send("judgements", { comment, seat, guilty: false })),
    );
  }

  /** The comment that is being written. */
  get comment() {
    return { text: input("talk-text").value.trim(), seat: Number(select("talk-speaker").value) };
  }

  /** Have the comment checked before it is sent; what seems forbidden is shown to its writer. */
  async say() {
    const { comment } = this;
    if (!comment.text || this.checking) return;
    this.checking = true;
    try {
      if (await this.marked.allow(comment)) await this.sendComment(comment);
    } catch (error) {
      this.onFailed(serverError(error));
    } finally {
      this.checking = false;
    }
  }

  /** @param {{ text: string, seat: number }} comment */
  async sendComment(comment) {
    if (!(await this.send("comments", comment))) return;
    clearSent(input("talk-text"), comment.text);
    this.marked.hide();
  }
}

/**
 * @param {string} text
 * @param {() => unknown} onClick
 */
function actionButton(text, onClick) {
  const made = el("button", { class: "button small", type: "button" }, t(text));
  made.addEventListener("click", onClick);
  return made;
}
