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

/** @typedef {{ id: string, steps: string[] }} LessonSteps */

/**
 * The steps of a course that are left, and how many are done of each lesson.
 *
 * @param {LessonSteps[]} lessons
 * @param {Set<string>} done
 */
export function courseProgress(lessons, done) {
  /** @param {LessonSteps} lesson */
  const leftOf = ({ id, steps }) => steps.filter((step) => !done.has(`${id}/${step}`)).map((step) => ({ id, step }));
  const left = lessons.flatMap(leftOf);
  const doneOf = new Map(lessons.map((lesson) => [lesson.id, lesson.steps.length - leftOf(lesson).length]));
  const count = lessons.reduce((sum, { steps }) => sum + steps.length, 0);
  return { left, doneOf, count };
}
