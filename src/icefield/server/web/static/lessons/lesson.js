// One lesson: shows its steps, turns touches into moves and tries, and tells what the server says of
// them. Knows no rules, and nothing of what is right before the server says so.

import { Attempts } from "../shared/single_flight.js";
import { Board } from "../shared/board_view.js";
import { playNow } from "./play_buttons.js";
import { done, note } from "./lesson_progress.js";
import { post } from "../shared/http.js";
import { Walk, takeBack } from "../shared/touch_path.js";
import { announce, el, hush, t } from "../shared/messages.js";
import { Zoom } from "../shared/zoom.js";

const $ = (id) => document.getElementById(id);
const PAUSE = 900; // between two pictures that follow each other, so that one can see what happens
const TOUCH = 550; // between two touches that are shown
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

class Lesson {
  constructor(state) {
    this.state = state;
    this.at = state.at;
    this.attempts = new Attempts();
    this.mode = "asking"; // "wrong" after a move that is taken back, "done", "end"
    this.made = []; // the right moves made in this step
    this.shown = { touches: [], controls: [], open: false };
    this.every = false; // whether all rules are shown
    this.walk = new Walk();
    this.board = new Board($("board"), { onTouch: (id) => this.touch(id), onCancel: () => this.cancel() });
    this.zoom = new Zoom($("board"), $("map-size"));
    this.dots();
    this.listen();
    this.words();
    this.attempts.make(() => this.present(state.begun, { glide: false }));
  }

  get step() {
    return this.state.steps[this.at];
  }

  get api() {
    return this.way(this.at);
  }

  /** Where the server is asked about a step. */
  way(at) {
    const { key, lesson, steps } = this.state;
    return `/api/learn/${key}/${lesson}/${steps[at].id}`;
  }

  listen() {
    const on = (id, deed) => $(id).addEventListener("click", () => this.attempts.make(deed));
    on("back", () => this.go(this.at - 1));
    on("next", () => this.next());
    on("show", () => this.show());
    on("retry", () => this.retry());
    on("restart", () => this.go(this.at));
    on("once-more", () => this.go(0));
    $("rules-all").addEventListener("click", () => {
      this.every = !this.every;
      this.rules();
    });
    $("verdict-rule").addEventListener("click", (event) => {
      event.preventDefault();
      this.rules(event.currentTarget.dataset.rule, { focus: true });
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancel();
    });
  }

  // -- what is shown ---------------------------------------------------------------------------

  dots() {
    const { key, lesson, steps } = this.state;
    const made = done(key);
    const dots = steps.map(({ id }, i) => {
      const over = made.has(`${lesson}/${id}`);
      const label = t(over ? "learn.step.done" : "learn.step", { number: i + 1, count: steps.length });
      const current = i === this.at && this.mode !== "end" ? "step" : null;
      const dot = el("button", { class: over ? "dot is-done" : "dot", "aria-label": label, "aria-current": current }, over ? "✓" : String(i + 1));
      dot.addEventListener("click", () => this.attempts.make(() => this.go(i)));
      return el("li", {}, dot);
    });
    $("dots").replaceChildren(...dots);
  }

  /** The words of the step, its rules, and what may be tried beside. */
  words() {
    const { words, tries } = this.step;
    $("words").textContent = words;
    $("tries").replaceChildren(
      ...tries.map((label, number) => {
        const button = el("button", { class: "button small" }, label);
        button.addEventListener("click", () => this.attempts.make(() => this.try(number)));
        return button;
      }),
    );
    this.rules();
  }

  /** The rules of the step, or all; `meant` is one that has just been met. */
  rules(meant = null, { focus = false } = {}) {
    const shown = new Set([...this.step.rules, ...(meant ? [meant] : [])]);
    for (const article of $("rules-list").children) {
      const { rule } = article.dataset;
      article.hidden = !this.every && !shown.has(rule);
      article.classList.toggle("is-meant", rule === meant);
      if (rule !== meant) continue;
      if (focus) article.focus({ preventScroll: true });
      if (focus || matchMedia("(min-width: 56rem)").matches) article.scrollIntoView({ block: "nearest" });
    }
    const button = $("rules-all");
    button.textContent = this.every ? button.dataset.few : button.dataset.all;
    button.setAttribute("aria-pressed", String(this.every));
  }

