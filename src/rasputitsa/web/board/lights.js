/** What can be chosen on the board, and is lit. */

import { COUNTER } from "./stacking.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {import("./counter.js").Counter} Counter */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {{kind: "space" | "piece", object: string, space: string}} Lit */

export class Lights {
  /** @param {Layout} layout @param {Counters} counters @param {Marks} marks */
  constructor(layout, counters, marks) {
    this.layout = layout;
    this.counters = counters;
    this.marks = marks;
    /** @type {Map<string, Offer>} */
    this.spaces = new Map();
    /** @type {Map<string, Offer>} */
    this.tokens = new Map();
    /** All of them, as they were offered. @type {Lit[]} */
    this.order = [];
  }

  /** @param {Offer[]} offers */
  show(offers) {
    for (const name of this.tokens.keys()) this.counters.get(name)?.element.classList.remove("rb-lit-token");
    this.spaces = new Map();
    this.tokens = new Map();
    this.order = [];
    for (const offer of offers) {
      if (offer.kind === "space") this.lightSpace(offer, offer.object ?? "");
      else if (offer.kind === "piece") this.lightToken(offer, offer.object ?? "");
    }
    this.marks.light(this.spaces, this.counters);
    this.badges();
  }

  /** @param {Offer} offer @param {string} name */
  lightSpace(offer, name) {
    if (this.spaces.has(name) || !this.layout.places.has(name)) return;
    this.spaces.set(name, offer);
    this.order.push({ kind: "space", object: name, space: name });
  }

  /** @param {Offer} offer @param {string} name */
  lightToken(offer, name) {
    const counter = this.counters.get(name);
    if (this.tokens.has(name) || !counter) return;
    this.tokens.set(name, offer);
    counter.element.classList.add("rb-lit-token");
    counter.element.dataset.tone = offer.tone ?? "";
    this.order.push({ kind: "piece", object: name, space: counter.at });
  }

  /** Badges of lit tokens. Over a stack that is spread out lie only those of its own tokens. */
  badges() {
    const { marks, counters } = this;
    marks.ofTokens.replaceChildren();
    for (const [name, { badge, tone }] of this.tokens) {
      const counter = counters.get(name);
      if (badge && counter && this.isSeen(counter)) this.badge(counter, badge, tone ?? "");
    }
    marks.uncover((x, y) => counters.fan.covers(x, y));
  }

  /** Whether there is room for its badge: not within a closed stack, unless no token above it has one. @param {Counter} counter */
  isSeen(counter) {
    const { layout, counters } = this;
    const place = layout.places.get(counter.at);
    if (!place || place.folded) return false;
    if (counters.open === counter.at) return true;
    if (counters.fan.covers(counter.x, counter.y)) return false;
    if (place.flat) return true;
    const badged = counters.in(counter.at).filter(({ name, side }) => side === counter.side && this.tokens.get(name)?.badge);
    return badged[badged.length - 1] === counter;
  }

  /**
   * Above a token, below it under the title of a tray, or beside it where tokens lie close.
   * @param {Counter} counter
   * @param {string} badge
   * @param {string} tone
   */
  badge(counter, badge, tone) {
    const place = this.layout.places.get(counter.at);
    const aside = place?.offMap ? (this.layout.west(counter.x) ? -1 : 1) * (COUNTER / 2 + 10) : 0;
    const where = place?.offMap ? "" : place?.tray ? "low" : "high";
    const grown = ((counter.size - 1) * COUNTER) / 2; // in a fan
    this.marks.badge(this.marks.ofTokens, [counter.x + aside, counter.y - grown], badge, tone, where);
  }
}
