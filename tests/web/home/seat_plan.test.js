import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { seatPlan } from "../../../src/icefield/server/web/static/home/seat_plan.js";

describe("seatPlan", () => {
  const choices = {
    count: 3,
    side: "1",
    level: "2",
    chosen: [{ kind: "open" }, { kind: "person" }, { kind: "open" }, { kind: "open" }],
  };
  const bot = { kind: "bot", level: "2" };

  it("seats the player on the chosen side against bots or friends", () => {
    assert.deepEqual(seatPlan("bot", choices), { seats: [bot, { kind: "person" }, bot], shuffle: false });
    const invited = { kind: "invited" };
    assert.deepEqual(seatPlan("friend", choices).seats, [invited, { kind: "person" }, invited]);
  });

  it("has sides dealt out at random where either will do", () => {
    assert.deepEqual(seatPlan("bot", { ...choices, side: "either" }), {
      seats: [{ kind: "person" }, bot, bot],
      shuffle: true,
    });
  });

  it("seats everybody at this screen, or as chosen", () => {
    assert.deepEqual(seatPlan("screen", choices).seats, Array(3).fill({ kind: "person" }));
    assert.deepEqual(seatPlan("custom", choices).seats, choices.chosen.slice(0, 3));
  });
});
