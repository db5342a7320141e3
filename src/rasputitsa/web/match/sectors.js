/** What happened in a long turn, by the sectors of the map. */

import { boxOf, distance } from "../board/geometry.js";

/**
 * @typedef {import("../board/layout.js").Layout} Layout
 * @typedef {import("../board/types.js").Point} Point
 * @typedef {import("./happenings.js").Happening} Happening
 * @typedef {{title: string, happenings: Happening[]}} Sector
 * @typedef {{at: Point, happening: Happening}} Located
 */

/** A turn of more happenings is looked back at by sectors. */
const MANY = 14;

/**
 * Short turns thing by thing, long ones by sectors: from the north to the south, and what has no place on the map at last.
 * @param {Happening[]} happenings
 * @param {Layout} layout
 * @returns {Sector[]}
 */
export function stepsOf(happenings, layout) {
  if (happenings.length <= MANY) return happenings.map((one) => ({ title: "", happenings: [one] }));
  const located = happenings.flatMap((happening) => {
    const place = placeOf(happening, layout);
    return place ? [{ at: place.centre, happening }] : [];
  });
  const elsewhere = happenings.filter((one) => !placeOf(one, layout));
  /** @type {Map<string, Located[]>} by the name of the place that is nearest to the middle of each */
  const found = new Map();
  for (const part of split(located, layout.sector)) {
    const title = nearestName(middleOf(part), layout);
    found.set(title, [...(found.get(title) ?? []), ...part]);
  }
  const sorted = [...found].sort(([, one], [, other]) => middleOf(one)[1] - middleOf(other)[1]);
  const inOrder = (/** @type {Located[]} */ part) => happenings.filter((one) => part.some(({ happening }) => happening === one));
  const sectors = sorted.map(([title, part]) => ({ title: `Around ${title}`, happenings: inOrder(part) }));
  return elsewhere.length ? [...sectors, { title: "Off the map", happenings: elsewhere }] : sectors;
}

/** @param {Happening} happening @param {Layout} layout */
function placeOf({ spaces }, layout) {
  const place = layout.places.get(spaces.at(-1) ?? "");
  return place && !place.tray ? place : null;
}

/** Parts that are no longer and no broader than so much. @param {Located[]} all @param {number} size @returns {Located[][]} */
function split(all, size) {
  if (!all.length) return [];
  const [left, top, width, height] = boxOf(all.map(({ at }) => at));
  if (Math.max(width, height) <= size) return [all];
  const axis = width > height ? 0 : 1;
  const middle = axis ? top + height / 2 : left + width / 2;
  const [near, far] = [true, false].map((first) => all.filter(({ at }) => at[axis] <= middle === first));
  return [...split(near, size), ...split(far, size)];
}

/** @param {Located[]} part @returns {Point} */
function middleOf(part) {
  const [x, y] = part.reduce((sum, { at }) => [sum[0] + at[0], sum[1] + at[1]], [0, 0]);
  return [x / part.length, y / part.length];
}

/** @param {Point} at @param {Layout} layout */
function nearestName(at, layout) {
  const named = layout.onMap.filter(({ title }) => title);
  return named.reduce((best, one) => (distance(one.centre, at) < distance(best.centre, at) ? one : best), named[0])?.title ?? "";
}
