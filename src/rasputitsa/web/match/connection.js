/** The connection of a match: the newest state, the log, and commands to the server. */

import { completed } from "../changes.js";
import * as api from "../api.js";
import { MatchLog } from "../match_log.js";
import { Socket } from "../socket.js";
import * as store from "../store.js";
import { SeedExchange } from "./seed_exchange.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../socket.js").Link} Link
 * @typedef {import("../socket.js").Chat} Chat
 * @typedef {import("../socket.js").Rematch} Rematch
 * @typedef {{state: MatchState, entries: Entry[]}} Update a new state, and what happened to get there
 * @typedef {{update: (update: Update) => void, clock: (clock: import("../types.js").ClockData) => void, link: (link: Link) => void,
 *   chat: (lines: Chat[], isNew: boolean) => void, rematch: (offer: Rematch) => void, failed: (text: string) => void,
 *   confused: (again: boolean) => void}} Listener
 */

const CHANCE = "chance";
const ignore = () => {};
/** Until a screen listens. @type {Listener} */
const NOBODY = { update: ignore, clock: ignore, link: ignore, chat: ignore, rematch: ignore, failed: ignore, confused: ignore };

export class Connection {
  /** Connects at once; what comes waits for somebody who listens. @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Listener} */
    this.listener = NOBODY;
    /** @type {() => void} */
    this.begin = () => {};
    const begun = new Promise((/** @type {(value?: undefined) => void} */ resolve) => (this.begin = resolve));
    /** @type {MatchState | null} */
    this.latest = null;
    /** @type {MatchLog} */
    this.log = new MatchLog((before) => this.query("log", { before }));
    /** The number of the first chat line that is not here yet. */
    this.nextChat = 0;
    /** @type {{number: number, resolve: () => void}[]} */
    this.arrivals = [];
    /** Whether the whole log is wanted anew. */
    this.doubtful = false;
    this.seeds = new SeedExchange(id, (type, fields) => this.command(type, fields));
    this.socket = new Socket(id, () => store.keysOf(id), begun, {
      state: (state) => this.receive(state),
      clock: (clock) => this.listener.clock(clock),
      link: (link) => this.listener.link(link),
      chat: (lines, isNew) => {
        this.nextChat = (lines.at(-1)?.number ?? this.nextChat - 1) + 1;
        this.listener.chat(lines, isNew);
      },
      key: (key) => void this.replaceKey(key),
      rematch: (offer) => this.listener.rematch(offer),
      failed: (error) => this.listener.failed(error.text),
      confused: (again) => {
        this.doubtful = true;
        this.listener.confused(again);
      },
      known: () => ({ log: this.doubtful ? 0 : this.log.end, undos: this.latest?.undos, chat: this.nextChat }),
    });
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.listener = listener;
    listener.link(this.socket.link);
    this.begin();
  }

  /** The key with which the HTTP side of the server is asked. */
  get key() {
    return store.keysOf(this.id)[0] ?? null;
  }

  /** The key of one of the seats that this browser plays. @param {string} side @returns {Promise<string | null>} */
  async keyOf(side) {
    const keys = store.keysOf(this.id);
    const known = store.match(this.id)?.sides[side] ?? "";
    if (keys.includes(known)) return known;
    const sides = await Promise.all(keys.map((key) => sidesOf(this.id, key)));
    return keys.find((_, i) => sides[i].includes(side)) ?? null;
  }

  get online() {
    return this.socket.link === "online";
  }

  /** @param {import("../types.js").StateMessage} message */
  receive(message) {
    const first = this.latest === null;
    const state = completed(message, this.latest);
    const before = this.log.entries;
    const start = this.log.first;
    this.log.take(state);
    this.latest = state;
    this.doubtful = false;
    this.listener.update({ state, entries: first ? [] : this.log.between(sameUntil(before, start, this.log, state.log_from)) });
    const arrived = this.arrivals.filter((one) => one.number <= state.number);
    this.arrivals = this.arrivals.filter((one) => one.number > state.number);
    for (const one of arrived) one.resolve();
    this.seeds.receive(state);
  }

  /** What came cannot be shown. @param {unknown} error */
  startOver(error) {
    this.socket.startOver(error);
  }

  /** @param {string} type @param {Record<string, unknown>} [fields] */
  command(type, fields) {
    return this.socket.command(type, fields);
  }

  /**
   * @template {keyof import("../types.js").Answers} What
   * @param {What} what
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<import("../types.js").Answers[What]>}
   */
  query(what, fields) {
    return this.socket.query(what, fields);
  }

  /** Until the state of that number has come. @param {number} number @returns {Promise<void>} */
  reached(number) {
    return new Promise((resolve) => {
      if ((this.latest?.number ?? 0) >= number) resolve();
      else this.arrivals.push({ number, resolve });
    });
  }

  /**
   * The key of a link is replaced when the link is first used. The old one ends when the server knows that the new one is stored.
   * @param {import("../socket.js").NewKey} key
   */
  async replaceKey({ side, key }) {
    const keys = store.keysOf(this.id);
    const sides = await Promise.all(keys.map((one) => (keys.length > 1 ? sidesOf(this.id, one) : [side])));
    store.replaceKey(this.id, keys.find((_, i) => sides[i].includes(side)) ?? "", side, key);
    await this.command("keep_key", { side });
  }

  /** The side that takes an action back: the one that acted last. */
  get lastActor() {
    const { latest } = this;
    const last = this.log.entries.findLast((entry) => entry.side !== CHANCE)?.side;
    if (last && latest?.you.includes(last)) return last;
    return latest?.you.find((side) => side === latest.asked) ?? latest?.you[0] ?? "";
  }

  close() {
    this.socket.close();
  }
}

/** The sides that a key opens. @param {string} id @param {string} key @returns {Promise<string[]>} */
async function sidesOf(id, key) {
  return api.summary(id, key).then(
    (summary) => summary.you,
    () => [],
  );
}

/**
 * The number of the first entry that is new: a log that is sent again repeats what was known.
 * @param {Entry[]} before  what was known
 * @param {number} start  the number of its first entry
 * @param {MatchLog} log
 * @param {number} from  where what was sent begins
 */
function sameUntil(before, start, log, from) {
  const isSame = (/** @type {Entry} */ one, /** @type {Entry} */ other) =>
    one.side === other.side && one.action === other.action && one.events.length === other.events.length;
  const end = start + before.length;
  let at = Math.max(start, Math.min(end, from));
  while (at < end && at < log.end && at >= log.first && isSame(before[at - start], log.entries[at - log.first])) at += 1;
  return at;
}
