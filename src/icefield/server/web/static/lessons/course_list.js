// The lists of courses and lessons: how far somebody is, and where to go on.

import { playNow } from "./play_buttons.js";
import { done } from "./lesson_progress.js";
import { t } from "../shared/messages.js";

/** Fill the bar of a place with so many steps of all. */
function bar(place, made, count) {
  place.querySelector("progress").value = made;
  if (made) place.querySelector(".learn-count").textContent = t("learn.progress", { done: made, count });
  place.classList.toggle("is-done", made === count);
}

function fill(course) {
  const key = course.dataset.course;
  const lessons = JSON.parse(course.dataset.lessons);
  const made = done(key);
  const left = [];
  let all = 0;
  let count = 0;
  for (const { id, steps } of lessons) {
    const open = steps.filter((step) => !made.has(`${id}/${step}`));
    left.push(...open.map((step) => ({ id, step })));
    all += steps.length;
    count += steps.length - open.length;
    const place = course.querySelector(`[data-lesson="${CSS.escape(id)}"]`);
    if (place) bar(place, steps.length - open.length, steps.length);
  }
  bar(course.querySelector(".learn-bar").parentElement, count, all);
  const go = course.querySelector("[data-go]");
  if (!count) return;
  const [next] = left;
  go.textContent = next ? go.dataset.goOn : go.dataset.again;
  if (next) go.href = `/learn/${key}/${next.id}?step=${next.step}`;
}

const fillAll = () => document.querySelectorAll("[data-course]").forEach(fill);

playNow();
window.addEventListener("pageshow", fillAll);
