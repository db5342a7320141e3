/** The map: everything that never changes during a match, drawn once. */

import { areaNumbers, boxes, cartouches, nameSpots, sources } from "./areas.js";
import { blob, chain, sideKey, sidesOf, union, wander } from "./geometry.js";
import { marsh, peaks, trees, waves } from "./glyphs.js";
import { built, Ground } from "./ground.js";
import { dice, seed } from "./random.js";
import { sideClass } from "./sides.js";
import { COUNTER } from "./stacking.js";
import { Chunks, group, make, short, straight, text } from "./svg.js";
import { forts, towns } from "./towns.js";
import { tracks } from "./tracks.js";
import { rivers } from "./water.js";

/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

/** Styles that fill a whole space, from the lowest to the topmost, and how much their edges wander. */
const AREAS = { rear: 0, meadow: 0, field: 0, wild: 3, rough: 4.5, mountain: 4.5, marsh: 4.5, forest: 4.5, lake: 2.5, sea: 2.5 };
const WATERS = ["lake", "sea"];
/** Signs by style: their class, and a path that goes on from the middle. */
const SIGNS = [
  ["sign", "rb-other", "m0 -4l4 4l-4 4l-4 -4z"],
  ["supply", "rb-supply", "m-7 0a7 7 0 1 1 14 0a7 7 0 1 1 -14 0zm7 -7v14m-7 -7h14"],
];
/** The style of spaces at a coloured edge of the map; the name of the side whose colours it has follows after a space. */
const EDGE = "edge";

/**
 * Draws the map into a group of an svg, and its names into a layer of their own. Returns the groups whose look depends on the
 * zoom.
 * @param {Element} svg
 * @param {Element} over  where the names go, above what is lit
 * @param {Layout} layout
 * @param {ManifestData} manifest
 * @param {string} id  prefix of ids in this document
 */
export function drawMap(svg, over, layout, manifest, id) {
  const ground = new Ground(layout, manifest, id);
  sheet(svg, layout);
  tones(svg, ground);
  const areas = group("rb-ground", svg);
  for (const [style, sway] of Object.entries(AREAS)) region(areas, ground, style, sway);
  const glyphs = group("rb-glyphs", svg);
  trees(glyphs, ground);
  marsh(glyphs, ground);
  peaks(glyphs, ground);
  waves(glyphs, ground);
  towns(svg, ground);
  grid(svg, layout);
  forts(svg, ground);
  rivers(svg, ground);
  margin(svg, layout);
  tracks(svg, ground);
  edges(svg, ground);
  signs(svg, ground);
  if (layout.hexes) return { numbers: numbers(svg, layout), names: names(over, layout) };
  sources(svg, ground);
  cartouches(svg, layout, manifest);
  boxes(svg, layout, manifest);
  return { numbers: areaNumbers(svg, layout), names: names(over, layout) };
}

/** The sheet of paper with its shadow. @param {Element} parent @param {Layout} layout */
function sheet(parent, layout) {
  const [x, y, width, height] = layout.sheet;
  const paper = { width, height, rx: 5 };
  // The rim reaches out of the svg's box. Then Chromium keeps the finished pixels while one zooms; if all lies within
  // the box it draws everything again for every frame (840 ms of work in 30 frames instead of 10).
  make("rect", { class: "rb-sheet-rim", x: x - 6, y: y - 6, width: width + 12, height: height + 12, rx: 10 }, parent);
  make("rect", { ...paper, class: "rb-sheet-shadow", x: x + 3, y: y + 5 }, parent);
  make("rect", { ...paper, class: "rb-land", x, y }, parent);
}

/** Broad soft lights and shades, so that open country is not one flat colour. @param {Element} parent @param {Ground} ground */
function tones(parent, { layout, id }) {
  const layer = group("rb-tones", parent);
  const defs = make("defs", {}, layer);
  const [x, y, width, height] = layout.map;
  const random = dice(seed("tones"));
  for (const name of ["light", "dark"]) {
    const tone = make("radialGradient", { id: `${id}-${name}` }, defs);
    make("stop", { offset: 0, class: "rb-tone-" + name }, tone);
    make("stop", { offset: 1, class: "rb-tone-" + name, "stop-opacity": 0 }, tone);
  }
  for (let i = 0; i < 9; i++) {
    const rx = width * (0.12 + random() * 0.16);
    const ry = Math.min(height / 2, rx * (0.6 + random() * 0.5));
    const at = { cx: x + rx + random() * (width - 2 * rx), cy: y + ry + random() * (height - 2 * ry), rx, ry };
    make("ellipse", { ...at, fill: `url(#${id}-${i % 2 ? "light" : "dark"})`, "fill-opacity": 0.5 }, layer);
  }
}

/**
 * One soft area for all neighbouring spaces of a style.
 * @param {Element} parent
 * @param {Ground} ground
 * @param {string} style
 * @param {number} sway
 */
