/** Counters: the pieces, how they look and where they lie. */

import { COUNTER } from "./layout.js";
import { group, make, text } from "./svg.js";
import { printed } from "./text.js";
import { HIGH, sizeOf, symbolOf, WIDE } from "./symbols.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").PieceData} PieceData */
/** @typedef {import("./types.js").UnitView} UnitView */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./layout.js").Layout} Layout */

const HALF = COUNTER / 2;

/** Outlines: each side has a shape of its own, so that nobody needs colours to tell them apart. */
const SHAPES = [cut(HALF, 7), round(HALF, 10), round(HALF, 2)];
const INNER = [cut(HALF - 3.4, 5.6), round(HALF - 3.4, 7.2), round(HALF - 3.4, 1)];

/** Signs for marks, by word. @type {Record<string, {d: string, tone: string}>} */
const MARKS = {
  moved: { d: "M-3.6 0H2.4M-0.4 -3L2.8 0L-0.4 3", tone: "quiet" },
  spent: { d: "M-3.2 -2.6L0 0.6L3.2 -2.6M-3.2 1L0 4.2L3.2 1", tone: "quiet" },
  attacked: { d: "M-3 -3L3 3M3 -3L-3 3", tone: "quiet" },
  "out of communication": {
    d: "M-4.2 1.4L-1.6 -1.2M4.2 -1.4L1.6 1.2M-1.4 -4.4L-0.6 -2.6M1.4 4.4L0.6 2.6",
    tone: "loud",
  },
  "out of supply": { d: "M-4.2 1.4L-1.6 -1.2M4.2 -1.4L1.6 1.2M-1.4 -4.4L-0.6 -2.6M1.4 4.4L0.6 2.6", tone: "loud" },
  disrupted: { d: "M-3.8 1.8L-1.4 -2.6L0.8 2.4L3.6 -2", tone: "loud" },
};
const OTHER = { d: "M0 -3.6V0.8M0 3.4V3.5", tone: "loud" };
const QUIET = new Set(["moved", "spent", "attacked"]);

/** A piece that lies somewhere. */
class Counter {
  /** @param {PieceData} data @param {number} side */
  constructor(data, side) {
    this.data = data;
    this.id = data.id;
    this.side = data.side;
    this.element = group(`rb-counter rb-side-${Math.min(side, 2)} rb-of-${word(data.side)}`);
    this.element.dataset.piece = data.id;
    this.body = group("rb-body", this.element);
    const shape = SHAPES[Math.min(side, 2)];
    make("path", { class: "rb-halo", d: shape }, this.body);
    make("path", { class: "rb-shadow", d: shape }, this.body);
    make("path", { class: "rb-face", d: shape }, this.body);
    this.stripe = make(
      "path",
      { class: "rb-stripe", d: `M${-HALF + 1} 7.6H${HALF - 1}V24.6H${-HALF + 1}Z` },
      this.body,
    );
    make("path", { class: "rb-rim", d: INNER[Math.min(side, 2)] }, this.body);
    this.sign(symbolOf(data.type));
    make("path", { class: "rb-veil", d: shape }, this.body);
    if (data.number) text(data.number, { class: "rb-number", x: -22.5, y: -16.4 }, this.body);
    const size = sizeOf(data.size);
    if (size) text(size, { class: "rb-size", x: 22.5, y: -16.4 }, this.body);
    this.value = text("", { class: "rb-value", x: 0, y: 22.8 }, this.body);
    this.far = text("", { class: "rb-value-far", x: 0, y: 22.4 }, this.body);
    this.marks = group("rb-marks", this.body);
    this.shown = "";
    this.at = "";
    this.x = 0;
    this.y = 0;
    this.level = 0;
    this.strength = 0;
    this.placed = false;
  }

  /** @param {import("./symbols.js").Symbol} symbol */
  sign(symbol) {
    const box = group("rb-symbol", this.body);
    if (symbol.frame !== false)
      make("rect", { class: "rb-box", x: -WIDE, y: -HIGH, width: 2 * WIDE, height: 2 * HIGH }, box);
    if (symbol.line) make("path", { class: "rb-symbol-line", d: symbol.line }, box);
    if (symbol.fill) make("path", { class: "rb-symbol-fill", d: symbol.fill }, box);
    if (symbol.word) text(symbol.word, { class: "rb-symbol-word", x: 0, y: 4.4 }, box);
  }

