// Requests to the server, typed by its OpenAPI document (see ../../types). A request that fails
// throws a `ServerError` with the reason as a sentence for the player.

import { t } from "./translations.js";

const LATE_CODES = ["analysis-late", "solution-late"]; // the server goes on working at the answer
const MAX_TRIES = 8;

/** Why the server refused something, or that there is no connection (code "offline"). */
export class ServerError extends Error {
  /** @param {{ code: string, rule?: string | null, sentence: string, line?: number, column?: number }} problem */
  constructor({ code, rule = null, sentence, line, column }) {
    super(sentence);
    this.code = code;
    this.rule = rule;
    this.sentence = sentence;
    this.line = line;
    this.column = column;
  }
}

/** The error as one of the server; any other is thrown again. @param {unknown} error */
export function serverError(error) {
  if (error instanceof ServerError) return error;
  throw error;
}

/**
 * The address of an operation: parameters named in the path are put there, the others become the
 * query; null and undefined are left out.
 *
 * @param {string} path
 * @param {object} parameters
 */
export function addressOf(path, parameters) {
  const left = new Map(Object.entries(parameters));
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of left) if (value != null) query.set(name, String(value));
  return query.size ? `${address}?${query}` : address;
}

/**
 * @param {string} address
 * @param {RequestInit} options
 */
async function request(address, options) {
  let response;
  let answer;
  try {
    response = await fetch(address, { credentials: "same-origin", ...options });
    answer = await response.json();
  } catch {
    const code = options.signal?.aborted ? "cancelled" : "offline";
    throw new ServerError({ code, sentence: t("offline") });
  }
  if (!response.ok) throw new ServerError(answer);
  return answer;
}

/** @param {unknown} body @returns {RequestInit} */
const postOptions = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body ?? {}),
});

/**
 * @template {Api.GetPath} P
 * @param {P} path
 * @param {Api.Parameters<`GET ${P}`>} parameters
 * @returns {Promise<Api.Answer<`GET ${P}`>>}
 */
export const get = (path, parameters) => request(addressOf(path, parameters), {});

/**
 * @template {Api.PostPath} P
 * @param {P} path
 * @param {Api.Parameters<`POST ${P}`>} parameters
 * @param {Api.BodyArguments<`POST ${P}`>} body
 * @returns {Promise<Api.Answer<`POST ${P}`>>}
 */
export const post = (path, parameters, ...body) => request(addressOf(path, parameters), postOptions(body[0]));

/**
 * A POST request that `signal` cancels; it then throws a `ServerError` with the code "cancelled".
 *
 * @template {Api.PostPath} P
 * @param {AbortSignal} signal
 * @param {P} path
 * @param {Api.Parameters<`POST ${P}`>} parameters
 * @param {Api.BodyArguments<`POST ${P}`>} body
 * @returns {Promise<Api.Answer<`POST ${P}`>>}
 */
export const postUntil = (signal, path, parameters, ...body) =>
  request(addressOf(path, parameters), { ...postOptions(body[0]), signal });

/**
 * Repeat a request while the server is still working on its answer and the answer is still wanted.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @param {() => boolean} [isWanted]
 * @returns {Promise<T>}
 */
export async function retryWhileLate(ask, isWanted = () => true) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      const { code } = serverError(error);
      if (!LATE_CODES.includes(code) || tried === MAX_TRIES || !isWanted()) throw error;
    }
  }
}
