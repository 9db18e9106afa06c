import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";

import { LiveConnection } from "../../../src/icefield/server/web/static/table/live_connection.js";
import { setGlobals } from "../browser_stubs.js";

describe("LiveConnection", () => {
  /** A WebSocket that does what the test tells it. */
  class FakeSocket {
    static CLOSING = 2;
    static opened = [];
    listeners = new Map();
    readyState = 0;

    constructor(url) {
      this.url = url;
      FakeSocket.opened.push(this);
    }

    addEventListener(kind, listener) {
      this.listeners.set(kind, listener);
    }

    close(code = 1006) {
      this.readyState = 3;
      this.listeners.get("close")({ code });
    }

    receive(message) {
      this.listeners.get("message")({ data: JSON.stringify(message) });
    }
  }

  /** A connection, and what it has told. */
  function connect(test) {
    FakeSocket.opened = [];
    mock.timers.enable({ apis: ["setTimeout"] });
    test.after(() => mock.timers.reset());
    const noEvents = { addEventListener: () => {} };
    setGlobals(test, {
      WebSocket: FakeSocket,
      window: noEvents,
      document: noEvents,
      location: new URL("https://example.test/tables/t?lang=fr"),
    });
    const told = [];
    let number = 4;
    const live = new LiveConnection("t", {
      number: () => number,
      onUpdate: (update) => {
        number = update.number;
        told.push(`update ${update.number}`);
      },
      onPresence: ({ seats }) => told.push(`presence ${seats}`),
      onConnection: (isUp) => told.push(isUp ? "up" : "down"),
    });
    return { live, told };
  }

  it("asks for what follows the last event, in the language of the page", (test) => {
    connect(test);
    assert.equal(String(FakeSocket.opened[0].url), "wss://example.test/api/tables/t/live?since=4&lang=fr");
  });

  it("tells updates and presence", (test) => {
    const { told } = connect(test);
    const [socket] = FakeSocket.opened;
    socket.listeners.get("open")();
    socket.receive({ type: "update", number: 5 });
    socket.receive({ type: "presence", seats: [true, false] });
    socket.receive({ type: "something new" });
    assert.deepEqual(told, ["up", "update 5", "presence true,false"]);
  });

  it("comes back with growing pauses, and asks for what it missed", (test) => {
    const { told } = connect(test);
    FakeSocket.opened[0].receive({ type: "update", number: 7 });
    FakeSocket.opened[0].close();
    assert.equal(FakeSocket.opened.length, 1);
    mock.timers.tick(300);
    assert.equal(FakeSocket.opened.length, 2);
    assert.match(String(FakeSocket.opened[1].url), /since=7/);
    FakeSocket.opened[1].close();
    mock.timers.tick(300);
    assert.equal(FakeSocket.opened.length, 2);
    mock.timers.tick(210);
    assert.equal(FakeSocket.opened.length, 3);
    assert.deepEqual(told, ["update 7", "down", "down"]);
  });

  it("stays away where a retry is of no use", (test) => {
    connect(test);
    FakeSocket.opened[0].close(4404);
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.opened.length, 1);
  });

  it("ignores a socket that was replaced", (test) => {
    const { live, told } = connect(test);
    live.reconnect();
    const [old, current] = FakeSocket.opened;
    old.receive({ type: "update", number: 9 });
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.opened.length, 2);
    current.receive({ type: "update", number: 5 });
    assert.deepEqual(told, ["update 5"]);
  });

  it("retries at once when asked, unless it is connected", (test) => {
    const { live } = connect(test);
    live.retryNow();
    assert.equal(FakeSocket.opened.length, 1);
    FakeSocket.opened[0].close();
    live.retryNow();
    assert.equal(FakeSocket.opened.length, 2);
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.opened.length, 2);
  });
});
