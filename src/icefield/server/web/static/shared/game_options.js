// What a form lets one choose: rules, and the strength of bots.

/** The options that were set to something else than usual, by name. */
export function chosenOptions(form) {
  const fields = [...form.querySelectorAll("[data-option]")];
  const changed = fields.filter(({ value, dataset }) => value !== dataset.default);
  return Object.fromEntries(changed.map(({ value, dataset }) => [dataset.option, value]));
}

/** Offer the levels there are with so many players, with their strength. `levels` is by the number of
 * players, `words` the name of the field that is shown; what is no level stays as it is. */
export function fitLevels(select, levels, count, words) {
  const offered = levels[count];
  if (!offered || select.dataset.count === String(count)) return;
  select.dataset.count = count;
  const chosen = select.value;
  const known = new Set(Object.values(levels).flat().map(({ name }) => name));
  for (const option of [...select.options]) if (known.has(option.value)) option.remove();
  for (const level of offered) select.append(new Option(level[words], level.name));
  select.value = [...select.options].some(({ value }) => value === chosen) ? chosen : offered[Math.floor(offered.length / 3)].name;
}
