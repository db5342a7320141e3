/** What lies over the map and under or over the counters: light, overlays, arrows, traces, the cursor. */

import { distance, inset, nearest, union } from "./geometry.js";
import { SHARED, sideClass, sideIndex } from "./sides.js";
import { COUNTER } from "./stacking.js";
import { classPart, group, make, short, straight, text } from "./svg.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./types.js").SideData} SideData */
/** @typedef {import("./counters.js").Counters} Counters */

/** The tone of a mark that belongs to both sides. */
const BOTH = "both";
/** Where so many spaces are owned, and more than half of the map, they are drawn as tinted areas, not as flags. */
const MANY_OWNED = 60;
/** The flags of the sides, each with a shape of its own. */
const FLAGS = ["M-4.4 -9H6V-0.6H-4.4Z", "M-4.4 -9.4L7.4 -4.6L-4.4 0.2Z", "M-4.4 -9H6L3 -4.6L6 -0.4H-4.4Z"];

export class Marks {
  /**
   * @param {Layout} layout
   * @param {SideData[]} sides
   * @param {{under: SVGGElement, over: SVGGElement}} layers
   * @param {string} id
   */
  constructor(layout, sides, { under, over }, id) {
    this.layout = layout;
    this.sides = sides;
    this.owned = "";
    /** The spaces of declared battles. @type {Set<string>} */
    this.attacked = new Set();
    this.id = id;
    this.hatches(under);
    this.tints = group("rb-tints", under);
    this.control = group("rb-control", under);
    this.chosen = group("rb-chosen", under);
    this.signs = group("rb-signs", under);
    this.lit = group("rb-lit", under);
    this.traces = group("rb-traces", under);
    this.arrows = group("rb-arrows", over);
    this.route = group("rb-route", over);
    this.hints = group("rb-hints", over);
    this.notes = group("rb-notes", over);
    this.badges = group("rb-badges", over);
    this.ofTokens = group("rb-badges", over);
    this.focus = group("rb-focus", over);
    this.flash = group("rb-flashes", over);
  }

  /**
   * Hatchings, one way for each side, so that nobody needs colours to tell whose a space is.
   * @param {Element} parent
   */
  hatches(parent) {
    const defs = make("defs", {}, parent);
    const lines = ["M0 10L10 0M-2 2L2 -2M8 12L12 8", "M0 0L10 10M-2 8L2 12M8 -2L12 2"];
    [lines[0], lines[1], lines[0] + lines[1]].forEach((d, i) => {
      const size = { width: 10, height: 10, patternUnits: "userSpaceOnUse" };
      const hatch = make("pattern", { id: `${this.id}-hatch-${i}`, ...size }, defs);
      make("path", { class: `rb-hatch ${sideClass(this.sides, this.sides[i]?.name) || SHARED}`, d }, hatch);
    });
  }

  /** @param {string} name @param {number} [by] */
  shape(name, by = 2.5) {
    const place = this.layout.places.get(name);
    if (!place) return "";
    return straight(inset(place.outline, place.centre, by), true);
  }

  /** @param {Map<string, Offer>} spaces @param {Counters} counters */
  light(spaces, counters) {
    this.lit.replaceChildren();
    this.badges.replaceChildren();
    for (const [name, offer] of spaces) {
      const d = this.shape(name, 3.4);
      if (!d) continue;
      const tone = offer.tone ? " rb-tone-" + classPart(offer.tone) : "";
      const declared = this.attacked.has(name);
      make("path", { class: declared ? "rb-lit-space rb-declared" : "rb-lit-space" + tone, d }, this.lit);
      const place = this.layout.places.get(name);
      const where = counters.in(name).length ? "high" : "";
      if (!offer.badge || !place) continue;
      const badge = this.badge(this.badges, place.centre, offer.badge, offer.tone ?? "", where);
      badge.classList.toggle("rb-badge-declared", declared);
    }
  }

  /** Hides the badges of spaces where something covers them. @param {(x: number, y: number) => boolean} covers */
  uncover(covers) {
    for (const badge of /** @type {Iterable<SVGGElement>} */ (this.badges.children)) {
      badge.classList.toggle("rb-covered", covers(Number(badge.dataset.x), Number(badge.dataset.y)));
    }
  }

  /** The spaces in hand. @param {string[]} names */
  select(names) {
    this.chosen.replaceChildren();
    for (const name of names) make("path", { class: "rb-selected-space", d: this.shape(name, 1.5) }, this.chosen);
  }

  /**
   * @param {Element} parent
   * @param {Point} at
   * @param {string} badge
   * @param {string} tone
   * @param {"high" | "low" | ""} where  above a counter, below it, or on the spot
   */
  badge(parent, [x, y], badge, tone, where) {
    const lift = where ? (COUNTER / 2 + 10) * (where === "high" ? 1 : -1) : 0;
    const kind = "rb-badge" + (where ? ` rb-badge-${where}` : "") + (tone ? " rb-tone-" + classPart(tone) : "");
    const place = { "data-x": short(x), "data-y": short(y - lift) };
    const at = make("g", { class: kind, transform: `translate(${short(x)} ${short(y - lift)})`, ...place }, parent);
    const pill = group("rb-pill", at);
    const width = Math.max(20, badge.length * 8.6 + 10);
    make("rect", { x: -width / 2, y: -10.5, width, height: 21, rx: 10.5 }, pill);
    text(badge, { x: 0, y: 5.2 }, pill);
    return at;
  }

