/**
 * The map as finished pixels, for browsers that draw a large svg again for every frame of a pan (all but Chromium's family: ten
 * frames a second instead of sixty). When the zoom rests, the part in sight is painted in tiles, a few for each frame; below
 * them lies the whole map, coarser, for what a pan or a zoom uncovers. Until both are there the svg is seen.
 */

import { Painter } from "./painter.js";

/** @typedef {import("./geometry.js").Box} Box */

/** The side of a tile in pixels of the page. */
const TILE = 512;
/** The longer side of the whole map, coarser. */
const COARSE = 1500;
/** The milliseconds of a frame in which tiles are painted. */
const SHARE = 6;
/** By the processor. WebKit would leave it to the graphics processor for later, and SHARE would not measure it. */
const PAINTED_AT_ONCE = { willReadFrequently: true };
/** More tiles than this are not kept. */
const MOST = 60;
/** The sharpest that is painted; finer screens stretch it a little. */
const SHARPEST = 2;
/** What the map's drawing reaches beyond its box. */
const BEYOND = 12;
/** The looks of the map: the attributes of the board, and the classes of those that matter. */
const LOOKS = ["class", "data-palette", "data-labels"];

/** Tiles of one scale. */
class Layer {
  /** @param {HTMLElement} parent @param {Box} box  of the whole drawing @param {number} scale */
  constructor(parent, box, scale) {
    this.box = box;
    this.scale = scale;
    this.element = document.createElement("div");
    this.element.className = "rb-tiles";
    parent.append(this.element);
    /** By column and row. @type {Map<string, HTMLCanvasElement>} */
    this.tiles = new Map();
  }

  /** Lies where the map is at another scale. @param {Box} box @param {number} scale */
  stretch([x, y], scale) {
    const moved = [(this.box[0] - x) * scale, (this.box[1] - y) * scale];
    this.element.style.transform = `translate(${moved[0]}px,${moved[1]}px) scale(${scale / this.scale})`;
  }

  /** The tiles for a part of the map that are not there, from its middle outwards. @param {Box} part */
  missing([x, y, width, height]) {
    const [left, top, wide, high] = this.box;
    const first = (/** @type {number} */ at, /** @type {number} */ least) => Math.floor((Math.max(at, -BEYOND) * this.scale) / least);
    const last = (/** @type {number} */ at, /** @type {number} */ most) => Math.floor((Math.min(at, most + BEYOND) * this.scale) / TILE);
    const middle = [(x - left + width / 2) * this.scale, (y - top + height / 2) * this.scale];
    const found = [];
    for (let i = first(x - left, TILE); i <= last(x - left + width, wide); i++) {
      for (let j = first(y - top, TILE); j <= last(y - top + height, high); j++) {
        if (this.tiles.has(`${i} ${j}`)) continue;
        const far = Math.hypot((i + 0.5) * TILE - middle[0], (j + 0.5) * TILE - middle[1]);
        found.push({ i, j, far });
      }
    }
    return found.sort((a, b) => a.far - b.far);
  }

  /** @param {Painter} painter @param {{i: number, j: number}} tile */
  paint(painter, { i, j }) {
    const canvas = document.createElement("canvas");
    const ratio = Math.min(SHARPEST, devicePixelRatio);
    canvas.width = canvas.height = Math.ceil(TILE * ratio);
    Object.assign(canvas.style, { left: `${i * TILE}px`, top: `${j * TILE}px`, width: `${TILE}px`, height: `${TILE}px` });
    const pen = /** @type {CanvasRenderingContext2D | null} */ (canvas.getContext("2d", PAINTED_AT_ONCE));
    const side = TILE / this.scale;
    if (pen) painter.paint(pen, (this.scale * canvas.width) / TILE, [this.box[0] + i * side, this.box[1] + j * side, side, side]);
    this.element.append(canvas);
    this.tiles.set(`${i} ${j}`, canvas);
  }

  /** Where there are many tiles, those that are not in sight go. @param {Box} part */
  keep([x, y, width, height]) {
    if (this.tiles.size <= MOST) return;
    const side = TILE / this.scale;
    for (const [key, tile] of this.tiles) {
      const [left, top] = key.split(" ").map((at, axis) => this.box[axis] + Number(at) * side);
      if (left < x + width && left + side > x && top < y + height && top + side > y) continue;
      tile.remove();
      this.tiles.delete(key);
    }
  }
}

export class Bitmap {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.element = document.createElement("div");
    this.element.className = "rb-bitmap";
    board.surface.sheet.prepend(this.element);
    /** From the lowest to the topmost: the whole map, what is still seen of the last zoom, what suits the zoom. @type {Layer[]} */
    this.layers = [];
    /** @type {Painter | null} */
    this.painter = null;
    this.frame = 0;
    this.look = this.looks();
    board.on("look", () => this.plan());
    board.on("zoom", () => this.rest());
    this.changes = new MutationObserver(() => this.again());
    this.changes.observe(board.surface.fixed, { childList: true, subtree: true });
    this.themes = new MutationObserver(() => this.looks() !== this.look && this.again());
    this.themes.observe(board.host, { attributes: true, attributeFilter: LOOKS });
    document.fonts.addEventListener("loadingdone", () => board.host.isConnected && this.again()); // names were painted without them
    this.plan();
  }

  looks() {
    const { classList, dataset } = this.board.host;
    return `${classList.contains("rb-dark")} ${dataset.palette} ${dataset.labels}`;
  }

  /** The map itself has changed: the weather, the theme. */
  again() {
    this.look = this.looks();
    this.board.host.classList.remove("rb-painted");
    this.painter = null;
    for (const layer of this.layers.splice(0)) layer.element.remove();
    this.plan();
  }

  /** The zoom rests. */
  rest() {
    const { box, sharp } = this.board.viewport;
    for (const layer of this.layers) layer.stretch(box, sharp);
    this.painter?.zoomed(this.board.host.dataset.zoom ?? "");
    this.plan();
  }

  /** The next frame paints. */
  plan() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.work();
    });
  }

  work() {
    const { viewport, host, surface } = this.board;
    if (!host.isConnected || !viewport.sharp || viewport.scale !== viewport.sharp) return;
    this.painter ??= new Painter(surface.fixed);
    const [coarse, fine] = this.suited();
    const { seen } = viewport;
    const until = performance.now() + SHARE;
    while (performance.now() < until) {
      const layer = coarse.missing(coarse.box).length ? coarse : fine;
      const [tile] = layer === coarse ? coarse.missing(coarse.box) : fine.missing(seen);
      if (!tile) return this.painted(fine);
      layer.paint(this.painter, tile);
    }
    this.plan();
  }

  /** All that is in sight is there. @param {Layer} fine */
  painted(fine) {
    const { viewport, host } = this.board;
    host.classList.add("rb-painted");
    for (const layer of this.layers.splice(1, this.layers.length - 2)) layer.element.remove();
    fine.keep(viewport.seen);
  }

  /** The whole map, and the layer for the present zoom. @returns {[Layer, Layer]} */
  suited() {
    const { box, sharp } = this.board.viewport;
    const [first] = this.layers;
    if (!first) this.layers.push(new Layer(this.element, box, Math.min(sharp, COARSE / Math.max(box[2], box[3]))));
    const last = this.layers.at(-1);
    if (this.layers.length < 2 || last?.scale !== sharp || last.box.join() !== box.join()) {
      this.layers.push(new Layer(this.element, box, sharp));
    }
    for (const layer of this.layers) layer.stretch(box, sharp);
    return [this.layers[0], /** @type {Layer} */ (this.layers.at(-1))];
  }
}
