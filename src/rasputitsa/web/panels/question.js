/** The question in plain words, with a button for every choice that the map does not show. */

import { button, h, refill } from "../dom.js";
import { icon } from "../icons.js";
import { buttonOffers, mapOffers } from "../offers.js";
import { placeOf, tokenOf } from "../tokens.js";
import { battleList } from "./battles.js";
import { ChoiceList } from "./choices.js";
import { whatIsAwaited } from "./dice_seeds.js";
import { isGrave, isHarmful, warningList } from "./warnings.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {{play: (offer: Offer) => void, preview: (offer: Offer | null) => void, next: () => void, interrupt: () => void,
 *   skip: () => void, chip: (name: string) => Node, confirms: () => boolean, point: (spaces: string[]) => void,
 *   withPlaces: (text: string, places: import("../types.js").PlaceNamed[]) => import("../dom.js").Child[]}} Actions
 */

/** Where each of at most so many tokens has several choices, they are shown in rows. */
const FEW = 3;
const SURE_FOR = 5000; // milliseconds

export class QuestionPanel {
  /** @param {Manifest} manifest @param {import("../rulebook.js").Rulebook} rules @param {Actions} actions */
  constructor(manifest, rules, actions) {
    this.manifest = manifest;
    this.rules = rules;
    this.actions = actions;
    this.element = h("section", { class: "question", "aria-label": "Question" });
    this.list = new ChoiceList(actions);
    /** The action that must be pressed once more. */
    this.unsure = "";
    this.unsureTimer = 0;
    /** @type {MatchState | null} */
    this.state = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Node | null} */
    this.hintNote = null;
    /** Whether positions are being shown that led to the present one. */
    this.playing = false;
    this.happening = "";
    this.goOn = "";
  }

  /** @param {MatchState} state @param {Offer[]} offers */
  render(state, offers) {
    this.update(state, offers, false, "", "");
  }

  /** While what happened is shown. @param {MatchState} state @param {string} happening @param {string} [goOn]  what the button says */
  renderPlayback(state, happening, goOn = "Skip") {
    this.update(state, [], true, happening, goOn);
  }

  /** @param {MatchState} state @param {Offer[]} offers @param {boolean} playing @param {string} happening @param {string} goOn */
  update(state, offers, playing, happening, goOn) {
    if (this.state?.number !== state.number) {
      this.list.filter = "";
      this.unsure = "";
      this.hintNote = null;
    }
    Object.assign(this, { state, offers, playing, happening, goOn });
    this.draw();
  }

  draw() {
    const { state } = this;
    if (!state) return;
    this.element.hidden = state.outcome !== null;
    if (state.outcome) return;
    const mine = state.asked !== null && state.you.includes(state.asked);
    const content = this.playing ? this.playback(state) : mine ? this.choices(state) : this.waiting(state);
    const inside = refill(this.element, ...content);
    if (inside && !this.element.contains(document.activeElement)) this.focus();
  }

  /** Nothing of the question stays on the page. */
  conceal() {
    this.state = null;
    this.offers = [];
    this.hintNote = null;
    this.element.textContent = "";
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector("h2"))?.focus({ preventScroll: true });
  }

  // What is shown.

  /** @param {MatchState} state @param {string} remark @param {import("../dom.js").Children} text */
  heading(state, remark, text) {
    const asked = state.asked ?? "";
    return [
      h(
        "p",
        { class: ["whose", this.manifest.sideClass(asked)] },
        h("span", { class: "dot", "aria-hidden": "true" }),
        `${this.manifest.sideTitle(asked)} player`,
        h("span", { class: "you" }, remark),
      ),
      h("h2", { tabindex: "-1", data: { key: ":question" } }, text),
    ];
  }

  /** What can be chosen. @param {MatchState} state */
  choices(state) {
    const { question } = state.view;
    const buttons = buttonOffers(this.offers);
    const map = mapOffers(this.offers);
    const rows = this.rows(map, state);
    const boxed = rows.length
      ? []
      : map.filter((offer) => offer.kind === "piece" && this.manifest.boxNames.has(placeOf(state.view, offer.object)));
    return [
      ...this.heading(state, "your move", [
        ...this.actions.withPlaces(question?.text ?? "", question?.places ?? []),
        " ",
        this.rules.link(question?.rule),
      ]),
      buttons.length ? h("div", { class: "answers" }, ...buttons.map((offer) => this.offerButton(offer))) : null,
      warningList(state.warnings, { ...this.actions, link: (rule) => this.rules.link(rule) }),
      ...rows,
      battleList(state.view, map, this.manifest, this.actions),
      boxed.length ? this.boxes(boxed, state) : null,
      map.length && !rows.length ? h("div", { class: "on-map" }, this.list.render(map), map.length > 1 ? this.nextButton() : null) : null,
      this.hintNote,
    ];
  }

  /** Goes from one choice on the map to the next. */
  nextButton() {
    const label = ["Next", h("kbd", { "aria-hidden": "true" }, "n")];
    const next = (/** @type {MouseEvent[]} */ ...[event]) => {
      // After a click Enter makes the choice; who came here by keyboard stays here.
      if (event?.detail) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      this.actions.next();
    };
    return button(label, next, { class: "small-button quiet", "aria-label": "Next choice on the map", data: { key: ":next" } });
  }

  /** While somebody else is asked: where the match is, and who is waited for. @param {MatchState} state */
  waiting(state) {
    if (state.awaited?.length) return this.rollWaits(state);
    const asked = state.asked ?? "";
    const seat = state.seats[asked];
    const thinking = state.thinking !== null || seat?.kind === "bot";
    const who = seat?.name || `the ${this.manifest.sideTitle(asked)} player`;
    return [
      ...this.heading(state, state.you.length ? "" : "spectating", state.view.heading),
      h(
        "div",
        { class: "waiting" },
        h("span", { class: "spinner", "aria-hidden": "true" }),
        h("span", null, thinking ? `${capitalized(who)} is thinking.` : `Waiting for ${who}.`),
        thinking && state.you.length ? button("Move now", this.actions.interrupt, { class: "quiet", data: { key: ":interrupt" } }) : null,
      ),
    ];
  }

  /** While the first roll waits for seeds of the players. @param {MatchState} state */
  rollWaits(state) {
    return [
      h("h2", { tabindex: "-1", data: { key: "question" } }, state.view.heading),
      h(
        "div",
        { class: "waiting" },
        h("span", { class: "spinner", "aria-hidden": "true" }),
        h("span", null, whatIsAwaited(state, this.manifest)),
      ),
    ];
  }

  /** While what happened is shown. @param {MatchState} state */
  playback(state) {
    const skip = [icon("skip"), this.goOn, h("kbd", { "aria-hidden": "true" }, "Enter")];
    return [
      h(
        "p",
        { class: ["whose", this.manifest.sideClass(state.view.active)] },
        h("span", { class: "dot", "aria-hidden": "true" }),
        state.view.heading,
      ),
      h("h2", { tabindex: "-1", class: "happening" }, this.happening || "…"),
      h("div", { class: "answers" }, button(skip, this.actions.skip, { data: { key: ":skip" } })),
    ];
  }

  /** @param {Offer} offer @param {boolean} [onMap] whether the map shows what is meant */
  offerButton(offer, onMap = false) {
    const unsure = this.unsure === offer.action;
    const key = this.keyOf(offer);
    const note = offer.remark || this.manifest.cardFunctions.get(offer.object);
    const show = { onmouseenter: () => this.actions.preview(offer), onfocus: () => this.actions.preview(offer) };
    const hide = { onmouseleave: () => this.actions.preview(null), onblur: () => this.actions.preview(null) };
    return button(
      [
        unsure ? `${offer.label}: sure?` : offer.label,
        offer.badge ? h("span", { class: "badge" }, offer.badge) : null,
        note ? h("span", { class: "small" }, note) : null,
        key ? h("kbd", { "aria-hidden": "true" }, key) : null,
      ],
      () => this.press(offer),
      {
        class: [this.isDefault(offer) && "primary", unsure && "sure", note && "noted"],
        data: { key: offer.action, action: offer.action },
        title: offer.note || null,
        ...(onMap ? { ...show, ...hide } : {}),
      },
    );
  }

  /** The end of a phase is asked for twice where it may cost the game, or could still be put off. @param {Offer} offer */
  press(offer) {
    const could = this.offers.length > 1 && this.actions.confirms();
    const confirm = offer.role === "end" && (could || isGrave(this.state?.warnings ?? []));
    if (!confirm || this.unsure === offer.action) {
      this.unsure = "";
      this.actions.play(offer);
      return;
    }
    this.unsure = offer.action;
    this.draw();
    window.clearTimeout(this.unsureTimer); // one from an earlier question would end this one
    this.unsureTimer = window.setTimeout(() => {
      if (!this.unsure) return;
      this.unsure = "";
      this.draw();
    }, SURE_FOR);
  }

  /**
   * Where every choice is about one of a few tokens, and there are several about each: a row of buttons for each token.
   * @param {Offer[]} offers
   * @param {MatchState} state
   */
  rows(offers, state) {
    const names = [...new Set(offers.map((offer) => offer.object))];
    const about = (/** @type {string} */ name) => offers.filter((offer) => offer.object === name);
    if (names.length > FEW || names.some((name) => !tokenOf(state.view, name) || about(name).length < 2)) return [];
    return names.map((name) =>
      h("div", { class: "alternatives" }, this.actions.chip(name), ...about(name).map((offer) => this.offerButton(offer, true))),
    );
  }

  /** Tokens that are off the map can be taken from here. @param {Offer[]} offers @param {MatchState} state */
  boxes(offers, { view }) {
    const names = [...new Set(offers.map((offer) => placeOf(view, offer.object)))];
    const take = (/** @type {Offer} */ offer) =>
      button(this.actions.chip(offer.object), () => this.actions.play(offer), {
        class: "piece-button",
        title: offer.label,
        "aria-label": offer.label,
        data: { key: `tray ${offer.action}`, action: offer.action },
      });
    return h(
      "div",
      { class: "tray" },
      ...names.map((name) => {
        const here = offers.filter((offer) => placeOf(view, offer.object) === name);
        return h("div", null, h("h3", null, this.manifest.label(name)), h("div", { class: "pieces" }, ...here.map(take)));
      }),
    );
  }

  // Keys.

  /** The choice that Enter ("main") or Escape ("cancel") makes; null where there are several. @param {"main" | "cancel"} key */
  keyOffer(key) {
    const found = buttonOffers(this.offers).filter((offer) => (key === "cancel" ? offer.role === "cancel" : this.isDefault(offer)));
    return found.length === 1 ? found[0] : null;
  }

  /** Whether a choice may be the highlighted one: never the one by which something is given up. @param {Offer} offer */
  isDefault(offer) {
    return isPrimary(offer) && !(offer.role === "end" && isHarmful(this.state?.warnings ?? []));
  }

  /** @param {Offer} offer */
  keyOf(offer) {
    return offer === this.keyOffer("main") ? "Enter" : offer === this.keyOffer("cancel") ? "Esc" : "";
  }

  /** @param {"main" | "cancel"} key @returns {boolean} whether there was something to press */
  pressKey(key) {
    const offer = this.keyOffer(key);
    if (offer) this.press(offer);
    return offer !== null;
  }

  /** @param {Node | null} note */
  showHint(note) {
    this.hintNote = note;
    this.draw();
  }
}

/** Whether a choice is one of the main buttons. @param {Offer} offer */
function isPrimary({ role, object }) {
  return !["cancel", "toggle", "aside"].includes(role) && !object;
}

/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
