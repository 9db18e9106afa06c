// Help while playing, for whoever plays alone: a hint in two steps, and what is threatened. table.js
// tells what is on the board with `icefield-shown`.

import { highlight, lay } from "./marks.js";
import { Refused, get } from "./net.js";
import { hideThreats, tellThreats } from "./threats.js";
import { el, t, toast } from "./words.js";

const $ = (id) => document.getElementById(id);
const TRIES = 8; // for an answer that has to be compiled first

let state = null;
let looking = null;
let hint = null; // what the server said about the present decision
let steps = 0; // how much of it has been told
let watching = false;
let asking = false;

document.addEventListener("icefield-shown", ({ detail }) => {
  const moved = state?.number !== detail.state.number || Boolean(looking) !== Boolean(detail.looking);
  ({ state, looking } = detail);
  const veiled = !$("curtain").hidden && !$("curtain").classList.contains("is-lifted");
  const playing = state.can.hint && state.deciding && !looking && !veiled;
  $("help").hidden = !state.can.hint || Boolean(state.outcome);
  $("threats").hidden = !state.can.threats;
  for (const id of ["hint", "threats"]) $(id).disabled = !playing;
  if (moved) forget();
  else draw(); // the board was drawn anew
});

function forget() {
  [hint, steps, watching] = [null, 0, false];
  $("hint").textContent = t("hint");
  $("threats").setAttribute("aria-pressed", "false");
  hideThreats($("help-said"));
  lay("hint-marks", []);
}

/** Lay what has been told of the hint over the board. */
function draw() {
  const touches = !hint || !steps ? [] : steps === 1 ? [hint.first] : hint.touches;
  lay("hint-marks", touches.length ? highlight(touches.filter(Boolean)) : []);
}

/** Ask again while the server is still working on it and somebody waits. */
async function patiently(what) {
  const { id, decision } = state;
  for (let tried = 1; ; tried += 1) {
    try {
      return await get(`/api/tables/${id}/${what}?decision=${decision}`);
    } catch (error) {
      if (error.code !== "analysis-late" || tried === TRIES || state.decision !== decision) throw error;
    }
  }
}

/** Do one thing at a time and tell what goes wrong. */
async function attempt(deed) {
  if (asking) return;
  asking = true;
  $("help").setAttribute("aria-busy", "true");
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    forget();
    toast(error.sentence, error.rule);
  } finally {
    asking = false;
    $("help").removeAttribute("aria-busy");
  }
}

const help = () =>
  attempt(async () => {
    const { number } = state;
    watching = false;
    $("threats").setAttribute("aria-pressed", "false");
    hideThreats($("help-said"));
    if (!hint) {
      $("help-said").replaceChildren(el("p", {}, t("worth.thinking")));
      const found = await patiently("hint");
      if (state.number !== number) return;
      hint = found;
    }
    steps = Math.min(2, steps + 1);
    const told = steps === 1 ? [hint.where] : [hint.whole, hint.follows, hint.worth].filter(Boolean);
    $("help-said").replaceChildren(...told.map((sentence) => el("p", {}, sentence)));
    $("hint").textContent = t(steps === 1 ? "hint.more" : "hint");
    draw();
  });

const watch = () =>
  attempt(async () => {
    watching = !watching;
    $("threats").setAttribute("aria-pressed", String(watching));
    steps = 0;
    draw();
    $("hint").textContent = t("hint");
    if (!watching) return hideThreats($("help-said"));
    const { number } = state;
    const found = await patiently("threats");
    if (state.number === number && watching) tellThreats($("help-said"), found);
  });

$("hint").addEventListener("click", help);
$("threats").addEventListener("click", watch);
$("board").addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || $("help").hidden) return;
  const key = event.key.toLowerCase();
  if (key === "h" && !$("hint").disabled) help();
  else if (key === "t" && !$("threats").hidden && !$("threats").disabled) watch();
});
