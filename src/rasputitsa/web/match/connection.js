/** The connection of a match: the newest state, the log, and commands to the server. */

import * as api from "../api.js";
import { Socket } from "../socket.js";
import * as store from "../store.js";
import { WordExchange } from "./word_exchange.js";

/**
 * @typedef {import("../types.js").MatchState} MatchState
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../socket.js").Link} Link
 * @typedef {import("../socket.js").Chat} Chat
 * @typedef {import("../socket.js").Rematch} Rematch
 * @typedef {{state: MatchState, entries: Entry[]}} Update a new state, and what happened to get there
 * @typedef {{update: (update: Update) => void, clock: (clock: import("../types.js").ClockData) => void, link: (link: Link) => void,
 *   chat: (lines: Chat[], isNew: boolean) => void, rematch: (offer: Rematch) => void, failed: (text: string) => void}} Listener
 */

const CHANCE = "chance";

export class Connection {
  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    /** @type {MatchState | null} */
    this.latest = null;
    /** @type {Entry[]} */
    this.log = [];
    /** The number of the first chat line that is not here yet. */
    this.nextChat = 0;
    /** @type {{number: number, resolve: () => void}[]} */
    this.arrivals = [];
    this.words = new WordExchange(id, (type, fields) => this.command(type, fields));
    this.socket = new Socket(id, () => store.keysOf(id), {
      state: (state) => this.receive(state),
      clock: listener.clock,
      link: listener.link,
      chat: (lines, isNew) => {
        this.nextChat = (lines.at(-1)?.number ?? this.nextChat - 1) + 1;
        listener.chat(lines, isNew);
      },
      key: (key) => void this.replaceKey(key),
      rematch: listener.rematch,
      failed: (error) => listener.failed(error.text),
      known: () => ({ log: this.log.length, undos: this.latest?.undos, chat: this.nextChat }),
    });
  }

  /** The key with which the HTTP side of the server is asked. */
  get key() {
    return store.keysOf(this.id)[0] ?? null;
  }

  get online() {
    return this.socket.link === "online";
  }

  /** @param {MatchState} state */
  receive(state) {
    const first = this.latest === null;
    const known = this.log.length;
    this.log = [...this.log.slice(0, state.log_from), ...state.log];
    this.latest = state;
    this.listener.update({ state, entries: first ? [] : this.log.slice(Math.min(known, state.log_from)) });
    const arrived = this.arrivals.filter((one) => one.number <= state.number);
    this.arrivals = this.arrivals.filter((one) => one.number > state.number);
    for (const one of arrived) one.resolve();
    this.words.receive(state);
  }

  /** @param {string} type @param {Record<string, unknown>} [fields] */
  command(type, fields) {
    return this.socket.command(type, fields);
  }

  /** @param {string} what @param {Record<string, unknown>} [fields] */
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

  /** The key of a link is replaced when the link is first used. The old one ends when the server knows that the new one is stored. @param {import("../socket.js").NewKey} key */
  async replaceKey({ side, key }) {
    const keys = store.keysOf(this.id);
    const sides = await Promise.all(keys.map((one) => (keys.length > 1 ? sidesOf(this.id, one) : [side])));
    store.replaceKey(this.id, keys.find((_, i) => sides[i].includes(side)) ?? "", side, key);
    await this.command("keep_key", { side });
  }

  /** The side that takes an action back: the one that acted last. */
  get lastActor() {
    const { latest } = this;
    const last = this.log.findLast((entry) => entry.side !== CHANCE)?.side;
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
