/** Hands of cards: one's own face up, the opponent's face down. A card that can be chosen is lit like a counter. */

import { button, h, refill } from "../dom.js";
import { counted } from "../numbers.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").Hand} HandView
 * @typedef {import("../types.js").View} View
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {{play: (offer: Offer) => void, preview: (offer: Offer | null) => void, why: (id: string) => void,
 *   confirms: () => boolean}} Actions
 */

/** Longer words are printed smaller on a card. */
const LONG = 10;

export class HandPanel {
  /** @param {Manifest} manifest @param {import("../rulebook.js").Rulebook} rules @param {Actions} actions */
  constructor(manifest, rules, actions) {
    this.manifest = manifest;
    this.rules = rules;
    this.actions = actions;
    this.cards = manifest.cards;
    this.element = h("section", { class: "hands", "aria-label": "Cards", hidden: true });
    /** The card whose details are shown. */
    this.open = "";
    /** @type {View | null} */
    this.view = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** Whose hands are face up. @type {string[]} */
    this.viewers = [];
    this.number = -1;
    this.element.addEventListener("keydown", (event) => this.pressed(event));
  }

  /**
   * @param {View} view
   * @param {Offer[]} offers
   * @param {string[]} viewers whose hands are face up
   * @param {number} number
   */
  render(view, offers, viewers, number) {
    if (number !== this.number) this.open = "";
    this.number = number;
    this.view = view;
    this.offers = offers.filter((offer) => offer.kind === "card");
    this.viewers = viewers;
    this.draw();
  }

  /** Nothing of any hand stays on the page. */
  conceal() {
    this.view = null;
    this.offers = [];
    this.open = "";
    this.draw();
  }

  draw() {
    const hands = this.view?.hands;
    this.element.hidden = !hands || !this.cards.size;
    if (!hands || this.element.hidden) {
      this.element.textContent = "";
      return;
    }
    const open = this.viewers.filter((side) => hands[side]?.cards);
    const others = this.manifest.sides.filter((side) => hands[side.name] && !open.includes(side.name));
    refill(this.element, ...open.map((side) => this.own(side, hands[side])), ...others.map((side) => this.closed(side, hands[side.name])));
  }

  /** @param {string} side @param {HandView} hand */
  own(side, hand) {
    const held = hand.cards ?? [];
    const choice = this.offers.filter((offer) => !held.includes(offer.object));
    const whose = this.viewers.length > 1 ? this.manifest.sideTitle(side) : "Your";
    const title = (/** @type {number} */ count) => (count === 0 ? `${whose} hand is empty` : `${whose} hand: ${number(count)}`);
    return h(
      "div",
      { class: ["hand", "own", this.manifest.sideClass(side)] },
      choice.length
        ? [
            h("h3", null, "Choose from"),
            h("ul", { class: "card-row large" }, ...choice.map((offer) => h("li", null, this.face(offer.object, offer, true)))),
          ]
        : null,
      h("h3", null, title(held.length), this.playedWords(hand)),
      hand.at_work.length
        ? h("p", { class: "small at-work" }, "In play: ", h("strong", null, hand.at_work.map((id) => this.title(id)).join(", ")))
        : null,
      held.length
        ? h(
            "ul",
            { class: "card-row" },
            ...held.map((id) => h("li", null, this.face(id, this.offers.find((offer) => offer.object === id) ?? null, false))),
          )
        : null,
      this.open && held.includes(this.open) ? this.details(this.open) : null,
      hand.quiet ? h("p", { class: "small standing" }, "You will not be asked for cards again this phase.") : null,
    );
  }

  /** A card to click. @param {string} id @param {Offer | null} offer @param {boolean} large with all that is printed on it */
  face(id, offer, large) {
    const card = this.cards.get(id);
    if (!card) return h("span", null, id);
    const open = this.open === id;
    const show = offer ? () => this.actions.preview(offer) : undefined;
    const hide = offer ? () => this.actions.preview(null) : undefined;
    return button(
      [
        h(
          "span",
          { class: ["card-name", isLong(card.name) && "long"] },
          card.name,
          offer?.badge ? h("span", { class: "badge" }, offer.badge) : null,
        ),
        h("span", { class: "card-picture", "aria-hidden": "true" }, card.name.charAt(0)),
        h(
          "span",
          { class: "card-functions" },
          ...card.functions.map((one) =>
            h(
              "span",
              { class: ["card-function", !large && isLong(one.title) && "long"] },
              one.title,
              large ? h("span", { class: "small" }, `${one.note} (${one.rule})`) : null,
            ),
          ),
        ),
      ],
      () => this.clicked(id, offer, large),
      {
        class: ["play-card", this.manifest.sideClass(card.side), offer && "lit", open && "open"],
        data: {
          key: `card ${id}`,
          card: id,
          offer: offer?.action,
          action: offer && (large || !this.actions.confirms()) ? offer.action : null,
        },
        "aria-expanded": large ? null : String(open),
        "aria-label": `${card.name}: ${card.functions.map((one) => one.title).join(", ")}${offer ? ". Can be chosen" : ""}`,
        onmouseenter: show,
        onfocus: show,
        onmouseleave: hide,
        onblur: hide,
      },
    );
  }

