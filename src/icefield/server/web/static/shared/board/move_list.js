// The list of moves beside a board: the moves of a match, game by game and turn by turn, and the keys
// that go through it.

import { el, hasModifier, parts, refill, scrollToEntry } from "../dom.js";
import { joinSentences } from "../sentences.js";
import { readText, writeText } from "../storage.js";
import { capitalized, t } from "../translations.js";

const NOTATION_KEY = "icefield-notation";
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["ArrowUp", -1],
  ["ArrowDown", 1],
  ["Home", -Infinity],
  ["End", Infinity],
]);

/**
 * Let the arrow keys, Home and End in a list of moves go to another one; `step(by)` shows it, and
 * the focus follows.
 *
 * @param {HTMLElement} list
 * @param {(by: number) => unknown} step
 */
export function connectStepKeys(list, step) {
  list.addEventListener("keydown", async (event) => {
    const by = STEPS.get(event.key);
    if (by === undefined || hasModifier(event)) return;
    event.preventDefault();
    await step(by);
    const held = document.activeElement;
    if (held !== document.body && !list.contains(held)) return; // the focus was moved meanwhile
    const here = /** @type {HTMLElement | null} */ (list.querySelector(".move[aria-current]"));
    const folded = /** @type {HTMLElement | null | undefined} */ (
      here?.closest("details:not([open])")?.querySelector("summary")
    );
    (folded ?? here ?? list).focus({ preventScroll: true });
  });
}

/**
 * A button that shows the notation of the moves in a list instead of their words, and remembers it.
 *
 * @param {HTMLElement} list
 */
export function connectNotation(list) {
  const toggle = document.getElementById("moves-notation");
  if (!toggle) return;
  /** @param {boolean} isOn */
  const show = (isOn) => {
    list.classList.toggle("in-notation", isOn);
    toggle.setAttribute("aria-pressed", String(isOn));
  };
  show(readText(NOTATION_KEY) === "on");
  toggle.addEventListener("click", () => {
    const isOn = !list.classList.contains("in-notation");
    writeText(NOTATION_KEY, isOn ? "on" : null);
    show(isOn);
  });
}

/**
 * The words of a move and its notation, of which the list shows one.
 *
 * @param {string} name
 * @param {string} move
 */
export const moveTexts = (name, move) => [
  el("span", { class: "worded", "data-move": move }, capitalized(name)),
  el("span", { class: "notated" }, move),
];

/** Sentences about a move: what was challenged before it, what it led to. @param {string[] | undefined} said */
export const sentences = (said, kind = "effects") =>
  said?.length ? [el("p", { class: `move-${kind}` }, said.join(" "))] : [];

/**
 * Consecutive moves of the same turn, together.
 *
 * @template T
 * @param {T[]} moves
 * @param {(move: T) => unknown} turnOf
 * @returns {[T, ...T[]][]}
 */
export function byTurn(moves, turnOf) {
  /** @type {[T, ...T[]][]} */
  const turns = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (last && turnOf(last[0]) === turnOf(move)) last.push(move);
    else turns.push([move]);
  }
  return turns;
}

/**
 * Whether a turn needs no summary: it is one move, or chance and one move that the summary would repeat.
 *
 * @param {{ role: string | null, name: string }[]} turn
 * @param {string | null | undefined} recap
 */
export function isPlain(turn, recap) {
  const decided = turn.filter(({ role }) => role);
  const { name } = decided[0] ?? turn[0];
  if (!decided.length) return true;
  return decided.length === 1 && (turn.length === 1 ? (recap ?? name) : recap) === name;
}

export class MoveList {
  /**
   * @param {HTMLElement} host
   * @param {(game: number, ply: number) => void} onPick
   */
  constructor(host, onPick) {
    this.host = host;
    this.onPick = onPick;
    /** @type {Map<string, boolean>} which turns the viewer has opened or closed */
    this.opened = new Map();
    connectNotation(host);
  }

