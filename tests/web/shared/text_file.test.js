import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { wordAt } from "../../../src/icefield/server/web/static/shared/text_file.js";

describe("wordAt", () => {
  const text = "one two\nthree  four\n";

  it("finds the word at a line and column", () => {
    const { start, end } = wordAt(text, 2, 8);
    assert.equal(text.slice(start, end), "four");
    assert.deepEqual(wordAt(text, 1, 5), { start: 4, end: 7, line: 1 });
  });

  it("selects one character where there is no word, and after the end", () => {
    assert.deepEqual(wordAt(text, 1, 4), { start: 3, end: 4, line: 1 });
    assert.deepEqual(wordAt("ab", 1, 3), { start: 2, end: 3, line: 1 });
  });
});
