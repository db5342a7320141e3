/** Clicks on the map and drags over it, turned into actions. The rules are the server's: only what it offers is known here. */

import { cancelOf, flatten, interpret, isEmpty, mapOffers, matching, NOTHING, offersAbout, sameSelection, whyNot } from "../offers.js";
import { placeOf, tokenOf } from "../tokens.js";
import { pointOf } from "./callouts.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../offers.js").Target} Target
 * @typedef {import("./callouts.js").Point} Point
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {import("./actions.js").Actions} actions
 * @property {import("./callouts.js").Callouts} callouts
 * @property {import("./brush.js").Brush} brush
 * @property {import("./inspector.js").Inspector} inspector
 * @property {(space: string | null) => void} fanned
 * @property {() => import("./coach.js").Coach | null} coach
 */

export class Input {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.manifest = needs.manifest;
    this.shown = needs.shown;
    this.actions = needs.actions;
    /** What was on offer when the selection was made. @type {{offers: Offer[], selection: import("../types.js").SelectionData}} */
    this.earlier = { offers: [], selection: NOTHING };
    /** Choices that put a token into the selection, by step and verb: they can be made when a drag begins. @type {Set<string>} */
    this.pickUps = new Set();
    /** The choice that a drag began with. @type {Promise<boolean> | null} */
    this.picking = null;
    /** Where the pointer is. @type {Point} */
    this.pointer = null;
    /** Whether that is a finger. */
    this.byFinger = false;
    /** The token that was clicked, while the pointer stays on it. @type {string | null} */
    this.clickedToken = null;
  }

  /** Listens to the board. */
  listen() {
    const { board, boardHost } = this.needs.frame;
    board.mayDrag = (name) => this.mayDrag(name);
    board.on("choose", ({ space, token, event }) => this.clicked({ space, token }, event));
    board.on("fan", (space) => this.needs.fanned(space));
    board.on("drag", ({ token }) => this.dragged(token));
    board.on("drop", ({ token, space }) => void this.dropped(token, space));
    for (const type of /** @type {const} */ (["pointerdown", "pointermove"])) {
      boardHost.addEventListener(type, (event) => {
        this.pointer = { x: event.clientX, y: event.clientY };
        this.byFinger = event.pointerType === "touch";
      });
    }
  }

  /**
   * A new state is shown: what could be chosen instead of what is now in hand, and did a choice only select something?
   * @param {MatchState | null} before
   * @param {MatchState} state
   * @param {Entry[]} entries what happened in between
   */
  update(before, state, entries) {
    const selection = state.offers?.selection ?? NOTHING;
    if (!before || isEmpty(selection) || before.asked !== state.asked) {
      this.earlier = { offers: [], selection: NOTHING };
      return;
    }
    const offers = flatten(before.offers, this.manifest);
    const chosen = entries.length === 1 ? offers.find((offer) => offer.action === entries[0].action) : undefined;
    const pickedUp = chosen !== undefined && [...selection.tokens, ...selection.spaces].includes(chosen.object);
    if (isEmpty(before.offers?.selection ?? NOTHING)) this.earlier = pickedUp ? { offers, selection } : { offers: [], selection: NOTHING };
    if (chosen?.role === "main" && selection.tokens.includes(chosen.object)) this.pickUps.add(pickUp(before, chosen));
  }

  /** What could be chosen instead of what is in hand. */
  get others() {
    const { offers, selection } = this.earlier;
    return cancelOf(this.shown.offers) && sameSelection(selection, this.shown.selection) ? offers : [];
  }

  /** @param {Target} target @param {Event | null} event */
  clicked(target, event) {
    const { shown, actions } = this;
    const { frame, callouts, brush, inspector } = this.needs;
    const at = pointOf(event);
    callouts.close();
    const { state, offers } = shown;
    if (!state) return;
    this.clickedToken = target.token;
    frame.info.hide();
    inspector.look({ space: target.space, tokens: target.token ? [target.token] : [], token: target.token });
    if (!offers.length && target.token && !actions.busy) inspector.openCard(target.space, target.token);
    if (!offers.length || actions.busy) return;
    if (brush.inHand && brush.offerIn(target.space, brush.verb)) {
      brush.paint(target.space);
      return;
    }
    const intent = interpret(offers, this.others, shown.selection, target, state.view, this.manifest);
    if (this.byFinger && intent && ("play" in intent || "instead" in intent)) inspector.look(null); // it would cover the small map
    if ((!intent || "why" in intent) && this.isLookedAt(target.token, !intent)) inspector.openCard(target.space, target.token);
    else if (!intent) callouts.explain({ reason: state.view.question?.text ?? "", rule: state.view.question?.rule ?? "" }, at);
    else if ("play" in intent) void actions.play(intent.play, at);
    else if ("choose" in intent) callouts.choose(intent.choose, at, (offer) => void actions.play(offer, at));
    else if ("instead" in intent) void this.instead(intent.instead, target, at);
    else void actions.why(intent.why, at);
  }

  /**
   * Whether a click on a block only looks at it: nobody thinks that the other's, or any while nothing can be chosen, could be moved.
   * @param {string | null} name
   * @param {boolean} any
   */
  isLookedAt(name, any) {
    const { state } = this.shown;
    const token = tokenOf(state?.view, name);
    return !!token && (any || token.owner !== state?.asked) && this.manifest.faces.look(token).shape === "block";
  }

  /**
   * The choice under the pointer, if its forecast is worth showing: that of a token which was just put into the selection or
   * taken out of it would hide the forecast of the position.
   * @param {Target | null} target
   */
  toPreview(target) {
    const { state, offers, selection } = this.shown;
    if (target?.token !== this.clickedToken) this.clickedToken = null;
    if (!state || !target || (target.token && (this.clickedToken || selection.tokens.includes(target.token)))) return null;
    return matching(offers, target, state.view)[0] ?? null;
  }

  /**
   * Lets go of what is in hand, and chooses something else.
   * @param {Offer} cancel
   * @param {Target} target
   * @param {Point} at
   * @returns {Promise<boolean>}
   */
  async instead(cancel, target, at) {
    const { shown, actions } = this;
    if (!(await actions.play(cancel, at))) return false;
    const { latest } = shown;
    if (!latest) return false;
    const found = matching(shown.latestOffers, target, latest.view);
    if (found.length === 1) return actions.play(found[0], at);
    if (found.length) this.needs.callouts.choose(found, at, (offer) => void actions.play(offer, at));
    else await this.explain(target, at);
    return false;
  }

  /** Asks why a target is not on offer. @param {Target} target @param {Point} at */
  async explain(target, at) {
    const { latest } = this.shown;
    if (latest) await this.actions.why(whyNot(this.shown.latestOffers, target, latest.view, this.manifest), at);
  }

  /** Asks why a token of a list cannot be chosen. @param {string} token */
  async explainToken(token) {
    const { latest } = this.shown;
    if (latest?.offers) await this.explain({ token, space: placeOf(latest.view, token) }, null);
  }

  // Dragging.

  /**
   * What may be dragged besides what is lit: another token instead of the one in hand or, where spaces are asked for, any
   * token of one's own, to drop it there.
   * @param {string} name
   */
  mayDrag(name) {
    const { state, offers, selection } = this.shown;
    if (!state || !offers.length) return false;
    if (!isEmpty(selection)) return offersAbout(this.others, "piece", name).length > 0;
    const token = tokenOf(state.view, name);
    const own = token?.owner === state.asked && !this.manifest.boxNames.has(token.at ?? "");
    return own && offers.some((offer) => offer.kind === "space");
  }

  /**
   * A token is picked up: where that is known only to select it, it is chosen at once, so that its goals light up.
   * @param {string} token
   */
  dragged(token) {
    const { actions } = this;
    const { state, offers, selection } = this.shown;
    this.picking = null;
    if (!state || selection.tokens.includes(token) || actions.busy || this.needs.coach()) return;
    const [offer] = offersAbout(offers, "piece", token);
    const cancel = cancelOf(offers);
    if (offer && this.pickUps.has(pickUp(state, offer))) this.picking = actions.play(offer, null);
    else if (cancel && offersAbout(this.others, "piece", token).length) {
      this.picking = this.instead(cancel, { token, space: placeOf(state.view, token) }, null);
    }
  }

  /** @param {string} token @param {string} space */
  async dropped(token, space) {
    const { shown, actions } = this;
    const at = this.pointer;
    this.needs.callouts.close();
    await this.picking;
    if (!shown.latest?.offers || actions.busy) return;
    const inHand = this.holds(token);
    const [chosen] = offersAbout(shown.latestOffers, "piece", token);
    const [goal] = offersAbout(shown.latestOffers, "space", space);
    if (!inHand && chosen) await this.chooseThenGo(chosen, space, at);
    else if (goal) await this.goThenChoose(goal, inHand ? "" : token, at);
    else await this.explain(inHand ? { token: null, space } : { token, space }, at);
  }

  /** Whether a token is in hand. @param {string} token */
  holds(token) {
    return this.shown.latest?.offers?.selection.tokens.includes(token) ?? false;
  }

  /** First the token, then the space. @param {Offer} chosen @param {string} space @param {Point} at */
  async chooseThenGo(chosen, space, at) {
    const { shown, actions } = this;
    if (!(await actions.play(chosen, at))) return;
    const { latest } = shown;
    if (!latest) return;
    if (placeOf(latest.view, chosen.object) === space) return;
    const [goal] = offersAbout(shown.latestOffers, "space", space);
    if (goal) await actions.play(goal, at);
    else if (mapOffers(shown.latestOffers).some((offer) => offer.kind === "space")) await this.explain({ token: null, space }, at);
  }

  /** First the space, then the token that was dropped there. @param {Offer} goal @param {string} token @param {Point} at */
  async goThenChoose(goal, token, at) {
    if (!(await this.actions.play(goal, at)) || !token) return;
    const [chosen] = offersAbout(this.shown.latestOffers, "piece", token);
    if (chosen) await this.actions.play(chosen, at);
  }
}

/** @param {MatchState} state @param {Offer} offer */
const pickUp = (state, { verb }) => `${state.view.question?.step} ${verb}`;
