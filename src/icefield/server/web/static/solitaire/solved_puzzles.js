// Which puzzles somebody has solved in this browser, and in how many moves at best.

const place = (game) => `icefield-solved-${game}`;

/** The fewest moves made, by the puzzle's name. */
export function solved(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(place(game)) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

export function keepSolved(game, puzzle, made) {
  const kept = solved(game);
  kept[puzzle] = Math.min(made, Number(kept[puzzle] ?? Infinity));
  try {
    localStorage.setItem(place(game), JSON.stringify(kept));
  } catch {
    // it will not be marked, then
  }
}
