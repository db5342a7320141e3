/** A battle has its moment on the map: who fights, the odds, what came of it. It stays there until the player goes on. */

import { h } from "../dom.js";
import { offerSound } from "../sound.js";
import { at, around, put } from "./spots.js";

/**
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {import("../types.js").ForecastData} Forecast
 * @typedef {object} Needs
 * @property {import("../frame.js").Frame} frame
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./shown.js").Shown} shown
 * @property {() => boolean} isLearning  then the lesson says what happens
 * @property {() => import("./spots.js").Weighted[]} important  what should not be covered
 */

const CHIPS = 5; // of a side, at most
const LINES = 3;
const BESIDE = [46, 90, 150]; // pixels from the middle of the space
const EDGE = 8;
const CHOICE = 30; // so much matters at least what can be chosen
const POINTED = 1e6; // the battle itself is always seen

/** Events that tell of a battle. @param {GameEvent} event */
export const isOfBattle = ({ kind, spaces }) => kind === "battle" && spaces.length > 0;

export class Moment {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("div", { class: "moment-host" });
    /** Where the battle is. */
    this.space = "";
    const goOn = () => {
      if (!this.element.firstChild) return;
      this.close(); // whoever presses anything has read it
      offerSound();
    };
    needs.frame.element.addEventListener("pointerdown", goOn);
  }

  close() {
    this.element.textContent = "";
  }

  /** @param {string} space @param {Forecast | null} forecast @param {GameEvent[]} events  what happened, in order */
  show(space, forecast, events) {
    this.close();
    this.space = space;
    if (!this.needs.frame.board.layout.places.has(space) || this.needs.isLearning()) return;
    const plate = h(
      "section",
      { class: "battle-moment", "aria-label": "Battle on the map" },
      h(
        "header",
        null,
        h("strong", null, forecast?.title ?? this.needs.manifest.label(space)),
        forecast ? h("span", { class: "odds" }, forecast.headline) : null,
      ),
      forecast ? this.forces(forecast) : null,
      ...events.slice(0, LINES).map(({ text }) => h("p", null, text)),
    );
    this.element.append(plate);
    this.place();
  }

  /** Near the battle, but not over it nor over what can be chosen now. */
  place() {
    const plate = /** @type {HTMLElement | null} */ (this.element.firstElementChild);
    const { layout, viewport } = this.needs.frame.board;
    const place = layout.places.get(this.space);
    if (!plate || !place) return;
    const [x, y] = viewport.toScreen(...place.centre);
    const area = this.element.getBoundingClientRect();
    const box = plate.getBoundingClientRect();
    const inside = (/** @type {number} */ value, /** @type {number} */ room) => Math.max(EDGE, Math.min(room - EDGE, value));
    const near = BESIDE.flatMap((far) => [
      [x - box.width / 2, y + far],
      [x - box.width / 2, y - far - box.height],
      [x + far, y - box.height / 2],
      [x - far - box.width, y - box.height / 2],
    ]).map(([left, top]) => at(inside(left, area.width - box.width), inside(top, area.height - box.height), box));
    const seen = this.needs.important().filter(({ weight }) => weight >= CHOICE);
    put(plate, [...near, ...around(area, box)], [{ x, y, weight: POINTED }, ...seen]);
  }

  /** Who fights, side by side. @param {Forecast} forecast */
  forces({ tokens }) {
    const { frame, manifest, shown } = this.needs;
    const known = [shown.state, shown.latest].flatMap((state) => state?.view.tokens ?? []); // some are revealed only now
    const owners = new Map(known.map(({ name, owner }) => [name, owner]));
    const of = (/** @type {string} */ side) => tokens.filter((name) => owners.get(name) === side);
    return h(
      "div",
      { class: "forces" },
      ...manifest.sides.flatMap(({ name }) => {
        const all = of(name);
        const more = all.length > CHIPS ? h("span", { class: "small" }, `+${all.length - CHIPS}`) : null;
        return all.length ? [h("div", { class: "pieces" }, ...all.slice(0, CHIPS).map((one) => frame.chip(one)), more)] : [];
      }),
    );
  }
}
