/** Every choice on the map as a line of a list, for keyboard and screen reader and for those who like lists. */

import { button, h } from "../dom.js";
import { counted } from "../numbers.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {{play: (offer: Offer) => void, preview: (offer: Offer | null) => void}} Actions
 */

const FILTER_FROM = 10;

export class ChoiceList {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.isOpen = false;
    this.filter = "";
    this.details = h("details");
  }

  /** @param {Offer[]} offers */
  render(offers) {
    const title = `${counted(offers.length, "choice")} on the map`;
    const open = this.isOpen || offers.every(({ remark }) => remark); // what each of them means is worth reading
    const details = h("details", { class: "all-answers", open }, h("summary", { data: { key: ":list" } }, title));
    this.details = details;
    const lines = h("ul", { class: "answer-list" });
    // The lines are made when somebody looks at them.
    const fillOnce = () => {
      if (details.open && !lines.firstChild) this.fill(lines, offers);
    };
    details.addEventListener("toggle", () => {
      this.isOpen = details.open;
      fillOnce();
    });
    if (offers.length >= FILTER_FROM) details.append(this.filterField(lines, () => this.fill(lines, offers)));
    fillOnce();
    lines.addEventListener("keydown", (event) => walk(lines, event));
    details.append(lines);
    return details;
  }

  /** @param {HTMLElement} lines @param {Offer[]} offers */
  fill(lines, offers) {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = offers.filter((offer) => {
      const text = `${offer.label} ${offer.object} ${offer.badge} ${offer.note} ${offer.remark}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const items = fitting.map((offer, i) => this.line(offer, i > 0 && offer.verb !== fitting[i - 1].verb));
    lines.replaceChildren(...(items.length ? items : [h("li", { class: "small" }, "No matches.")]));
  }

  /** @param {HTMLElement} lines @param {() => void} fill */
  filterField(lines, fill) {
    return h("input", {
      type: "search",
      class: "filter",
      placeholder: "Filter choices",
      "aria-label": "Filter choices",
      value: this.filter,
      data: { key: ":filter" },
      oninput: (/** @type {Event} */ event) => {
        this.filter = /** @type {HTMLInputElement} */ (event.target).value;
        fill();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const first = /** @type {HTMLElement | null} */ (lines.querySelector("button"));
        if (event.key === "ArrowDown") first?.focus();
        else if (event.key === "Enter" && lines.querySelectorAll("button").length === 1) first?.click();
        else return;
        event.preventDefault();
      },
    });
  }

  /** @param {Offer} offer @param {boolean} apart */
  line(offer, apart) {
    const show = () => this.actions.preview(offer);
    const hide = () => this.actions.preview(null);
    const words = [
      h("span", null, offer.label),
      offer.badge ? h("span", { class: ["badge", offer.tone] }, offer.badge) : null,
      offer.note ? h("span", { class: "small" }, offer.note) : null,
      offer.remark ? h("span", { class: "small remark" }, offer.remark) : null,
    ];
    const watch = { onfocus: show, onmouseenter: show, onblur: hide, onmouseleave: hide };
    const data = { key: offer.action, action: offer.action };
    return h("li", { class: apart ? "apart" : "" }, button(words, () => this.actions.play(offer), { class: "line", data, ...watch }));
  }

  /** Open the list and go to it. */
  open() {
    this.isOpen = true;
    if (!this.details.isConnected) return;
    this.details.open = true;
    this.details.dispatchEvent(new Event("toggle"));
    const goal = this.details.querySelector("input") ?? this.details.querySelector("button");
    goal?.focus();
  }
}

/** Arrow keys walk a list of buttons. @param {HTMLElement} list @param {KeyboardEvent} event */
function walk(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  event.preventDefault();
}
