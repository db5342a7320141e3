/** The rules of a game as a page of their own. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { charts } from "../panels/charts.js";
import { RulesPanel } from "../panels/rules.js";
import { rename } from "../router.js";
import { catchRuleLinks, Rulebook } from "../rulebook.js";
import { pageBar } from "./home.js";

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function rulesScreen(host, route) {
  const [manifest, rules] = await Promise.all([api.manifest(route.id), api.rules(route.id)]);
  document.title = `Rules: ${manifest.title}`;
  const book = new Rulebook(manifest.name, rules);
  const panel = new RulesPanel(book, { level: 2, prefix: "" });
  panel.render();
  const chapters = rules.filter((rule) => rule.number.endsWith(".0"));
  const contents = chapters.map((rule) => h("li", null, book.link(rule.number, `${rule.number} ${rule.title}`)));
  const main = h(
    "main",
    { class: "page rules-page" },
    h("h1", null, manifest.title, h("small", null, " rules in our own words")),
    h("p", null, manifest.about),
    h("p", { class: "small", id: "sources" }, manifest.sources),
    h(
      "div",
      { class: "rules-columns" },
      h("nav", { class: "contents", "aria-label": "Contents" }, h("ol", null, ...contents)),
      h("div", null, panel.element, h("section", { class: "charts-page" }, h("h2", null, "Charts"), charts(manifest, book))),
    ),
  );
  catchRuleLinks(main, (number) => {
    panel.show(number);
    rename(`/rules/${encodeURIComponent(manifest.name)}#${number}`);
  });
  fill(host, pageBar("Rules"), main);
  if (route.fragment) window.setTimeout(() => panel.show(route.fragment));
  return () => {};
}
