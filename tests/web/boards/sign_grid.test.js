import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { SignGrid } from "../../../src/icefield/server/web/static/boards/sign_grid.js";

describe("SignGrid", () => {
  const signs = { empty: ".", once: ["P", "Q"] };
  const grid = (text = ".../.../...") => new SignGrid(text, signs);

  it("reads rows on lines of their own or joined by slashes", () => {
    assert.equal(grid("ab./...\n..c  ").join("/"), "ab./.../..c");
    assert.equal(grid("ab./.../..c").join("\n"), "ab.\n...\n..c");
  });

  it("paints the images of a symmetry", () => {
    const images = {
      none: "#../.../...",
      across: "#.#/.../...",
      down: "#../.../#..",
      half: "#../.../..#",
      four: "#.#/.../#.#",
    };
    for (const [symmetry, expected] of Object.entries(images)) {
      const painted = grid();
      painted.paint([0, 0], "#", symmetry);
      assert.equal(painted.join("/"), expected, symmetry);
    }
  });

  it("moves a sign that may stand there only once, and gives its image the next one", () => {
    const painted = grid("P../.../...");
    painted.paint([1, 1], "P", "none");
    assert.equal(painted.join("/"), ".../.P./...");
    painted.paint([0, 0], "P", "half");
    assert.equal(painted.join("/"), "P../.../..Q");
  });

  it("keeps what is around the middle when it is resized", () => {
    const sized = grid("a.b/.c./d.e");
    sized.resize(5);
    assert.equal(sized.join("/"), "...../.a.b./..c../.d.e./.....");
    sized.resize(1);
    assert.equal(sized.join("/"), "c");
    sized.clear();
    assert.equal(sized.join("/"), ".");
  });
});
