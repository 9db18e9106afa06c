// Which puzzles were solved in this browser, and in how many moves at best.

import { readObject, writeObject } from "../shared/storage.js";

/** @param {string} game */
const keyOf = (game) => `icefield-solved-${game}`;

/** The fewest moves a puzzle was solved in, by its name. @param {string} game */
export const solvedPuzzles = (game) => readObject(keyOf(game));

/** @param {string} game @param {string} puzzle @param {number} moves */
export function rememberSolved(game, puzzle, moves) {
  const solved = solvedPuzzles(game);
  writeObject(keyOf(game), { ...solved, [puzzle]: Math.min(moves, Number(solved[puzzle] ?? Infinity)) });
}
