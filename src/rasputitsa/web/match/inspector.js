/** Looking at the map: a few words about what is under the pointer, the card of a space, and a forecast of the choice there. */

import { isEmpty, matching } from "../offers.js";
import { tokensIn } from "../tokens.js";
import { around, put } from "./spots.js";

/**
 * @typedef {object} Needs
 * @property {import("./connection.js").Connection} connection
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {import("./overlays.js").Overlays} overlays
 * @property {import("./brush.js").Brush} brush
 * @property {() => boolean} isStopped
 * @property {(target: import("../offers.js").Target | null) => void} preview
 * @property {() => Promise<boolean>} olderLog
 * @property {() => void} placed  is called when the card lies somewhere else
 * @typedef {{space: string, tokens: string[], token?: string | null}} Looked
 */

const FIRST = 220; // milliseconds until the words come; once they are there they follow faster
const NEXT = 60;
const FORECAST = 90;
const FEW = 2; // choices that are named

export class Inspector {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** What the pointer or the cursor is on. @type {Looked | null} */
    this.looked = null;
    this.timer = 0;
    this.forecastTimer = 0;
  }

  listen() {
    const { board } = this.needs.frame;
    board.on("hover", (what) => this.look(what));
    board.on("focus", (what) => this.look(what));
    board.on("inspect", ({ space, token }) => this.openCard(space, token));
  }

  get box() {
    return this.needs.frame.info;
  }

  /** @param {Looked | null} what */
  look(what) {
    this.looked = what;
    if (!this.needs.shown.state) return;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.show(), what && this.box.element.hidden ? FIRST : NEXT);
    this.needs.overlays.hover(what?.token ?? what?.tokens[0] ?? null);
    window.clearTimeout(this.forecastTimer);
    const target = what && { space: what.space, token: what.token ?? null };
    this.forecastTimer = window.setTimeout(() => this.needs.preview(target), FORECAST);
  }

  /** What a click on what is looked at would do. */
  get choices() {
    const { shown, brush } = this.needs;
    const { state, offers } = shown;
    if (!this.looked || !state) return [];
    const { space, tokens, token } = this.looked;
    const painted = brush.inHand ? brush.offerIn(space, brush.verb) : undefined;
    return painted ? [painted] : matching(offers, { token: token ?? (tokens.length === 1 ? tokens[0] : null), space }, state.view);
  }

  /** A few words about what is looked at. */
  show() {
    const { shown, overlays } = this.needs;
    const { state } = shown;
    if (!state || this.needs.isStopped() || this.box.full) return;
    const space = this.looked?.space ?? null;
    const mark = space ? overlays.marks?.[space] : undefined;
    this.box.show(space, state.view, { token: this.looked?.token, mark, offers: this.choices.slice(0, FEW) });
    this.place();
  }

  /** The position has changed. */
  update() {
    if (this.box.full) this.box.hide();
    const { view } = this.needs.shown.state ?? {};
    if (this.looked && view) {
      const tokens = tokensIn(view, this.looked.space).map(({ name }) => name);
      const token = tokens.find((name) => name === this.looked?.token) ?? null;
      this.looked = { space: this.looked.space, tokens, token };
    }
    if (this.looked) this.show();
    else this.box.hide();
  }

  /** The card of a space. @param {string} space @param {string | null} [token] */
  openCard(space, token = null) {
    const { shown, overlays, connection, frame } = this.needs;
    const { state } = shown;
    if (!state) return;
    window.clearTimeout(this.timer);
    const further = async () => (await this.needs.olderLog()) && this.openCard(space, token);
    const older = connection.log.isWhole ? undefined : () => void further();
    this.box.showCard(space, state.view, { token, mark: overlays.marks?.[space], entries: frame.entries, older });
    this.looked = { space, tokens: token ? [token] : [], token };
    this.place();
  }

  /** The card of the space that the pointer or the cursor is on. */
  openHere() {
    if (this.looked) this.openCard(this.looked.space, this.looked.token ?? null);
  }

  forget() {
    this.looked = null;
    window.clearTimeout(this.timer);
    this.box.hide();
  }

  /** Puts the box where it hides nothing that matters now, if it can near the place where it is. */
  place() {
    const { element } = this.box;
    if (element.hidden) return;
    const area = this.needs.frame.boardHost.getBoundingClientRect();
    put(element, around(area, element.getBoundingClientRect()), this.important());
    this.needs.placed();
  }

  /** The small map, the legend of an overlay and the brushes are not covered either. @param {HTMLElement[]} more */
  furniture(more) {
    const { frame, overlays, brush } = this.needs;
    const thirds = [0, 0.33, 0.67, 1];
    return [...more, frame.board.minimap.element, overlays.legend.element, brush.element].flatMap((element, n) => {
      const weight = n < more.length ? 400 : 20;
      const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = element;
      return element.hidden ? [] : thirds.flatMap((i) => thirds.map((j) => ({ x: x + i * width, y: y + j * height, weight })));
    });
  }

  /** A stack that lies open is seen as a whole. */
  fan() {
    const { viewport, counters } = this.needs.frame.board;
    if (!counters.open || !counters.fan.box) return [];
    const [left, top, right, bottom] = counters.fan.box;
    const parts = [0, 0.25, 0.5, 0.75, 1];
    return parts.flatMap((i) => parts.map((j) => {
      const [x, y] = viewport.toScreen(left + i * (right - left), top + j * (bottom - top));
      return { x, y, weight: 50000 };
    }));
  }

  /**
   * The points of the map that must be seen: what is looked at, what is in hand, what can be chosen; then all units.
   * @param {HTMLElement[]} more  what else lies over the map
   */
  important(...more) {
    const { frame, shown } = this.needs;
    const { selection, state } = shown;
    const { layout, viewport, lights, counters } = frame.board;
    const point = (/** @type {string} */ name, /** @type {number} */ weight) => {
      const [x, y] = viewport.toScreen(...(layout.places.get(name)?.centre ?? /** @type {[number, number]} */ ([0, 0])));
      return { x, y, weight };
    };
    const inHand = [...selection.spaces, ...selection.tokens.map((name) => counters.get(name)?.at ?? "")].filter(Boolean);
    const lit = lights.order.map(({ space }) => space);
    const busy = isEmpty(selection) ? 30 : 1000;
    return [
      ...this.furniture(more),
      ...this.fan(),
      ...(this.looked ? [point(this.looked.space, 100000)] : []),
      ...inHand.map((name) => point(name, 10000)),
      ...[...new Set(lit)].map((name) => point(name, busy)),
      ...[...new Set((state?.view.tokens ?? []).map(({ at }) => at ?? ""))]
        .filter((name) => layout.places.has(name))
        .map((name) => point(name, 1)),
    ];
  }
}
