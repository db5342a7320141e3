/** The forecast of a choice, asked of the server while the player looks at it. */

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../types.js").ForecastData} Forecast
 * @typedef {object} Needs
 * @property {import("./shown.js").Shown} shown
 * @property {import("./connection.js").Connection["query"]} query
 * @property {(forecast: Forecast | null) => void} show
 */

export class Forecasts {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** Of the present position, by action. @type {Map<string, Forecast | null>} */
    this.known = new Map();
    /** Steps and verbs about which the server has no forecast. @type {Set<string>} */
    this.none = new Set();
  }

  /** The position has changed. */
  clear() {
    this.known.clear();
    this.needs.show(null);
  }

  /** @param {Offer | null} offer */
  async preview(offer) {
    const { shown, show } = this.needs;
    const { state } = shown;
    const kind = `${state?.view.question?.step} ${offer?.verb}`;
    if (!offer || !state || this.none.has(kind)) {
      show(null);
      return;
    }
    if (!this.known.has(offer.action)) {
      const forecast = await this.fetch(offer.action);
      if (forecast === undefined) return;
      if (!forecast) this.none.add(kind);
      if (shown.state === state) this.known.set(offer.action, forecast);
    }
    if (shown.state === state) show(this.known.get(offer.action) ?? null);
  }

  /** @param {string} action @returns {Promise<Forecast | null | undefined>} undefined where there was no answer */
  async fetch(action) {
    try {
      return await this.needs.query("forecast", { action });
    } catch {
      return undefined;
    }
  }
}
