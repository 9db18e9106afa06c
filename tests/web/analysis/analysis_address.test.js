import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  decodeAnalysis,
  encodeAnalysis,
  growBranches,
  MAX_QUERY,
  numberNodes,
} from "../../../src/icefield/server/web/static/analysis/analysis_address.js";
import { MoveTree } from "../../../src/icefield/server/web/static/analysis/move_tree.js";

const move = (text) => ({ move: text, name: text, role: "A", seat: 0 });
const EMPTY = { table: null, number: null, game: "seals", head: null, moves: [], branches: [], at: null };

/** A game of three moves, a branch after the first, and one that leaves that branch. */
function branchedTree() {
  const tree = new MoveTree("head", [move("a"), move("b"), move("c")]);
  const branch = tree.after(tree.mainline[1], move("x"));
  tree.after(branch, move("y"));
  tree.after(branch, move("z"));
  return tree;
}

describe("numberNodes", () => {
  it("numbers the game by ply, then the branches", () => {
    const tree = branchedTree();
    const { branches, numbers, nodes } = numberNodes(tree);
    assert.deepEqual(branches, [
      { after: 1, moves: ["x", "y"] },
      { after: 4, moves: ["z"] },
    ]);
    assert.equal(nodes.length, 7);
    for (const [number, { id }] of nodes.entries()) assert.equal(numbers.get(id), number);
  });

  it("is undone by growBranches", () => {
    const { branches } = numberNodes(branchedTree());
    const again = new MoveTree("head", [move("a"), move("b"), move("c")]);
    const nodes = growBranches(
      again,
      branches,
      branches.map(({ moves }) => moves.map(move)),
    );
    assert.deepEqual(numberNodes(again).branches, branches);
    assert.equal(nodes[6]?.move?.move, "z");
  });

  it("leaves out what the server did not accept, and what depends on it", () => {
    const tree = new MoveTree("head", [move("a")]);
    const branches = [
      { after: 1, moves: ["x", "no", "y"] },
      { after: 3, moves: ["z"] },
    ];
    const nodes = growBranches(tree, branches, [[move("x")], []]);
    assert.deepEqual(
      nodes.map((node) => node?.move?.move),
      [undefined, "a", "x", undefined, undefined, undefined],
    );
  });
});

describe("an address", () => {
  it("is legible and read again", async () => {
    const saved = { ...EMPTY, moves: ["b2-d4", "g7-e5"], branches: [{ after: 1, moves: ["g2-e4"] }], at: 3 };
    const query = await encodeAnalysis(saved);
    assert.equal(query, "game=seals&line=b2-d4,g7-e5&branches=1:g2-e4&at=3");
    assert.deepEqual(await decodeAnalysis(`?${query}`), saved);
  });

  it("of a table leaves its game out", async () => {
    const saved = { ...EMPTY, table: "t1", number: "2", moves: ["a", "b"], at: 2 };
    assert.equal(await encodeAnalysis(saved), "table=t1&number=2&at=2");
  });

  it("is compressed when it is long", async () => {
    const moves = Array.from({ length: 800 }, (_, i) => `drift:a${i % 9}-b${i % 7}`);
    const saved = { ...EMPTY, game: "strait", head: '[Game "strait"]\n[Seats "2"]\n', moves, at: 700 };
    const query = (await encodeAnalysis(saved)) ?? "";
    assert.ok(query.startsWith("game=strait&z="));
    assert.ok(query.length < 2000);
    assert.deepEqual(await decodeAnalysis(query), saved);
  });

  it("is none when it is too long for a link", async () => {
    let seed = 7;
    const moves = Array.from({ length: 6000 }, () => {
      seed = (seed * 48271) % 2147483647;
      return seed.toString(36);
    });
    assert.equal(await encodeAnalysis({ ...EMPTY, moves }), null);
    assert.ok(MAX_QUERY < 8000);
  });

  it("that is damaged says nothing", async () => {
    assert.deepEqual(await decodeAnalysis("?game=seals&z=%%%&at=x"), EMPTY);
    assert.deepEqual((await decodeAnalysis("?branches=x:a;3:;-1:b&at=-2")).branches, []);
  });
});
