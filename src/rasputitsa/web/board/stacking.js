/** Where the counters of one space lie: stacked on the map, side by side beside it. */

import { boxOf, inside } from "./geometry.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {{side: string}} Owned */
/** @typedef {(side: string) => number} Rank */

/** Side of a counter. */
export const COUNTER = 56;
/** Between the counters of a stack that is spread out, and around them. */
const GAP = 6;
export const MARGIN = 7;

/**
 * A stack on the map, lowest first; where both sides are in a space they stand beside each other.
 * @param {Place} place
 * @param {Owned[]} counters
 * @param {Rank} rank
 * @returns {Point[]}
 */
export function stacked(place, counters, rank) {
  const sides = [...new Set(counters.map((counter) => counter.side))].sort((a, b) => rank(a) - rank(b));
  const [x, y] = place.centre;
  const apart = Math.min(COUNTER * 0.54, Math.max(COUNTER * 0.4, place.room - COUNTER / 2 + 6));
  return counters.map((counter) => {
    const own = counters.filter((other) => other.side === counter.side);
    const lean = Math.min(9, 22 / Math.max(1, own.length - 1));
    const level = own.indexOf(counter) - (own.length - 1) / 2;
    const column = sides.length > 1 ? (sides.indexOf(counter.side) - (sides.length - 1) / 2) * 2 * apart : 0;
    return [x + column + level * lean, y - level * lean];
  });
}

/**
 * An off-map area: a block around its centre, closer together where there are too many.
 * @param {Place} area
 * @param {number} count
 * @returns {Point[]}
 */
export function block(area, count) {
  const [cx, cy] = area.centre;
  const reach = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    let far = COUNTER / 2;
    const clear = (/** @type {number} */ at) =>
      [-0.42, 0, 0.42].every((aside) => inside(area.outline, cx + dx * at + dy * aside * COUNTER, cy + dy * at + dx * aside * COUNTER));
    while (far < 2000 && clear(far + 4)) far += 4;
    return far;
  };
  const wide = 2 * Math.min(reach(-1, 0), reach(1, 0));
  const high = 2 * Math.min(reach(0, -1), reach(0, 1));
  const across = Math.min(count, Math.max(1, Math.floor(wide / (COUNTER + 4))));
  const rows = Math.ceil(count / across);
  const step = rows > 1 ? Math.min(COUNTER + 5, (high - COUNTER) / (rows - 1)) : 0;
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / across);
    const here = Math.min(across, count - row * across);
    return [cx + ((i % across) - (here - 1) / 2) * (COUNTER + 5), cy + (row - (rows - 1) / 2) * step];
  });
}

/**
 * A tray: rows by side.
 * @param {Place} tray
 * @param {Owned[]} counters
 * @param {Rank} rank
 * @returns {Point[]}
 */
export function rows(tray, counters, rank) {
  const [x, y, width, height] = boxOf(tray.outline);
  const room = Math.max(1, Math.floor((height - tray.head - 8) / (COUNTER + 6)));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { side } of counters) counts.set(side, (counts.get(side) ?? 0) + 1);
  const sides = [...counts.keys()].sort((a, b) => rank(a) - rank(b));
  const need = (/** @type {number} */ across) => rowsOf([...counts.values()], across);
  let across = fitting(width);
  while (need(across) > room && across < counters.length) across++;
  const step = across > 1 ? Math.min(COUNTER + 5, (width - 18 - COUNTER) / (across - 1)) : 0;
  /** @type {Map<string, number>} */
  const first = new Map();
  let row = 0;
  for (const side of sides) {
    first.set(side, row);
    row += Math.ceil((counts.get(side) ?? 0) / across);
  }
  /** @type {Map<string, number>} */
  const placed = new Map();
  return counters.map(({ side }) => {
    const i = placed.get(side) ?? 0;
    placed.set(side, i + 1);
    return [
      x + 10 + COUNTER / 2 + (i % across) * step,
      y + tray.head + 4 + COUNTER / 2 + ((first.get(side) ?? 0) + Math.floor(i / across)) * (COUNTER + 6),
    ];
  });
}

/**
 * How many counters of a stack lie side by side when it is spread out, and how many lines that makes.
 * @param {number} count
 * @param {number} width
 * @param {number} size
 * @returns {[number, number]}
 */
function shape(count, width, size) {
  const wanted = count <= 5 ? count : Math.ceil(Math.sqrt(count));
  const fit = Math.floor((width / size - COUNTER - 2 * MARGIN) / (COUNTER + GAP)) + 1;
  const across = Math.max(1, Math.min(wanted, fit));
  return [across, Math.ceil(count / across)];
}

/** Whether a stack can be spread out within a box. @param {number} count @param {Box} box @param {number} size */
export function hasRoom(count, [, , width, height], size) {
  const [across, lines] = shape(count, width, size);
  const needs = (/** @type {number} */ cells) => ((cells - 1) * (COUNTER + GAP) + COUNTER + 2 * MARGIN) * size;
  return needs(across) <= width && needs(lines) <= height;
}

/**
 * A stack spread out around its centre, none hidden by another, within a box.
 * @param {Place} place
 * @param {number} count
 * @param {Box} box
 * @param {number} [size]  how much larger than usual the counters are
 * @returns {Point[]}
 */
export function spread(place, count, [left, top, width, height], size = 1) {
  const step = (COUNTER + GAP) * size;
  const edge = (COUNTER / 2 + MARGIN) * size;
  const [across, lines] = shape(count, width, size);
  const within = (/** @type {number} */ from, /** @type {number} */ room, /** @type {number} */ middle, /** @type {number} */ cells) => {
    const furthest = from + room - edge - (cells - 1) * step;
    return Math.max(from + edge, Math.min(furthest, middle - ((cells - 1) * step) / 2));
  };
  const x = within(left, width, place.centre[0], across);
  const y = within(top, height, place.centre[1], lines);
  return Array.from({ length: count }, (_, i) => [x + (i % across) * step, y + Math.floor(i / across) * step]);
}

/** How many counters fit side by side. @param {number} width */
export function fitting(width) {
  return Math.max(1, Math.floor((width - 16) / (COUNTER + 5)));
}

/** Rows for the counters of a tray, each side in rows of its own. @param {number[]} load  counters by side @param {number} across */
export function rowsOf(load, across) {
  return load.reduce((sum, count) => sum + Math.ceil(count / across), 0);
}
