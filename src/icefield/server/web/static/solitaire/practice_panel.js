// Practice at a table: restart, hints, the shortest solution, the verdict and the next puzzle.
// table.js tells every new state with the event `icefield-state`.

import { Attempts } from "../shared/single_flight.js";
import { Refused, get, patiently, post } from "../shared/http.js";
import { el, t } from "../shared/messages.js";
import { keepSolved } from "./solved_puzzles.js";

const $ = (id) => document.getElementById(id);
const host = $("practice");
const game = host.dataset.game;
const attempts = new Attempts({ host, failed: say });
let state = null;
let asked = 0; // how often a solution was asked for

document.addEventListener("icefield-state", ({ detail }) => {
  const moved = state === null || state.number !== detail.number;
  state = detail;
  $("practice-restart").disabled = state.moves.length === 0 || state.seat === null;
  const over = state.outcome !== null;
  $("practice-next").classList.toggle("primary", state.practice.solved);
  for (const id of ["practice-hint", "practice-solve"]) $(id).hidden = over;
  if (!moved) return;
  follow();
  say(null);
  $("practice-verdict").hidden = true;
  if (state.practice.solved) judge();
});

/** Strike out what has been played of a solution that is shown; forget it when it was left. */
function follow() {
  const shown = [...$("practice-solution").children];
  const [begun, made] = [Number($("practice-solution").dataset.ply), state.moves];
  for (const [i, step] of shown.entries()) {
    const played = made[begun + i];
    if (!played) {
      step.classList.remove("is-done");
      continue;
    }
    if (played.move !== step.dataset.move) return forget();
    step.classList.add("is-done");
  }
  if (made.length < begun) forget();
}

function forget() {
  $("practice-solution").hidden = true;
  $("practice-solution").replaceChildren();
  for (const space of document.querySelectorAll(".space.is-hint")) space.classList.remove("is-hint");
}

function say(sentence) {
  $("practice-said").hidden = sentence === null;
  $("practice-said").textContent = sentence ?? "";
}

const api = () => `/api/tables/${state.id}`;

/** Whether the table has not changed since some state; what is told of another one comes too late. */
const still = (then) => state.number === then.number;

/** Ask for the shortest solution; what is told is what was pressed last. */
async function solve(tell) {
  const [number, then] = [(asked += 1), state];
  const waiting = () => number === asked && still(then);
  say(t("practice.thinking"));
  try {
    const found = await patiently(() => get(`${api()}/solution`), waiting);
    if (waiting()) tell(found);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (waiting()) say(error.sentence);
  }
}

async function judge() {
  const { puzzle } = state.practice;
  const then = state;
  try {
    const verdict = await patiently(() => get(`${api()}/verdict`), () => still(then));
    if (puzzle && then.seat !== null) keepSolved(game, puzzle, verdict.made);
    if (!still(then)) return;
    $("practice-verdict").textContent = verdict.sentence;
    $("practice-verdict").hidden = false;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (puzzle) keepSolved(game, puzzle, then.moves.length);
    if (still(then)) say(error.sentence);
  }
}

$("practice-restart").addEventListener("click", () =>
  attempts.make(async () => {
    forget();
    await post(`${api()}/restart`, { decision: state.decision }); // the live connection shows it
  }),
);

$("practice-hint").addEventListener("click", () =>
  solve(({ moves, sentence }) => {
    say(moves ? t("practice.hint", { name: moves[0].name }) : sentence);
    if (!moves) return;
    const space = document.querySelector(`.space[data-id="${CSS.escape(moves[0].touches[0])}"]`);
    space?.classList.add("is-hint");
  }),
);

$("practice-solve").addEventListener("click", () =>
  solve(({ moves, sentence }) => {
    say(sentence);
    if (!moves) return;
    const list = $("practice-solution");
    list.dataset.ply = state.moves.length;
    list.replaceChildren(...moves.map(({ move, name }) => el("li", { "data-move": move }, name)));
    list.hidden = false;
  }),
);

$("practice-next").addEventListener("click", () =>
  attempts.make(async () => {
    const table = await post("/api/practice", { game, puzzle: state.practice.following });
    location.assign(`/tables/${table.id}`);
  }),
);

