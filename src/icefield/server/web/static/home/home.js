// The home page: opens a table in one click, remembers what was chosen, and offers the last table.

import { byId, part, parts } from "../shared/dom.js";
import { chosenOptions, offerLevels, seatOf } from "../shared/game_options.js";
import { post, serverError } from "../shared/http.js";
import { showToast } from "../shared/notices.js";
import { readObject, readText, writeObject } from "../shared/storage.js";
import { drawThumbnails } from "../shared/thumbnails.js";
import { seatPlan } from "./seat_plan.js";

const CHOICES_KEY = "icefield-choices";
const REMEMBERED = ["seats", "level", "pace", "clock"];

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLSelectElement} */
const field = (form, name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

/** @param {HTMLFormElement} form @param {string} name */
const isChecked = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).checked;

/** The fields that choose who sits where. @param {HTMLFormElement} form */
const seatFields = (form) => /** @type {HTMLSelectElement[]} */ (parts(form, "[data-who]"));

/** @param {HTMLFormElement} form @returns {Payload.BotLevels} */
const levelsOf = (form) => JSON.parse(form.dataset.levels ?? "{}");

/** @param {HTMLFormElement} form */
const sideOf = (form) => /** @type {RadioNodeList} */ (form.elements.namedItem("side"));

/** Offer only the seats, sides and levels there are with so many players. @param {HTMLFormElement} form */
function offerChoices(form) {
  const count = Number(field(form, "seats").value);
  const levels = levelsOf(form);
  for (const [seat, who] of seatFields(form).entries()) {
    const label = who.closest("label");
    if (label) label.hidden = seat >= count;
    offerLevels(who, levels, count, "seat");
  }
  offerLevels(field(form, "level"), levels, count, "words");
  const sides = sideOf(form);
  for (const side of /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (sides))) {
    const isMissing = Number(side.value) >= count;
    const label = side.closest("label");
    if (label) label.hidden = isMissing;
    if (isMissing && side.checked) sides.value = "either";
  }
  const level = levels[count]?.find(({ name }) => name === field(form, "level").value);
  const changed = changedChoices(form);
  for (const place of parts(form, ".play-level, .chosen-level"))
    place.textContent = inWords([level?.seat ?? "", ...changed]);
  for (const place of parts(form, ".play-choices")) place.textContent = inWords(changed);
}

/** @param {string[]} words */
const inWords = (words) => words.filter(Boolean).join(" · ");

/** What is chosen other than the page suggests, beside the level, in words. @param {HTMLFormElement} form */
function changedChoices(form) {
  const fields = parts(form, ".choices input, .choices select, .custom-rules select");
  return fields.map((field) => {
    if (field instanceof HTMLSelectElement) {
      const suggested = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
      const chosen = field.selectedOptions[0];
      return field.name === "level" || !chosen || chosen === suggested ? "" : chosen.text;
    }
    if (!(field instanceof HTMLInputElement) || field.checked === field.defaultChecked) return "";
    if (field.type === "radio" && !field.checked) return ""; // the other one says it
    return field.dataset.words ?? field.closest("label")?.textContent?.trim() ?? "";
  });
}

/** @param {HTMLFormElement} form */
function rememberChoices(form) {
  const chosen = Object.fromEntries(REMEMBERED.map((name) => [name, field(form, name).value]));
  writeObject(CHOICES_KEY, { ...readObject(CHOICES_KEY), [form.dataset.game ?? ""]: chosen });
}

/** Choose what was chosen the last time, as far as it is still offered. @param {HTMLFormElement} form */
function recallChoices(form) {
  const kept = /** @type {Record<string, string>} */ (readObject(CHOICES_KEY)[form.dataset.game ?? ""] ?? {});
  for (const name of REMEMBERED) {
    const choice = form.elements.namedItem(name);
    const offered =
      choice instanceof HTMLSelectElement ? choice.options : choice instanceof RadioNodeList ? choice : [];
    const values = [...offered].map((option) => /** @type {HTMLInputElement | HTMLOptionElement} */ (option).value);
    if (values.includes(kept[name])) /** @type {HTMLSelectElement} */ (choice).value = kept[name];
    if (name === "seats") offerChoices(form); // which offers other levels
  }
}

/** Of people a match of two where that is fairer, with bots one game. @param {HTMLFormElement} form @param {string} against */
function gameCount(form, against) {
  const games = form.elements.namedItem("games");
  const isChoice =
    games instanceof HTMLSelectElement || games instanceof RadioNodeList || games instanceof HTMLInputElement;
  if (!isChoice) return 1;
  if (games.value !== "fair") return Number(games.value);
  return against === "friend" || against === "screen" ? 2 : 1;
}

/** @param {HTMLFormElement} form @param {string} against */
async function openTable(form, against) {
  if (form.dataset.busy) return;
  form.dataset.busy = "true";
  rememberChoices(form);
  try {
    const table = await post(
      "/api/tables",
      {},
      {
        game: form.dataset.game ?? "",
        games: gameCount(form, against),
        options: chosenOptions(form),
        clock: JSON.parse(field(form, "clock").value),
        pace: /** @type {"quick" | "normal" | "slow"} */ (field(form, "pace").value),
        takebacks: isChecked(form, "takebacks"),
        listed: isChecked(form, "listed"),
        ...seatPlan(against, {
          count: Number(field(form, "seats").value),
          side: sideOf(form).value,
          level: field(form, "level").value,
          chosen: seatFields(form).map(({ value }) => seatOf(value)),
        }),
      },
    );
    location.assign(`/tables/${table.id}`);
  } catch (error) {
    showToast(serverError(error).sentence);
    delete form.dataset.busy;
  }
}

const forms = /** @type {HTMLFormElement[]} */ (parts(document, ".new-table"));
for (const form of forms) {
  form.addEventListener("change", () => offerChoices(form));
  recallChoices(form);
  offerChoices(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const against = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "bot";
    openTable(form, against);
  });
}

drawThumbnails();

window.addEventListener("pageshow", () => {
  for (const form of forms) delete form.dataset.busy;
  const last = readText("icefield-last-table") ?? "";
  const offer = byId("continue");
  offer.hidden = !/^[\w-]{1,32}$/.test(last);
  part(offer, "a").setAttribute("href", `/tables/${last}`);
});
