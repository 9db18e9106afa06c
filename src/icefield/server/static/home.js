// The home page: opens a table in one click, and offers the last one again.

import { Refused, post } from "./net.js";
import { chosenOptions, fitLevels } from "./options.js";
import { toast } from "./words.js";

function seats(form, against) {
  const count = Number(form.elements.seats.value);
  const side = form.elements.side.value;
  const person = { kind: "person" };
  if (against === "screen") return { seats: Array(count).fill(person) };
  if (against === "custom") {
    const chosen = [...form.querySelectorAll("[data-who]")].slice(0, count);
    return { seats: chosen.map(({ value }) => (/^(person|open)$/.test(value) ? { kind: value } : { kind: "bot", level: value })) };
  }
  const bot = { kind: "bot", level: form.elements.level.value };
  const chosen = side === "either" ? 0 : Number(side);
  const dealt = Array.from({ length: count }, (_, seat) => (seat === chosen ? person : bot));
  return { seats: dealt, shuffle: side === "either" };
}

for (const place of document.querySelectorAll("[data-picture]")) {
  draw(place).catch(() => {}); // a page without its picture still works
}

async function draw(place) {
  const answer = await fetch(place.dataset.picture);
  if (!answer.ok) return;
  const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  place.replaceChildren(document.importNode(drawing.documentElement, true));
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
}

for (const form of document.querySelectorAll(".new-table")) {
  form.addEventListener("change", () => fit(form));
  fit(form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "true";
    try {
      const table = await post("/api/tables", {
        game: form.dataset.game,
        games: Number(form.elements.games?.value ?? 1),
        options: chosenOptions(form),
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
