/** Where something can lie over the map and hide as little as possible of what matters there. */

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Rect
 * @typedef {{x: number, y: number, weight: number}} Weighted  a point of the map that should be seen, and how much that matters
 */

const EDGE = 10; // distance from the edges of the map, in pixels
const ROOM = 26; // around the middle of what must be seen

/**
 * Nine places for a box: the corners of the map, the middles of its sides, and its centre.
 * @param {DOMRect} area
 * @param {DOMRect} box
 * @returns {Rect[]}
 */
export function around({ width, height }, box) {
  const xs = [EDGE, width - box.width - EDGE, (width - box.width) / 2];
  const ys = [height - box.height - EDGE, EDGE, (height - box.height) / 2];
  return ys.flatMap((y) => xs.map((x) => at(x, y, box)));
}

/** A box with its corner at a point. @param {number} left @param {number} top @param {DOMRect} box @returns {Rect} */
export function at(left, top, { width, height }) {
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * Puts an element where it hides the least; of equal places into the first.
 * @param {HTMLElement} element
 * @param {Rect[]} spots
 * @param {Weighted[]} seen
 */
export function put(element, spots, seen) {
  const costs = spots.map((spot) => seen.reduce((sum, { x, y, weight }) => sum + (covers(spot, x, y) ? weight : 0), 0));
  const best = spots[costs.indexOf(Math.min(...costs))];
  element.style.setProperty("left", `${Math.max(0, best.left)}px`);
  element.style.setProperty("top", `${Math.max(0, best.top)}px`);
}

/** @param {Rect} rect @param {number} x @param {number} y */
const covers = (rect, x, y) => x > rect.left - ROOM && x < rect.right + ROOM && y > rect.top - ROOM && y < rect.bottom + ROOM;

/** Whether two boxes have a part in common. @param {Rect} one @param {Rect} other */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
