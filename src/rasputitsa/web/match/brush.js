/**
 * Tools for placing many units: a brush for each kind of choice that may be made again and again. With a brush in hand a click or a
 * stroke over the map makes that choice wherever it is on offer.
 */

import { announce, toast } from "../announcer.js";
import { button, h, refill } from "../dom.js";
import { icon } from "../icons.js";
import { placeOf } from "../tokens.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {object} Needs
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {(offer: Offer) => Promise<boolean>} play
 */

export class Brush {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("section", { class: "brushes", "aria-label": "Brushes", hidden: true });
    /** What is on offer to paint with: one offer of each verb. @type {Offer[]} */
    this.kinds = [];
    /** The verb of the brush in hand; "": none, and a drag pulls the map. */
    this.verb = "";
    /** Spaces of a stroke that wait for their turn. @type {string[]} */
    this.waiting = [];
    this.running = false;
  }

  listen() {
    this.needs.frame.board.on("paint", (space) => this.paint(space));
  }

  /** @param {Offer[]} offers */
  render(offers) {
    const found = new Map(offers.filter(({ brush }) => brush).map((offer) => [offer.verb, offer]));
    this.kinds = [...found.values()];
    if (!this.kinds.length) {
      this.verb = "";
      this.waiting = [];
    }
    const { stroke } = this.needs.frame.board;
    stroke.possible = this.kinds.length > 0;
    stroke.painting = this.verb !== "";
    this.draw();
  }

  draw() {
    this.element.hidden = !this.kinds.length;
    this.needs.frame.boardHost.classList.toggle("rb-painting", this.verb !== "");
    const tool = (/** @type {string} */ verb, /** @type {string} */ picture, /** @type {string} */ label, /** @type {string} */ title) =>
      button([icon(picture), label], () => this.take(verb), {
        "aria-pressed": String(this.verb === verb),
        title,
        data: { key: `brush ${verb}`, brush: verb },
      });
    const brush = (/** @type {Offer} */ { verb, short, label, role, brush: what }) => {
      const words = short || label;
      return tool(verb, role === "toggle" ? "eraser" : "brush", `${words}: ${what}`, `${words} by clicks and strokes over the map`);
    };
    refill(this.element, tool("", "hand", "Pan the map", "Dragging pans the map; hold Shift to paint"), ...this.kinds.map(brush));
  }

  /** @param {string} verb */
  take(verb) {
    this.verb = verb;
    this.needs.frame.board.stroke.painting = verb !== "";
    this.draw();
    announce(verb ? "Click or paint on the map." : "No brush.");
  }

  /** The next brush. */
  next() {
    if (!this.kinds.length) return;
    const verbs = ["", ...this.kinds.map(({ verb }) => verb)];
    this.take(verbs[(verbs.indexOf(this.verb) + 1) % verbs.length]);
  }

  /** Whether a click is for the brush in hand. */
  get inHand() {
    return this.verb !== "" && this.kinds.length > 0;
  }

  /** A space is painted as soon as those before it are. @param {string} space */
  paint(space) {
    this.waiting.push(space);
    if (!this.running) void this.work();
  }

  async work() {
    const { shown, play } = this.needs;
    const verb = this.verb || this.kinds[0]?.verb;
    const what = this.kinds.find((kind) => kind.verb === verb)?.brush;
    this.running = true;
    while (this.waiting.length) {
      const space = /** @type {string} */ (this.waiting.shift());
      const [now] = shown.latestOffers.filter((offer) => offer.verb === verb);
      if (!now || now.brush !== what) {
        this.waiting = [];
        if (now) toast(`${what}: done. Now: ${now.brush}.`, { id: "brush" });
        break;
      }
      const offer = this.offerIn(space, verb);
      if (offer && !(await play(offer))) this.waiting = [];
    }
    this.running = false;
  }

  /** What the brush would do in a space. @param {string} space @param {string} verb */
  offerIn(space, verb) {
    const { shown } = this.needs;
    const view = shown.latest?.view;
    const within = (/** @type {Offer} */ { kind, object }) => (kind === "piece" ? placeOf(view, object) : object) === space;
    return shown.latestOffers.find((offer) => offer.verb === verb && within(offer));
  }
}
