import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { byTurn } from "../../../../src/icefield/server/web/static/shared/board/move_list.js";

describe("byTurn", () => {
  it("groups consecutive moves of one turn", () => {
    const moves = [1, 1, 2, 1].map((turn, i) => ({ turn, i }));
    const turns = byTurn(moves, ({ turn }) => turn);
    assert.deepEqual(
      turns.map((turn) => turn.map(({ i }) => i)),
      [[0, 1], [2], [3]],
    );
    assert.deepEqual(
      byTurn([], () => 0),
      [],
    );
  });
});
