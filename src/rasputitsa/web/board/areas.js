/** What only maps of areas have: numbers on discs by terrain, stars, sources of supply, boxes with arrows, a cartouche. */

import { boxOf, distance, inside } from "./geometry.js";
import { built } from "./ground.js";
import { COUNTER } from "./stacking.js";
import { group, make, short, straight, text } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {[number, number, number, number]} Rect  left, top, right, bottom */

/** Where the blocks of an area and its number are, around its centre. @type {Rect} */
const TAKEN = [-COUNTER / 2 - 4, -COUNTER / 2 - 22, COUNTER / 2 + 4, COUNTER / 2 + 2];
/** How far a name keeps from its town, by how much is built. */
const CLEAR = [5, 10, 21, 30];
/** Styles that the disc of a number shows. */
const DISCS = ["major", "wild", "meadow", "rear"];
/** The style of spaces with a source of supply; its colour follows after a space. */
const SOURCE = "source";
/** The size of names, and the average width of their letters. */
const NAME = 15;
const LETTER = 0.52;
const LARGEST_TITLE = 17;
/** How far names keep from the edge of the sheet, and how much larger they may be where the whole map is seen. */
const FRAME = 22;
const FROM_AFAR = 4;

/** The middle of the number of an area. @param {Place} place @returns {Point} */
export const numberAt = ({ centre: [x, y] }) => [x, y - COUNTER / 2 - 10];

/** @param {Place} place */
const isNumbered = ({ name, kind }) => kind !== "box" && /\d/.test(name);

/**
 * Numbers of areas on discs in the colour of the terrain; where a victory point is to be had, on a star.
 * @param {Element} parent
 * @param {Layout} layout
 */
export function areaNumbers(parent, layout) {
  const layer = group("rb-numbers rb-area-numbers", parent);
  for (const place of layout.onMap.filter(isNumbered)) {
    const style = DISCS.find((one) => place.styles.has(one));
    const [x, y] = numberAt(place).map(short);
    if (style === "major") text("★", { class: "rb-number-star", x, y, dy: "0.34em" }, layer);
    else if (style) make("circle", { class: `rb-number-disc rb-disc-${style}`, cx: x, cy: y }, layer);
    text(place.name, { x, y, dy: "0.36em" }, layer);
  }
  return layer;
}

/**
 * Names by their towns, where there is room: not under the blocks, not over the border, not over each other.
 * @param {Layout} layout
 * @param {Place[]} places
 * @returns {Map<string, {at: Point, anchor: "" | "start" | "end"}>}  the middle of the upper edge of each name; of one by the
 *   edge of the sheet an end of it, from where it grows inward where the whole map is seen
 */
export function nameSpots(layout, places) {
  /** @type {ReturnType<typeof nameSpots>} */
  const spots = new Map();
  /** @type {Rect[]} */
  const used = [];
  for (const place of [...places].sort((a, b) => built(b) - built(a))) {
    const rank = built(place);
    const half = (place.title.length * LETTER * NAME * (rank === 3 ? 1.5 : 1)) / 2;
    const rect = (/** @type {Point} */ [x, y]) => /** @type {Rect} */ ([x - half, y, x + half, y + NAME]);
    const cost = (/** @type {Point} */ spot) => costOf(rect(spot), place, used) + distance(spot, place.town) * 0.8;
    const best = candidates(place, half, rank)
      .map((spot) => onSheet(spot, half, layout.sheet))
      .reduce((a, b) => (cost(b) < cost(a) ? b : a));
    spots.set(place.name, anchored(best, half, layout.sheet));
    used.push(rect(best));
  }
  return spots;
}

/**
 * A name keeps within the frame of the map.
 * @param {Point} spot
 * @param {number} half
 * @param {import("./geometry.js").Box} sheet
 * @returns {Point}
 */
function onSheet([x, y], half, [left, , width]) {
  return [Math.min(Math.max(x, left + half + FRAME), left + width - half - FRAME), y];
}

/**
 * From where a name grows.
 * @param {Point} spot
 * @param {number} half
 * @param {import("./geometry.js").Box} sheet
 * @returns {{at: Point, anchor: "" | "start" | "end"}}
 */
function anchored([x, y], half, [left, , width]) {
  const grown = half * FROM_AFAR + FRAME;
  if (x + grown > left + width) return { at: [x + half, y], anchor: "end" };
  return x - grown < left ? { at: [x - half, y], anchor: "start" } : { at: [x, y], anchor: "" };
}

/** @param {Place} place @param {number} half @param {number} rank @returns {Point[]} */
function candidates({ town: [x, y], centre: [cx, cy], kind }, half, rank) {
  const under = /** @type {Point} */ ([cx, cy + COUNTER / 2 + 5]);
  if (kind === "box") return [under];
  const clear = CLEAR[rank];
  const beside = half + clear + 3;
  return [
    under,
    [x, y + clear],
    [x, y - clear - NAME],
    [x + beside, y - NAME / 2],
    [x - beside, y - NAME / 2],
    [cx, cy + COUNTER / 2 + 18],
    [cx, cy - COUNTER / 2 - 38],
  ];
}

