import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { seatOf } from "../../../src/icefield/server/web/static/shared/game_options.js";

describe("seatOf", () => {
  it("takes what is no kind of seat for the level of a bot", () => {
    assert.deepEqual(seatOf("person"), { kind: "person" });
    assert.deepEqual(seatOf("invited"), { kind: "invited" });
    assert.deepEqual(seatOf("max"), { kind: "bot", level: "max" });
  });
});