  /**
   * Marks by space, under the counters; their badges above.
   * @param {Record<string, Mark> | null} marks
   * @param {Counters} counters
   */
  overlay(marks, counters) {
    this.tints.replaceChildren();
    this.notes.replaceChildren();
    let lines = "";
    for (const [name, mark] of Object.entries(marks ?? {})) {
      const place = this.layout.places.get(name);
      if (!place) continue;
      const d = this.shape(name, 0.6);
      const side = mark.tone === BOTH ? SHARED : sideClass(this.sides, mark.tone);
      make("path", { class: `rb-tint ${side || "rb-tint-" + classPart(mark.tone || "plain")}`, d }, this.tints);
      if (side) make("path", { fill: `url(#${this.id}-hatch-${this.hatchOf(mark.tone)})`, d }, this.tints);
      if (mark.badge) {
        const where = counters.in(name).length ? "high" : "";
        const badge = this.badge(this.notes, place.centre, mark.badge, mark.tone ?? "", where);
        if (side) badge.classList.add(...side.split(" "));
      }
      const next = mark.toward ? this.layout.places.get(mark.toward) : undefined;
      if (next) lines += straight([place.centre, next.offMap ? nearest(next.outline, place.centre) : next.centre]);
    }
    if (!lines) return;
    make("path", { class: "rb-line-bed", d: lines }, this.tints);
    make("path", { class: "rb-line", d: lines }, this.tints);
  }

  /** @param {string | undefined} tone */
  hatchOf(tone) {
    return tone === BOTH ? 2 : sideIndex(this.sides, tone);
  }

  /** Who owns a space. @param {Record<string, string>} control */
  owners(control) {
    const owned = JSON.stringify(control);
    if (owned === this.owned) return;
    this.owned = owned;
    this.control.replaceChildren();
    const found = Object.entries(control).filter(([name, side]) => side && this.layout.places.get(name)?.tray === false);
    if (found.length > Math.max(MANY_OWNED, this.layout.onMap.length / 2)) this.ownedAreas(found);
    else for (const [name, side] of found) this.flag(name, side);
  }

  /** A pennant at the corner of a space. @param {string} name @param {string} side */
  flag(name, side) {
    const place = this.layout.places.get(name);
    if (!place) return;
    const [x, y] = place.centre;
    const out = place.kind === "hex" ? 39 : COUNTER / 2 + 10;
    const at = { transform: `translate(${short(x + out)} ${short(y)})` };
    const flag = make("g", { class: `rb-owner ${sideClass(this.sides, side)}`, ...at }, this.control);
    make("path", { class: "rb-pole", d: "M-4.4 9V-9" }, flag);
    make("path", { class: "rb-flag", d: FLAGS[sideIndex(this.sides, side)] }, flag);
  }

  /** All spaces of a side as one tinted area with a line around it. @param {[string, string][]} owned */
  ownedAreas(owned) {
    for (const { name } of this.sides) {
      const own = owned.filter(([, side]) => side === name);
      const outlines = own.map(([space]) => this.layout.places.get(space)?.outline ?? []);
      const most = own.length > owned.length / 2 ? " rb-owned-most" : "";
      const d = union(outlines)
        .map((loop) => straight(loop, true))
        .join("");
      if (d) make("path", { class: `rb-owned${most} ${sideClass(this.sides, name)}`, d, "fill-rule": "evenodd" }, this.control);
    }
  }

  /** Markers in spaces: a sign at the left corner. @param {{space: string, sign: string, title: string, side?: string}[]} markers */
  markers(markers) {
    this.signs.replaceChildren();
    /** How many are in a space already: they lie below each other. @type {Map<string, number>} */
    const counts = new Map();
    for (const { space, sign, title, side } of markers) {
      const place = this.layout.places.get(space);
      if (!place) continue;
      const [x, y] = place.centre;
      const out = place.kind === "hex" ? 33 : COUNTER / 2 + 10;
      const count = counts.get(space) ?? 0;
      counts.set(space, count + 1);
      const at = `translate(${short(x - out)} ${short(y + 22 * count)})`;
      const marker = make("g", { class: `rb-sign ${sideClass(this.sides, side) || SHARED}`, transform: at }, this.signs);
      make("title", {}, marker).textContent = title;
      make("circle", { r: 10 }, marker);
      text(sign, { x: 0, y: 5 }, marker);
    }
  }

