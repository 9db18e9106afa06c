import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  courseProgress,
  doneSteps,
  rememberStep,
} from "../../../src/icefield/server/web/static/lessons/lesson_progress.js";
import { MemoryStorage, setGlobals } from "../browser_stubs.js";

describe("lesson progress", () => {
  it("keeps the steps of each game", (test) => {
    setGlobals(test, { localStorage: new MemoryStorage() });
    assert.deepEqual([...doneSteps("g")], []);
    rememberStep("g", "one", "a");
    rememberStep("g", "one", "b");
    rememberStep("g", "one", "a");
    rememberStep("h", "one", "a");
    assert.deepEqual([...doneSteps("g")], ["one/a", "one/b"]);
    assert.deepEqual([...doneSteps("h")], ["one/a"]);
  });

  it("counts what is done and names what is left, in order", () => {
    const lessons = [
      { id: "one", steps: ["a", "b"] },
      { id: "two", steps: ["a"] },
    ];
    const { left, doneOf, count } = courseProgress(lessons, new Set(["one/a", "two/z"]));
    assert.deepEqual(left, [
      { id: "one", step: "b" },
      { id: "two", step: "a" },
    ]);
    assert.deepEqual(
      [...doneOf],
      [
        ["one", 1],
        ["two", 0],
      ],
    );
    assert.equal(count, 3);
  });
});
