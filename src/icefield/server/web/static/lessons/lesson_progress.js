// How far somebody is in the lessons: kept in the browser, by game, as "lesson/step".

const KEY = "icefield-lessons";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** The steps of a game that are done. */
export function done(game) {
  const steps = read()[game];
  return new Set(Array.isArray(steps) ? steps : []);
}

/** A step is done. */
export function note(game, lesson, step) {
  const kept = read();
  kept[game] = [...done(game).add(`${lesson}/${step}`)];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // it will not be remembered, then
  }
}
