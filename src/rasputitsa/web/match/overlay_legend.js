/** What the colours of an overlay mean, in a strip above the map. */

import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";

/** Marks that belong to both sides have this tone, and these colours. */
const BOTH = "both";
const SHARED = "colours-shared";

export class OverlayLegend {
  /** @param {import("../manifest.js").Manifest} manifest @param {() => void} close  the overlay */
  constructor(manifest, close) {
    this.manifest = manifest;
    this.close = close;
    this.element = h("section", { class: "overlay-legend", "aria-label": "Overlay", hidden: true });
  }

  /** @param {import("../types.js").OverlayData | null} kind */
  show(kind) {
    this.element.hidden = kind === null;
    if (!kind) return;
    const line = (/** @type {string[]} */ [tone, words]) => h("li", null, this.swatch(tone), words);
    fill(
      this.element,
      h("h3", null, kind.title),
      h("ul", null, ...kind.legend.map(line)),
      button(icon("close"), this.close, { class: "quiet icon-button", "aria-label": "Hide the overlay" }),
    );
  }

  /** @param {string} tone */
  swatch(tone) {
    const side = tone === BOTH ? SHARED : this.manifest.sideClass(tone);
    return h("span", { class: ["swatch", side || `swatch-${tone || "plain"}`], "aria-hidden": "true" });
  }
}
