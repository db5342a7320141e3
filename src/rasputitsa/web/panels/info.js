/** What is in a space: in short beside the map while the pointer is there, and in full as a card. */

import { chip } from "../chip.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { counted } from "../numbers.js";
import { tokenOf, tokensIn } from "../tokens.js";
import { history } from "./history.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../types.js").SpaceData} Space
 * @typedef {{token?: string | null, mark?: import("../types.js").MarkData, offers?: Offer[], entries?: import("../types.js").EntryData[],
 *   older?: () => void}} About
 *   the token that is looked at, what an overlay says of the space, what a click there would do, and the log
 */

/** As many units as the short form names. */
const FEW = 4;

export class InfoBox {
  /** @param {Manifest} manifest @param {import("../rulebook.js").Rulebook} rules */
  constructor(manifest, rules) {
    this.manifest = manifest;
    this.rules = rules;
    this.element = h("section", { class: "info", "aria-label": "This space", hidden: true });
    /** Whether the card is open. */
    this.full = false;
  }

  hide() {
    this.element.hidden = true;
    this.element.replaceChildren();
    this.element.classList.remove("full");
    this.full = false;
  }

  /** In a few words. @param {string | null} name @param {View} view @param {About} [about] */
  show(name, view, about = {}) {
    const space = this.space(name);
    if (!space) return;
    this.full = false;
    const offers = (about.offers ?? []).map((offer) =>
      h("p", { class: "choice" }, [offer.label, offer.badge, offer.note].filter(Boolean).join(" · ")),
    );
    this.element.replaceChildren(
      this.heading(space, view),
      ...this.mark(about.mark),
      ...this.units(space, view, about.token ?? null),
      ...offers,
    );
  }

  /** All there is to say. @param {string} name @param {View} view @param {About} [about] */
  showCard(name, view, about = {}) {
    const space = this.space(name);
    if (!space) return;
    this.full = true;
    this.element.classList.add("full");
    const tokens =
      this.manifest.boxNames.has(name) && about.token ? [tokenOf(view, about.token)].flatMap((token) => token ?? []) : tokensIn(view, name);
    const looked = tokenOf(view, about.token);
    const close = button(icon("close"), () => this.hide(), { class: "quiet icon-button", "aria-label": "Close" });
    const notes = space.notes.map((note) => h("li", null, note.text, " ", this.rules.link(note.rule)));
    this.element.replaceChildren(
      h("header", null, this.heading(space, view), close),
      ...this.mark(about.mark),
      ...(notes.length ? [h("ul", { class: "notes" }, ...notes)] : []),
      ...(tokens.length ? [h("ul", { class: "here" }, ...tokens.map((token) => this.line(token, token === looked)))] : []),
      ...(looked ? history(about.entries ?? [], looked, this.rules, about.older) : []),
    );
  }

  /** @param {string | null} name */
  space(name) {
    const space = name ? this.manifest.spaces.get(name) : undefined;
    this.element.hidden = !space;
    this.element.classList.remove("full");
    return space;
  }

  /** @param {Space} space @param {View} view */
  heading(space, view) {
    const terrain = this.manifest.terrain(space);
    const owner = view.control[space.name];
    const small = [...terrain, owner ? `${this.manifest.sideTitle(owner)} control` : ""].filter(Boolean).join(", ");
    return h("h3", null, space.label, small ? h("span", { class: "small" }, ` ${small}`) : null);
  }

  /** @param {import("../types.js").MarkData} [mark] */
  mark(mark) {
    const words = [mark?.badge, mark?.note].filter(Boolean).join(" ");
    return words ? [h("p", { class: "mark" }, words)] : [];
  }

  /**
   * The units there; in a box only the one that is looked at, for the others can be seen.
   * @param {Space} space
   * @param {View} view
   * @param {string | null} token
   */
  units(space, view, token) {
    const tokens = tokensIn(view, space.name);
    if (!tokens.length) return [];
    const boxed = this.manifest.boxNames.has(space.name);
    const named = boxed ? tokens.filter(({ name }) => name === token) : tokens.slice(0, FEW);
    const left = tokens.length - named.length;
    const more = boxed && !named.length ? counted(left, "unit") : left && !boxed ? `and ${left} more` : "";
    return [
      h(
        "ul",
        { class: "units" },
        ...named.map((one) => h("li", null, this.describe(one))),
        more ? h("li", { class: "small" }, more) : null,
      ),
    ];
  }

  /** @param {Token} token */
  describe(token) {
    const look = this.manifest.faces.look(token);
    return [look.title, look.print, ...(token.marks ?? [])].filter(Boolean).join(", ");
  }

  /** @param {Token} token @param {boolean} looked  whether the card is about it */
  line(token, looked) {
    const look = this.manifest.faces.look(token);
    const words = [look.words, ...(token.marks ?? [])].filter(Boolean).join(", ");
    return h(
      "li",
      { class: looked && "looked" },
      chip(this.manifest, token.name, token),
      h("span", null, look.title, words ? h("span", { class: "small" }, words) : null),
    );
  }
}
