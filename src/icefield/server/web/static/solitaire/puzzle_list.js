// The list of puzzles: small pictures as they come into sight, marks on what has been solved.

import { Refused, post } from "../shared/http.js";
import { solved } from "./solved_puzzles.js";
import { t, toast } from "../shared/messages.js";

const host = document.getElementById("puzzles");
const { game } = host.dataset;
const puzzles = [...host.querySelectorAll(".puzzle")];
let busy = false;

const sight = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      draw(target).catch(() => {}); // a puzzle without its picture still works
    }
  },
  { rootMargin: "400px" },
);

async function draw(place) {
  const answer = await fetch(place.dataset.picture);
  if (!answer.ok) return;
  const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const svg = document.importNode(drawing.documentElement, true);
  svg.querySelector("title")?.remove(); // the button has a name of its own
  place.replaceChildren(svg);
}

function mark() {
  const done = solved(game);
  for (const puzzle of puzzles) {
    const made = done[puzzle.dataset.puzzle];
    const best = made !== undefined && made <= Number(puzzle.dataset.length);
    puzzle.classList.toggle("is-solved", made !== undefined);
    puzzle.classList.toggle("is-best", best);
    const said = made === undefined ? "" : t(best ? "practice.done.best" : "practice.done", { made });
    puzzle.querySelector(".puzzle-mark").textContent = said;
  }
  const count = puzzles.filter((puzzle) => puzzle.classList.contains("is-solved")).length;
  const progress = document.getElementById("progress");
  progress.textContent = count ? t("practice.progress", { count, all: progress.dataset.count }) : "";
}

async function open(puzzle) {
  if (busy) return;
  busy = true;
  try {
    const table = await post("/api/practice", { game, puzzle });
    location.assign(`/tables/${table.id}`);
  } catch (error) {
    busy = false;
    if (!(error instanceof Refused)) throw error;
    toast(error.sentence);
  }
}

for (const puzzle of puzzles) puzzle.addEventListener("click", () => open(puzzle.dataset.puzzle));
for (const place of host.querySelectorAll("[data-picture]")) sight.observe(place);
document.getElementById("continue-puzzles").addEventListener("click", () => {
  const next = puzzles.find((puzzle) => !puzzle.classList.contains("is-solved")) ?? puzzles[0];
  open(next.dataset.puzzle);
});
window.addEventListener("pageshow", () => {
  busy = false;
  mark();
});
