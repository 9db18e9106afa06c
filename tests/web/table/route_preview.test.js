import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { TouchPath } from "../../../src/icefield/server/web/static/shared/board/touch_path.js";
import { routesFrom } from "../../../src/icefield/server/web/static/table/route_preview.js";

describe("routesFrom", () => {
  const step = { move: "a-b", name: "", touches: ["a", "b"] };
  const jump = { move: "a-c", name: "", touches: ["a", "c"] };
  const far = { start: "a", end: "z", moves: ["a-b", "b-z"], label: "2", marks: "" };

  it("offers a route once its start is touched", () => {
    const path = new TouchPath([step, jump]);
    assert.equal(routesFrom([far], path).size, 0);
    path.touch("a");
    assert.deepEqual([...routesFrom([far], path)], [["z", far]]);
  });

  it("offers it at once where the moves do not begin with its start", () => {
    const path = new TouchPath([{ move: "b", name: "", touches: ["b"] }]);
    const route = { ...far, moves: ["b", "z"] };
    assert.deepEqual([...routesFrom([route], path).keys()], ["z"]);
  });

  it("leaves out what a single touch reaches, and moves that are not legal", () => {
    const path = new TouchPath([step, jump], ["a"]);
    assert.equal(routesFrom([{ ...far, end: "c" }], path).size, 0);
    assert.equal(routesFrom([{ ...far, moves: ["x-y"] }], path).size, 0);
  });
});
