/** The log of a match as far as it is here: the newest entries without a gap. Earlier ones are asked for when they are needed. */

/**
 * @typedef {import("./types.js").EntryData} Entry
 * @typedef {import("./types.js").LogPage} LogPage
 */

export class MatchLog {
  /** @param {(before: number) => Promise<LogPage>} ask  for the entries before that number */
  constructor(ask) {
    this.ask = ask;
    /** @type {Entry[]} */
    this.entries = [];
    /** The number of the first entry that is here. */
    this.first = 0;
    /** @type {Promise<boolean> | null} */
    this.asking = null;
  }

  /** The number of the newest position. */
  get end() {
    return this.first + this.entries.length;
  }

  /** Whether it is here from the beginning. */
  get isWhole() {
    return this.first === 0;
  }

  /** @param {{log_from: number, log_gap?: boolean, log: Entry[]}} state */
  take({ log_from, log_gap, log }) {
    if (log_gap || log_from < this.first) {
      this.entries = [];
      this.first = log_from;
    }
    this.entries = [...this.entries.slice(0, log_from - this.first), ...log];
  }

  /** The entries from one number to the other, as far as they are here. @param {number} from @param {number} [to] @returns {Entry[]} */
  between(from, to = this.end) {
    return this.entries.slice(Math.max(0, from - this.first), Math.max(0, to - this.first));
  }

  /** Gets some earlier entries. @returns {Promise<boolean>} whether any have come */
  older() {
    this.asking ??= this.fetch().finally(() => (this.asking = null));
    return this.asking;
  }

  async fetch() {
    if (this.isWhole) return false;
    const { log_from, log } = await this.ask(this.first);
    if (log_from + log.length !== this.first) return !this.isWhole; // something was undone meanwhile
    this.entries = [...log, ...this.entries];
    this.first = log_from;
    return true;
  }
}
