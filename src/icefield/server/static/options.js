// The rules that a form lets one choose.

/** The options that were set to something else than usual, by name. */
export function chosenOptions(form) {
  const fields = [...form.querySelectorAll("[data-option]")];
  const changed = fields.filter(({ value, dataset }) => value !== dataset.default);
  return Object.fromEntries(changed.map(({ value, dataset }) => [dataset.option, value]));
}
