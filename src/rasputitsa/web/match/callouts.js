/** Callouts on the map, near what they are about: why something is not possible, and which of several is meant. */

import { announce } from "../announcer.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { around, at, overlap, put } from "./spots.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {{x: number, y: number} | null} Point where on the screen a callout belongs; null: in the middle
 * @typedef {{reason: string, rule: string, quotation?: string}} Explanation
 */

const EDGE = 8;
const POINTED = 1e6; // what was clicked is always seen

export class Callouts {
  /**
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {() => import("./spots.js").Weighted[]} [important]  what a callout must not cover
   * @param {() => HTMLElement | null} [card]  what gives way to a callout where there is no room for both
   */
  constructor(rules, important = () => [], card = () => null) {
    this.rules = rules;
    this.important = important;
    this.card = card;
    this.element = h("div", { class: "callout-host" });
  }

  get open() {
    return this.element.childNodes.length > 0;
  }

  close() {
    this.element.textContent = "";
    this.card()?.classList.remove("covered");
  }

  /** @param {Explanation} explanation @param {Point} at */
  explain({ reason, rule, quotation }, at) {
    if (!reason) return;
    const link = this.rules.link(rule, `Rule ${rule}`);
    const box = h(
      "div",
      { class: "callout" },
      h(
        "div",
        null,
        h("p", null, reason, " ", quotation ? null : link),
        quotation ? h("p", { class: "quotation small" }, link, ` “${quotation}”`) : null,
      ),
      button(icon("close"), () => this.close(), { class: "quiet icon-button", "aria-label": "Close" }),
    );
    this.place(box, at);
    announce([reason, quotation].filter(Boolean).join(" "));
  }

  /** More than one choice fits: which is meant? @param {Offer[]} offers @param {Point} at @param {(offer: Offer) => void} play */
  choose(offers, at, play) {
    const choice = (/** @type {Offer} */ offer) =>
      button([offer.label, offer.badge ? h("span", { class: "badge" }, offer.badge) : null], () => {
        this.close();
        play(offer);
      });
    const menu = h("div", { class: "callout chooser", role: "group", "aria-label": "Which of these?" }, ...offers.map(choice));
    this.place(menu, at);
    menu.querySelector("button")?.focus();
  }

  /** Near the point, unless it would cover what can be chosen there. @param {HTMLElement} callout @param {Point} point */
  place(callout, point) {
    this.close();
    this.element.append(callout);
    const area = this.element.getBoundingClientRect();
    const box = callout.getBoundingClientRect();
    const x = point ? point.x - area.left : area.width / 2;
    const y = point ? point.y - area.top : area.height / 3;
    const left = Math.max(EDGE, Math.min(area.width - box.width - EDGE, x - box.width / 2));
    const near = [y + 28, y - box.height - 28].filter((top) => top >= 0 && top + box.height <= area.height);
    const pointed = point ? [{ x, y, weight: POINTED }] : [];
    put(callout, [...near.map((top) => at(left, top, box)), ...around(area, box)], [...pointed, ...this.important()]);
    this.hideCoveredCard();
  }

  /** The card gives way where a callout lies over it, whichever of them came last. */
  hideCoveredCard() {
    const card = this.card();
    const callout = this.element.firstElementChild;
    const covered = callout !== null && card !== null && overlap(card.getBoundingClientRect(), callout.getBoundingClientRect());
    card?.classList.toggle("covered", covered);
  }
}

/** Where a click was; null where it came from the keyboard. @param {Event | null} event @returns {Point} */
export function pointOf(event) {
  return event instanceof MouseEvent && (event.clientX || event.clientY) ? { x: event.clientX, y: event.clientY } : null;
}
