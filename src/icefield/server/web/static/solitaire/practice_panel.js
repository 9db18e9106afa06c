// Practice at a table: restart, hints, the shortest solution, the verdict and the next puzzle.

import { button, byId, el, onClick, parts } from "../shared/dom.js";
import { get, post, retryWhileLate, serverError } from "../shared/http.js";
import { SingleFlight } from "../shared/single_flight.js";
import { t } from "../shared/translations.js";
import { rememberSolved } from "./solved_puzzles.js";

export class PracticePanel {
  constructor() {
    const host = byId("practice");
    this.game = host.dataset.game ?? "";
    this.flight = new SingleFlight({ host, onFailed: (sentence) => this.say(sentence) });
    /** @type {Payload.TableState | null} */
    this.state = null;
    this.asked = 0; // how often a solution was asked for
    onClick("practice-restart", () => this.flight.run(() => this.restart()));
    onClick("practice-hint", () => this.solve((solution) => this.showHint(solution)));
    onClick("practice-solve", () => this.solve((solution) => this.showSolution(solution)));
    onClick("practice-next", () => this.flight.run(() => this.openNext()));
  }

  /** @param {Payload.TableState} state */
  showState(state) {
    const hasMoved = this.state?.number !== state.number;
    this.state = state;
    const isSolved = state.practice?.solved ?? false;
    button("practice-restart").disabled = state.moves.length === 0 || state.seat === null;
    byId("practice-next").classList.toggle("primary", isSolved);
    for (const id of ["practice-hint", "practice-solve"]) byId(id).hidden = state.outcome !== null;
    if (!hasMoved) return;
    this.strikePlayed(state.moves);
    this.say(null);
    byId("practice-verdict").hidden = true;
    if (isSolved) this.judge(state);
  }

  /** Whether the table has not changed since a state. @param {Payload.TableState} then */
  isStill(then) {
    return this.state?.number === then.number;
  }

  /** @param {string | null} sentence */
  say(sentence) {
    byId("practice-said").hidden = sentence === null;
    byId("practice-said").textContent = sentence ?? "";
  }

  // -- the solution ------------------------------------------------------------------------------

  /** Strike out what has been played of the solution shown; forget it when it was left. @param {Payload.TableMove[]} made */
  strikePlayed(made) {
    const list = byId("practice-solution");
    const begun = Number(list.dataset.ply);
    for (const [i, step] of parts(list, "li").entries()) {
      const played = made[begun + i];
      if (played && played.move !== step.dataset.move) return this.forgetSolution();
      step.classList.toggle("is-done", Boolean(played));
    }
    if (made.length < begun) this.forgetSolution();
  }

  forgetSolution() {
    byId("practice-solution").hidden = true;
    byId("practice-solution").replaceChildren();
    for (const space of document.querySelectorAll(".space.is-hint")) space.classList.remove("is-hint");
  }

  /**
   * Ask for the shortest solution; what is told is what was pressed last.
   *
   * @param {(solution: Payload.Solution) => void} tell
   */
  async solve(tell) {
    const then = this.state;
    if (!then) return;
    this.asked += 1;
    const number = this.asked;
    const isWanted = () => number === this.asked && this.isStill(then);
    this.say(t("practice.thinking"));
    try {
      const solution = await retryWhileLate(() => get("/api/tables/{id}/solution", { id: then.id }), isWanted);
      if (isWanted()) tell(solution);
    } catch (error) {
      const { sentence } = serverError(error);
      if (isWanted()) this.say(sentence);
    }
  }

  /** @param {Payload.Solution} solution */
  showHint({ moves, sentence }) {
    this.say(moves ? t("practice.hint", { name: moves[0].name }) : sentence);
    if (!moves) return;
    document.querySelector(`.space[data-id="${CSS.escape(moves[0].touches[0])}"]`)?.classList.add("is-hint");
  }

  /** @param {Payload.Solution} solution */
  showSolution({ moves, sentence }) {
    this.say(sentence);
    if (!moves) return;
    const list = byId("practice-solution");
    list.dataset.ply = String(this.state?.moves.length ?? 0);
    list.replaceChildren(...moves.map(({ move, name }) => el("li", { "data-move": move }, name)));
    list.hidden = false;
  }

  /** Tell how good the solution is that was found. @param {Payload.TableState} then */
  async judge(then) {
    const puzzle = then.practice?.puzzle ?? null;
    try {
      const verdict = await retryWhileLate(
        () => get("/api/tables/{id}/verdict", { id: then.id }),
        () => this.isStill(then),
      );
      if (puzzle && then.seat !== null) rememberSolved(this.game, puzzle, verdict.made);
      if (!this.isStill(then)) return;
      byId("practice-verdict").textContent = verdict.sentence;
      byId("practice-verdict").hidden = false;
    } catch (error) {
      const { sentence } = serverError(error);
      if (puzzle) rememberSolved(this.game, puzzle, then.moves.length);
      if (this.isStill(then)) this.say(sentence);
    }
  }

  // -- tables ------------------------------------------------------------------------------------

  async restart() {
    this.forgetSolution();
    if (!this.state) return;
    const { id, decision } = this.state;
    await post("/api/tables/{id}/restart", { id }, { decision }); // the live connection shows it
  }

  async openNext() {
    const table = await post("/api/practice", {}, { game: this.game, puzzle: this.state?.practice?.following });
    location.assign(`/tables/${table.id}`);
  }
}
