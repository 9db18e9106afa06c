// How far the learner is in the lessons: kept in the browser, by game, as "lesson/step".

import { readObject, writeObject } from "../shared/storage.js";

const KEY = "icefield-lessons";

/** The steps of a game that are done. @param {string} game @returns {Set<string>} */
export function doneSteps(game) {
  const steps = readObject(KEY)[game];
  return new Set(Array.isArray(steps) ? steps : []);
}

/** Remember that a step is done. @param {string} game @param {string} lesson @param {string} step */
export function rememberStep(game, lesson, step) {
  writeObject(KEY, { ...readObject(KEY), [game]: [...doneSteps(game).add(`${lesson}/${step}`)] });
}
