/** The card of a new turn: its name and its weather, over the map for a moment. */

import { fill, h } from "../dom.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 */

const SHOWN = 4200; // milliseconds

export class TurnCard {
  /** @param {Manifest} manifest */
  constructor(manifest) {
    this.manifest = manifest;
    this.element = h("div", { class: "turn-card", hidden: true, "aria-hidden": "true" });
    this.timer = 0;
  }

  /** A new position is shown. @param {View} view @param {View | undefined} before */
  update(view, before) {
    if (before && before.turn !== view.turn) this.show(view);
  }

  /** @param {View} view */
  show(view) {
    const turn = this.manifest.turn(view);
    if (!turn) return;
    const style = this.manifest.weather(view);
    this.element.className = `turn-card ${style}`;
    fill(
      this.element,
      h("b", null, `Turn ${view.turn}`),
      h("span", null, turn.label),
      turn.notes.length ? h("i", null, turn.notes.join(", ")) : null,
    );
    this.element.hidden = false;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.element.hidden = true), SHOWN);
  }
}