function region(parent, ground, style, sway) {
  const places = ground.places(style);
  if (!places.length) return;
  const random = dice(seed(style));
  let d = "";
  for (const loop of union(places.map((place) => place.outline))) {
    d += sway ? blob(wander(loop, random, { step: 17, sway, closed: true })) : straight(loop, true);
  }
  if (WATERS.includes(style)) make("path", { class: "rb-shore", d }, parent);
  make("path", { class: "rb-area rb-" + style, d, "fill-rule": "evenodd" }, parent);
}

/** Fine lines between the spaces. @param {Element} parent @param {Layout} layout */
function grid(parent, layout) {
  const lines = new Chunks(group("rb-grid", parent), layout.hexes ? "rb-side" : "rb-side rb-side-area");
  const drawn = new Set();
  for (const [a, b] of layout.onMap.flatMap((place) => sidesOf(place.outline))) {
    const name = sideKey(a, b);
    if (drawn.has(name)) continue;
    drawn.add(name);
    lines.add(a[0], a[1], straight([a, b]));
  }
  lines.done();
}

/** The margin of the sheet: hides what wandered over the edge of the map. @param {Element} parent @param {Layout} layout */
function margin(parent, layout) {
  const [x, y, width, height] = layout.sheet;
  const land = union(layout.onMap.map((place) => place.outline))
    .map((loop) => straight(loop, true))
    .join("");
  const frame = `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
  make("path", { class: "rb-margin", d: frame + land, "fill-rule": "evenodd" }, parent);
  fibres(parent, layout);
  make("path", { class: "rb-neat", d: land }, parent);
  make("rect", { class: "rb-frame", x: x + 7, y: y + 7, width: width - 14, height: height - 14, rx: 2 }, parent);
}

/**
 * Faint fibres all over the sheet. (As a pattern they would cost a fifth of the whole drawing.)
 * @param {Element} parent
 * @param {Layout} layout
 */
function fibres(parent, layout) {
  const random = dice(1941);
  const [left, top, width, height] = layout.sheet;
  const count = Math.min(2600, Math.round((width * height) / 1100));
  const layer = group("rb-paper", parent);
  const tones = ["rb-fibre-dark", "rb-fibre-light"].map((name) => new Chunks(layer, name));
  for (let i = 0; i < count; i++) {
    const x = left + 4 + random() * (width - 12);
    const y = top + 4 + random() * (height - 12);
    const turn = random() * Math.PI;
    const length = 1 + random() * random() * 9;
    const d = `M${short(x)} ${short(y)}l${short(Math.cos(turn) * length)} ${short(Math.sin(turn) * length)}`;
    tones[i % 2].add(x, y, d);
  }
  for (const tone of tones) tone.done();
}

/** Coloured bands along the outer sides of edge spaces. @param {Element} parent @param {Ground} ground */
function edges(parent, ground) {
  const bands = group("rb-edges", parent);
  for (const style of ground.byStyle.keys()) {
    const [kind, side] = style.split(" ");
    if (kind !== EDGE) continue;
    for (const line of chain(ground.layout.outer(ground.places(style)))) {
      make("path", { class: `rb-band ${sideClass(ground.sides, side)}`, d: straight(line) }, bands);
    }
  }
}

/**
 * Small signs at the left of spaces: one that says nothing in particular, and sources of supply.
 * @param {Element} parent
 * @param {Ground} ground
 */
function signs(parent, ground) {
  const layer = group("rb-others", parent);
  for (const [style, name, d] of SIGNS) {
    const chunks = new Chunks(layer, name);
    for (const place of ground.places(style)) {
      const x = place.centre[0] - place.room * 0.8;
      const y = place.centre[1];
      chunks.add(x, y, `M${short(x)} ${short(y)}${d}`);
    }
    chunks.done();
  }
}

/** @param {Element} parent @param {Layout} layout */
function numbers(parent, layout) {
  const layer = group("rb-numbers", parent);
  for (const place of layout.onMap) {
    const [x, y] = place.centre;
    const at = place.kind === "hex" ? y - place.room + 10.6 : y - COUNTER / 2 - 5;
    text(place.name, { x: short(x), y: short(at) }, layer);
  }
  return layer;
}

/** @param {Element} parent @param {Layout} layout */
function names(parent, layout) {
  const layer = group("rb-names", parent);
  const named = layout.onMap.filter((place) => place.title && !isNamedBelow(place, layout) && place.kind !== "box");
  const spots = layout.hexes ? null : nameSpots(layout, named);
  for (const place of named) {
    const { at: [x, y], anchor } = spots?.get(place.name) ?? { at: [place.centre[0], place.centre[1] + COUNTER / 2 + 1.4], anchor: "" };
    const style = `rb-name rb-name-${built(place)}${anchor && ` rb-name-${anchor}`}`;
    text(place.title, { x: short(x), y: short(y), dy: "0.72em", class: style, "data-rank": built(place) }, layer);
  }
  return layer;
}

/**
 * Whether a neighbour of the same name is lower on the map: a city of several hexes is named once.
 * @param {Place} place
 * @param {Layout} layout
 */
function isNamedBelow({ title, centre, neighbours }, layout) {
  return neighbours.some((name) => {
    const other = layout.places.get(name);
    return other?.title === title && (other.centre[1] - centre[1] || other.centre[0] - centre[0]) > 0;
  });
}
