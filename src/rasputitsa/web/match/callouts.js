/** Callouts on the map, near what they are about: why something is not possible, and which of several is meant. */

import { announce } from "../announcer.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { around, at, best, overlap } from "./spots.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {{x: number, y: number} | null} Point where on the screen a callout belongs; null: in the middle
 * @typedef {{reason: string, rule: string, quotation?: string}} Explanation
 */

const EDGE = 8;
const POINTED = 1e6; // what was clicked is always seen
const TOO_MUCH = 500; // rather than this much of the map, a callout hides the header

export class Callouts {
  /**
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {() => import("./spots.js").Weighted[]} [important]  what a callout must not cover
   * @param {() => HTMLElement | null} [card]  what gives way to a callout where there is no room for both
   * @param {() => (() => void) | null} [instead]  how a choice is shown that is possible, if there is one on the map
   */
  constructor(rules, important = () => [], card = () => null, instead = () => null) {
    this.rules = rules;
    this.important = important;
    this.card = card;
    this.instead = instead;
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
        this.lead(),
      ),
      button(icon("close"), () => this.close(), { class: "quiet icon-button", "aria-label": "Close" }),
    );
    this.place(box, at);
    announce([reason, quotation].filter(Boolean).join(" "));
  }

  /** The way to what can be done instead. */
  lead() {
    const show = this.instead();
    const run = () => {
      this.close();
      show?.();
    };
    return show && button("Show what is possible", run, { class: "link small" });
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

  /**
   * Near the point, unless it would cover what can be chosen there. Where there is no room for it on the map it gets
   * narrower, or lies over the header.
   * @param {HTMLElement} callout
   * @param {Point} point
   */
  place(callout, point) {
    this.close();
    this.element.append(callout);
    const area = this.element.getBoundingClientRect();
    const seen = [...(point ? [{ x: point.x - area.left, y: point.y - area.top, weight: POINTED }] : []), ...this.important()];
    let { spot, cost } = best(spotsFor(callout, area, point), seen);
    if (cost > TOO_MUCH) {
      callout.classList.add("narrow");
      const slim = best(spotsFor(callout, area, point), seen);
      if (slim.cost < cost) ({ spot, cost } = slim);
      else callout.classList.remove("narrow");
    }
    const over = best([overHeader(callout, area)], seen);
    const isOver = cost > TOO_MUCH && over.cost < cost;
    this.element.classList.toggle("over-header", isOver);
    if (isOver) spot = over.spot;
    callout.style.setProperty("left", `${Math.max(0, spot.left) + (isOver ? area.left : 0)}px`);
    callout.style.setProperty("top", `${isOver ? EDGE : Math.max(0, spot.top)}px`);
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

/** Places for a callout on the map, those near the point first. @param {HTMLElement} callout @param {DOMRect} area @param {Point} point */
function spotsFor(callout, area, point) {
  const box = callout.getBoundingClientRect();
  const x = point ? point.x - area.left : area.width / 2;
  const y = point ? point.y - area.top : area.height / 3;
  const left = Math.max(EDGE, Math.min(area.width - box.width - EDGE, x - box.width / 2));
  const near = [y + 28, y - box.height - 28].filter((top) => top >= 0 && top + box.height <= area.height);
  return [...near.map((top) => at(left, top, box)), ...around(area, box)];
}

/** The top of the screen, above the map. @param {HTMLElement} callout @param {DOMRect} area */
function overHeader(callout, area) {
  const box = callout.getBoundingClientRect();
  return at((area.width - box.width) / 2, EDGE - area.top, box);
}

/** Where a click was; null where it came from the keyboard. @param {Event | null} event @returns {Point} */
export function pointOf(event) {
  return event instanceof MouseEvent && (event.clientX || event.clientY) ? { x: event.clientX, y: event.clientY } : null;
}
