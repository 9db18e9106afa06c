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

  const at = (number) => ({ number, version: `${number}.x`, svg: "<svg>\n</svg>", moves: [] });

  /** What leads from one number to the next. */
  const step = (number) => ({
    type: "update",
    number: number + 1,
    held: `${number}.x`,
    patch: {
      number: number + 1,
      version: `${number + 1}.x`,
      moves: [...(number > 4 ? [[0, number - 4]] : []), `move ${number + 1}`],
    },
  });

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
    let state = at(4);
    const live = new LiveConnection("t", {
      state: () => state,
      onUpdate: (newer) => {
        state = newer;
        told.push(`update ${newer.number}`);
      },
      onPresence: ({ seats }) => told.push(`presence ${seats}`),
      onConnection: (isUp) => told.push(isUp ? "up" : "down"),
    });
    const show = (newer) => {
      state = newer;
    };
    return { live, told, show };
  }

  it("asks for what follows the last event, in the language of the page", (test) => {
    connect(test);
    assert.equal(String(FakeSocket.opened[0].url), "wss://example.test/api/tables/t/live?since=4&held=4.x&lang=fr");
  });

  it("tells updates and presence", (test) => {
    const { told } = connect(test);
    const [socket] = FakeSocket.opened;
    socket.listeners.get("open")();
    socket.receive({ type: "update", number: 5, state: at(5) });
    socket.receive({ type: "presence", seats: [true, false] });
    socket.receive({ type: "something new" });
    assert.deepEqual(told, ["up", "update 5", "presence true,false"]);
  });

  it("comes back with growing pauses, and asks for what it missed", (test) => {
    const { told } = connect(test);
    FakeSocket.opened[0].receive({ type: "update", number: 7, state: at(7) });
    FakeSocket.opened[0].close();
    assert.equal(FakeSocket.opened.length, 1);
    mock.timers.tick(300);
    assert.equal(FakeSocket.opened.length, 2);
    assert.match(String(FakeSocket.opened[1].url), /since=7&held=7\.x/);
    FakeSocket.opened[1].close();
    mock.timers.tick(300);
    assert.equal(FakeSocket.opened.length, 2);
    mock.timers.tick(210);
    assert.equal(FakeSocket.opened.length, 3);
    assert.deepEqual(told, ["update 7", "down", "down"]);
  });

  it("changes the state that the connection brought last, whatever the page shows", (test) => {
    const { live, told, show } = connect(test);
    const [socket] = FakeSocket.opened;
    socket.receive(step(4));
    show(at(6)); // the answer to a move came first
    socket.receive(step(5));
    socket.receive(step(6));
    assert.deepEqual(told, ["update 5", "update 6", "update 7"]);
    assert.deepEqual(live.held.moves, ["move 5", "move 6", "move 7"]);
  });

  it("asks for a whole state where a patch belongs to another one", (test) => {
    const { told } = connect(test);
    FakeSocket.opened[0].receive(step(9));
    assert.equal(FakeSocket.opened.length, 2);
    assert.match(String(FakeSocket.opened[1].url), /since=0&held=&/);
    FakeSocket.opened[1].receive({ type: "update", number: 10, state: at(10) });
    FakeSocket.opened[1].receive({ ...step(10), patch: { moves: [[0, 99]] } });
    assert.equal(FakeSocket.opened.length, 3);
    assert.deepEqual(told, ["update 10"]);
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
    old.receive({ type: "update", number: 9, state: at(9) });
    mock.timers.tick(60_000);
    assert.equal(FakeSocket.opened.length, 2);
    current.receive({ type: "update", number: 5, state: at(5) });
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
