/** A stack spread out as a fan: every counter of it large enough to be read, whatever the zoom, and within the window. */

import { COUNTER, hasRoom, MARGIN, spread } from "./stacking.js";
import { make } from "./svg.js";

/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./counter.js").Counter} Counter */
/** @typedef {import("./counters.js").Counters} Counters */

/** The smallest side of a counter in a fan, in pixels of the screen. */
const LEGIBLE = 46;
const SMALLER = 0.9; // each try

export class Fan {
  /** @param {Counters} counters */
  constructor(counters) {
    this.counters = counters;
    /** The space whose stack lies spread out. @type {string | null} */
    this.open = null;
    /** How much larger than usual the counters of the fan are. */
    this.size = 1;
    /** The zoom at which it was spread out. */
    this.scale = 1;
    /** What it covers: left, top, right and bottom. @type {[number, number, number, number] | null} */
    this.box = null;
    this.backdrop = make("rect", { class: "rb-backdrop", rx: 8 });
    /** Told when another stack lies open, or none. @type {(space: string | null) => void} */
    this.changed = () => {};
  }

  /** How much a counter must grow to be legible. @param {number} scale  pixels for a unit of the drawing */
  static sizeAt(scale) {
    return Math.max(1, LEGIBLE / (COUNTER * scale));
  }

  /**
   * From close by a tall stack is made smaller until it fits into the window, as long as it stays legible.
   * @param {number} count
   * @param {number} scale
   * @param {Box} window
   */
  static sizeFor(count, scale, window) {
    const least = LEGIBLE / (COUNTER * scale);
    let size = Fan.sizeAt(scale);
    while (size > least && !hasRoom(count, window, size)) size = Math.max(least, size * SMALLER);
    return size;
  }

  /**
   * Spreads the stack of a space.
   * @param {string} name
   * @param {number} scale  pixels for a unit of the drawing
   * @param {Box} window  the part of the drawing that is seen
   */
  spread(name, scale, window) {
    if (this.open === name) return;
    this.close();
    const { counters } = this;
    const place = counters.layout.places.get(name);
    const stack = counters.in(name);
    if (!place || place.flat || stack.length < 2) return;
    this.open = name;
    this.scale = scale;
    this.size = Fan.sizeFor(stack.length, scale, window);
    const points = spread(place, stack.length, window, this.size);
    this.cover(points);
    counters.layer.append(this.backdrop);
    for (const counter of stack) {
      counters.raise(counter);
      counter.element.classList.add("rb-fanned");
    }
    counters.flush(stack[0]);
    stack.forEach((counter, i) => counter.place(points[i][0], points[i][1], this.size));
    this.changed(name);
  }

  /** The backdrop lies under all of them. @param {import("./types.js").Point[]} points */
  cover(points) {
    const pad = (COUNTER / 2 + MARGIN) * this.size;
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    this.box = [Math.min(...xs) - pad, Math.min(...ys) - pad, Math.max(...xs) + pad, Math.max(...ys) + pad];
    const [x, y, right, bottom] = this.box;
    for (const [key, value] of Object.entries({ x, y, width: right - x, height: bottom - y, rx: 8 * this.size })) {
      this.backdrop.setAttribute(key, String(value));
    }
  }

  /** Whether a point lies on the fan. @param {number} x @param {number} y */
  covers(x, y) {
    if (!this.open || !this.box) return false;
    return x >= this.box[0] && x <= this.box[2] && y >= this.box[1] && y <= this.box[3];
  }

  close() {
    if (!this.open) return;
    const name = this.open;
    this.open = null;
    this.backdrop.remove();
    for (const element of this.counters.layer.querySelectorAll(".rb-fanned")) element.classList.remove("rb-fanned");
    this.counters.arrange(name);
    this.changed(null);
  }

  /**
   * The window has changed: the fan keeps its size on the screen, and stays there as long as its stack does.
   * @param {number} scale
   * @param {Box} window
   */
  follow(scale, window) {
    const { open } = this;
    if (!open || (Math.abs(scale / this.scale - 1) < 0.02 && this.isWithin(window))) return;
    this.close();
    const [left, top, width, height] = window;
    const [x, y] = this.counters.layout.places.get(open)?.centre ?? [0, 0];
    if (x > left && x < left + width && y > top && y < top + height) this.spread(open, scale, window);
  }

  /** @param {Box} window */
  isWithin([left, top, width, height]) {
    const [x, y, right, bottom] = this.box ?? [0, 0, 0, 0];
    return x >= left - 1 && y >= top - 1 && right <= left + width + 1 && bottom <= top + height + 1;
  }
}
