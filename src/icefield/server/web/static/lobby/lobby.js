// The lobby and the page to watch: lists of tables that keep themselves up to date.

import { Refused, get, post } from "../shared/http.js";
import { draw, drawAll } from "../shared/thumbnails.js";
import { announce, el, t, toast } from "../shared/messages.js";

const EVERY = 5000;
const $ = (id) => document.getElementById(id);
const list = $("rows");
const shown = new Map(); // by id: what was told of a table and its element
let busy = false;
let asked = 0; // how often the tables were asked for; an older answer comes too late

/** Open or join a table and go there; once at a time. */
async function go(path, body) {
  if (busy) return;
  busy = true;
  try {
    const table = await post(path, body);
    location.assign(`/tables/${table.id}`);
  } catch (error) {
    busy = false;
    if (!(error instanceof Refused)) throw error;
    toast(error.sentence, error.rule);
    refresh();
  }
}

function deeds(row) {
  if (row.mine || row.stage !== "waiting") return [el("a", { class: "button small", href: row.link }, t("lobby.go"))];
  return row.seats
    .filter(({ kind }) => kind === "open")
    .map(({ seat, role }) => {
      const button = el("button", { class: "button primary small", "data-focus": `sit-${seat}` }, t("lobby.sit", { role }));
      button.addEventListener("click", () => go(`/api/tables/${row.id}/sit`, { seat }));
      return button;
    });
}

function told(row) {
  const who = row.seats.filter(({ kind }) => kind !== "open").map(({ role, name }) => `${name}, ${role}`);
  return el(
    "div",
    { class: "row-text" },
    el("strong", {}, row.game.title),
    el("span", { class: "row-players" }, who.join(" · ")),
    el("span", { class: "row-facts" }, [row.clock, ...row.options].join(" · ")),
    el("span", { class: "row-note" }, el("span", { class: "row-state" }, row.note), " ", el("span", { class: "row-when" }, row.active)),
  );
}

const seatRow = (row, picture) => el("li", { class: "row", "data-id": row.id }, picture, told(row), el("div", { class: "row-deeds" }, ...deeds(row)));

const showRow = (row, picture) =>
  el("li", { "data-id": row.id }, el("a", { class: "show", href: row.link, "data-focus": "show" }, picture, told(row)));

const make = list.classList.contains("shows") ? showRow : seatRow;

/** Show these tables, leaving alone what has not changed. */
function show(rows) {
  const held = document.activeElement?.closest?.("[data-id]")?.dataset.id;
  const focus = document.activeElement?.dataset?.focus;
  const count = shown.size;
  for (const id of [...shown.keys()]) if (!rows.some((row) => row.id === id)) shown.delete(id);
  const elements = rows.map((row) => {
    const text = JSON.stringify(row);
    const before = shown.get(row.id);
    if (before?.text === text) return before.element;
    const picture = before?.picture ?? el("span", { class: "row-picture", "data-picture": row.picture });
    const element = make(row, picture);
    if (before?.number !== row.number) draw(picture);
    shown.set(row.id, { text, element, picture, number: row.number });
    return element;
  });
  if (elements.length !== list.children.length || elements.some((each, at) => each !== list.children[at])) {
    list.replaceChildren(...elements);
    const again = held && focus && shown.get(held)?.element.querySelector(`[data-focus="${focus}"]`);
    if (again) again.focus();
  }
  $("nothing").hidden = rows.length > 0;
  list.hidden = rows.length === 0;
  if (rows.length !== count) announce(t("lobby.count", { count: rows.length }));
}

async function refresh() {
  const number = (asked += 1);
  try {
    const rows = await get(list.dataset.from);
    if (number === asked) show(rows);
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // what is shown stays until the server is back
  }
}

function tables() {
  const form = $("new-table");
  if (!form) return;
  const fit = () => {
    const counts = form.elements.game.selectedOptions[0].dataset.seats.split(" ");
    form.elements.seats.replaceChildren(...counts.map((count) => new Option(count, count)));
    form.elements.seats.closest("label").hidden = counts.length < 2;
  };
  form.elements.game.addEventListener("change", fit);
  fit();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const others = Array(Number(form.elements.seats.value) - 1).fill({ kind: "open" });
    go("/api/tables", {
      game: form.elements.game.value,
      seats: [{ kind: "person" }, ...others],
      shuffle: true,
      listed: true,
      clock: JSON.parse(form.elements.clock.value),
    });
  });
}

for (const button of document.querySelectorAll(".bots-start")) {
  const { game, seats, level } = button.dataset;
  button.addEventListener("click", () => go("/api/tables", { game, listed: true, seats: Array(Number(seats)).fill({ kind: "bot", level }) }));
}

tables();
drawAll();
show(JSON.parse($("first-rows").textContent));
setInterval(() => {
  if (!document.hidden) refresh();
}, EVERY);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
window.addEventListener("pageshow", (event) => {
  busy = false;
  if (event.persisted) refresh();
});
