/**
 * The exchange of seeds before the first roll, so that nobody can choose the dice (docs/dice.md). For each side that it plays this browser
 * seals a random seed, and shows it once all sides have sealed theirs or go without.
 */

import { toast } from "../announcer.js";
import { sha256 } from "../sha256.js";
import * as store from "../store.js";

/** @typedef {import("../changes.js").MatchState} MatchState */

export class SeedExchange {
  /** @param {string} match @param {(type: string, fields: Record<string, unknown>) => Promise<any>} command */
  constructor(match, command) {
    this.match = match;
    this.command = command;
    /** What was sent from here: "seal german", "word german". @type {Set<string>} */
    this.sent = new Set();
    this.warned = false;
  }

  /** @param {MatchState} state */
  receive(state) {
    const { you, seats, seals, words: seeds = {}, outcome } = state;
    if (!seals || outcome) return;
    const sealed = Object.keys(seats).every((side) => side in seals || side in seeds);
    for (const side of you) {
      if (side in seeds) continue;
      if (sealed) this.show(side, seals);
      else if (seats[side]?.kind !== "bot") this.seal(side, seals);
    }
    this.compare(state);
  }

  /** What is published of a seed. @param {string} side @param {string} seed */
  sealOf(side, seed) {
    return `sha256:${sha256(`${this.match} ${side} ${seed}`)}`;
  }

  /**
   * Once: another browser of the same player may seal another seed, and then that one counts.
   * @param {string} side
   * @param {Record<string, string>} seals
   */
  seal(side, seals) {
    if (this.sent.has(`seal ${side}`)) return;
    const { words: seeds } = store.exchange(this.match);
    const seed = seeds[side] ?? randomSeed();
    store.keepExchange(this.match, { words: { ...seeds, [side]: seed } });
    const seal = this.sealOf(side, seed);
    if (seals[side] !== seal) this.send("seal", side, { seal });
    else this.sent.add(`seal ${side}`);
  }

  /** @param {string} side @param {Record<string, string>} seals */
  show(side, seals) {
    const { words: seeds, seals: seen } = store.exchange(this.match);
    const seed = seeds[side];
    if (!seed || seals[side] !== this.sealOf(side, seed)) return; // it was sealed elsewhere
    if (!seen) store.keepExchange(this.match, { seals });
    this.send("word", side, { word: seed });
  }

  /** @param {string} type @param {string} side @param {Record<string, unknown>} fields */
  send(type, side, fields) {
    const name = `${type} ${side}`;
    if (this.sent.has(name)) return;
    this.sent.add(name);
    this.command(type, { side, ...fields }).catch(() => this.sent.delete(name));
  }

  /** The seeds must be those that were sealed when this browser showed its own. @param {MatchState} state */
  compare({ words: seeds = {} }) {
    const { words: own, seals: seen } = store.exchange(this.match);
    if (!seen || this.warned) return;
    const wrong = Object.entries(seeds).some(
      ([side, shown]) => shown && (this.sealOf(side, shown.word) !== seen[side] || shown.word !== (own[side] ?? shown.word)),
    );
    if (!wrong) return;
    this.warned = true;
    toast("The dice are not to be trusted: a seed is not the one that was sealed.", { seconds: 0, id: "dice" });
  }
}

/** 32 random hexadecimal digits. */
function randomSeed() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
