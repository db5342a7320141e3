/** Where everything lies: spaces in the units of the drawing, trays beside the map, counters in their spaces. */

import { area, boxOf, distance, inside, sideKey, sidesOf, toSides } from "./geometry.js";
import { dice, seed } from "./random.js";
import { block, rows, stacked } from "./stacking.js";
import { MOST, plans } from "./trays.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./geometry.js").Box} Box */

/**
 * @typedef {object} Place  a space as it is drawn
 * @property {string} name
 * @property {string} kind
 * @property {string} title
 * @property {Point} centre
 * @property {Point} town  where what is built there is
 * @property {Point[]} outline
 * @property {Set<string>} styles  how it is drawn
 * @property {string[]} neighbours
 * @property {boolean} tray  a box that has no place on the map
 * @property {boolean} offMap  an area beside the hexes of a map
 * @property {boolean} flat  the counters there lie side by side: a tray or an off-map area
 * @property {number} room  distance from the centre to the nearest side
 * @property {number} head  height of the title of a tray
 * @property {boolean} folded  a tray that is only a line, with how many counters of each side are in it
 */

/** A hex has this distance from its centre to a corner; everything else follows from it. */
export const RADIUS = 50;
const MARGIN = 30;
const CELL = 100;
/** The other arrangement of the trays must be better by this factor. */
const CLEARLY = 1.04;
/** Spaces of one sector of the map are no farther from each other than this part of its longer side. */
const SECTOR = 0.3;

