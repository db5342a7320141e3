/** Whether question and log stand side by side: where the map leaves room for both beside it, and below it on a tablet. */

const BESIDE_TALL = "(min-width: 1180px) and (min-height: 560px)";
const BESIDE_ALL = "(min-width: 1680px) and (min-height: 560px)";
/** Upright, with the panel below the map: as in narrow.css. */
const BELOW = "(min-width: 761px) and (min-height: 900px) and (max-aspect-ratio: 1/1)";

/**
 * @param {HTMLElement} element  of the screen
 * @param {boolean} tall  whether the map is higher than it is wide
 * @param {AbortSignal} signal  ends it
 */
export function keepColumns(element, tall, signal) {
  const all = [tall ? BESIDE_TALL : BESIDE_ALL, BELOW].map((query) => matchMedia(query));
  const update = () => element.classList.toggle("columns", all.some((query) => query.matches));
  for (const query of all) query.addEventListener("change", update, { signal });
  update();
}

/** Whether a map is higher than it is wide. @param {import("./types.js").BoardData} board */
export function isTall({ spaces }) {
  const points = spaces.flatMap(({ outline }) => outline);
  const extent = (/** @type {number} */ axis) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return extent(1) > extent(0);
}
