// The analysis page: reads the text that is pasted, or has a position set up, and has it analysed.

import { button, byId, el, onClick, pageData, select, selectRange, textarea } from "../shared/dom.js";
import { post, serverError } from "../shared/http.js";
import { connectRules } from "../shared/rules_drawer.js";
import { readText, writeText } from "../shared/storage.js";
import { connectFiles, placeButton, readTextFile, wordAt } from "../shared/text_file.js";
import { t } from "../shared/translations.js";
import { AnalysisSession } from "./session.js";

/** @typedef {import("../shared/text_file.js").TextProblem} TextProblem */

/** @type {Payload.AnalysisSetup} */
const setup = pageData("setup");
const DRAFT_KEY = "icefield-analyse";
const field = textarea("text");
let asked = 0; // an answer about an older text comes too late

/** The draft is kept as long as the tab, where the browser allows that. */
function drafts() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

connectRules();
const session = new AnalysisSession();

/** Read a text and analyse it. Returns whether that succeeded. @param {string} text @param {number} [number] */
async function analyse(text, number = 1) {
  asked += 1;
  const question = asked;
  if (!text.trim()) return showProblem({ sentence: t("study.nothing") });
  showVerdict("verdict", el("p", {}, t("worth.thinking")));
  try {
    const seats = Number(select("seats").value);
    const { found, problem } = await post("/api/analyse/read", {}, { text, number, game: select("game").value, seats });
    if (question !== asked) return false;
    if (problem) return showProblem(problem);
    byId("verdict").hidden = true;
    writeText(DRAFT_KEY, text, drafts());
    if (found) session.take(found);
    return true;
  } catch (error) {
    const problem = serverError(error);
    return question === asked && showProblem(problem);
  }
}

/** @param {string} look @param {HTMLElement[]} children */
function showVerdict(look, ...children) {
  byId("verdict").className = look;
  byId("verdict").replaceChildren(...children);
  byId("verdict").hidden = false;
}

/** Say what is wrong, and select its place in the text. @param {TextProblem} problem */
function showProblem(problem) {
  const place = field.value ? placeButton(field, problem) : null;
  showVerdict("verdict is-wrong", el("p", {}, problem.sentence), ...(place ? [place] : []));
  if (place && problem.line) selectRange(field, wordAt(field.value, problem.line, problem.column ?? 1));
  return false;
}

/** @param {File} file */
async function takeFile(file) {
  asked += 1;
  const question = asked;
  const { text, problem } = await readTextFile(file, setup.longest);
  if (question !== asked) return;
  if (problem) return showProblem(problem);
  field.value = text;
  analyse(text);
}

/** Offer the numbers of players of the chosen game, and its editor if it has one. */
function offerSeats() {
  const { seats, arranged } = setup.games[select("game").value];
  select("seats").replaceChildren(...seats.map((count) => el("option", { value: count }, String(count))));
  select("seats").value = String(seats.find((count) => count > 1) ?? seats[0]);
  byId("seats-field").hidden = seats.length === 1;
  button("arrange-new").disabled = !arranged;
}

async function setUpNew() {
  asked += 1;
  const question = asked;
  byId("verdict").hidden = true;
  try {
    const seats = Number(select("seats").value);
    const found = await post("/api/analyse/begin", {}, { game: select("game").value, seats });
    if (question === asked) await session.setUp({ head: found.head, moves: [] });
  } catch (error) {
    session.showError(error);
  }
}

const takeChosenFile = connectFiles(field, takeFile);
onClick("read", () => analyse(field.value));
select("game").addEventListener("change", offerSeats);
select("number").addEventListener("change", () => analyse(field.value, Number(select("number").value)));
onClick("another", () => {
  asked += 1;
  session.leave();
  byId("paste").hidden = false;
  field.focus();
});
onClick("arrange-new", setUpNew);

offerSeats();
if (setup.text !== null) {
  field.value = setup.text;
  analyse(setup.text, setup.number).then((isDone) => {
    if (isDone && setup.review) session.review.start();
  });
} else field.value ||= readText(DRAFT_KEY, drafts()) ?? "";
takeChosenFile(); // a file that was chosen before the page could hear it
