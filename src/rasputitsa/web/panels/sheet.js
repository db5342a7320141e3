/** A sheet: a figure with every term of it, each with its rule. */

import { h } from "../dom.js";

/**
 * @typedef {import("../types.js").Sheet} Sheet
 * @typedef {import("../types.js").Fact} Fact
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../rulebook.js").Rulebook} Rulebook
 */

/** The sheet that stands behind a fact, if there is one. @param {Fact} fact @param {View} view @returns {Sheet | null} */
export function sheetOf(fact, view) {
  const found = fact.sheet ? view[fact.sheet] : null;
  if (!found) return null;
  return Array.isArray(found) ? { title: fact.label, rule: fact.rule, lines: found, total: null } : found;
}

/** @param {Sheet} sheet @param {Manifest} manifest @param {Rulebook} rules */
export function sheetTable(sheet, manifest, rules) {
  const line = (/** @type {Sheet["lines"][number]} */ one) =>
    h(
      "tr",
      { class: one.points ? "" : "nothing" },
      h(
        "th",
        { scope: "row" },
        one.side ? h("i", { class: ["side-dot", manifest.sideClass(one.side)] }) : null,
        one.text,
        one.side ? h("span", { class: "small" }, ` ${manifest.sideTitle(one.side)}`) : null,
      ),
      h("td", null, one.points === null ? "" : String(one.points)),
      h("td", null, rules.link(one.rule)),
    );
  const total =
    sheet.total === null
      ? null
      : h(
          "tfoot",
          null,
          h("tr", null, h("th", { scope: "row" }, "Total"), h("td", null, String(sheet.total)), h("td", null, rules.link(sheet.rule))),
        );
  return h(
    "table",
    { class: "modifiers sheet" },
    h("caption", { class: "sr-only" }, sheet.title),
    h("tbody", null, ...sheet.lines.map(line)),
    total,
  );
}
