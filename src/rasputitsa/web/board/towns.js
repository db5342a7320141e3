/** Towns with their houses, and fortifications. */

import { blob, distance, inset, inside, sidesOf, toSegment, wander } from "./geometry.js";
import { built } from "./ground.js";
import { Chunks, group, make, short, straight } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./ground.js").Ground} Ground */

/** How far a town reaches from the centre of its space, by how much is built; the same in an area, where it may lie anywhere. */
const REACH = [0, 20, 33, 43];
const REACH_IN_AREA = [0, 14, 21, 30];
/** The square of a city in an area, and the dot of a town that is nothing but a name. */
const SQUARE = 4;
const DOT = 2.4;

/** Blocks of houses between streets. @param {Element} parent @param {Ground} ground */
export function towns(parent, ground) {
  const layer = group("rb-towns", parent);
  for (const place of ground.layout.onMap) {
    const rank = built(place);
    const { town } = place;
    const alone = town !== place.centre;
    if (!rank && alone) make("circle", { class: "rb-town-dot", cx: short(town[0]), cy: short(town[1]), r: DOT }, layer);
    if (!rank) continue;
    const random = ground.layout.dice(place, "town");
    const reach = (alone ? REACH_IN_AREA : REACH)[rank];
    const ring =
      place.kind === "hex" && rank > 1
        ? inset(place.outline, place.centre, rank === 3 ? 3 : 11)
        : circle(town, reach, 9);
    make("path", { class: "rb-town rb-town-" + rank, d: blob(wander(ring, random, { step: 15, sway: 3, closed: true })) }, layer);
    make("path", { class: "rb-house", d: houses(town, reach, ring, random) }, layer);
    if (alone)
      make(
        "rect",
        { class: "rb-city-square", x: short(town[0] - SQUARE), y: short(town[1] - SQUARE), width: 2 * SQUARE, height: 2 * SQUARE },
        layer,
      );
  }
}

/**
 * Rows of houses within a ring, fewer towards its edge.
 * @param {Point} centre
 * @param {number} reach
 * @param {Point[]} ring
 * @param {() => number} random
 */
function houses([cx, cy], reach, ring, random) {
  const [width, height] = [8.4, 6.6];
  const turn = (random() - 0.5) * 0.9;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const sides = sidesOf(ring);
  const rows = Math.ceil((reach * 1.2) / height);
  const columns = Math.ceil((reach * 1.2) / width);
  let d = "";
  for (let v = -rows; v <= rows; v++) {
    for (let u = -columns; u <= columns; u++) {
      const ox = u * width + (v % 2 ? width * 0.35 : 0);
      const oy = v * height;
      const far = Math.hypot(ox, oy) / reach;
      if (far > 1.2 || random() < 0.08 + Math.max(0, far - 0.45) * 0.75) continue;
      const px = cx + ox * cos - oy * sin;
      const py = cy + ox * sin + oy * cos;
      if (!inside(ring, px, py) || sides.some(([a, b]) => toSegment(px, py, a, b) < 4.5)) continue;
      const wide = (width - 2 - random() * 2.6) / 2;
      const high = (height - 2 - random() * 1.4) / 2;
      // A rectangle: one corner, then along its turned sides.
      const x = short(px - wide * cos + high * sin);
      const y = short(py - wide * sin - high * cos);
      const along = short(2 * wide * cos) + " " + short(2 * wide * sin);
      const down = short(-2 * high * sin) + " " + short(2 * high * cos);
      const back = short(-2 * wide * cos) + " " + short(-2 * wide * sin);
      d += `M${x} ${y}l${along}l${down}l${back}z`;
    }
  }
  return d;
}

/** A wall with teeth around each fortification. @param {Element} parent @param {Ground} ground */
export function forts(parent, ground) {
  const places = ground.places("fort");
  if (!places.length) return;
  const layer = group("rb-forts", parent);
  const walls = new Chunks(layer, "rb-wall");
  const teeth = new Chunks(layer, "rb-teeth");
  for (const { kind, outline, centre } of places) {
    const ring = kind === "hex" ? inset(outline, centre, 5.2) : circle(centre, 41, 12);
    walls.add(...centre, straight(ring, true));
    teeth.add(...centre, sidesOf(ring).map((side) => teethOf(side, centre)).join(""));
  }
  walls.done();
  teeth.done();
}

/** The teeth along a side of a wall; they point outwards. @param {[Point, Point]} side @param {Point} centre */
function teethOf([a, b], [cx, cy]) {
  const length = distance(a, b);
  const count = Math.max(2, Math.round(length / 9));
  const ux = (b[0] - a[0]) / length;
  const uy = (b[1] - a[1]) / length;
  const outward = ((a[0] + b[0]) / 2 - cx) * -uy + ((a[1] + b[1]) / 2 - cy) * ux > 0 ? -1 : 1;
  let d = "";
  for (let i = 0; i < count; i++) {
    const at = ((i + 0.5) * length) / count;
    const x = a[0] + ux * at;
    const y = a[1] + uy * at;
    const tip = [x - uy * 4.4 * outward, y + ux * 4.4 * outward];
    d += straight([[x - ux * 2, y - uy * 2], tip, [x + ux * 2, y + uy * 2]], true);
  }
  return d;
}

/** @param {Point} centre @param {number} radius @param {number} count @returns {Point[]} */
function circle([x, y], radius, count) {
  return Array.from({ length: count }, (_, i) => {
    const turn = (i * 2 * Math.PI) / count;
    return [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius];
  });
}
