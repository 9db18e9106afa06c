import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { applyPatch, splitDrawing } from "../../../src/icefield/server/web/static/table/state_patch.js";

const SVG = [
  '<svg aria-label="Blue &amp; red">',
  '<g class="labels">',
  "<text>a</text>",
  "</g>",
  '<g class="pieces">',
  '<g class="piece" data-id="p&lt;1" transform="translate(1 2)"><circle/></g>',
  '<g class="piece" data-id="p2" transform="translate(3 4)"><circle/></g>',
  "</g>",
  "</svg>",
].join("\n");
const STATE = {
  svg: SVG,
  number: 4,
  rows: [{ a: 1 }, { a: 2 }],
  text: "one\ntwo",
  can: { undo: true, next: false },
  ask: null,
};

describe("applyPatch", () => {
  it("changes parts, and leaves the old state alone", () => {
    const before = structuredClone(STATE);
    const state = applyPatch(STATE, { number: 5, can: { undo: false }, ask: { "=": { what: "draw" } } });
    assert.deepEqual(state, { ...STATE, number: 5, can: { undo: false, next: false }, ask: { what: "draw" } });
    assert.deepEqual(STATE, before);
    assert.equal(applyPatch(state, { ask: null }).ask, null);
  });

  it("copies, changes and adds rows of lists and lines of texts", () => {
    const state = applyPatch(STATE, { rows: [[1, { a: 5 }], [0, 2], { a: 3 }], text: ["zero", [1, 1]] });
    assert.deepEqual(state.rows, [{ a: 5 }, { a: 1 }, { a: 2 }, { a: 3 }]);
    assert.equal(state.text, "zero\ntwo");
    assert.deepEqual(applyPatch(STATE, { rows: [] }).rows, []);
  });

  it("moves, restyles, adds and removes elements of the drawing by id", () => {
    const { svg } = applyPatch(STATE, {
      svg: {
        elements: {
          " #0": { "aria-label": '"Red" & $1' },
          "pieces p<1": { transform: "translate(9 9)" },
          "pieces p3": '<g class="piece" data-id="p3"/>',
        },
        order: [[0, 5], "pieces p3", [5, 1], [7, 2]],
      },
    });
    assert.deepEqual(svg.split("\n"), [
      '<svg aria-label="&quot;Red&quot; &amp; $1">',
      ...SVG.split("\n").slice(1, 5),
      '<g class="piece" data-id="p3"/>',
      '<g class="piece" data-id="p&lt;1" transform="translate(9 9)"><circle/></g>',
      "</g>",
      "</svg>",
    ]);
  });

  it("throws where it is a patch of another state", () => {
    const patches = [
      { rows: [[1, 2]] },
      { rows: [[2, { a: 1 }]] },
      { number: [[0, 1]] },
      { ask: { what: "x" } },
      { svg: { elements: { "pieces p9": { class: "x" } } } },
      { svg: { elements: {}, order: [[0, 99]] } },
      { svg: { elements: {}, order: ["pieces p9"] } },
    ];
    for (const patch of patches) assert.throws(() => applyPatch(STATE, patch), RangeError);
  });
});

describe("splitDrawing", () => {
  it("names elements by their layer and id, or count them", () => {
    const ids = [" #0", "labels {", "labels #0", "labels }", "pieces {", "pieces p<1", "pieces p2", "pieces }", " #1"];
    assert.deepEqual([...splitDrawing(SVG).keys()], ids);
  });

  it("keeps apart elements of the same id", () => {
    assert.deepEqual([...splitDrawing('<a data-id="x">\n<a data-id="x">').keys()], [" x", " x+"]);
  });
});

const RECORDED = process.env.ICEFIELD_RECORDED_PATCHES;

describe("patches of the server", { skip: !RECORDED }, () => {
  it("lead from each state to the next", () => {
    const recorded = JSON.parse(readFileSync(RECORDED, "utf-8"));
    assert.ok(recorded.length > 40);
    for (const { before, patch, after } of recorded) assert.deepEqual(applyPatch(before, patch), after);
  });
});
