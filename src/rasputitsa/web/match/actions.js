/** What the player does: choices, undo and redo, hints, and the question why something is not possible. */

import { announce, toast } from "../announcer.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { withPlaces } from "../places.js";
import { Refused } from "../socket.js";
import { play as playSound } from "../sound.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("./callouts.js").Point} Point
 * @typedef {object} Needs
 * @property {import("./connection.js").Connection} connection
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {import("./callouts.js").Callouts} callouts
 * @property {{undo: HTMLButtonElement, redo: HTMLButtonElement, hint: HTMLButtonElement}} tools
 * @property {(note: HTMLElement | null) => void} showHint
 * @property {(action: string) => boolean} allows
 * @property {() => void} begun
 * @property {() => void} done
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
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** Whether a choice is on its way to the server. */
    this.busy = false;
  }

  /** @param {Offer} offer @param {Point} at @returns {Promise<boolean>} whether it was done */
  async play(offer, at) {
    if (this.busy || !this.needs.allows(offer.action)) return false;
    return this.send(offer, at);
  }

  /** @param {Offer} offer @param {Point} at */
  async send(offer, at) {
    const { connection, frame, begun, done: finished } = this.needs;
    const state = connection.latest;
    if (!state?.asked) return false;
    this.busy = true;
    begun();
    frame.element.classList.add("busy");
    playSound("choose");
    try {
      const done = await connection.command("play", { side: state.asked, number: state.number, action: offer.action });
      await connection.reached(done.number);
      finished();
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
      const inHand = this.needs.connection.latest?.offers?.selection.tokens.includes(name);
      const offer = this.needs.shown.latestOffers.find((one) => one.kind === "piece" && one.object === name);
      if (!inHand && (!offer || !(await this.play(offer, null)))) return;
    }
  }

  /** @param {unknown} error @param {Point} at */
  refused(error, at) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "stale" || error.code === "closed" || !this.needs.shown.state) return;
    playSound("no");
    const { message: reason, rule, quotation } = error;
    if (at || error.code === "illegal") this.needs.callouts.explain({ reason, rule, quotation }, at);
    else toast(reason, { tone: "bad" });
  }

  /** @param {string} type @param {Record<string, unknown>} [fields] @returns {Promise<any>} null where it was refused */
  async command(type, fields) {
    try {
      return await this.needs.connection.command(type, fields);
    } catch (error) {
      this.refused(error, null);
      return null;
    }
  }

  /** Ask why something is not on offer. @param {string[]} actions @param {Point} at */
  async why(actions, at) {
    for (const action of actions) {
      try {
        const refusal = await this.needs.connection.query("why", { action });
        if (!refusal) continue;
        if (!this.needs.shown.state) return; // the screen has been covered
        playSound("no");
        this.needs.callouts.explain(refusal, at);
      } catch (error) {
        this.refused(error, at);
      }
      return;
    }
  }

  async undo() {
    const { connection, tools } = this.needs;
    const state = connection.latest;
    if (!state || tools.undo.disabled || this.busy) return;
    if (await this.command("undo", { side: connection.lastActor, number: state.number })) announce("Undone.");
  }

  async redo() {
    const { connection, tools } = this.needs;
    const state = connection.latest;
    if (!state || tools.redo.disabled || this.busy) return;
    const side = state.asked && state.you.includes(state.asked) ? state.asked : connection.lastActor;
    if (await this.command("redo", { side, number: state.number })) announce("Redone.");
  }

  async hint() {
    const { connection, tools, showHint } = this.needs;
    if (tools.hint.disabled) return;
    const state = connection.latest;
    showHint(h("p", { class: "hint-note small" }, h("span", { class: "spinner", "aria-hidden": "true" }), " Thinking…"));
    try {
      const hint = await connection.query("hint");
      if (connection.latest === state && hint) this.showHint(hint);
      else showHint(null);
    } catch (error) {
      showHint(null);
      this.refused(error, null);
    }
  }

  /** @param {import("../types.js").HintData} hint */
  showHint(hint) {
    const { frame, shown, showHint } = this.needs;
    const offer = shown.latestOffers.find((one) => one.action === hint.action) ?? null;
    const text = hint.text || `Suggestion: ${hint.label}.`;
    announce(text);
    const play = offer ? button("Play this", () => void this.play(offer, null)) : null;
    showHint(
      h("p", { class: "hint-note" }, icon("hint"), h("span", null, withPlaces(text, hint.text ? hint.places : [], frame.placeLinks)), play),
    );
    // Last of all: whatever had the focus in the panel has let go of it, and with it of the map.
    pointAt(frame, offer);
    if (offer?.object && offer.kind !== "card") frame.centre(offer.object);
  }
}
