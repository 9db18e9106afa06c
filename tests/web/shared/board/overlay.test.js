import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { arrowPaths, lineBetween } from "../../../../src/icefield/server/web/static/shared/board/overlay.js";

describe("lineBetween", () => {
  it("goes from ring to ring", () => {
    assert.equal(lineBetween([0, 0], [2, 0]), "M0.53 0L1.47 0");
  });

  it("keeps a piece of the way between near spaces, and has none within one", () => {
    assert.equal(lineBetween([0, 0], [0, 1]), "M0 0.45L0 0.55");
    assert.equal(lineBetween([2, 2], [2, 2]), "");
  });
});

describe("arrowPaths", () => {
  it("has a shaft along the way and a head at its end", () => {
    const { shaft, head } = arrowPaths([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 2],
    ]);
    assert.equal(shaft, "M0.3 0L1 0L1 1.64");
    assert.ok(head.startsWith("M1 2L"));
    assert.ok(head.endsWith("z"));
  });

  it("is nothing where the way goes nowhere", () => {
    assert.deepEqual(arrowPaths([[1, 1]]), { shaft: "", head: "" });
    const stay = arrowPaths([
      [1, 1],
      [1, 1],
    ]);
    assert.equal(stay.head, "");
  });
});
