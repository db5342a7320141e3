/** Where the front is, as the view shows it: where tokens of both sides are near each other, else where control changes. */

import { boxOf } from "./geometry.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {{at: Point, weight: number}} Weighted  a point, and how much it matters that it is seen */

const OWN = 3;
const OTHER = 2;

/**
 * The points of the front.
 * @param {import("./board.js").Board} board
 * @param {string} own  the viewer's side; "" where there is none
 * @returns {Weighted[]}
 */
export function frontOf({ counters, layout, territory }, own) {
  const taken = [...counters.stacks].flatMap(([name, stack]) => {
    const place = layout.places.get(name);
    return place && !place.tray && stack.length ? [{ place, sides: new Set(stack.map(({ side }) => side)) }] : [];
  });
  if (!taken.length) return []; // before the set-up nothing is worth coming closer for
  /** @type {Map<string, Set<string>>} */
  const sides = new Map(taken.map(({ place, sides: here }) => [place.name, here]));
  const weight = (/** @type {boolean} */ mine) => (mine ? OWN : OTHER);
  const touching = taken.filter(({ place, sides: here }) => around(layout, place).some((name) => differ(here, sides.get(name))));
  const mine = touching.some(({ sides: here }) => here.has(own));
  if (mine || (touching.length && !own)) {
    return touching.map(({ place, sides: here }) => ({ at: place.centre, weight: weight(here.has(own)) }));
  }
  const borders = layout.onMap.filter((place) => isBorder(place, territory.owners));
  if (borders.length) return borders.map((place) => ({ at: place.centre, weight: weight(territory.owners.get(place.name) === own) }));
  const ownPlaces = taken.filter(({ sides: here }) => here.has(own));
  return (ownPlaces.length ? ownPlaces : touching).map(({ place }) => ({ at: place.centre, weight: OWN }));
}

/** A place, its neighbours and theirs. @param {import("./layout.js").Layout} layout @param {Place} place */
function around(layout, place) {
  return [place.name, ...place.neighbours.flatMap((name) => [name, ...(layout.places.get(name)?.neighbours ?? [])])];
}

/** @param {Set<string>} here @param {Set<string> | undefined} there */
const differ = (here, there) => !!there && [...there].some((side) => here.size > 1 || !here.has(side));

/** @param {Place} place @param {Map<string, string>} owners */
function isBorder({ name, neighbours }, owners) {
  const owner = owners.get(name);
  return owner !== undefined && neighbours.some((other) => (owners.get(other) ?? owner) !== owner);
}

/**
 * The middle of a window of that size that shows as much as it can of what matters.
 * @param {Weighted[]} points
 * @param {number} width
 * @param {number} height
 * @returns {Point}
 */
export function bestWindow(points, width, height) {
  const seen = ([x, y] = /** @type {Point} */ ([0, 0])) =>
    points.filter(({ at }) => Math.abs(at[0] - x) <= width / 2 && Math.abs(at[1] - y) <= height / 2);
  const value = (/** @type {Weighted[]} */ some) => some.reduce((sum, { weight }) => sum + weight, 0);
  const candidates = [middle(boxOf(points.map(({ at }) => at))), ...points.map(({ at }) => at)];
  let best = seen(candidates[0]);
  for (const candidate of candidates) {
    const found = seen(candidate);
    if (value(found) > value(best)) best = found;
  }
  return best.length ? middle(boxOf(best.map(({ at }) => at))) : candidates[0];
}

/** @param {Box} box @returns {Point} */
export const middle = ([x, y, width, height]) => [x + width / 2, y + height / 2];
