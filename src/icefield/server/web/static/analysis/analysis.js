// The analysis page: begins with what the address says, or with the start of a game; reads the text
// that is pasted, or has a position set up. The address always says what is on the board.

import { button, byId, el, onClick, pageData, parts, select, selectRange, textarea } from "../shared/dom.js";
import { post, serverError } from "../shared/http.js";
import { copyText, showToast } from "../shared/notices.js";
import { connectRules } from "../shared/rules_drawer.js";
import { readText, writeText } from "../shared/storage.js";
import { connectFiles, placeButton, readTextFile, wordAt } from "../shared/text_file.js";
import { t } from "../shared/translations.js";
import { decodeAnalysis, encodeAnalysis } from "./analysis_address.js";
import { AnalysisSession } from "./session.js";

/** @typedef {import("../shared/text_file.js").TextProblem} TextProblem */

/** @type {Payload.AnalysisSetup} */
const setup = pageData("setup");
const DRAFT_KEY = "icefield-analyse";
const GAME_KEY = "icefield-analyse-game";
const ADDRESS_MS = 200; // after the last step; browsers limit how often an address changes
const field = textarea("text");
let asked = 0; // an answer about an older text comes too late
let game = ""; // that is chosen
/** @type {string | null} the table whose game is analysed */
let table = null;
let written = location.search; // the address of what is on the board
/** @type {ReturnType<typeof setTimeout> | undefined} */
let writing;
let isTooLong = false; // for an address

/** The draft is kept as long as the tab, where the browser allows that. */
function drafts() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

connectRules();
const session = new AnalysisSession({ onPlace: writeAddressSoon });

// -- the address ------------------------------------------------------------------------------------

/** Show what the address says, or the start of a game. */
async function openAddress() {
  written = location.search;
  isTooLong = false;
  asked += 1;
  const question = asked;
  const saved = await decodeAnalysis(location.search);
  const { branches, at } = saved;
  const known = [saved.game, readText(GAME_KEY)].find((key) => key && setup.games[key]);
  chooseGame(known ?? Object.keys(setup.games)[0]);
  table = setup.review ? saved.table : null;
  if (setup.text !== null && !saved.head && !saved.moves.length) {
    const found = await read(setup.text, Number(saved.number ?? setup.number));
    if (!found) return;
    const line = { head: found.head, moves: found.moves.map(({ move }) => move) };
    await take(found, () => post("/api/analyse/open", {}, { ...line, branches }), { branches, at });
    if (setup.review) session.review.start();
    return;
  }
  const { head } = setup.games[game];
  const line = { head: saved.head ?? head, moves: saved.moves };
  const isFresh = line.head === head && !line.moves.length;
  try {
    const opened = await post("/api/analyse/open", {}, { ...line, branches });
    if (question !== asked) return;
    await take(opened, async () => opened, { branches, at, isFresh });
  } catch (error) {
    const isStart = isFresh && !branches.length;
    if (question === asked && !isStart) {
      history.replaceState(null, "", `${location.pathname}?game=${game}`); // what it said cannot be shown
      await openAddress();
    }
    session.showError(error); // at last: a new board takes older sentences away
  }
}

/**
 * Analyse a game with the branches of an address.
 *
 * @param {Payload.AnalysedGame} found
 * @param {() => Promise<Payload.OpenedGame>} open has the server read the branches
 * @param {{ branches: import("./analysis_address.js").Branch[], at: number | null, isFresh?: boolean }} options
 */
async function take(found, open, { branches, at, isFresh = false }) {
  const question = asked;
  let accepted = /** @type {Payload.LineMove[][]} */ ([]);
  try {
    if (branches.length) accepted = (await open()).branches;
  } catch (error) {
    session.showError(error);
  }
  if (question !== asked) return;
  chooseGame(found.game.key, found.roles.length);
  session.take(found, { isFresh, branches, accepted, at });
}

function writeAddressSoon() {
  clearTimeout(writing);
  writing = setTimeout(writeAddress, ADDRESS_MS);
}

/** Put what is on the board into the address. */
async function writeAddress() {
  clearTimeout(writing);
  const { saved } = session;
  if (!saved) return;
  const isStart = setup.games[saved.game].head === saved.head;
  const place = { table, number: table ? select("number").value : null, head: isStart ? null : saved.head };
  const query = await encodeAnalysis({ ...saved, ...place });
  if (session.saved?.at !== saved.at) return; // the viewer has gone on meanwhile
  if (query === null && !isTooLong) showToast(t("study.link.long"), null, "note");
  isTooLong = query === null;
  const search = `?${query ?? (table ? `table=${table}` : `game=${saved.game}`)}`;
  written = search;
  history.replaceState(null, "", location.pathname + search + location.hash);
  for (const link of /** @type {HTMLAnchorElement[]} */ (parts(document, ".languages a"))) {
    link.href = `${location.pathname}${search}&lang=${link.lang}`; // the same in another language
  }
}

