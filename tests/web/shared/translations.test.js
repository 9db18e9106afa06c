import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { capitalized, fill } from "../../../src/icefield/server/web/static/shared/translations.js";

describe("fill", () => {
  it("replaces parameters and leaves unknown names", () => {
    assert.equal(fill("{who} moves {n}", { who: "Ann", n: 0 }), "Ann moves 0");
    assert.equal(fill("{who} and {nobody}", { who: "Ann" }), "Ann and {nobody}");
    assert.equal(fill("{who}", { who: "{n}", n: 1 }), "{n}");
  });
});

describe("capitalized", () => {
  it("changes the first letter only", () => {
    assert.equal(capitalized("éa Bc"), "Éa Bc");
    assert.equal(capitalized(""), "");
  });
});
