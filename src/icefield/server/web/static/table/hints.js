// Help while playing, for whoever plays alone: a hint in two steps, and what is threatened. table.js
// tells what is on the board with `icefield-shown`.

import { highlight, lay } from "../shared/overlay.js";
import { Refused, get, patiently } from "../shared/http.js";
import { hideThreats, tellThreats } from "../shared/threats.js";
import { el, t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);

let state = null;
let looking = null;
let hint = null; // what the server said about the present decision
let hinting = null; // the question for it that is on its way
let steps = 0; // how much of it has been told
let watching = false;
let asked = 0; // the number of the last press; what an older one asked for comes too late

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
  [hint, hinting, steps, watching] = [null, null, 0, false];
  asked += 1;
  $("help").removeAttribute("aria-busy");
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

/** What the server says about the present decision. */
function found(what) {
  const { id, decision } = state;
  return patiently(() => get(`/api/tables/${id}/${what}?decision=${decision}`), () => state.decision === decision);
}

/** Ask the server, unless it is known; what is told is what was pressed last. Tells what goes wrong. */
async function attempt(ask, tell) {
  const number = (asked += 1);
  $("help").setAttribute("aria-busy", "true");
  try {
    const answer = await ask();
    if (asked === number) tell(answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    hinting = null;
    if (asked !== number) return;
    forget();
    toast(error.sentence, error.rule);
  } finally {
    if (asked === number) $("help").removeAttribute("aria-busy");
  }
}

function help() {
  watching = false;
  $("threats").setAttribute("aria-pressed", "false");
  hideThreats($("help-said"));
  if (!hint) $("help-said").replaceChildren(el("p", {}, t("worth.thinking")));
  attempt(() => (hinting ??= found("hint")), (answer) => {
    hint = answer;
    steps = Math.min(2, steps + 1);
    const told = steps === 1 ? [hint.where] : [hint.whole, hint.follows, hint.worth].filter(Boolean);
    $("help-said").replaceChildren(...told.map((sentence) => el("p", {}, sentence)));
    $("hint").textContent = t(steps === 1 ? "hint.more" : "hint");
    draw();
  });
}

function watch() {
  watching = !watching;
  $("threats").setAttribute("aria-pressed", String(watching));
  steps = 0;
  draw();
  $("hint").textContent = t("hint");
  hideThreats($("help-said")); // and what was told of a hint
  attempt(() => (watching ? found("threats") : null), (threats) => threats && tellThreats($("help-said"), threats));
}

$("hint").addEventListener("click", help);
$("threats").addEventListener("click", watch);
$("board").addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || $("help").hidden) return;
  const key = event.key.toLowerCase();
  if (key === "h" && !$("hint").disabled) help();
  else if (key === "t" && !$("threats").hidden && !$("threats").disabled) watch();
});
