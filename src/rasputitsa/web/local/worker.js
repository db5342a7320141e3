/** The worker that has the tables of this page: Python with the rules, and the database of the browser. */

import { Bots } from "./bots.js";
import { load, matches, rowOf, write } from "./database.js";
import { startPython } from "./python.js";

/**
 * @typedef {{type: "request", id: number, path: string[], key: string, query: Record<string, string>, body?: unknown}} Request
 * @typedef {Request | {type: "open" | "close", channel: number, match: string} |
 *   {type: "hear", channel: number, match: string, text: string} | {type: "ping"}} Message
 */

const bots = new Bots(Number(new URLSearchParams(self.location.search).get("cores")));
/** Matches that this page plays, by what gives them up. @type {Map<string, () => void>} */
const claimed = new Map();
/** Channels that are open, by match. @type {Map<string, Set<number>>} */
const channels = new Map();
/** The rows of matches that this page looks at, as they were when their tables were read. @type {Map<string, string>} */
const seen = new Map();

const LATER = 3000; // milliseconds after which the bots' worker is started, if no bot was asked: first the player sees the match
const NO_STORAGE =
  "This browser lets the page store nothing, so no match can be played. " +
  "A private window may be the reason, or a setting that blocks its data.";
const NOT_LOADED = "The rules could not be loaded. Check your connection.";

const ready = begin();
ready.catch((error) => {
  const text = error.cause === NO_STORAGE ? NO_STORAGE : NOT_LOADED;
  self.postMessage({ type: "failed", text, reason: String(error) });
});

async function begin() {
  const [{ python, need }, rows] = await Promise.all([
    startPython((done, total) => self.postMessage({ type: "progress", done, total })),
    matches().catch((error) => {
      throw new Error(String(error), { cause: NO_STORAGE });
    }),
  ]);
  const uptime = Math.max(0, ...rows.map((row) => row.uptime));
  const host = {
    load: async (/** @type {string} */ match) => JSON.stringify(await load(match)),
    write: (/** @type {string} */ text) => write(JSON.parse(text)),
    need,
    think: (/** @type {string} */ text) => bots.think(text),
    interrupt: (/** @type {number} */ ticket) => bots.interrupt(ticket),
    send: (/** @type {number} */ channel, /** @type {string} */ text) => self.postMessage({ type: "said", channel, text }),
  };
  const desk = python.pyimport("rasputitsa.page.browser").BrowserDesk(host, uptime);
  self.postMessage({ type: "ready" });
  setTimeout(() => bots.start(), LATER);
  return desk;
}

/**
 * This page plays the match from now on; another tab that did is told. Where a browser has no locks, rows that both add keep them apart.
 * @param {string} match
 * @param {any} desk
 */
function claim(match, desk) {
  if (claimed.has(match)) return;
  desk.drop(match);
  claimed.set(match, () => {});
  if (!navigator.locks) return;
  const held = () => new Promise((resolve) => claimed.set(match, () => resolve(undefined)));
  navigator.locks.request(`rasputitsa match ${match}`, { steal: true }, held).catch(() => {
    claimed.delete(match);
    desk.give_up(match);
  });
}

/** Nobody here looks at the match any more. @param {string} match @param {any} desk */
function release(match, desk) {
  claimed.get(match)?.();
  claimed.delete(match);
  desk.drop(match);
}

/** The table of a match that is only looked at is read again if another tab has changed it. @param {string} match @param {any} desk */
async function refresh(match, desk) {
  const row = JSON.stringify((await rowOf(match)) ?? null);
  if (!claimed.has(match) && seen.get(match) !== row) desk.drop(match);
  seen.set(match, row);
}

/** @param {Request} request @param {any} desk */
async function respond(request, desk) {
  const [what, match, part] = request.path;
  if (what === "matches" && match && !claimed.has(match)) {
    if (request.body === undefined) await refresh(match, desk);
    else if (part) claim(match, desk);
  }
  try {
    self.postMessage({ type: "answer", id: request.id, text: await desk.request(JSON.stringify(request)) });
  } catch (error) {
    const text = `Something went wrong in the program: ${String(error).trim().split("\n").at(-1)}`;
    self.postMessage({ type: "answer", id: request.id, text: JSON.stringify({ error: { code: "broken", text } }) });
  }
}

self.onmessage = async (/** @type {MessageEvent<Message>} */ { data }) => {
  if (data.type === "ping") {
    self.postMessage({ type: "pong" });
    return;
  }
  const desk = await ready.catch(() => null);
  if (!desk) return; // the page has been told
  if (data.type === "request") await respond(data, desk);
  else if (data.type === "open") {
    channels.set(data.match, (channels.get(data.match) ?? new Set()).add(data.channel));
    claim(data.match, desk);
    self.postMessage({ type: "opened", channel: data.channel });
  } else if (data.type === "hear") desk.hear(data.channel, data.match, data.text);
  else {
    desk.close(data.channel);
    const left = channels.get(data.match);
    left?.delete(data.channel);
    if (!left?.size) release(data.match, desk);
  }
};
