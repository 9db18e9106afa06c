import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { pointsBetween } from "../../src/icefield/server/web/static/shared/animation.js";
import { seatOf } from "../../src/icefield/server/web/static/shared/game_options.js";
import { ServerError } from "../../src/icefield/server/web/static/shared/http.js";
import { byTurn } from "../../src/icefield/server/web/static/shared/move_list.js";
import { lineBetween } from "../../src/icefield/server/web/static/shared/overlay.js";
import { SingleFlight } from "../../src/icefield/server/web/static/shared/single_flight.js";
import { readObject, readText, writeObject, writeText } from "../../src/icefield/server/web/static/shared/storage.js";
import { wordAt } from "../../src/icefield/server/web/static/shared/text_file.js";
import { capitalized, fill } from "../../src/icefield/server/web/static/shared/translations.js";
import { BlockedStorage, fakeElement, MemoryStorage, setGlobals } from "./browser_stubs.js";

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

describe("SingleFlight", () => {
  /** A flight on a page that has nothing but a host. */
  function flight(test, onFailed) {
    const listeners = new Map();
    const body = fakeElement();
    setGlobals(test, {
      document: { body },
      window: { addEventListener: (kind, listener) => listeners.set(kind, listener) },
    });
    return { flight: new SingleFlight({ onFailed }), body, listeners };
  }

  it("drops actions while one is under way", async (test) => {
    const { flight: single, body } = flight(test, assert.fail);
    let finish = () => {};
    const first = single.run(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    assert.ok(single.busy && body.classes.has("is-busy"));
    await single.run(() => assert.fail("it was not dropped"));
    finish();
    await first;
    assert.ok(!single.busy && !body.classes.has("is-busy"));
    let done = false;
    await single.run(() => {
      done = true;
    });
    assert.ok(done);
  });

  it("tells what the server refuses, and throws what is a bug", async (test) => {
    const told = [];
    const { flight: single } = flight(test, (sentence) => told.push(sentence));
    await single.run(() => {
      throw new ServerError({ code: "x", sentence: "No." });
    });
    assert.deepEqual(told, ["No."]);
    const bug = new TypeError("a bug");
    const throwBug = () => {
      throw bug;
    };
    await assert.rejects(single.run(throwBug), bug);
    assert.ok(!single.busy);
  });

  it("is free again when the page comes back", async (test) => {
    const { flight: single, listeners } = flight(test, assert.fail);
    single.run(() => new Promise(() => {}));
    listeners.get("pageshow")();
    assert.ok(!single.busy);
  });
});

describe("byTurn", () => {
  it("groups consecutive moves of one turn", () => {
    const moves = [1, 1, 2, 1].map((turn, i) => ({ turn, i }));
    const turns = byTurn(moves, ({ turn }) => turn);
    assert.deepEqual(
      turns.map((turn) => turn.map(({ i }) => i)),
      [[0, 1], [2], [3]],
    );
    assert.deepEqual(
      byTurn([], () => 0),
      [],
    );
  });
});

describe("seatOf", () => {
  it("takes what is no kind of seat for the level of a bot", () => {
    assert.deepEqual(seatOf("person"), { kind: "person" });
    assert.deepEqual(seatOf("invited"), { kind: "invited" });
    assert.deepEqual(seatOf("max"), { kind: "bot", level: "max" });
  });
});

describe("wordAt", () => {
  const text = "one two\nthree  four\n";

  it("finds the word at a line and column", () => {
    const { start, end } = wordAt(text, 2, 8);
    assert.equal(text.slice(start, end), "four");
    assert.deepEqual(wordAt(text, 1, 5), { start: 4, end: 7, line: 1 });
  });

  it("selects one character where there is no word, and after the end", () => {
    assert.deepEqual(wordAt(text, 1, 4), { start: 3, end: 4, line: 1 });
    assert.deepEqual(wordAt("ab", 1, 3), { start: 2, end: 3, line: 1 });
  });
});

describe("lineBetween", () => {
  it("goes from ring to ring", () => {
    assert.equal(lineBetween([0, 0], [2, 0]), "M0.53 0L1.47 0");
  });

  it("keeps a piece of the way between near spaces, and has none within one", () => {
    assert.equal(lineBetween([0, 0], [0, 1]), "M0 0.45L0 0.55");
    assert.equal(lineBetween([2, 2], [2, 2]), "");
  });
});

describe("pointsBetween", () => {
  const way = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ];

  it("names the points of the way between two places", () => {
    assert.deepEqual(pointsBetween([way], [0, 0], [2, 1]), [
      [1, 0],
      [2, 0],
    ]);
    assert.deepEqual(pointsBetween([[[9, 9]], way], [1, 0], [2, 0]), []);
  });

  it("is null where no way leads there, or only backwards", () => {
    assert.equal(pointsBetween([way], [0, 0], [5, 5]), null);
    assert.equal(pointsBetween([way], [2, 1], [0, 0]), null);
    assert.equal(pointsBetween([], [0, 0], [1, 0]), null);
  });
});
