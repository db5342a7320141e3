/** The view follows the play: it opens on the front, and goes where something is asked, fought, taught or shown. */

import { COMFORTABLE, isTiny, LEGIBLE } from "./detail.js";
import { bestWindow, frontOf, middle } from "./front.js";
import { boxOf } from "./geometry.js";
import { COUNTER } from "./stacking.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {{x: number, y: number, scale: number} | "whole"} Spot  what the window shows: its middle and the scale, or the whole map */

/** So long after the player's hand moved the map, in milliseconds, the view stays where it is. */
const HANDS_OFF = 1500;
/** The size of a counter, in pixels, at which what is printed on it can be made out. */
const LEGIBLE_ENOUGH = 26;
/** Around what is brought into sight: so many counters. */
const AROUND = 6;

/** The whole map, as `opened` has it. */
const WHOLE = JSON.stringify("whole");

export class Follow {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** Where to go back to from the whole map. @type {Spot | null} */
    this.back = null;
    /** Whether the player has asked for the whole map: then the view does not come closer by itself. */
    this.whole = false;
    this.handAt = -Infinity;
    /** The side whose front is shown. */
    this.own = "";
    /** What was shown at first, as text. */
    this.opened = "";
    /** Flies once more to where the last flight led. */
    this.again = () => {};
  }

  /** The player moves the map. */
  byHand() {
    this.handAt = performance.now();
    this.whole = false;
  }

  /** Whether the view may move by itself now. */
  get may() {
    const { chosen, animated, gestures, viewport } = this.board;
    const panning = !!gestures?.state || performance.now() - this.handAt < HANDS_OFF;
    return chosen.follow && animated && !panning && viewport.width > 1;
  }

  /** @returns {Spot} */
  get spot() {
    const { viewport } = this.board;
    if (viewport.fitted) return "whole";
    const [x, y] = viewport.toMap(viewport.width / 2, viewport.height / 2);
    return { x: Math.round(x), y: Math.round(y), scale: Number(viewport.scale.toFixed(3)) };
  }

  /** Shows what was shown before. @param {Spot} spot @param {boolean} [smooth] */
  restore(spot, smooth = false) {
    const { viewport } = this.board;
    this.whole = spot === "whole";
    if (spot === "whole") viewport.fit(smooth);
    else if (smooth) viewport.centre(spot.x, spot.y, { scale: spot.scale });
    else viewport.jump(spot.x, spot.y, spot.scale);
  }

  /** The front, so large that the top counters can be read; the whole map where they can be read in it. @param {string} own */
  open(own) {
    this.own = own;
    const spot = this.front();
    if (spot) this.restore(spot);
    this.opened = JSON.stringify(this.spot);
  }

  /** Whether the view has not moved since it opened: then it opens anew when the window gets another size. */
  get asOpened() {
    return !this.whole && JSON.stringify(this.spot) === this.opened;
  }

  /** The window is about to get another size. What then opens the view anew, or goes on with the flight that this cuts short. */
  interrupted() {
    const { viewport } = this.board;
    if (this.asOpened) return () => this.open(this.own);
    return viewport.glide || viewport.width <= 1 ? this.again : () => {};
  }

  /** @returns {Spot | null} */
  front() {
    const { viewport } = this.board;
    const points = frontOf(this.board, this.own);
    if (!points.length || viewport.fitScale * COUNTER >= LEGIBLE) return null;
    const scale = this.scaleFor(points.map(({ at }) => at), LEGIBLE, COMFORTABLE);
    const [x, y] = bestWindow(points, viewport.width / scale - COUNTER, viewport.height / scale - COUNTER);
    return { x, y, scale };
  }

  /**
   * The scale at which all the points are seen, with room around them, if counters then have a size between these.
   * @param {Point[]} points
   * @param {number} least  pixels
   * @param {number} most
   */
  scaleFor(points, least, most) {
    const { viewport } = this.board;
    const [, , width, height] = boxOf(points);
    const around = AROUND * COUNTER;
    const all = Math.min(viewport.width / (width + around), viewport.height / (height + around));
    return Math.max(least / COUNTER, Math.min(most / COUNTER, all));
  }

  /** The whole map, and back. */
  toggleWhole() {
    const { viewport, animated } = this.board;
    if (!viewport.fitted) {
      this.back = this.spot;
      this.whole = true;
      viewport.fit(animated);
      return;
    }
    const spot = this.back ?? this.front();
    if (spot) this.restore(spot, animated);
  }

  /**
   * Where these spaces and tokens are.
   * @param {string[]} names
   * @param {boolean} trays  whether those beside the map count
   * @returns {Point[]}
   */
  points(names, trays) {
    const { layout } = this.board;
    return names.flatMap((name) => {
      const place = layout.places.get(this.board.spaceOf(name));
      return place && (trays || !place.tray) ? [place.centre] : [];
    });
  }

  /**
   * Brings spaces and tokens into sight, close enough to read what is there but all of them together. Where they can be read
   * already nothing moves.
   * @param {string[]} names
   */
  bring(names) {
    this.fly(this.points(names, true));
  }

  /** What a lesson is about comes into sight, what lies beside the map only where all of it can be read. @param {string[]} names */
  teach(names) {
    const all = this.points(names, true);
    const legible = this.scaleFor(all, 0, COMFORTABLE) * COUNTER >= LEGIBLE_ENOUGH;
    this.fly(legible ? all : this.points(names, false));
  }

  /** Goes there by itself, if the view may. @param {string[]} names */
  to(names) {
    if (this.may) this.fly(this.points(names, false), this.whole);
  }

  /** Something is asked: at least a part of what can be chosen comes into sight. @param {string[]} names */
  asked(names) {
    if (this.opened === WHOLE && this.asOpened && this.front()) return this.open(this.own); // the first units have come
    if (!this.may) return;
    const { viewport } = this.board;
    const points = this.points(names, false);
    if (!points.length || (this.isLegible(this.whole) && points.some(([x, y]) => viewport.sees(x, y)))) return;
    const scale = this.scaleFor(points, LEGIBLE, COMFORTABLE);
    const weighted = points.map((at) => ({ at, weight: 1 }));
    const [x, y] = bestWindow(weighted, viewport.width / scale - COUNTER, viewport.height / scale - COUNTER);
    this.leave(x, y, scale, () => this.asked(names));
  }

  /** Flies to another place. @param {number} x @param {number} y @param {number} scale @param {() => void} again */
  leave(x, y, scale, again) {
    this.opened = "";
    this.again = again;
    this.board.viewport.centre(x, y, { scale, smooth: this.board.animated });
  }

  /** Whether single units can be read, or need not be. @param {boolean} whole */
  isLegible(whole) {
    return whole || !isTiny(this.board.viewport.goal);
  }

  /** @param {Point[]} points @param {boolean} [whole]  whether the whole map will do */
  fly(points, whole = false) {
    const { viewport } = this.board;
    if (!points.length || (this.isLegible(whole) && points.every(([x, y]) => viewport.sees(x, y)))) return;
    const most = isTiny(viewport.goal) ? COMFORTABLE : viewport.goal * COUNTER;
    const scale = this.scaleFor(points, viewport.fitScale * COUNTER, most);
    const [x, y] = middle(boxOf(points));
    this.leave(x, y, scale, () => this.fly(points, whole));
  }
}