  /** @param {UnitView} unit */
  dress(unit) {
    const marks = unit.marks ?? [];
    const shown = `${unit.face}|${unit.strength}|${marks.join(",")}`;
    if (shown === this.shown) return;
    this.shown = shown;
    // A piece without a face is out of play: it shows what it was.
    const now = unit.face == null ? null : this.data.faces[unit.face];
    const face = now ?? (unit.face == null ? null : this.data.faces[this.data.faces.length - 1]);
    this.element.classList.toggle("rb-gone", unit.face != null && !now);
    const strength = face?.strength ?? unit.strength ?? null;
    this.strength = Number(strength ?? 0);
    const words = printed(face, unit.strength);
    this.value.textContent = words;
    this.far.textContent = String(strength ?? "");
    this.element.classList.toggle("rb-long", words.length > 4);
    this.element.classList.toggle("rb-reduced", !!face?.reduced);
    this.element.classList.toggle(
      "rb-done",
      marks.some((mark) => QUIET.has(mark)),
    );
    this.marks.replaceChildren();
    marks.forEach((mark, i) => {
      const { d, tone } = MARKS[mark] ?? OTHER;
      const sign = make(
        "g",
        { class: "rb-mark rb-mark-" + tone, transform: `translate(${HALF - 2 - i * 16} ${-HALF})` },
        this.marks,
      );
      make("title", {}, sign).textContent = mark;
      make("circle", { r: 7.4 }, sign);
      make("path", { d }, sign);
    });
  }

  /** @param {number} x @param {number} y */
  place(x, y) {
    this.x = x;
    this.y = y;
    this.element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  }
}

export class Counters {
  /**
   * @param {SVGGElement} layer
   * @param {Layout} layout
   * @param {PieceData[]} pieces
   */
  constructor(layer, layout, pieces) {
    this.layer = layer;
    this.layout = layout;
    this.pieces = new Map(pieces.map((piece) => [piece.id, piece]));
    this.rank = new Map(pieces.map((piece, i) => [piece.id, i]));
    /** @type {Map<string, Counter>} */
    this.all = new Map();
    /** Pieces by space, lowest first. @type {Map<string, Counter[]>} */
    this.stacks = new Map();
    this.level = 0;
    /** The stack that lies spread out. @type {string | null} */
    this.open = null;
    this.backdrop = make("rect", { class: "rb-backdrop", rx: 8 });
  }

  /**
   * Pieces as the view has them. Returns those that moved on the map, with where they were.
   * @param {View} view
   * @param {boolean} animate
   */
  show(view, animate) {
    /** @type {Set<string>} */
    const changed = new Set();
    /** @type {Counter[]} */
    const fresh = [];
    const moved = [];
    for (const [id, unit] of Object.entries(view.units)) {
      const data = this.pieces.get(id);
      const at = unit.at && this.layout.places.has(unit.at) ? unit.at : "";
      let counter = this.all.get(id);
      if (!data || (!at && !counter)) continue;
      if (!counter) {
        counter = new Counter(data, this.layout.rank(data.side));
        this.all.set(id, counter);
        fresh.push(counter);
      }
      counter.dress(unit);
      if (counter.at !== at) {
        if (counter.at) changed.add(counter.at);
        if (at) changed.add(at);
        if (counter.at && at) moved.push({ id, from: counter.at, to: at });
        counter.at = at;
      }
    }
    for (const [id, counter] of this.all) {
      if (!(id in view.units) && counter.at) {
        changed.add(counter.at);
        counter.at = "";
      }
    }
    if (!changed.size) return moved;
    if (this.open) this.close();
    /** @type {Counter[]} */
    const raise = [];
    const stacks = new Map(this.stacks);
    for (const name of changed) stacks.set(name, []);
    for (const counter of this.all.values()) {
      if (counter.at && changed.has(counter.at)) stacks.get(counter.at)?.push(counter);
      else if (!counter.at) counter.element.remove();
    }
    for (const name of changed) {
      const stack = stacks.get(name) ?? [];
      // The strongest on top.
      stack.sort((a, b) => a.strength - b.strength || (this.rank.get(a.id) ?? 0) - (this.rank.get(b.id) ?? 0));
      raise.push(...stack);
      if (!stack.length) stacks.delete(name);
    }
    this.stacks = stacks;
    const late = new Set(moved.map((move) => move.id));
    raise.sort((a, b) => Number(late.has(a.id)) - Number(late.has(b.id)));
    for (const counter of raise) this.raise(counter);
    if (animate && moved.length) (this.layer.getBoundingClientRect(), getComputedStyle(raise[0].element).transform);
    for (const name of changed) this.settle(name);
    if (!animate) return moved;
    for (const counter of fresh) counter.element.classList.remove("rb-fresh");
    return moved;
  }

