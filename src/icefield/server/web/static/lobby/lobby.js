// The lobby and the page to watch: lists of tables that keep themselves up to date.

import { byId, el, pageData, parts } from "../shared/dom.js";
import { get, post, serverError } from "../shared/http.js";
import { keepName } from "../shared/name_field.js";
import { announce, showToast } from "../shared/notices.js";
import { drawThumbnail, drawThumbnails } from "../shared/thumbnails.js";
import { t } from "../shared/translations.js";

/** @typedef {Payload.LobbyRow} LobbyRow */
/** @typedef {{ text: string, element: HTMLElement, picture: HTMLElement, number: number }} ShownRow */

const REFRESH_MS = 5000;
const list = byId("rows");
const isWatchPage = list.classList.contains("shows");
/** @type {Map<string, ShownRow>} by the table's id */
const shown = new Map();
let isBusy = false;
let asked = 0; // an answer to an older question comes too late

/** Go to the table that a request opens or joins; one at a time. @param {() => Promise<Payload.TableState>} open */
async function goTo(open) {
  if (isBusy) return;
  isBusy = true;
  try {
    const form = document.getElementById("new-table");
    if (form instanceof HTMLFormElement) await keepName(form); // asked once, before a game with people
    const table = await open();
    location.assign(`/tables/${table.id}`);
  } catch (thrown) {
    isBusy = false;
    const error = serverError(thrown);
    showToast(error.sentence, error.rule);
    refresh();
  }
}

/** @param {LobbyRow} row */
function actionsOf(row) {
  if (row.mine || row.stage !== "waiting") return [el("a", { class: "button small", href: row.link }, t("lobby.go"))];
  return row.seats
    .filter(({ kind }) => kind === "open")
    .map(({ seat, role }) => {
      const button = el(
        "button",
        { class: "button primary small", "data-focus": `sit-${seat}` },
        t("lobby.sit", { role }),
      );
      button.addEventListener("click", () => goTo(() => post("/api/tables/{id}/sit", { id: row.id }, { seat })));
      return button;
    });
}

/** @param {LobbyRow} row */
function textOf(row) {
  const players = row.seats.filter(({ kind }) => kind !== "open").map(({ role, name }) => `${name}, ${role}`);
  return el(
    "div",
    { class: "row-text" },
    el("strong", {}, row.game.title),
    el("span", { class: "row-players" }, players.join(" · ")),
    el("span", { class: "row-facts" }, [row.score, row.clock, ...row.options].filter(Boolean).join(" · ")),
    el(
      "span",
      { class: "row-note" },
      el("span", { class: "row-state" }, row.note),
      " ",
      el("span", { class: "row-when" }, row.active),
    ),
  );
}

/** @param {LobbyRow} row @param {HTMLElement} picture */
function elementOf(row, picture) {
  if (isWatchPage) {
    const link = el("a", { class: "show", href: row.link, "data-focus": "show" }, picture, textOf(row));
    return el("li", { "data-id": row.id }, link);
  }
  return el(
    "li",
    { class: "row", "data-id": row.id },
    picture,
    textOf(row),
    el("div", { class: "row-deeds" }, ...actionsOf(row)),
  );
}

/** The element of a row; what has not changed stays. @param {LobbyRow} row */
function refreshed(row) {
  const text = JSON.stringify(row);
  const before = shown.get(row.id);
  if (before?.text === text) return before.element;
  const picture = before?.picture ?? el("span", { class: "row-picture", "data-picture": row.picture });
  const element = elementOf(row, picture);
  if (before?.number !== row.number) drawThumbnail(picture);
  shown.set(row.id, { text, element, picture, number: row.number });
  return element;
}

/** Show these tables, and keep the focus. @param {LobbyRow[]} rows */
function show(rows) {
  const active = document.activeElement;
  const held = active?.closest("[data-id]")?.getAttribute("data-id");
  const focus = active?.getAttribute("data-focus");
  const count = shown.size;
  for (const id of [...shown.keys()]) if (!rows.some((row) => row.id === id)) shown.delete(id);
  const elements = rows.map(refreshed);
  if (elements.length !== list.children.length || elements.some((each, at) => each !== list.children[at])) {
    list.replaceChildren(...elements);
    const again = held && focus && shown.get(held)?.element.querySelector(`[data-focus="${focus}"]`);
    if (again instanceof HTMLElement) again.focus();
  }
  byId("nothing").hidden = rows.length > 0;
  list.hidden = rows.length === 0;
  if (rows.length !== count) announce(t("lobby.count", { count: rows.length }));
}

async function refresh() {
  asked += 1;
  const number = asked;
  try {
    const rows = await get(isWatchPage ? "/api/watch" : "/api/lobby", {});
    if (number === asked) show(rows);
  } catch (error) {
    serverError(error); // what is shown stays until the server is back
  }
}

/** Let the form open a table at which others may sit down. */
function connectNewTable() {
  const form = document.getElementById("new-table");
  if (!(form instanceof HTMLFormElement)) return;
  /** @param {string} name */
  const field = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  const offerSeats = () => {
    const counts = field("game").selectedOptions[0].dataset.seats?.split(" ") ?? [];
    field("seats").replaceChildren(...counts.map((count) => new Option(count, count)));
    const label = field("seats").closest("label");
    if (label) label.hidden = counts.length < 2;
  };
  field("game").addEventListener("change", offerSeats);
  offerSeats();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const others = Array.from({ length: Number(field("seats").value) - 1 }, () => ({
      kind: /** @type {const} */ ("open"),
    }));
    const game = field("game").value;
    const clock = JSON.parse(field("clock").value);
    goTo(() =>
      post("/api/tables", {}, { game, seats: [{ kind: "person" }, ...others], shuffle: true, listed: true, clock }),
    );
  });
}

for (const button of parts(document, ".bots-start")) {
  const { game = "", seats, level } = button.dataset;
  const bots = Array.from({ length: Number(seats) }, () => ({ kind: /** @type {const} */ ("bot"), level }));
  button.addEventListener("click", () => goTo(() => post("/api/tables", {}, { game, listed: true, seats: bots })));
}

connectNewTable();
drawThumbnails();
show(pageData("first-rows"));
setInterval(() => {
  if (!document.hidden) refresh();
}, REFRESH_MS);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
window.addEventListener("pageshow", (event) => {
  isBusy = false;
  if (event.persisted) refresh();
});
