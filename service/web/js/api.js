// The client of the API: requests, the token of this browser, and facts that are loaded once.

import { language } from "./preferences.js";

/** @typedef {import("./openapi.d.ts").Problem} ProblemBody */

/** A refusal of the service; `message` is a sentence in the language of the page. */
export class Refusal extends Error {
  /** @param {ProblemBody} body */
  constructor(body) {
    super(body.errors?.length ? `${body.detail} ${body.errors.map((one) => one.message).join(" ")}` : body.detail);
    this.code = body.code;
    this.status = body.status;
    this.body = body;
  }
}

/** The service did not answer. */
export class Unreachable extends Error {}

const TOKEN = "farshore.token";

/** @returns {string | null} */
export const token = () => localStorage.getItem(TOKEN);

/** @param {string | null} secret */
export function keepToken(secret) {
  if (secret === null) localStorage.removeItem(TOKEN);
  else localStorage.setItem(TOKEN, secret);
  dispatchEvent(new Event("farshore:account"));
}

/**
 * The headers of a request: language and token.
 * @returns {Record<string, string>}
 */
export function headers() {
  const secret = token();
  return { "Accept-Language": language(), ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
}

/**
 * Call the API. Throws `Refusal` when the service says no and `Unreachable` when it does not answer.
 * @template [T=any]
 * @param {string} method
 * @param {string} path after `/v1`
 * @param {unknown} [body] JSON, or a FormData
 * @param {Record<string, string>} [more] further headers
 * @returns {Promise<T>}
 */
export async function call(method, path, body, more = {}) {
  const form = body instanceof FormData;
  /** @type {Record<string, string>} */
  const type = body === undefined || form ? {} : { "Content-Type": "application/json" };
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/v1${path}`, {
      method,
      headers: { Accept: "application/json", ...headers(), ...type, ...more },
      body: body === undefined ? undefined : form ? body : JSON.stringify(body),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.status === 204) return /** @type {T} */ (undefined);
  const text = await response.text().catch((error) => {
    throw new Unreachable(String(error));
  });
  const json = (response.headers.get("Content-Type") ?? "").includes("json");
  if (response.ok) return json ? JSON.parse(text) : /** @type {T} */ (text);
  if (!json) throw new Unreachable(`${response.status}`);
  throw new Refusal(JSON.parse(text));
}

/**
 * @template [T=any]
 * @param {string} path
 * @returns {Promise<T>}
 */
export const get = (path) => call("GET", path);

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * Like `get`, for what changes with a deploy only: games, texts, cards, rules.
 * @template [T=any]
 * @param {string} path
 * @returns {Promise<T>}
 */
export function fixed(path) {
  const key = `${language()} ${path}`;
  const found = known.get(key);
  if (found) return found;
  const asked = get(path);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/** @type {Promise<any> | null} */
let me = null;
addEventListener("farshore:account", () => (me = null));
addEventListener("storage", (event) => {
  if (event.key === TOKEN) dispatchEvent(new Event("farshore:account"));
});

/**
 * The player of this browser, or null. A token that is not valid any more is forgotten.
 * @returns {Promise<import("./openapi.d.ts").Player | null>}
 */
export function whoami() {
  if (!token()) return Promise.resolve(null);
  me ??= get("/me").then((found) => found.player, (error) => {
    me = null;
    if (error instanceof Refusal && error.status === 401) {
      keepToken(null);
      return null;
    }
    throw error;
  });
  return me;
}

/**
 * The player of this browser; a new guest with this name if there is none, and the new name if it has changed.
 * @param {string} name
 * @returns {Promise<import("./openapi.d.ts").Player>}
 */
export async function guest(name) {
  const player = await whoami();
  if (!player) {
    const made = await call("POST", "/players", { name });
    keepToken(made.token);
    return made.player;
  }
  if (name && name !== player.name) {
    try {
      const changed = await call("PATCH", "/me", { name });
      me = null;
      return changed.player ?? changed;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return player;
}

/** How far the clock of the service is ahead of this computer's, in milliseconds. */
let ahead = 0;
let measured = Infinity;

/** The time of the service in milliseconds. */
export const now = () => Date.now() + ahead;

/** Compare the clocks: of several measurements the one with the shortest round trip counts. */
export async function compareClocks() {
  for (let n = 0; n < 3; n++) {
    const sent = performance.now();
    const body = await get("/time").catch(() => null);
    const took = performance.now() - sent;
    if (body && took < measured) {
      measured = took;
      ahead = Date.parse(body.now) + took / 2 - Date.now();
    }
  }
}