  /** @param {Counter} counter */
  raise(counter) {
    counter.level = ++this.level;
    this.layer.append(counter.element);
  }

  /** Puts the pieces of a space at their places. @param {string} name */
  settle(name) {
    const place = this.layout.places.get(name);
    const stack = this.stacks.get(name);
    if (!place || !stack) return;
    const points = this.layout.stack(place, stack);
    stack.forEach((counter, i) => counter.place(points[i][0], points[i][1]));
  }

  settleAll() {
    this.close();
    for (const name of this.stacks.keys()) this.settle(name);
  }

  /** Spreads a stack so that every piece of it can be seen. @param {string} name */
  spread(name) {
    if (this.open === name) return;
    this.close();
    const place = this.layout.places.get(name);
    const stack = this.stacks.get(name);
    if (!place || place.flat || !stack || stack.length < 2) return;
    this.open = name;
    const points = this.layout.spread(place, stack.length);
    const xs = points.map((point) => point[0]);
    const ys = points.map((point) => point[1]);
    const pad = HALF + 7;
    const [x, y] = [Math.min(...xs) - pad, Math.min(...ys) - pad];
    for (const [key, value] of Object.entries({
      x,
      y,
      width: Math.max(...xs) + pad - x,
      height: Math.max(...ys) + pad - y,
    })) {
      this.backdrop.setAttribute(key, String(value));
    }
    this.layer.append(this.backdrop);
    this.box = /** @type {[number, number, number, number]} */ ([x, y, Math.max(...xs) + pad, Math.max(...ys) + pad]);
    for (const counter of stack) this.raise(counter);
    getComputedStyle(stack[0].element).transform;
    stack.forEach((counter, i) => counter.place(points[i][0], points[i][1]));
  }

  /** Whether a point lies on the spread stack. @param {number} x @param {number} y */
  covers(x, y) {
    if (!this.open || !this.box) return false;
    return x >= this.box[0] && x <= this.box[2] && y >= this.box[1] && y <= this.box[3];
  }

  close() {
    if (!this.open) return;
    const name = this.open;
    this.open = null;
    this.backdrop.remove();
    this.settle(name);
  }

  /** The piece on top at a point. @param {number} x @param {number} y @returns {Counter | null} */
  hit(x, y) {
    let found = null;
    for (const counter of this.all.values()) {
      if (!counter.at || Math.abs(counter.x - x) > HALF || Math.abs(counter.y - y) > HALF) continue;
      if (!found || counter.level > found.level) found = counter;
    }
    return found;
  }

  /** @param {string} id */
  get(id) {
    return this.all.get(id) ?? null;
  }

  /** @param {string} space */
  in(space) {
    return this.stacks.get(space) ?? [];
  }
}

/** @param {number} half @param {number} by */
function cut(half, by) {
  const a = half - by;
  return `M${-a} ${-half}H${a}L${half} ${-a}V${a}L${a} ${half}H${-a}L${-half} ${a}V${-a}Z`;
}

/** @param {number} half @param {number} by */
function round(half, by) {
  const a = half - by;
  const arc = (/** @type {number} */ x, /** @type {number} */ y) => `A${by} ${by} 0 0 1 ${x} ${y}`;
  return `M${-a} ${-half}H${a}${arc(half, -a)}V${a}${arc(a, half)}H${-a}${arc(-half, a)}V${-a}${arc(-a, -half)}Z`;
}

/** A name as part of a class. @param {string} name */
export function word(name) {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
