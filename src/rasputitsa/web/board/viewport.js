/** Pan and zoom: what part of the drawing the window shows. */

/** @typedef {import("./geometry.js").Box} Box */

/** How long after the last change of zoom the drawing is made sharp again. */
const REST = 160;

export class Viewport {
  /**
   * The transform goes on the element around the svgs: the browser then moves finished pixels. On the svg itself it
   * would make Chromium lay out the text and draw everything again, twenty times the work. While the zoom changes the
   * pixels are stretched; when it rests, the svgs get their new size and are drawn sharp.
   * @param {HTMLElement} sheet  what moves
   * @param {SVGSVGElement[]} layers  the svgs in it
   * @param {(sharp: boolean) => void} changed  called with true once the zoom rests
   */
  constructor(sheet, layers, changed) {
    this.sheet = sheet;
    this.layers = layers;
    this.changed = changed;
    /** @type {Box} */
    this.box = [0, 0, 100, 100];
    this.width = 1;
    this.height = 1;
    /** Pixels for a unit of the drawing, now and when it was last drawn sharp. */
    this.scale = 1;
    this.sharp = 0;
    /** The scale at the end of the flight that is under way. */
    this.goal = 1;
    /** Where the box's corner lies in the window. */
    this.x = 0;
    this.y = 0;
    this.fitted = true;
    this.timer = 0;
    this.frame = 0;
    this.glide = 0;
  }

  /** What is seen of it stays where it is. @param {Box} box  what is drawn */
  frameOn(box) {
    this.x += (box[0] - this.box[0]) * this.scale;
    this.y += (box[1] - this.box[1]) * this.scale;
    this.box = box;
    for (const layer of this.layers) layer.setAttribute("viewBox", box.join(" "));
    this.sheet.classList.toggle("rb-tall", box[3] > box[2]);
    this.sharp = 0;
  }

  /** The window has a size. @param {number} width @param {number} height */
  resize(width, height) {
    if (width === this.width && height === this.height && this.sharp) return;
    const [cx, cy] = this.toMap(this.width / 2, this.height / 2);
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit();
    else {
      this.x = this.width / 2 - (cx - this.box[0]) * this.scale;
      this.y = this.height / 2 - (cy - this.box[1]) * this.scale;
      this.clamp();
      this.apply();
    }
  }

  /** @returns {[number, number]} */
  get size() {
    return [this.width, this.height];
  }

  get fitScale() {
    const pad = Math.min(16, this.width * 0.02);
    return Math.min((this.width - 2 * pad) / this.box[2], (this.height - 2 * pad) / this.box[3]);
  }

  /** How far one has zoomed in; 1 shows all. */
  get depth() {
    return this.scale / this.fitScale;
  }

  get least() {
    return this.fitScale * 0.75;
  }

