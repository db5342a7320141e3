/** What should always be in sight: the facts of a view that have a short name, in one row above the map. */

import { dialog } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { sheetOf, sheetTable } from "./sheet.js";

/**
 * @typedef {import("../types.js").Fact} Fact
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../rulebook.js").Rulebook} Rulebook
 */

export class Glance {
  /** @param {Manifest} manifest @param {Rulebook} rules */
  constructor(manifest, rules) {
    this.manifest = manifest;
    this.rules = rules;
    /** What was shown last, by label. @type {Map<string, string>} */
    this.values = new Map();
    /** The labels of what has changed since. @type {Set<string>} */
    this.changed = new Set();
    this.element = h("section", { class: "glance", "aria-label": "At a glance", tabindex: "0", hidden: true });
    /** What is not part of a view. @type {HTMLElement[]} */
    this.more = [];
  }

  clear() {
    this.values.clear();
    this.element.textContent = "";
  }

  /** @param {View} view */
  render(view) {
    const facts = view.status.filter((fact) => fact.short);
    this.element.hidden = !facts.length;
    const before = this.values;
    this.values = new Map(facts.map((fact) => [fact.label, fact.value]));
    this.changed = new Set(facts.flatMap(({ label, value }) => (before.has(label) && before.get(label) !== value ? [label] : [])));
    fill(this.element, facts.length ? h("dl", null, ...facts.map((fact) => this.cell(fact, view)), ...this.more) : null);
  }

  /** @param {Fact} fact @param {View} view */
  cell(fact, view) {
    const sheet = sheetOf(fact, view);
    const shown = this.value(fact);
    const open = () => sheet && dialog(sheet.title, sheetTable(sheet, this.manifest, this.rules));
    const opens = { class: "line", "aria-haspopup": "dialog", "aria-label": `${fact.label}: ${fact.value}`, data: { key: fact.label } };
    return h(
      "div",
      { class: this.changed.has(fact.label) ? "changed" : "", title: `${fact.label}: ${fact.value}`, data: { fact: fact.short } },
      h("dt", null, fact.short),
      h("dd", null, sheet ? button(shown, open, opens) : shown),
    );
  }

  /** @param {Fact} fact @returns {import("../dom.js").Child[]} */
  value({ value, side, sides, track }) {
    const dot = (/** @type {string} */ name) =>
      h("i", { class: ["side-dot", this.manifest.sideClass(name)], title: this.manifest.sideTitle(name) });
    if (sides) return Object.entries(sides).map(([name, one]) => h("span", null, dot(name), String(one)));
    const boxes = track ? Array.from({ length: track[1] }, (_, i) => h("i", { class: i + 1 === track[0] && "now" })) : [];
    return [
      side ? dot(side) : null,
      h("span", null, value),
      boxes.length ? h("span", { class: "mini-track", "aria-hidden": "true" }, ...boxes) : null,
    ];
  }
}
