/** Tabs after the pattern of the ARIA guide: arrow keys move, one is open. Only the open one is kept up to date. */

import { h } from "./dom.js";

/**
 * @typedef {{name: string, title: string, element: HTMLElement, render?: () => void}} Tab
 *   `render` brings its content up to date
 */

export class Tabs {
  /** @param {Tab[]} tabs @param {string} first @param {string} label @param {(name: string) => void} [changed] */
  constructor(tabs, first, label, changed) {
    this.tabs = tabs;
    this.changed = changed;
    this.current = "";
    /** The tabs that are not up to date. */
    this.stale = new Set(tabs.map((tab) => tab.name));
    this.list = h("div", { class: "tab-list", role: "tablist", "aria-label": label });
    this.element = h("div", { class: "tabs" }, this.list);
    for (const tab of tabs) this.add(tab);
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.select(tabs.some((tab) => tab.name === first) ? first : tabs[0].name);
  }

  /** @param {Tab} tab */
  add({ name, title, element }) {
    const id = `tab-${name}`;
    const controls = { "aria-controls": `${id}-panel`, "aria-selected": "false", tabindex: "-1" };
    this.list.append(h("button", { type: "button", role: "tab", id, ...controls, onclick: () => this.open(name) }, title));
    const panel = { class: ["tab-panel", `panel-${name}`], role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id };
    this.element.append(h("div", { ...panel, tabindex: "0", hidden: true }, element));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex((tab) => tab.name === this.current);
    this.open(this.tabs[(at + step + this.tabs.length) % this.tabs.length].name);
    this.button(this.current)?.focus();
    event.preventDefault();
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLElement | null} */ (this.list.querySelector(`#tab-${name}`));
  }

  /** @param {string} name */
  open(name) {
    this.select(name);
    this.renderOpen();
    this.changed?.(name);
  }

  /** @param {string} name */
  select(name) {
    this.current = name;
    for (const tab of this.tabs) {
      const open = tab.name === name;
      const button = this.button(tab.name);
      button?.setAttribute("aria-selected", String(open));
      button?.setAttribute("tabindex", open ? "0" : "-1");
      if (open) button?.removeAttribute("data-news");
      const panel = /** @type {HTMLElement | null} */ (this.element.querySelector(`#tab-${tab.name}-panel`));
      if (panel) panel.hidden = !open;
    }
  }

  /** What the tabs show has changed. */
  refresh() {
    this.stale = new Set(this.tabs.map((tab) => tab.name));
    this.renderOpen();
  }

  renderOpen() {
    if (this.stale.delete(this.current)) this.tabs.find((tab) => tab.name === this.current)?.render?.();
  }

  /** Say that there is something new behind a tab. @param {string} name */
  news(name) {
    if (name !== this.current) this.button(name)?.setAttribute("data-news", "");
  }
}
