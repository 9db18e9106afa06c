// One lesson: shows its steps, turns touches into moves and tries, and tells what the server says of
// them. Knows no rules, and nothing of what is right before the server says so.

import { BoardController } from "../shared/board/board_controller.js";
import { button, byId, el, link, onClick, pageData, parts } from "../shared/dom.js";
import { post } from "../shared/http.js";
import { announce, hideToast } from "../shared/notices.js";
import { SingleFlight } from "../shared/single_flight.js";
import { t } from "../shared/translations.js";
import { courseProgress, doneSteps, rememberStep } from "./lesson_progress.js";
import { connectPlayButtons } from "./play_buttons.js";

const FRAME_MS = 900; // between two pictures that follow each other
const TOUCH_MS = 550; // between two touches that are shown

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @typedef {Omit<Payload.Stage, "controls"> & { controls: Payload.Control[] }} ShownStage */

class Lesson {
  /** @param {Payload.LessonState} state */
  constructor(state) {
    this.state = state;
    this.at = state.at;
    this.flight = new SingleFlight();
    /** @type {"asking" | "wrong" | "done" | "end"} "wrong" after a move that is to be taken back */
    this.mode = "asking";
    /** @type {string[]} the right moves made in this step */
    this.made = [];
    /** @type {Payload.Frame | null} the picture that is shown */
    this.frame = null;
    this.isOpen = false; // whether the board may be touched
    /** @type {ShownStage | null} where the wrong move was made */
    this.back = null;
    this.showsAllRules = false;
    /** @type {(() => void) | null} ends the pause of the film that is shown */
    this.endPause = null;
    this.isSkipping = false; // whether the film goes to its last picture
    this.board = new BoardController({
      onTouch: () => this.goesBack(),
      onMove: (move) => this.flight.run(() => this.play(move)),
      onRefused: (touches) => this.flight.run(() => this.explain(touches)),
      onMarked: () => this.onMarked(),
      points: () => (this.isPointing ? this.step.point : []),
      controlClass: ({ id }) =>
        this.isPointing && this.step.point.includes(id) ? "button primary is-pointed" : "button primary",
    });
    this.showDots();
    this.listen();
    this.showWords();
    this.flight.run(() => this.present(state.begun, { glide: false }));
  }

  get step() {
    return this.state.steps[this.at];
  }

  get id() {
    return this.idOf(this.at);
  }

  /** How the server calls a step. @param {number} at */
  idOf(at) {
    const { key, lesson, steps } = this.state;
    return { key, lesson, step: steps[at].id };
  }

  listen() {
    /** @param {string} id @param {() => unknown} action */
    const on = (id, action) => onClick(id, () => this.flight.run(action));
    on("back", () => this.go(this.at - 1));
    onClick("next", () => (this.endPause ? this.skip() : this.flight.run(() => this.next())));
    on("show", () => this.demonstrate());
    on("retry", () => this.retry());
    on("restart", () => this.go(this.at));
    on("once-more", () => this.go(0));
    onClick("rules-all", () => {
      this.showsAllRules = !this.showsAllRules;
      this.showRules();
    });
    onClick("verdict-rule", (event) => {
      event.preventDefault();
      this.showRules(link("verdict-rule").dataset.rule, { focus: true });
    });
  }

  // -- showing -----------------------------------------------------------------------------------

  showDots() {
    const { key, lesson, steps } = this.state;
    const done = doneSteps(key);
    const dots = steps.map(({ id }, i) => {
      const isDone = done.has(`${lesson}/${id}`);
      const label = t(isDone ? "learn.step.done" : "learn.step", { number: i + 1, count: steps.length });
      const current = i === this.at && this.mode !== "end" ? "step" : null;
      const look = isDone ? "dot is-done" : "dot";
      const dot = el(
        "button",
        { class: look, "aria-label": label, "aria-current": current },
        isDone ? "✓" : String(i + 1),
      );
      dot.addEventListener("click", () => this.flight.run(() => this.go(i)));
      return el("li", {}, dot);
    });
    byId("dots").replaceChildren(...dots);
  }

  /** The words of the step, its rules, and what may be tried beside. */
  showWords() {
    const { words, tries } = this.step;
    byId("words").textContent = words;
    byId("tries").replaceChildren(
      ...tries.map((label, number) => {
        const made = el("button", { class: "button small" }, label);
        made.addEventListener("click", () => this.flight.run(() => this.try(number)));
        return made;
      }),
    );
    this.showRules();
  }

