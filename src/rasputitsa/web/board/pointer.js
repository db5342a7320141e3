/** The mouse and the finger: clicks, what lies under the pointer, and a longer look at it. */

import { Fan } from "./fan.js";

/** @typedef {import("./board.js").Board} Board */

/** How long the pointer must rest before a stack spreads, in milliseconds. */
const REST = 380;

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hovered = "";
    this.timer = 0;
  }

  /** What was hovered may have changed. */
  forget() {
    this.hovered = "";
    clearTimeout(this.timer);
  }

  /** @param {number} x @param {number} y @param {Event} event */
  tap(x, y, event) {
    const { board } = this;
    const { counters } = board;
    const { counter, place } = board.find(x, y);
    if (!place) {
      counters.close();
      board.emit("fan", null);
      return;
    }
    if (place.folded) board.unfold(place.name);
    board.cursor.set(place.name, counter?.at === place.name ? counter.name : null, false);
    const space = counter ? counter.at : place.name;
    if (counters.open && counters.open !== space) counters.close();
    if (counter && this.isStack(space) && counters.open !== space && !board.lights.spaces.has(space)) {
      board.fan(space);
      board.emit("fan", space);
      // Where several of them can be chosen, the next click says which; where none can, this one is only a look.
      const lit = this.litIn(space).length;
      if (lit === 1 || (lit === 0 && board.lights.spaces.size)) board.choose(space, this.litIn(space)[0] ?? counter.name, event);
      return;
    }
    if (counters.open !== space) board.emit("fan", null);
    // In the gap between the counters of a spread stack the only one that can be chosen is meant.
    const gap = !counter && counters.open === space && this.litIn(space).length === 1;
    board.choose(space, gap ? this.litIn(space)[0] : (counter?.name ?? null), event);
  }

  /** Whether counters lie on top of each other there. @param {string} space */
  isStack(space) {
    return this.board.counters.in(space).length > 1 && !this.board.layout.places.get(space)?.flat;
  }

  /** The tokens of a space that can be chosen. @param {string} space */
  litIn(space) {
    return this.board.counters.in(space).flatMap(({ name }) => (this.board.lights.tokens.has(name) ? [name] : []));
  }

  /** Zooms in, except where it could be two clicks. @param {number} x @param {number} y */
  doubleTap(x, y) {
    const { counter, place } = this.board.find(x, y);
    if (counter || (place && this.board.lights.spaces.has(place.name))) return;
    this.board.viewport.zoom(1.8, x, y, this.board.animated);
  }

  /** @param {number} x @param {number} y */
  hover(x, y) {
    const { board } = this;
    const { counters } = board;
    const { counter, place } = board.find(x, y);
    const space = place?.name ?? "";
    const hovered = space + "|" + (counter?.name ?? "");
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    clearTimeout(this.timer);
    const lit = (counter && board.lights.tokens.has(counter.name)) || board.lights.spaces.has(space);
    board.surface.stage.classList.toggle("rb-can-choose", !!lit);
    const token = counter?.at === space ? counter.name : null;
    board.emit("hover", place ? { space, tokens: counters.in(space).map(({ name }) => name), token } : null);
    const [mx, my] = board.viewport.toMap(x, y);
    if (counters.open && counters.open !== space && !counters.fan.covers(mx, my)) counters.close();
    if (place && counter?.at === space && !this.isFar && this.mayFan(space)) this.timer = window.setTimeout(() => board.fan(space), REST);
  }

  /** Whether the fan would be so much larger than the stack that it should not open under a pointer that only rests. */
  get isFar() {
    return Fan.sizeAt(this.board.viewport.scale) > 1.3;
  }

  /**
   * Whether a stack spreads under the pointer: one to choose from or, while nothing can be chosen, any. The stack in a
   * space that is itself the choice stays closed, for spread out it would cover what is beside it; from far away any
   * stack would, where there are spaces to choose from.
   * @param {string} space
   */
  mayFan(space) {
    const { lights } = this.board;
    if (!this.isStack(space) || lights.spaces.has(space)) return false;
    if (this.isFar && lights.spaces.size) return false;
    return !lights.order.length || this.litIn(space).length > 0;
  }

  /** A longer look: by the right button or a long press. @param {number} x @param {number} y */
  inspect(x, y) {
    const { counter, place } = this.board.find(x, y);
    if (place) this.board.emit("inspect", { space: place.name, token: counter?.name ?? null });
  }

  leave() {
    this.forget();
    this.board.counters.close();
    this.board.emit("hover", null);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
