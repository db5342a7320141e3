/** What the player does: choices, undo and redo, hints, and the question why something is not possible. */

import { announce, toast } from "../announcer.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { flatten } from "../offers.js";
import { withPlaces } from "../places.js";
import { Refused } from "../socket.js";
import { play as playSound } from "../sound.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("./notes.js").Point} Point
 * @typedef {import("./screen.js").MatchScreen} MatchScreen
 */

/**
 * Points at a choice: on the map, at its button or at its card.
 * @param {import("../frame.js").Frame} frame
 * @param {Offer | null} offer
 */
export function pointAt(frame, offer) {
  frame.board.hint(offer);
  for (const old of frame.scroll.querySelectorAll(".pointed")) old.classList.remove("pointed");
  if (!offer) return;
  const found = frame.scroll.querySelector(
    `:is(.question, .hands) :is([data-action="${CSS.escape(offer.action)}"], [data-offer="${CSS.escape(offer.action)}"])`,
  );
  found?.classList.add("pointed");
  found?.scrollIntoView({ block: "nearest" });
}

export class Actions {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** Whether a choice is on its way to the server. */
    this.busy = false;
  }

  /** The offers of the newest state, whether it is shown yet or not. */
  get latestOffers() {
    return flatten(this.screen.connection.latest?.offers ?? null, this.screen.manifest);
  }

  /** @param {Offer} offer @param {Point} at @returns {Promise<boolean>} whether it was done */
  async play(offer, at) {
    const { coach } = this.screen;
    if (this.busy || (coach && !coach.allows(offer.action))) return false;
    return this.send(offer, at);
  }

  /** @param {Offer} offer @param {Point} at */
  async send(offer, at) {
    const { connection, frame } = this.screen;
    const state = connection.latest;
    if (!state?.asked) return false;
    this.busy = true;
    this.screen.reading.done();
    frame.element.classList.add("busy");
    playSound("choose");
    try {
      const done = await connection.command("play", { side: state.asked, number: state.number, action: offer.action });
      await connection.reached(done.number);
      this.screen.greeting.close();
      return true;
    } catch (error) {
      this.refused(error, at);
      return false;
    } finally {
      this.busy = false;
      frame.element.classList.remove("busy");
    }
  }

  /** Takes units in hand one after another: whatever is on offer about each, as long as it is not in hand. @param {string[]} names */
  async takeAll(names) {
    for (const name of names) {
      const inHand = this.screen.connection.latest?.offers?.selection.tokens.includes(name);
      const offer = this.latestOffers.find((one) => one.kind === "piece" && one.object === name);
      if (!inHand && (!offer || !(await this.play(offer, null)))) return;
    }
  }

  /** @param {unknown} error @param {Point} at */
  refused(error, at) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "stale" || error.code === "closed" || !this.screen.state) return;
    playSound("no");
    const { message: reason, rule, quotation } = error;
    if (at || error.code === "illegal") this.screen.notes.explain({ reason, rule, quotation }, at);
    else toast(reason, { tone: "bad" });
  }

  /** @param {string} type @param {Record<string, unknown>} [fields] @returns {Promise<any>} null where it was refused */
  async command(type, fields) {
    try {
      return await this.screen.connection.command(type, fields);
    } catch (error) {
      this.refused(error, null);
      return null;
    }
  }

  /** Ask why something is not on offer. @param {string[]} actions @param {Point} at */
  async why(actions, at) {
    for (const action of actions) {
      try {
        const refusal = await this.screen.connection.query("why", { action });
        if (!refusal) continue;
        if (!this.screen.state) return; // the screen has been covered
        playSound("no");
        this.screen.notes.explain(refusal, at);
      } catch (error) {
        this.refused(error, at);
      }
      return;
    }
  }

  async undo() {
    const { connection, tools } = this.screen;
    const state = connection.latest;
    if (!state || tools.undo.disabled || this.busy) return;
    if (await this.command("undo", { side: connection.lastActor, number: state.number })) announce("Undone.");
  }

  async redo() {
    const { connection, tools } = this.screen;
    const state = connection.latest;
    if (!state || tools.redo.disabled || this.busy) return;
    const side = state.asked && state.you.includes(state.asked) ? state.asked : connection.lastActor;
    if (await this.command("redo", { side, number: state.number })) announce("Redone.");
  }

  async hint() {
    const { connection, tools, panels } = this.screen;
    if (tools.hint.disabled) return;
    const state = connection.latest;
    panels.question.showHint(h("p", { class: "hint-note small" }, h("span", { class: "spinner", "aria-hidden": "true" }), " Thinking…"));
    try {
      const hint = await connection.query("hint");
      if (connection.latest === state && hint) this.showHint(hint);
      else panels.question.showHint(null);
    } catch (error) {
      panels.question.showHint(null);
      this.refused(error, null);
    }
  }

  /** @param {{action: string, label: string, text: string}} hint */
  showHint(hint) {
    const { frame, panels, manifest } = this.screen;
    const offer = this.latestOffers.find((one) => one.action === hint.action) ?? null;
    const text = hint.text || `Suggestion: ${hint.label}.`;
    announce(text);
    const play = offer ? button("Play this", () => void this.play(offer, null)) : null;
    panels.question.showHint(
      h("p", { class: "hint-note" }, icon("hint"), h("span", null, withPlaces(manifest, text, frame.placeLinks)), play),
    );
    // Last of all: whatever had the focus in the panel has let go of it, and with it of the map.
    pointAt(frame, offer);
    if (offer?.object && offer.kind !== "card") frame.centre(offer.object);
  }
}
