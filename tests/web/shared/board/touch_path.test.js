import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { TouchPath } from "../../../../src/icefield/server/web/static/shared/board/touch_path.js";

const MOVES = [
  { move: "a-b", name: "a to b", touches: ["a", "b"] },
  { move: "a-c-d", name: "a over c to d", touches: ["a", "c", "d"] },
  { move: "e", name: "e alone", touches: ["e"] },
];

describe("TouchPath", () => {
  it("offers what moves begin with, then how they may go on", () => {
    const path = new TouchPath(MOVES);
    assert.deepEqual([...path.next], ["a", "e"]);
    assert.deepEqual([...(path.marks["is-own"] ?? [])], ["a", "e"]);
    assert.deepEqual(path.touch("a"), { chosen: "a" });
    assert.deepEqual([...path.next], ["b", "c"]);
    assert.deepEqual([...(path.marks["is-own"] ?? [])], []);
    assert.deepEqual([...(path.marks["is-target"] ?? [])], ["b", "c"]);
    assert.deepEqual([...(path.marks["is-chosen"] ?? [])], ["a"]);
  });

  it("completes a move and begins anew", () => {
    const path = new TouchPath(MOVES);
    path.touch("a");
    path.touch("c");
    assert.deepEqual(path.touch("d"), { move: MOVES[1] });
    assert.deepEqual(path.touched, []);
    assert.deepEqual(path.touch("e"), { move: MOVES[2] });
  });

  it("is cancelled by touching the last touch again", () => {
    const path = new TouchPath(MOVES);
    path.touch("a");
    assert.deepEqual(path.touch("a"), { cancelled: true });
    assert.deepEqual(path.touched, []);
  });

  it("begins with another move when that is touched", () => {
    const path = new TouchPath(MOVES);
    path.touch("a");
    assert.deepEqual(path.touch("e"), { move: MOVES[2] });
  });

  it("refuses touches that begin no move, and keeps the path", () => {
    const path = new TouchPath(MOVES);
    path.touch("a");
    assert.deepEqual(path.touch("d"), { refused: ["a", "d"] });
    assert.deepEqual(path.touched, ["a"]);
    assert.deepEqual(new TouchPath().touch("x"), { refused: ["x"] });
  });

  it("picks the piece of a move that begins with its goal", () => {
    const path = new TouchPath([
      { move: "up", name: "up", touches: ["x5"], start: "x1", directed: true },
      { move: "right", name: "right", touches: ["z1"], start: "x1", directed: true },
    ]);
    assert.deepEqual(path.touch("x1"), { chosen: "x1" });
    assert.equal(path.isBegun, true);
    assert.deepEqual([...(path.marks["is-target"] ?? [])], ["x5", "z1"]);
    assert.deepEqual([...(path.marks["is-chosen"] ?? [])], ["x1"]);
    assert.deepEqual(path.touch("x1"), { cancelled: true });
    assert.equal(path.isBegun, false);
    path.pick("x1");
    assert.equal(path.touch("z1").move?.move, "right");
  });

  it("picks pieces up for a drag, also in the middle of a move", () => {
    const path = new TouchPath(MOVES);
    assert.equal(path.canPick("a"), true);
    assert.equal(path.canPick("e"), false); // a touch, and no piece that goes somewhere
    assert.equal(path.pick("a"), true);
    path.touch("c");
    assert.equal(path.canPick("c"), true);
    assert.equal(path.pick("c"), true);
    assert.deepEqual(path.touched, ["a", "c"]);
    assert.equal(path.pick("b"), false);
  });

  it("knows the only move that ends somewhere", () => {
    const path = new TouchPath(MOVES, ["a"]);
    assert.equal(path.onlyMoveTo("d"), MOVES[1]);
    assert.equal(path.onlyMoveTo("c"), null);
  });

  it("keeps what was touched before only where it begins a move", () => {
    assert.deepEqual(new TouchPath(MOVES, ["a"]).touched, ["a"]);
    assert.deepEqual(new TouchPath(MOVES, ["z"]).touched, []);
    assert.deepEqual(new TouchPath([], ["a"]).touched, []);
    const touched = ["a"];
    new TouchPath(MOVES, touched).touch("c");
    assert.deepEqual(touched, ["a"]);
  });

  it("names the moves that one more touch completes", () => {
    const path = new TouchPath(MOVES);
    assert.deepEqual(path.completedBy("a"), []);
    assert.deepEqual(path.completedBy("e"), [MOVES[2]]);
    path.touch("a");
    assert.deepEqual(path.completedBy("b"), [MOVES[0]]);
    assert.deepEqual(path.completedBy("c"), []);
  });
});
