import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { ServerError } from "../../../src/icefield/server/web/static/shared/http.js";
import { SingleFlight } from "../../../src/icefield/server/web/static/shared/single_flight.js";
import { fakeElement, setGlobals } from "../browser_stubs.js";

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
