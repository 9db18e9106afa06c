import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { isMade, MoveTree } from "../../../src/icefield/server/web/static/analysis/move_tree.js";

const move = (text) => ({ move: text, name: text, role: "A", seat: 0 });

describe("MoveTree", () => {
  const game = () => new MoveTree("head", [move("a"), move("b"), move("c")]);

  it("knows the game itself by ply", () => {
    const tree = game();
    assert.deepEqual(
      tree.mainline.map(({ ply }) => ply),
      [0, 1, 2, 3],
    );
    assert.deepEqual(tree.line(tree.end), { head: "head", moves: ["a", "b", "c"] });
    assert.deepEqual(tree.line(tree.root), { head: "head", moves: [] });
    assert.ok(!isMade(tree.root));
  });

  it("makes a branch once, and finds a move of the game again", () => {
    const tree = game();
    const [root, first] = tree.mainline;
    assert.equal(tree.after(root, move("a")), first);
    const branch = tree.after(first, move("x"));
    assert.equal(tree.after(first, move("x")), branch);
    assert.ok(!branch.isMain);
    assert.deepEqual(tree.line(branch).moves, ["a", "x"]);
    assert.equal(tree.onMain(tree.after(branch, move("y"))), first);
  });

  it("goes on in the game before a branch, and to the end of a line", () => {
    const tree = new MoveTree("head", []);
    const branch = tree.after(tree.root, move("x"));
    const deeper = tree.after(branch, move("y"));
    assert.equal(tree.next(tree.root), branch);
    assert.equal(tree.endOf(tree.root), deeper);
    assert.equal(tree.next(deeper), null);
    const played = game();
    played.after(played.root, move("x"));
    assert.equal(played.endOf(played.root), played.end);
  });

  it("removes a branch with all that follows", () => {
    const tree = game();
    const branch = tree.after(tree.root, move("x"));
    const deeper = tree.after(branch, move("y"));
    assert.ok(tree.contains(branch, deeper) && !tree.contains(branch, tree.end));
    assert.equal(tree.remove(branch), tree.root);
    assert.deepEqual(
      tree.root.children.map(({ isMain }) => isMain),
      [true],
    );
  });
});
