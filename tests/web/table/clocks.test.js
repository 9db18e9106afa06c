import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { durationText } from "../../../src/icefield/server/web/static/table/clocks.js";

describe("durationText", () => {
  it("counts tenths, seconds, minutes and hours", () => {
    assert.equal(durationText(9_870), "9.8");
    assert.equal(durationText(0), "0.0");
    assert.equal(durationText(10_000), "0:10");
    assert.equal(durationText(59_001), "1:00");
    assert.equal(durationText(245_000), "4:05");
    assert.equal(durationText(3_723_000), "1:02:03");
  });
});
