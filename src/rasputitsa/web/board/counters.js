/** All counters on the board, and the stacks they lie in. */

import { Block, Disc } from "./block.js";
import { Counter, identityOf } from "./counter.js";
import { Fan } from "./fan.js";
import { sideClass } from "./sides.js";
import { COUNTER } from "./stacking.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").SideData} SideData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./faces.js").Faces} Faces */
/** @typedef {{name: string, from: string, to: string}} Move */

const HALF = COUNTER / 2;
const MOST_TURNS = 12; // those after them turn over together
/** How pieces of each shape are drawn. @type {Record<string, typeof Counter>} */
const KINDS = { block: Block, disc: Disc };

export class Counters {
  /**
   * @param {SVGGElement} layer
   * @param {Layout} layout
   * @param {Faces} faces
   * @param {SideData[]} sides
   */
  constructor(layer, layout, faces, sides) {
    this.layer = layer;
    this.layout = layout;
    this.faces = faces;
    this.sides = sides;
    /** @type {Map<string, Counter>} */
    this.all = new Map();
    /** Counters by space, the lowest first. @type {Map<string, Counter[]>} */
    this.stacks = new Map();
    this.level = 0;
    this.fan = new Fan(this);
  }

  /**
   * Counters as the view has its tokens. Returns those that moved on the map, with where they were.
   * @param {View} view
   * @param {boolean} animate
   */
  show(view, animate) {
    const { stacks, changed, moved } = this.update(view);
    if (!changed.size) return moved;
    if (changed.has(this.open)) this.close();
    this.stacks = stacks;
    const movers = new Set(moved.map((move) => move.name));
    const raised = [...changed].flatMap((name) => this.in(name));
    // Those that move come last, so that they glide over the others.
    raised.sort((a, b) => Number(movers.has(a.name)) - Number(movers.has(b.name)));
    for (const counter of raised) this.raise(counter);
    if (animate && moved.length) this.flush(raised[0]);
    for (const name of changed) this.arrange(name);
    return moved;
  }

  /**
   * Makes, updates and removes counters. The order of the tokens is that of the stacks.
   * @param {View} view
   */
  update(view) {
    /** @type {Map<string, Counter[]>} */
    const stacks = new Map();
    /** @type {Move[]} */
    const moved = [];
    /** Counters that were not there before, and can be told from others. @type {{counter: Counter, at: string}[]} */
    const shown = [];
    const seen = new Set();
    for (const token of view.tokens) {
      const at = token.at && this.layout.places.has(token.at) ? token.at : "";
      if (!at) continue;
      seen.add(token.name);
      const counter = this.counterOf(token);
      if (!counter.at && token.piece) shown.push({ counter, at });
      if (counter.at && counter.at !== at) moved.push({ name: token.name, from: counter.at, to: at });
      counter.at = at;
      counter.element.dataset.at = at;
      const stack = stacks.get(at);
      if (stack) stack.push(counter);
      else stacks.set(at, [counter]);
    }
    const unknown = new Set([...this.all.values()].filter(({ name, hidden }) => hidden && !seen.has(name)).map(({ at }) => at));
    for (const [name, counter] of this.all) {
      if (!seen.has(name)) this.remove(counter);
    }
    turnOver(shown.filter(({ at }) => unknown.has(at)).map(({ counter }) => counter));
    return { stacks, moved, changed: this.changedStacks(stacks) };
  }

  /** @param {import("./types.js").Token} token */
  counterOf(token) {
    const look = this.faces.look(token);
    let counter = this.all.get(token.name);
    if (counter && counter.identity !== identityOf(token)) {
      this.remove(counter);
      counter = undefined;
    }
    counter ??= new (KINDS[look.shape] ?? Counter)(token, look, this.sides);
    this.all.set(token.name, counter);
    counter.update(token, look);
    return counter;
  }

  /** @param {Counter} counter */
  remove(counter) {
    counter.element.remove();
    this.all.delete(counter.name);
  }

  /** The spaces whose stacks are not what they were. @param {Map<string, Counter[]>} stacks */
  changedStacks(stacks) {
    const changed = new Set();
    for (const name of new Set([...stacks.keys(), ...this.stacks.keys()])) {
      const [before, now] = [this.in(name), stacks.get(name) ?? []];
      if (before.length !== now.length || now.some((counter, i) => counter !== before[i])) changed.add(name);
    }
    return changed;
  }

  /** Onto everything else. @param {Counter} counter */
  raise(counter) {
    counter.level = ++this.level;
    this.layer.append(counter.element);
  }

  /** Lets the browser take note of where counters are, so that they glide on from there. @param {Counter} counter */
  flush(counter) {
    this.layer.getBoundingClientRect();
    getComputedStyle(counter.element).transform;
  }

  /** Puts the counters of a space where they belong. @param {string} name */
  arrange(name) {
    const place = this.layout.places.get(name);
    const stack = this.in(name);
    if (!place || !stack.length) return;
    const points = this.layout.stack(place, stack);
    stack.forEach((counter, i) => {
      counter.place(points[i][0], points[i][1]);
      counter.element.classList.toggle("rb-folded", place.folded);
    });
    for (const side of new Set(stack.map((counter) => counter.side))) pile(stack.filter((counter) => counter.side === side), place);
  }

  arrangeAll() {
    this.close();
    for (const name of this.stacks.keys()) this.arrange(name);
  }

  /** The space whose stack lies spread out. */
  get open() {
    return this.fan.open;
  }

  close() {
    this.fan.close();
  }

  /** The counter on top at a point. @param {number} x @param {number} y @returns {Counter | null} */
  hit(x, y) {
    let found = null;
    for (const counter of this.all.values()) {
      const half = HALF * counter.size;
      if (!counter.at || Math.abs(counter.x - x) > half || Math.abs(counter.y - y) > half) continue;
      if (this.layout.places.get(counter.at)?.folded) continue;
      if (!found || counter.level > found.level) found = counter;
    }
    return found;
  }

  /** @param {string} name */
  get(name) {
    return this.all.get(name) ?? null;
  }

  /** How many of each side are in a space, by the class of the side. @param {string} space @returns {Map<string, number>} */
  counts(space) {
    const found = new Map();
    for (const { name } of this.sides) {
      const count = this.in(space).filter(({ side }) => side === name).length;
      if (count) found.set(sideClass(this.sides, name), count);
    }
    return found;
  }

  /** @param {string} space */
  in(space) {
    return this.stacks.get(space) ?? [];
  }
}

/** What was hidden there turns over, one after another. @param {Counter[]} counters */
function turnOver(counters) {
  counters.forEach(({ body }, i) => {
    body.style.setProperty("--turn", String(Math.min(i, MOST_TURNS)));
    body.classList.add("rb-turning");
    body.addEventListener("animationend", () => body.classList.remove("rb-turning"), { once: true });
  });
}

/**
 * Counters of one side that lie on each other: from far away only the top one is seen, with how many there are.
 * @param {Counter[]} stack
 * @param {import("./layout.js").Place} place
 */
function pile(stack, place) {
  const height = place.flat ? 1 : stack.length;
  stack.forEach((counter, i) => counter.pile(height, place.flat || i === stack.length - 1));
}
