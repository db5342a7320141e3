/** A small map in the corner: where on the board the window is. */

import { styleOf } from "./terrain.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./view.js").Viewport} Viewport */

/** The longer side, in pixels; in a narrow window less. */
const SIZE = 148;

export class Minimap {
  /**
   * @param {HTMLElement} host
   * @param {Layout} layout
   * @param {Viewport} viewport
   */
  constructor(host, layout, viewport) {
    this.layout = layout;
    this.viewport = viewport;
    this.element = document.createElement("div");
    this.element.className = "rb-minimap";
    this.element.hidden = true;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.window = document.createElement("div");
    this.window.className = "rb-minimap-window";
    this.element.append(this.canvas, this.window);
    host.append(this.element);
    /** @type {{x: number, y: number, side: string}[]} */
    this.pieces = [];
    this.stale = true;
    this.drawn = 0;
    const go = (/** @type {PointerEvent} */ event) => {
      const rect = this.canvas.getBoundingClientRect();
      const [x, y] = this.layout.all;
      viewport.centre((event.clientX - rect.left) / this.scale + x, (event.clientY - rect.top) / this.scale + y, {
        smooth: event.type === "pointerdown",
      });
      event.stopPropagation();
      event.preventDefault();
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      event.stopPropagation();
      if (event.buttons) go(event);
    });
    for (const type of ["pointerup", "click", "dblclick", "wheel"]) {
      this.element.addEventListener(type, (event) => event.stopPropagation());
    }
  }

  get scale() {
    const [, , width, height] = this.layout.all;
    const size = Math.min(SIZE, Math.max(80, Math.min(...this.viewport.size) * 0.26));
    return size / Math.max(width, height);
  }

  /** @param {{x: number, y: number, side: string}[]} pieces */
  show(pieces) {
    this.pieces = pieces;
    this.stale = true;
    if (!this.element.hidden) this.draw();
  }

  /** The window moved. */
  update() {
    const hide = this.viewport.depth < 1.3;
    if (hide !== this.element.hidden) {
      this.element.hidden = hide;
    }
    if (hide) return;
    if (this.stale || this.drawn !== this.scale) this.draw();
    const [ax, ay, aw, ah] = this.layout.all;
    const [x, y, width, height] = this.viewport.seen;
    const left = Math.max(x, ax);
    const top = Math.max(y, ay);
    const style = this.window.style;
    style.transform = `translate(${(left - ax) * this.scale}px,${(top - ay) * this.scale}px)`;
    style.width = `${(Math.min(x + width, ax + aw) - left) * this.scale}px`;
    style.height = `${(Math.min(y + height, ay + ah) - top) * this.scale}px`;
  }

  draw() {
    this.stale = false;
    const [ax, ay, aw, ah] = this.layout.all;
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const k = this.scale;
    this.drawn = k;
    this.canvas.width = Math.ceil(aw * k * ratio);
    this.canvas.height = Math.ceil(ah * k * ratio);
    this.canvas.style.width = `${aw * k}px`;
    this.canvas.style.height = `${ah * k}px`;
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    const colours = getComputedStyle(this.element);
    const colour = (/** @type {string} */ name) => colours.getPropertyValue(name).trim();
    pen.setTransform(ratio * k, 0, 0, ratio * k, -ax * ratio * k, -ay * ratio * k);
    pen.fillStyle = colour("--rb-margin");
    pen.fillRect(...this.layout.sheet);
    /** @type {Record<string, string>} */
    const fills = {
      forest: "--rb-forest",
      sea: "--rb-sea",
      lake: "--rb-lake",
      marsh: "--rb-marsh",
      mountain: "--rb-mountain",
    };
    for (const place of this.layout.onMap) {
      let fill = "--rb-land";
      for (const feature of place.features) fill = fills[styleOf(feature)] ?? fill;
      pen.fillStyle = colour(fill);
      pen.beginPath();
      for (const [x, y] of place.outline) pen.lineTo(x, y);
      pen.fill();
    }
    for (const tray of this.layout.trays) {
      pen.fillStyle = colour("--rb-tray");
      pen.beginPath();
      for (const [x, y] of tray.outline) pen.lineTo(x, y);
      pen.fill();
    }
    const size = Math.max(44, 3.4 / k);
    for (const { x, y, side } of this.pieces) {
      const index = Math.min(2, this.layout.rank(side));
      pen.fillStyle = colour(`--rb-dot-${index}`);
      if (index === 1) {
        pen.beginPath();
        pen.arc(x, y, size / 2, 0, 7);
        pen.fill();
      } else pen.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }
}
