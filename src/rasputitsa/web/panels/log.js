/** What happened, in sentences: by turn and phase, each linked to its spaces and its rule. */

import { button, h } from "../dom.js";

/**
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../types.js").GameEvent} GameEvent
 * @typedef {{look: (event: GameEvent | null) => void, centre: (name: string) => void, at?: (number: number) => void}} Actions
 */

export class LogPanel {
  /**
   * @param {import("../manifest.js").Manifest} manifest
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {Actions} actions
   */
  constructor(manifest, rules, actions) {
    this.manifest = manifest;
    this.rules = rules;
    this.actions = actions;
    this.element = h("div", { class: "log", tabindex: "0", role: "region", "aria-label": "Log" });
    /** @type {Entry[]} */
    this.shown = [];
    /** @type {HTMLElement} */
    this.list = h("ol");
    /** Whether the end is in sight: then it stays so. */
    this.stick = true;
    this.height = 0;
    this.element.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.keepAtEnd()).observe(this.element);
    this.clear();
  }

  /** The reader scrolls; where the panel only became smaller or larger, that says nothing. */
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    if (clientHeight === this.height) this.stick = scrollHeight - scrollTop - clientHeight < 40;
  }

  keepAtEnd() {
    this.height = this.element.clientHeight;
    if (this.stick) this.element.scrollTop = this.element.scrollHeight;
  }

  clear() {
    this.shown = [];
    this.list = h("ol");
    this.element.textContent = "";
    this.element.append(h("p", { class: "empty small" }, "No moves yet."), this.list);
  }

  /** @param {Entry[]} entries the whole log */
  render(entries) {
    const same = this.shown.every((entry, i) => entries[i] === entry);
    if (!same) this.clear();
    for (const entry of entries.slice(this.shown.length)) this.append(entry);
    this.shown = [...entries];
    this.keepAtEnd();
  }

  /** @param {Entry} entry */
  append(entry) {
    for (const event of entry.events) {
      this.element.querySelector(".empty")?.remove();
      if (event.kind === "turn") this.section("h3", event.text);
      else if (event.kind === "phase") this.section("h4", event.text);
      else this.list.append(this.line(entry, event));
    }
  }

  /** @param {"h3" | "h4"} tag @param {string} text */
  section(tag, text) {
    if (!this.list.childNodes.length) this.list.remove();
    this.list = h("ol");
    this.element.append(h(tag, null, text), this.list);
  }

  /** @param {Entry} entry @param {GameEvent} event */
  line(entry, event) {
    const look = () => this.actions.look(event);
    const lookAway = () => this.actions.look(null);
    const run = () => {
      const goal = event.spaces.at(-1) ?? event.tokens[0];
      if (goal) this.actions.centre(goal);
    };
    return h(
      "li",
      { class: [this.manifest.sideClass(entry.side) || "chance", `event-${event.kind}`], data: { number: entry.number + 1 } },
      event.spaces.length || event.tokens.length
        ? button(event.text, run, { class: "line", onmouseenter: look, onfocus: look, onmouseleave: lookAway, onblur: lookAway })
        : h("span", { class: "line" }, event.text),
      this.rules.link(event.rule),
      this.actions.at
        ? button("▸", () => this.actions.at?.(entry.number + 1), {
            class: "quiet jump",
            "aria-label": `Go to this position: ${event.text}`,
            title: "Go to this position",
          })
        : null,
    );
  }

  /** In a replay: mark where we are. @param {number} number */
  mark(number) {
    for (const old of this.element.querySelectorAll(".here")) old.classList.remove("here");
    const lines = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("[data-number]")]);
    const now = lines.findLast((line) => Number(line.dataset.number) <= number);
    this.stick = false;
    if (!now) {
      this.element.scrollTop = 0;
      return;
    }
    now.classList.add("here");
    const top = now.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    if (top < 0 || top > this.element.clientHeight - 40) this.element.scrollTop += top - this.element.clientHeight / 2;
  }
}
