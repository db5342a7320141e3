/** The rules: all of them, searchable, each with its number as an anchor. */

import { h } from "../dom.js";
import { markdown } from "../markdown.js";
import { counted } from "../numbers.js";

/** @typedef {import("../types.js").RuleData} Rule */

export class RulesPanel {
  /** @param {import("../rulebook.js").Rulebook} book @param {{prefix?: string, level?: 2 | 3}} [options] */
  constructor(book, options = {}) {
    this.book = book;
    this.prefix = options.prefix ?? "rule-";
    this.level = options.level ?? 3;
    this.count = h("p", { class: "small count", role: "status" });
    this.body = h("div", { class: "rules-body" });
    this.search = h("input", {
      type: "search",
      placeholder: "Search the rules",
      "aria-label": "Search the rules",
      class: "filter",
      oninput: () => this.filter(),
    });
    this.element = h("div", { class: "rules" }, h("div", { class: "rules-search" }, this.search, this.count), this.body);
    /** @type {Map<string, HTMLElement>} */
    this.sections = new Map();
  }

  /** Built when it is first looked at. */
  render() {
    if (this.sections.size) return;
    for (const rule of this.book.rules) {
      const section = this.section(rule);
      this.sections.set(rule.number, section);
      this.body.append(section);
    }
  }

  /** @param {Rule} rule */
  section(rule) {
    const depth = rule.number.endsWith(".0") ? 0 : rule.number.split(".").length - 1;
    const tag = /** @type {"h2" | "h3" | "h4" | "h5"} */ (`h${Math.min(5, this.level + depth)}`);
    return h(
      "section",
      { id: this.prefix + rule.number, class: ["rule-text", `depth-${depth}`], tabindex: "-1" },
      h(tag, null, h("span", { class: "number" }, rule.number), " ", rule.title),
      ...markdown(rule.text, this.book.linker),
    );
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const rule of this.book.rules) {
      const text = `${rule.number} ${rule.title} ${rule.text}`.toLowerCase();
      const fits = words.every((word) => text.includes(word));
      const section = this.sections.get(rule.number);
      if (section) section.hidden = !fits;
      found += Number(fits);
    }
    this.count.textContent = words.length ? counted(found, "rule") : "";
  }

  /** Go to a rule. @param {string} number */
  show(number) {
    const section = this.sections.get(number);
    if (!section) return;
    if (this.search.value) {
      this.search.value = "";
      this.filter();
    }
    section.scrollIntoView({ block: "start" });
    section.classList.remove("flash");
    void section.offsetWidth;
    section.classList.add("flash");
    section.focus({ preventScroll: true });
  }
}
