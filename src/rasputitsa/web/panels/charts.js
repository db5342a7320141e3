/** The game's tables, as they stand on a printed chart. */

import { h } from "../dom.js";

/** @param {import("../types.js").TableData} table @param {import("../rulebook.js").Rulebook} rules */
export function charts(table, rules) {
  return h(
    "div",
    { class: "charts" },
    ...table.charts.map((chart) =>
      h(
        "section",
        null,
        h("h3", null, chart.title, " ", rules.link(chart.rule)),
        h(
          "div",
          { class: "scroll-x", tabindex: "0", role: "group", "aria-label": chart.title },
          h(
            "table",
            null,
            h("thead", null, h("tr", null, ...chart.head.map((cell) => h("th", { scope: "col" }, cell)))),
            h(
              "tbody",
              null,
              ...chart.rows.map((row) =>
                h("tr", null, ...row.map((cell, i) => (i ? h("td", null, cell) : h("th", { scope: "row" }, cell)))),
              ),
            ),
          ),
        ),
        chart.note ? h("p", { class: "small" }, chart.note) : null,
      ),
    ),
  );
}
