/** The rules of a game: links to them from everywhere. */

import { address } from "./here.js";
import { h } from "./dom.js";

/** @typedef {import("./types.js").RuleData} Rule */

export class Rulebook {
  /** @param {string} game @param {Rule[]} rules */
  constructor(game, rules) {
    this.game = game;
    this.rules = rules;
    this.byNumber = new Map(rules.map((rule) => [rule.number, rule]));
  }

  /**
   * A small link to a rule; null where the number is empty or unknown.
   * @param {string | undefined} number
   * @param {string} [text]
   */
  link(number, text) {
    const rule = number ? this.byNumber.get(number) : undefined;
    if (!rule) return null;
    return h(
      "a",
      {
        class: "rule",
        href: address(`/rules/${encodeURIComponent(this.game)}#${rule.number}`),
        data: { rule: rule.number },
        title: `${rule.title}: ${rule.summary}`,
        "aria-label": `Rule ${rule.number}, ${rule.title}`,
      },
      text ?? rule.number,
    );
  }

  /** For rule numbers inside a text. */
  get linker() {
    return (/** @type {string} */ number) => this.link(number);
  }
}

/**
 * Follow rule links inside a host without leaving the screen.
 * @param {HTMLElement} host
 * @param {(number: string) => void} open
 */
export function catchRuleLinks(host, open) {
  host.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[data-rule]");
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link.dataset.rule ?? "");
  });
}