  /**
   * @param {Pick<Payload.TableState, "moves" | "sheet">} state
   * @param {{ game: number, ply: number } | null} looking the moment shown, or null for the newest
   */
  show({ moves, sheet }, looking) {
    /** @type {HTMLElement[]} */
    const children = [];
    for (const { number } of sheet.rows) {
      const made = moves.filter((move) => move.game === number);
      const heading = t(sheet.length > 1 ? "game.of" : "game", { number, length: sheet.length });
      if (sheet.length > 1) children.push(el("h3", {}, heading));
      if (made[0]?.turn)
        children.push(...byTurn(made, ({ turn }) => turn).map((turn, i, all) => this.turn(turn, i === all.length - 1)));
      else if (made.length) children.push(el("ol", {}, ...made.map((move) => this.entry(move, true))));
      else children.push(el("p", { class: "none" }, t("no.moves")));
    }
    refill(this.host, children);
    this.markCurrent(moves, sheet, looking);
  }

  /**
   * A turn of several moves, folded under its summary.
   *
   * @param {[Payload.TableMove, ...Payload.TableMove[]]} turn
   * @param {boolean} isLast
   */
  turn(turn, isLast) {
    const [first] = turn;
    const last = turn.at(-1) ?? first;
    const decided = turn.filter(({ role }) => role);
    const recap = last.recap;
    if (isPlain(turn, recap)) return el("ol", {}, ...turn.map((move) => this.entry(move, true)));
    const going = isLast && !recap;
    const role = decided[0]?.role;
    const summary = recap ?? (going && decided.length ? t("turn.going") : (decided.at(-1) ?? last).name);
    const key = `${first.game}:${first.turn}:${going}`;
    const folded = el("details", { class: "turn", open: this.opened.get(key) ?? going });
    folded.append(
      el("summary", {}, el("span", {}, role ? t("turn.told", { role, recap: summary }) : summary)),
      el("ol", {}, ...turn.map((move) => this.entry(move, move.role !== role))),
    );
    folded.addEventListener("toggle", () => this.opened.set(key, folded.open));
    return folded;
  }

  /**
   * @param {Payload.TableMove} move
   * @param {boolean} withRole
   */
  entry({ game, ply, move, name, role, seat, notes, effects }, withRole) {
    const isDrawn = seat < 0;
    const label = joinSentences([`${ply}. ${role ? `${role}: ` : ""}${name}`, ...(effects ?? [])]);
    const button = el(
      "button",
      {
        class: isDrawn ? "move is-chance" : "move",
        "data-game": game,
        "data-ply": ply,
        "aria-label": label,
        title: move,
      },
      el("span", { class: "ply" }, String(ply)),
      withRole && role ? el("span", { class: "who" }, role) : null,
      ...moveTexts(name, move),
    );
    button.addEventListener("click", () => this.onPick(game, ply));
    return el("li", {}, ...sentences(notes, "notes"), button, ...sentences(effects));
  }

  /**
   * Mark the move that led to the position on the board. Returns the game and ply of that position.
   *
   * @param {Payload.TableMove[]} moves
   * @param {Payload.ScoreSheet} sheet
   * @param {{ game: number, ply: number } | null} looking
   */
  markCurrent(moves, sheet, looking) {
    const game = looking?.game ?? sheet.rows.length;
    const ply = looking?.ply ?? moves.filter((move) => move.game === game).length;
    for (const button of parts(this.host, ".move")) {
      const isHere = Number(button.dataset.game) === game && Number(button.dataset.ply) === ply;
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      const folded = button.closest("details");
      if (isHere && looking && folded) folded.open = true;
      if (isHere) scrollToEntry(this.host, button.closest("details:not([open])") ?? button);
    }
    this.setTabStop(game, ply);
    return { game, ply };
  }

  /** Make one move the stop of the Tab key: the arrow keys lead to the others. @param {number} game @param {number} ply */
  setTabStop(game, ply) {
    const stops = parts(this.host, ".move, summary");
    const here = this.host.querySelector(`.move[data-game="${game}"][data-ply="${ply}"]`);
    const folded = here?.closest("details:not([open])")?.querySelector("summary");
    const stop = folded ?? here ?? stops.filter((each) => !each.closest("details:not([open]) > ol")).at(-1);
    for (const each of stops) each.tabIndex = each === stop ? 0 : -1;
  }
}
