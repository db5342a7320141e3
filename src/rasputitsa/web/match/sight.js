/** What part of the map a match shows: where the viewer was last, else the front; then it follows the play. */

import { mapOffers } from "../offers.js";
import * as store from "../store.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../offers.js").Offer} Offer
 */

/** So long after the last movement of the map, in milliseconds, its place is stored. */
const REST = 400;

export class Sight {
  /** @param {string} id  of the match @param {import("../frame.js").Frame} frame */
  constructor(id, frame) {
    this.id = id;
    this.board = frame.board;
    /** The sides that this browser plays, as one name. */
    this.viewer = "";
    /** What was shown at first, or stored last, as text. */
    this.known = "";
    this.timer = 0;
    this.stop = () => {};
    /** The page is left. */
    this.leave = () => this.keep();
  }

  /** The first position is on the map. @param {MatchState} state */
  open({ you, asked }) {
    const { follow } = this.board;
    this.viewer = you.join("+") || "spectator";
    follow.open(asked && you.includes(asked) ? asked : (you[0] ?? ""));
    const stored = store.spot(this.id, this.viewer);
    if (stored) follow.restore(stored);
    this.known = JSON.stringify(follow.spot);
    window.addEventListener("pagehide", this.leave);
    this.stop = this.board.on("look", () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.keep(), REST);
    });
  }

  keep() {
    const { spot } = this.board.follow;
    const now = JSON.stringify(spot);
    if (now === this.known) return;
    this.known = now;
    store.keepSpot(this.id, this.viewer, spot);
  }

  /** Something else is asked. @param {Offer[]} offers */
  asked(offers) {
    this.board.follow.asked(mapOffers(offers).map(({ object }) => object));
  }

  destroy() {
    clearTimeout(this.timer);
    this.stop();
    window.removeEventListener("pagehide", this.leave);
    if (this.viewer) this.keep();
  }
}
