/** The map: everything that never changes during a match, drawn once. */

import {
  blob,
  chain,
  dice,
  distance,
  inset,
  inside,
  key,
  middle,
  ribbon,
  seed,
  smooth,
  toSegment,
  union,
  wander,
} from "./geometry.js";
import { boxOf, COUNTER, sideKey, sidesOf } from "./layout.js";
import { Chunks, group, make, short, straight, text } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").BoardData} BoardData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

/** How a feature of a space is drawn: the words that games use, by style. */
const STYLES = byWord({
  forest: "forest forests woods wood taiga",
  marsh: "marsh swamp bog",
  mountain: "mountain mountains",
  rough: "rough hill hills broken",
  sea: "sea ocean gulf",
  lake: "lake water reservoir",
  meadow: "green",
  field: "yellow",
  none: "clear open plain steppe",
  town: "town village",
  city: "city",
  major: "major_city metropolis capital special_city",
  fort: "fortification fort fortress fortified entrenchment",
});

/** How a feature of a border is drawn. */
const LINES = byWord({
  river: "river stream minor_river",
  "major-river": "major_river",
  lake: "lake lake_side reservoir strait",
  rail: "rail railway railroad",
  road: "road highway",
});

const AREAS = ["meadow", "field", "rough", "mountain", "marsh", "forest", "lake", "sea"];

/** Long lines are drawn in pieces of so many points: for a corner of the map, the browser needs only those there. */
const PIECE = 36;

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

/** @param {string} feature */
export function styleOf(feature) {
  if (feature.endsWith("_edge")) return "edge";
  return STYLES.get(feature) ?? "other";
}

/**
 * Draws the map into an svg, and its names into a layer of their own. Returns the groups whose look depends on the
 * zoom.
 * @param {SVGSVGElement} svg
 * @param {Element} over  where the names go, above what is lit
 * @param {Layout} layout
 * @param {BoardData} board
 * @param {string} id  prefix of ids in this document
 */
export function drawMap(svg, over, layout, board, id) {
  return new Drawing(layout, board, id).draw(svg, over);
}

class Drawing {
  /** @param {Layout} layout @param {BoardData} board @param {string} id */
  constructor(layout, board, id) {
    this.layout = layout;
    this.board = board;
    this.id = id;
    /** @type {Map<string, Place[]>} */
    this.with = new Map();
    for (const place of layout.onMap) {
      for (const feature of place.features) {
        const style = styleOf(feature);
        const known = this.with.get(style);
        if (!known) this.with.set(style, [place]);
        else if (known[known.length - 1] !== place) known.push(place);
      }
    }
    /** Sides between two spaces of the same style: nothing stops there. @type {Map<string, Set<string>>} */
    this.inner = new Map();
    for (const style of ["forest", "marsh", "sea", "lake", "mountain"]) {
      const once = new Set();
      const twice = new Set();
      for (const place of this.with.get(style) ?? []) {
        for (const side of sidesOf(place.outline)) {
          const name = sideKey(...side);
          if (once.has(name)) twice.add(name);
          else once.add(name);
        }
      }
      this.inner.set(style, twice);
    }
    /** @type {Map<string, import("./types.js").BorderData[]>} */
    this.lines = new Map();
    for (const [feature, borders] of Object.entries(board.borders ?? {})) {
      const style = LINES.get(feature) ?? "other";
      this.lines.set(style, [...(this.lines.get(style) ?? []), ...borders]);
    }
    /** Ways through the centres of spaces, which trees keep clear of. @type {Map<string, [Point, Point][]>} */
    this.ways = new Map();
    for (const style of ["rail", "road"]) {
      for (const { between } of this.lines.get(style) ?? []) {
        const [a, b] = between.map((name) => layout.places.get(name));
        if (!a || !b) continue;
        for (const place of [a, b]) {
          const known = this.ways.get(place.name) ?? [];
          known.push([a.centre, b.centre]);
          this.ways.set(place.name, known);
        }
      }
    }
  }

