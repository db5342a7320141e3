/** Tabs after the pattern of the ARIA guide: arrow keys move, one is open. */

import { h } from "./dom.js";

/** @typedef {{name: string, title: string, content: HTMLElement}} Tab */

export class Tabs {
  /** @param {Tab[]} tabs @param {string} first @param {string} label @param {(name: string) => void} [changed] */
  constructor(tabs, first, label, changed) {
    this.tabs = tabs;
    this.changed = changed;
    this.current = "";
    this.list = h("div", { class: "tab-list", role: "tablist", "aria-label": label });
    this.element = h("div", { class: "tabs" }, this.list);
    for (const tab of tabs) {
      const id = `tab-${tab.name}`;
      const knob = h(
        "button",
        { type: "button", role: "tab", id, "aria-controls": `${id}-panel`, "aria-selected": "false", tabindex: "-1", onclick: () => this.open(tab.name) },
        tab.title,
      );
      this.list.append(knob);
      this.element.append(h("div", { class: ["tab-panel", `panel-${tab.name}`], role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id, tabindex: "0", hidden: true }, tab.content));
    }
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = tabs.findIndex((tab) => tab.name === this.current);
      this.open(tabs[(at + step + tabs.length) % tabs.length].name);
      this.knob(this.current)?.focus();
      event.preventDefault();
    });
    this.open(tabs.some((tab) => tab.name === first) ? first : tabs[0].name);
  }

  /** @param {string} name */
  knob(name) {
    return /** @type {HTMLElement | null} */ (this.list.querySelector(`#tab-${name}`));
  }

  /** @param {string} name */
  open(name) {
    this.current = name;
    for (const tab of this.tabs) {
      const now = tab.name === name;
      const knob = this.knob(tab.name);
      knob?.setAttribute("aria-selected", String(now));
      knob?.setAttribute("tabindex", now ? "0" : "-1");
      if (now) knob?.removeAttribute("data-news");
      const panel = /** @type {HTMLElement | null} */ (this.element.querySelector(`#tab-${tab.name}-panel`));
      if (panel) panel.hidden = !now;
    }
    this.changed?.(name);
  }

  /** Say that there is something new behind a tab. @param {string} name */
  news(name) {
    if (name !== this.current) this.knob(name)?.setAttribute("data-news", "");
  }
}
