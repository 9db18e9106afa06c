// A finished game, played again: buttons, slider, list of moves and keys lead to its moments, and it
// goes on by itself when the viewer wants it to.

import { BoardController } from "../shared/board/board_controller.js";
import { connectStepKeys, MoveList } from "../shared/board/move_list.js";
import { isTyping } from "../shared/board/orientation.js";
import { connectPictureLinks } from "../shared/board/picture_links.js";
import { showSeatCards } from "../shared/board/seat_cards.js";
import { around, button, byId, el, input, onClick, pageData, select } from "../shared/dom.js";
import { get, post, serverError } from "../shared/http.js";
import { announce, copyText, showToast } from "../shared/notices.js";
import { SingleFlight } from "../shared/single_flight.js";
import { SoundPlayer } from "../shared/sound.js";
import { t } from "../shared/translations.js";

const PAUSE_MS = 1300; // between two moments at the usual speed
const MAX_CACHED_MOMENTS = 40;
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["Home", -Infinity],
  ["End", Infinity],
]);

class Replay {
  /** @param {Payload.ReplayState} state */
  constructor(state) {
    this.state = state;
    this.ply = 0;
    this.flight = new SingleFlight();
    this.asked = 0; // an answer to an older question comes too late
    /** @type {Map<number, Promise<Payload.Moment>>} */
    this.moments = new Map();
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.board = new BoardController({
      sound: new SoundPlayer(byId("sound")),
      flip: { game: state.game.key, onFlip: () => this.redraw() },
      onTouch: () => true, // nothing can be decided
    });
    this.board.view.showsAll = true;
    this.moveList = new MoveList(byId("moves"), (_, ply) => this.jump(ply));
    this.moveList.show(state, { game: state.number, ply: 0 });
    this.listen();
    const asked = Number(new URLSearchParams(location.search).get("ply") ?? 0);
    this.show(this.within(Number.isInteger(asked) ? asked : 0), { glide: false });
  }

  listen() {
    const { state } = this;
    onClick("first", () => this.step(-Infinity));
    onClick("previous", () => this.step(-1));
    onClick("following", () => this.step(1));
    onClick("last", () => this.step(Infinity));
    onClick("play", () => (this.isPlaying ? this.pause() : this.play()));
    input("slider").addEventListener("input", () => this.jump(Number(input("slider").value)));
    onClick("copy", () => copyText(`${location.origin}/replays/${state.id}?game=${state.number}`, t("copied")));
    if (document.getElementById("rematch")) onClick("rematch", () => this.flight.run(() => this.rematch()));
    connectStepKeys(byId("moves"), (by) => this.step(by));
    connectPictureLinks(state.id, state.game.key, () => ({ game: state.number, ply: this.ply }));
    document.addEventListener("keydown", (event) => {
      if (isTyping(event) || event.defaultPrevented || around(event, "#slider, #moves")) return;
      const by = STEPS.get(event.key);
      if (by !== undefined) this.step(by);
      else if (event.key === " " && !around(event, "button, a, summary")) byId("play").click();
      else return;
      event.preventDefault();
    });
  }

  // -- going through the game --------------------------------------------------------------------

  /** @param {number} ply */
  within(ply) {
    return Math.min(Math.max(ply, 0), this.state.plies);
  }

  /** The viewer goes to a moment; it does not go on by itself then. @param {number} ply */
  jump(ply) {
    this.pause();
    return this.show(ply);
  }

  /** @param {number} by */
  step(by) {
    return this.jump(this.within(this.ply + by));
  }

  get isPlaying() {
    return this.timer !== null;
  }

  async play() {
    const begin = this.ply === this.state.plies ? 0 : this.ply;
    this.timer = setTimeout(() => {}, 0);
    this.showPlaying();
    if (begin !== this.ply) await this.show(begin, { glide: false });
    this.playNext();
  }

  playNext() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      async () => {
        await this.show(this.ply + 1);
        if (this.ply >= this.state.plies) this.pause();
        else this.playNext();
      },
      PAUSE_MS / Number(select("speed").value),
    );
  }

  pause() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  showPlaying() {
    const { dataset, classList } = byId("play");
    classList.toggle("is-playing", this.isPlaying);
    byId("play").setAttribute("aria-label", (this.isPlaying ? dataset.pause : dataset.play) ?? "");
  }

  // -- showing -----------------------------------------------------------------------------------

  /** A moment of the game, fetched once. @param {number} ply */
  moment(ply) {
    const known = this.moments.get(ply);
    if (known) return known;
    const { id, number } = this.state;
    const asked = get("/api/tables/{id}/plies/{game}/{ply}", { id, game: number, ply });
    asked.catch(() => this.moments.get(ply) === asked && this.moments.delete(ply));
    this.moments.set(ply, asked);
    for (const oldest of this.moments.keys()) {
      if (this.moments.size <= MAX_CACHED_MOMENTS) break;
      this.moments.delete(oldest);
    }
    return asked;
  }

  /**
   * @param {number} ply
   * @param {{ glide?: boolean }} [options]
   */
  async show(ply, { glide = true } = {}) {
    this.ply = ply;
    this.asked += 1;
    const number = this.asked;
    try {
      const moment = await this.moment(ply);
      if (number !== this.asked) return; // the viewer is elsewhere already
      this.board.draw(moment.svg, { glide });
      this.showAround(moment);
      if (ply < this.state.plies) this.moment(ply + 1).catch(() => {}); // it is wanted next
    } catch (thrown) {
      const error = serverError(thrown);
      if (number !== this.asked) return;
      this.ply = Number(byId("table").dataset.ply ?? 0); // where the board still is
      this.pause();
      showToast(error.sentence);
    }
  }

  redraw() {
    this.moments.clear();
    return this.show(this.ply, { glide: false });
  }

  /** @param {Payload.Moment} moment */
  showAround({ caption, facts, ply, cards }) {
    showSeatCards(cards);
    const { number, plies, moves, sheet } = this.state;
    const looking = { game: number, ply };
    const made = moves[ply - 1];
    const where = made ? t("replay.at", { ply, plies, name: made.name }) : t("looking.start", looking);
    input("slider").value = String(ply);
    byId("slider").setAttribute("aria-valuetext", where);
    byId("ply-shown").textContent = `${ply} / ${plies}`;
    byId("caption").textContent = caption;
    byId("facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
    this.moveList.markCurrent(moves, sheet, looking);
    button("first").disabled = button("previous").disabled = ply === 0;
    button("following").disabled = button("last").disabled = ply === plies;
    byId("table").dataset.ply = String(ply);
    if (!this.isPlaying) announce(`${where} ${caption}`);
  }

  async rematch() {
    const table = await post("/api/tables/{id}/rematch", { id: this.state.id }); // the old one while others are asked
    location.assign(`/tables/${table.id}`);
  }
}

new Replay(pageData("state"));
