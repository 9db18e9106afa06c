// A table: keeps the newest state, shows it, and turns touches into moves. Knows no rules.

import { Ahead } from "./route_preview.js";
import { Ballot } from "./ballot.js";
import { Board } from "../shared/board_view.js";
import { Company } from "./company.js";
import { flipping } from "../shared/orientation.js";
import { Live, Refused, get, post } from "../shared/http.js";
import { Panel } from "./panel.js";
import { pictures } from "../shared/picture_links.js";
import { rules } from "../shared/rules_drawer.js";
import { stepping } from "../shared/move_list_keys.js";
import { Walk, takeBack } from "../shared/touch_path.js";
import { announce, emptied, hush, t, toast } from "../shared/messages.js";
import { Zoom } from "../shared/zoom.js";

const $ = (id) => document.getElementById(id);

class Table {
  constructor(state) {
    this.api = `/api/tables/${state.id}`;
    this.state = state;
    this.title = document.title;
    this.walk = new Walk();
    this.decision = null; // the number of the decision that is shown
    this.pending = null; // the request that is on its way, if it can still decide anything
    this.beside = new Map(); // what is on its way beside the game: messages, answers, seats
    this.drawn = 0; // how often the board was turned
    this.looking = null; // {game, ply} while an earlier position is on the board
    this.following = null; // the route that is being walked
    this.board = new Board($("board"), {
      onTouch: (id, pointer) => this.touch(id, pointer),
      onCancel: () => this.cancel(),
    });
    this.zoom = new Zoom($("board"), $("map-size"));
    this.ballot = new Ballot(this.api, {
      act: (what, body) => this.aside(what, body),
      changed: () => this.show({ glide: false }),
      failed: (error) => this.failed(error),
    });
    this.ahead = new Ahead(this.api, this);
    this.company = new Company(state.id, {
      send: (what, body) => this.aside(what, body),
      copy: (link) => this.copy(link),
    });
    this.panel = new Panel({
      onSit: (seat) => this.aside("sit", { seat }),
      onLook: (game, ply) => this.look(game, ply),
      onControl: (id) => this.touch(id),
    });
    this.listen();
    this.state.svg = new XMLSerializer().serializeToString($("board").firstElementChild); // drawn by the server already
    this.show({ glide: false });
    this.live = new Live(state.id, {
      number: () => this.state.number,
      onUpdate: (update) => this.update(update.state),
      onPresence: ({ seats }) => this.company.present(seats),
      onConnection: (up) => this.connection(up),
    });
  }