  /**
   * The rules of the step, or all; `met` is the one that the learner has just met.
   *
   * @param {string | null} [met]
   * @param {{ focus?: boolean }} [options]
   */
  showRules(met = null, { focus = false } = {}) {
    const shown = new Set([...this.step.rules, ...(met ? [met] : [])]);
    for (const article of parts(byId("rules-list"), ":scope > *")) {
      const { rule = "" } = article.dataset;
      article.hidden = !this.showsAllRules && !shown.has(rule);
      article.classList.toggle("is-meant", rule === met);
      if (rule !== met) continue;
      if (focus) article.focus({ preventScroll: true });
      if (focus) article.scrollIntoView({ block: "nearest" }); // else the page stays where it is
    }
    const toggle = byId("rules-all");
    toggle.textContent = (this.showsAllRules ? toggle.dataset.few : toggle.dataset.all) ?? "";
    toggle.setAttribute("aria-pressed", String(this.showsAllRules));
  }

  /**
   * Show pictures one after the other; the last one can be touched.
   *
   * @param {ShownStage} stage
   * @param {{ glide?: boolean, aloud?: string }} [options]
   */
  async present({ frames, open, touches, controls }, { glide = true, aloud = "" } = {}) {
    this.isOpen = false;
    this.isSkipping = false;
    for (const [i, frame] of frames.entries()) {
      const isLast = i === frames.length - 1;
      if (i) await this.pause();
      if (this.isSkipping && !isLast) continue;
      this.frame = { ...frame, said: null };
      this.board.close();
      this.board.draw(frame.svg, { glide: glide || i > 0 });
      byId("caption").textContent = frame.caption;
      byId("facts").replaceChildren(...frame.facts.map((fact) => el("li", {}, fact)));
      const said = [frame.said && `${frame.said}.`, isLast ? aloud : "", isLast && frame.caption];
      if (i || aloud) announce(said.filter(Boolean).join(" "));
      if (!isLast) this.board.mark();
    }
    this.isOpen = open;
    this.board.offer({ touches, controls });
    this.board.mark();
    this.offer();
  }

