/** A small map in the corner: where on the board the window is. */

import { sideClass } from "./sides.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** The longer side, in pixels; in a narrow window less. */
const SIZE = 148;
/** The colours of spaces by their style. @type {Record<string, string>} */
const FILLS = {
  forest: "--rb-forest",
  sea: "--rb-sea",
  lake: "--rb-lake",
  marsh: "--rb-marsh",
  mountain: "--rb-mountain",
};
/** Where it lies, the first of these where it covers nothing that must be seen. */
const CORNERS = ["right bottom", "left bottom", "right top", "left top"];
/** How far it lies from the edges of the window, and from what must be seen, in pixels. */
const EDGE = 10;
const CLEAR = 24;
/** @typedef {{x: number, y: number, side: string}} Dot */

export class Minimap {
  /**
   * @param {HTMLElement} host
   * @param {Layout} layout
   * @param {Viewport} viewport
   * @param {import("./types.js").SideData[]} sides
   */
  constructor(host, layout, viewport, sides) {
    this.sides = sides;
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
    /** @type {Dot[]} */
    this.dots = [];
    /** The front as the `d` of a path; "" where there is none. */
    this.front = "";
    /** The land without the dots, drawn once for each size and theme. @type {HTMLCanvasElement | null} */
    this.land = null;
    this.stale = true;
    this.drawn = 0;
    /** Places that it must not cover. @type {() => (import("./types.js").Point | undefined)[]} */
    this.clear = () => [];
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

  /** @param {Dot[]} dots @param {string} front */
  show(dots, front) {
    this.dots = dots;
    this.front = front;
    this.stale = true;
    if (!this.element.hidden) this.draw();
  }

  /** The colours have changed. */
  repaint() {
    this.land = null;
    this.stale = true;
    if (!this.element.hidden) this.draw();
  }

  /** @param {() => (import("./types.js").Point | undefined)[]} places */
  keepClear(places) {
    this.clear = places;
    this.update();
  }

  /** The window moved. */
  update() {
    const corner = this.viewport.depth < 1.3 ? undefined : this.corner();
    const hide = corner === undefined;
    if (hide !== this.element.hidden) this.element.hidden = hide;
    if (hide) return;
    if (this.element.dataset.corner !== corner) this.element.dataset.corner = corner;
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

  /** The corner of the window where it covers no place that must be seen, if there is one. */
  corner() {
    const [width, height] = this.viewport.size;
    const [, , across, down] = this.layout.all;
    const places = this.clear().flatMap((place) => (place ? [this.viewport.toScreen(...place)] : []));
    const near = (/** @type {number} */ at, /** @type {number} */ size) => at < EDGE + size * this.scale + CLEAR;
    return CORNERS.find((corner) =>
      places.every(([x, y]) => !near(corner.includes("left") ? x : width - x, across) || !near(corner.includes("top") ? y : height - y, down)),
    );
  }

  draw() {
    this.stale = false;
    const [ax, ay, aw, ah] = this.layout.all;
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const k = this.scale;
    if (this.drawn !== k) this.land = null;
    this.drawn = k;
    this.canvas.width = Math.ceil(aw * k * ratio);
    this.canvas.height = Math.ceil(ah * k * ratio);
    this.canvas.style.width = `${aw * k}px`;
    this.canvas.style.height = `${ah * k}px`;
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    this.land ??= this.drawLand(ratio * k);
    pen.drawImage(this.land, 0, 0);
    pen.setTransform(ratio * k, 0, 0, ratio * k, -ax * ratio * k, -ay * ratio * k);
    this.drawDots(pen, Math.max(44, 3.4 / k));
    this.drawFront(pen, 1 / k);
  }

  /** The front, over the counters that lie along it. @param {CanvasRenderingContext2D} pen @param {number} pixel */
  drawFront(pen, pixel) {
    if (!this.front) return;
    const styles = getComputedStyle(this.element);
    const path = new Path2D(this.front);
    pen.lineJoin = "round";
    for (const [colour, width] of /** @type {const} */ ([["--rb-name-halo", 2.8], ["--rb-name", 1.2]])) {
      pen.strokeStyle = styles.getPropertyValue(colour).trim();
      pen.lineWidth = width * pixel;
      pen.stroke(path);
    }
  }

  /** The map and the trays, on a canvas of their own. @param {number} scale */
  drawLand(scale) {
    const land = document.createElement("canvas");
    land.width = this.canvas.width;
    land.height = this.canvas.height;
    const pen = land.getContext("2d");
    if (!pen) return land;
    const [x, y] = this.layout.all;
    const styles = getComputedStyle(this.element);
    const colour = (/** @type {string} */ name) => styles.getPropertyValue(name).trim();
    pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    pen.fillStyle = colour("--rb-margin");
    pen.fillRect(...this.layout.sheet);
    for (const place of [...this.layout.onMap, ...this.layout.trays]) {
      const fill = [...place.styles].map((style) => FILLS[style]).findLast(Boolean);
      pen.fillStyle = colour(place.tray ? "--rb-tray" : (fill ?? "--rb-land"));
      pen.beginPath();
      for (const [px, py] of place.outline) pen.lineTo(px, py);
      pen.fill();
    }
    return land;
  }

  /** The counters: squares for one side, discs for the other. @param {CanvasRenderingContext2D} pen @param {number} size */
  drawDots(pen, size) {
    const sample = document.createElement("span");
    this.element.append(sample);
    this.sides.forEach(({ name }, index) => {
      sample.className = sideClass(this.sides, name);
      pen.fillStyle = getComputedStyle(sample).getPropertyValue("--side-dot").trim();
      for (const { x, y, side } of this.dots) {
        if (side !== name) continue;
        if (index !== 1) pen.fillRect(x - size / 2, y - size / 2, size, size);
        else {
          pen.beginPath();
          pen.arc(x, y, size / 2, 0, 7);
          pen.fill();
        }
      }
    });
    sample.remove();
  }
}
