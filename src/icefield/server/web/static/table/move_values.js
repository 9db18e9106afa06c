// The value of each move: a list beside the board and marks on it, kept up to date while it is open.

import { highlight, placeOf } from "../shared/board/overlay.js";
import { byId, el, onClick, parts, svgEl } from "../shared/dom.js";
import { get, retryWhileLate, serverError } from "../shared/http.js";
import { t } from "../shared/translations.js";

/** @typedef {import("./table.js").ShownBoard} ShownBoard */
/** @typedef {Payload.MoveValue["value"]} Value */

/** @type {Record<Value, string>} */
const SHAPES = {
  win: "M0-6 7 6H-7z",
  draw: "M-6-5H6v3.5H-6zM-6 1.5H6V5H-6z",
  loss: "M-7-6H7L0 6z",
  unknown: "M-2-2h4v4h-4zM-8-2h4v4h-4zM4-2h4v4h-4z",
};
const THINKING_MS = 250; // after which the viewer is told that the server is thinking

export class MoveValues {
  constructor() {
    this.isOpen = false;
    /** @type {ShownBoard | null} */
    this.shown = null;
    /** @type {string[]} what has been touched of a move */
    this.touched = [];
    /** @type {Payload.MoveValues | null} */
    this.answer = null;
    /** @type {string | null} the key of the last question */
    this.asked = null;
    /** @type {string | null} the move that is highlighted */
    this.chosen = null;
    onClick("worth-toggle", () => {
      this.setOpen(!this.isOpen);
      this.refresh();
    });
  }

  /** @param {ShownBoard} board */
  showBoard(board) {
    this.shown = board;
    const { analyse } = board.state.can;
    byId("worth").hidden = !analyse;
    if (!analyse) this.setOpen(false);
    this.refresh();
  }

  /** @param {string[]} touched */
  showPath(touched) {
    this.touched = [...touched];
    this.mark();
  }

  /** @param {boolean} isOpen */
  setOpen(isOpen) {
    this.isOpen = isOpen;
    byId("worth-toggle").setAttribute("aria-expanded", String(isOpen));
    byId("worth-toggle").textContent = t(isOpen ? "worth.hide" : "worth.show");
    byId("worth-panel").hidden = !isOpen;
    if (!isOpen) this.forget();
  }

  forget() {
    this.answer = null;
    this.asked = null;
    this.chosen = null;
    this.mark();
  }

  // -- asking ------------------------------------------------------------------------------------

  async refresh() {
    if (!this.isOpen || !this.shown) return;
    const { state, looking, isOver } = this.shown;
    const key = `${state.number}:${looking?.game ?? ""}:${looking?.ply ?? ""}`;
    if (key === this.asked) return this.mark(); // the board was drawn anew
    this.forget();
    this.asked = key;
    if (isOver) return this.say(t("worth.over"));
    const isWanted = () => this.asked === key;
    const late = setTimeout(() => isWanted() && !this.answer && this.say(t("worth.thinking")), THINKING_MS);
    byId("worth-panel").setAttribute("aria-busy", "true");
    try {
      const question = { id: state.id, game: looking?.game, ply: looking?.ply };
      const answer = await retryWhileLate(() => get("/api/tables/{id}/worth", question), isWanted);
      if (!isWanted()) return;
      this.answer = answer;
      this.list(answer);
      this.mark();
    } catch (thrown) {
      const error = serverError(thrown);
      if (!isWanted()) return;
      this.say(error.sentence);
      this.asked = null; // the next position asks again
    } finally {
      clearTimeout(late);
      if (isWanted() || this.asked === null) byId("worth-panel").removeAttribute("aria-busy");
    }
  }

  // -- the list ----------------------------------------------------------------------------------

  /** @param {string} sentence */
  say(sentence) {
    byId("worth-said").textContent = sentence;
    for (const id of ["worth-result", "worth-note", "worth-command"]) byId(id).hidden = true;
    byId("worth-moves").replaceChildren();
  }

  /** @param {Payload.MoveValues} answer */
  list({ result, sentence, note, command, moves }) {
    this.say(sentence);
    for (const [id, text] of Object.entries({ "worth-result": result, "worth-note": note, "worth-command": command })) {
      byId(id).textContent = text ?? "";
      byId(id).hidden = !text;
    }
    byId("worth-moves").replaceChildren(...moves.map((move) => el("li", {}, this.entry(move))));
  }

  /** @param {Payload.MoveValue} value */
  entry({ move, name, value, words, holds }) {
    const kept = holds ? t("worth.holds") : null;
    const entry = el(
      "button",
      {
        class: "worth-move",
        "data-move": move,
        "data-value": value,
        "aria-pressed": "false",
        "aria-label": [`${name}: ${words}`, kept].filter(Boolean).join(", "),
        title: name,
      },
      signOf(value),
      el("span", { class: "worth-text" }, move),
      el("span", { class: "worth-words" }, words),
      kept && el("span", { class: "worth-holds" }, kept),
    );
    entry.addEventListener("click", () => {
      this.chosen = this.chosen === move ? null : move;
      this.mark();
    });
    return entry;
  }

  // -- the board ---------------------------------------------------------------------------------

  /** Lay the marks over the board: a badge where the next touch would complete a move, and the move
   * that was chosen in the list. */
  mark() {
    const drawing = document.querySelector("#board svg");
    drawing?.querySelector(".worth-marks")?.remove();
    for (const button of parts(byId("worth-moves"), "button")) {
      button.setAttribute("aria-pressed", String(button.dataset.move === this.chosen));
    }
    if (!this.answer || !drawing) return;
    const layer = svgEl("g", { class: "worth-marks", "aria-hidden": "true" });
    const begun = this.shown?.looking ? [] : this.touched;
    for (const { touches, value, plies, holds } of this.answer.moves) {
      const isNext = touches.length === begun.length + 1 && begun.every((id, i) => touches[i] === id);
      const place = isNext && value !== "unknown" ? placeOf(touches.at(-1) ?? "") : null;
      if (place) layer.append(badge(place, value, plies, holds));
    }
    const move = this.answer.moves.find((each) => each.move === this.chosen);
    if (move) layer.prepend(...highlight(move.touches));
    drawing.append(layer);
  }
}

/** @param {Value} value */
const shapeOf = (value) => svgEl("path", { d: SHAPES[value], class: `worth-shape is-${value}` });

/** @param {Value} value */
const signOf = (value) =>
  svgEl("svg", { viewBox: "-9 -9 18 18", class: "worth-sign", "aria-hidden": "true" }, shapeOf(value));

/**
 * A badge on a space: the shape of a value, with the number of plies where that is known.
 *
 * @param {string} place
 * @param {Value} value
 * @param {number | null} plies
 * @param {boolean | null} holds
 */
function badge(place, value, plies, holds) {
  const width = plies === null ? 0.34 : String(plies).length > 1 ? 0.66 : 0.54;
  const shape = shapeOf(value);
  shape.setAttribute("transform", `translate(${plies === null ? 0 : 0.16 - width / 2} 0) scale(.014)`);
  return svgEl(
    "g",
    { transform: `${place} translate(0 -.31)`, class: `worth-badge${holds ? " is-holding" : ""}` },
    svgEl("rect", { x: -width / 2, y: -0.15, width, height: 0.3, rx: 0.1 }),
    shape,
    ...(plies === null ? [] : [svgEl("text", { x: 0.29 - width / 2, y: 0.075 }, String(plies))]),
  );
}
