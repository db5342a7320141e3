/** What happened in a turn, all at once on the map: moves as arrows, battles, losses and captures as signs. */

import { distance } from "./geometry.js";
import { sideClass } from "./sides.js";
import { COUNTER } from "./stacking.js";
import { group, make, short, straight } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").SideData} SideData */
/** @typedef {import("./layout.js").Layout} Layout */
/**
 * @typedef {{kind: "move" | "battle" | "lost" | "reduced" | "spent" | "withdrawn" | "taken" | "arrived",
 *   spaces: string[], side: string}} Happening
 */

/** A sign for each kind, drawn in a circle. @type {Record<string, string>} */
const SIGNS = {
  battle: "M-5 -5L5 5M5 -5L-5 5M-6 1.5L-1.500 6M6 1.5L1.500 6",
  lost: "M0 -6V6M-3.500 -2.500H3.500",
  reduced: "M-5 0H5",
  spent: "M-5 0H5",
  withdrawn: "M5 0H-5M-1.500 -4L-5.500 0L-1.500 4",
  taken: "M-3.500 6V-6L5 -3.200L-3.500 -0.400",
  arrived: "M0 -5V5M-5 0H5",
};

export class Recap {
  /** @param {Layout} layout @param {SideData[]} sides @param {Element} parent */
  constructor(layout, sides, parent) {
    this.layout = layout;
    this.sides = sides;
    this.layer = group("rb-recap", parent);
  }

  /** @param {Happening[]} happenings @param {Happening[]} [now]  those that are looked at; none: all alike */
  show(happenings, now = []) {
    this.layer.replaceChildren();
    this.layer.classList.remove("rb-fading");
    this.layer.classList.toggle("rb-recap-step", now.length > 0);
    /** @type {Map<string, Map<string, Element>>} the signs of each space, one for what happened there several times */
    const signs = new Map();
    for (const happening of happenings) {
      const drawn = happening.kind === "move" ? this.move(happening) : this.sign(happening, signs);
      if (now.includes(happening)) drawn?.classList.add("rb-recap-now");
    }
  }

  /** @param {Happening} happening */
  move({ spaces, side }) {
    const points = spaces.flatMap((name) => {
      const place = this.layout.places.get(name);
      return place ? [place.centre] : [];
    });
    if (points.length < 2) return null;
    const layer = make("g", { class: `rb-recap-move ${sideClass(this.sides, side)}` }, this.layer);
    const end = points[points.length - 1];
    const before = points[points.length - 2];
    const far = distance(before, end) || 1;
    /** @type {Point} */
    const stop = [end[0] - ((end[0] - before[0]) / far) * 16, end[1] - ((end[1] - before[1]) / far) * 16];
    const d = straight([...points.slice(0, -1), stop]);
    const turn = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI;
    make("path", { class: "rb-recap-bed", d }, layer);
    make("path", { class: "rb-recap-line", d }, layer);
    make("circle", { class: "rb-recap-start", cx: short(points[0][0]), cy: short(points[0][1]), r: 6 }, layer);
    make(
      "path",
      {
        class: "rb-recap-head",
        d: "M4 0L-14 -10L-10 0L-14 10Z",
        transform: `translate(${short(end[0])} ${short(end[1])}) rotate(${short(turn)})`,
      },
      layer,
    );
    return layer;
  }

  /** @param {Happening} happening @param {Map<string, Map<string, Element>>} signs */
  sign({ kind, spaces, side }, signs) {
    const place = this.layout.places.get((kind === "battle" ? spaces[0] : spaces.at(-1)) ?? "");
    if (!place || place.tray) return null;
    const here = signs.get(place.name) ?? new Map();
    signs.set(place.name, here);
    const known = here.get(`${kind} ${side}`);
    if (known) return known;
    const [x, y] = place.centre;
    const at = `translate(${short(x - COUNTER / 2 + here.size * 20)} ${short(y + COUNTER / 2)})`;
    const layer = make("g", { class: `rb-recap-sign rb-recap-${kind} ${sideClass(this.sides, side)}`, transform: at }, this.layer);
    const body = group("rb-pill", layer);
    make("circle", { r: 10.5 }, body);
    make("path", { d: SIGNS[kind] }, body);
    here.set(`${kind} ${side}`, layer);
    return layer;
  }

  /** It goes away slowly. */
  fade() {
    this.layer.classList.add("rb-fading");
  }

  clear() {
    this.layer.replaceChildren();
  }
}