export class Layout {
  /** @param {ManifestData} manifest */
  constructor(manifest) {
    const { spaces } = manifest.board;
    this.scale = scaleOf(spaces);
    const styles = manifest.styles?.spaces ?? {};
    const hexMap = spaces.some((space) => space.kind === "hex");
    /** @type {Map<string, Place>} */
    this.places = new Map(spaces.map((space) => [space.name, this.placeOf(space, hexMap, styles)]));
    this.onMap = [...this.places.values()].filter((place) => !place.flat);
    this.offMap = [...this.places.values()].filter((place) => place.offMap);
    this.trays = [...this.places.values()].filter((place) => place.tray);
    /** Whether the spaces of the map are hexes, all alike. */
    this.hexes = this.onMap.length > 0 && this.onMap.every((place) => place.kind === "hex");
    /** @type {Box} */
    this.map = boxOf(this.onMap.flatMap((place) => place.outline));
    const [left, top, width, height] = boxOf([...this.onMap, ...this.offMap].flatMap((place) => place.outline));
    /** @type {Box} the printed sheet: the map, and what lies beside it, with a margin */
    this.sheet = [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    /** @type {Box} the sheet and the trays */
    this.all = this.sheet;
    this.beside = true;
    /** The trays that were opened, however many counters are in them. @type {Set<string>} */
    this.opened = new Set();
    /** What the trays were arranged for. */
    this.arranged = "";
    /** Outer sides by space. @type {Map<string, [Point, Point][]> | null} */
    this.rim = null;
    this.order = new Map(manifest.sides.map((side, index) => [side.name, index]));
    /** Places by cell of a coarse grid, to find the one at a point. @type {Map<string, Place[]>} */
    this.cells = new Map();
    for (const place of [...this.onMap, ...this.offMap]) this.index(place);
    this.arrange(1600, 1000);
  }

  /**
   * @param {import("./types.js").SpaceData} space
   * @param {boolean} hexMap
   * @param {Record<string, string>} styles
   * @returns {Place}
   */
  placeOf(space, hexMap, styles) {
    const outline = space.outline.map((point) => this.point(point));
    const tray = outline.length < 3;
    const offMap = hexMap && !tray && space.kind !== "hex";
    const centre = this.point(space.centre);
    return {
      name: space.name,
      kind: space.kind,
      title: space.title,
      centre,
      town: space.town ? this.point(space.town) : centre,
      outline,
      styles: new Set(space.features.map((feature) => styles[feature]).filter(Boolean)),
      neighbours: space.neighbours,
      tray,
      offMap,
      flat: tray || offMap,
      head: 0,
      folded: false,
      room: tray ? 0 : space.kind === "hex" ? RADIUS * Math.sqrt(0.75) : toSides(outline, centre[0], centre[1]),
    };
  }

  /** Whether two spaces are in the same sector of the map; what is beside it belongs to all. @param {string} one @param {string} other */
  areNear(one, other) {
    const [a, b] = [this.places.get(one), this.places.get(other)];
    return !a || !b || a.tray || b.tray || distance(a.centre, b.centre) <= this.sector;
  }

  /** How far it is across a sector of the map. */
  get sector() {
    return SECTOR * Math.max(this.map[2], this.map[3]);
  }

  /** @param {number[]} point @returns {Point} */
  point(point) {
    return [point[0] * this.scale, point[1] * this.scale];
  }

  /**
   * Puts the trays right of the map or below it, wherever the map gets larger, with room for what lies in them. Says
   * whether anything changed.
   * @param {number} width  of the window
   * @param {number} height
   * @param {Map<string, {side: string}[]>} [stacks]  counters by space
   */
  arrange(width, height, stacks) {
    const trays = this.trays.map(({ name, title }) => {
      const counts = new Map();
      const here = stacks?.get(name) ?? [];
      for (const { side } of here) counts.set(side, (counts.get(side) ?? 0) + 1);
      const folded = here.length > MOST && !this.opened.has(name);
      const letters = (title || name).length + (folded ? 6 * counts.size : 0);
      return { load: [...counts.values()], letters, folded };
    });
    const both = plans(this.sheet, trays, [width, height]);
    const sizes = both.map(({ box }) => Math.min(width / box[2], height / box[3]));
    if (this.arranged) sizes[this.beside ? 0 : 1] *= CLEARLY;
    const beside = sizes[0] >= sizes[1];
    const plan = both[beside ? 0 : 1];
    const arranged = JSON.stringify([plan, trays.map(({ folded, load }) => folded && load)]);
    if (arranged === this.arranged) return false;
    this.arranged = arranged;
    this.beside = beside;
    this.all = plan.box;
    this.trays.forEach((tray, i) => {
      lay(tray, plan.trays[i], plan.head);
      tray.folded = trays[i].folded;
    });
    return true;
  }

  /** @param {Place} place */
  index(place) {
    const [x, y, width, height] = boxOf(place.outline);
    for (let i = Math.floor(x / CELL); i <= Math.floor((x + width) / CELL); i++) {
      for (let j = Math.floor(y / CELL); j <= Math.floor((y + height) / CELL); j++) {
        const known = this.cells.get(i + "," + j);
        if (known) known.push(place);
        else this.cells.set(i + "," + j, [place]);
      }
    }
  }

  /** The space at a point. @param {number} x @param {number} y @returns {Place | null} */
  at(x, y) {
    const near = this.cells.get(Math.floor(x / CELL) + "," + Math.floor(y / CELL)) ?? [];
    return [...near, ...this.trays].find((place) => inside(place.outline, x, y)) ?? null;
  }

  /** Where the counters of a space lie, lowest first. @param {Place} place @param {{side: string}[]} counters @returns {Point[]} */
  stack(place, counters) {
    const rank = (/** @type {string} */ side) => this.rank(side);
    if (place.tray) return rows(place, counters, rank);
    if (place.offMap) return block(place, counters.length);
    return stacked(place, counters, rank);
  }

  /** @param {string} side */
  rank(side) {
    return this.order.get(side) ?? 99;
  }

  /** Whether a point lies in the left half. @param {number} x */
  west(x) {
    const [left, , across] = this.map;
    return x < left + across / 2;
  }

  /**
   * The neighbour that lies best in a direction; if there is none, the next space of the board that does.
   * @param {Place} place
   * @param {number} dx
   * @param {number} dy
   */
  towards(place, dx, dy) {
    const close = place.neighbours.map((name) => this.places.get(name)).filter((other) => other !== undefined);
    return bestTowards(place, dx, dy, close, 0.4, false) ?? bestTowards(place, dx, dy, this.places.values(), 0.7, true);
  }

  /** Random numbers for one space. @param {Place} place @param {string} use */
  dice(place, use) {
    return dice(seed(use + place.name));
  }

  /** Sides of spaces that have nothing on their other side. @param {Place[]} places @returns {[Point, Point][]} */
  outer(places) {
    const rim = (this.rim ??= this.findRim());
    return places.flatMap((place) => rim.get(place.name) ?? []);
  }

  findRim() {
    /** @type {Map<string, {owner: string, side: [Point, Point]} | null>} */
    const sides = new Map();
    for (const place of this.onMap) {
      for (const side of sidesOf(place.outline)) {
        const name = sideKey(side[0], side[1]);
        sides.set(name, sides.has(name) ? null : { owner: place.name, side });
      }
    }
    /** @type {Map<string, [Point, Point][]>} */
    const rim = new Map();
    for (const found of sides.values()) {
      if (found) rim.set(found.owner, [...(rim.get(found.owner) ?? []), found.side]);
    }
    return rim;
  }
}

/**
 * @param {Place} place
 * @param {number} dx
 * @param {number} dy
 * @param {Iterable<Place>} from
 * @param {number} least  how well the direction must match
 * @param {boolean} near  whether near ones are better
 */
function bestTowards(place, dx, dy, from, least, near) {
  let found = null;
  let most = -Infinity;
  for (const other of from) {
    if (other === place) continue;
    const x = other.centre[0] - place.centre[0];
    const y = other.centre[1] - place.centre[1];
    const far = Math.hypot(x, y) || 1;
    const match = (x * dx + y * dy) / far;
    if (match < least) continue;
    const value = near ? match / far : match;
    if (value > most + 1e-9) {
      most = value;
      found = other;
    }
  }
  return found;
}

/** @param {Place} tray @param {Box} box @param {number} head */
function lay(tray, [x, y, width, height], head) {
  tray.head = head;
  tray.outline = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  tray.centre = [x + width / 2, y + height / 2];
  tray.room = Math.min(width, height) / 2;
}

/**
 * From the units of the data to those of the drawing: hexes get RADIUS, areas a size that holds some counters.
 * @param {import("./types.js").SpaceData[]} spaces
 */
function scaleOf(spaces) {
  const hex = spaces.find((space) => space.kind === "hex" && space.outline.length === 6);
  if (hex) return RADIUS / distance(hex.centre, hex.outline[0]);
  const sizes = spaces
    .filter((space) => space.outline.length > 2)
    .map((space) => Math.sqrt(Math.abs(area(space.outline))))
    .sort((a, b) => a - b);
  return sizes.length ? 130 / sizes[Math.floor(sizes.length / 2)] : 1;
}
