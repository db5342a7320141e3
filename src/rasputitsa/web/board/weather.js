/** The weather, drawn over the land: mud as ruts and puddles, snow as a white cover. */

import { Chunks, group, make, short, straight } from "./svg.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

const WATER = ["sea", "lake"];

export class Weather {
  /** @param {Layout} layout @param {Element} parent */
  constructor(layout, parent) {
    this.layout = layout;
    this.layer = group("rb-weather");
    const ground = parent.querySelector(".rb-glyphs"); // towns, rivers, tracks and numbers stay above
    if (ground) ground.after(this.layer);
    else parent.append(this.layer);
    this.shown = "";
  }

  /** @param {string} style  "mud", "snow", "thaw", or "" for a dry ground */
  show(style) {
    if (style === this.shown) return;
    this.shown = style;
    this.layer.replaceChildren();
    const draw = { mud, snow, thaw }[style];
    if (!draw) return;
    const land = this.layout.onMap.filter((place) => !WATER.some((water) => place.styles.has(water)));
    make(
      "path",
      { class: `rb-weather-cover rb-weather-${style}`, d: land.map((place) => straight(place.outline, true)).join("") },
      this.layer,
    );
    const ink = new Ink(this.layer);
    for (const place of land) draw(ink, place, this.layout.dice(place, style));
    ink.done();
  }
}

/** Small marks of several kinds, each kind as few paths. */
class Ink {
  /** @param {Element} layer */
  constructor(layer) {
    this.layer = layer;
    /** By class. @type {Map<string, Chunks>} */
    this.kinds = new Map();
  }

  /** @param {string} name  class of the marks @param {Place} place @param {string} d */
  add(name, { centre: [x, y] }, d) {
    const kind = this.kinds.get(name) ?? new Chunks(this.layer, name);
    this.kinds.set(name, kind);
    kind.add(x, y, d);
  }

  done() {
    for (const kind of this.kinds.values()) kind.done();
  }
}

/** Ruts of wheels, and puddles. @param {Ink} ink @param {Place} place @param {() => number} random */
function mud(ink, place, random) {
  const { centre, room } = place;
  let ruts = "";
  for (let i = 0; i < 3; i++) {
    const [x, y] = near(centre, room, random);
    const [dx, dy] = [14 + random() * 12, (random() - 0.5) * 12];
    for (const aside of [-2.6, 2.6]) {
      ruts += `M${short(x - dx)} ${short(y - dy + aside)}q${short(dx)} ${short(dy - 5)} ${short(2 * dx)} ${short(2 * dy)}`;
    }
  }
  ink.add("rb-ruts", place, ruts);
  puddles(ink, place, random);
}

/** @param {Ink} ink @param {Place} place @param {() => number} random */
function puddles(ink, place, random) {
  const { centre, room } = place;
  let d = "";
  for (let i = 0; i < 2; i++) {
    const [x, y] = near(centre, room, random);
    const rx = 4 + random() * 5;
    const half = (/** @type {number} */ width) => `a${short(rx)} ${short(rx * 0.42)} 0 1 0 ${short(width)} 0`;
    d += `M${short(x - rx)} ${short(y)}${half(2 * rx)}${half(-2 * rx)}Z`;
  }
  ink.add("rb-puddles", place, d);
}

/** What is left of the snow, and puddles. @param {Ink} ink @param {Place} place @param {() => number} random */
function thaw(ink, place, random) {
  drifts(ink, place, random);
  puddles(ink, place, random);
}

/** @param {Ink} ink @param {Place} place @param {() => number} random */
function drifts(ink, place, random) {
  const { centre, room } = place;
  let d = "";
  for (let i = 0; i < 2; i++) {
    const [x, y] = near(centre, room, random);
    const wide = 12 + random() * 12;
    d += `M${short(x - wide)} ${short(y)}q${short(wide)} ${short(-6 - random() * 4)} ${short(2 * wide)} 0`;
  }
  ink.add("rb-drifts", place, d);
}

/** Drifts and flakes. @param {Ink} ink @param {Place} place @param {() => number} random */
function snow(ink, place, random) {
  const { centre, room } = place;
  let flakes = "";
  for (let i = 0; i < 5; i++) {
    const [x, y] = near(centre, room, random);
    for (const turn of [0, Math.PI / 3, (2 * Math.PI) / 3]) {
      const [dx, dy] = [Math.cos(turn) * 3.4, Math.sin(turn) * 3.4];
      flakes += `M${short(x - dx)} ${short(y - dy)}L${short(x + dx)} ${short(y + dy)}`;
    }
  }
  drifts(ink, place, random);
  ink.add("rb-flakes", place, flakes);
}

/** A point in a space. @param {[number, number]} centre @param {number} room @param {() => number} random @returns {[number, number]} */
function near([x, y], room, random) {
  const turn = random() * 2 * Math.PI;
  const far = Math.sqrt(random()) * Math.min(room, 120) * 0.72;
  return [x + Math.cos(turn) * far, y + Math.sin(turn) * far];
}
