/**
 * Levels of detail by the size of a counter on the screen: the whole map ("tiny": fronts, heights of stacks, cities), a sector
 * ("far": type and strength of the top unit), and close by ("middle" and "near": everything).
 */

import { fetched } from "../late_modules.js";
import { COUNTER } from "./stacking.js";

/** @typedef {import("./board.js").Board} Board */

/** From these sizes of a counter on, in pixels, the next level is shown. */
const SECTOR = 15;
const SECTOR_FINE = 12; // a fine screen, as phones have, shows values on smaller counters
const CLOSE = 26;
const ROOMY = 36; // up to here names and values are set larger, and sizes of units beside a name are left out
const NEAR = 90;
/** The sizes of a counter from which on everything can be read, and at which it is comfortable. */
export const LEGIBLE = 32;
export const COMFORTABLE = 38;

/** @param {number} scale  pixels for a unit of the drawing */
export function levelOf(scale) {
  const pixels = COUNTER * scale;
  const sector = devicePixelRatio > 1 ? SECTOR_FINE : SECTOR;
  return pixels < sector ? "tiny" : pixels < CLOSE ? "far" : pixels < NEAR ? "middle" : "near";
}

/** Whether single units cannot be read. @param {number} scale */
export const isTiny = (scale) => levelOf(scale) === "tiny";

/** Shows what suits the scale, and keeps titles, badges and lines legible. @param {Board} board */
export function showDetail({ host, viewport, labels, offMap, surface }) {
  const { scale } = viewport;
  host.dataset.zoom = levelOf(scale);
  host.toggleAttribute("data-snug", COUNTER * scale < ROOMY);
  labels.update(scale);
  const size = Math.max(15, 11 / scale);
  offMap.style.fontSize = `${Math.min(26, size).toFixed(1)}px`;
  surface.trays.style.fontSize = `${size.toFixed(1)}px`;
  const { style } = surface.play;
  style.setProperty("--rb-badge", Math.max(1, Math.min(1.75, 0.62 / scale)).toFixed(2));
  style.setProperty("--rb-line", `${Math.max(0.9, Math.min(4, 1.7 / scale)).toFixed(2)}px`);
}

/**
 * Browsers of Chromium's family keep the finished pixels of an svg while it moves; for the others the map is painted.
 * @param {Board} board
 */
export async function bitmapWhereItPays(board) {
  if (navigator.userAgent.includes("Chrome/")) return;
  const { Bitmap } = await fetched(import("./bitmap.js"));
  new Bitmap(board);
}
