// The home page: opens a table in one click, remembers what was chosen, and offers the last table.

import { Refused, post } from "../shared/http.js";
import { chosenOptions, fitLevels } from "../shared/game_options.js";
import { drawAll } from "../shared/thumbnails.js";
import { toast } from "../shared/messages.js";

const REMEMBERED = ["seats", "level", "clock"];

/** The seats of a new table: `own` of them is mine, the others are all alike. */
function dealt(form, other) {
  const side = form.elements.side.value;
  const own = side === "either" ? 0 : Number(side);
  const count = Number(form.elements.seats.value);
  const seats = Array.from({ length: count }, (_, seat) => (seat === own ? { kind: "person" } : other));
  return { seats, shuffle: side === "either" };
}

function seats(form, against) {
  const count = Number(form.elements.seats.value);
  switch (against) {
    case "screen":
      return { seats: Array(count).fill({ kind: "person" }) };
    case "friend":
      return dealt(form, { kind: "invited" });
    case "custom": {
      const chosen = [...form.querySelectorAll("[data-who]")].slice(0, count);
      return { seats: chosen.map(({ value }) => (/^(person|open|invited)$/.test(value) ? { kind: value } : { kind: "bot", level: value })) };
    }
    default:
      return dealt(form, { kind: "bot", level: form.elements.level.value });
  }
}

/** Offer only seats and sides that there are with so many players. */
function fit(form) {
  const count = Number(form.elements.seats.value);
  const levels = JSON.parse(form.dataset.levels);
  for (const [seat, who] of [...form.querySelectorAll("[data-who]")].entries()) {
    who.closest("label").hidden = seat >= count;
    fitLevels(who, levels, count, "seat");
  }
  fitLevels(form.elements.level, levels, count, "words");
  for (const side of form.elements.side) {
    const missing = Number(side.value) >= count;
    side.closest("label").hidden = missing;
    if (missing && side.checked) form.elements.side.value = "either";
  }
  const level = levels[count]?.find(({ name }) => name === form.elements.level.value);
  form.querySelector(".play-level").textContent = level?.seat ?? "";
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem("icefield-choices") ?? "{}");
  } catch {
    return {};
  }
}

function remember(form) {
  const chosen = Object.fromEntries(REMEMBERED.map((name) => [name, form.elements[name].value]));
  try {
    localStorage.setItem("icefield-choices", JSON.stringify({ ...remembered(), [form.dataset.game]: chosen }));
  } catch {
    // it is chosen again next time
  }
}

/** Choose what was chosen the last time, as far as it can still be chosen. */
function recall(form) {
  const kept = remembered()[form.dataset.game] ?? {};
  for (const name of REMEMBERED) {
    const field = form.elements[name];
    const offered = field.options ?? field;
    if ([...(offered.length ? offered : [])].some(({ value }) => value === kept[name])) field.value = kept[name];
    if (name === "seats") fit(form); // which offers other levels
  }
}

for (const form of document.querySelectorAll(".new-table")) {
  form.addEventListener("change", () => fit(form));
  recall(form);
  fit(form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "true";
    remember(form);
    try {
      const table = await post("/api/tables", {
        game: form.dataset.game,
        games: Number(form.elements.games?.value ?? 1),
        options: chosenOptions(form),
        clock: JSON.parse(form.elements.clock.value),
        takebacks: form.elements.takebacks.checked,
        listed: form.elements.listed.checked,
        ...seats(form, event.submitter?.value ?? "bot"),
      });
      location.assign(`/tables/${table.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.sentence, null);
      delete form.dataset.busy;
    }
  });
}

drawAll();

window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll(".new-table")) delete form.dataset.busy;
  try {
    const last = localStorage.getItem("icefield-last-table") ?? "";
    const offer = document.getElementById("continue");
    offer.hidden = !/^[\w-]{1,32}$/.test(last);
    offer.querySelector("a").href = `/tables/${last}`;
  } catch {
    // nothing to continue
  }
});
