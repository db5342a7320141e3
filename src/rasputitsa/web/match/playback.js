/** Shows one new position after another, at a pace that can be followed and skipped. */

import { pause } from "../dom.js";
import { isForeign } from "./pace.js";

/** @typedef {import("./connection.js").Update} Update */

const TICK = 40; // milliseconds

export class Playback {
  /**
   * @param {(update: Update) => Promise<void>} present
   * @param {() => void} done  when all that came has been shown
   * @param {(error: unknown) => void} failed  a position cannot be shown; those after it are
   * @param {import("./pace.js").Pace} pace
   */
  constructor(present, done, failed, pace) {
    this.present = present;
    this.done = done;
    this.failed = failed;
    this.pace = pace;
    /** @type {Update[]} */
    this.queue = [];
    this.running = false;
    /** Whether the player wants to see the rest at once. */
    this.skipped = false;
    /** What is being shown, or was last. @type {Update | null} */
    this.now = null;
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
    for (let next = this.pace.take(this.queue); next && !this.stopped; next = this.pace.take(this.queue)) await this.show(next);
    this.running = false;
    this.skipped = false;
    this.done();
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  /** @param {Update} update */
  async show(update) {
    const start = performance.now();
    this.now = update;
    await this.present(update).catch(this.failed);
    this.pace.passed(update, performance.now() - start);
  }

  /** Whether nothing moves and nothing waits now. */
  get skipping() {
    return this.skipped || (this.now !== null && this.pace.isAtOnce(this.now));
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
    else this.skipped = true;
  }

  /** A pause that a skip cuts short. @param {number} milliseconds */
  async rest(milliseconds) {
    await this.until(this.time(milliseconds), () => false);
  }

  /** The player reads something, until going on or for as long as it takes. @param {number} milliseconds */
  async read(milliseconds) {
    this.reading = true;
    await this.until(this.time(milliseconds, true), () => !this.reading);
    this.reading = false;
  }

  /** How long is shown now what would take so many milliseconds. @param {number} milliseconds @param {boolean} [toRead] */
  time(milliseconds, toRead = false) {
    return this.pace.time(milliseconds, this.now !== null && isForeign(this.now), toRead);
  }

  /** @param {number} milliseconds @param {() => boolean} over */
  async until(milliseconds, over) {
    const end = Date.now() + milliseconds;
    while (Date.now() < end && !over() && !this.skipping && !this.stopped) await pause(Math.min(TICK, end - Date.now()));
  }

  stop() {
    this.stopped = true;
  }
}
