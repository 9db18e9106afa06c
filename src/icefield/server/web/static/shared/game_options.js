// Fields of the forms that open tables: the rules of a game, and the levels of its bots.

import { parts } from "./dom.js";

/** The options that differ from their defaults, by name. @param {HTMLElement} form @returns {Record<string, string>} */
export function chosenOptions(form) {
  const fields = /** @type {HTMLSelectElement[]} */ (parts(form, "[data-option]"));
  const changed = fields.filter(({ value, dataset }) => value !== dataset.default);
  return Object.fromEntries(changed.map(({ value, dataset }) => [dataset.option ?? "", value]));
}

/**
 * Offer the bot levels there are for so many players. `levels` is by the number of players, `text`
 * says which text of a level is shown; options that are no levels stay.
 *
 * @param {HTMLSelectElement} select
 * @param {Payload.BotLevels} levels
 * @param {number} players
 * @param {"seat" | "words"} text
 */
export function offerLevels(select, levels, players, text) {
  const offered = levels[players];
  if (!offered || select.dataset.count === String(players)) return;
  select.dataset.count = String(players);
  const chosen = select.value;
  const known = new Set(
    Object.values(levels)
      .flat()
      .map(({ name }) => name),
  );
  for (const option of [...select.options]) if (known.has(option.value)) option.remove();
  for (const level of offered) select.append(new Option(level[text], level.name));
  const kept = [...select.options].some(({ value }) => value === chosen);
  select.value = kept ? chosen : (offered[Math.floor(offered.length / 3)]?.name ?? "");
}

/**
 * The seat that a choice stands for: a person, an open or invited seat, or a bot of that level.
 *
 * @param {string} choice
 * @returns {{ kind: "person" | "open" | "invited" } | { kind: "bot", level: string }}
 */
export const seatOf = (choice) =>
  choice === "person" || choice === "open" || choice === "invited" ? { kind: choice } : { kind: "bot", level: choice };
