/** Trays are boxes without a place on the map. They lie to the right of it or below, where the map is larger for it. */

import { COUNTER, fitting, rowsOf } from "./stacking.js";

/** @typedef {import("./geometry.js").Box} Box */
/**
 * @typedef {{load: number[], letters: number, folded: boolean}} Tray  how many counters each side has in it, how long its title
 *   is, and whether it is only a line with those numbers
 */
/** @typedef {{box: Box, trays: Box[], head: number}} Plan  all that is drawn, each tray in it, and the height of their titles */

const GAP = 16;
/** What is left free at the edges of the window, in pixels. */
const EDGE = 16;
/** The least height of a title, and the size of its letters on the screen, in pixels. */
const HEAD = 30;
const LEGIBLE = 12;
/** How many counters lie side by side in a tray beside the map, unless there is no room for them one above the other. */
const ACROSS = 3;
/** More counters than this fold to a line: so many could not be told apart, and the map needs the room. */
export const MOST = 40;
/** The rows of a tray that is only a line. */
const FOLDED = -1;
/** The average width of a letter, for a font of one unit. */
export const LETTER = 0.53;

/**
 * Both ways to arrange the trays.
 * @param {Box} sheet
 * @param {Tray[]} trays
 * @param {[number, number]} window  width and height, in pixels
 * @returns {[Plan, Plan]}
 */
export function plans(sheet, trays, window) {
  const nothing = { box: sheet, trays: [], head: HEAD };
  return trays.length ? [beside(sheet, trays, window), below(sheet, trays)] : [nothing, nothing];
}

/**
 * Trays as narrow as they can be, unless what lies in them would overlap beside free space.
 * @param {Box} sheet
 * @param {Tray[]} trays
 * @param {[number, number]} window
 * @returns {Plan}
 */
function beside(sheet, trays, [across, down]) {
  const [, , width, height] = sheet;
  const free = ((across - 2 * EDGE) / (down - 2 * EDGE)) * height - width; // beside the map at its largest
  const letter = (LEGIBLE * height) / down;
  const head = Math.max(HEAD, Math.min(letter * 1.5, free / 8));
  const title = Math.max(...trays.map(({ letters }) => letters)) * LETTER * letter + 28;
  let plan = columns(sheet, trays, ACROSS, head, Math.min(title, free - GAP));
  for (let count = ACROSS + 1; plan.squeezed; count++) {
    const wider = columns(sheet, trays, count, head, 0);
    if (wider.box[2] - width > free) break;
    plan = wider;
  }
  return plan;
}

/**
 * @param {Box} sheet
 * @param {Tray[]} all
 * @param {number} across  how many counters lie side by side
 * @param {number} head
 * @param {number} least  how wide a tray is at least
 * @returns {Plan & {squeezed: boolean}}
 */
function columns([x, y, width, height], all, across, head, least) {
  const count = Math.max(1, Math.ceil((all.length * (heightOf(1, head) + GAP)) / height));
  const perColumn = Math.ceil(all.length / count);
  const wide = Math.max(least, across * (COUNTER + 5) + 19);
  let squeezed = false;
  /** @type {Box[]} */
  const trays = [];
  for (let column = 0; column < count; column++) {
    const here = all.slice(column * perColumn, (column + 1) * perColumn);
    const needs = here.map(({ load, folded }) => (folded ? FOLDED : rowsOf(load, fitting(wide))));
    const high = heights(needs, height, head);
    squeezed ||= needs.some((need, i) => high[i] < heightOf(need, head) - 1);
    let top = y;
    for (const one of high) {
      trays.push([x + width + GAP + column * (wide + GAP), top, wide, one]);
      top += one + GAP;
    }
  }
  return { box: [x, y, width + count * (wide + GAP), height], trays, head, squeezed };
}

/**
 * The heights of the trays of a column.
 * @param {number[]} needs  rows of each
 * @param {number} height  of the column
 * @param {number} head
 */
function heights(needs, height, head) {
  const room = height - (needs.length - 1) * GAP;
  const low = needs.map((need) => heightOf(need === FOLDED ? FOLDED : 1, head));
  const least = sum(low);
  const withRows = (/** @type {number} */ few) => needs.map((need) => heightOf(need === FOLDED ? FOLDED : Math.max(few, need), head));
  const wanted = sum(withRows(2)) > room ? withRows(1) : withRows(2);
  const total = sum(wanted);
  if (total <= room) return wanted;
  // Too much for the height: each gets a row, and the rest is shared out by need.
  const share = Math.max(0, room - least) / Math.max(1, total - least);
  return wanted.map((high, i) => low[i] + (high - low[i]) * share);
}

/** @param {Box} sheet @param {Tray[]} all @returns {Plan} */
function below([x, y, width, height], all) {
  const loads = all.map(({ load, folded }) => (folded ? [] : load));
  const across = Math.min(loads.length, Math.max(1, Math.floor(width / 300)));
  /** @type {Box[]} */
  const trays = [];
  let top = y + height + GAP;
  for (let first = 0; first < loads.length; first += across) {
    const here = loads.slice(first, first + across);
    const weights = here.map((load) => Math.max(5, ...load) + 3);
    const total = sum(weights);
    const widths = weights.map((weight) => ((width - (here.length - 1) * GAP) * weight) / total);
    const needs = here.map((load, i) => rowsOf(load, fitting(widths[i])));
    const high = heightOf(Math.max(2, Math.min(4, Math.max(...needs))), HEAD);
    let left = x;
    for (const wide of widths) {
      trays.push([left, top, wide, high]);
      left += wide + GAP;
    }
    top += high + GAP;
  }
  return { box: [x, y, width, top - GAP - y], trays, head: HEAD };
}

/** @param {number} rows @param {number} head */
function heightOf(rows, head) {
  if (rows === FOLDED) return head + 8;
  return head + rows * (COUNTER + 6) + 10;
}

/** @param {number[]} all */
const sum = (all) => all.reduce((total, one) => total + one, 0);
