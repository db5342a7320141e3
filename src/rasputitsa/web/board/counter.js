/** A counter or block, as the viewer sees it. */

import { sideClass, sideIndex } from "./sides.js";
import { COUNTER } from "./stacking.js";
import { group, make, text } from "./svg.js";
import { HIGH, sizeBeside, symbolOf, WIDE } from "./symbols.js";

/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./types.js").SideData} SideData */
/** @typedef {import("./faces.js").Look} Look */

const HALF = COUNTER / 2;

/** Outlines: each side has a shape of its own, so that nobody needs colours to tell them apart. */
const SHAPES = [cut(HALF, 7), round(HALF, 10), round(HALF, 2)];
/** The same, a little to the lower right: a transform in every counter would cost each frame of a pan a third more. */
const SHADOWS = [cut(HALF, 7, 1.6, 2.2), round(HALF, 10, 1.6, 2.2), round(HALF, 2, 1.6, 2.2)];
const INNER = [cut(HALF - 3.4, 5.6), round(HALF - 3.4, 7.2), round(HALF - 3.4, 1)];
/** The frame of a symbol. As a rect it would make Chromium put stacks on layers of their own, a hundred in each frame of a pan. */
const BOX = `M${-WIDE} ${-HIGH}H${WIDE}V${HIGH}H${-WIDE}Z`;

/** Signs of the marks that a drawing is known for. @type {Record<string, {d: string, tone: string}>} */
const MARKS = {
  moved: { d: "M-3.6 0H2.4M-0.4 -3L2.8 0L-0.4 3", tone: "quiet" },
  spent: { d: "M-3.2 -2.6L0 0.6L3.2 -2.6M-3.2 1L0 4.2L3.2 1", tone: "quiet" },
  attacked: { d: "M-3 -3L3 3M3 -3L-3 3", tone: "quiet" },
  "out of communication": { d: "M-4.2 1.4L-1.6 -1.2M4.2 -1.4L1.6 1.2M-1.4 -4.4L-0.6 -2.6M1.4 4.4L0.6 2.6", tone: "loud" },
  "out of supply": { d: "M-4.2 1.4L-1.6 -1.2M4.2 -1.4L1.6 1.2M-1.4 -4.4L-0.6 -2.6M1.4 4.4L0.6 2.6", tone: "loud" },
  disrupted: { d: "M-3.8 1.8L-1.4 -2.6L0.8 2.4L3.6 -2", tone: "loud" },
};
const OTHER = { d: "M0 -3.6V0.8M0 3.4V3.5", tone: "loud" };

export class Counter {
  /** @param {Token} token @param {Look} look @param {SideData[]} sides */
  constructor(token, look, sides) {
    this.name = token.name;
    this.side = token.owner;
    this.identity = identityOf(token);
    /** Whether the viewer cannot tell which one it is. */
    this.hidden = !token.piece;
    this.element = group(`rb-counter ${sideClass(sides, token.owner)}`);
    this.element.dataset.token = token.name;
    this.body = group("rb-body", this.element);
    this.print = text("", { class: "rb-value", x: 0, y: 22.8 });
    this.big = text("", { class: "rb-value-far", x: 0, y: 22.4 });
    this.height = text("", { class: "rb-height", x: 0, y: 14.5 });
    this.marks = group("rb-marks");
    this.draw(look, sideIndex(sides, token.owner));
    this.body.append(this.marks);
    this.drawn = "";
    this.at = "";
    this.x = 0;
    this.y = 0;
    /** How much larger than usual it is. */
    this.size = 1;
    this.level = 0;
  }

  /** What never changes about it. @param {Look} look @param {number} index  of its side */
  draw(look, index) {
    const shape = SHAPES[index];
    make("path", { class: "rb-halo", d: shape }, this.body);
    make("path", { class: "rb-shadow", d: SHADOWS[index] }, this.body);
    make("path", { class: "rb-face", d: shape }, this.body);
    make("path", { class: "rb-stripe", d: `M${-HALF + 1} 7.6H${HALF - 1}V24.6H${-HALF + 1}Z` }, this.body);
    make("path", { class: "rb-rim", d: INNER[index] }, this.body);
    this.drawSymbol(look);
    make("path", { class: "rb-veil", d: shape }, this.body);
    if (look.number) text(look.number, { class: "rb-number", x: -22.5, y: -16.4 }, this.body);
    const size = sizeBeside(look.number, look.size);
    if (size) text(size, { class: "rb-size", x: 22.5, y: -16.4 }, this.body);
    this.body.append(this.print, this.big, this.height);
  }

