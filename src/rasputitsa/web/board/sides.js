/** How everything that belongs to a side gets its shape and its colours. */

/** @typedef {import("./types.js").SideData} SideData */

const SHAPES = 3;

/** Classes of the colours that two sides share. */
export const SHARED = "side side-2 colours-shared";

/**
 * The position of a side among the sides; shapes go by it, so that nobody needs colours to tell the sides apart.
 * @param {SideData[]} sides
 * @param {string | null | undefined} name
 */
export function sideIndex(sides, name) {
  const index = sides.findIndex((side) => side.name === name);
  return index < 0 ? SHAPES - 1 : Math.min(index, SHAPES - 1);
}

/**
 * The classes of something that belongs to a side; none where there is no such side.
 * @param {SideData[]} sides
 * @param {string | null | undefined} name
 */
export function sideClass(sides, name) {
  const side = sides.find((one) => one.name === name);
  return side ? `side side-${sideIndex(sides, name)} colours-${side.colours}` : "";
}
