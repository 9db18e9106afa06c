// A finished game, played again: the buttons, the slider, the list of moves and the keys lead to its
// moments, and it goes on by itself while somebody wants it to.

import { Attempts } from "../shared/single_flight.js";
import { Board } from "../shared/board_view.js";
import { flipping, typing } from "../shared/orientation.js";
import { Refused, get, post } from "../shared/http.js";
import { Panel } from "../table/panel.js";
import { pictures } from "../shared/picture_links.js";
import { stepping } from "../shared/move_list_keys.js";
import { announce, el, t, toast } from "../shared/messages.js";
import { Zoom } from "../shared/zoom.js";

const $ = (id) => document.getElementById(id);
const PAUSE = 1300; // milliseconds between two moments at the usual speed
const KEPT = 40; // moments that are fetched already
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

class Replay {
  constructor(state) {
    this.state = state;
    this.api = `/api/tables/${state.id}`;
    this.ply = 0;
    this.attempts = new Attempts();
    this.asked = 0; // how often a moment was asked for; an older one comes too late
    this.moments = new Map();
    this.timer = null;
    this.board = new Board($("board"), { onTouch: () => {}, onCancel: () => {} });
    this.zoom = new Zoom($("board"), $("map-size"));
    this.zoom.whole = true; // nobody has to touch anything
    this.panel = new Panel({ onLook: (_, ply) => this.jump(ply) });
    this.panel.moves(state, { game: state.number, ply: 0 });
    this.listen();
    const asked = Number(new URLSearchParams(location.search).get("ply") ?? 0);
    this.show(Math.min(Math.max(Number.isInteger(asked) ? asked : 0, 0), state.plies), { glide: false });
  }

  listen() {
    const { state } = this;
    for (const [id, by] of [["first", -Infinity], ["previous", -1], ["following", 1], ["last", Infinity]]) {
      $(id).addEventListener("click", () => this.step(by));
    }
    $("play").addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    $("slider").addEventListener("input", () => this.jump(Number($("slider").value)));
    $("copy").addEventListener("click", () => this.copy());
    $("rematch")?.addEventListener("click", () => this.rematch());
    stepping($("moves"), (by) => this.step(by));
    flipping($("flip"), state.game.key, () => {
      this.moments.clear();
      this.show(this.ply, { glide: false });
    });
    pictures(state.id, state.game.key, () => ({ game: state.number, ply: this.ply }));
    document.addEventListener("keydown", (event) => {
      if (typing(event) || event.defaultPrevented || event.target.closest?.("#slider, #moves")) return;
      if (event.key in KEYS) this.step(KEYS[event.key]);
      else if (event.key === " " && !event.target.closest?.("button, a, summary")) $("play").click();
      else return;
      event.preventDefault();
    });
  }

  // -- going through the game --------------------------------------------------------------------

  /** Somebody goes to a moment; it does not go on by itself then. */
  jump(ply) {
    this.pause();
    return this.show(ply);
  }

  step(by) {
    return this.jump(Math.min(Math.max(this.ply + by, 0), this.state.plies));
  }

  get playing() {
    return this.timer !== null;
  }

  async play() {
    const begin = this.ply === this.state.plies ? 0 : this.ply;
    this.timer = setTimeout(() => {}, 0);
    this.button();
    if (begin !== this.ply) await this.show(begin, { glide: false });
    this.next();
  }

  next() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      await this.show(this.ply + 1);
      if (this.ply >= this.state.plies) this.pause();
      else this.next();
    }, PAUSE / Number($("speed").value));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.button();
  }

  button() {
    const { dataset } = $("play");
    $("play").classList.toggle("is-playing", this.playing);
    $("play").setAttribute("aria-label", this.playing ? dataset.pause : dataset.play);
  }

  // -- what is shown -----------------------------------------------------------------------------

  /** A moment of the game, fetched once. */
  moment(ply) {
    if (!this.moments.has(ply)) {
      const asked = get(`${this.api}/plies/${this.state.number}/${ply}`);
      asked.catch(() => this.moments.get(ply) === asked && this.moments.delete(ply));
      this.moments.set(ply, asked);
      if (this.moments.size > KEPT) this.moments.delete(this.moments.keys().next().value);
    }
    return this.moments.get(ply);
  }

  async show(ply, { glide = true } = {}) {
    this.ply = ply;
    const { state } = this;
    const number = (this.asked += 1);
    try {
      const moment = await this.moment(ply);
      if (number !== this.asked) return; // somebody is further already
      this.board.show(moment.svg, { glide });
      this.zoom.fit();
      this.around(moment);
      if (ply < state.plies) this.moment(ply + 1).catch(() => {}); // it is wanted next
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (number !== this.asked) return;
      this.ply = Number($("table").dataset.ply ?? 0); // where the board still is
      this.pause();
      toast(error.sentence);
    }
  }

  around({ caption, facts, ply }) {
    const { state } = this;
    const looking = { game: state.number, ply };
    const made = state.moves[ply - 1];
    const told = made ? t("replay.at", { ply, plies: state.plies, name: made.name }) : t("looking.start", looking);
    $("slider").value = ply;
    $("slider").setAttribute("aria-valuetext", told);
    $("ply-shown").textContent = `${ply} / ${state.plies}`;
    $("caption").textContent = caption;
    $("facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
    this.panel.current(state.moves, state.sheet, looking);
    for (const id of ["first", "previous"]) $(id).disabled = ply === 0;
    for (const id of ["following", "last"]) $(id).disabled = ply === state.plies;
    $("table").dataset.ply = ply;
    if (!this.playing) announce(`${told} ${caption}`);
  }

  // -- deeds -------------------------------------------------------------------------------------

  async copy() {
    const link = `${location.origin}/replays/${this.state.id}?game=${this.state.number}`;
    try {
      await navigator.clipboard.writeText(link);
      toast(t("copied"), null, "note");
    } catch {
      toast(t("copy.by.hand", { link }), null, "note");
    }
  }

  rematch() {
    return this.attempts.make(async () => {
      const table = await post(`${this.api}/rematch`);
      location.assign(`/tables/${table.id}`);
    });
  }
}

new Replay(JSON.parse($("state").textContent));
