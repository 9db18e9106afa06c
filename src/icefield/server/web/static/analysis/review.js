// The review of a whole game: asked for once, told bit by bit while the server looks at it.

import { Refused, get, post } from "../shared/http.js";
import { el, t, toast } from "../shared/messages.js";
import { badge } from "./move_tree_list.js";

const $ = (id) => document.getElementById(id);
const EVERY = 600; // ms between two looks

export class Reviewing {
  /** `onFound()` is called when more is known. */
  constructor(onFound) {
    this.onFound = onFound;
    this.forget();
    $("review").addEventListener("click", () => this.start());
    $("review-stop").addEventListener("click", () => this.stop());
    window.addEventListener("pagehide", () => this.id && this.going && this.leave());
  }

  /** What is known of the move at a ply of the game. */
  forget() {
    this.graded = new Map();
    this.curve = null;
    this.id = null;
    this.going = false;
    this.asked = (this.asked ?? 0) + 1;
    for (const id of ["review-row", "review-stop", "curve-figure", "summary-section", "mistakes"]) $(id).hidden = true;
    $("summary").replaceChildren();
    $("review").hidden = $("pace-field").hidden = false;
  }

  /** Another game is studied; `line` is the whole of it. */
  take(line) {
    if (this.going) this.leave();
    this.forget();
    this.line = line;
    $("reviewing").hidden = line.moves.length === 0;
  }

  async start() {
    this.forget();
    const number = this.asked;
    this.going = true;
    this.buttons();
    $("review-said").textContent = t("review.waiting");
    $("review-row").hidden = false;
    await this.begin(number);
  }

  async begin(number) {
    try {
      const found = await post("/api/analyse/reviews", { ...this.line, pace: $("pace").value });
      if (number === this.asked) this.tell(found, number);
      else this.leave(found.id); // it was stopped meanwhile
    } catch (error) {
      this.failed(error, number);
    }
  }

  buttons() {
    $("review").hidden = $("pace-field").hidden = this.going;
    $("review-stop").hidden = !this.going;
  }

  tell(found, number) {
    if (number !== this.asked) return;
    this.id = found.id;
    this.curve = found.curve;
    for (const entry of found.graded) this.graded.set(entry.ply, entry);
    const more = found.graded.length > 0 && this.graded.size < found.done; // they are told some at a time
    this.going = found.state === "waiting" || found.state === "running";
    $("review-bar").value = found.of ? found.done / found.of : 1;
    const id = { waiting: "review.waiting", running: "review.running", done: "review.done", stopped: "review.stopped", failed: "review.failed" }[found.state];
    $("review-said").textContent = t(id, found);
    $("review-row").hidden = found.state === "done";
    this.buttons();
    if (found.summary) this.summary(found.summary);
    this.onFound();
    if (this.going || more) setTimeout(() => this.look(number), more ? 0 : EVERY);
  }

  async look(number) {
    if (number !== this.asked) return;
    try {
      this.tell(await get(`/api/analyse/reviews/${this.id}?since=${this.graded.size}`), number);
    } catch (error) {
      if (error.code === "no-such-review") await this.begin(number); // forgotten meanwhile
      else this.failed(error, number);
    }
  }

  failed(error, number) {
    if (!(error instanceof Refused)) throw error;
    if (number !== this.asked) return;
    this.going = false;
    this.buttons();
    $("review-row").hidden = true;
    toast(error.sentence);
  }

  stop() {
    this.leave();
    this.going = false;
    this.asked += 1;
    this.buttons();
    $("review-said").textContent = t("review.stopped", { done: this.graded.size, of: $("review-bar").max });
    $("review-row").hidden = this.graded.size === 0;
  }

  /** Nobody looks any more. */
  leave(id = this.id) {
    if (!id) return;
    const path = `/api/analyse/reviews/${id}/stop`;
    fetch(path, { method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body: "{}" }).catch(() => {});
  }

  summary(seats) {
    const cell = ({ sign, grade, called, count }) => el("li", {}, badge({ grade, sign }), `${called} × ${count}`);
    $("summary").replaceChildren(
      ...seats.map(({ role, grades, gave }) =>
        el("div", { class: "summary-seat" }, el("h3", {}, role), el("ul", {}, ...grades.map(cell)), el("p", {}, gave)),
      ),
    );
    $("summary-section").hidden = false;
  }
}
