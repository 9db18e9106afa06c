import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { durationText, lowFrom } from "../../../src/icefield/server/web/static/table/clocks.js";

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

describe("lowFrom", () => {
  it("is a tenth of the whole time", () => {
    assert.equal(lowFrom({ seconds: 600 }), 60_000);
    assert.equal(lowFrom({ days: 2 }), 0.2 * 86_400_000);
  });

  it("leaves five seconds where the time is short, but not more than a quarter", () => {
    assert.equal(lowFrom({ seconds: 30 }), 5000);
    assert.equal(lowFrom({ seconds: 50 }), 5000);
    assert.equal(lowFrom({ seconds: 51 }), 5100);
    assert.equal(lowFrom({ seconds: 8 }), 2000);
  });
});
