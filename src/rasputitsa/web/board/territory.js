/** Which side controls which part of the map: tinted areas, and the front between them as a line in the colours of both. */

import { chain, distance, sideKey, sidesOf, union } from "./geometry.js";
import { sideClass } from "./sides.js";
import { group, make, straight } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").SideData} SideData */
/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {{places: [Place, Place], side: [Point, Point]}} Border */

/** How far the line of each side lies on its own side of the border, and where a river is the border. */
const ASIDE = 2;
const ASIDE_OF_WATER = 6.5;
/** The styles of rivers. */
const WATER = ["river", "major-river"];

export class Territory {
  /** @param {ManifestData} manifest @param {Layout} layout @param {SVGGElement} parent */
  constructor(manifest, layout, parent) {
    this.sides = manifest.sides;
    this.layout = layout;
    this.numbers = manifest.board.spaces.flatMap(({ name, id }) => (id === undefined ? [] : [{ name, id }]));
    this.areas = group("rb-territory", parent);
    this.front = group("rb-front-lines", parent);
    this.shown = "";
    /** The front as the `d` of a path; "" where there is none. */
    this.line = "";
    /** The side that controls a space. @type {Map<string, string>} */
    this.owners = new Map();
    /** @type {Border[] | null} */
    this.borders = null;
    /** The sides of spaces along which a river flows. @type {Set<string>} */
    this.rivers = new Set(riverSides(manifest, layout));
  }

  /** @param {Record<string, string> | undefined} territory  sets of spaces by side, as `read` takes them */
  show(territory) {
    const shown = JSON.stringify(territory ?? {});
    if (shown === this.shown) return;
    this.shown = shown;
    this.owners = read(territory ?? {}, this.numbers);
    this.areas.replaceChildren();
    this.front.replaceChildren();
    this.line = "";
    if (!this.owners.size) return;
    this.drawAreas();
    this.drawFront();
  }

  drawAreas() {
    for (const { name } of this.sides) {
      const outlines = this.layout.onMap.filter((place) => this.owners.get(place.name) === name).map((place) => place.outline);
      const d = union(outlines)
        .map((loop) => straight(loop, true))
        .join("");
      if (d) make("path", { class: `rb-held ${sideClass(this.sides, name)}`, d, "fill-rule": "evenodd" }, this.areas);
    }
  }

  drawFront() {
    this.borders ??= bordersOf(this.layout.onMap);
    /** @type {Map<string, Point[][]>} */
    const lines = new Map(this.sides.map(({ name }) => [name, []]));
    /** @type {Point[][]} */
    const all = [];
    /** @type {Point[][]} */
    const water = [];
    for (const { places, side } of this.borders) {
      const [one, other] = places.map((place) => this.owners.get(place.name) ?? "");
      if (one === other || !one || !other) continue;
      const river = this.rivers.has(sideKey(...side));
      const aside = river ? ASIDE_OF_WATER : ASIDE;
      all.push(side);
      if (river) water.push(side);
      lines.get(one)?.push(towards(side, places[0].centre, aside));
      lines.get(other)?.push(towards(side, places[1].centre, aside));
    }
    this.line = chain(all).map((line) => straight(line)).join("");
    if (this.line) make("path", { class: "rb-front-bed", d: this.line }, this.front);
    for (const [name, found] of lines) {
      const path = found.map((line) => straight(line)).join("");
      if (path) make("path", { class: `rb-front-line ${sideClass(this.sides, name)}`, d: path }, this.front);
    }
    // A river changes the odds: it is seen between the lines of both sides.
    if (water.length) make("path", { class: "rb-front-river", d: chain(water).map((line) => straight(line)).join("") }, this.front);
  }
}

/**
 * Who controls each space. A set of spaces is written as a hexadecimal number, whose bits are the numbers of the spaces.
 * @param {Record<string, string>} territory
 * @param {{name: string, id: number}[]} numbers
 */
export function read(territory, numbers) {
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const [side, bits] of Object.entries(territory)) {
    for (const { name, id } of numbers) {
      const digit = parseInt(bits[bits.length - 1 - (id >> 2)] ?? "0", 16);
      if ((digit >> (id & 3)) & 1) owners.set(name, side);
    }
  }
  return owners;
}

/** Every side that two spaces share. @param {Place[]} places @returns {Border[]} */
function bordersOf(places) {
  /** @type {Map<string, Place>} */
  const seen = new Map();
  /** @type {Border[]} */
  const found = [];
  for (const place of places) {
    for (const side of sidesOf(place.outline)) {
      const name = sideKey(...side);
      const other = seen.get(name);
      if (other) found.push({ places: [other, place], side });
      else seen.set(name, place);
    }
  }
  return found;
}

/** The sides of spaces along which a river flows. @param {ManifestData} manifest @param {Layout} layout */
function riverSides({ board, styles }, layout) {
  const rivers = Object.entries(board.borders).filter(([feature]) => WATER.includes(styles?.borders[feature] ?? ""));
  const points = rivers.flatMap(([, borders]) => borders.map(({ line }) => line.map((point) => layout.point(point))));
  return points.flatMap((line) => line.slice(1).map((point, i) => sideKey(line[i], point)));
}

/**
 * A side of a space, drawn a little towards its centre.
 * @param {[Point, Point]} side
 * @param {Point} centre
 * @param {number} aside
 * @returns {Point[]}
 */
function towards(side, centre, aside) {
  return side.map((point) => {
    const far = distance(point, centre) || 1;
    return [point[0] + ((centre[0] - point[0]) / far) * aside, point[1] + ((centre[1] - point[1]) / far) * aside];
  });
}
