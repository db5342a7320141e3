/** How long is shown what somebody else does: three paces, and a turn that at the second of them takes so long at most. */

import { settings } from "../store.js";

/**
 * @typedef {import("./connection.js").Update} Update
 * @typedef {import("../types.js").EventData} GameEvent
 */

const CHANCE = "chance";
/** By pace: how much longer than usual everything is shown. */
const SLOWNESS = { watch: 1.9, brisk: 1, once: 0 };
/** Milliseconds that the whole turn of somebody else is shown at most at the brisk pace. */
const TURN = 11_000;
/** A computer's turn takes so long, what it thinks included; but however long it has thought, so much is left to show it. */
const WITH_THINKING = 13_500;
const LEAST = 4_000;
/** What is shown next may take so much of what is left of them: the longer a turn, the quicker it is told. */
const SHARE = 0.13;
const TO_READ = 0.4; // if there is something to read
/** When less is left of a turn, quiet moves are shown together wherever they are. */
const LATE = TURN / 3;
/** Kinds of events that can be shown together. */
const QUIET = new Set(["move", "taken-back", "arrival", "departure", "detail", "draw", "supply", "recovery", "set-up"]);

/** Whether somebody who does not look here has done something. @param {Update} update */
export const isForeign = ({ state, entries }) => entries.some(({ side }) => side !== CHANCE && !state.you.includes(side));

/** @param {GameEvent} event */
const isQuiet = (event) => QUIET.has(event.kind) && !event.reveals;

/** Where something has happened: where each way ends. @param {Update} update */
const endsOf = ({ entries }) => entries.flatMap(({ events }) => events.flatMap(({ spaces }) => spaces.slice(-1)));

/** @param {Update} update */
function canBeJoined(update) {
  return isForeign(update) && update.entries.every(({ side, events }) => side !== CHANCE && events.every(isQuiet));
}

/** One update that leads to where the second does. @param {Update} one @param {Update} other @returns {Update} */
const join = (one, other) => ({ state: other.state, entries: [...one.entries, ...other.entries] });

export class Pace {
  /** @param {(one: string, other: string) => boolean} areNear  whether two spaces are in the same sector of the map */
  constructor(areNear) {
    this.areNear = areNear;
    /** Milliseconds that the present turn of somebody else has been shown. */
    this.spent = 0;
    /** When the computer's present turn began. @type {number | null} */
    this.begun = null;
  }

  get slowness() {
    return SLOWNESS[settings().pace];
  }

  get left() {
    if (settings().pace !== "brisk") return Infinity;
    const left = this.begun === null ? TURN : WITH_THINKING - (performance.now() - this.begun);
    return Math.min(TURN - this.spent, Math.max(left, LEAST - this.spent));
  }

  /** Whether an update is shown without any pause. @param {Update} update */
  isAtOnce(update) {
    return isForeign(update) && (this.slowness === 0 || this.left <= 0);
  }

  /**
   * How long something is shown that would take so many milliseconds.
   * @param {number} milliseconds
   * @param {boolean} foreign
   * @param {boolean} toRead
   */
  time(milliseconds, foreign, toRead) {
    const wanted = milliseconds * (this.slowness || 1);
    return foreign ? Math.max(0, Math.min(wanted, this.left * (toRead ? TO_READ : SHARE))) : wanted;
  }

  /** An update was shown, for so long. @param {Update} update @param {number} milliseconds */
  passed(update, milliseconds) {
    const { asked, you, seats, outcome } = update.state;
    if (isForeign(update)) this.spent += milliseconds;
    if (outcome || (asked !== null && you.includes(asked))) [this.spent, this.begun] = [0, null];
    else if (asked !== null && seats[asked]?.kind === "bot") this.begun ??= performance.now() - milliseconds;
  }

  /**
   * Takes from the queue what is shown next: quiet moves of one sector together, and all that is left where there is no time.
   * @param {Update[]} queue
   * @returns {Update | undefined}
   */
  take(queue) {
    let found = queue.shift();
    const at = found && canBeJoined(found) ? endsOf(found) : [];
    while (found && queue.length && this.goTogether(found, queue[0], at)) {
      const next = /** @type {Update} */ (queue.shift());
      if (!at.length) at.push(...endsOf(next));
      found = join(found, next);
    }
    return found;
  }

  /** @param {Update} one @param {Update} next @param {string[]} at  where the first of them happened */
  goTogether(one, next, at) {
    const { state } = one;
    if (state.outcome || (state.asked !== null && state.you.includes(state.asked))) return false;
    if (this.isAtOnce(one) && (this.isAtOnce(next) || next.entries.every(({ side }) => side === CHANCE))) return true;
    if (this.slowness > 1 || !canBeJoined(one) || !canBeJoined(next) || state.view.phase !== next.state.view.phase) return false;
    return this.left < LATE || endsOf(next).every((space) => !at.length || at.some((other) => this.areNear(space, other)));
  }
}
