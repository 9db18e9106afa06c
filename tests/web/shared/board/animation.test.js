import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { pointsBetween } from "../../../../src/icefield/server/web/static/shared/board/animation.js";

describe("pointsBetween", () => {
  const way = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ];

  it("names the points of the way between two places", () => {
    assert.deepEqual(pointsBetween([way], [0, 0], [2, 1]), [
      [1, 0],
      [2, 0],
    ]);
    assert.deepEqual(pointsBetween([[[9, 9]], way], [1, 0], [2, 0]), []);
  });

  it("is null where no way leads there, or only backwards", () => {
    assert.equal(pointsBetween([way], [0, 0], [5, 5]), null);
    assert.equal(pointsBetween([way], [2, 1], [0, 0]), null);
    assert.equal(pointsBetween([], [0, 0], [1, 0]), null);
  });
});