  listen() {
    for (const name of ["undo", "next", "extend"]) {
      $(name).addEventListener("click", () => this.send(name, {}));
    }
    $("rematch").addEventListener("click", () => this.rematch());
    for (const id of ["copy", "copy-seats"]) $(id).addEventListener("click", () => this.copy());
    $("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const move = $("typed-move").value.trim();
      if (move) this.play(move).then((done) => done && emptied($("typed-move"), move));
    });
    $("board").addEventListener("click", () => this.stopLooking());
    $("looking-back").addEventListener("click", () => this.stopLooking());
    $("first").addEventListener("click", () => this.step(-Infinity));
    $("previous").addEventListener("click", () => this.step(-1));
    $("following").addEventListener("click", () => this.step(1));
    $("last").addEventListener("click", () => this.stopLooking());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !$("rules").open) this.cancel();
    });
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.waitFor(null)); // it was left for another
    flipping($("flip"), this.state.game.key, () => this.redraw());
    pictures(this.state.id, this.state.game.key, () => this.looking);
    stepping($("moves"), (by) => this.step(by));
  }

  // -- what is shown ---------------------------------------------------------------------------

  /** A newer state replaces the one shown; an older one came too late. */
  update(state) {
    if (state.number <= this.state.number) return;
    const before = this.state;
    this.state = state;
    if (state.decision !== before.decision) this.waitFor(null); // it may come before the answer
    hush();
    this.show();
    this.tell(before);
  }

  show({ glide = true } = {}) {
    const { state } = this;
    this.ballot.show(state);
    const begun = this.decision === state.decision ? this.walk.path : [];
    this.decision = state.decision;
    this.walk = new Walk(this.ballot.veiled ? [] : state.touches, begun);
    this.ahead.show(this.ballot.veiled ? {} : state);
    this.panel.show(state, this.looking);
    this.company.show(state);
    $("waiting").hidden = state.started;
    if (this.ballot.veiled) $("typed").hidden = true;
    if (!this.looking) {
      this.board.show(state.svg, { glide });
      this.zoom.fit();
      this.mark();
      this.zoom.reveal(this.walk.first);
    }
    $("table").dataset.number = state.number;
    document.title = (!state.deciding ? "" : state.interrupt ? "❗ " : "• ") + this.title;
    document.dispatchEvent(new CustomEvent("icefield-state", { detail: state })); // for practice.js
    this.shown();
    this.keep();
  }

  /** Tell worth.js what is on the board. */
  shown() {
    const { state, looking } = this;
    if (looking && !("over" in looking)) return; // it is still being fetched
    const detail = { state, looking, over: looking ? looking.over : Boolean(state.outcome) };
    document.dispatchEvent(new CustomEvent("icefield-shown", { detail }));
  }

  /** Let the home page offer a game of one's own that is not over. */
  keep() {
    const { id, seat, sheet } = this.state;
    if (seat === null) return;
    try {
      if (!sheet.complete) localStorage.setItem("icefield-last-table", id);
      else if (localStorage.getItem("icefield-last-table") === id) {
        localStorage.removeItem("icefield-last-table");
      }
    } catch {
      // the home page will not offer it, then
    }
  }

  /** Show what may be touched. */
  mark() {
    const { walk } = this;
    const far = this.following ? new Set() : new Set(this.ahead.far(walk).keys());
    this.board.mark({ ...walk.marks, "is-far": far });
    this.panel.controls(this.state.controls, walk.next);
    document.dispatchEvent(new CustomEvent("icefield-marked", { detail: { path: walk.path } }));
  }

  /** Say aloud what has changed. */
  tell(before) {
    const { moves, caption, outcome, sheet, interrupt } = this.state;
    const said = [];
    if (sheet.rows.length > before.sheet.rows.length) said.push(t("new.game"));
    else if (moves.length < before.moves.length) said.push(t("undone"));
    for (const { name, recap } of moves.slice(before.moves.length)) {
      said.push(`${capital(name)}.`);
      if (recap && recap !== name) said.push(`${capital(recap)}.`);
    }
    const quiet = this.state.decision === before.decision && Boolean(outcome) === Boolean(before.outcome);
    if (!said.length && quiet) return; // somebody sat down, or said something
    if (interrupt) said.push(interrupt.sentence);
    said.push(outcome ? outcome.sentence : caption);
    if (this.ballot.veiled) said.push($("curtain-text").textContent);
    if (sheet.sentence) said.push(sheet.sentence);
    announce(said.join(" "));
  }

  connection(up) {
    const shown = $("connection");
    shown.textContent = up ? "" : t("reconnecting");
    shown.classList.toggle("is-down", !up);
  }

  // -- what a person does ----------------------------------------------------------------------

  get busy() {
    return this.pending !== null;
  }

  waitFor(request) {
    this.pending = request;
    document.body.classList.toggle("is-busy", this.busy);
  }

  /** Whether nothing can be decided at this moment. */
  get still() {
    return this.busy || Boolean(this.looking) || Boolean(this.following);
  }

  touch(id, pointer = "mouse") {
    if (this.still) return;
    const way = this.ahead.press(id, pointer);
    if (way) return void (way.go && this.follow(way.go));
    this.ahead.clear();
    const result = this.walk.touch(id);
    if (result.move) this.play(result.move.move);
    else if (result.refused) this.why(result.refused);
    else hush();
    this.mark();
    const count = this.ahead.far(this.walk).size;
    this.board.tell(result, id, this.walk.next, count ? ` ${t("route.far", { count })}` : "");
  }

  cancel() {
    this.following = null;
    this.ahead.clear();
    if (takeBack(this.walk)) this.mark();
  }

  /** Walk a route: its moves one after the other, until somebody else must decide, one is refused
   * or Escape is pressed. */
  async follow(route) {
    if (this.still) return;
    const { seat } = this.state;
    this.following = route;
    this.walk.cancel();
    this.ahead.clear();
    let stopped = null;
    for (const move of route.moves) {
      if (this.following !== route || this.state.outcome) break;
      stopped = this.hindered(seat, move);
      if (stopped || !(await this.play(move))) break;
      await this.board.settled();
    }
    this.following = null;
    if (stopped) toast(stopped, null, "note");
    this.mark();
  }

  /** Why a seat cannot go on with a move of a route, or null. */
  hindered(seat, move) {
    const { state } = this;
    if (state.deciding && state.seat === seat) {
      return state.touches.some((legal) => legal.move === move) ? null : t("route.broken");
    }
    const asked = state.seats.find((each) => each.deciding);
    return asked ? t("route.asked", { role: asked.role }) : null;
  }

  /** Ask why touches lead nowhere. */
  async why(touches) {
    this.board.refuse(touches.at(-1));
    try {
      const { decision } = this.state;
      const refusal = await post(`${this.api}/why`, { touches, decision });
      if (refusal && decision === this.state.decision) toast(refusal.sentence, refusal.rule);
    } catch (error) {
      this.failed(error);
    }
  }

  play(move) {
    return this.send("moves", { move, seat: this.state.seat });
  }

  /** Send a request that decides something; one at a time. Says whether it was done. */
  async send(what, body) {
    if (this.busy) return false;
    const request = {};
    this.waitFor(request);
    try {
      return await this.change(what, { decision: this.state.decision, ...body });
    } finally {
      if (this.pending === request) this.waitFor(null);
    }
  }

  /** Send what goes on beside the game, in the order it was pressed and the same only once; the board
   * need not wait for it. Says whether it was done. */
  async aside(what, body) {
    const key = JSON.stringify([what, body]);
    if (this.beside.has(key)) return false;
    const before = [...this.beside.values()].at(-1);
    const done = Promise.resolve(before).then(() => this.change(what, body));
    this.beside.set(key, done);
    try {
      return await done;
    } finally {
      this.beside.delete(key);
    }
  }

  async change(what, body) {
    if (this.looking) this.stopLooking();
    try {
      this.update(await post(`${this.api}/${what}`, body));
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  async failed(error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "stale-move") {
      try {
        this.update(await get(this.api));
      } catch {
        // the live connection will bring it
      }
    }
    toast(error.sentence, error.rule);
    if (!this.looking) this.mark();
  }

  async rematch() {
    if (this.busy) return;
    this.waitFor({});
    try {
      const table = await post(`${this.api}/rematch`);
      location.assign(`/tables/${table.id}`);
    } catch (error) {
      this.waitFor(null);
      this.failed(error);
    }
  }

  async copy(link = location.origin + location.pathname) {
    try {
      await navigator.clipboard.writeText(link);
      toast(t("copied"), null, "note");
    } catch {
      toast(t("copy.by.hand", { link }), null, "note");
    }
  }

  // -- looking back ----------------------------------------------------------------------------

  async look(game, ply, { glide = true } = {}) {
    const asked = { game, ply };
    this.looking = asked;
    try {
      const moment = await get(`${this.api}/plies/${game}/${ply}`);
      if (this.looking !== asked) return;
      asked.plies = moment.plies;
      this.walk.cancel();
      this.board.show(moment.svg, { glide });
      this.panel.look(this.state, asked, moment);
      asked.over = Boolean(moment.outcome);
      this.shown();
      announce(moment.caption);
    } catch (error) {
      if (this.looking === asked) this.stopLooking();
      this.failed(error);
    }
  }

  step(by) {
    const { moves, sheet } = this.state;
    const game = this.looking?.game ?? sheet.rows.length;
    const plies = moves.filter((move) => move.game === game).length;
    const now = this.looking?.ply ?? plies;
    const ply = Math.max(0, Math.min(plies, now + by));
    if (ply === plies && game === sheet.rows.length) this.stopLooking();
    else if (ply !== now) return this.look(game, ply);
    return null;
  }

  stopLooking() {
    if (!this.looking) return;
    this.looking = null;
    this.show();
  }

  /** Have the board drawn anew, from the other side. */
  async redraw() {
    const drawn = (this.drawn += 1);
    this.live.again();
    try {
      const state = await get(this.api);
      if (drawn !== this.drawn) return; // it was turned again meanwhile
      if (state.number >= this.state.number) this.state = state;
      this.show({ glide: false });
      if (this.looking) await this.look(this.looking.game, this.looking.ply, { glide: false });
    } catch (error) {
      this.failed(error);
    }
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

rules();
new Table(JSON.parse($("state").textContent));
