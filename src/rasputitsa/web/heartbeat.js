/** Notices a connection that is dead though nobody closed it, as after a sleep or in another network, by asking for signs of life. */

const TICK = 500; // milliseconds
const EVERY = 3000; // between two pings
const PATIENCE = 5000; // for the answer to one

export class Heartbeat {
  /** @param {() => void} ping  asks the server for a sign of life @param {() => void} dead  none came */
  constructor(ping, dead) {
    this.ping = ping;
    this.dead = dead;
    this.timer = 0;
    this.waiting = false;
    /** When the last ping was sent, and how often the timer has run since. */
    this.sent = 0;
    this.ticks = 0;
  }

  start() {
    this.stop();
    this.waiting = false;
    this.timer = window.setInterval(() => this.tick(), TICK);
    this.ask();
  }

  stop() {
    window.clearInterval(this.timer);
    this.timer = 0;
  }

  /** Asks now. A ping whose answer is still waited for keeps its time, or who asks often would wait for ever. */
  ask() {
    if (!this.timer) return;
    if (this.overdue) {
      this.dead();
      return;
    }
    if (!this.waiting || this.age >= PATIENCE) {
      this.sent = performance.now();
      this.ticks = 0;
    }
    this.waiting = true;
    this.ping();
  }

  answered() {
    this.waiting = false;
  }

  /** Of the last ping. */
  get age() {
    return performance.now() - this.sent;
  }

  /**
   * A timer that comes late says nothing about the server: the page was busy, hidden or asleep, and the answer may be the next
   * thing that it gets to see. So at least two must pass.
   */
  get overdue() {
    return this.waiting && this.age >= PATIENCE && this.ticks > 1;
  }

  tick() {
    this.ticks += 1;
    if (this.overdue || (!this.waiting && this.age >= EVERY)) this.ask();
  }
}