  /** @param {SVGSVGElement} svg @param {Element} over */
  draw(svg, over) {
    const { layout } = this;
    const defs = make("defs", {}, svg);
    const [x, y, width, height] = layout.sheet;
    const sheet = { x, y, width, height, rx: 5 };
    // The rim reaches out of the svg's box. Then Chromium keeps the finished pixels while one zooms; if all lies within
    // the box it draws everything anew for every frame (840 ms of work in 30 frames instead of 10).
    const rim = { x: x - 6, y: y - 6, width: width + 12, height: height + 12, rx: 10 };
    make("rect", { ...rim, class: "rb-sheet-rim" }, svg);
    make("rect", { ...sheet, class: "rb-sheet-shadow", x: x + 3, y: y + 5 }, svg);
    make("rect", { ...sheet, class: "rb-land" }, svg);
    this.tones(svg, defs);
    const ground = group("rb-ground", svg);
    for (const style of AREAS) this.region(ground, style);
    const glyphs = group("rb-glyphs", svg);
    this.trees(glyphs);
    this.marsh(glyphs);
    this.peaks(glyphs);
    this.waves(glyphs);
    this.towns(svg);
    this.grid(svg);
    this.forts(svg);
    this.rivers(svg);
    this.margin(svg, sheet);
    this.tracks(svg);
    this.edges(svg);
    this.others(svg);
    const numbers = this.numbers(svg);
    const names = this.names(over);
    return { numbers, names };
  }