/** The viewer goes to another game: the former one stays in the history. @param {string} key */
function leaveAddress(key) {
  clearTimeout(writing);
  table = null;
  isTooLong = false;
  written = `?game=${key}`;
  history.pushState(null, "", location.pathname + written);
}

// -- texts ------------------------------------------------------------------------------------------

/** Read a text. Returns what it holds, or null. @param {string} text @param {number} [number] */
async function read(text, number = 1) {
  asked += 1;
  const question = asked;
  if (!text.trim()) return showProblem({ sentence: t("study.nothing") });
  showVerdict("verdict", el("p", {}, t("worth.thinking")));
  try {
    const seats = Number(select("seats").value);
    const { found, problem } = await post("/api/analyse/read", {}, { text, number, game, seats });
    if (question !== asked) return null;
    if (problem) return showProblem(problem);
    byId("verdict").hidden = true;
    return found;
  } catch (error) {
    const problem = serverError(error);
    return question === asked ? showProblem(problem) : null;
  }
}

/** Read a text and analyse it. @param {string} text @param {number} [number] */
async function analyse(text, number = 1) {
  const found = await read(text, number);
  if (!found) return;
  writeText(DRAFT_KEY, text, drafts());
  if (text !== setup.text) leaveAddress(found.game.key);
  chooseGame(found.game.key, found.roles.length);
  session.take(found);
}

/** @param {string} look @param {HTMLElement[]} children */
function showVerdict(look, ...children) {
  byId("verdict").className = look;
  byId("verdict").replaceChildren(...children);
  byId("verdict").hidden = false;
}

/** Say what is wrong, and select its place in the text. @param {TextProblem} problem @returns {null} */
function showProblem(problem) {
  byId("paste").hidden = false;
  const place = field.value ? placeButton(field, problem) : null;
  showVerdict("verdict is-wrong", el("p", {}, problem.sentence), ...(place ? [place] : []));
  if (place && problem.line) selectRange(field, wordAt(field.value, problem.line, problem.column ?? 1));
  return null;
}

/** @param {File} file */
async function takeFile(file) {
  asked += 1;
  const question = asked;
  const { text, problem } = await readTextFile(file, setup.longest);
  if (question !== asked) return;
  if (problem) return void showProblem(problem);
  field.value = text;
  analyse(text);
}

// -- the game ---------------------------------------------------------------------------------------

/** Show which game is chosen, its numbers of players, and its editor if it has one. @param {string} key @param {number} [count] */
function chooseGame(key, count) {
  const { seats, arranged } = setup.games[key];
  if (key !== game) {
    select("seats").replaceChildren(...seats.map((each) => el("option", { value: each }, String(each))));
    select("seats").value = String(seats.find((each) => each > 1) ?? seats[0]);
  }
  if (count) select("seats").value = String(count);
  game = key;
  writeText(GAME_KEY, key);
  byId("seats-field").hidden = seats.length === 1;
  button("arrange-new").disabled = !arranged;
  for (const tab of parts(byId("game-tabs"), "a")) {
    if (tab.dataset.game === key) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

/** The start of the chosen game, for so many players. */
async function begin() {
  asked += 1;
  const question = asked;
  byId("verdict").hidden = true;
  try {
    const found = await post("/api/analyse/begin", {}, { game, seats: Number(select("seats").value) });
    return question === asked ? found : null;
  } catch (error) {
    session.showError(error);
    return null;
  }
}

async function openStart() {
  const found = await begin();
  if (!found) return;
  leaveAddress(game);
  session.take(found, { isFresh: true });
}

async function setUpNew() {
  const found = await begin();
  if (found) await session.setUp({ head: found.head, moves: [] });
}

const takeChosenFile = connectFiles(field, takeFile);
onClick("read", () => analyse(field.value));
select("seats").addEventListener("change", openStart);
select("number").addEventListener("change", () => analyse(field.value, Number(select("number").value)));
onClick("another", async () => {
  session.leave();
  await openStart();
  field.focus();
});
onClick("arrange-new", setUpNew);
onClick("copy-link", async () => {
  await writeAddress();
  if (isTooLong) showToast(t("study.link.long"), null, "note");
  else copyText(location.href, t("study.link.copied"));
});
window.addEventListener("popstate", () => {
  if (location.search !== written) openAddress(); // else only a rule was linked to
});

field.value = setup.text ?? (field.value || (readText(DRAFT_KEY, drafts()) ?? ""));
openAddress();
takeChosenFile(); // a file that was chosen before the page could hear it
