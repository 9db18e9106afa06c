// What stands around the board: players, caption, facts, controls, outcome, score sheet, moves.

import { refill } from "../shared/refill.js";
import { el, t } from "../shared/messages.js";

const $ = (id) => document.getElementById(id);

export class Panel {
  constructor({ onLook, onControl, onSit }) {
    this.onSit = onSit;
    this.onLook = onLook;
    this.onControl = onControl;
    this.opened = new Map(); // which turns of the list somebody has opened or closed
    this.decision = null; // the number of the decision that is shown
    this.asked = null; // and of the one that the controls are for
  }

  show(state, looking) {
    refill($("seats"), state.seats.map((seat) => this.seat(state, seat)));
    this.decision = state.decision;
    if (!looking) {
      this.said(state);
      $("looking").hidden = true;
    }
    this.outcome(state);
    for (const name of ["next", "extend", "rematch", "review", "prove"]) $(name).hidden = !state.can[name];
    $("replay").hidden = !state.sheet.rows.some(({ points }) => points);
    $("undo").disabled = !state.can.undo;
    $("undo").hidden = state.seat === null;
    $("typed").hidden = state.seat === null;
    $("typed").classList.toggle("is-idle", !state.deciding);
    this.sheet(state);
    this.moves(state, looking);
  }

