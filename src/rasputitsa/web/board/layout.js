/** Where everything lies: spaces in the units of the drawing, trays beside the map, places of pieces. */

import { area, dice, distance, inside, key, seed, toSides } from "./geometry.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {[number, number, number, number]} Box  x, y, width, height */

/**
 * @typedef {object} Place  a space as it is drawn
 * @property {string} name
 * @property {string} kind
 * @property {string} title
 * @property {Point} centre
 * @property {Point[]} outline
 * @property {Set<string>} features
 * @property {string[]} neighbours
 * @property {boolean} tray  a box that has no place on the map
 * @property {boolean} yard  an area beside the hexes of a map
 * @property {boolean} flat  the pieces there lie side by side: a tray or a yard
 * @property {number} room  distance from the centre to the nearest side
 */

/** A hex has this distance from its centre to a corner; everything else follows from it. */
export const RADIUS = 50;
/** Side of a counter. */
export const COUNTER = 56;

const MARGIN = 30;
const GAP = 16;
const TITLE = 30;

export class Layout {
  /** @param {TableData} table */
  constructor(table) {
    const spaces = table.board.spaces;
    this.scale = scaleOf(spaces);
    const hexes = spaces.some((space) => space.kind === "hex");
    /** @type {Map<string, Place>} */
    this.places = new Map();
    for (const space of spaces) {
      const outline = space.outline.map((point) => this.point(point));
      const tray = outline.length < 3;
      const yard = hexes && !tray && space.kind !== "hex";
      const centre = this.point(space.centre);
      this.places.set(space.name, {
        name: space.name,
        kind: space.kind,
        title: space.title,
        centre,
        outline,
        features: new Set(space.features),
        neighbours: space.neighbours,
        tray,
        yard,
        flat: tray || yard,
        room: tray ? 0 : space.kind === "hex" ? RADIUS * Math.sqrt(0.75) : toSides(outline, centre[0], centre[1]),
      });
    }
    this.onMap = [...this.places.values()].filter((place) => !place.flat);
    this.yards = [...this.places.values()].filter((place) => place.yard);
    this.trays = [...this.places.values()].filter((place) => place.tray);
    /** Whether the spaces of the map are hexes, all alike. */
    this.hexes = this.onMap.length > 0 && this.onMap.every((place) => place.kind === "hex");
    /** @type {Box} */
    this.map = boxOf(this.onMap.flatMap((place) => place.outline));
    const [left, top, width, height] = boxOf([...this.onMap, ...this.yards].flatMap((place) => place.outline));
    /** @type {Box} the printed sheet: the map, and what lies beside it, with a margin */
    this.sheet = [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    /** @type {Box} */
    this.all = this.sheet;
    this.beside = true;
    /** Outer sides by space. @type {Map<string, [Point, Point][]> | null} */
    this.rim = null;
    this.order = new Map(table.sides.map((side, index) => [side.name, index]));
    /** @type {Map<string, Place[]>} */
    this.cells = new Map();
    for (const place of [...this.onMap, ...this.yards]) this.index(place);
    /** What the trays were arranged for. */
    this.arranged = "";
    this.window = [1600, 1000];
    this.arrange(1600, 1000);
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
   * @param {Map<string, {side: string}[]>} [stacks]  pieces by space
   */
  arrange(width, height, stacks) {
    this.window = [width, height];
    const loads = this.trays.map((tray) => {
      const counts = new Map();
      for (const { side } of stacks?.get(tray.name) ?? []) counts.set(side, (counts.get(side) ?? 0) + 1);
      return [...counts.values()];
    });
    const plans = [this.planBeside(loads), this.planBelow(loads)];
    const sizes = plans.map(({ box }) => Math.min(width / box[2], height / box[3]));
    // What is arranged stays so unless the other way is clearly better.
    if (this.arranged) sizes[this.beside ? 0 : 1] *= 1.04;
    const beside = sizes[0] >= sizes[1];
    const plan = plans[beside ? 0 : 1];
    const shown = JSON.stringify(plan);
    if (shown === this.arranged) return false;
    this.arranged = shown;
    this.beside = beside;
    this.all = plan.box;
    this.trays.forEach((tray, i) => lay(tray, plan.trays[i]));
    return true;
  }

  /** @param {number[][]} loads  how many pieces each side has in each tray @returns {{box: Box, trays: Box[]}} */
  planBeside(loads) {
    const [x, y, width, height] = this.sheet;
    const count = this.trays.length;
    if (!count) return { box: this.sheet, trays: [] };
    const columns = Math.max(1, Math.ceil((count * (trayHeight(1) + GAP)) / height));
    const rows = Math.ceil(count / columns);
    const across = 3;
    const wide = across * (COUNTER + 5) + 19;
    /** @type {Box[]} */
    const trays = [];
    for (let column = 0; column < columns; column++) {
      const here = loads.slice(column * rows, (column + 1) * rows);
      const needs = here.map((load) => rowsOf(load, across));
      const room = height - (here.length - 1) * GAP;
      const least = here.length * trayHeight(1);
      const heights = (/** @type {number} */ few) => needs.map((need) => trayHeight(Math.max(few, need)));
      const sum = (/** @type {number[]} */ all) => all.reduce((sum, high) => sum + high, 0);
      const roomy = sum(heights(2)) > room ? heights(1) : heights(2);
      const total = sum(roomy);
      // Too much for the height: each gets a row, and the rest is shared out by need.
      const share = total > room ? Math.max(0, room - least) / Math.max(1, total - least) : 1;
      let top = y;
      for (const high of roomy) {
        const given = share < 1 ? trayHeight(1) + (high - trayHeight(1)) * share : high;
        trays.push([x + width + GAP + column * (wide + GAP), top, wide, given]);
        top += given + GAP;
      }
    }
    return { box: [x, y, width + columns * (wide + GAP), height], trays };
  }

  /** @param {number[][]} loads @returns {{box: Box, trays: Box[]}} */
  planBelow(loads) {
    const [x, y, width, height] = this.sheet;
    const count = this.trays.length;
    if (!count) return { box: this.sheet, trays: [] };
    const across = Math.min(count, Math.max(1, Math.floor(width / 300)));
    /** @type {Box[]} */
    const trays = [];
    let top = y + height + GAP;
    for (let first = 0; first < count; first += across) {
      const here = loads.slice(first, first + across);
      const weights = here.map((load) => Math.max(5, ...load) + 3);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const wides = weights.map((weight) => ((width - (here.length - 1) * GAP) * weight) / total);
      const needs = here.map((load, i) => rowsOf(load, fitting(wides[i])));
      const high = trayHeight(Math.max(2, Math.min(4, Math.max(...needs))));
      let left = x;
      for (const wide of wides) {
        trays.push([left, top, wide, high]);
        left += wide + GAP;
      }
      top += high + GAP;
    }
    return { box: [x, y, width, top - GAP - y], trays };
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
    for (const place of this.cells.get(Math.floor(x / CELL) + "," + Math.floor(y / CELL)) ?? []) {
      if (inside(place.outline, x, y)) return place;
    }
    for (const tray of this.trays) if (inside(tray.outline, x, y)) return tray;
    return null;
  }

  /**
   * Where the pieces of one space lie: lowest first.
   * @param {Place} place
   * @param {{id: string, side: string}[]} pieces
   * @returns {Point[]}
   */
  stack(place, pieces) {
    if (place.tray) return this.rows(place, pieces);
    if (place.yard) return this.block(place, pieces.length);
    const sides = [...new Set(pieces.map((piece) => piece.side))].sort((a, b) => this.rank(a) - this.rank(b));
    const [x, y] = place.centre;
    const found = [];
    const apart = Math.min(COUNTER * 0.54, Math.max(COUNTER * 0.4, place.room - COUNTER / 2 + 6));
    for (const piece of pieces) {
      const mine = pieces.filter((other) => other.side === piece.side);
      const level = mine.indexOf(piece);
      const lean = Math.min(9, 22 / Math.max(1, mine.length - 1));
      const middle = (mine.length - 1) / 2;
      const column = sides.length > 1 ? (sides.indexOf(piece.side) - (sides.length - 1) / 2) * 2 * apart : 0;
      found.push(/** @type {Point} */ ([x + column + (level - middle) * lean, y - (level - middle) * lean]));
    }
    return found;
  }

  /**
   * Pieces of a yard: a block around its centre, closer together where there are too many.
   * @param {Place} yard
   * @param {number} count
   * @returns {Point[]}
   */
  block(yard, count) {
    const [cx, cy] = yard.centre;
    const reach = (/** @type {number} */ dx, /** @type {number} */ dy) => {
      let far = COUNTER / 2;
      const clear = (/** @type {number} */ at) =>
        [-0.42, 0, 0.42].every((aside) => inside(yard.outline, cx + dx * at + dy * aside * COUNTER, cy + dy * at + dx * aside * COUNTER));
      while (far < 2000 && clear(far + 4)) far += 4;
      return far;
    };
    const wide = 2 * Math.min(reach(-1, 0), reach(1, 0));
    const high = 2 * Math.min(reach(0, -1), reach(0, 1));
    const across = Math.min(count, Math.max(1, Math.floor(wide / (COUNTER + 4))));
    const rows = Math.ceil(count / across);
    const step = rows > 1 ? Math.min(COUNTER + 5, (high - COUNTER) / (rows - 1)) : 0;
    return Array.from({ length: count }, (_, i) => {
      const row = Math.floor(i / across);
      const here = Math.min(across, count - row * across);
      return [cx + ((i % across) - (here - 1) / 2) * (COUNTER + 5), cy + (row - (rows - 1) / 2) * step];
    });
  }

  /** @param {string} side */
  rank(side) {
    return this.order.get(side) ?? 99;
  }

  /**
   * Pieces of a tray, in rows by side.
   * @param {Place} tray
   * @param {{id: string, side: string}[]} pieces
   */
  rows(tray, pieces) {
    const [x, y, width, height] = boxOf(tray.outline);
    const rows = Math.max(1, Math.floor((height - TITLE - 8) / (COUNTER + 6)));
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const piece of pieces) counts.set(piece.side, (counts.get(piece.side) ?? 0) + 1);
    const sides = [...counts.keys()].sort((a, b) => this.rank(a) - this.rank(b));
    const need = (/** @type {number} */ across) =>
      sides.reduce((sum, side) => sum + Math.ceil((counts.get(side) ?? 0) / across), 0);
    let across = fitting(width);
    while (need(across) > rows && across < pieces.length) across++;
    const step = across > 1 ? Math.min(COUNTER + 5, (width - 18 - COUNTER) / (across - 1)) : 0;
    /** @type {Map<string, number>} */
    const first = new Map();
    let row = 0;
    for (const side of sides) {
      first.set(side, row);
      row += Math.ceil((counts.get(side) ?? 0) / across);
    }
    /** @type {Map<string, number>} */
    const seen = new Map();
    return pieces.map((piece) => {
      const i = seen.get(piece.side) ?? 0;
      seen.set(piece.side, i + 1);
      return /** @type {Point} */ ([
        x + 10 + COUNTER / 2 + (i % across) * step,
        y + TITLE + 4 + COUNTER / 2 + ((first.get(piece.side) ?? 0) + Math.floor(i / across)) * (COUNTER + 6),
      ]);
    });
  }

  /**
   * Places of a spread stack around its centre, none hidden by another.
   * @param {Place} place
   * @param {number} count
   * @returns {Point[]}
   */
  spread(place, count) {
    const step = COUNTER + 6;
    const across = Math.min(count, count <= 4 ? count : Math.ceil(Math.sqrt(count)));
    const rows = Math.ceil(count / across);
    const left = this.all[0] + COUNTER / 2 + 6;
    const right = this.all[0] + this.all[2] - COUNTER / 2 - 6;
    let x = place.centre[0] - ((across - 1) * step) / 2;
    x = Math.max(left, Math.min(right - (across - 1) * step, x));
    const y = Math.max(this.all[1] + COUNTER / 2 + 6, place.centre[1] - ((rows - 1) * step) / 2);
    return Array.from({ length: count }, (_, i) => [x + (i % across) * step, y + Math.floor(i / across) * step]);
  }

  /**
   * The neighbour that lies best in a direction; if there is none, the next space of the board that does.
   * @param {Place} place
   * @param {number} dx
   * @param {number} dy
   */
  towards(place, dx, dy) {
    const best = (/** @type {Iterable<Place>} */ from, /** @type {number} */ least, /** @type {boolean} */ near) => {
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
    };
    const close = place.neighbours.map((name) => this.places.get(name)).filter((other) => other !== undefined);
    return best(close, 0.4, false) ?? best(this.places.values(), 0.7, true);
  }

  /** Random numbers for one space. @param {Place} place @param {string} use */
  dice(place, use) {
    return dice(seed(use + place.name));
  }

  /** Sides of spaces that have nothing on their other side. @param {Place[]} places @returns {[Point, Point][]} */
  outer(places) {
    let { rim } = this;
    if (!rim) {
      rim = this.rim = new Map();
      /** @type {Map<string, {owner: string, side: [Point, Point]} | null>} */
      const sides = new Map();
      for (const place of this.onMap) {
        for (const side of sidesOf(place.outline)) {
          const name = sideKey(side[0], side[1]);
          sides.set(name, sides.has(name) ? null : { owner: place.name, side });
        }
      }
      for (const found of sides.values()) {
        if (found) rim.set(found.owner, [...(rim.get(found.owner) ?? []), found.side]);
      }
    }
    const known = rim;
    return places.flatMap((place) => known.get(place.name) ?? []);
  }
}

const CELL = 100;

/** @param {Point[]} outline @returns {[Point, Point][]} */
export function sidesOf(outline) {
  return outline.map((point, i) => [point, outline[(i + 1) % outline.length]]);
}

/** @param {Point} a @param {Point} b */
export function sideKey(a, b) {
  const one = key(a);
  const two = key(b);
  return one < two ? one + ";" + two : two + ";" + one;
}

/** @param {number} rows */
function trayHeight(rows) {
  return TITLE + rows * (COUNTER + 6) + 10;
}

/** How many counters fit side by side. @param {number} width */
function fitting(width) {
  return Math.max(1, Math.floor((width - 16) / (COUNTER + 5)));
}

/** Rows for the pieces of a tray, each side in rows of its own. @param {number[]} load @param {number} across */
function rowsOf(load, across) {
  return load.reduce((sum, pieces) => sum + Math.ceil(pieces / across), 0);
}

/** @param {Place} tray @param {Box} box */
function lay(tray, [x, y, width, height]) {
  tray.outline = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  tray.centre = [x + width / 2, y + height / 2];
  tray.room = Math.min(width, height) / 2;
}

/** @param {Point[]} points @returns {Box} */
export function boxOf(points) {
  if (!points.length) return [0, 0, 100, 100];
  let [left, top] = points[0];
  let [right, bottom] = points[0];
  for (const [x, y] of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [left, top, right - left, bottom - top];
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
