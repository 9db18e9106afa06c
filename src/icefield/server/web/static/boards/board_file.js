// A board from a file: reads it, has it looked at, shows it or what is wrong, and opens tables on it.
// The board travels in the part of the address behind "#", which no server ever sees or shortens.

import { Refused, post } from "../shared/http.js";
import { chosenOptions, fitLevels } from "../shared/game_options.js";
import { announce, el, t, toast } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const setup = JSON.parse($("setup").textContent);
const DRAFT = `icefield-board-${setup.game}`;
const REST = 350; // ms without a key before the text is looked at
const limit = Math.round(setup.longest / 1000);

let board = null; // what the server made of the text
let asked = 0;
let waiting;

// -- hands ----------------------------------------------------------------------------------------

$("choose").addEventListener("change", choose);
$("text").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => check($("text").value), REST);
});
$("text").addEventListener("dragover", (event) => event.preventDefault());
$("text").addEventListener("drop", (event) => {
  const file = event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  take(file);
});
$("standard").addEventListener("click", () => put(setup.sample));
$("share").addEventListener("click", share);
$("plays").addEventListener("change", fit);
$("plays").addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
window.addEventListener("hashchange", begin);

function choose() {
  if ($("choose").files.length) take($("choose").files[0]);
  $("choose").value = "";
}

/** Read a file that somebody chose. */
async function take(file) {
  const number = (asked += 1); // whatever is still being looked at has had its time
  clearTimeout(waiting);
  if (file.size > setup.longest) return wrong({ sentence: t("board.large", { limit }) });
  const bytes = await file.arrayBuffer();
  if (number !== asked) return;
  try {
    put(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    wrong({ sentence: t("board.not.text") });
  }
}

function put(text) {
  $("text").value = text;
  $("text").scrollTop = 0;
  check(text);
}

/** Only as many seats as play; at first a person against bots. */
function fit() {
  const count = Number($("plays").elements.seats.value);
  const levels = JSON.parse($("plays").dataset.levels);
  for (const [seat, who] of [...$("plays").querySelectorAll("[data-who]")].entries()) {
    who.closest("label").hidden = seat >= count;
    fitLevels(who, levels, count, "seat");
  }
}

// -- looking --------------------------------------------------------------------------------------

async function check(text) {
  clearTimeout(waiting);
  const number = (asked += 1);
  keep(text);
  if (!text.trim()) return nothing();
  try {
    const verdict = await post("/api/boards/check", { game: setup.game, text });
    if (number !== asked) return;
    if (verdict.legal) show(verdict.board);
    else wrong(verdict.problem);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (number === asked) wrong(error);
  }
}

function keep(text) {
  try {
    localStorage.setItem(DRAFT, text);
  } catch {
    // it stays in the field
  }
}

function show(found) {
  board = found;
  if (found.text !== null) $("text").value = found.text; // it came in one line, by a link
  const notes = found.reconstruction ? [el("p", { class: "verdict-place" }, t("board.reconstruction"))] : [];
  say("is-legal", t("board.fine", { name: found.name }), ...notes);
  const drawing = new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement;
  $("picture").replaceChildren(document.importNode(drawing, true));
  $("facts").replaceChildren(...found.facts.map((fact) => el("li", {}, fact)));
  $("plays").hidden = false;
  fit();
  history.replaceState(null, "", `${location.pathname}${location.search}#${encodeURIComponent(found.value)}`);
  for (const link of document.querySelectorAll(".languages a")) link.hash = location.hash;
}

/** Say what is wrong, and show where in the text. */
function wrong({ sentence, line, column, rule }) {
  board = null;
  $("plays").hidden = true;
  $("picture").replaceChildren();
  $("facts").replaceChildren();
  const notes = [];
  if (line) {
    const place = t("board.place", { line, column }) + (rule ? ` · ${t("rule", { rule })}` : "");
    const button = el("button", { class: "verdict-place link", id: "place" }, place);
    button.addEventListener("click", () => select(line, column));
    notes.push(button);
  }
  say("is-wrong", sentence, ...notes);
}

function nothing() {
  board = null;
  say("", "");
  $("plays").hidden = true;
  $("picture").replaceChildren();
  $("facts").replaceChildren();
}

function say(look, sentence, ...notes) {
  $("verdict").className = `verdict ${look}`;
  $("verdict").replaceChildren(...(sentence ? [el("p", {}, sentence), ...notes] : []));
}

/** Put the cursor where something is wrong. */
function select(line, column) {
  const field = $("text");
  const lines = field.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const word = /^\S*/.exec((lines[line - 1] ?? "").slice(column - 1))[0];
  field.focus();
  field.setSelectionRange(before + column - 1, before + column - 1 + Math.max(1, word.length));
  field.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(field).lineHeight));
}

// -- playing --------------------------------------------------------------------------------------

async function share() {
  const link = location.href;
  try {
    await navigator.clipboard.writeText(link);
    toast(t("board.copied"), null, "note");
  } catch {
    toast(t("copy.by.hand", { link }), null, "note");
  }
}

async function play() {
  if (!board || $("plays").dataset.busy) return;
  $("plays").dataset.busy = "true";
  const count = Number($("plays").elements.seats.value);
  const chosen = [...$("plays").querySelectorAll("[data-who]")].slice(0, count).map(({ value }) => value);
  const seats = chosen.map((who) => (/^(person|open)$/.test(who) ? { kind: who } : { kind: "bot", level: who }));
  try {
    const options = { ...chosenOptions($("plays")), [setup.option]: board.value };
    const table = await post("/api/tables", { game: setup.game, seats, options });
    location.assign(`/tables/${table.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.sentence);
    announce(error.sentence);
    delete $("plays").dataset.busy;
  }
}
window.addEventListener("pageshow", () => delete $("plays").dataset.busy);

// -- the beginning --------------------------------------------------------------------------------

/** The board of the link, or what was worked on last. */
function begin() {
  let text = "";
  try {
    text = decodeURIComponent(location.hash.slice(1));
  } catch {
    // a link that was cut off
  }
  if (text === board?.value) return;
  try {
    text ||= $("text").value || (localStorage.getItem(DRAFT) ?? "");
  } catch {
    // nothing was kept
  }
  put(text);
}

for (const [seat, who] of [...$("plays").querySelectorAll("[data-who]")].entries()) {
  const bot = [...who.options].find(({ value }) => !/^(person|open)$/.test(value));
  if (seat > 0 && bot) who.value = bot.value;
}
fit();
if ($("choose").files.length) choose(); // before the page could hear it
else begin();
