/** The forecast of a choice, asked of the server while the player looks at it. */

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../types.js").ForecastData} Forecast
 * @typedef {import("./screen.js").MatchScreen} MatchScreen
 */

export class Forecasts {
  /** @param {MatchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** Of the present position, by action. @type {Map<string, Forecast | null>} */
    this.known = new Map();
    /** Steps and verbs about which the server has no forecast. @type {Set<string>} */
    this.none = new Set();
  }

  /** The position has changed. */
  clear() {
    this.known.clear();
    this.screen.panels.battle.preview(null);
  }

  /** @param {Offer | null} offer */
  async preview(offer) {
    const { state, panels } = this.screen;
    const { battle } = panels;
    const kind = `${state?.view.question?.step} ${offer?.verb}`;
    if (!offer || !state || this.none.has(kind)) {
      battle.preview(null);
      return;
    }
    if (!this.known.has(offer.action)) {
      const forecast = await this.fetch(offer.action);
      if (forecast === undefined) return;
      if (!forecast) this.none.add(kind);
      if (this.screen.state === state) this.known.set(offer.action, forecast);
    }
    if (this.screen.state === state) battle.preview(this.known.get(offer.action) ?? null);
  }

  /** @param {string} action @returns {Promise<Forecast | null | undefined>} undefined where there was no answer */
  async fetch(action) {
    try {
      return await this.screen.connection.query("forecast", { action });
    } catch {
      return undefined;
    }
  }
}
