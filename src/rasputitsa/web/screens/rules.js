/** The rules of a game as a page of their own. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { charts } from "../panels/charts.js";
import { RulesPanel } from "../panels/rules.js";
import { catchRuleLinks, Rulebook } from "../rulebook.js";
import { rename } from "../router.js";
import { pageBar } from "./home.js";

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function rulesScreen(host, route) {
  const [table, rules] = await Promise.all([api.game(route.id), api.rules(route.id)]);
  document.title = `Rules: ${table.title}`;
  const book = new Rulebook(table.name, rules);
  const panel = new RulesPanel(book, { level: 2, prefix: "" });
  const main = h(
    "main",
    { class: "page rules-page" },
    h("h1", null, table.title, h("small", null, " the rules in our own words")),
    h("p", null, table.about),
    h(
      "div",
      { class: "rules-columns" },
      h(
        "nav",
        { class: "contents", "aria-label": "Contents" },
        h("ol", null, ...rules.filter((rule) => rule.number.endsWith(".0")).map((rule) => h("li", null, book.link(rule.number, `${rule.number} ${rule.title}`)))),
      ),
      h("div", null, panel.element, h("section", { class: "charts-page" }, h("h2", null, "Charts"), charts(table, book))),
    ),
  );
  const open = (/** @type {string} */ number) => {
    panel.show(number);
    rename(`/rules/${encodeURIComponent(table.name)}#${number}`);
  };
  catchRuleLinks(main, open);
  fill(host, pageBar("Rules"), main);
  if (route.fragment) window.setTimeout(() => panel.show(route.fragment));
  return () => {};
}