  /** @param {string} id @param {Offer | null} offer @param {boolean} large */
  clicked(id, offer, large) {
    if (offer && (large || !this.actions.confirms())) {
      this.actions.play(offer);
      return;
    }
    this.open = this.open === id ? "" : id;
    this.draw();
    if (!this.open) return;
    const play = /** @type {HTMLElement | null} */ (this.element.querySelector(".card-details .primary"));
    play?.focus({ preventScroll: true });
    this.element.querySelector(".card-details")?.scrollIntoView({ block: "nearest" });
  }

  /** What is printed on a card, and the button to play it: a card that was played cannot be taken back. @param {string} id */
  details(id) {
    const card = this.cards.get(id);
    const offer = this.offers.find((one) => one.object === id);
    if (!card) return null;
    return h(
      "div",
      { class: ["card-details", this.manifest.sideClass(card.side)], role: "group", "aria-label": card.name },
      h("h4", null, card.name),
      h("dl", null, ...card.functions.map((one) => [h("dt", null, one.title, " ", this.rules.link(one.rule)), h("dd", null, one.note)])),
      offer?.note ? h("p", { class: "small" }, offer.note) : null,
      h(
        "div",
        { class: "answers" },
        offer
          ? button([offer.label, offer.badge ? h("span", { class: "badge" }, offer.badge) : null], () => this.actions.play(offer), {
              class: "primary",
              data: { key: offer.action, action: offer.action },
            })
          : this.offers.length
            ? button("Why not now?", () => this.actions.why(id), { data: { key: `why ${id}` } })
            : null,
        button("Close", () => this.close(), { class: "quiet", data: { key: `close ${id}` } }),
      ),
    );
  }

  close() {
    const id = this.open;
    this.open = "";
    this.draw();
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-card="${CSS.escape(id)}"]`))?.focus();
  }

  /** @param {import("../types.js").SideData} side @param {HandView} hand */
  closed(side, hand) {
    const words = `${side.title} hand: ${number(hand.count)}`;
    return h(
      "div",
      { class: ["hand", "closed", this.manifest.sideClass(side.name)] },
      h("h3", null, words, this.playedWords(hand)),
      hand.count ? h("div", { class: "card-backs", "aria-hidden": "true" }, ...Array.from({ length: hand.count }, () => h("span"))) : null,
    );
  }

  /** @param {HandView} hand */
  playedWords(hand) {
    const done = hand.played.filter((id) => !hand.at_work.includes(id));
    const titles = done.map((id) => this.title(id));
    const words = [...new Set(titles)].map((title) => [title, titles.filter((other) => other === title).length]);
    return done.length
      ? h("span", { class: "small" }, ` played: ${words.map(([title, times]) => (times === 1 ? title : `${title} ×${times}`)).join(", ")}`)
      : null;
  }

  /** @param {string} id */
  title(id) {
    return this.cards.get(id)?.name ?? id;
  }

  /** The keyboard goes to the first card that can be chosen, or to the first. */
  focus() {
    const goal = this.element.querySelector(".play-card.lit") ?? this.element.querySelector(".play-card");
    /** @type {HTMLElement | null} */ (goal)?.focus();
    goal?.scrollIntoView({ block: "nearest" });
  }

  /** Arrow keys walk the cards, Escape closes the details. @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key === "Escape" && this.open) {
      this.close();
      event.stopPropagation();
      return;
    }
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll(".play-card")]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (by === undefined || at < 0) return;
    all[(at + by + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Whether a word is too long for a small card. @param {string} text */
const isLong = (text) => text.split(" ").some((word) => word.length > LONG);

/** @param {number} count */
function number(count) {
  return count ? counted(count, "card") : "no cards";
}
