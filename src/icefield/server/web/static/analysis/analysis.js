// The analysis page: reads what is pasted, or has a board set up, and has it studied (study.js).

import { Refused, post } from "../shared/http.js";
import { rules } from "../shared/rules_drawer.js";
import { Study } from "./session.js";
import { el, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const setup = JSON.parse($("setup").textContent);
const DRAFT = "icefield-analyse";
const study = new Study();
let wanted = 0; // the number of the last thing somebody wanted to study; older answers come too late

async function read(text, number = 1) {
  const asked = (wanted += 1);
  if (!text.trim()) return wrong({ sentence: t("study.nothing") });
  $("verdict").className = "verdict";
  $("verdict").replaceChildren(el("p", {}, t("worth.thinking")));
  $("verdict").hidden = false;
  try {
    const { found, problem } = await post("/api/analyse/read", { text, number, game: $("game").value, seats: Number($("seats").value) });
    if (asked !== wanted) return false;
    if (problem) return wrong(problem);
    $("verdict").hidden = true;
    keep(text);
    study.take(found);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return asked === wanted && wrong(error);
  }
}

function keep(text) {
  try {
    sessionStorage.setItem(DRAFT, text);
  } catch {
    // it stays in the field
  }
}

/** Say what is wrong, and show where in the text. */
function wrong({ sentence, line, column, rule }) {
  const notes = [];
  if (line && $("text").value) {
    const place = t("board.place", { line, column }) + (rule ? ` · ${t("rule", { rule })}` : "");
    const button = el("button", { class: "verdict-place link", id: "place" }, place);
    button.addEventListener("click", () => select(line, column));
    notes.push(button);
    select(line, column);
  }
  $("verdict").className = "verdict is-wrong";
  $("verdict").replaceChildren(el("p", {}, sentence), ...notes);
  $("verdict").hidden = false;
  return false;
}

/** Put the cursor where something is wrong. */
function select(line, column) {
  const field = $("text");
  const lines = field.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const word = /^\S*/.exec((lines[line - 1] ?? "").slice(column - 1))[0];
  field.focus();
  field.setSelectionRange(before + column - 1, before + column - 1 + Math.max(1, word.length));
  field.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(field).lineHeight));
}

async function open(file) {
  const asked = (wanted += 1);
  if (file.size > setup.longest) return wrong({ sentence: t("board.large", { limit: Math.round(setup.longest / 1000) }) });
  const bytes = await file.arrayBuffer();
  if (asked !== wanted) return false;
  try {
    $("text").value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return wrong({ sentence: t("board.not.text") });
  }
  return read($("text").value);
}

function choose() {
  if ($("choose").files.length) open($("choose").files[0]);
  $("choose").value = "";
}

/** How many play the game that is chosen, and whether its boards can be set up. */
function fit() {
  const { seats, arranged } = setup.games[$("game").value];
  $("seats").replaceChildren(...seats.map((count) => el("option", { value: count }, String(count))));
  $("seats").value = seats.find((count) => count > 1) ?? seats[0];
  $("seats-field").hidden = seats.length === 1;
  $("arrange-new").disabled = !arranged;
}

$("read").addEventListener("click", () => read($("text").value));
$("game").addEventListener("change", fit);
$("choose").addEventListener("change", choose);
$("text").addEventListener("dragover", (event) => event.preventDefault());
$("text").addEventListener("drop", (event) => {
  const file = event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  open(file);
});
$("number").addEventListener("change", () => read($("text").value, Number($("number").value)));
$("another").addEventListener("click", () => {
  wanted += 1;
  study.playing = null;
  study.arrange.leave();
  $("study").hidden = true;
  $("paste").hidden = false;
  $("text").focus();
});
$("arrange-new").addEventListener("click", async () => {
  const asked = (wanted += 1);
  $("verdict").hidden = true;
  try {
    const found = await post("/api/analyse/begin", { game: $("game").value, seats: Number($("seats").value) });
    if (asked === wanted) await study.setUp({ head: found.head, moves: [] });
  } catch (error) {
    study.failed(error);
  }
});

rules();
fit();
if (setup.text !== null) {
  $("text").value = setup.text;
  read(setup.text, setup.number).then((done) => done && setup.review && study.reviewing.start());
} else {
  try {
    $("text").value ||= sessionStorage.getItem(DRAFT) ?? "";
  } catch {
    // nothing was kept
  }
}
choose(); // before the page could hear it
