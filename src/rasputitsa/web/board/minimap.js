/** A small map in the corner: where on the board the window is. */

import { sideClass } from "./sides.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./viewport.js").Viewport} Viewport */

/** The longer side, in pixels; in a narrow window less. */
const SIZE = 148;
const EDGE = 10; // pixels from the edges of the map
const ROOM = 30; // around the middle of a space that must be seen
/** Where the small map may be, the first that is free. @type {[string, number, number][]} */
const CORNERS = [["bottom-right", 1, 1], ["bottom-left", 0, 1], ["top-right", 1, 0], ["top-left", 0, 0]];
/** The colours of spaces by their style. @type {Record<string, string>} */
const FILLS = {
  forest: "--rb-forest",
  sea: "--rb-sea",
  lake: "--rb-lake",
  marsh: "--rb-marsh",
  mountain: "--rb-mountain",
};
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
    /** Whether the player wants a small map. */
    this.allowed = true;
    /** The spaces that must be seen. @type {string[]} */
    this.avoided = [];
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

  /** @param {boolean} allowed */
  allow(allowed) {
    this.allowed = allowed;
    this.update();
  }

  /** The small map makes room for these spaces. @param {string[]} spaces */
  avoid(spaces) {
    this.avoided = spaces;
    this.update();
  }

  /** The first corner in which it covers no space that must be seen; none if there is no such corner. */
  get corner() {
    const [, , width, height] = this.layout.all;
    const [right, bottom] = this.viewport.size;
    const [mapWidth, mapHeight] = [width * this.scale, height * this.scale];
    const points = this.avoided.flatMap((name) => {
      const place = this.layout.places.get(name);
      return place ? [this.viewport.toScreen(...place.centre)] : [];
    });
    return CORNERS.find(([, i, j]) => {
      const x = i ? right - mapWidth - EDGE : EDGE;
      const y = j ? bottom - mapHeight - EDGE : EDGE;
      return !points.some(([px, py]) => px > x - ROOM && px < x + mapWidth + ROOM && py > y - ROOM && py < y + mapHeight + ROOM);
    })?.[0];
  }

  /** The window moved. */
  update() {
    const { corner } = this;
    const hide = !this.allowed || !corner || this.viewport.depth < 1.3;
    if (hide !== this.element.hidden) {
      this.element.hidden = hide;
    }
    if (hide) return;
    this.element.dataset.corner = corner;
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
