import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  addressOf,
  get,
  post,
  retryWhileLate,
  ServerError,
  serverError,
} from "../../../src/icefield/server/web/static/shared/http.js";
import { setGlobals } from "../browser_stubs.js";

const NO_PAGE = { getElementById: () => null };

/** A `fetch` that answers with these responses and keeps what it was asked. */
function fakeFetch(...responses) {
  const asked = [];
  const fetch = async (address, options) => {
    asked.push({ address, ...options });
    const response = responses.shift();
    if (response instanceof Error) throw response;
    return { ok: response.status < 400, json: async () => response.body };
  };
  return { fetch, asked };
}

describe("addressOf", () => {
  it("puts parameters into the path and the others into the query", () => {
    const path = "/api/tables/{id}/plies/{game}/{ply}";
    assert.equal(addressOf(path, { id: "x", game: 1, ply: 0 }), "/api/tables/x/plies/1/0");
    assert.equal(addressOf("/api/tables/{id}/worth", { id: "x", ply: 2 }), "/api/tables/x/worth?ply=2");
  });

  it("leaves out what is null or undefined, and keeps zero and false", () => {
    assert.equal(addressOf("/x", { a: null, b: undefined }), "/x");
    assert.equal(addressOf("/x", { a: 0, b: false }), "/x?a=0&b=false");
  });

  it("escapes values", () => {
    assert.equal(addressOf("/x/{id}", { id: "a/b", move: "c d&e" }), "/x/a%2Fb?move=c+d%26e");
  });
});

describe("get and post", () => {
  it("return the answer of the server", async (test) => {
    const { fetch, asked } = fakeFetch({ status: 200, body: { number: 3 } }, { status: 200, body: {} });
    setGlobals(test, { fetch });
    assert.deepEqual(await get("/api/tables/{id}", { id: "t" }), { number: 3 });
    await post("/api/tables/{id}/moves", { id: "t" }, { move: "pass", decision: 1 });
    assert.equal(asked[0].address, "/api/tables/t");
    assert.equal(asked[1].method, "POST");
    assert.deepEqual(JSON.parse(asked[1].body), { move: "pass", decision: 1 });
  });

  it("send an empty object where an operation has no body", async (test) => {
    const { fetch, asked } = fakeFetch({ status: 200, body: {} });
    setGlobals(test, { fetch });
    await post("/api/me/code", {});
    assert.equal(asked[0].body, "{}");
  });

  it("throw the reason of a refusal", async (test) => {
    const problem = { error: "x", code: "stale-move", rule: "S4", sentence: "Too late." };
    setGlobals(test, { fetch: fakeFetch({ status: 409, body: problem }).fetch });
    await assert.rejects(get("/api/me", {}), (error) => {
      assert.ok(error instanceof ServerError);
      assert.deepEqual([error.code, error.rule, error.sentence], ["stale-move", "S4", "Too late."]);
      return true;
    });
  });

  it("tell that there is no connection, or no answer that can be read", async (test) => {
    setGlobals(test, { document: NO_PAGE, fetch: fakeFetch(new TypeError("failed")).fetch });
    await assert.rejects(get("/api/me", {}), { code: "offline" });
  });
});

describe("retryWhileLate", () => {
  const late = new ServerError({ code: "analysis-late", sentence: "Not yet." });

  it("asks again until the answer is there", async () => {
    let tries = 0;
    const ask = async () => {
      tries += 1;
      if (tries < 3) throw late;
      return "found";
    };
    assert.equal(await retryWhileLate(ask), "found");
    assert.equal(tries, 3);
  });

  it("stops after a number of tries, and when the answer is not wanted any more", async () => {
    let tries = 0;
    const ask = async () => {
      tries += 1;
      throw late;
    };
    await assert.rejects(retryWhileLate(ask), late);
    assert.equal(tries, 8);
    tries = 0;
    await assert.rejects(
      retryWhileLate(ask, () => false),
      late,
    );
    assert.equal(tries, 1);
  });

  it("does not repeat what is refused for another reason", async () => {
    let tries = 0;
    const refused = new ServerError({ code: "not-your-turn", sentence: "Not now." });
    const ask = async () => {
      tries += 1;
      throw refused;
    };
    await assert.rejects(retryWhileLate(ask), refused);
    assert.equal(tries, 1);
  });
});

describe("serverError", () => {
  it("throws what is no error of the server", () => {
    const bug = new TypeError("a bug");
    assert.throws(() => serverError(bug), bug);
  });
});
