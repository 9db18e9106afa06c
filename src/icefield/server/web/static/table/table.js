// A table: keeps the newest state, shows it, and sends what the viewer does. Knows no rules.

import { BoardController } from "../shared/board/board_controller.js";
import { connectStepKeys } from "../shared/board/move_list.js";
import { connectPictureLinks } from "../shared/board/picture_links.js";
import { byId, clearSent, el, input, onClick, part } from "../shared/dom.js";
import { get, post, ServerError, serverError } from "../shared/http.js";
import { announce, copyText, hideToast, showNotice, showOnline, showToast } from "../shared/notices.js";
import { SoundPlayer } from "../shared/sound.js";
import { readText, writeText } from "../shared/storage.js";
import { rememberWaiting } from "../shared/table_notices.js";
import { capitalized, t } from "../shared/translations.js";
import { Ballot } from "./ballot.js";
import { Chat } from "./chat.js";
import { Consent } from "./consent.js";
import { Discussion } from "./discussion.js";
import { LiveConnection } from "./live_connection.js";
import { MoveConfirmation } from "./move_confirmation.js";
import { Panel } from "./panel.js";
import { Premove } from "./premove.js";
import { followPreparation } from "./preparation.js";
import { RoutePreview } from "./route_preview.js";
import { SeatList } from "./seat_list.js";
import { applyPatch } from "./state_patch.js";
import { WaitingRoom } from "./waiting.js";

/**
 * Sends an action at the table. Returns whether the server did it.
 *
 * @typedef {<A extends Api.TableAction>(action: A, ...body: Api.BodyArguments<Api.TableOperation<A>>) => Promise<boolean>} SendAction
 */
/** @typedef {{ game: number, ply: number }} Moment an earlier position of the match */
/** @typedef {{ state: Payload.TableState, looking: Moment | null, isOver: boolean, isVeiled: boolean }} ShownBoard */
/**
 * A part of the page that follows the table. `showState` is called for every state, `showBoard` when
 * another position is on the board, `showPath` when what may be touched is marked.
 *
 * @typedef {object} TablePart
 * @property {(state: Payload.TableState) => void} [showState]
 * @property {(board: ShownBoard) => void} [showBoard]
 * @property {(touched: string[]) => void} [showPath]
 */

const LAST_TABLE_KEY = "icefield-last-table";

/** @param {string} id */
const goToTable = (id) => location.assign(`/tables/${id}`);

export class Table {
  /**
   * @param {Payload.EmbeddedTableState} state
   * @param {TablePart[]} tableParts
   */
  constructor(state, tableParts) {
    this.id = state.id;
    this.title = document.title;
    this.sound = new SoundPlayer(byId("sound"));
    this.parts = [...tableParts, this.sound];
    /** @type {object | null} the request under way that can still decide something */
    this.pending = null;
    /** @type {Map<string, Promise<boolean>>} requests under way beside the game: messages, answers, seats */
    this.beside = new Map();
    this.wasOver = false; // whether the result has been shown
    this.redraws = 0; // how often the board was flipped
    /** @type {Moment | null} the earlier position on the board */
    this.looking = null;
    /** @type {boolean | null} whether the game was over there; null while it is being fetched */
    this.lookingIsOver = null;
    /** @type {Payload.Route | null} the route that is being walked */
    this.following = null;
    this.board = new BoardController({
      sound: this.sound,
      flip: { game: state.game.key, onFlip: () => this.redraw() },
      isStill: () => this.isStill,
      onTouch: (id, pointer) => this.isStill || (this.hasRoutes && this.routes.press(id, pointer)),
      onMove: (move) => this.decide(move),
      onDirection: (direction) => this.premove.chooseDirection(direction),
      takesDirections: () => this.isEarly && this.state.premoves === "directions",
      choiceText: () => (this.isEarly ? t("premove.begun") : null),
      onRefused: (touches) => this.explain(touches),
      onCancel: () => this.cancel(),
      marks: () => this.moreMarks(),
      hint: () => this.routeHint(),
      onMarked: ({ touched }) => {
        if (this.hasRoutes) this.routes.showPrices();
        this.tellParts((each) => each.showPath?.(touched));
      },
    });
    /** @type {Payload.TableState} */
    this.state = { ...state, svg: this.board.view.embedded }; // drawn by the server already
    /** @type {SendAction} */
    const send = (action, ...body) => this.sendBeside(action, ...body);
    this.premove = new Premove(this.board);
    this.confirmation = new MoveConfirmation();
    this.waiting = new WaitingRoom(send);
    this.seats = new SeatList(send, (sound) => this.sound.play(sound));
    this.consent = new Consent(send);
    this.chat = new Chat(
      state.id,
      send,
      (error) => this.showError(error),
      (sound) => this.sound.play(sound),
    );
    this.discussion = new Discussion(state.id, send, (error) => this.showError(error));
    this.ballot = new Ballot(() => this.show({ glide: false }));
    this.panel = new Panel((game, ply) => this.look(game, ply));
    this.routes = this.routePreview();
    this.listen();
    this.show({ glide: false });
    followPreparation(state.game.key, (percent) => this.seats.showPreparation(percent));
    this.live = new LiveConnection(state.id, {
      state: () => this.state,
      onUpdate: (newer) => this.update(newer),
      onPresence: ({ seats, watching }) => this.seats.showPresence(seats, watching),
      onConnection: (isUp) => this.showConnection(isUp),
    });
  }

