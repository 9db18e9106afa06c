import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { spreadNames } from "../../../src/icefield/server/web/static/analysis/value_curve.js";

describe("spreadNames", () => {
  it("leaves names that are apart where they are", () => {
    assert.deepEqual(spreadNames([20, 60, 40], 146), [20, 60, 40]);
  });

  it("moves names apart that meet, and keeps their order", () => {
    assert.deepEqual(spreadNames([50, 50, 52], 146), [50, 64, 78]);
  });

  it("keeps them above the bottom", () => {
    assert.deepEqual(spreadNames([140, 145, 146], 146), [118, 132, 146]);
  });
});
