/** The score sheet: what counts now and why, and what can still be won. */

import { h } from "../dom.js";
import { decimal } from "../numbers.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").ScoreLine} ScoreLine
 */

/** Whether the list of what can still be won is open: the sheet is drawn again after every move. */
let unfolded = false;

/**
 * @param {View} view
 * @param {import("../rulebook.js").Rulebook} rules
 * @returns {HTMLElement | null}
 */
export function scoreSheet(view, rules) {
  const { sheet, score, total } = view;
  if (!sheet || !score) return null;
  const open = view.outcome ? "Not won" : "Still to be won";
  const line = (/** @type {ScoreLine} */ one) =>
    h(
      "tr",
      { class: one.points ? "" : "nothing" },
      h("th", { scope: "row" }, one.text),
      h("td", null, decimal(one.points)),
      h("td", null, rules.link(one.rule)),
    );
  return h(
    "section",
    { class: "score", "aria-label": sheet.title },
    h("h3", null, `${sheet.title}: ${decimal(total ?? 0)} of ${sheet.goal} `, rules.link(sheet.rule)),
    view.outcome ? null : h("p", { class: "small" }, sheet.verdict),
    score.length
      ? h("table", { class: "modifiers" }, h("caption", { class: "sr-only" }, "Score"), h("tbody", null, ...score.map(line)))
      : null,
    sheet.open.length
      ? h(
          "details",
          { open: unfolded, ontoggle: (/** @type {Event} */ event) => (unfolded = /** @type {HTMLDetailsElement} */ (event.target).open) },
          h("summary", { class: "small" }, open),
          h(
            "table",
            { class: "modifiers" },
            h("caption", { class: "sr-only" }, open),
            h("tbody", null, ...sheet.open.map(line)),
          ),
        )
      : null,
  );
}
