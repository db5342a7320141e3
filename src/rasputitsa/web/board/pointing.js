/** Points spaces out, each with its name large enough to be read at any zoom. */

import { inset } from "./geometry.js";
import { group, make, short, straight, text } from "./svg.js";

/** @typedef {import("./layout.js").Layout} Layout */

export class Pointing {
  /** @param {Layout} layout @param {Element} parent */
  constructor(layout, parent) {
    this.layout = layout;
    this.layer = group("rb-pointing", parent);
  }

  /** @param {string[]} names  of spaces */
  show(names) {
    this.layer.replaceChildren();
    for (const name of names) {
      const place = this.layout.places.get(name);
      if (!place) continue;
      const d = straight(inset(place.outline, place.centre, 2), true);
      make("path", { class: "rb-pointed-bed", d }, this.layer);
      make("path", { class: "rb-pointed", d }, this.layer);
      if (place.tray) continue;
      const [x, y] = place.centre;
      const top = Math.min(...place.outline.map((point) => point[1]));
      const at = make(
        "g",
        { class: "rb-pointed-name", transform: `translate(${short(x)} ${short(place.kind === "hex" ? top : y)})` },
        this.layer,
      );
      const pill = group("rb-pill", at);
      const label = place.kind === "hex" ? name : place.title || name;
      const width = label.length * 8.4 + 12;
      make("rect", { x: -width / 2, y: -10.5, width, height: 21, rx: 4 }, pill);
      text(label, { x: 0, y: 5 }, pill);
    }
  }
}
