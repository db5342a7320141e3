/** What a server would be asked over HTTP, answered without one: from files beside the page, from the database, or by the table. */

import { asset } from "../assets.js";
import { localTable } from "../transport.js";
import { matches } from "./database.js";
import { keepKeys } from "./keys.js";

/**
 * @typedef {{error: import("../api.js").ErrorData} | {data: any}} Answer
 * @typedef {{body?: unknown, key?: string | null}} Options
 */

const OFFLINE = { code: "offline", text: "A part of this page could not be loaded. Check your connection." };

/** @param {string} path  as a server knows it @param {Options} options @returns {Promise<Answer>} */
export async function answer(path, options) {
  const url = new URL(path, location.origin);
  const parts = url.pathname.split("/").slice(2).map(decodeURIComponent);
  const query = Object.fromEntries(url.searchParams);
  if (parts[0] === "games") return fact(parts.slice(1), query.edition ?? "");
  if (parts[0] === "front") return fact(parts, "");
  if (parts[0] === "mine") return { data: { matches: (await matches()).map((row) => row.summary) } };
  const { request } = await localTable();
  const found = await request({ path: parts, key: options.key ?? "", query, body: options.body });
  if (found.data?.keys) await keepKeys(found.data, /** @type {any} */ (options.body)?.seats ?? {});
  return found;
}

/** What never changes about a game. @param {string[]} parts @param {string} edition @returns {Promise<Answer>} */
async function fact(parts, edition) {
  const name = (parts.join(".") || "games") + (edition && `@${edition}`);
  try {
    const response = await fetch(asset(`facts/${name}.json`));
    if (response.ok) return { data: await response.json() };
    if (response.status === 404) return { error: { code: "unknown", text: "There is no such game." } };
  } catch {
    // it is said below
  }
  return { error: OFFLINE };
}
