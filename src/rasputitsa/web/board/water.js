/** Rivers and lake sides: bends along the sides of the spaces. */

import { chain, distance, key, ribbon, smooth, wander } from "./geometry.js";
import { dice, seed } from "./random.js";
import { group, make, straight } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./ground.js").Ground} Ground */

/** Widths by style, the broadest first. @type {[string, number][]} */
const WIDTHS = [
  ["lake", 17],
  ["major-river", 11],
  ["river", 7.5],
];
/** Light banks, then dark edges, then water, so that rivers flow into each other. */
const LAYERS = ["rb-bank", "rb-bank-edge", "rb-river"];
/** Long lines are drawn in pieces of so many points: for a corner of the map, the browser needs only those there. */
const PIECE = 36;

/** @param {Element} parent @param {Ground} ground */
export function rivers(parent, ground) {
  const { layout } = ground;
  const edge = new Set(layout.outer(layout.onMap).flat().map(key));
  const water = group("rb-water", parent);
  const layers = LAYERS.map((name) => ({ name, layer: group("", water) }));
  for (const [style, width] of WIDTHS) {
    const lines = ground.lines(style).map((border) => border.line.map((point) => layout.point(point)));
    const shapes = waters(style, width, chain(lines), edge).map((shape) => straight(shape, true));
    for (const { name, layer } of layers) {
      for (const d of shapes) make("path", { class: `${name} ${name}-${style}`, d }, layer);
    }
  }
}

/**
 * The shapes of all waters of a style.
 * @param {string} style
 * @param {number} base  its width
 * @param {Point[][]} chains
 * @param {Set<string>} edge  corners at the edge of the map, where a river goes on
 */
function waters(style, base, chains, edge) {
  chains.sort((a, b) => b.length - a.length);
  const corners = new Map();
  for (const point of chains.flat()) corners.set(key(point), (corners.get(key(point)) ?? 0) + 1);
  const joins = (/** @type {Point} */ end) => (corners.get(key(end)) ?? 0) > 1;
  const source = (/** @type {Point} */ end) => !joins(end) && !edge.has(key(end));
  /** @type {Point[][]} */
  const drawn = [];
  /** @type {Point[][]} */
  const shapes = [];
  for (const line of chains) {
    const [start, end] = [line[0], line[line.length - 1]];
    const random = dice(seed(style + key(start)));
    const curve = smooth(wander(line, random, { step: 17, sway: style === "lake" ? 2 : 3.6 }), 3);
    if (joins(start)) curve[0] = nearest(drawn, curve[0]) ?? curve[0];
    if (joins(end)) curve[curve.length - 1] = nearest(drawn, curve[curve.length - 1]) ?? curve[curve.length - 1];
    drawn.push(curve);
    const wave = random() * 6;
    const width = (/** @type {number} */ i) => {
      let share = 0.94 + 0.1 * Math.sin(i * 0.31 + wave) + 0.05 * Math.sin(i * 0.83 + wave);
      if (source(start)) share *= Math.min(1, 0.22 + i / 24);
      if (source(end)) share *= Math.min(1, 0.22 + (curve.length - 1 - i) / 24);
      return base * share;
    };
    for (let i = 0; i < curve.length - 1; i += PIECE) {
      shapes.push(ribbon(curve.slice(i, i + PIECE + 2), (j) => width(i + j)));
    }
  }
  return shapes;
}

/** The nearest point of lines already drawn, if one is near. @param {Point[][]} lines @param {Point} to */
function nearest(lines, to) {
  /** @type {Point | null} */
  let found = null;
  let least = 22;
  for (const line of lines) {
    for (const point of line) {
      const far = distance(point, to);
      if (far < least) {
        least = far;
        found = point;
      }
    }
  }
  return found;
}