  /**
   * Faint fibres all over the sheet. (As a pattern they would cost a fifth of the whole drawing.)
   * @param {Element} parent
   */
  paper(parent) {
    const random = dice(1941);
    const [left, top, width, height] = this.layout.sheet;
    const count = Math.min(2600, Math.round((width * height) / 1100));
    const fibres = group("rb-paper", parent);
    const tones = ["rb-fibre-dark", "rb-fibre-light"].map((name) => new Chunks(fibres, name));
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

  /**
   * Broad soft lights and shades, so that open country is not one flat colour.
   * @param {Element} parent
   * @param {Element} defs
   */
  tones(parent, defs) {
    const tones = group("rb-tones", parent);
    const [x, y, width, height] = this.layout.map;
    const random = dice(seed("tones"));
    for (const name of ["light", "dark"]) {
      const tone = make("radialGradient", { id: `${this.id}-${name}` }, defs);
      make("stop", { offset: 0, class: "rb-tone-" + name }, tone);
      make("stop", { offset: 1, class: "rb-tone-" + name, "stop-opacity": 0 }, tone);
    }
    for (let i = 0; i < 9; i++) {
      const rx = width * (0.12 + random() * 0.16);
      const ry = Math.min(height / 2, rx * (0.6 + random() * 0.5));
      const at = { cx: x + rx + random() * (width - 2 * rx), cy: y + ry + random() * (height - 2 * ry), rx, ry };
      make("ellipse", { ...at, fill: `url(#${this.id}-${i % 2 ? "light" : "dark"})`, opacity: 0.5 }, tones);
    }
  }

  /** @param {string} style */
  places(style) {
    return this.with.get(style) ?? [];
  }

  /** One soft area for all neighbouring spaces of a kind. @param {Element} parent @param {string} style */
  region(parent, style) {
    const places = this.places(style);
    if (!places.length) return;
    const soft = style === "meadow" || style === "field" ? 0 : style === "sea" || style === "lake" ? 2.5 : 4.5;
    const random = dice(seed(style));
    let d = "";
    for (const loop of union(places.map((place) => place.outline))) {
      d += soft ? blob(wander(loop, random, { step: 17, sway: soft, closed: true })) : straight(loop, true);
    }
    if (style === "sea" || style === "lake") make("path", { class: "rb-shore", d }, parent);
    make("path", { class: "rb-area rb-" + style, d, "fill-rule": "evenodd" }, parent);
  }

  /**
   * Points scattered over a space, away from its sides, its number, its name and the ways through it.
   * @param {Place} place
   * @param {string} use
   * @param {{step: number, side?: number, way?: number}} how
   * @returns {Point[]}
   */
  scatter(place, use, { step, side = 3, way = 7 }) {
    const alike = this.inner.get(use);
    const random = this.layout.dice(place, use);
    const [left, top, width, height] = boxOf(place.outline);
    const [cx, cy] = place.centre;
    const sides = sidesOf(place.outline).filter((pair) => !alike?.has(sideKey(...pair)));
    const ways = this.ways.get(place.name) ?? [];
    const styles = [...place.features].map(styleOf);
    const built = styles.includes("major") ? 44 : styles.includes("city") ? 36 : styles.includes("town") ? 22 : 0;
    const found = [];
    let odd = false;
    for (let y = top; y < top + height; y += step * 0.86) {
      odd = !odd;
      for (let x = left + (odd ? step / 2 : 0); x < left + width; x += step) {
        const px = x + (random() - 0.5) * step * 0.62;
        const py = y + (random() - 0.5) * step * 0.62;
        if (random() < 0.08) continue;
        if (built && Math.hypot(px - cx, py - cy) < built) continue;
        if (Math.abs(px - cx) < 15 && Math.abs(py - (cy - place.room + 8)) < 9) continue;
        if (!inside(place.outline, px, py)) continue;
        if (sides.some(([a, b]) => toSegment(px, py, a, b) < side)) continue;
        if (ways.some(([a, b]) => toSegment(px, py, a, b) < way)) continue;
        found.push(/** @type {Point} */ ([px, py]));
      }
    }
    return found;
  }

  /** @param {Element} parent */
  trees(parent) {
    const places = this.places("forest");
    const shade = new Chunks(parent, "rb-tree-shade");
    const firs = new Chunks(parent, "rb-fir");
    const leaves = new Chunks(parent, "rb-leaf");
    const lights = new Chunks(parent, "rb-tree-light");
    /** @type {[number, number, number, boolean][]} */
    const trees = [];
    const step = places.length > 300 ? 14 : 11.6;
    for (const place of places) {
      const random = this.layout.dice(place, "tree");
      for (const [x, y] of this.scatter(place, "forest", { step })) {
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

  /** @param {Element} parent */
  marsh(parent) {
    const lines = new Chunks(parent, "rb-marsh-line");
    const reeds = new Chunks(parent, "rb-reed");
    for (const place of this.places("marsh")) {
      const random = this.layout.dice(place, "reed");
      for (const [x, y] of this.scatter(place, "marsh", { step: 17, side: 5 })) {
        const half = 4 + random() * 4;
        lines.add(x, y, `M${short(x - half)} ${short(y)}h${short(2 * half)}`);
        if (random() < 0.7) reeds.add(x, y, `M${short(x)} ${short(y)}v-6m-2.4 6l-1.6 -4.6m6.4 4.6l1.6 -4.6`);
      }
    }
    lines.done();
    reeds.done();
  }

  /** @param {Element} parent */
  peaks(parent) {
    const dark = new Chunks(parent, "rb-peak");
    const shade = new Chunks(parent, "rb-peak-shade");
    for (const [style, step, size] of /** @type {[string, number, number][]} */ ([
      ["mountain", 22, 1],
      ["rough", 20, 0.55],
    ])) {
      for (const place of this.places(style)) {
        const random = this.layout.dice(place, "peak");
        for (const [x, y] of this.scatter(place, style, { step, side: 8 })) {
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

  /** @param {Element} parent */
  waves(parent) {
    const lines = new Chunks(parent, "rb-wave");
    for (const style of ["sea", "lake"]) {
      for (const place of this.places(style)) {
        for (const [x, y] of this.scatter(place, style, { step: 30, side: 9 })) {
          lines.add(x, y, `M${short(x - 7)} ${short(y)}q3.5 -3 7 0t7 0`);
        }
      }
    }
    lines.done();
  }

  /** Fine lines between the spaces. @param {Element} parent */
  grid(parent) {
    const { layout } = this;
    const lines = new Chunks(group("rb-grid", parent), layout.hexes ? "rb-side" : "rb-side rb-side-area");
    const seen = new Set();
    for (const place of layout.onMap) {
      for (const [a, b] of sidesOf(place.outline)) {
        const name = sideKey(a, b);
        if (seen.has(name)) continue;
        seen.add(name);
        lines.add(a[0], a[1], straight([a, b]));
      }
    }
    lines.done();
  }

  /**
   * The margin of the sheet: hides what wandered over the edge of the map.
   * @param {Element} parent
   * @param {{x: number, y: number, width: number, height: number}} sheet
   */
  margin(parent, { x, y, width, height }) {
    const loops = union(this.layout.onMap.map((place) => place.outline));
    const land = loops.map((loop) => straight(loop, true)).join("");
    const frame = `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
    make("path", { class: "rb-margin", d: frame + land, "fill-rule": "evenodd" }, parent);
    this.paper(parent);
    make("path", { class: "rb-neat", d: land }, parent);
    make("rect", { class: "rb-frame", x: x + 7, y: y + 7, width: width - 14, height: height - 14, rx: 2 }, parent);
  }

  /** Coloured bands along the outer sides of edge spaces. @param {Element} parent */
  edges(parent) {
    const { layout } = this;
    const bands = group("rb-edges", parent);
    const names = [...new Set(layout.onMap.flatMap((place) => [...place.features]))].filter((name) =>
      name.endsWith("_edge"),
    );
    names.forEach((name, index) => {
      const places = layout.onMap.filter((place) => place.features.has(name));
      const tone = /red|east|soviet|russian/.test(name) ? 1 : /west|black|german/.test(name) ? 0 : 2 + (index % 2);
      for (const line of chain(layout.outer(places))) {
        make("path", { class: "rb-band rb-band-" + tone, d: straight(line) }, bands);
      }
    });
  }

  /** Rivers and lake sides: bends along the sides of the spaces. @param {Element} parent */
  rivers(parent) {
    const { layout } = this;
    const edge = new Set(layout.outer(layout.onMap).flat().map(key));
    // Light banks, then dark edges, then water, so that rivers flow into each other.
    const water = group("rb-water", parent);
    const layers = ["rb-bank", "rb-bank-edge", "rb-river"].map((name) => [name, group("", water)]);
    for (const [style, base] of /** @type {[string, number][]} */ ([
      ["lake", 17],
      ["major-river", 11],
      ["river", 7.5],
    ])) {
      const borders = this.lines.get(style);
      if (!borders) continue;
      const chains = chain(borders.map((border) => border.line.map((point) => layout.point(point))));
      chains.sort((a, b) => b.length - a.length);
      const corners = new Map();
      for (const line of chains) for (const point of line) corners.set(key(point), (corners.get(key(point)) ?? 0) + 1);
      /** @type {Point[][]} */
      const drawn = [];
      const shapes = [];
      for (const line of chains) {
        const random = dice(seed(style + key(line[0])));
        const bends = wander(line, random, { step: 17, sway: style === "lake" ? 2 : 3.6 });
        let curve = smooth(bends, 3);
        const first = (corners.get(key(line[0])) ?? 0) > 1;
        const last = (corners.get(key(line[line.length - 1])) ?? 0) > 1;
        if (first) curve = [nearest(drawn, curve[0]) ?? curve[0], ...curve.slice(1)];
        if (last) curve = [...curve.slice(0, -1), nearest(drawn, curve[curve.length - 1]) ?? curve[curve.length - 1]];
        drawn.push(curve);
        const source = (/** @type {Point} */ end, /** @type {boolean} */ joined) => !joined && !edge.has(key(end));
        const thinStart = source(line[0], first);
        const thinEnd = source(line[line.length - 1], last);
        const wave = random() * 6;
        const width = (/** @type {number} */ i) => {
          let share = 0.94 + 0.1 * Math.sin(i * 0.31 + wave) + 0.05 * Math.sin(i * 0.83 + wave);
          if (thinStart) share *= Math.min(1, 0.22 + i / 24);
          if (thinEnd) share *= Math.min(1, 0.22 + (curve.length - 1 - i) / 24);
          return base * share;
        };
        for (let i = 0; i < curve.length - 1; i += PIECE) {
          shapes.push(ribbon(curve.slice(i, i + PIECE + 2), (j) => width(i + j)));
        }
      }
      const d = shapes.map((shape) => straight(shape, true));
      for (const [name, layer] of /** @type {[string, Element][]} */ (layers)) {
        for (const shape of d) make("path", { class: `${name} ${name}-${style}`, d: shape }, layer);
      }
    }
  }

  /** Railways and roads, from centre to centre. @param {Element} parent */
  tracks(parent) {
    const { layout } = this;
    const ways = group("rb-ways", parent);
    const rivers = new Set([...(this.lines.get("river") ?? []), ...(this.lines.get("major-river") ?? [])].map(pair));
    for (const style of ["road", "rail"]) {
      const borders = this.lines.get(style);
      if (!borders) continue;
      /** @type {Map<string, {place: Place, to: Point[]}>} */
      const nodes = new Map();
      /** @type {Point[][]} */
      const lines = [];
      const bridges = [];
      for (const border of borders) {
        const [a, b] = border.between.map((name) => layout.places.get(name));
        if (!a || !b || a.tray || b.tray) continue;
        lines.push([a.centre, b.centre]);
        for (const [place, other] of [
          [a, b],
          [b, a],
        ]) {
          const node = nodes.get(key(place.centre)) ?? { place, to: [] };
          node.to.push(other.centre);
          nodes.set(key(place.centre), node);
        }
        if (rivers.has(pair(border)) && border.line.length > 1) {
          bridges.push([middle(a.centre, b.centre), Math.atan2(b.centre[1] - a.centre[1], b.centre[0] - a.centre[0])]);
        }
      }
      for (const { place, to } of nodes.values()) {
        if (to.length !== 1 || built(place)) continue;
        const out = wayOut(layout, place, to[0]);
        if (out) lines.push([place.centre, out]);
      }
      const stops = (/** @type {string} */ at) => {
        const node = nodes.get(at);
        return !!node && (built(node.place) > 0 || node.to.length > 2);
      };
      const curves = chain(lines, stops).map((line) => rounded(line, 24));
      const track = (/** @type {string} */ name) => {
        for (const curve of curves) {
          for (let i = 0; i < curve.length - 1; i += PIECE) {
            make("path", { class: "rb-way " + name, d: straight(curve.slice(i, i + PIECE + 1)) }, ways);
          }
        }
      };
      track(`rb-${style}-bed`);
      for (const [at, turn] of /** @type {[Point, number][]} */ (bridges)) {
        const bridge = make(
          "path",
          { class: "rb-bridge", d: "M-9.5 -6.5L-7 -4H7L9.5 -6.5M-9.5 6.5L-7 4H7L9.5 6.5" },
          ways,
        );
        bridge.setAttribute(
          "transform",
          `translate(${short(at[0])} ${short(at[1])}) rotate(${short((turn * 180) / Math.PI)})`,
        );
      }
      track("rb-" + style);
      if (style === "rail") ties(ways, curves);
    }
    for (const border of this.lines.get("other") ?? []) {
      if (border.line.length > 1)
        make("path", { class: "rb-line-other", d: straight(border.line.map((point) => layout.point(point))) }, ways);
    }
  }

  /** Blocks of houses between streets. @param {Element} parent */
  towns(parent) {
    const towns = group("rb-towns", parent);
    for (const place of this.layout.onMap) {
      const rank = built(place);
      if (!rank) continue;
      const random = this.layout.dice(place, "town");
      const [cx, cy] = place.centre;
      const hex = place.kind === "hex";
      const reach = [0, 20, 33, 43][rank];
      const ring =
        hex && rank > 1
          ? inset(place.outline, place.centre, rank === 3 ? 3 : 11)
          : Array.from(
              { length: 9 },
              (_, i) => /** @type {Point} */ ([cx + Math.cos(i * 0.698) * reach, cy + Math.sin(i * 0.698) * reach]),
            );
      const ground = wander(ring, random, { step: 15, sway: 3, closed: true });
      make("path", { class: "rb-town rb-town-" + rank, d: blob(ground) }, towns);
      const turn = (random() - 0.5) * 0.9;
      const cos = Math.cos(turn);
      const sin = Math.sin(turn);
      let d = "";
      const width = 8.4;
      const height = 6.6;
      const sides = sidesOf(ring);
      const rows = Math.ceil((reach * 1.2) / height);
      const columns = Math.ceil((reach * 1.2) / width);
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
      make("path", { class: "rb-house", d }, towns);
    }
  }

  /** A ring with teeth. @param {Element} parent */
  forts(parent) {
    const places = this.places("fort");
    if (!places.length) return;
    const forts = group("rb-forts", parent);
    const walls = new Chunks(forts, "rb-wall");
    const teeth = new Chunks(forts, "rb-teeth");
    for (const place of places) {
      const [cx, cy] = place.centre;
      const ring =
        place.kind === "hex"
          ? inset(place.outline, place.centre, 5.2)
          : Array.from(
              { length: 12 },
              (_, i) =>
                /** @type {Point} */ ([cx + Math.cos((i * Math.PI) / 6) * 41, cy + Math.sin((i * Math.PI) / 6) * 41]),
            );
      let d = "";
      for (const [a, b] of sidesOf(ring)) {
        const length = distance(a, b);
        const count = Math.max(2, Math.round(length / 9));
        const ux = (b[0] - a[0]) / length;
        const uy = (b[1] - a[1]) / length;
        const mx = (a[0] + b[0]) / 2 - cx;
        const my = (a[1] + b[1]) / 2 - cy;
        const flip = mx * -uy + my * ux > 0 ? -1 : 1;
        for (let i = 0; i < count; i++) {
          const at = ((i + 0.5) * length) / count;
          const x = a[0] + ux * at;
          const y = a[1] + uy * at;
          const tooth = [
            [x - ux * 2, y - uy * 2],
            [x - uy * 4.4 * flip, y + ux * 4.4 * flip],
            [x + ux * 2, y + uy * 2],
          ];
          d += straight(tooth, true);
        }
      }
      walls.add(cx, cy, straight(ring, true));
      teeth.add(cx, cy, d);
    }
    walls.done();
    teeth.done();
  }

  /** Features that this drawing knows nothing about: a small neutral sign. @param {Element} parent */
  others(parent) {
    const signs = new Chunks(group("rb-others", parent), "rb-other");
    for (const place of this.places("other")) {
      const x = place.centre[0] - place.room * 0.86;
      const y = place.centre[1];
      signs.add(x, y, `M${short(x)} ${short(y - 4)}l4 4l-4 4l-4 -4z`);
    }
    signs.done();
  }

  /** @param {Element} parent */
  numbers(parent) {
    const numbers = group("rb-numbers", parent);
    if (this.layout.hexes || this.layout.onMap.length) {
      for (const place of this.layout.onMap) {
        const [x, y] = place.centre;
        const at = place.kind === "hex" ? y - place.room + 10.6 : y - COUNTER / 2 - 5;
        text(place.name, { x: short(x), y: short(at) }, numbers);
      }
    }
    return numbers;
  }

  /** @param {Element} parent */
  names(parent) {
    const names = group("rb-names", parent);
    for (const place of this.layout.onMap) {
      if (!place.title) continue;
      const [x, y] = place.centre;
      const at = y + COUNTER / 2 + (place.kind === "hex" ? 1.4 : 5);
      text(place.title, { x: short(x), y: short(at), dy: "0.72em", class: "rb-name rb-name-" + built(place) }, names);
    }
    return names;
  }
}

/** @param {Record<string, string>} styles @returns {Map<string, string>} */
function byWord(styles) {
  return new Map(Object.entries(styles).flatMap(([style, words]) => words.split(" ").map((one) => [one, style])));
}

/** @param {import("./types.js").BorderData} border */
function pair(border) {
  return [...border.between].sort().join(";");
}

/** How much is built here: 0 nothing, 1 a town, 2 a city, 3 a major city. @param {Place} place */
export function built(place) {
  let most = 0;
  for (const feature of place.features) {
    const style = styleOf(feature);
    most = Math.max(most, style === "major" ? 3 : style === "city" ? 2 : style === "town" ? 1 : 0);
  }
  return most;
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

/**
 * Where a line that ends in a space at the edge of the map leaves it.
 * @param {Layout} layout
 * @param {Place} place
 * @param {Point} from
 */
function wayOut(layout, place, from) {
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
