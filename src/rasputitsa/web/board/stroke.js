/** A stroke with a brush: every space that the pointer passes over, each of them once. */

import { RADIUS } from "./layout.js";
import { make } from "./svg.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Point} Point */

/** Points along a stroke are not farther from each other than this, so that no space is jumped over. */
const STEP = RADIUS / 2;

export class Stroke {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** Whether a drag paints; with the shift key it does so wherever there is something to paint. */
    this.painting = false;
    /** Whether there is something to paint. */
    this.possible = false;
    /** Where the stroke has come to; null while there is none. @type {Point | null} */
    this.last = null;
    /** The spaces that it has passed over. @type {Set<string>} */
    this.passed = new Set();
  }

  /** Whether a drag from here is a stroke. @param {number} x @param {number} y @param {PointerEvent} event */
  begin(x, y, event) {
    if (!this.possible || !(this.painting || event.shiftKey)) return false;
    this.passed.clear();
    this.last = this.board.viewport.toMap(x, y);
    this.pass(this.last);
    return true;
  }

  /** @param {number} x @param {number} y */
  go(x, y) {
    if (!this.last) return;
    const [fromX, fromY] = this.last;
    const [toX, toY] = (this.last = this.board.viewport.toMap(x, y));
    const count = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / STEP);
    for (let i = 1; i <= count; i++) this.pass([fromX + ((toX - fromX) * i) / count, fromY + ((toY - fromY) * i) / count]);
  }

  /** @param {Point} point */
  pass([x, y]) {
    const { board } = this;
    const space = board.layout.at(x, y)?.name;
    if (!space || this.passed.has(space)) return;
    this.passed.add(space);
    make("path", { class: "rb-stroke", d: board.marks.shape(space, 8) }, board.marks.hints);
    board.emit("paint", space);
  }

  end() {
    this.last = null;
    for (const mark of this.board.marks.hints.querySelectorAll(".rb-stroke")) mark.remove();
  }
}