/** @param {Rect} rect @param {Place} place @param {Rect[]} used */
function costOf(rect, place, used) {
  const { centre: [x, y], town, outline } = place;
  const reach = CLEAR[built(place)] - 3;
  const houses = /** @type {Rect} */ ([town[0] - reach, town[1] - reach, town[0] + reach, town[1] + reach]);
  const blocks = /** @type {Rect} */ ([x + TAKEN[0], y + TAKEN[1], x + TAKEN[2], y + TAKEN[3]]);
  const [left, top, right, bottom] = rect;
  const ends = [left, (left + right) / 2, right].flatMap((at) => [top, bottom].map((line) => [at, line]));
  const out = ends.filter(([a, b]) => !inside(outline, a, b)).length;
  return (
    overlap(rect, blocks) * 0.12 + overlap(rect, houses) * 0.12 + out * 9 + used.reduce((sum, other) => sum + overlap(rect, other) * 0.3, 0)
  );
}

/** @param {Rect} a @param {Rect} b */
function overlap(a, b) {
  const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * Boxes on the sheet, with arrows from one to the next and their titles.
 * @param {Element} parent
 * @param {Layout} layout
 * @param {ManifestData} manifest
 */
export function boxes(parent, layout, manifest) {
  const layer = group("rb-boxes", parent);
  for (const [from, to] of manifest.board.links ?? []) {
    const [a, b] = [from, to].map((name) => layout.places.get(name));
    if (a && b) make("path", { class: "rb-link", d: link(a, b) }, layer);
  }
  for (const place of layout.onMap.filter(({ kind }) => kind === "box")) {
    const [x, y, width] = boxOf(place.outline);
    make("path", { class: ["rb-box-on-map", ...place.styles].join(" rb-box-"), d: straight(place.outline, true) }, layer);
    const square = place.outline.length === 4;
    const at = square
      ? { x: short(x + width / 2), y: short(y + 16) }
      : { x: short(place.centre[0]), y: short(place.centre[1] - COUNTER / 2 - 8) };
    const title = text(place.title, { class: "rb-box-title", ...at }, layer);
    title.style.fontSize = `${short(Math.min(LARGEST_TITLE, (width - 8) / (place.title.length * LETTER)))}px`;
    if (place.styles.has("prize")) text("★", { class: "rb-box-star", x: short(place.centre[0]), y: short(place.centre[1] + 22) }, layer);
  }
}

/** An arrowhead between two boxes. @param {Place} a @param {Place} b */
function link(a, b) {
  const [x, y] = [(a.centre[0] + b.centre[0]) / 2, (a.centre[1] + b.centre[1]) / 2];
  return `M${short(x - 7)} ${short(y - 9)}L${short(x + 8)} ${short(y)}L${short(x - 7)} ${short(y + 9)}Z`;
}

/** Sources of supply at the edge of the map, in the colours that the styles give them. @param {Element} parent @param {Ground} ground */
export function sources(parent, ground) {
  const layer = group("rb-sources", parent);
  for (const style of ground.byStyle.keys()) {
    const [kind, ...colour] = style.split(" ");
    if (kind !== SOURCE) continue;
    for (const place of ground.places(style)) {
      const rim = ground.layout.outer([place]);
      if (!rim.length) continue;
      const [x, y] = inward(rim, place.centre).map(short);
      const sign = make("g", { class: "rb-source", "data-colour": colour.join(" "), transform: `translate(${x} ${y})` }, layer);
      make("path", { d: "M-9 -7H9V2Q9 8 0 11Q-9 8 -9 2Z" }, sign);
      make("path", { class: "rb-source-sign", d: "M-5 3V-3H1V3ZM1 -1H4.6L6 1V3H1M-3.4 4.4h.1M3.4 4.4h.1" }, sign);
    }
  }
}

/**
 * A point near the middle of outer sides, a little towards the centre.
 * @param {[Point, Point][]} rim
 * @param {Point} centre
 * @returns {Point}
 */
function inward(rim, centre) {
  const points = rim.flat();
  const middle = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  const far = Math.hypot(centre[0] - middle[0], centre[1] - middle[1]) || 1;
  return [middle[0] + ((centre[0] - middle[0]) / far) * 15, middle[1] + ((centre[1] - middle[1]) / far) * 15];
}

/**
 * Parts of the sheet that are not in play: the title of the game and a compass.
 * @param {Element} parent
 * @param {Layout} layout
 * @param {ManifestData} manifest
 */
export function cartouches(parent, layout, manifest) {
  for (const shape of manifest.board.shapes ?? []) {
    const outline = shape.outline.map((point) => layout.point(point));
    const layer = group("rb-cartouche", parent);
    make("path", { class: "rb-void", d: straight(outline, true) }, layer);
    const [x, y, width, height] = boxOf(outline);
    const title = shape.title || manifest.title || "";
    const size = Math.min(30, (width * 0.56) / (title.length * LETTER));
    text(title, { class: "rb-void-title", x: short(x + width * 0.66), y: short(y + height * 0.86), "font-size": short(size) }, layer);
    compass(layer, x + width * 0.82, y + height * 0.45, Math.min(34, height * 0.2));
  }
}

/** @param {Element} parent @param {number} x @param {number} y @param {number} size */
function compass(parent, x, y, size) {
  const rose = make("g", { class: "rb-compass", transform: `translate(${short(x)} ${short(y)}) scale(${short(size / 30)})` }, parent);
  make("circle", { r: 20 }, rose);
  make("path", { class: "rb-compass-fill", d: "M0 -30L5 -5L0 0ZM30 0L5 5L0 0ZM0 30L-5 5L0 0ZM-30 0L-5 -5L0 0Z" }, rose);
  make("path", { d: "M0 -30L5 -5L30 0L5 5L0 30L-5 5L-30 0L-5 -5Z" }, rose);
  text("N", { x: 0, y: -33 }, rose);
}
