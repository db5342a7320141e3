/** The game's charts, as printed games have them. */

import { h } from "../dom.js";

/** @param {import("../manifest.js").Manifest} manifest @param {import("../rulebook.js").Rulebook} rules */
export function charts(manifest, rules) {
  return h("div", { class: "charts" }, ...manifest.charts.map((one) => chart(one, rules)));
}

/** @param {import("../types.js").ChartData} chart @param {import("../rulebook.js").Rulebook} rules */
function chart({ title, rule, head, rows, note }, rules) {
  const row = (/** @type {string[]} */ cells) =>
    h("tr", null, ...cells.map((cell, i) => (i ? h("td", null, cell) : h("th", { scope: "row" }, cell))));
  return h(
    "section",
    null,
    h("h3", null, title, " ", rules.link(rule)),
    h(
      "div",
      { class: "scroll-x", tabindex: "0", role: "group", "aria-label": title },
      h(
        "table",
        null,
        h("thead", null, h("tr", null, ...head.map((cell) => h("th", { scope: "col" }, cell)))),
        h("tbody", null, ...rows.map(row)),
      ),
    ),
    note ? h("p", { class: "small" }, note) : null,
  );
}
