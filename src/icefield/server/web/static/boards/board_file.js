// A board from a file: reads it, has it checked, shows it or what is wrong, and opens tables on it.
// The board travels in the part of the address behind "#", which no server ever sees or shortens.

import { byId, el, onClick, pageData, parseDrawing, parts, textarea } from "../shared/dom.js";
import { chosenOptions, offerLevels, seatOf } from "../shared/game_options.js";
import { post, serverError } from "../shared/http.js";
import { announce, copyText, showToast } from "../shared/notices.js";
import { readText, writeText } from "../shared/storage.js";
import { connectFiles, placeButton, readTextFile } from "../shared/text_file.js";
import { t } from "../shared/translations.js";

/** @typedef {import("../shared/text_file.js").TextProblem} TextProblem */

/** @type {Payload.BoardFileSetup} */
const setup = pageData("setup");
const DRAFT_KEY = `icefield-board-${setup.game}`;
const REST_MS = 350; // without a key before the text is checked
const field = textarea("text");
const form = byId("plays", HTMLFormElement);

/** @type {Payload.BoardFile | null} what the server made of the text */
let board = null;
let asked = 0; // an answer to an older question comes too late
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

// -- the text -------------------------------------------------------------------------------------

/** @param {File} file */
async function takeFile(file) {
  asked += 1; // an answer about an earlier text comes too late
  const number = asked;
  clearTimeout(waiting);
  const { text, problem } = await readTextFile(file, setup.longest);
  if (number !== asked) return;
  if (problem) showProblem(problem);
  else setText(text);
}

/** @param {string} text */
function setText(text) {
  field.value = text;
  field.scrollTop = 0;
  check(text);
}

/** @param {string} text */
async function check(text) {
  clearTimeout(waiting);
  asked += 1;
  const number = asked;
  writeText(DRAFT_KEY, text);
  if (!text.trim()) return showNothing();
  try {
    const verdict = await post("/api/boards/check", {}, { game: setup.game, text });
    if (number !== asked) return;
    if (verdict.board) show(verdict.board);
    else if (verdict.problem) showProblem(verdict.problem);
  } catch (thrown) {
    const error = serverError(thrown);
    if (number === asked) showProblem(error);
  }
}

// -- the board ------------------------------------------------------------------------------------

/** @param {Payload.BoardFile} found */
function show(found) {
  board = found;
  if (found.text !== null) field.value = found.text; // it came in one line, by a link
  const note = found.reconstruction ? el("p", { class: "verdict-place" }, t("board.reconstruction")) : null;
  say("is-legal", t("board.fine", { name: found.name }), note);
  const drawing = parseDrawing(found.svg);
  drawing.setAttribute("aria-hidden", "true"); // its spaces are for playing; the facts tell what matters
  byId("picture").replaceChildren(el("div", { role: "img", "aria-label": found.name }, drawing));
  byId("facts").replaceChildren(...found.facts.map((fact) => el("li", {}, fact)));
  form.hidden = false;
  offerSeats();
  history.replaceState(null, "", `${location.pathname}${location.search}#${encodeURIComponent(found.value)}`);
  for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) {
    link.hash = location.hash;
  }
}

/** @param {TextProblem} problem */
function showProblem(problem) {
  showNothing();
  say("is-wrong", problem.sentence, placeButton(field, problem));
}

function showNothing() {
  board = null;
  say("", "");
  form.hidden = true;
  byId("picture").replaceChildren();
  byId("facts").replaceChildren();
}

/** @param {string} look @param {string} sentence @param {HTMLElement | null} [note] */
function say(look, sentence, note = null) {
  byId("verdict").className = `verdict ${look}`;
  byId("verdict").replaceChildren(...(sentence ? [el("p", {}, sentence)] : []), ...(note ? [note] : []));
}

// -- tables ---------------------------------------------------------------------------------------

const seatFields = () => /** @type {HTMLSelectElement[]} */ (parts(form, "[data-who]"));
const seatCount = () => Number(/** @type {HTMLSelectElement} */ (form.elements.namedItem("seats")).value);

/** Offer only as many seats as there are players. */
function offerSeats() {
  const levels = JSON.parse(form.dataset.levels ?? "{}");
  for (const [seat, who] of seatFields().entries()) {
    const label = who.closest("label");
    if (label) label.hidden = seat >= seatCount();
    offerLevels(who, levels, seatCount(), "seat");
  }
}

async function play() {
  if (!board || form.dataset.busy) return;
  form.dataset.busy = "true";
  const seats = seatFields()
    .slice(0, seatCount())
    .map(({ value }) => seatOf(value));
  const options = { ...chosenOptions(form), [setup.option]: board.value };
  try {
    const table = await post("/api/tables", {}, { game: setup.game, seats, options });
    location.assign(`/tables/${table.id}`);
  } catch (error) {
    const { sentence } = serverError(error);
    showToast(sentence);
    announce(sentence);
    delete form.dataset.busy;
  }
}

// -- the beginning --------------------------------------------------------------------------------

/** Show the board of the link, or the one that was worked on last, or the standard board. */
function begin() {
  let text = "";
  try {
    text = decodeURIComponent(location.hash.slice(1));
  } catch {
    // a link that was cut off
  }
  if (text === board?.value) return;
  setText(text || field.value || readText(DRAFT_KEY) || setup.sample);
}

const takeChosenFile = connectFiles(field, takeFile);
field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => check(field.value), REST_MS);
});
onClick("standard", () => setText(setup.sample));
onClick("share", () => copyText(location.href, t("board.copied"), t("copy.by.hand", { link: location.href })));
form.addEventListener("change", offerSeats);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
window.addEventListener("hashchange", begin);
window.addEventListener("pageshow", () => delete form.dataset.busy);

for (const [seat, who] of seatFields().entries()) {
  const bot = [...who.options].find(({ value }) => seatOf(value).kind === "bot");
  if (seat > 0 && bot) who.value = bot.value; // at first a person against bots
}
offerSeats();
if (!takeChosenFile()) begin();
