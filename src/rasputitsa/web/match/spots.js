/** Where something can lie over the map and hide as little as possible of what matters there. */

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Rect
 * @typedef {{spot: Rect, cost: number}} Choice  a place, and how much it hides
 * @typedef {{x: number, y: number, weight: number}} Weighted  a point of the map that should be seen, and how much that matters
 */

const EDGE = 10; // distance from the edges of the map, in pixels
const ROOM = 26; // around the middle of what must be seen

/**
 * Places for a box: the corners of the map, the middles of its sides, its centre; then those between them.
 * @param {DOMRect} area
 * @param {DOMRect} box
 * @returns {Rect[]}
 */
export function around({ width, height }, box) {
  const along = (/** @type {number} */ room, /** @type {number[]} */ parts) => parts.map((part) => EDGE + part * (room - 2 * EDGE));
  const grid = (/** @type {number[]} */ right, /** @type {number[]} */ down) =>
    along(height - box.height, down).flatMap((y) => along(width - box.width, right).map((x) => at(x, y, box)));
  const quarters = [0, 0.25, 0.5, 0.75, 1];
  return [...grid([0, 1, 0.5], [1, 0, 0.5]), ...grid(quarters, quarters)];
}

/** A box with its corner at a point. @param {number} left @param {number} top @param {DOMRect} box @returns {Rect} */
export function at(left, top, { width, height }) {
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * Where it hides the least; of equal places the first.
 * @param {Rect[]} spots
 * @param {Weighted[]} seen
 * @returns {Choice}
 */
export function best(spots, seen) {
  const costs = spots.map((spot) => seen.reduce((sum, { x, y, weight }) => sum + (covers(spot, x, y) ? weight : 0), 0));
  const cost = Math.min(...costs);
  return { spot: spots[costs.indexOf(cost)], cost };
}

/** Puts an element where it hides the least. @param {HTMLElement} element @param {Rect[]} spots @param {Weighted[]} seen */
export function put(element, spots, seen) {
  const { left, top } = best(spots, seen).spot;
  element.style.setProperty("left", `${Math.max(0, left)}px`);
  element.style.setProperty("top", `${Math.max(0, top)}px`);
}

/** @param {Rect} rect @param {number} x @param {number} y */
const covers = (rect, x, y) => x > rect.left - ROOM && x < rect.right + ROOM && y > rect.top - ROOM && y < rect.bottom + ROOM;

/** Whether two boxes have a part in common. @param {Rect} one @param {Rect} other */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
