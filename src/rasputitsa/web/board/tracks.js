/** Railways and roads, from centre to centre, and lines that are drawn on the map. */

import { chain, distance, key, middle, smooth } from "./geometry.js";
import { built } from "./ground.js";
import { Chunks, group, make, short, straight } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./types.js").BorderData} BorderData */
/** @typedef {{place: Place, to: Point[]}} Node  a space with the centres to which tracks lead */

/** Long lines are drawn in pieces of so many points: for a corner of the map, the browser needs only those there. */
const PIECE = 36;
/** Lines that are neither rivers nor tracks. */
const LINES = ["dashed", "boundary", "front"];
const BRIDGE = "M-9.5 -6.5L-7 -4H7L9.5 -6.5M-9.5 6.5L-7 4H7L9.5 6.5";

/** @param {Element} parent @param {Ground} ground */
export function tracks(parent, ground) {
  const layer = group("rb-tracks", parent);
  const rivers = new Set([...ground.lines("river"), ...ground.lines("major-river")].map(pair));
  for (const style of ["road", "rail"]) {
    if (ground.lines(style).length) track(layer, ground, style, rivers);
  }
  for (const style of LINES) boundaries(layer, ground, style);
}

/** Lines along the sides of spaces. @param {Element} layer @param {Ground} ground @param {string} style */
function boundaries(layer, ground, style) {
  const lines = ground.lines(style).map(({ line }) => line.map((point) => ground.layout.point(point)));
  for (const line of chain(lines)) make("path", { class: "rb-boundary-line rb-" + style, d: straight(line) }, layer);
}

/** @param {Element} layer @param {Ground} ground @param {string} style @param {Set<string>} rivers */
function track(layer, ground, style, rivers) {
  const { layout } = ground;
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  /** @type {Point[][]} */
  const lines = [];
  /** @type {[Point, Point][]} */
  const bridges = [];
  for (const border of ground.lines(style)) {
    const [a, b] = border.between.map((name) => layout.places.get(name));
    if (!a || !b || a.tray || b.tray) continue;
    lines.push([a.centre, b.centre]);
    join(nodes, a, b);
    join(nodes, b, a);
    if (rivers.has(pair(border)) && border.line.length > 1) bridges.push([a.centre, b.centre]);
  }
  for (const { place, to } of nodes.values()) {
    const exit = to.length === 1 && !built(place) ? exitPoint(layout, place, to[0]) : null;
    if (exit) lines.push([place.centre, exit]);
  }
  const stops = (/** @type {string} */ at) => {
    const node = nodes.get(at);
    return !!node && (built(node.place) > 0 || node.to.length > 2);
  };
  const curves = chain(lines, stops).map((line) => rounded(line, 24));
  drawCurves(layer, curves, `rb-${style}-bed`);
  for (const [from, to] of bridges) bridge(layer, from, to);
  drawCurves(layer, curves, "rb-" + style);
  if (style === "rail") ties(layer, curves);
}

/** @param {Map<string, Node>} nodes @param {Place} place @param {Place} other */
function join(nodes, place, other) {
  const node = nodes.get(key(place.centre)) ?? { place, to: [] };
  node.to.push(other.centre);
  nodes.set(key(place.centre), node);
}

/** @param {Element} layer @param {Point[][]} curves @param {string} name */
function drawCurves(layer, curves, name) {
  for (const curve of curves) {
    for (let i = 0; i < curve.length - 1; i += PIECE) {
      make("path", { class: "rb-track " + name, d: straight(curve.slice(i, i + PIECE + 1)) }, layer);
    }
  }
}

/** @param {Element} layer @param {Point} from @param {Point} to */
function bridge(layer, from, to) {
  const [x, y] = middle(from, to);
  const turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  make("path", { class: "rb-bridge", d: BRIDGE, transform: `translate(${short(x)} ${short(y)}) rotate(${short(turn)})` }, layer);
}

/** @param {BorderData} border */
function pair(border) {
  return [...border.between].sort().join(";");
}

/**
 * Where a line that ends in a space at the edge of the map leaves it.
 * @param {Layout} layout
 * @param {Place} place
 * @param {Point} from
 */
function exitPoint(layout, place, from) {
  const dx = place.centre[0] - from[0];
  const dy = place.centre[1] - from[1];
  /** @type {Point | null} */
  let found = null;
  let most = 0.2;
  for (const [a, b] of layout.outer([place])) {
    const out = middle(a, b);
    const x = out[0] - place.centre[0];
    const y = out[1] - place.centre[1];
    const match = (x * dx + y * dy) / (Math.hypot(x, y) * Math.hypot(dx, dy));
    if (match > most) {
      most = match;
      found = out;
    }
  }
  return found;
}

/** A line with round bends, as many short sides. @param {Point[]} line @param {number} radius */
function rounded(line, radius) {
  /** @type {Point[]} */
  const found = [line[0]];
  for (let i = 1; i < line.length - 1; i++) {
    const at = line[i];
    found.push(...smooth([towards(at, line[i - 1], radius), at, towards(at, line[i + 1], radius)], 7));
  }
  found.push(line[line.length - 1]);
  return found;
}

/** Short strokes across a railway. @param {Element} parent @param {Point[][]} curves */
function ties(parent, curves) {
  const strokes = new Chunks(parent, "rb-rail-ties");
  const step = 8.6;
  for (const curve of curves) {
    let next = step / 2;
    for (let i = 0; i < curve.length - 1; i++) {
      const [a, b] = [curve[i], curve[i + 1]];
      const length = distance(a, b);
      if (!length) continue;
      const ux = (b[0] - a[0]) / length;
      const uy = (b[1] - a[1]) / length;
      for (; next < length; next += step) {
        const x = a[0] + ux * next;
        const y = a[1] + uy * next;
        strokes.add(x, y, `M${short(x - uy * 3.2)} ${short(y + ux * 3.2)}l${short(uy * 6.4)} ${short(-ux * 6.4)}`);
      }
      next -= length;
    }
  }
  strokes.done();
}

/** @param {Point} from @param {Point} to @param {number} far @returns {Point} */
function towards(from, to, far) {
  const length = distance(from, to) || 1;
  const share = Math.min(0.5, far / length);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}
