import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  readObject,
  readText,
  writeObject,
  writeText,
} from "../../../src/icefield/server/web/static/shared/storage.js";
import { BlockedStorage, MemoryStorage, setGlobals } from "../browser_stubs.js";

describe("storage", () => {
  it("keeps texts and objects", (test) => {
    setGlobals(test, { localStorage: new MemoryStorage() });
    assert.equal(readText("a"), null);
    writeText("a", "1");
    assert.equal(readText("a"), "1");
    writeText("a", null);
    assert.equal(readText("a"), null);
    writeObject("b", { x: [1] });
    assert.deepEqual(readObject("b"), { x: [1] });
  });

  it("reads damaged objects as empty ones", (test) => {
    setGlobals(test, { localStorage: new MemoryStorage() });
    for (const damaged of ["{", "null", "3", '"x"']) {
      writeText("b", damaged);
      assert.deepEqual(readObject("b"), {}, damaged);
    }
  });

  it("works without storage", (test) => {
    setGlobals(test, { localStorage: new BlockedStorage() });
    writeText("a", "1");
    assert.equal(readText("a"), null);
    assert.deepEqual(readObject("a"), {});
  });
});
