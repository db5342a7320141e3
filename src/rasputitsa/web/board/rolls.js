/** Dice on the map, where they are rolled for. */

import { COUNTER } from "./stacking.js";
import { group, make, short } from "./svg.js";

/** @typedef {import("./layout.js").Layout} Layout */

const SIZE = 30;
/** So many dice lie side by side. */
const ROW = 6;
/** Where the pips of each face are, in thirds of the die. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export class Rolls {
  /** @param {Layout} layout @param {Element} parent */
  constructor(layout, parent) {
    this.layout = layout;
    this.layer = group("rb-rolls", parent);
    /** @type {SVGGElement[]} */
    this.dice = [];
  }

  /** Dice at a space; their faces follow. @param {string} space @param {number} count */
  put(space, count) {
    this.clear();
    const place = this.layout.places.get(space);
    if (!place) return;
    const [x, y] = place.centre;
    for (let i = 0; i < count; i++) {
      const row = Math.floor(i / ROW);
      const across = (Math.min(ROW, count - row * ROW) - 1) * (SIZE + 4);
      const at = `translate(${short(x - across / 2 + (i % ROW) * (SIZE + 4))} ${short(y - COUNTER / 2 - 6 + row * (SIZE + 4))})`;
      const spot = make("g", { transform: at }, this.layer);
      this.dice.push(group("rb-die", spot));
    }
  }

  /** @param {number[]} faces @param {boolean} rolling @param {number[]} [needs]  by die: the lowest face that hits */
  show(faces, rolling, needs) {
    this.layer.classList.toggle("rb-rolling", rolling);
    this.dice.forEach((die, i) => {
      die.replaceChildren();
      const half = SIZE / 2;
      make("rect", { class: "rb-die-face", x: -half, y: -half, width: SIZE, height: SIZE, rx: 6 }, die);
      for (const pip of PIPS[faces[i]] ?? []) {
        make("circle", { class: "rb-die-pip", cx: ((pip % 3) - 1) * 8.2, cy: (Math.floor(pip / 3) - 1) * 8.2, r: 2.9 }, die);
      }
      die.setAttribute("data-hit", rolling || !needs ? "" : faces[i] >= needs[i] ? "yes" : "no");
      die.setAttribute("data-face", String(faces[i]));
    });
  }

  clear() {
    this.layer.replaceChildren();
    this.layer.classList.remove("rb-rolling");
    this.dice = [];
  }
}
