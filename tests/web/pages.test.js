import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { isMade, MoveTree } from "../../src/icefield/server/web/static/analysis/move_tree.js";
import { spreadNames } from "../../src/icefield/server/web/static/analysis/value_curve.js";
import { SignGrid } from "../../src/icefield/server/web/static/boards/sign_grid.js";
import { seatPlan } from "../../src/icefield/server/web/static/home/seat_plan.js";
import {
  courseProgress,
  doneSteps,
  rememberStep,
} from "../../src/icefield/server/web/static/lessons/lesson_progress.js";
import { rememberSolved, solvedPuzzles } from "../../src/icefield/server/web/static/solitaire/solved_puzzles.js";
import { MemoryStorage, setGlobals } from "./browser_stubs.js";

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

describe("spreadNames", () => {
  it("leaves names that are apart where they are", () => {
    assert.deepEqual(spreadNames([20, 60, 40], 146), [20, 60, 40]);
  });

  it("moves names apart that meet, and keeps their order", () => {
    assert.deepEqual(spreadNames([50, 50, 52], 146), [50, 64, 78]);
  });

  it("keeps them above the bottom", () => {
    assert.deepEqual(spreadNames([140, 145, 146], 146), [118, 132, 146]);
  });
});

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

describe("lesson progress", () => {
  it("keeps the steps of each game", (test) => {
    setGlobals(test, { localStorage: new MemoryStorage() });
    assert.deepEqual([...doneSteps("g")], []);
    rememberStep("g", "one", "a");
    rememberStep("g", "one", "b");
    rememberStep("g", "one", "a");
    rememberStep("h", "one", "a");
    assert.deepEqual([...doneSteps("g")], ["one/a", "one/b"]);
    assert.deepEqual([...doneSteps("h")], ["one/a"]);
  });

  it("counts what is done and names what is left, in order", () => {
    const lessons = [
      { id: "one", steps: ["a", "b"] },
      { id: "two", steps: ["a"] },
    ];
    const { left, doneOf, count } = courseProgress(lessons, new Set(["one/a", "two/z"]));
    assert.deepEqual(left, [
      { id: "one", step: "b" },
      { id: "two", step: "a" },
    ]);
    assert.deepEqual(
      [...doneOf],
      [
        ["one", 1],
        ["two", 0],
      ],
    );
    assert.equal(count, 3);
  });
});

describe("solved puzzles", () => {
  it("keeps the fewest moves", (test) => {
    setGlobals(test, { localStorage: new MemoryStorage() });
    rememberSolved("g", "p1", 9);
    rememberSolved("g", "p1", 7);
    rememberSolved("g", "p1", 8);
    rememberSolved("g", "p2", 3);
    assert.deepEqual(solvedPuzzles("g"), { p1: 7, p2: 3 });
    assert.deepEqual(solvedPuzzles("h"), {});
  });
});
