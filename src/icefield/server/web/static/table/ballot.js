// What belongs to votes: the curtain at a screen that several seats share, the last reveal, and the
// talk before a ballot. Knows no rules: what may be said or judged is in the state.

import { post } from "../shared/http.js";
import { refill } from "../shared/refill.js";
import { announce, el, emptied, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);

export class Ballot {
  /** `act(what, body)` posts and says whether it was done; `changed()` has the controls redrawn. */
  constructor(api, { act, changed, failed }) {
    this.api = api;
    this.act = act;
    this.failed = failed;
    this.lifted = null;
    this.checking = false; // whether a comment is being looked at
    $("curtain-lift").addEventListener("click", () => {
      this.lifted = this.key;
      this.curtain();
      changed();
      announce(t("curtain.lifted", { role: this.state.curtain }));
      document.querySelector("#controls button")?.focus();
    });
    $("talk-ready").addEventListener("click", () => act("ready", {}));
    $("talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    $("talk-anyway").addEventListener("click", () => this.send(this.words));
    $("talk-edit").addEventListener("click", () => {
      $("talk-marked").hidden = true;
      $("talk-text").focus();
    });
    $("talk-text").addEventListener("input", () => ($("talk-marked").hidden = true));
    setInterval(() => this.clock(), 500);
  }

  /** Which seat is asked for which decision; the curtain is lifted for one only. */
  get key() {
    return `${this.state.seat}:${this.state.decision}`;
  }

  /** Whether the choices of the present seat are hidden. */
  get veiled() {
    return Boolean(this.state.curtain) && this.lifted !== this.key;
  }

  show(state) {
    this.state = state;
    this.got = performance.now();
    this.curtain();
    this.reveal();
    this.talk();
  }

  role(seat) {
    return this.state.seats[seat].role;
  }

  roles(seats) {
    return seats.map((seat) => this.role(seat)).join(", ");
  }

  // -- the curtain ------------------------------------------------------------------------------

  curtain() {
    const { curtain: role } = this.state;
    $("curtain").hidden = !role;
    if (!role) return;
    $("curtain-text").textContent = t(this.veiled ? "curtain" : "curtain.lifted", { role });
    $("curtain-lift").textContent = t("curtain.lift", { role });
    $("curtain-lift").hidden = !this.veiled;
    $("curtain").classList.toggle("is-lifted", !this.veiled);
  }

  // -- the last reveal --------------------------------------------------------------------------

  reveal() {
    const { reveal, outcome } = this.state;
    $("reveal").hidden = !reveal.length || Boolean(outcome);
    const groups = reveal.map(({ name, roles }) =>
      el(
        "li",
        {},
        el("span", { class: "reveal-count" }, String(roles.length)),
        t("reveal.group", { name: capital(name), roles: roles.join(", ") }),
      ),
    );
    $("reveal").replaceChildren(el("h2", {}, t("reveal")), el("ul", {}, ...groups));
  }

  // -- the talk ---------------------------------------------------------------------------------

  talk() {
    const { talk, seats } = this.state;
    const going = Boolean(talk) && !talk.open;
    $("talk").hidden = !going;
    if (!going) {
      $("talk-text").value = "";
      $("talk-marked").hidden = true;
      return;
    }
    const { rule } = talk;
    $("talk-hint").replaceChildren(t("talk.hint"), el("a", { href: `#rule-${rule}` }, t("rule", { rule })), ".");
    const own = seats.filter(({ mine }) => mine);
    $("talk-form").hidden = own.length === 0;
    $("talk-ready").hidden = own.length === 0 || talk.ready;
    $("talk-ready").disabled = talk.held;
    const speaker = $("talk-speaker");
    speaker.closest("label").hidden = own.length < 2;
    if (speaker.options.length !== own.length) {
      speaker.replaceChildren(...own.map(({ seat, role }) => el("option", { value: seat }, role)));
    }
    refill($("talk-comments"), talk.comments.map((comment) => this.comment(comment)));
    this.clock();
  }

  clock() {
    const talk = this.state?.talk;
    if (!talk || talk.open) return;
    const seconds = Math.ceil(Math.max(0, talk.left - (performance.now() - this.got)) / 1000);
    const alone = new Set(talk.waiting).size === this.state.seats.filter(({ mine }) => mine).length;
    let text = t(alone ? "talk.left.screen" : "talk.left", { seconds });
    if (talk.held) text = t("talk.held");
    else if (talk.ready) text = `${t("talk.waiting", { roles: this.roles(talk.waiting) })} ${text}`;
    if ($("talk-clock").textContent !== text) $("talk-clock").textContent = text;
  }

  comment({ number, seat, text, challenger, divided, guilty, challengers, judges, waiting }) {
    const made = el("li", { class: "comment", "data-number": number });
    made.append(el("p", {}, el("strong", {}, `${this.role(seat)}: `), text));
    if (challengers.length) {
      made.append(this.button("talk.challenge", "challenges", { comment: number, seat: challengers[0] }));
    }
    if (challenger === null) return made;
    const role = this.role(challenger);
    if (guilty === null) {
      made.append(el("p", { class: "comment-note" }, t("talk.challenged", { role })));
      if (divided) {
        made.append(el("p", { class: "comment-note" }, t("talk.divided", { role: this.roles(waiting) })));
      }
      for (const judge of judges) {
        const body = { comment: number, seat: judge };
        made.append(
          el(
            "div",
            { class: "comment-judge" },
            el("span", {}, t("talk.judge", { role: this.role(judge) })),
            this.button("talk.guilty", "judgements", { ...body, guilty: true }),
            this.button("talk.innocent", "judgements", { ...body, guilty: false }),
          ),
        );
      }
      if (!judges.length) {
        made.append(el("p", { class: "comment-note" }, t("talk.waits", { roles: this.roles(waiting) })));
      }
    } else {
      const id = guilty ? "talk.judged.guilty" : "talk.judged.innocent";
      made.append(el("p", { class: "comment-note" }, t(id, { role: this.role(seat) })));
    }
    return made;
  }

  button(id, what, body) {
    const made = el("button", { class: "button small", type: "button" }, t(id));
    made.addEventListener("click", () => this.act(what, body));
    return made;
  }

  get words() {
    const seat = Number($("talk-speaker").value);
    return { text: $("talk-text").value.trim(), seat };
  }

  /** Have the comment looked at before it is sent; what seems forbidden is shown to its writer. */
  async say() {
    const { words } = this;
    if (!words.text || this.checking) return;
    this.checking = true;
    try {
      const spans = await post(`${this.api}/comments/check`, words);
      if (spans.length) this.mark(words.text, spans);
      else await this.send(words);
    } catch (error) {
      this.failed(error);
    } finally {
      this.checking = false;
    }
  }

  mark(text, spans) {
    const parts = [];
    let at = 0;
    for (const { start, end, reason } of spans) {
      parts.push(text.slice(at, start), el("mark", { title: reason }, text.slice(start, end)));
      at = end;
    }
    parts.push(text.slice(at));
    const reasons = [...new Set(spans.map(({ reason }) => reason))].map((r) => el("li", {}, r));
    $("talk-marked-text").replaceChildren(el("p", {}, t("talk.marked")), el("p", {}, ...parts), el("ul", {}, ...reasons));
    $("talk-marked").hidden = false;
    announce(`${t("talk.marked")} ${spans.map(({ reason }) => reason).join(" ")}`);
    $("talk-edit").focus();
  }

  async send(words) {
    if (!(await this.act("comments", words))) return;
    emptied($("talk-text"), words.text);
    $("talk-marked").hidden = true;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
