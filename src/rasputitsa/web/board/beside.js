/** What lies beside the map: off-map areas and trays. */

import { boxOf } from "./geometry.js";
import { make, short, straight, text } from "./svg.js";
import { LETTER } from "./trays.js";

/** @typedef {import("./layout.js").Layout} Layout */

/**
 * Areas beside the hexes, named along their outer side or, if they are broad, at the top.
 * @param {Element} parent
 * @param {Layout} layout
 */
export function drawOffMap(parent, layout) {
  for (const area of layout.offMap) {
    const [x, y, width, height] = boxOf(area.outline);
    make("path", { class: "rb-off-map", d: straight(area.outline, true) }, parent);
    const broad = width > 0.6 * height;
    const west = layout.west(area.centre[0]);
    const at = broad ? [area.centre[0], y + 0.2 * height] : [west ? x + 8 : x + width - 8, y + height / 2];
    const turn = broad ? "" : ` rotate(${west ? -90 : 90})`;
    const transform = `translate(${short(at[0])} ${short(at[1])})${turn}`;
    text(area.title || area.name, { class: "rb-off-map-title", dy: "0.72em", transform }, parent);
  }
}

/**
 * @param {Element} parent
 * @param {Layout} layout
 * @param {string} now  the box of the present turn
 * @param {(name: string) => Map<string, number>} counts  of the counters of each side in a tray, by the class of the side
 */
export function drawTrays(parent, layout, now, counts) {
  parent.replaceChildren();
  for (const tray of layout.trays) {
    const [x, y, width, height] = boxOf(tray.outline);
    make("rect", { class: tray.name === now ? "rb-tray rb-tray-now" : "rb-tray", x, y, width, height, rx: 5 }, parent);
    make("rect", { class: "rb-tray-rim", x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 2 }, parent);
    const words = tray.title || tray.name;
    const title = text(words, { class: "rb-tray-title", x: short(x + 14), y: short(y + 0.73 * tray.head) }, parent);
    const held = tray.folded ? [...counts(tray.name)] : [];
    const letters = words.length + held.length * 6;
    const size = Math.min(tray.head * 0.667, (width - 24) / (letters * LETTER));
    title.style.fontSize = `min(1em, ${short(size)}px)`;
    held.reverse().forEach(([side, count], i) => drawCount(parent, side, count, x + width - 12 - i * 3.2 * size, y, tray.head, size));
  }
}

/**
 * How many counters of a side are in a folded tray: a square of its colour, and the number.
 * @param {Element} parent
 * @param {string} side  the class of the side
 * @param {number} count
 * @param {number} right
 * @param {number} y
 * @param {number} head
 * @param {number} size  of the letters
 */
function drawCount(parent, side, count, right, y, head, size) {
  const number = text(String(count), { class: "rb-tray-count", x: short(right), y: short(y + 0.73 * head) }, parent);
  number.style.fontSize = `${short(size)}px`;
  const left = right - (String(count).length * 0.6 + 0.95) * size;
  const square = { x: short(left), y: short(y + 0.73 * head - 0.7 * size), width: short(0.7 * size), height: short(0.7 * size), rx: 1 };
  make("rect", { class: `rb-tray-side ${side}`, ...square }, parent);
}