  /** Wait between two pictures of a film, or until it is skipped. */
  async pause() {
    if (this.isSkipping) return;
    const next = byId("next");
    next.textContent = next.dataset.skip ?? "";
    next.classList.add("primary");
    const skipped = /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        this.endPause = resolve;
      })
    );
    await Promise.race([wait(FRAME_MS), skipped]);
    this.endPause = null;
  }

  /** Go to the last picture of the film. */
  skip() {
    this.isSkipping = true;
    this.endPause?.();
  }

  /** What may be touched is shown: an earlier slip is forgotten as soon as the learner goes on. */
  onMarked() {
    this.pointAtSpaces();
    const isOn = this.mode === "asking" && this.board.path.touched.length > 0;
    if (isOn && byId("verdict").classList.contains("is-wrong")) this.say("");
  }

  /** Whether the step points at what is to be touched. */
  get isPointing() {
    return this.mode === "asking" && !this.made.length;
  }

  pointAtSpaces() {
    const isPointing = this.isPointing && this.board.path.touched.length === 0;
    for (const space of this.board.view.spaces) {
      space.classList.toggle("is-hint", isPointing && this.step.point.includes(space.dataset.id ?? ""));
    }
  }

  /**
   * Say what came of an action, in the box.
   *
   * @param {string} sentence
   * @param {{ kind?: string, more?: string | null, rule?: string | null }} [options] `kind` is "is-right"
   *   or "is-wrong"
   */
  say(sentence, { kind = "", more = null, rule = null } = {}) {
    byId("verdict").hidden = !sentence;
    byId("verdict").className = `lesson-verdict ${kind}`;
    byId("verdict-words").textContent = sentence;
    byId("verdict-more").hidden = !more;
    byId("verdict-more").textContent = more ?? "";
    const ruleLink = link("verdict-rule");
    ruleLink.hidden = !rule;
    if (rule) {
      ruleLink.textContent = t("rule", { rule });
      ruleLink.href = `#rule-${rule}`;
      ruleLink.dataset.rule = rule;
    }
    if (sentence) this.showRules(rule);
  }

  /** Offer the buttons that fit. */
  offer() {
    const { task, tries, watched } = this.step;
    const { mode } = this;
    const isRead = task === "read";
    const isFree = isRead || mode === "done";
    const isWrong = mode === "wrong";
    button("back").disabled = this.at === 0;
    byId("show").hidden = isFree || isWrong;
    byId("retry").hidden = !isWrong;
    byId("restart").hidden = isWrong || !(mode === "done" || this.made.length > 0 || (isRead && watched));
    const { watch = "", restart = "" } = byId("restart").dataset;
    byId("restart").textContent = isRead ? watch : restart;
    byId("next").classList.toggle("primary", isFree);
    byId("next").textContent = byId("next").dataset.next ?? "";
    byId("retry").classList.toggle("primary", isWrong);
    byId("what-if").hidden = mode !== "asking" || !tries.length || this.made.length > 0;
    byId("deeds").hidden = mode === "end";
    byId("end").hidden = mode !== "end";
  }

  // -- from step to step -------------------------------------------------------------------------

  /** @param {number} at */
  async go(at) {
    if (at < 0 || at >= this.state.steps.length) return;
    hideToast();
    const isAnother = at !== this.at || this.mode === "end";
    const stage = await post("/api/learn/{key}/{lesson}/{step}/begin", this.idOf(at));
    this.at = at;
    this.made = [];
    this.mode = "asking";
    history.replaceState(null, "", `?step=${this.step.id}`);
    this.showDots();
    this.say("");
    this.showWords();
    const number = t("learn.step", { number: at + 1, count: this.state.steps.length });
    const aloud = isAnother ? `${number}. ${this.step.words}` : this.step.words;
    await this.present(stage, { glide: !isAnother, aloud });
  }

  async next() {
    if (this.step.task === "read") rememberStep(this.state.key, this.state.lesson, this.step.id);
    if (this.at + 1 < this.state.steps.length) return this.go(this.at + 1);
    this.finish();
  }

  /** Show the end of the lesson. */
  finish() {
    this.mode = "end";
    const { key, lesson, steps, course } = this.state;
    const done = doneSteps(key);
    const isLesson = steps.every(({ id }) => done.has(`${lesson}/${id}`));
    const isCourse = courseProgress(course, done).left.length === 0;
    const reached = isCourse ? "course" : isLesson ? "lesson" : "seen";
    for (const shown of [byId("end-title"), byId("end-about")]) shown.textContent = shown.dataset[reached] ?? "";
    this.isOpen = false;
    this.board.close();
    this.showDots();
    this.say("");
    this.board.mark();
    this.offer();
    byId("end").focus({ preventScroll: true });
    byId("end").scrollIntoView({ block: "nearest" });
  }

  /** Go back to where the move was made that was not asked for. */
  async retry() {
    this.mode = "asking";
    this.say("");
    if (this.back) await this.present(this.back, { aloud: this.step.words });
  }

  // -- acting ------------------------------------------------------------------------------------

  /** Where nothing can be decided, a touch is dropped or goes back. */
  goesBack() {
    if (this.flight.busy) return true;
    if (this.mode !== "wrong") return !this.isOpen;
    this.flight.run(() => this.retry());
    return true;
  }

  /** A whole legal move. @param {{ move: string, touches: string[] }} made */
  async play({ move, touches }) {
    const { made } = this;
    if (this.step.task === "try") {
      const { sentence } = await post("/api/learn/{key}/{lesson}/{step}/touch", this.id, { made, touches });
      this.say(sentence, { kind: "is-wrong" });
      announce(sentence);
      return;
    }
    const { path, controls } = this.board;
    const now = { frames: this.frame ? [this.frame] : [], open: this.isOpen, touches: path.moves, controls };
    const answer = await post("/api/learn/{key}/{lesson}/{step}/move", this.id, { made, move });
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
    rememberStep(this.state.key, this.state.lesson, this.step.id);
    this.showDots();
  }

  /** Say why touches begin no move, and whether that was asked for. @param {string[]} touches */
  async explain(touches) {
    const answer = await post("/api/learn/{key}/{lesson}/{step}/touch", this.id, { made: this.made, touches });
    this.board.path.cancel();
    this.showRefusal(answer);
  }

  /** @param {Payload.LessonTouch} answer */
  showRefusal({ done, sentence, after, rule }) {
    if (done) {
      this.complete();
      this.isOpen = false;
      this.board.close();
    }
    this.say(sentence, { kind: done ? "is-right is-met" : "is-wrong", more: after, rule });
    this.board.mark();
    this.offer();
    announce([sentence, rule && `${t("rule", { rule })}.`, after].filter(Boolean).join(" "));
  }

  /** Show one of the things worth trying, by touching. @param {number} number */
  async try(number) {
    const answer = await post("/api/learn/{key}/{lesson}/{step}/try", this.id, { number });
    await this.press(answer.touches);
    const last = answer.touches.at(-1);
    if (last !== undefined) this.board.refuse(last);
    this.board.path.cancel();
    this.showRefusal(answer);
  }

  /** Touch something before the learner's eyes. @param {string[]} touches */
  async press(touches) {
    hideToast();
    this.board.path.cancel();
    /** @type {Set<string>} */
    const chosen = new Set();
    for (const id of touches) {
      chosen.add(id);
      this.board.view.mark({ "is-chosen": chosen });
      this.board.view.reveal(this.board.view.where([id]));
      await wait(TOUCH_MS);
    }
    this.board.view.mark({});
  }

  /** "Show me": do what the learner should do. */
  async demonstrate() {
    const {
      move,
      touches,
      try: number,
    } = await post("/api/learn/{key}/{lesson}/{step}/show", this.id, { made: this.made });
    if (number !== null) return this.try(number);
    await this.press(touches);
    if (move !== null) await this.play({ move, touches });
  }
}

connectPlayButtons();
new Lesson(pageData("state"));
