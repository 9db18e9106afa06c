// Practice at a table: restart, hints, the shortest solution, the verdict and the next puzzle.
// table.js tells every new state with the event `icefield-state`.

import { Attempts } from "./attempt.js";
import { Refused, get, post } from "./net.js";
import { el, t } from "./words.js";
import { keepSolved } from "./solved.js";

const $ = (id) => document.getElementById(id);
const host = $("practice");
const game = host.dataset.game;
const attempts = new Attempts({ host, failed: say });
let state = null;

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

async function judge() {
  const { puzzle } = state.practice;
  try {
    const verdict = await get(`${api()}/verdict`);
    $("practice-verdict").textContent = verdict.sentence;
    $("practice-verdict").hidden = false;
    if (puzzle && state.seat !== null) keepSolved(game, puzzle, verdict.made);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (puzzle) keepSolved(game, puzzle, state.moves.length);
    say(error.sentence);
  }
}

$("practice-restart").addEventListener("click", () =>
  attempts.make(async () => {
    forget();
    await post(`${api()}/restart`, { decision: state.decision }); // the live connection shows it
  }),
);

$("practice-hint").addEventListener("click", () =>
  attempts.make(async () => {
    say(t("practice.thinking"));
    const { moves, sentence } = await get(`${api()}/solution`);
    say(moves ? t("practice.hint", { name: moves[0].name }) : sentence);
    if (moves) {
      const space = document.querySelector(`.space[data-id="${CSS.escape(moves[0].touches[0])}"]`);
      space?.classList.add("is-hint");
    }
  }),
);

$("practice-solve").addEventListener("click", () =>
  attempts.make(async () => {
    say(t("practice.thinking"));
    const { moves, sentence } = await get(`${api()}/solution`);
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

