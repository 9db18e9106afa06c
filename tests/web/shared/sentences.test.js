import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { joinSentences } from "../../../src/icefield/server/web/static/shared/sentences.js";

describe("joinSentences", () => {
  it("sets one full stop between texts, whether they end with one or not", () => {
    assert.equal(
      joinSentences(["12. d4-f6", "mistake", "Only 11.", "Seals 40 %"]),
      "12. d4-f6. mistake. Only 11. Seals 40 %",
    );
  });

  it("leaves out what there is none of", () => {
    assert.equal(joinSentences([null, "", "勝ち。", undefined, "次"]), "勝ち。 次");
  });
});
