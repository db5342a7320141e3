/** Notes on the map, near what they are about: why something is not possible, and which of several is meant. */

import { announce } from "../announcer.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {{x: number, y: number} | null} Point where on the screen a note belongs; null: in the middle
 * @typedef {{reason: string, rule: string, quotation?: string}} Explanation
 */

export class Notes {
  /** @param {import("../rulebook.js").Rulebook} rules */
  constructor(rules) {
    this.rules = rules;
    this.element = h("div", { class: "note-host" });
  }

  get open() {
    return this.element.childNodes.length > 0;
  }

  close() {
    this.element.textContent = "";
  }

  /** @param {Explanation} explanation @param {Point} at */
  explain({ reason, rule, quotation }, at) {
    if (!reason) return;
    const link = this.rules.link(rule, `Rule ${rule}`);
    const note = h(
      "div",
      { class: "why-note" },
      h(
        "div",
        null,
        h("p", null, reason, " ", quotation ? null : link),
        quotation ? h("p", { class: "quotation small" }, link, ` “${quotation}”`) : null,
      ),
      button(icon("close"), () => this.close(), { class: "quiet icon-button", "aria-label": "Close" }),
    );
    this.place(note, at);
    announce([reason, quotation].filter(Boolean).join(" "));
  }

  /** More than one choice fits: which is meant? @param {Offer[]} offers @param {Point} at @param {(offer: Offer) => void} play */
  choose(offers, at, play) {
    const choice = (/** @type {Offer} */ offer) =>
      button([offer.label, offer.badge ? h("span", { class: "badge" }, offer.badge) : null], () => {
        this.close();
        play(offer);
      });
    const menu = h("div", { class: "why-note chooser", role: "group", "aria-label": "Which of these?" }, ...offers.map(choice));
    this.place(menu, at);
    menu.querySelector("button")?.focus();
  }

  /** @param {HTMLElement} note @param {Point} at */
  place(note, at) {
    this.close();
    this.element.append(note);
    const area = this.element.getBoundingClientRect();
    const { width, height } = note.getBoundingClientRect();
    const x = at ? at.x - area.left : area.width / 2;
    const y = at ? at.y - area.top : area.height / 3;
    note.style.setProperty("left", `${Math.max(8, Math.min(area.width - width - 8, x - width / 2))}px`);
    note.style.setProperty("top", `${y + 24 + height > area.height ? Math.max(8, y - height - 18) : y + 24}px`);
  }
}

/** Where a click was; null where it came from the keyboard. @param {Event | null} event @returns {Point} */
export function pointOf(event) {
  return event instanceof MouseEvent && (event.clientX || event.clientY) ? { x: event.clientX, y: event.clientY } : null;
}
