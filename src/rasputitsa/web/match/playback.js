/** Shows one new position after another, at a pace that can be followed and skipped. */

import { pause } from "../dom.js";
import { settings } from "../store.js";

/** @typedef {import("./connection.js").Update} Update */

/** @type {Record<string, number>} */
const PACES = { slow: 1.9, normal: 1, fast: 0.4 };
const TICK = 40; // milliseconds

export class Playback {
  /**
   * @param {(update: Update) => Promise<void>} present
   * @param {() => void} done  when all that came has been shown
   * @param {(error: unknown) => void} failed  a position cannot be shown; those after it are
   */
  constructor(present, done, failed) {
    this.present = present;
    this.done = done;
    this.failed = failed;
    /** @type {Update[]} */
    this.queue = [];
    this.running = false;
    this.skipping = false;
    this.reading = false;
    this.stopped = false;
    /** @type {(() => void)[]} */
    this.waiters = [];
  }

  /** @param {Update} update */
  push(update) {
    this.queue.push(update);
    void this.run();
  }

  async run() {
    if (this.running) return;
    this.running = true;
    for (let next = this.queue.shift(); next && !this.stopped; next = this.queue.shift()) await this.present(next).catch(this.failed);
    this.running = false;
    this.skipping = false;
    this.done();
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  /** Whether nothing else is waiting to be shown. */
  get atEnd() {
    return this.queue.length === 0;
  }

  /** When all that came has been shown. @returns {Promise<void>} */
  caughtUp() {
    return new Promise((resolve) => {
      if (this.running) this.waiters.push(resolve);
      else resolve();
    });
  }

  /** Show the rest at once or, if the player was reading, go on. */
  skip() {
    if (this.reading) this.reading = false;
    else this.skipping = true;
  }

  /** A pause that a skip cuts short. @param {number} milliseconds */
  async rest(milliseconds) {
    await this.until(milliseconds, () => false);
  }

  /** The player reads something, until going on or for as long as it takes. @param {number} milliseconds */
  async read(milliseconds) {
    this.reading = true;
    await this.until(milliseconds, () => !this.reading);
    this.reading = false;
  }

  /** @param {number} milliseconds @param {() => boolean} over */
  async until(milliseconds, over) {
    const end = Date.now() + milliseconds * (PACES[settings().pace] ?? 1);
    while (Date.now() < end && !over() && !this.skipping && !this.stopped) await pause(Math.min(TICK, end - Date.now()));
  }

  stop() {
    this.stopped = true;
  }
}
