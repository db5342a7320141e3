/** What is in a space: its name, terrain effects with their rules, and the units there. */

import { chip } from "../chip.js";
import { h } from "../dom.js";
import { tokensIn } from "../tokens.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Token} Token
 */

/** More units than this are shown without their names, and never more than the second number. */
const MANY = 5;
const MOST = 15;

export class InfoBox {
  /** @param {Manifest} manifest @param {import("../rulebook.js").Rulebook} rules */
  constructor(manifest, rules) {
    this.manifest = manifest;
    this.rules = rules;
    this.element = h("section", { class: "info", "aria-label": "This space", hidden: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {string | null} name @param {View} view @param {import("../types.js").Mark} [mark] what an overlay says of it */
  show(name, view, mark) {
    const space = name ? this.manifest.spaces.get(name) : undefined;
    this.element.hidden = !space;
    if (!space) return;
    const tokens = tokensIn(view, space.name);
    const owner = view.control[space.name];
    const words = [mark?.badge, mark?.note].filter(Boolean).join(" ");
    this.element.replaceChildren(
      h("h3", null, space.label, owner ? h("span", { class: "small" }, ` ${this.manifest.sideTitle(owner)} control`) : null),
      ...(words ? [h("p", { class: "mark" }, words)] : []),
      ...(space.notes.length ? [h("ul", null, ...space.notes.map((note) => h("li", null, note.text, " ", this.rules.link(note.rule))))] : []),
      ...(tokens.length > MANY ? [this.crowd(tokens)] : tokens.length ? [h("ul", { class: "here" }, ...tokens.map((token) => this.line(token)))] : []),
    );
  }

  /** Too many for a line each. @param {Token[]} tokens */
  crowd(tokens) {
    const chips = tokens.slice(0, MOST).map((token) => chip(this.manifest, token.name, token));
    const rest = tokens.length - chips.length;
    return h("div", { class: "pieces" }, ...chips, rest > 0 ? h("span", { class: "small" }, `and ${rest} more`) : null);
  }

  /** @param {Token} token */
  line(token) {
    const marks = token.marks?.length ? h("span", { class: "small" }, ` ${token.marks.join(", ")}`) : null;
    return h("li", null, chip(this.manifest, token.name, token), h("span", null, this.manifest.faces.title(token), marks));
  }
}
