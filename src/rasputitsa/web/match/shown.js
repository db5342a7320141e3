/** What the screen of a match shows, and what can be done there. */

import { flatten, NOTHING } from "../offers.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../offers.js").Offer} Offer
 */

export class Shown {
  /** @param {import("./connection.js").Connection} connection @param {import("../manifest.js").Manifest} manifest */
  constructor(connection, manifest) {
    this.connection = connection;
    this.manifest = manifest;
    /** The state that is shown; null while the screen is hidden. @type {MatchState | null} */
    this.state = null;
  }

  /** The newest state, whether it is shown yet or not. */
  get latest() {
    return this.connection.latest;
  }

  /** What the newest state offers. @returns {Offer[]} */
  get latestOffers() {
    return flatten(this.latest?.offers ?? null, this.manifest);
  }

  /** What can be done now: nothing while an older state is shown or the connection is lost. @returns {Offer[]} */
  get offers() {
    const { latest } = this;
    return latest && this.state === latest && this.connection.online && !latest.outcome ? this.latestOffers : [];
  }

  /** What is in hand. */
  get selection() {
    return this.state?.offers?.selection ?? NOTHING;
  }
}
