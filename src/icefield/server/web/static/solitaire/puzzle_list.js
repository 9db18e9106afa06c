// The list of the puzzles of a game: small pictures, and marks on what has been solved.

import { byId, onClick, part, parts } from "../shared/dom.js";
import { post } from "../shared/http.js";
import { SingleFlight } from "../shared/single_flight.js";
import { drawThumbnails } from "../shared/thumbnails.js";
import { t } from "../shared/translations.js";
import { solvedPuzzles } from "./solved_puzzles.js";

const host = byId("puzzles");
const game = host.dataset.game ?? "";
const puzzles = parts(host, ".puzzle");
const flight = new SingleFlight();

function markSolved() {
  const solved = solvedPuzzles(game);
  for (const puzzle of puzzles) {
    const made = solved[puzzle.dataset.puzzle ?? ""];
    const isSolved = made !== undefined;
    const isBest = isSolved && Number(made) <= Number(puzzle.dataset.length);
    puzzle.classList.toggle("is-solved", isSolved);
    puzzle.classList.toggle("is-best", isBest);
    part(puzzle, ".puzzle-mark").textContent = isSolved
      ? t(isBest ? "practice.done.best" : "practice.done", { made })
      : "";
  }
  const count = puzzles.filter((puzzle) => puzzle.classList.contains("is-solved")).length;
  const progress = byId("progress");
  progress.textContent = count ? t("practice.progress", { count, all: progress.dataset.count }) : "";
}

/** @param {HTMLElement} puzzle */
const open = (puzzle) =>
  flight.run(async () => {
    const table = await post("/api/practice", {}, { game, puzzle: puzzle.dataset.puzzle });
    location.assign(`/tables/${table.id}`);
  });

for (const puzzle of puzzles) puzzle.addEventListener("click", () => open(puzzle));
onClick("continue-puzzles", () =>
  open(puzzles.find((puzzle) => !puzzle.classList.contains("is-solved")) ?? puzzles[0]),
);
window.addEventListener("pageshow", markSolved);
drawThumbnails(host);
