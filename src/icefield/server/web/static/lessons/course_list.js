// The lists of courses and lessons: how far the learner is, and where to go on.

import { part, parts } from "../shared/dom.js";
import { t } from "../shared/translations.js";
import { courseProgress, doneSteps } from "./lesson_progress.js";
import { connectPlayButtons } from "./play_buttons.js";

/** @typedef {import("./lesson_progress.js").LessonSteps} LessonSteps */

/** Fill the bar of a place. @param {HTMLElement} place @param {number} done @param {number} count */
function fillBar(place, done, count) {
  /** @type {HTMLProgressElement} */ (part(place, "progress")).value = done;
  if (done) part(place, ".learn-count").textContent = t("learn.progress", { done, count });
  place.classList.toggle("is-done", done === count);
}

/** @param {HTMLElement} course */
function fillCourse(course) {
  const { course: key = "", lessons: data = "[]" } = course.dataset;
  const lessons = /** @type {LessonSteps[]} */ (JSON.parse(data));
  const { left, doneOf, count } = courseProgress(lessons, doneSteps(key));
  for (const { id, steps } of lessons) {
    const place = /** @type {HTMLElement | null} */ (course.querySelector(`[data-lesson="${CSS.escape(id)}"]`));
    if (place) fillBar(place, doneOf.get(id) ?? 0, steps.length);
  }
  const made = count - left.length;
  fillBar(/** @type {HTMLElement} */ (part(course, ".learn-bar").parentElement), made, count);
  const go = /** @type {HTMLAnchorElement} */ (part(course, "[data-go]"));
  if (!made) return;
  const [next] = left;
  go.textContent = (next ? go.dataset.goOn : go.dataset.again) ?? "";
  if (next) go.href = `/learn/${key}/${next.id}?step=${next.step}`;
}

connectPlayButtons();
window.addEventListener("pageshow", () => parts(document, "[data-course]").forEach(fillCourse));
