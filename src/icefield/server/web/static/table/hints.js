// Help while playing, for a player without human opponents: a hint in two steps, and what is
// threatened.

import { highlight, setLayer } from "../shared/board/overlay.js";
import { hideThreats, showThreats } from "../shared/board/threats.js";
import { button, byId, el, hasModifier, onClick } from "../shared/dom.js";
import { get, retryWhileLate, serverError } from "../shared/http.js";
import { showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";

/** @typedef {import("./table.js").ShownBoard} ShownBoard */

const LAYER = "hint-marks";

export class Hints {
  constructor() {
    /** @type {ShownBoard | null} */
    this.shown = null;
    /** @type {Payload.Hint | null} what the server said about the present decision */
    this.hint = null;
    /** @type {Promise<Payload.Hint> | null} the question for it that is under way */
    this.asking = null;
    this.steps = 0; // how much of the hint has been told
    this.showsThreats = false;
    this.presses = 0; // an answer to an older press comes too late
    onClick("hint", () => this.showHint());
    onClick("threats", () => this.toggleThreats());
    byId("board").addEventListener("keydown", (event) => {
      if (hasModifier(event) || event.repeat || byId("help").hidden) return;
      const key = event.key.toLowerCase();
      if (key === "h" && !button("hint").disabled) this.showHint();
      else if (key === "t" && !byId("threats").hidden && !button("threats").disabled) this.toggleThreats();
    });
  }

  /** @param {ShownBoard} board */
  showBoard(board) {
    const { state, looking, isVeiled } = board;
    const hasMoved = this.shown?.state.number !== state.number || Boolean(this.shown.looking) !== Boolean(looking);
    this.shown = board;
    const isPlaying = state.can.hint && state.deciding && !looking && !isVeiled;
    byId("help").hidden = !state.can.hint || Boolean(state.outcome);
    byId("threats").hidden = !state.can.threats;
    for (const id of ["hint", "threats"]) button(id).disabled = !isPlaying;
    if (hasMoved) this.forget();
    else this.draw(); // the board was drawn anew
  }

  forget() {
    this.hint = null;
    this.asking = null;
    this.steps = 0;
    this.showsThreats = false;
    this.presses += 1;
    byId("help").removeAttribute("aria-busy");
    byId("hint").textContent = t("hint");
    byId("threats").setAttribute("aria-pressed", "false");
    hideThreats(byId("help-said"));
    setLayer(LAYER, []);
  }

  /** Lay what has been told of the hint over the board. */
  draw() {
    const { hint, steps } = this;
    const touches = !hint || !steps ? [] : steps === 1 ? [hint.first] : hint.touches;
    setLayer(LAYER, highlight(touches.filter((touch) => touch !== null)));
  }

  /** What the server says about the present decision. @template {"hint" | "threats"} W @param {W} what */
  ask(what) {
    const state = this.shown?.state;
    const { id = "", decision = 0 } = state ?? {};
    const path = /** @type {`/api/tables/{id}/${W}`} */ (`/api/tables/{id}/${what}`);
    return retryWhileLate(
      () => get(path, { id, decision }),
      () => this.shown?.state.decision === decision,
    );
  }

  /**
   * Ask the server and tell its answer, unless another button was pressed meanwhile.
   *
   * @template T
   * @param {() => Promise<T> | null} ask
   * @param {(answer: T | null) => void} tell
   */
  async attempt(ask, tell) {
    this.presses += 1;
    const press = this.presses;
    byId("help").setAttribute("aria-busy", "true");
    try {
      const answer = await ask();
      if (this.presses === press) tell(answer);
    } catch (thrown) {
      const error = serverError(thrown);
      this.asking = null;
      if (this.presses !== press) return;
      this.forget();
      showToast(error.sentence, error.rule);
    } finally {
      if (this.presses === press) byId("help").removeAttribute("aria-busy");
    }
  }

  showHint() {
    this.showsThreats = false;
    byId("threats").setAttribute("aria-pressed", "false");
    hideThreats(byId("help-said"));
    if (!this.hint) byId("help-said").replaceChildren(el("p", {}, t("worth.thinking")));
    this.asking ??= this.ask("hint");
    this.attempt(
      () => this.asking,
      (hint) => hint && this.tell(hint),
    );
  }

  /** @param {Payload.Hint} hint */
  tell(hint) {
    this.hint = hint;
    this.steps = Math.min(2, this.steps + 1);
    const told = this.steps === 1 ? [hint.where] : [hint.whole, hint.follows, hint.worth].filter(Boolean);
    byId("help-said").replaceChildren(...told.map((sentence) => el("p", {}, sentence)));
    byId("hint").textContent = t(this.steps === 1 ? "hint.more" : "hint");
    this.draw();
  }

  toggleThreats() {
    this.showsThreats = !this.showsThreats;
    byId("threats").setAttribute("aria-pressed", String(this.showsThreats));
    this.steps = 0;
    this.draw();
    byId("hint").textContent = t("hint");
    hideThreats(byId("help-said")); // and what was told of a hint
    if (this.showsThreats) byId("help-said").replaceChildren(el("p", {}, t("worth.thinking")));
    this.attempt(
      () => (this.showsThreats ? this.ask("threats") : null),
      (threats) => threats && showThreats(byId("help-said"), threats),
    );
  }
}