  /** @returns {RoutePreview} */
  routePreview() {
    const table = this;
    return new RoutePreview(this.id, {
      get path() {
        return table.board.path;
      },
      get isStill() {
        return table.isStill;
      },
      label: (space) => this.board.view.label(space),
      follow: (route) =>
        this.confirm(t("route", this.routes.words(route)), [route.start, route.end], () => this.follow(route)),
    });
  }

  listen() {
    for (const action of /** @type {const} */ (["undo", "next", "extend"])) {
      onClick(action, () => this.send(action, { decision: this.state.decision }));
    }
    onClick("rematch", () => this.send("rematch"));
    onClick("copy", () => copyText(location.origin + location.pathname, t("copied")));
    byId("typed").addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = input("typed-move");
      const move = field.value.trim();
      if (move && (await this.play(move, { typed: true }))) clearSent(field, move);
    });
    for (const id of ["board", "looking-back", "last"]) onClick(id, () => this.stopLooking());
    onClick("first", () => this.step(-Infinity));
    onClick("previous", () => this.step(-1));
    onClick("following", () => this.step(1));
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.waitFor(null)); // it was left meanwhile
    connectPictureLinks(this.id, this.state.game.key, () => this.looking);
    connectStepKeys(byId("moves"), (by) => this.step(by));
  }

  // -- showing -----------------------------------------------------------------------------------

  /** A newer state replaces the one shown; an older one came too late. @param {Payload.TableState} state */
  update(state) {
    if (state.number <= this.state.number) return;
    const before = this.state;
    this.state = state;
    if (state.decision !== before.decision) this.waitFor(null); // it may come before the answer
    this.show();
    hideToast();
    this.announce(before);
    const chosen = state.deciding && !this.isBusy ? this.premove.take() : null;
    if (chosen) this.play(chosen);
    if (state.rematch && !before.rematch) this.followRematch(state.rematch);
  }

  /** Players go to the table of a rematch, as all have agreed; the others may follow. @param {string} id */
  followRematch(id) {
    if (this.state.seat !== null) return goToTable(id);
    const box = byId("rematched");
    const link = part(box, "a").cloneNode(true);
    showNotice(part(box, "p").textContent ?? "", /** @type {HTMLElement} */ (link), { kind: "rematch" });
    return null;
  }

  /** Show the state: the board first, then what stands around it. */
  show({ glide = true } = {}) {
    const { state, board } = this;
    if (!this.looking) board.draw(state.svg, { glide });
    this.ballot.update(state);
    const { isVeiled } = this.ballot;
    const { path, proposal } = board;
    const isSame = board.decision === state.decision;
    board.offer(
      { touches: isVeiled ? [] : this.premove.show(state), controls: state.controls },
      { decision: state.decision, touched: isSame ? path.touched : [], picked: isSame ? path.picked : null },
    );
    if (isSame && proposal) board.proposal = proposal;
    this.premove.propose();
    this.routes.show(isVeiled ? null : state);
    this.ballot.show(state);
    this.waiting.show(state);
    this.seats.show(state);
    this.panel.show(state, this.looking);
    this.consent.show(state);
    this.discussion.show(state);
    this.chat.show(state.chat, state.can.chat, state.chat_rule);
    if (isVeiled) byId("typed").hidden = true;
    if (!this.looking) {
      board.notes.showFor(`${state.sheet.rows.length}:${state.moves.length}`);
      board.mark();
    }
    byId("table").dataset.number = String(state.number);
    document.title = (!state.deciding ? "" : state.interrupt ? "❗ " : "• ") + this.title;
    this.tellParts((each) => each.showState?.(state));
    this.tellBoard();
    this.rememberTable();
    this.showEnd();
  }

  /** Once a game has ended, bring its result into view below the board; with the next game, the board. */
  showEnd() {
    const isOver = Boolean(this.state.outcome);
    if (!isOver && this.wasOver && !this.looking)
      byId("board").scrollIntoView({ block: "nearest", behavior: "instant" });
    if (isOver && !this.wasOver && this.board.bar.isOn && !this.looking) {
      byId("outcome").scrollIntoView({ block: "nearest", behavior: "instant" });
    }
    this.wasOver = isOver;
  }

  /** @param {(part: TablePart) => void} tell */
  tellParts(tell) {
    for (const each of this.parts) tell(each);
  }

  /** Tell the parts of the page what is on the board, unless it is still being fetched. */
  tellBoard() {
    const { state, looking } = this;
    const isOver = looking ? this.lookingIsOver : Boolean(state.outcome);
    if (isOver === null) return;
    this.tellParts((each) => each.showBoard?.({ state, looking, isOver, isVeiled: this.ballot.isVeiled }));
  }

  /** Let the home page offer a game of the viewer's that is not over. */
  rememberTable() {
    const { id, seat, sheet, host, started, closed } = this.state;
    rememberWaiting(id, (host || seat !== null) && !started && !closed);
    if (seat === null) return;
    if (!sheet.complete && !closed) writeText(LAST_TABLE_KEY, id);
    else if (readText(LAST_TABLE_KEY) === id) writeText(LAST_TABLE_KEY, null);
  }

  /** Announce what has changed. @param {Payload.TableState} before */
  announce(before) {
    const { moves, caption, outcome, result, sheet, interrupt, decision } = this.state;
    /** @type {string[]} */
    const said = [];
    if (sheet.rows.length > before.sheet.rows.length) said.push(t("new.game"));
    else if (moves.length < before.moves.length) said.push(t("undone"));
    for (const { name, recap, notes, effects } of moves.slice(before.moves.length)) {
      said.push(...(notes ?? []), `${capitalized(name)}.`, ...(effects ?? []));
      if (recap && recap !== name) said.push(`${capitalized(recap)}.`);
    }
    const isQuiet = decision === before.decision && Boolean(outcome) === Boolean(before.outcome);
    if (!said.length && isQuiet) return; // a player sat down, or said something
    if (interrupt) said.push(interrupt.sentence);
    if (result && !before.result) said.push(`${result.title}${/[.!]$/.test(result.title) ? "" : "."}`);
    said.push(outcome ? outcome.sentence : caption);
    if (this.ballot.isVeiled) said.push(byId("curtain-text").textContent);
    if (sheet.sentence) said.push(sheet.sentence);
    announce(said.join(" "));
  }

  /** @param {boolean} isUp */
  showConnection(isUp) {
    const shown = byId("connection");
    if (isUp) showOnline();
    shown.textContent = isUp ? "" : t("reconnecting");
    shown.classList.toggle("is-down", !isUp);
  }

  /** What the board marks besides the touches so far. @returns {import("../shared/board/touch_path.js").Marks} */
  moreMarks() {
    if (this.isEarly) return { "is-own": new Set(), "is-target": new Set() };
    return { "is-far": new Set(this.following || !this.hasRoutes ? [] : this.routes.open.keys()) };
  }

  routeHint() {
    const count = this.hasRoutes ? this.routes.open.size : 0;
    return count ? ` ${t("route.far", { count })}` : "";
  }

  // -- deciding ----------------------------------------------------------------------------------

  /** Whether the viewer may go whole ways of several moves now. */
  get hasRoutes() {
    return this.state.routes !== null;
  }

  get isBusy() {
    return this.pending !== null;
  }

  /** @param {object | null} request */
  waitFor(request) {
    this.pending = request;
    document.body.classList.toggle("is-busy", this.isBusy);
  }

  /** Whether nothing can be decided at this moment. */
  get isStill() {
    return this.isBusy || this.looking !== null || this.following !== null;
  }

  /** Whether a move for the next turn may be chosen now. */
  get isEarly() {
    return !this.state.deciding && this.premove.isOpen;
  }

  cancel() {
    this.following = null;
    this.routes.clear();
  }

  /** A whole move was chosen. @param {Payload.LegalMove} move */
  decide({ move, touches, start, name }) {
    if (this.isEarly) return this.premove.choose(touches);
    const shown = start === undefined ? touches : [start, ...touches];
    return this.confirm(name, shown, () => this.play(move));
  }

  /**
   * Do something, after the player's word where that is wanted.
   *
   * @param {string} name
   * @param {string[]} touches
   * @param {() => unknown} act
   */
  confirm(name, touches, act) {
    const { board } = this;
    if (!this.confirmation.isOn) return act();
    const go = el("button", { class: "button primary small", id: "choice-play" }, t("choice.play"));
    const agree = () => {
      board.proposal = null;
      return act();
    };
    go.addEventListener("click", agree);
    const text = t("choice.confirm", { move: capitalized(name) });
    board.propose({ text, touches, buttons: [go], onAgain: agree, onCancel: () => {} });
    return null;
  }

  /** @param {string} move @param {{ typed?: boolean }} [options] `typed`: by hand, in any spelling */
  play(move, { typed = false } = {}) {
    const { decision, seat, version } = this.state;
    return this.send("moves", { decision, move, seat, typed, held: version });
  }

  /**
   * Walk a route: its moves one after the other, until another player must decide, a move is refused
   * or Escape is pressed.
   *
   * @param {Payload.Route} route
   */
  async follow(route) {
    if (this.isStill) return;
    const { seat } = this.state;
    this.following = route;
    this.board.path.cancel();
    this.routes.clear();
    let stopped = null;
    for (const move of route.moves) {
      if (this.following !== route || this.state.outcome) break;
      stopped = this.hindrance(seat, move);
      if (stopped || !(await this.play(move))) break;
      await this.board.view.settled();
    }
    this.following = null;
    if (stopped) showToast(stopped, null, "note");
    this.board.mark();
  }

  /**
   * Why a seat cannot go on with a move of a route, or null.
   *
   * @param {number | null} seat
   * @param {string} move
   */
  hindrance(seat, move) {
    const { state } = this;
    if (state.deciding && state.seat === seat) {
      return state.touches.some((legal) => legal.move === move) ? null : t("route.broken");
    }
    const asked = state.seats.find((each) => each.deciding);
    return asked ? t("route.asked", { role: asked.role }) : null;
  }

  /** Show why touches begin no move. @param {string[]} touches */
  async explain(touches) {
    const { decision } = this.state;
    try {
      const refusal = await post("/api/tables/{id}/why", { id: this.id }, { touches, decision });
      if (refusal && decision === this.state.decision) showToast(refusal.sentence, refusal.rule);
    } catch (error) {
      this.showError(error);
    }
  }

  // -- sending -----------------------------------------------------------------------------------

  /**
   * Send an action that decides something; one at a time. Returns whether the server did it.
   *
   * @template {Api.TableAction} A
   * @param {A} action
   * @param {Api.BodyArguments<Api.TableOperation<A>>} body
   */
  async send(action, ...body) {
    if (this.isBusy) return false;
    const request = {};
    this.waitFor(request);
    try {
      return await this.post(action, ...body);
    } finally {
      if (this.pending === request) this.waitFor(null);
    }
  }

  /**
   * Send what goes on beside the game, in the order it was pressed and the same only once; the board
   * need not wait for it. Returns whether the server did it.
   *
   * @template {Api.TableAction} A
   * @param {A} action
   * @param {Api.BodyArguments<Api.TableOperation<A>>} body
   */
  async sendBeside(action, ...body) {
    const key = JSON.stringify([action, body]);
    if (this.beside.has(key)) return false;
    const before = [...this.beside.values()].at(-1);
    const done = Promise.resolve(before).then(() => this.post(action, ...body));
    this.beside.set(key, done);
    try {
      return await done;
    } finally {
      this.beside.delete(key);
    }
  }

  /**
   * @template {Api.TableAction} A
   * @param {A} action
   * @param {Api.BodyArguments<Api.TableOperation<A>>} body
   */
  async post(action, ...body) {
    if (this.looking) this.stopLooking();
    const path = /** @type {`/api/tables/{id}/${A}`} */ (`/api/tables/{id}/${action}`);
    const held = this.state;
    try {
      const answer = /** @type {Payload.TableState | Payload.StatePatch} */ (
        await post(path, { id: this.id }, ...body)
      );
      const state = "patch" in answer ? applyPatch(held, answer.patch) : answer;
      if (state.id !== this.id) goToTable(state.id);
      else this.update(state);
      return true;
    } catch (error) {
      this.showError(error);
      return false;
    }
  }

  /** @param {unknown} thrown */
  async showError(thrown) {
    const error = serverError(thrown);
    if (error.code === "stale-move") {
      try {
        this.update(await get("/api/tables/{id}", { id: this.id }));
      } catch (again) {
        if (!(again instanceof ServerError)) throw again; // the live connection will bring it
      }
    }
    showToast(error.sentence, error.rule);
    if (!this.looking) this.board.mark();
  }

  // -- looking back ------------------------------------------------------------------------------

  /**
   * Show an earlier position.
   *
   * @param {number} game
   * @param {number} ply
   * @param {{ glide?: boolean }} [options]
   */
  async look(game, ply, { glide = true } = {}) {
    const looking = { game, ply };
    this.looking = looking;
    this.lookingIsOver = null;
    try {
      const moment = await get("/api/tables/{id}/plies/{game}/{ply}", { id: this.id, game, ply });
      if (this.looking !== looking) return;
      this.board.letGo();
      this.board.draw(moment.svg, { glide });
      this.panel.showMoment(this.state, { ...looking, plies: moment.plies }, moment);
      this.lookingIsOver = Boolean(moment.outcome);
      this.tellBoard();
      announce(moment.caption);
    } catch (error) {
      if (this.looking === looking) this.stopLooking();
      this.showError(error);
    }
  }

  /** @param {number} by */
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
    this.redraws += 1;
    const redraw = this.redraws;
    this.live.reconnect();
    try {
      const state = await get("/api/tables/{id}", { id: this.id });
      if (redraw !== this.redraws) return; // it was flipped again meanwhile
      if (state.number >= this.state.number) this.state = state;
      this.show({ glide: false });
      if (this.looking) await this.look(this.looking.game, this.looking.ply, { glide: false });
    } catch (error) {
      this.showError(error);
    }
  }
}
