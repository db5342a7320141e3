/** Wooden blocks, which stand with their faces to their owner or lie face up, turned by their strength; and discs. */

import { Counter } from "./counter.js";
import { COUNTER } from "./stacking.js";
import { group, make, short, text } from "./svg.js";

/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./faces.js").Look} Look */

const HALF = COUNTER / 2;
const DEPTH = 6;
/** A standing block: its front, its top and its right side. */
const FRONT = `M${-HALF} ${-HALF + DEPTH}H${HALF - DEPTH}V${HALF}H${-HALF}Z`;
const TOP = `M${-HALF} ${-HALF + DEPTH}L${-HALF + DEPTH} ${-HALF}H${HALF}L${HALF - DEPTH} ${-HALF + DEPTH}Z`;
const SIDE = `M${HALF - DEPTH} ${-HALF + DEPTH}L${HALF} ${-HALF}V${HALF - DEPTH}L${HALF - DEPTH} ${HALF}Z`;
/** One that lies: its face, and the side towards the viewer. */
const FLAT = `M${-HALF} ${-HALF}H${HALF}V${HALF - DEPTH}H${-HALF}Z`;
const EDGE = `M${-HALF} ${HALF - DEPTH}H${HALF}V${HALF}H${-HALF}Z`;
const WHOLE = `M${-HALF} ${-HALF}H${HALF}V${HALF}H${-HALF}Z`;
/** Half of the sticker, and of the field in it with the symbol; the pips are between the two. */
const STICKER = 22.5;
const FIELD = 14;

/** Pips by their sign, as paths that go on from the middle. @type {Record<string, string>} */
const PIPS = {
  dot: "m-3.2 0a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1 -6.4 0z",
  star: "m0 -4.2l1.2 2.7l3 .3l-2.2 2l.6 2.9l-2.6 -1.5l-2.6 1.5l.6 -2.9l-2.2 -2l3 -.3z",
  heart: "m0 3.6l-3.4 -3.6a2 2 0 0 1 3.4 -2.2a2 2 0 0 1 3.4 2.2z",
};
const APART = 8.4;

/** What lies on a block or is known of it, by the first word of the mark. @type {Record<string, {d: string, look: string}>} */
const MARKS = {
  isolated: { d: "M-6 -6H6V6H-6Z", look: "cube-white" },
  river: { d: "M-6 -6H6V6H-6Z", look: "cube-blue" },
  activated: { d: "M-4 8V-8H7L4 -4L7 0H-4", look: "flag" },
  acted: { d: "M-5.6 0H3.4M-0.4 -4.4L4.2 0L-0.4 4.4", look: "done" },
  fires: { d: "M0 -8L2 -3L7 -5L4.4 0L8 3.4L2.8 3.4L2 8L-1.6 4.2L-6.4 6.4L-4.4 1.4L-8 -1.4L-3 -2.6Z", look: "fire" },
};
/** Marks that the pose of the block shows. */
const SHOWN = ["revealed"];

export class Block extends Counter {
  /** @override @param {Look} look */
  draw(look) {
    this.element.classList.add("rb-block");
    make("path", { class: "rb-halo", d: WHOLE }, this.body);
    make("path", { class: "rb-shadow", d: WHOLE }, this.body);
    const standing = group("rb-standing", this.body);
    make("path", { class: "rb-block-top", d: TOP }, standing);
    make("path", { class: "rb-block-side", d: SIDE }, standing);
    make("path", { class: "rb-block-side", d: EDGE }, group("rb-lying", this.body));
    /** The front of a standing block or the face of one that lies. */
    this.front = make("path", { class: "rb-face", d: FRONT }, this.body);
    this.panel = group("rb-panel", this.body);
    this.sticker = group("rb-sticker", this.panel);
    if (look.faces.length) this.drawSticker(look);
    else make("rect", { class: "rb-back", x: -17, y: -17, width: 34, height: 34, rx: 3 }, this.panel);
    this.panel.append(this.height);
    this.veil = make("path", { class: "rb-veil", d: FRONT }, this.body);
  }

