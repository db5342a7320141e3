/**
 * The exchange of words before the first roll, so that nobody can choose the dice (docs/dice.md). For each side that it plays this browser
 * seals a random word, and shows it once all sides have sealed theirs or go without.
 */

import { toast } from "../announcer.js";
import { sha256 } from "../sha256.js";
import * as store from "../store.js";

/** @typedef {import("../changes.js").MatchState} MatchState */

export class WordExchange {
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
    const { you, seats, seals, words = {}, outcome } = state;
    if (!seals || outcome) return;
    const sealed = Object.keys(seats).every((side) => side in seals || side in words);
    for (const side of you) {
      if (side in words) continue;
      if (sealed) this.show(side, seals);
      else if (seats[side]?.kind !== "bot") this.seal(side, seals);
    }
    this.compare(state);
  }

  /** What is published of a word. @param {string} side @param {string} word */
  sealOf(side, word) {
    return `sha256:${sha256(`${this.match} ${side} ${word}`)}`;
  }

  /**
   * Once: another browser of the same player may seal another word, and then that one counts.
   * @param {string} side
   * @param {Record<string, string>} seals
   */
  seal(side, seals) {
    if (this.sent.has(`seal ${side}`)) return;
    const { words } = store.exchange(this.match);
    const word = words[side] ?? randomWord();
    store.keepExchange(this.match, { words: { ...words, [side]: word } });
    const seal = this.sealOf(side, word);
    if (seals[side] !== seal) this.send("seal", side, { seal });
    else this.sent.add(`seal ${side}`);
  }

  /** @param {string} side @param {Record<string, string>} seals */
  show(side, seals) {
    const { words, seals: seen } = store.exchange(this.match);
    const word = words[side];
    if (!word || seals[side] !== this.sealOf(side, word)) return; // it was sealed elsewhere
    if (!seen) store.keepExchange(this.match, { seals });
    this.send("word", side, { word });
  }

  /** @param {string} type @param {string} side @param {Record<string, unknown>} fields */
  send(type, side, fields) {
    const name = `${type} ${side}`;
    if (this.sent.has(name)) return;
    this.sent.add(name);
    this.command(type, { side, ...fields }).catch(() => this.sent.delete(name));
  }

  /** The words must be those that were sealed when this browser showed its own. @param {MatchState} state */
  compare({ words = {} }) {
    const { words: own, seals: seen } = store.exchange(this.match);
    if (!seen || this.warned) return;
    const wrong = Object.entries(words).some(
      ([side, shown]) => shown && (this.sealOf(side, shown.word) !== seen[side] || shown.word !== (own[side] ?? shown.word)),
    );
    if (!wrong) return;
    this.warned = true;
    toast("The dice are not to be trusted: a word is not the one that was sealed.", { seconds: 0, id: "dice" });
  }
}

/** 32 random hexadecimal digits. */
function randomWord() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
