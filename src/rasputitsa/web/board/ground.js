/** What the parts of the map's drawing share: which spaces and borders have which style. */

import { sideKey, sidesOf } from "./geometry.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./types.js").BorderData} BorderData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

/** Styles that run on from one space into the next. */
const JOINED = ["forest", "marsh", "sea", "lake", "mountain"];
/** Styles of borders that go from centre to centre. */
const TRACKS = ["rail", "road"];
/** How much is built in a space, by its style. @type {Record<string, number>} */
const BUILT = { town: 1, city: 2, major: 3 };

export class Ground {
  /** @param {Layout} layout @param {ManifestData} manifest @param {string} id  prefix of ids in this document */
  constructor(layout, manifest, id) {
    this.layout = layout;
    this.sides = manifest.sides;
    this.id = id;
    /** @type {Map<string, Place[]>} */
    this.byStyle = new Map();
    for (const place of layout.onMap) {
      for (const style of place.styles) add(this.byStyle, style, place);
    }
    /** Sides between two spaces of the same style: nothing stops there. */
    this.inner = new Map(JOINED.map((style) => [style, sharedSides(this.places(style))]));
    /** Borders by style. @type {Map<string, BorderData[]>} */
    this.borders = new Map();
    for (const [feature, borders] of Object.entries(manifest.board.borders ?? {})) {
      const style = manifest.styles?.borders[feature];
      if (style) this.borders.set(style, [...(this.borders.get(style) ?? []), ...borders]);
    }
    /** Tracks through the centres of spaces, which trees keep clear of. @type {Map<string, [Point, Point][]>} */
    this.tracks = new Map();
    for (const { between } of TRACKS.flatMap((style) => this.lines(style))) {
      const [a, b] = between.map((name) => layout.places.get(name));
      if (!a || !b) continue;
      for (const { name } of [a, b]) add(this.tracks, name, /** @type {[Point, Point]} */ ([a.centre, b.centre]));
    }
  }

  /** @param {string} style */
  places(style) {
    return this.byStyle.get(style) ?? [];
  }

  /** @param {string} style */
  lines(style) {
    return this.borders.get(style) ?? [];
  }
}

/** How much is built here: 0 nothing, 1 a town, 2 a city, 3 a major city. @param {Place} place */
export function built(place) {
  return Math.max(0, ...[...place.styles].map((style) => BUILT[style] ?? 0));
}

/** @template T @param {Map<string, T[]>} map @param {string} key @param {T} value */
function add(map, key, value) {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** @param {Place[]} places */
function sharedSides(places) {
  const once = new Set();
  const twice = new Set();
  for (const side of places.flatMap((place) => sidesOf(place.outline))) {
    const name = sideKey(...side);
    if (once.has(name)) twice.add(name);
    else once.add(name);
  }
  return twice;
}