  /** Pictures one after the other; the last one can be touched. */
  async present({ frames, open, touches, controls }, { glide = true, aloud = "" } = {}) {
    this.shown = { touches: [], controls: [], open: false };
    for (const [i, frame] of frames.entries()) {
      if (i) await wait(PAUSE);
      this.walk = new Walk();
      this.frame = { ...frame, said: null };
      this.board.show(frame.svg, { glide: glide || i > 0 });
      this.zoom.fit();
      $("caption").textContent = frame.caption;
      $("facts").replaceChildren(...frame.facts.map((fact) => el("li", {}, fact)));
      const last = i === frames.length - 1;
      const said = [frame.said && `${frame.said}.`, last ? aloud : "", last && frame.caption];
      if (i || aloud) announce(said.filter(Boolean).join(" "));
      if (!last) this.mark();
    }
    this.shown = { touches, controls, open };
    this.walk = new Walk(touches);
    this.mark();
    this.zoom.reveal([...this.step.point, ...this.walk.first]);
    this.offer();
  }

  mark() {
    const { walk, shown, step } = this;
    const begun = walk.path.length > 0;
    this.board.mark(walk.marks);
    const pointing = this.mode === "asking" && !this.made.length;
    for (const space of this.board.spaces) {
      space.classList.toggle("is-hint", pointing && !begun && step.point.includes(space.dataset.id));
    }
    $("controls").replaceChildren(
      ...shown.controls.filter(({ id }) => walk.next.has(id)).map(({ id, name, picture }) => {
        const pointed = pointing && step.point.includes(id) ? " is-pointed" : "";
        const button = el("button", { class: `button primary${pointed}`, "data-id": id }, name);
        if (picture) button.prepend(document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true));
        button.addEventListener("click", () => this.touch(id));
        return button;
      }),
    );
  }

  /** Say what came of it, in the box; `kind` is "is-right" or "is-wrong". */
  say(sentence, { kind = "", more = null, rule = null } = {}) {
    $("verdict").hidden = !sentence;
    $("verdict").className = `lesson-verdict ${kind}`;
    $("verdict-words").textContent = sentence;
    $("verdict-more").hidden = !more;
    $("verdict-more").textContent = more ?? "";
    $("verdict-rule").hidden = !rule;
    if (rule) {
      $("verdict-rule").textContent = t("rule", { rule });
      $("verdict-rule").href = `#rule-${rule}`;
      $("verdict-rule").dataset.rule = rule;
    }
    if (sentence) this.rules(rule);
  }

  /** Which buttons there are. */
  offer() {
    const { task, tries, watched } = this.step;
    const over = this.mode === "end";
    const free = task === "read" || this.mode === "done";
    $("back").disabled = this.at === 0;
    $("show").hidden = free || this.mode === "wrong";
    $("retry").hidden = this.mode !== "wrong";
    $("restart").hidden = !(this.mode === "done" || this.made.length || (task === "read" && watched)) || this.mode === "wrong";
    const { watch, restart } = $("restart").dataset;
    $("restart").textContent = task === "read" ? watch : restart;
    $("next").classList.toggle("primary", free);
    $("retry").classList.toggle("primary", this.mode === "wrong");
    $("what-if").hidden = over || !tries.length || this.made.length > 0 || this.mode === "wrong" || this.mode === "done";
    $("deeds").hidden = over;
    $("end").hidden = !over;
  }

  // -- from step to step -----------------------------------------------------------------------

  async go(at) {
    if (at < 0 || at >= this.state.steps.length) return;
    hush();
    const another = at !== this.at || this.mode === "end";
    const begun = await post(`${this.way(at)}/begin`);
    this.at = at;
    this.made = [];
    this.mode = "asking";
    history.replaceState(null, "", `?step=${this.step.id}`);
    this.dots();
    this.say("");
    this.words();
    const number = t("learn.step", { number: at + 1, count: this.state.steps.length });
    const aloud = another ? `${number}. ${this.step.words}` : this.step.words;
    await this.present(begun, { glide: !another, aloud });
  }

  async next() {
    if (this.step.task === "read") note(this.state.key, this.state.lesson, this.step.id);
    if (this.at + 1 < this.state.steps.length) return this.go(this.at + 1);
    this.finish();
  }

  /** The end of the lesson. */
  finish() {
    this.mode = "end";
    const { key, lesson, steps } = this.state;
    const made = done(key);
    const all = steps.every(({ id }) => made.has(`${lesson}/${id}`));
    for (const part of [$("end-title"), $("end-about")]) {
      part.dataset.all ??= part.textContent;
      part.textContent = all ? part.dataset.all : part.dataset.seen;
    }
    this.shown = { touches: [], controls: [], open: false };
    this.walk = new Walk();
    this.dots();
    this.say("");
    this.mark();
    this.offer();
    $("end").focus({ preventScroll: true });
    $("end").scrollIntoView({ block: "nearest" });
  }

  /** Back to where the move was made that was not asked for. */
  async retry() {
    this.mode = "asking";
    this.say("");
    await this.present(this.back, { aloud: this.step.words });
  }

  // -- doing -----------------------------------------------------------------------------------

  touch(id) {
    if (this.attempts.busy) return;
    if (this.mode === "wrong") return void this.attempts.make(() => this.retry());
    if (!this.shown.open) return;
    const result = this.walk.touch(id);
    if (result.move) this.attempts.make(() => this.play(result.move));
    else if (result.refused) this.attempts.make(() => this.refuse(result.refused));
    else hush();
    this.mark();
    this.board.tell(result, id, this.walk.next);
  }

  cancel() {
    if (this.attempts.busy) hush();
    else if (takeBack(this.walk)) this.mark();
  }

  /** A whole legal move. */
  async play({ move, touches }) {
    if (this.step.task === "try") {
      const { sentence } = await post(`${this.api}/touch`, { made: this.made, touches });
      this.say(sentence, { kind: "is-wrong" });
      announce(sentence);
      return;
    }
    const now = { frames: [this.frame], ...this.shown };
    const answer = await post(`${this.api}/move`, { made: this.made, move });
    const { right, sentence, rule } = answer;
    if (right) {
      this.made.push(move);
      if (answer.done) this.complete();
      else this.mode = "asking";
    } else {
      this.mode = "wrong";
      this.back = now;
    }
    this.say(sentence, { kind: right ? "is-right" : "is-wrong", rule });
    await this.present(answer, { aloud: sentence });
  }

  complete() {
    this.mode = "done";
    note(this.state.key, this.state.lesson, this.step.id);
    this.dots();
  }

  /** Touches that lead nowhere: why not, and whether that was asked for. */
  async refuse(touches) {
    this.board.refuse(touches.at(-1));
    const answer = await post(`${this.api}/touch`, { made: this.made, touches });
    this.walk.cancel();
    this.refused(answer);
  }

  refused({ done: over, sentence, after, rule }) {
    if (over) {
      this.complete();
      this.shown = { ...this.shown, open: false, touches: [], controls: [] };
      this.walk = new Walk();
    }
    this.say(sentence, { kind: over ? "is-right is-met" : "is-wrong", more: after, rule });
    this.mark();
    this.offer();
    announce([sentence, rule && `${t("rule", { rule })}.`, after].filter(Boolean).join(" "));
  }

  /** One of the things worth trying, shown by touching. */
  async try(number) {
    const answer = await post(`${this.api}/try`, { number });
    await this.press(answer.touches);
    if (answer.touches.length) this.board.refuse(answer.touches.at(-1));
    this.walk.cancel();
    this.refused(answer);
  }

  /** Touch something before the learner's eyes. */
  async press(touches) {
    hush();
    this.walk.cancel();
    const chosen = new Set();
    for (const id of touches) {
      chosen.add(id);
      this.board.mark({ "is-chosen": chosen });
      this.zoom.reveal([id]);
      await wait(TOUCH);
    }
    this.board.mark({});
  }

  /** Show me: do it, as the learner would. */
  async show() {
    const { move, touches, try: number } = await post(`${this.api}/show`, { made: this.made });
    if (number !== null) return this.try(number);
    await this.press(touches);
    await this.play({ move, touches });
  }
}

playNow();
new Lesson(JSON.parse($("state").textContent));
