/** Trees, reeds, peaks and waves: small glyphs scattered over the spaces. */

import { boxOf, inside, sideKey, sidesOf, toSegment } from "./geometry.js";
import { built } from "./ground.js";
import { Chunks, short } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./ground.js").Ground} Ground */

/** How far glyphs keep from the centre of a space, by how much is built there. */
const CLEARANCE = [0, 22, 36, 44];
/** Wild country by its number: wooded, marshy or hilly, so that no two areas need look alike. */
const WILD = ["forest", "forest", "marsh", "rough"];

/** The spaces on which the glyphs of a style are scattered. @param {Ground} ground @param {string} style */
function covered(ground, style) {
  const wild = ground.places("wild").filter((place) => WILD[Math.floor(ground.layout.dice(place, "wild")() * WILD.length)] === style);
  return [...ground.places(style), ...wild];
}

/** Trees of several sizes, as paths that go on from the middle of the tree. */
const TREES = [0.66, 0.76, 0.86, 0.96, 1.04].map((size) => {
  const s = (/** @type {number} */ n) => short(n * size);
  return {
    fir: `m0 ${s(-7.4)}l${s(3)} ${s(5.4)}h${s(-1.2)}l${s(2.5)} ${s(5)}h${s(-8.6)}l${s(2.5)} ${s(-5)}h${s(-1.2)}z`,
    light: `m0 ${s(-6.4)}l${s(-2.2)} ${s(4)}h${s(1.2)}l${s(-2.3)} ${s(4.4)}h${s(1.7)}z`,
    leaf: `m${s(-3.7)} 0a${s(3.7)} ${s(3.7)} 0 1 1 ${s(7.4)} 0a${s(3.7)} ${s(3.7)} 0 1 1 ${s(-7.4)} 0z`,
    shade: `m${s(-2.6)} ${s(3)}h${s(8)}l${s(-1.4)} ${s(1.7)}h${s(-5.4)}z`,
  };
});

/**
 * Points scattered over a space, away from its sides, its number, its name and the tracks through it.
 * @param {Ground} ground
 * @param {Place} place
 * @param {string} use
 * @param {{step: number, side?: number, track?: number}} how
 * @returns {Point[]}
 */
function scatter(ground, place, use, { step, side = 3, track = 7 }) {
  const alike = ground.inner.get(use);
  const random = ground.layout.dice(place, use);
  const [left, top, width, height] = boxOf(place.outline);
  const [cx, cy] = place.town;
  const sides = sidesOf(place.outline).filter((pair) => !alike?.has(sideKey(...pair)));
  const tracks = ground.tracks.get(place.name) ?? [];
  const clear = CLEARANCE[built(place)];
  const found = [];
  let odd = false;
  for (let y = top; y < top + height; y += step * 0.86) {
    odd = !odd;
    for (let x = left + (odd ? step / 2 : 0); x < left + width; x += step) {
      const px = x + (random() - 0.5) * step * 0.62;
      const py = y + (random() - 0.5) * step * 0.62;
      if (random() < 0.08) continue;
      if (clear && Math.hypot(px - cx, py - cy) < clear) continue;
      if (Math.abs(px - place.centre[0]) < 15 && Math.abs(py - (place.centre[1] - place.room + 8)) < 9) continue;
      if (!inside(place.outline, px, py)) continue;
      if (sides.some(([a, b]) => toSegment(px, py, a, b) < side)) continue;
      if (tracks.some(([a, b]) => toSegment(px, py, a, b) < track)) continue;
      found.push(/** @type {Point} */ ([px, py]));
    }
  }
  return found;
}

/** @param {Element} parent @param {Ground} ground */
export function trees(parent, ground) {
  const places = covered(ground, "forest");
  const shade = new Chunks(parent, "rb-tree-shade");
  const firs = new Chunks(parent, "rb-fir");
  const leaves = new Chunks(parent, "rb-leaf");
  const lights = new Chunks(parent, "rb-tree-light");
  /** @type {[number, number, number, boolean][]} */
  const trees = [];
  const step = places.length > 300 ? 14 : 11.6;
  for (const place of places) {
    const random = ground.layout.dice(place, "tree");
    for (const [x, y] of scatter(ground, place, "forest", { step })) {
      trees.push([x, y, Math.floor(random() * TREES.length), random() < 0.7]);
    }
  }
  trees.sort((a, b) => a[1] - b[1]);
  for (const [x, y, kind, fir] of trees) {
    const tree = TREES[kind];
    const at = "M" + short(x) + " " + short(y);
    if (fir) {
      firs.add(x, y, at + tree.fir);
      lights.add(x, y, at + tree.light);
    } else leaves.add(x, y, at + tree.leaf);
    shade.add(x, y, at + tree.shade);
  }
  for (const chunks of [shade, firs, leaves, lights]) chunks.done();
}

/** @param {Element} parent @param {Ground} ground */
export function marsh(parent, ground) {
  const lines = new Chunks(parent, "rb-marsh-line");
  const reeds = new Chunks(parent, "rb-reed");
  for (const place of covered(ground, "marsh")) {
    const random = ground.layout.dice(place, "reed");
    for (const [x, y] of scatter(ground, place, "marsh", { step: 17, side: 5 })) {
      const half = 4 + random() * 4;
      lines.add(x, y, `M${short(x - half)} ${short(y)}h${short(2 * half)}`);
      if (random() < 0.7) reeds.add(x, y, `M${short(x)} ${short(y)}v-6m-2.4 6l-1.6 -4.6m6.4 4.6l1.6 -4.6`);
    }
  }
  lines.done();
  reeds.done();
}

/** @param {Element} parent @param {Ground} ground */
export function peaks(parent, ground) {
  const dark = new Chunks(parent, "rb-peak");
  const shade = new Chunks(parent, "rb-peak-shade");
  for (const [style, step, size] of /** @type {[string, number, number][]} */ ([
    ["mountain", 22, 1],
    ["rough", 20, 0.55],
  ])) {
    for (const place of covered(ground, style)) {
      const random = ground.layout.dice(place, "peak");
      for (const [x, y] of scatter(ground, place, style, { step, side: 8 })) {
        const s = size * (0.8 + random() * 0.5);
        const n = (/** @type {number} */ value) => short(value * s);
        const foot = short(x - 10 * s) + " " + short(y + 6 * s);
        const top = short(x) + " " + short(y - 9 * s);
        dark.add(x, y, `M${foot}l${n(10)} ${n(-15)}l${n(10)} ${n(15)}`);
        shade.add(x, y, `M${top}l${n(10)} ${n(15)}h${n(-8)}l${n(-1)} ${n(-6)}z`);
      }
    }
  }
  shade.done();
  dark.done();
}

/** @param {Element} parent @param {Ground} ground */
export function waves(parent, ground) {
  const lines = new Chunks(parent, "rb-wave");
  for (const style of ["sea", "lake"]) {
    for (const place of ground.places(style)) {
      for (const [x, y] of scatter(ground, place, style, { step: 30, side: 9 })) {
        lines.add(x, y, `M${short(x - 7)} ${short(y)}q3.5 -3 7 0t7 0`);
      }
    }
  }
  lines.done();
}
