/** The units of one stack, the top one first: what each is, how it fares, and whether it is in hand or can be taken. */

import { button, h, refill } from "../dom.js";
import { icon } from "../icons.js";
import { counted } from "../numbers.js";
import { mapOffers, offersAbout } from "../offers.js";
import { placeOf, tokensIn } from "../tokens.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {{play: (offer: Offer) => void, takeAll: (names: string[]) => void, why: (token: string) => void, close: () => void,
 *   preview: (offer: Offer | null) => void}} Actions
 */

/** Whether a unit with these choices can be taken in hand together with others. @param {Offer[]} choices */
const canJoin = (choices) => choices.length === 1 && (choices[0].role === "toggle" || choices[0].together);

export class StackPanel {
  /** @param {Manifest} manifest @param {Actions} actions @param {(name: string) => Node} chip */
  constructor(manifest, actions, chip) {
    this.manifest = manifest;
    this.actions = actions;
    this.chip = chip;
    this.element = h("section", { class: "stack", "aria-label": "Stack", hidden: true });
    /** The space whose stack was opened on the map. @type {string | null} */
    this.opened = null;
    /** @type {MatchState | null} */
    this.state = null;
    /** @type {Offer[]} */
    this.offers = [];
  }

  /** A stack was opened on the map, or none is open. @param {string | null} space */
  look(space) {
    this.opened = space;
    this.draw();
  }

  close() {
    this.opened = null;
    this.draw();
    this.actions.close();
  }

  /** @param {MatchState | null} state @param {Offer[]} offers */
  render(state, offers) {
    if (!state || (this.state && state.view.phase !== this.state.view.phase)) this.opened = null;
    this.state = state;
    this.offers = offers;
    this.draw();
  }

  /** The stack of the units in hand or, where none are or the battle panel shows them, the one that was opened. */
  get space() {
    const { state } = this;
    if (state?.forecast) return this.opened;
    const places = new Set((state?.offers?.selection.tokens ?? []).map((name) => placeOf(state?.view, name)));
    const [inHand] = places;
    return places.size === 1 && !this.manifest.boxNames.has(inHand) ? inHand : this.opened;
  }

  /** What can be chosen of a unit. @param {Token} token */
  choices(token) {
    return offersAbout(mapOffers(this.offers), "piece", token.name);
  }

  /** @param {Token} token */
  isInHand(token) {
    return this.state?.offers?.selection.tokens.includes(token.name) ?? false;
  }

  draw() {
    const { state, space } = this;
    const tokens = state && space ? tokensIn(state.view, space).reverse() : [];
    this.element.hidden = tokens.length < 2;
    if (this.element.hidden || !space) {
      this.element.textContent = "";
      return;
    }
    const free = tokens.filter((token) => !this.isInHand(token) && canJoin(this.choices(token)));
    const takeAll = () => this.actions.takeAll(free.map(({ name }) => name));
    refill(
      this.element,
      h(
        "header",
        null,
        h("h3", null, this.manifest.label(space), h("span", { class: "small" }, ` ${counted(tokens.length, "unit")}`)),
        free.length > 1 ? button(`All ${free.length}`, takeAll, { class: "small-button", data: { key: "stack all" } }) : null,
        button(icon("close"), () => this.close(), { class: "quiet icon-button", "aria-label": "Close the stack" }),
      ),
      h("ul", null, ...tokens.map((token, i) => this.line(token, i === 0))),
    );
  }

  /** @param {Token} token @param {boolean} top */
  line(token, top) {
    const look = this.manifest.faces.look(token);
    const choices = this.choices(token);
    const inHand = this.isInHand(token);
    const state = inHand ? "in hand" : choices.length ? choices[0].note || choices[0].badge || "can be chosen" : "";
    const words = [look.words || look.print, ...(token.marks ?? []), state].filter(Boolean).join(", ");
    const content = [
      this.chip(token.name),
      h("span", { class: "who" }, look.title, top ? h("span", { class: "top" }, "top") : null, h("span", { class: "small" }, words)),
    ];
    const press = () => (choices.length ? this.actions.play(choices[0]) : this.actions.why(token.name));
    const watch =
      choices.length === 1 ? { onmouseenter: () => this.actions.preview(choices[0]), onmouseleave: () => this.actions.preview(null) } : {};
    const row = button(content, press, {
      class: ["unit-line", inHand && "in-hand", choices.length ? "can" : "cannot"],
      "aria-pressed": choices.some(({ role }) => role === "toggle") || inHand ? String(inHand) : null,
      data: { key: `stack ${token.name}`, unit: token.name },
      ...watch,
    });
    return h("li", null, choices.length > 1 ? [...content, ...choices.map((offer) => this.choice(offer))] : row);
  }

  /** One of several things that can be done with a unit. @param {Offer} offer */
  choice(offer) {
    return button(offer.short || offer.label, () => this.actions.play(offer), {
      class: "small-button",
      data: { key: `stack ${offer.action}` },
    });
  }
}
