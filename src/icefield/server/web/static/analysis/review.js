// The review of a whole game: asked for once, told bit by bit while the server works on it.

import { byId, el, onClick, select } from "../shared/dom.js";
import { get, post, serverError } from "../shared/http.js";
import { showToast } from "../shared/notices.js";
import { t } from "../shared/translations.js";
import { gradeBadge } from "./move_tree_list.js";

const POLL_MS = 600;
/** @type {Record<string, string>} */
const STATE_TEXTS = {
  waiting: "review.waiting",
  running: "review.running",
  done: "review.done",
  stopped: "review.stopped",
  failed: "review.failed",
};

/** @typedef {"quick" | "usual" | "careful"} Pace */

export class GameReview {
  /** `onFound` is called when more is known. @param {() => void} onFound */
  constructor(onFound) {
    this.onFound = onFound;
    /** @type {Payload.Line} */
    this.line = { head: "", moves: [] };
    /** @type {Map<number, Payload.GradedMove>} what is known of the move made at a ply */
    this.graded = new Map();
    /** @type {(number[] | null)[] | null} the chances of all seats, by ply */
    this.curve = null;
    /** @type {string | null} */
    this.id = null;
    this.isGoing = false;
    this.asked = 0; // an answer about an older review comes too late
    this.forget();
    onClick("review", () => this.start());
    onClick("review-stop", () => this.stop());
    window.addEventListener("pagehide", () => this.isGoing && this.leave());
  }

  forget() {
    this.graded = new Map();
    this.curve = null;
    this.id = null;
    this.isGoing = false;
    this.asked += 1;
    for (const id of ["review-row", "review-stop", "curve-figure", "summary-section", "mistakes"])
      byId(id).hidden = true;
    byId("summary").replaceChildren();
    this.showButtons();
  }

  /** Another game is analysed. @param {Payload.Line} line the whole of it */
  take(line) {
    if (this.isGoing) this.leave();
    this.forget();
    this.line = line;
    byId("reviewing").hidden = line.moves.length === 0;
  }

  async start() {
    this.forget();
    const number = this.asked;
    this.isGoing = true;
    this.showButtons();
    byId("review-said").textContent = t("review.waiting");
    byId("review-row").hidden = false;
    await this.begin(number);
  }

  /** @param {number} number */
  async begin(number) {
    const pace = /** @type {Pace} */ (select("pace").value);
    try {
      const review = await post("/api/analyse/reviews", {}, { ...this.line, pace });
      if (number === this.asked) this.tell(review, number);
      else this.leave(review.id); // it was stopped meanwhile
    } catch (error) {
      this.showError(error, number);
    }
  }

  showButtons() {
    byId("review").hidden = byId("pace-field").hidden = this.isGoing;
    byId("review-stop").hidden = !this.isGoing;
  }

  /** @param {Payload.Review} review @param {number} number */
  tell(review, number) {
    if (number !== this.asked) return;
    const { id, state, done, of, graded, curve, summary } = review;
    this.id = id;
    this.curve = curve;
    for (const entry of graded) this.graded.set(entry.ply, entry);
    const hasMore = graded.length > 0 && this.graded.size < done; // they are told some at a time
    this.isGoing = state === "waiting" || state === "running";
    byId("review-bar", HTMLProgressElement).value = of ? done / of : 1;
    byId("review-said").textContent = t(STATE_TEXTS[state], review);
    byId("review-row").hidden = state === "done";
    this.showButtons();
    if (summary) this.showSummary(summary);
    this.onFound();
    if (this.isGoing || hasMore) setTimeout(() => this.poll(number), hasMore ? 0 : POLL_MS);
  }

  /** @param {number} number */
  async poll(number) {
    if (number !== this.asked || this.id === null) return;
    try {
      this.tell(await get("/api/analyse/reviews/{id}", { id: this.id, since: this.graded.size }), number);
    } catch (error) {
      if (serverError(error).code === "no-such-review")
        await this.begin(number); // forgotten meanwhile
      else this.showError(error, number);
    }
  }

  /** @param {unknown} thrown @param {number} number */
  showError(thrown, number) {
    const { sentence } = serverError(thrown);
    if (number !== this.asked) return;
    this.isGoing = false;
    this.showButtons();
    byId("review-row").hidden = true;
    showToast(sentence);
  }

  stop() {
    this.leave();
    this.isGoing = false;
    this.asked += 1;
    this.showButtons();
    const { max } = byId("review-bar", HTMLProgressElement);
    byId("review-said").textContent = t("review.stopped", { done: this.graded.size, of: max });
    byId("review-row").hidden = this.graded.size === 0;
  }

  /** Tell the server that the viewer does not wait any more, also while the page is left. */
  leave(id = this.id) {
    if (!id) return;
    const headers = { "content-type": "application/json" };
    fetch(`/api/analyse/reviews/${id}/stop`, { method: "POST", keepalive: true, headers, body: "{}" }).catch(() => {});
  }

  /** @param {Payload.SeatSummary[]} seats */
  showSummary(seats) {
    /** @param {Payload.GradeCount} count */
    const entry = ({ sign, grade, called, count }) => el("li", {}, gradeBadge({ grade, sign }), `${called} × ${count}`);
    byId("summary").replaceChildren(
      ...seats.map(({ role, grades, gave }) =>
        el("div", { class: "summary-seat" }, el("h3", {}, role), el("ul", {}, ...grades.map(entry)), el("p", {}, gave)),
      ),
    );
    byId("summary-section").hidden = false;
  }
}