  /** A sticker with the pips of each strength along its four sides, and the same for a block seen from afar. @param {Look} look */
  drawSticker({ faces, colour, number, type }) {
    const field = { class: "rb-field", "data-colour": colour };
    make("rect", { class: "rb-paper-face", ...square(STICKER), rx: 2 }, this.sticker);
    make("rect", { ...field, ...square(FIELD), rx: 1.5 }, this.sticker);
    const middle = group("rb-block-symbol", this.sticker);
    this.symbol(middle, type, 0.72, 4.4);
    if (number) text(number, { class: "rb-block-number", x: 0, y: -4.6, "data-long": number.length > 4 ? "yes" : "no" }, this.sticker);
    this.edges = faces.map((face, i) => {
      const edge = make("g", { class: "rb-pips", transform: `rotate(${90 * i})` }, this.sticker);
      const { sign, count, tone } = face?.pips ?? { sign: "dot", count: 0, tone: "" };
      for (let j = 0; j < count; j++) {
        const x = (j - (count - 1) / 2) * APART;
        make("path", { class: "rb-pip", "data-tone": tone, d: `M${short(x)} -18.3${PIPS[sign] ?? PIPS.dot}` }, edge);
      }
      return edge;
    });
    const far = group("rb-block-far", this.panel);
    make("rect", { ...field, ...square(STICKER), rx: 2 }, far);
    this.symbol(far, type, 1, -8.6);
    far.append(this.big);
  }

  /** @param {Element} parent @param {string} type @param {number} scale @param {number} y */
  symbol(parent, type, scale, y) {
    this.drawSymbol({ type }, make("g", { transform: `translate(0 ${y}) scale(${scale})` }, parent));
  }

  /** @override @param {Token} token @param {Look} look */
  update(token, look) {
    const drawn = `${look.turn}|${look.lies}|${look.big}|${(token.marks ?? []).join()}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const { classList } = this.element;
    const shape = look.lies ? FLAT : FRONT;
    classList.toggle("rb-lies", look.lies);
    classList.toggle("rb-done", (token.marks ?? []).includes("acted"));
    this.front?.setAttribute("d", shape);
    this.veil?.setAttribute("d", shape);
    this.panel?.setAttribute("transform", look.lies ? `translate(0 ${-DEPTH / 2})` : `translate(${-DEPTH / 2} ${DEPTH / 2})`);
    this.sticker?.style.setProperty("transform", `rotate(${-90 * look.turn}deg)`);
    this.edges?.forEach((edge, i) => edge.classList.toggle("rb-now", i === look.turn));
    this.big.textContent = look.big;
    this.drawMarks(token.marks ?? []);
  }

  /** @override @param {string[]} marks */
  drawMarks(marks) {
    this.marks.replaceChildren();
    marks.filter((mark) => !SHOWN.includes(mark)).forEach((mark, i) => {
      const { d, look } = MARKS[mark.split(" ")[0]] ?? { d: "M0 -5V1M0 4.6V4.7", look: "other" };
      const sign = make("g", { class: `rb-lay rb-lay-${look}`, transform: `translate(${HALF - 5 - i * 15} ${-HALF + 4})` }, this.marks);
      make("title", {}, sign).textContent = mark;
      make("path", { d }, sign);
    });
  }
}

/** A wooden disc: a bomber, a marker. */
export class Disc extends Counter {
  /** @override @param {Look} look */
  draw(look) {
    this.element.classList.add("rb-disc");
    for (const name of ["rb-halo", "rb-shadow", "rb-disc-edge"])
      make("circle", { class: name, cy: name === "rb-disc-edge" ? 3 : 0, r: 24 }, this.body);
    make("circle", { class: "rb-face", r: 24 }, this.body);
    make(
      "path",
      { class: "rb-plane", d: "M0 -17q2.4 0 2.6 6l15 7v4l-15 -3l-1 10l5 4v3l-6.6 -2l-6.6 2v-3l5 -4l-1 -10l-15 3v-4l15 -7q.2 -6 2.6 -6z" },
      this.body,
    );
    text(look.print, { class: "rb-disc-name", x: 0, y: 20 }, this.body);
    make("circle", { class: "rb-veil", r: 24 }, this.body);
  }
}

/** @param {number} half */
const square = (half) => ({ x: -half, y: -half, width: 2 * half, height: 2 * half });
