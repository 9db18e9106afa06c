// The list of moves beside a board: the moves of a match, game by game and turn by turn, and the keys
// that go through it.

import { el, hasModifier, parts, refill, scrollToEntry } from "./dom.js";
import { t } from "./translations.js";

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
      const several = sheet.players.length > 2; // then it is not clear who moved
      if (made[0]?.turn)
        children.push(...byTurn(made, ({ turn }) => turn).map((turn, i, all) => this.turn(turn, i === all.length - 1)));
      else if (made.length) children.push(el("ol", {}, ...made.map((move) => this.entry(move, several))));
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
    if (turn.length === 1 && (first.recap ?? first.name) === first.name)
      return el("ol", {}, this.entry(first, true, true));
    const decided = turn.filter(({ role }) => role);
    const recap = last.recap;
    const going = isLast && !recap;
    const role = decided[0]?.role;
    const summary = recap ?? (going && decided.length ? t("turn.going") : (decided.at(-1) ?? last).name);
    const key = `${first.game}:${first.turn}:${going}`;
    const folded = el("details", { class: "turn", open: this.opened.get(key) ?? going });
    folded.append(
      el("summary", {}, el("span", {}, role ? t("turn.told", { role, recap: summary }) : summary)),
      el("ol", {}, ...turn.map((move) => this.entry(move, false, true))),
    );
    folded.addEventListener("toggle", () => this.opened.set(key, folded.open));
    return folded;
  }

  /**
   * @param {Payload.TableMove} move
   * @param {boolean} withRole
   * @param {boolean} [inWords]
   */
  entry({ game, ply, move, name, role, seat }, withRole, inWords = false) {
    const drawn = seat < 0 ? t("drawn") : null;
    const label = `${ply}. ${(role ?? drawn) ? `${role ?? drawn}: ` : ""}${name}`;
    const button = el(
      "button",
      {
        class: drawn ? "move is-chance" : "move",
        "data-game": game,
        "data-ply": ply,
        "aria-label": label,
        title: name,
      },
      el("span", { class: "ply" }, String(ply)),
      withRole && role ? el("span", { class: "who" }, role) : null,
      inWords && drawn ? el("span", { class: "who" }, drawn) : null,
      inWords ? el("span", { class: "worded", "data-move": move }, name) : move,
    );
    button.addEventListener("click", () => this.onPick(game, ply));
    return el("li", {}, button);
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
    return { game, ply };
  }
}