  said({ caption, facts, text, seat, outcome, interrupt = null }) {
    $("text-lines").textContent = text;
    const watching = seat === null && !outcome ? ` ${t("watching")}` : "";
    $("caption").textContent = caption + watching;
    $("interrupt").hidden = !interrupt;
    $("interrupt").textContent = interrupt?.sentence ?? "";
    $("interrupt").classList.toggle("is-mine", Boolean(interrupt?.mine));
    $("caption").hidden = Boolean(outcome); // which has a place of its own
    $("facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
  }

  seat(state, { seat, role, name, kind, deciding }) {
    const won = state.outcome?.winners.includes(seat);
    const asked = deciding && Boolean(state.interrupt);
    const waits = state.interrupt?.active === seat;
    const classes = ["seat", deciding && "is-deciding", asked && "is-asked", waits && "is-waiting", won && "is-winner", deciding && kind];
    const note = this.note(state, seat, kind, deciding);
    const made = el(
      "li",
      { class: classes.filter(Boolean).join(" "), "data-seat": seat },
      el("span", { class: "seat-role" }, role),
      note ? el("span", { class: "seat-note" }, note) : null,
      el("span", { class: "seat-name" }, name),
    );
    if (kind === "open") {
      const sit = el("button", { class: "button small" }, t("sit"));
      sit.addEventListener("click", () => this.onSit(seat));
      made.append(sit);
    }
    return made;
  }

  note({ talk, interrupt }, seat, kind, deciding) {
    if (interrupt && deciding) return t("asked");
    if (interrupt?.active === seat) return t("waits");
    if (talk && !talk.open) return kind === "bot" || !talk.waiting.includes(seat) ? t("ready") : t("talking");
    if (deciding) return t(kind === "bot" ? "thinking" : "turn");
    return null;
  }

  outcome({ outcome, sheet, caption }) {
    const host = $("outcome");
    host.hidden = !outcome;
    if (!outcome) return;
    host.replaceChildren(
      el(
        "p",
        { class: "outcome-sentence" },
        `${caption.startsWith(outcome.sentence) ? caption : outcome.sentence} `, // who won, too
        outcome.rule ? el("a", { href: `#rule-${outcome.rule}` }, t("rule", { rule: outcome.rule })) : null,
      ),
    );
    if (sheet.sentence) host.append(el("p", { class: "outcome-match" }, sheet.sentence));
  }

  /** The buttons beside the board that are a possible next touch. */
  controls(controls, next) {
    const shown = controls.filter(({ id }) => next.has(id));
    const kept = this.asked === this.decision; // else Enter, held down, would decide what comes next
    this.asked = this.decision;
    const lost = refill(
      $("controls"),
      shown.map(({ id, name, picture }) => {
        const button = el("button", { class: "button primary", "data-id": id }, name);
        if (picture) button.prepend(drawing(picture));
        button.addEventListener("click", () => this.onControl(id));
        return button;
      }),
      { kept },
    );
    if (lost) document.querySelector("#board .space[tabindex='0']")?.focus({ preventScroll: true });
  }

  sheet({ sheet }) {
    const single = sheet.length === 1;
    $("sheet").hidden = single && !sheet.complete;
    const cell = (row, player) => {
      const points = row.points ? String(row.points[player]) : "–";
      return el("td", {}, el("span", { class: "points" }, points), el("small", {}, row.roles[player]));
    };
    const label = (number) => t("game", { number });
    const body = sheet.rows.map((row) =>
      el("tr", {}, el("th", { scope: "row" }, label(row.number)), ...sheet.players.map((_, p) => cell(row, p))),
    );
    const total = el(
      "tr",
      { class: "total" },
      el("th", { scope: "row" }, t("total")),
      ...sheet.totals.map((points, player) =>
        el("td", { class: sheet.complete && sheet.winners.includes(player) ? "is-winner" : null }, String(points)),
      ),
    );
    $("sheet").querySelector("table").replaceChildren(
      el("thead", {}, el("tr", {}, el("td", {}), ...sheet.players.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...body, ...(single ? [] : [total])),
    );
  }

  moves({ moves, sheet }, looking) {
    const host = $("moves");
    const games = sheet.rows.map(({ number }) => ({
      number,
      moves: moves.filter((move) => move.game === number),
    }));
    const parts = [];
    for (const game of games) {
      const heading = t(sheet.length > 1 ? "game.of" : "game", { number: game.number, length: sheet.length });
      if (sheet.length > 1) parts.push(el("h3", {}, heading));
      const many = sheet.players.length > 2; // then it is not clear who moved
      if (game.moves[0]?.turn) parts.push(...this.turns(game.moves));
      else if (game.moves.length) parts.push(el("ol", {}, ...game.moves.map((move) => this.move(move, many))));
      else parts.push(el("p", { class: "none" }, t("no.moves")));
    }
    refill(host, parts);
    this.current(moves, sheet, looking);
  }

  /** The moves of a game whose turns are made of several: each turn under what it came to. */
  turns(moves) {
    const turns = [];
    for (const move of moves) {
      if (turns.at(-1)?.[0].turn === move.turn) turns.at(-1).push(move);
      else turns.push([move]);
    }
    return turns.map((turn, i) => {
      const list = el("ol", {}, ...turn.map((move) => this.move(move, false, true)));
      const decided = turn.filter(({ role }) => role);
      const { game, turn: number } = turn[0];
      if (turn.length === 1 && (turn[0].recap ?? turn[0].name) === turn[0].name) return el("ol", {}, this.move(turn[0], true, true));
      const recap = turn.at(-1).recap;
      const going = i === turns.length - 1 && !recap;
      const role = decided[0]?.role;
      const told = recap ?? (going && decided.length ? t("turn.going") : (decided.at(-1) ?? turn.at(-1)).name);
      const key = `${game}:${number}:${going}`;
      const folded = el("details", { class: "turn", open: this.opened.get(key) ?? going });
      folded.append(el("summary", {}, el("span", {}, role ? t("turn.told", { role, recap: told }) : told)), list);
      folded.addEventListener("toggle", () => this.opened.set(key, folded.open));
      return folded;
    });
  }

  move({ game, ply, move, name, role, seat }, named, worded = false) {
    const drawn = seat < 0 ? t("drawn") : null;
    const label = `${ply}. ${role ?? drawn ? `${role ?? drawn}: ` : ""}${name}`;
    const button = el(
      "button",
      { class: drawn ? "move is-chance" : "move", "data-game": game, "data-ply": ply, "aria-label": label, title: name },
      el("span", { class: "ply" }, String(ply)),
      named && role ? el("span", { class: "who" }, role) : null,
      worded && drawn ? el("span", { class: "who" }, drawn) : null,
      worded ? el("span", { class: "worded", "data-move": move }, name) : move,
    );
    button.addEventListener("click", () => this.onLook(game, ply));
    return el("li", {}, button);
  }

  /** Show which move led to the position on the board. */
  current(moves, sheet, looking) {
    const game = looking?.game ?? sheet.rows.length;
    const ply = looking?.ply ?? moves.filter((move) => move.game === game).length;
    for (const button of $("moves").querySelectorAll(".move")) {
      const here = Number(button.dataset.game) === game && Number(button.dataset.ply) === ply;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (here && looking && button.closest("details")) button.closest("details").open = true;
      if (here) follow($("moves"), button.closest("details:not([open])") ?? button);
    }
    const none = moves.length === 0;
    for (const id of ["first", "previous"]) $(id).disabled = none || ply === 0;
    for (const id of ["following", "last"]) $(id).disabled = !looking;
  }

  /** An earlier position is on the board. */
  look(state, looking, moment) {
    $("looking").hidden = false;
    const id = looking.ply ? "looking" : "looking.start";
    $("looking-text").textContent = t(id, looking);
    this.said({ ...moment, outcome: null, seat: 0 });
    $("controls").replaceChildren();
    this.current(state.moves, state.sheet, looking);
  }
}

/** What the server drew, as an element. */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/** Scroll a list, and nothing but the list, so that an entry is seen. */
export function follow(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 8;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