  /** Not so close that the drawing becomes larger than browsers like. */
  get most() {
    return Math.max(this.fitScale * 2, Math.min(3.2, 9000 / Math.max(this.box[2], this.box[3])));
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toMap(x, y) {
    return [(x - this.x) / this.scale + this.box[0], (y - this.y) / this.scale + this.box[1]];
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toScreen(x, y) {
    return [(x - this.box[0]) * this.scale + this.x, (y - this.box[1]) * this.scale + this.y];
  }

  /** @param {boolean} [smooth] */
  fit(smooth = false) {
    const scale = this.fitScale;
    this.fly(scale, (this.width - this.box[2] * scale) / 2, (this.height - this.box[3] * scale) / 2, smooth);
    this.fitted = true;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.halt();
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.clamp();
    this.apply();
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] @param {boolean} [smooth] */
  zoom(factor, x = this.width / 2, y = this.height / 2, smooth = false) {
    const goal = Math.max(this.least, Math.min(this.most, this.scale * factor));
    const share = goal / this.scale;
    this.fitted = false;
    this.fly(goal, x - (x - this.x) * share, y - (y - this.y) * share, smooth);
  }

  /** @param {number} x @param {number} y @param {{scale?: number, smooth?: boolean}} [how] */
  centre(x, y, { scale = this.scale, smooth = true } = {}) {
    this.fitted = false;
    this.fly(scale, this.width / 2 - (x - this.box[0]) * scale, this.height / 2 - (y - this.box[1]) * scale, smooth);
  }

  /** Shows a part of the map at once, drawn sharp. @param {number} x @param {number} y @param {number} scale */
  jump(x, y, scale) {
    this.sharp = 0;
    this.centre(x, y, { scale: Math.max(this.least, Math.min(this.most, scale)), smooth: false });
  }

  /**
   * Whether a point of the map is well inside the window, as all are where the whole map is.
   * @param {number} x
   * @param {number} y
   * @param {number} [pad]
   */
  sees(x, y, pad = 40) {
    if (this.fitted) return true;
    const [sx, sy] = this.toScreen(x, y);
    return sx > pad && sy > pad && sx < this.width - pad && sy < this.height - pad;
  }

  /** @param {number} scale @param {number} x @param {number} y @param {boolean} smooth */
  fly(scale, x, y, smooth) {
    this.halt();
    this.goal = scale;
    if (!smooth || !this.sharp) {
      this.scale = scale;
      this.x = x;
      this.y = y;
      this.clamp();
      this.apply();
      return;
    }
    const from = { scale: this.scale, x: this.x, y: this.y };
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.max(0, Math.min(1, (now - begun) / 260));
      const eased = 1 - (1 - t) ** 3;
      const s = from.scale * (scale / from.scale) ** eased;
      // The point that stays put when only the zoom changes must stay put on the way too.
      const share = scale === from.scale ? eased : (s - from.scale) / (scale - from.scale);
      this.scale = s;
      this.x = from.x + (x - from.x) * share;
      this.y = from.y + (y - from.y) * share;
      this.clamp();
      this.apply();
      this.glide = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.glide = requestAnimationFrame(step);
  }

  halt() {
    cancelAnimationFrame(this.glide);
    this.glide = 0;
    this.goal = this.scale;
  }

  /** Whether nothing moves and all is sharp. */
  get rests() {
    return !this.glide && !this.frame && this.sharp === this.scale;
  }

  /** Keeps the drawing in the window: centred where it is smaller, without empty borders where it is larger. */
  clamp() {
    this.x = held(this.x, this.box[2] * this.scale, this.width);
    this.y = held(this.y, this.box[3] * this.scale, this.height);
  }

  apply() {
    if (!this.sharp) this.sharpen();
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.move();
        this.changed(false);
      });
    }
    if (this.scale !== this.sharp) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.sharpen(), REST);
    }
  }

  /** Where it is drawn sharp, it is moved by whole pixels of the screen: between them it would be blurred. */
  move() {
    const stretch = this.scale / this.sharp;
    if (stretch === 1) this.sheet.style.transform = `translate3d(${onPixel(this.x)}px,${onPixel(this.y)}px,0)`;
    else this.sheet.style.transform = `translate3d(${this.x.toFixed(2)}px,${this.y.toFixed(2)}px,0) scale(${stretch})`;
  }

  sharpen() {
    this.sharp = this.scale;
    const width = `${this.box[2] * this.scale}px`;
    const height = `${this.box[3] * this.scale}px`;
    for (const layer of this.layers) {
      layer.style.width = width;
      layer.style.height = height;
    }
    this.move();
    this.changed(true);
  }

  /** What the window shows, in units of the drawing. @returns {Box} */
  get seen() {
    const [x, y] = this.toMap(0, 0);
    return [x, y, this.width / this.scale, this.height / this.scale];
  }

  destroy() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.halt();
  }
}

/** The nearest pixel of the screen. @param {number} at */
function onPixel(at) {
  return Math.round(at * devicePixelRatio) / devicePixelRatio;
}

/** @param {number} at @param {number} size @param {number} window */
function held(at, size, window) {
  const pad = Math.min(60, window * 0.1);
  if (size <= window) {
    const middle = (window - size) / 2;
    const play = Math.min(pad, middle);
    return Math.max(middle - play, Math.min(middle + play, at));
  }
  return Math.max(window - size - pad, Math.min(pad, at));
}
