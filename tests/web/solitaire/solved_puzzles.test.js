import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { rememberSolved, solvedPuzzles } from "../../../src/icefield/server/web/static/solitaire/solved_puzzles.js";
import { MemoryStorage, setGlobals } from "../browser_stubs.js";

describe("solved puzzles", () => {
  it("keeps the fewest moves", (test) => {
    setGlobals(test, { localStorage: new MemoryStorage() });
    rememberSolved("g", "p1", 9);
    rememberSolved("g", "p1", 7);
    rememberSolved("g", "p1", 8);
    rememberSolved("g", "p2", 3);
    assert.deepEqual(solvedPuzzles("g"), { p1: 7, p2: 3 });
    assert.deepEqual(solvedPuzzles("h"), {});
  });
});