  /**
   * Attacks that have been declared: arrows from the attackers to the space they attack.
   * @param {{space: string, attackers: string[]}[]} battles
   * @param {Counters} counters
   */
  battles(battles, counters) {
    this.arrows.replaceChildren();
    this.attacked = new Set(battles.map(({ space }) => space));
    for (const { space, attackers } of battles) {
      const place = this.layout.places.get(space);
      if (!place) continue;
      for (const name of attackers) {
        const counter = counters.get(name);
        const from = counter && this.layout.places.get(counter.at);
        if (!counter || !from || from === place) continue;
        const d = arrow(from.flat ? [counter.x, counter.y] : from.centre, place.centre);
        make("path", { class: `rb-arrow ${sideClass(this.sides, counter.side)}`, d }, this.arrows);
      }
      const [x, y] = place.centre;
      make("path", { class: "rb-target", d: burst(x, y - COUNTER / 2 - 1) }, this.arrows);
    }
  }

  /** Where counters came from. @param {import("./counters.js").Move[]} moves @param {Counters} counters */
  trace(moves, counters) {
    this.traces.replaceChildren();
    for (const { name, from, to } of moves) {
      const a = this.layout.places.get(from);
      const b = this.layout.places.get(to);
      const counter = counters.get(name);
      if (!a || !b || !counter || a.tray || b.tray) continue;
      const side = sideClass(this.sides, counter.side);
      make("path", { class: "rb-trace " + side, d: straight([a.centre, b.centre]) }, this.traces);
      make("path", { class: "rb-trace-start " + side, d: this.shape(from, 12) }, this.traces);
    }
  }

  /** @param {string[] | null} names */
  path(names) {
    this.route.replaceChildren();
    const points = (names ?? [])
      .map((name) => this.layout.places.get(name)?.centre)
      .filter((point) => point !== undefined);
    if (points.length < 2) return;
    const end = points[points.length - 1];
    const before = points[points.length - 2];
    const far = distance(before, end) || 1;
    const stop = /** @type {Point} */ ([
      end[0] - ((end[0] - before[0]) / far) * 14,
      end[1] - ((end[1] - before[1]) / far) * 14,
    ]);
    const d = straight([...points.slice(0, -1), stop]);
    make("path", { class: "rb-path-bed", d }, this.route);
    make("path", { class: "rb-path", d }, this.route);
    const turn = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI;
    make(
      "path",
      {
        class: "rb-path-head",
        d: "M3 0L-16 -10L-12 0L-16 10Z",
        transform: `translate(${short(end[0])} ${short(end[1])}) rotate(${short(turn)})`,
      },
      this.route,
    );
  }

  /**
   * @param {{space?: string | null, token?: string | null, from?: string | null} | null} what
   * @param {Counters} counters
   */
  hint(what, counters) {
    this.hints.replaceChildren();
    if (!what) return;
    if (what.space) make("path", { class: "rb-hint", d: this.shape(what.space, 5) }, this.hints);
    const to = what.space ? this.layout.places.get(what.space) : null;
    const from = what.from ? this.layout.places.get(what.from) : null;
    if (from && to && from !== to)
      make("path", { class: "rb-hint-arrow", d: arrow(from.centre, to.centre, 26, 16) }, this.hints);
    const counter = what.token ? counters.get(what.token) : null;
    if (counter) {
      const half = COUNTER / 2 + 6;
      make(
        "rect",
        { class: "rb-hint", x: counter.x - half, y: counter.y - half, width: 2 * half, height: 2 * half, rx: 12 },
        this.hints,
      );
    }
  }

  /** @param {string | null} name */
  cursor(name) {
    this.focus.replaceChildren();
    if (!name) return;
    const d = this.shape(name, 1);
    make("path", { class: "rb-cursor-bed", d }, this.focus);
    make("path", { class: "rb-cursor", d }, this.focus);
  }

  /** Shows a place for a moment. @param {string} name */
  flashAt(name) {
    const ring = make("path", { class: "rb-flash", d: this.shape(name, 0) }, this.flash);
    setTimeout(() => ring.remove(), 1700);
  }
}

/**
 * A thick arrow between two points, with a little distance kept at both ends.
 * @param {Point} from
 * @param {Point} to
 * @param {number} [start]
 * @param {number} [stop]
 */
function arrow(from, to, start = 20, stop = 25) {
  const far = distance(from, to) || 1;
  const ux = (to[0] - from[0]) / far;
  const uy = (to[1] - from[1]) / far;
  const length = far - start - stop;
  const head = Math.min(16, length * 0.5);
  /** @param {number} along @param {number} aside @returns {Point} */
  const at = (along, aside) => [
    from[0] + ux * (start + along) - uy * aside,
    from[1] + uy * (start + along) + ux * aside,
  ];
  const neck = length - head;
  const half = [at(0, 4), at(neck, 6), at(neck - 2, 12)];
  return straight([at(0, -4), at(neck, -6), at(neck - 2, -12), at(length, 0), ...half.reverse()], true);
}

/** A star with many points. @param {number} x @param {number} y */
function burst(x, y) {
  let d = "";
  for (let i = 0; i < 16; i++) {
    const r = i % 2 ? 5.5 : 11;
    const turn = (i * Math.PI) / 8;
    d += (i ? "L" : "M") + short(x + Math.sin(turn) * r) + " " + short(y - Math.cos(turn) * r);
  }
  return d + "Z";
}
