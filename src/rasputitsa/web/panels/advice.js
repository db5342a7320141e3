/** What the strongest computer player would have done at a moment of the past. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { withPlaces } from "../places.js";

export class Advice {
  /**
   * @param {string} match
   * @param {string | null} key
   * @param {import("../frame.js").Frame} frame
   */
  constructor(match, key, frame) {
    this.match = match;
    this.key = key;
    this.frame = frame;
    this.at = -1;
    this.element = h("p", { class: "hint-note", role: "status", hidden: true });
  }

  /** @param {() => number} at  which moment is shown */
  button(at) {
    const title = "What the strongest computer player would do here";
    return button([icon("hint"), "Ask the computer"], () => void this.ask(at()), { title });
  }

  /** @param {number} at */
  async ask(at) {
    this.at = at;
    this.say(h("span", { class: "spinner", "aria-hidden": "true" }), " Thinking…");
    try {
      const found = await api.advice(this.match, this.key, at);
      if (at === this.at) this.show(found);
    } catch (error) {
      if (at === this.at) this.say(/** @type {Error} */ (error).message);
    }
  }

  /** @param {import("../types.js").AdviceData} found */
  show(found) {
    const { board, manifest, placeLinks } = this.frame;
    const who = `${found.level[0].toUpperCase()}${found.level.slice(1)}, ${manifest.sideTitle(found.side)}: `;
    const why = withPlaces(found.text, found.places, placeLinks);
    this.say(icon("hint"), h("span", null, who, h("strong", null, found.label), found.text && ". ", why));
    board.hint(found);
  }

  /** Another moment is shown. */
  forget() {
    if (this.at < 0) return;
    this.at = -1;
    this.say();
    this.frame.board.hint(null);
  }

  /** @param {...import("../dom.js").Child} what  nothing to hide it */
  say(...what) {
    fill(this.element, ...what);
    this.element.hidden = !what.length;
  }
}
