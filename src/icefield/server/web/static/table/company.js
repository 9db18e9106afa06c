// The company at a table: clocks, who is there, what is asked, giving up and leaving, the chat.

import { Clocks } from "./clocks.js";
import { announce, el, emptied, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);

export class Company {
  /** `send(what, body)` changes the table. */
  constructor(id, { send, copy }) {
    this.send = send;
    this.copy = copy;
    this.key = `icefield-muted-${id}`;
    this.muted = read(this.key);
    this.heard = null; // the number of the last message that was announced
    this.here = null; // by seat, whether somebody is there
    this.clocks = new Clocks();
    $("ask-yes").addEventListener("click", () => this.answer(true));
    $("ask-no").addEventListener("click", () => this.answer(false));
    for (const what of ["draw", "back"]) $(what).addEventListener("click", () => send(what, {}));
    $("resign").addEventListener("click", async () => {
      const game = this.state.sheet.rows.length;
      if (await sure("resign")) send("resign", { game });
    });
    $("leave").addEventListener("click", async () => (await sure("leave")) && send("leave", {}));
    $("invitation-sit")?.addEventListener("click", ({ target }) => this.accept(target.dataset));
    $("chat-mute").addEventListener("click", () => this.mute());
    $("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("chat-text").value.trim();
      if (text) send("chat", { text }).then((done) => done && emptied($("chat-text"), text));
    });
  }

  show(state) {
    this.state = state;
    const { can, ask } = state;
    for (const what of ["resign", "draw", "leave", "back"]) $(what).hidden = !can[what];
    $("company").hidden = !["resign", "draw", "leave", "back"].some((what) => can[what]);
    if (can.undo_asks) $("undo").textContent = t("undo.ask");
    else $("undo").textContent = $("undo").dataset.plain;
    const elsewhere = state.rematch && state.seat !== null;
    $("rematched").hidden = !elsewhere;
    if (elsewhere) $("rematched").querySelector("a").href = `/tables/${state.rematch}`;
    if (state.seat !== null) $("invitation").hidden = true;
    this.ask(ask);
    this.seats();
    this.invites(state);
    this.chat(state.chat);
    this.clocks.show(state.clock, state.seats);
  }

  ask(ask) {
    const fresh = ask && $("ask").dataset.number !== String(ask.number);
    $("ask").hidden = !ask;
    $("ask").dataset.number = ask ? ask.number : "";
    if (!ask) return;
    $("ask-text").textContent = ask.sentence;
    $("ask-yes").hidden = !ask.answer;
    $("ask-no").hidden = !ask.answer && !ask.mine;
    const no = $("ask-no");
    no.dataset.decline ??= no.textContent;
    no.textContent = ask.mine ? no.dataset.withdraw : no.dataset.decline;
    if (fresh) announce(ask.sentence);
  }

  answer(yes) {
    this.send("answer", { ask: this.state.ask.number, yes });
  }

  async accept({ seat, token }) {
    if (!(await this.send("sit", { seat: Number(seat), token }))) return;
    history.replaceState(null, "", location.pathname);
  }

  // -- seats -------------------------------------------------------------------------------------

  /** Who is there has changed. */
  present(here) {
    this.here = here;
    this.seats();
  }

  /** What the entries of the seats tell and offer beside role and name. */
  seats() {
    const invites = new Map(this.state.invites.map((invite) => [invite.seat, invite]));
    for (const seat of this.state.seats) {
      const host = document.querySelector(`.seat[data-seat="${seat.seat}"]`);
      for (const old of host.querySelectorAll(".seat-company")) old.remove();
      host.classList.toggle("is-away", this.away(seat));
      if (seat.stand_in) host.append(note(t("seat.standin")));
      else if (this.away(seat)) host.append(note(t("seat.away")));
      if (seat.kind === "invited" && !invites.has(seat.seat)) host.append(note(t("seat.waits")));
      if (seat.replaceable && this.away(seat)) {
        host.append(deed(t("seat.replace"), () => this.send("replace", { seat: seat.seat })));
      }
    }
  }

  /** The links that whoever opened the table hands out, and bots where nobody comes. */
  invites({ invites }) {
    const host = $("invites");
    host.hidden = invites.length === 0;
    $("copy-seats").hidden = invites.length > 0;
    const key = JSON.stringify(invites);
    if (host.dataset.shown === key) return;
    host.dataset.shown = key;
    host.replaceChildren(
      ...invites.map(({ seat, role, link }) => {
        const whole = location.origin + link;
        const field = el("input", { readonly: true, value: whole, "aria-label": t("seat.link", { role }) });
        field.addEventListener("focus", () => field.select());
        const copy = deed(t("seat.invite"), () => this.copy(whole), "primary");
        const fill = deed(t("seat.fill"), () => this.send("fill", { seat, level: this.level() }));
        return el("li", {}, el("b", {}, role), field, el("span", { class: "invite-deeds" }, copy, fill));
      }),
    );
  }

  away(seat) {
    return seat.kind === "person" && !seat.stand_in && this.here !== null && !this.here[seat.seat];
  }

  /** A level like that of the other bots at the table, else one for everybody. */
  level() {
    return this.state.seats.find(({ level }) => level)?.level ?? "2";
  }

  // -- chat --------------------------------------------------------------------------------------

  chat(said) {
    const { can } = this.state;
    $("chat").hidden = !can.chat && said.length === 0;
    $("chat-form").hidden = !can.chat;
    $("chat-mute").setAttribute("aria-pressed", String(this.muted));
    const shown = this.muted ? said.filter(({ mine }) => mine) : said;
    $("chat-none").dataset.empty ??= $("chat-none").textContent;
    $("chat-none").hidden = shown.length > 0 && !this.muted;
    $("chat-none").textContent = this.muted ? $("chat-none").dataset.muted : $("chat-none").dataset.empty;
    const list = $("chat-list");
    const last = shown.at(-1)?.number ?? 0;
    if (list.dataset.last === String(last) && list.children.length === shown.length) return;
    list.dataset.last = last;
    list.replaceChildren(
      ...shown.map(({ name, text, mine }) =>
        el("li", { class: mine ? "is-mine" : null }, el("b", {}, name), " ", el("span", {}, text)),
      ),
    );
    list.scrollTop = list.scrollHeight;
    if (this.heard !== null) {
      for (const { number, name, text, mine } of shown) {
        if (number > this.heard && !mine) announce(t("chat.from", { name, text }));
      }
    }
    this.heard = Math.max(this.heard ?? 0, last);
  }

  mute() {
    this.muted = !this.muted;
    try {
      if (this.muted) localStorage.setItem(this.key, "yes");
      else localStorage.removeItem(this.key);
    } catch {
      // it is muted until the page is left, then
    }
    $("chat-list").dataset.last = "";
    this.chat(this.state.chat);
  }
}

function read(key) {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}

const note = (text) => el("span", { class: "seat-company seat-note" }, text);

function deed(text, onClick, kind = "") {
  const button = el("button", { class: `seat-company button small ${kind}` }, text);
  button.addEventListener("click", onClick);
  return button;
}

/** Ask once more before something that cannot be taken back. */
function sure(id) {
  const dialog = $("sure");
  $("sure-text").textContent = $(id).dataset.sure;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
  });
}
