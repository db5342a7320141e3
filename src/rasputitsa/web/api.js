/** The HTTP side of the server (docs/protocol.md). */

import { here } from "./here.js";
import { fetched } from "./late_modules.js";
import { Manifest } from "./manifest.js";

/** @typedef {Partial<import("./types.js").ErrorData> & {code: string, text: string}} ErrorData  one of our own may lack the rule */

/** What the server refused, or that it could not be reached. */
export class ApiError extends Error {
  /** @param {ErrorData} error @param {number} status */
  constructor(error, status) {
    super(error.text);
    this.code = error.code;
    this.rule = error.rule ?? "";
    this.quotation = error.quotation ?? "";
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, key?: string | null, text?: boolean, keepalive?: boolean}} [options]
 * @returns {Promise<any>}
 */
async function call(path, options = {}) {
  if (here) return callHere(path, options);
  /** @type {Record<string, string>} */
  const headers = {};
  if (options.key) headers.Authorization = `Bearer ${options.key}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method: options.method ?? (options.body === undefined ? "GET" : "POST"),
      headers,
      keepalive: options.keepalive,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch {
    throw new ApiError({ code: "offline", text: "The server cannot be reached." }, 0);
  }
  if (!response.ok) {
    const data = await response.json().catch(() => null);
    const error = data?.error ?? { code: "unknown", text: `The server answered with status ${response.status}.` };
    throw new ApiError(error, response.status);
  }
  return options.text ? response.text() : response.json();
}

/** The same without a server. @param {string} path @param {{body?: unknown, key?: string | null}} options */
async function callHere(path, options) {
  const { answer } = await fetched(import("./local/requests.js"));
  const found = await answer(path, options);
  if ("error" in found) throw new ApiError(found.error, 400);
  return found.data;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Data that never changes is fetched once. @param {string} path */
function keep(path) {
  let found = kept.get(path);
  if (!found) {
    found = call(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

/** @param {string} part */
const enc = (part) => encodeURIComponent(part);

/** @returns {Promise<import("./types.js").GameLine[]>} */
export const games = () => keep("/api/games");

/** @returns {Promise<import("./types.js").FrontPage>} */
export const frontPage = () => keep("/api/front");

/** @param {string} name @param {string} [edition] @returns {Promise<Manifest>} */
export const manifest = async (name, edition = "") =>
  new Manifest(await keep(`/api/games/${enc(name)}${edition ? `?edition=${enc(edition)}` : ""}`));

/** @param {string} name @returns {Promise<import("./types.js").RuleData[]>} */
export const rules = (name) => keep(`/api/games/${enc(name)}/rules`);

/** @param {string} name @returns {Promise<import("./types.js").View>} */
export const picture = (name) => keep(`/api/games/${enc(name)}/picture`);

/** @param {string} name @param {string} lesson @returns {Promise<import("./types.js").Lesson>} */
export const lesson = (name, lesson) => keep(`/api/games/${enc(name)}/tutorial/${enc(lesson)}`);

/** @param {string} name @returns {Promise<import("./types.js").PuzzleLine[]>} */
export const problems = (name) => keep(`/api/games/${enc(name)}/problems`);

/**
 * Whether the problem of a match is solved; null as long as that is open.
 * @param {string} id
 * @param {string | null} key
 * @param {string} name
 * @returns {Promise<import("./types.js").Judgement>}
 */
export const judged = (id, key, name) => call(`/api/matches/${enc(id)}/problem?name=${enc(name)}`, { key });

/** @param {Record<string, unknown>} body @returns {Promise<import("./types.js").Created>} */
export const create = (body) => call("/api/matches", { body });

/** @param {string[]} keys @returns {Promise<import("./types.js").Summary[]>} */
export const mine = (keys) => call("/api/mine", { body: { keys } }).then((data) => data.matches);

/** @param {string} id @param {string | null} key @returns {Promise<import("./types.js").Summary>} */
export const summary = (id, key) => call(`/api/matches/${enc(id)}`, { key });

/** @param {string} id @param {string | null} key @returns {Promise<string>} */
export const record = (id, key) => call(`/api/matches/${enc(id)}/record`, { key, text: true });

/**
 * @param {string} id
 * @param {string | null} key
 * @param {number} at
 * @param {string} viewer  "" for one's own side
 * @returns {Promise<import("./types.js").Replayed>}
 */
export const replay = (id, key, at, viewer) =>
  call(`/api/matches/${enc(id)}/replay?at=${at}${viewer ? `&as=${enc(viewer)}` : ""}`, { key });

/** @param {string} id @param {string | null} key @returns {Promise<import("./types.js").Report>} */
export const report = (id, key) => call(`/api/matches/${enc(id)}/report`, { key });

/**
 * What the strongest bot would have done.
 * @param {string} id @param {string | null} key @param {number} at @returns {Promise<import("./types.js").AdviceData>}
 */
export const advice = (id, key, at) => call(`/api/matches/${enc(id)}/advice?at=${at}`, { key });

/** One's own notes. @param {string} id @param {string} key @returns {Promise<{text: string}>} */
export const notes = (id, key) => call(`/api/matches/${enc(id)}/notes`, { key });

/**
 * Sent even while the page is being left.
 * @param {string} id
 * @param {string} key
 * @param {string} text
 * @returns {Promise<{text: string}>}
 */
export const keepNotes = (id, key, text) => call(`/api/matches/${enc(id)}/notes`, { key, body: { text }, keepalive: true });

/** @param {string} id @param {string | null} key @returns {Promise<{match: string, keys: Record<string, string>, spectators?: string}>} */
export const rematch = (id, key) => call(`/api/matches/${enc(id)}/rematch`, { method: "POST", body: {}, key });
