/** Trays are boxes without a place on the map. They lie to the right of it or below, where the map is larger for it. */

import { COUNTER, fitting, rowsOf, TITLE } from "./stacking.js";

/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {{box: Box, trays: Box[]}} Plan  all that is drawn, and each tray in it */

const GAP = 16;

/**
 * Both ways to arrange the trays.
 * @param {Box} sheet
 * @param {number[][]} loads  how many counters each side has in each tray
 * @returns {[Plan, Plan]}
 */
export function plans(sheet, loads) {
  const nothing = { box: sheet, trays: [] };
  return loads.length ? [beside(sheet, loads), below(sheet, loads)] : [nothing, nothing];
}

/** @param {Box} sheet @param {number[][]} loads @returns {Plan} */
function beside([x, y, width, height], loads) {
  const columns = Math.max(1, Math.ceil((loads.length * (heightOf(1) + GAP)) / height));
  const perColumn = Math.ceil(loads.length / columns);
  const across = 3;
  const wide = across * (COUNTER + 5) + 19;
  /** @type {Box[]} */
  const trays = [];
  for (let column = 0; column < columns; column++) {
    const here = loads.slice(column * perColumn, (column + 1) * perColumn);
    let top = y;
    for (const high of heights(here.map((load) => rowsOf(load, across)), height)) {
      trays.push([x + width + GAP + column * (wide + GAP), top, wide, high]);
      top += high + GAP;
    }
  }
  return { box: [x, y, width + columns * (wide + GAP), height], trays };
}

/** The heights of the trays of a column. @param {number[]} needs  rows of each @param {number} height  of the column */
function heights(needs, height) {
  const room = height - (needs.length - 1) * GAP;
  const least = needs.length * heightOf(1);
  const withRows = (/** @type {number} */ few) => needs.map((need) => heightOf(Math.max(few, need)));
  const wanted = sum(withRows(2)) > room ? withRows(1) : withRows(2);
  const total = sum(wanted);
  if (total <= room) return wanted;
  // Too much for the height: each gets a row, and the rest is shared out by need.
  const share = Math.max(0, room - least) / Math.max(1, total - least);
  return wanted.map((high) => heightOf(1) + (high - heightOf(1)) * share);
}

/** @param {Box} sheet @param {number[][]} loads @returns {Plan} */
function below([x, y, width, height], loads) {
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
    const high = heightOf(Math.max(2, Math.min(4, Math.max(...needs))));
    let left = x;
    for (const wide of widths) {
      trays.push([left, top, wide, high]);
      left += wide + GAP;
    }
    top += high + GAP;
  }
  return { box: [x, y, width, top - GAP - y], trays };
}

/** @param {number} rows */
function heightOf(rows) {
  return TITLE + rows * (COUNTER + 6) + 10;
}

/** @param {number[]} all */
const sum = (all) => all.reduce((total, one) => total + one, 0);
