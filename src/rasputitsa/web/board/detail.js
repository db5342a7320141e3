/**
 * Levels of detail by the size of a counter on the screen: the whole map ("tiny": fronts, heights of stacks, cities), a sector
 * ("far": type and strength of the top unit), and close by ("middle" and "near": everything).
 */

import { boxOf } from "./geometry.js";
import { COUNTER } from "./stacking.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Point} Point */

/** From these sizes of a counter on, in pixels, the next level is shown. */
const SECTOR = 15;
const SECTOR_FINE = 12; // a fine screen, as phones have, shows values on smaller counters
const CLOSE = 31;
const NEAR = 90;
/** The size of a counter at which everything can be read comfortably. */
const COMFORTABLE = 38;

/** @param {number} scale  pixels for a unit of the drawing */
export function levelOf(scale) {
  const pixels = COUNTER * scale;
  const sector = devicePixelRatio > 1 ? SECTOR_FINE : SECTOR;
  return pixels < sector ? "tiny" : pixels < CLOSE ? "far" : pixels < NEAR ? "middle" : "near";
}

/** Whether the whole map is shown, or about to be, at so small a scale that single units cannot be read. @param {Board} board */
function isWhole({ viewport }) {
  return levelOf(viewport.goal) === "tiny";
}

/**
 * Brings spaces into sight, close enough to read what is there but all of them together. Where they can be read already nothing
 * moves.
 * @param {Board} board
 * @param {string[]} names
 */
export function bring(board, names) {
  const { layout, viewport, animated } = board;
  const points = /** @type {Point[]} */ (names.map((name) => layout.places.get(board.spaceOf(name))?.centre).filter(Boolean));
  if (!points.length) return;
  if (!isWhole(board) && points.every(([x, y]) => viewport.sees(x, y))) return;
  const [x, y, width, height] = boxOf(points);
  const around = 6 * COUNTER;
  const scale = Math.min(viewport.width / (width + around), viewport.height / (height + around), COMFORTABLE / COUNTER);
  viewport.centre(x + width / 2, y + height / 2, { scale: Math.max(viewport.fitScale, scale), smooth: animated });
}

/** Shows what suits the scale, and keeps titles, badges and lines legible. @param {Board} board */
export function showDetail({ host, viewport, labels, offMap, surface }) {
  const { scale } = viewport;
  host.dataset.zoom = levelOf(scale);
  labels.update(scale);
  const size = Math.max(15, 11 / scale);
  offMap.style.fontSize = `${Math.min(26, size).toFixed(1)}px`;
  surface.trays.style.fontSize = `${size.toFixed(1)}px`;
  const { style } = surface.play;
  style.setProperty("--rb-badge", Math.max(1, Math.min(1.75, 0.62 / scale)).toFixed(2));
  style.setProperty("--rb-line", `${Math.max(0.9, Math.min(4, 1.7 / scale)).toFixed(2)}px`);
}
