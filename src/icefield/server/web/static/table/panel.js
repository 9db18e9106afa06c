// What stands around the board of a table: caption, facts, outcome, score sheet, moves, actions.

import { MoveList } from "../shared/board/move_list.js";
import { showSeatCards } from "../shared/board/seat_cards.js";
import { button, byId, el, part, refill } from "../shared/dom.js";
import { t } from "../shared/translations.js";

/** @typedef {{ game: number, ply: number, plies?: number }} Moment an earlier position of the match */
/** @typedef {Pick<Payload.Moment, "caption" | "facts" | "text"> & { interrupt?: Payload.Interrupt | null }} Told */

const MAX_KEPT_PX = 220;
const ACTIONS = /** @type {const} */ (["next", "extend", "rematch", "review", "prove"]);

export class Panel {
  /** @param {(game: number, ply: number) => void} onPick a move of the list is chosen */
  constructor(onPick) {
    this.moveList = new MoveList(byId("moves"), onPick);
    this.isOver = false;
    this.tallest = 0; // of what is done beside the board, so that what is below it stays where it is
    new ResizeObserver(() => this.keepHeight()).observe(part(document, ".deeds"));
  }

  /** Let the place for buttons grow, up to a limit, but not shrink with every step of a turn. */
  keepHeight() {
    const host = part(document, ".deeds");
    this.tallest = Math.max(this.tallest, Math.min(host.offsetHeight, MAX_KEPT_PX));
    host.style.minHeight = this.isOver ? "" : `${this.tallest}px`;
  }

  /**
   * @param {Payload.TableState} state
   * @param {Moment | null} looking the earlier moment on the board, or null
   */
  show(state, looking) {
    if (!looking) {
      this.showTexts(state, state.outcome, state.seat === null && !state.closed);
      byId("looking").hidden = true;
    }
    this.showOutcome(state);
    for (const action of ACTIONS) byId(action).hidden = !state.can[action];
    if (state.ask?.what === "rematch") byId("rematch").hidden = true; // it is agreed to where it is asked
    byId("replay").hidden = !state.sheet.rows.some(({ points }) => points);
    button("undo").disabled = !state.can.undo;
    const isOver = Boolean(state.outcome);
    this.isOver = isOver;
    this.keepHeight();
    byId("undo").hidden = state.seat === null || (isOver && !state.practice);
    byId("typed").hidden = state.seat === null || isOver;
    byId("typed").classList.toggle("is-idle", !state.deciding);
    this.showAims(state);
    this.showSheet(state);
    this.moveList.show(state, looking);
    this.showSteps(state, looking);
  }

  /**
   * Show an earlier moment.
   *
   * @param {Payload.TableState} state
   * @param {Moment} looking
   * @param {Payload.Moment} moment
   */
  showMoment(state, looking, moment) {
    byId("looking").hidden = false;
    byId("looking-text").textContent = t(looking.ply ? "looking" : "looking.start", looking);
    this.showTexts(moment, null, false);
    showSeatCards(moment.cards);
    byId("controls").replaceChildren();
    this.showSteps(state, looking);
  }

  /**
   * @param {Told} board
   * @param {Payload.Outcome | null} outcome
   * @param {boolean} isWatching
   */
  showTexts({ caption, facts, text, interrupt = null }, outcome, isWatching) {
    byId("text-lines").textContent = text;
    byId("caption").textContent = caption + (isWatching && !outcome ? ` ${t("watching")}` : "");
    byId("caption").hidden = Boolean(outcome); // which has a place of its own
    byId("interrupt").hidden = !interrupt;
    byId("interrupt").textContent = interrupt?.sentence ?? "";
    byId("interrupt").classList.toggle("is-mine", Boolean(interrupt?.mine));
    byId("facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
  }

  /** @param {Payload.TableState} state */
  showOutcome({ outcome, result, sheet, caption }) {
    byId("outcome").hidden = !outcome;
    byId("outcome").dataset.kind = result?.kind ?? "";
    if (!outcome) return;
    const host = byId("outcome-text");
    host.replaceChildren();
    if (result) host.append(el("h2", { class: "outcome-title" }, result.title));
    if (result?.points) host.append(el("p", { class: "outcome-points" }, result.points));
    host.append(
      el(
        "p",
        { class: "outcome-sentence" },
        `${caption.startsWith(outcome.sentence) ? caption : outcome.sentence} `, // with the winner
        outcome.rule ? el("a", { href: `#rule-${outcome.rule}` }, t("rule", { rule: outcome.rule })) : null,
      ),
    );
    if (result?.details.length)
      host.append(el("ul", { class: "outcome-details" }, ...result.details.map((each) => el("li", {}, each))));
    if (sheet.sentence) host.append(el("p", { class: "outcome-match" }, sheet.sentence));
  }

  /** What is played for; it changes with the seats. @param {Payload.TableState} state */
  showAims({ aims, outcome }) {
    byId("aim").hidden = Boolean(outcome) || !aims.length;
    refill(
      byId("aims"),
      aims.map(({ role, sentence }) => el("li", {}, role ? el("b", {}, `${role}: `) : null, sentence)),
    );
  }

  /** @param {Payload.TableState} state */
  showSheet({ sheet }) {
    const isSingle = sheet.length === 1;
    byId("sheet").hidden = isSingle && !sheet.complete;
    const rows = sheet.rows.map((row) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, t("game", { number: row.number })),
        ...sheet.players.map((_, player) => {
          const points = row.points ? String(row.points[player]) : "–";
          return el("td", {}, el("span", { class: "points" }, points), el("small", {}, row.roles[player]));
        }),
      ),
    );
    const total = el(
      "tr",
      { class: "total" },
      el("th", { scope: "row" }, t("total")),
      ...sheet.totals.map((points, player) =>
        el("td", { class: sheet.complete && sheet.winners.includes(player) ? "is-winner" : null }, String(points)),
      ),
    );
    part(byId("sheet"), "table").replaceChildren(
      el("thead", {}, el("tr", {}, el("td", {}), ...sheet.players.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows, isSingle ? null : total),
    );
  }

  /**
   * Mark the move on the board, and say where the step buttons lead.
   *
   * @param {Payload.TableState} state
   * @param {Moment | null} looking
   */
  showSteps({ moves, sheet }, looking) {
    const { ply } = this.moveList.markCurrent(moves, sheet, looking);
    button("first").disabled = button("previous").disabled = moves.length === 0 || ply === 0;
    button("following").disabled = button("last").disabled = !looking;
  }
}