  /** @param {{type: string}} look @param {Element} [parent] */
  drawSymbol({ type }, parent = this.body) {
    const symbol = symbolOf(type);
    const box = group("rb-symbol", parent);
    if (symbol.frame !== false) make("path", { class: "rb-box", d: BOX }, box);
    if (symbol.line) make("path", { class: "rb-symbol-line", d: symbol.line }, box);
    if (symbol.fill) make("path", { class: "rb-symbol-fill", d: symbol.fill }, box);
    if (symbol.letters) text(symbol.letters, { class: "rb-symbol-letters", x: 0, y: 4.4 }, box);
  }

  /** Shows the token as it is now. @param {Token} token @param {Look} look */
  update(token, look) {
    const marks = token.marks ?? [];
    const drawn = `${look.print}|${look.big}|${look.striped}|${look.gone}|${marks.join(",")}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.print.textContent = look.print;
    this.big.textContent = look.big;
    const { classList } = this.element;
    classList.toggle("rb-gone", look.gone);
    classList.toggle("rb-long", look.print.length > 4);
    classList.toggle("rb-long-big", look.big.length > 3);
    classList.toggle("rb-striped", look.striped);
    classList.toggle(
      "rb-done",
      marks.some((mark) => MARKS[mark]?.tone === "quiet"),
    );
    this.drawMarks(marks);
  }

  /** @param {string[]} marks */
  drawMarks(marks) {
    this.marks.replaceChildren();
    marks.forEach((mark, i) => {
      const { d, tone } = MARKS[mark] ?? OTHER;
      const at = { transform: `translate(${HALF - 2 - i * 16} ${-HALF})` };
      const sign = make("g", { class: "rb-mark rb-mark-" + tone, ...at }, this.marks);
      make("title", {}, sign).textContent = mark;
      make("circle", { r: 7.4 }, sign);
      make("path", { d }, sign);
    });
  }

  /** @param {number} x @param {number} y @param {number} [size]  how much larger than usual */
  place(x, y, size = 1) {
    this.x = x;
    this.y = y;
    this.size = size;
    const grown = size === 1 ? "" : ` scale(${size.toFixed(3)})`;
    this.element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)${grown}`;
  }

  /** It is one of so many that lie on each other, and on top or not. @param {number} height @param {boolean} top */
  pile(height, top) {
    const { classList } = this.element;
    classList.toggle("rb-beneath", !top);
    classList.toggle("rb-high", top && height > 1);
    this.height.textContent = top && height > 1 ? String(height) : "";
  }
}

/** What never changes about a counter; a token of the same name with another identity is another counter. @param {Token} token */
export function identityOf({ piece, owner, back, number }) {
  return `${piece}|${owner}|${back ?? ""}|${number ?? ""}`;
}

/** @param {number} half @param {number} by @param {number} [x] @param {number} [y] */
function cut(half, by, x = 0, y = 0) {
  const a = half - by;
  return `M${x - a} ${y - half}H${x + a}L${x + half} ${y - a}V${y + a}L${x + a} ${y + half}H${x - a}L${x - half} ${y + a}V${y - a}Z`;
}

/** @param {number} half @param {number} by @param {number} [x] @param {number} [y] */
function round(half, by, x = 0, y = 0) {
  const a = half - by;
  const arc = (/** @type {number} */ ax, /** @type {number} */ ay) => `A${by} ${by} 0 0 1 ${x + ax} ${y + ay}`;
  return `M${x - a} ${y - half}H${x + a}${arc(half, -a)}V${y + a}${arc(a, half)}H${x - a}${arc(-half, a)}V${y - a}${arc(-a, -half)}Z`;
}
