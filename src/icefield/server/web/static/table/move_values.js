// What each move is worth: a list beside the board and marks on it, kept up to date while it is
// open. table.js tells what is on the board with `icefield-shown` and `icefield-marked`.

import { highlight, place } from "../shared/overlay.js";
import { Refused, get, patiently } from "../shared/http.js";
import { el, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  win: "M0-6 7 6H-7z",
  draw: "M-6-5H6v3.5H-6zM-6 1.5H6V5H-6z",
  loss: "M-7-6H7L0 6z",
  unknown: "M-2-2h4v4h-4zM-8-2h4v4h-4zM4-2h4v4h-4z",
};

let open = false;
let shown = null; // {state, looking, over}: what is on the board
let path = []; // what has been touched of a move
let answer = null; // what the server said about it
let asked = null; // the key of the last question
let chosen = null; // the move that is highlighted

// -- what the table tells -------------------------------------------------------------------------

document.addEventListener("icefield-shown", ({ detail }) => {
  shown = detail;
  $("worth").hidden = !shown.state.can.analyse;
  if (!shown.state.can.analyse) toggle(false);
  refresh();
});

document.addEventListener("icefield-marked", ({ detail }) => {
  path = [...detail.path];
  mark();
});

$("worth-toggle").addEventListener("click", () => {
  toggle(!open);
  refresh();
});

function toggle(now) {
  open = now;
  $("worth-toggle").setAttribute("aria-expanded", String(open));
  $("worth-toggle").textContent = t(open ? "worth.hide" : "worth.show");
  $("worth-panel").hidden = !open;
  if (!open) forget();
}

function forget() {
  [answer, asked, chosen] = [null, null, null];
  mark();
}

// -- asking ---------------------------------------------------------------------------------------

async function refresh() {
  if (!open || !shown) return;
  const { state, looking, over } = shown;
  const key = `${state.number}:${looking?.game ?? ""}:${looking?.ply ?? ""}`;
  if (key === asked) return mark(); // the board was drawn anew
  forget();
  asked = key;
  if (over) return say(t("worth.over"));
  const late = setTimeout(() => asked === key && !answer && say(t("worth.thinking")), 250);
  $("worth-panel").setAttribute("aria-busy", "true");
  const moment = looking ? `?game=${looking.game}&ply=${looking.ply}` : "";
  try {
    const found = await patiently(() => get(`/api/tables/${state.id}/worth${moment}`), () => asked === key);
    if (asked !== key) return;
    answer = found;
    list();
    mark();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (asked !== key) return;
    say(error.sentence);
    asked = null; // the next look asks again
  } finally {
    clearTimeout(late);
    if (asked === key || asked === null) $("worth-panel").removeAttribute("aria-busy");
  }
}

// -- the list -------------------------------------------------------------------------------------

function say(sentence) {
  $("worth-said").textContent = sentence;
  for (const id of ["worth-result", "worth-note", "worth-command"]) $(id).hidden = true;
  $("worth-moves").replaceChildren();
}

function list() {
  const { result, sentence, note, command, moves } = answer;
  say(sentence);
  for (const [id, text] of [["worth-result", result], ["worth-note", note], ["worth-command", command]]) {
    $(id).textContent = text ?? "";
    $(id).hidden = !text;
  }
  $("worth-moves").replaceChildren(...moves.map((move) => el("li", {}, entry(move))));
}

function entry({ move, name, value, words, holds }) {
  const kept = holds ? t("worth.holds") : null;
  const button = el(
    "button",
    {
      class: "worth-move",
      "data-move": move,
      "data-value": value,
      "aria-pressed": "false",
      "aria-label": [`${name}: ${words}`, kept].filter(Boolean).join(", "),
      title: name,
    },
    sign(value),
    el("span", { class: "worth-text" }, move),
    el("span", { class: "worth-words" }, words),
    kept && el("span", { class: "worth-holds" }, kept),
  );
  button.addEventListener("click", () => {
    chosen = chosen === move ? null : move;
    mark();
  });
  return button;
}

function shape(value) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("d", SHAPES[value]);
  made.setAttribute("class", `worth-shape is-${value}`);
  return made;
}

function sign(value) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "-9 -9 18 18");
  made.setAttribute("class", "worth-sign");
  made.setAttribute("aria-hidden", "true");
  made.append(shape(value));
  return made;
}

// -- the board ------------------------------------------------------------------------------------

/** Lay the marks over the board: a sign where the next touch would end a move, and the move that
 * was chosen in the list. */
function mark() {
  const drawing = document.querySelector("#board svg");
  drawing?.querySelector(".worth-marks")?.remove();
  for (const button of $("worth-moves").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.move === chosen));
  }
  if (!answer || !drawing) return;
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "worth-marks");
  layer.setAttribute("aria-hidden", "true");
  const begun = shown.looking ? [] : path;
  for (const { touches, value, plies, holds } of answer.moves) {
    const next = touches.length === begun.length + 1 && begun.every((id, i) => touches[i] === id);
    const at = next && value !== "unknown" && place(touches.at(-1));
    if (at) layer.append(badge(at, value, plies, holds));
  }
  const move = answer.moves.find((each) => each.move === chosen);
  if (move) layer.prepend(...highlight(move.touches));
  drawing.append(layer);
}

function badge(at, value, plies, holds) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `${at} translate(0 -.31)`);
  group.setAttribute("class", `worth-badge${holds ? " is-holding" : ""}`);
  const wide = plies === null ? 0.34 : String(plies).length > 1 ? 0.66 : 0.54;
  const pill = document.createElementNS(SVG, "rect");
  for (const [name, number] of Object.entries({ x: -wide / 2, y: -0.15, width: wide, height: 0.3, rx: 0.1 })) {
    pill.setAttribute(name, number);
  }
  const drawn = shape(value);
  drawn.setAttribute("transform", `translate(${plies === null ? 0 : 0.16 - wide / 2} 0) scale(.014)`);
  group.append(pill, drawn);
  if (plies !== null) {
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", 0.29 - wide / 2);
    text.setAttribute("y", 0.075);
    text.textContent = plies;
    group.append(text);
  }
  return group;
}
