/** How the match stands: an estimate of both sides' chances above the map, for those who want it. */

import { button, fill, h } from "../dom.js";
import { dialog } from "../dialog.js";
import { percent } from "../numbers.js";
import { settings } from "../store.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").StandingData} StandingData
 *
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./connection.js").Connection} connection
 * @property {import("../frame.js").Frame} frame
 * @property {() => boolean} isLearning
 */

const PAUSE = 800; // milliseconds without a move after which it is asked
const WIDE = 2; // standard errors to either side

export class Standing {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("div", { class: "standing", hidden: true });
    needs.frame.glance.more.push(this.element);
    this.timer = 0;
    /** The side that was asked last: what a single move is worth is not told. @type {string | null} */
    this.side = null;
    this.turn = 0;
  }

  /** Once whenever it becomes the player's turn. @param {MatchState} state */
  update(state) {
    if (!settings().standing || this.needs.isLearning() || state.outcome !== null) {
      this.conceal();
      return;
    }
    const { asked, view } = state;
    const isNew = asked !== this.side || view.turn !== this.turn;
    this.side = asked;
    this.turn = view.turn;
    if (!isNew || asked === null || !state.you.includes(asked)) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(asked), PAUSE);
  }

  /** @param {string} side */
  async ask(side) {
    if (this.needs.connection.latest?.asked !== side) return;
    try {
      const found = await this.needs.connection.query("standing");
      if (found && this.side === side) this.show(found);
    } catch {
      this.element.hidden = true; // it is not told here
    }
  }

  /** @param {StandingData} found */
  show(found) {
    const { sides } = this.needs.manifest;
    const text = sides.map((side) => `${side.title} ${percent(found.chances[side.name])}`).join(", ");
    const bar = h(
      "span",
      { class: "standing-bar", "aria-hidden": "true" },
      ...sides.map((side) =>
        h("i", { class: this.needs.manifest.sideClass(side.name), style: { "--share": String(found.chances[side.name]) } }),
      ),
    );
    const looks = { class: "line", "aria-haspopup": "dialog", "aria-label": `How it stands: ${text}` };
    const [first] = sides;
    fill(
      this.element,
      h("dt", null, "How it stands"),
      h("dd", null, button([bar, percent(found.chances[first.name])], () => explain(text, found), looks)),
    );
    this.element.title = text;
    this.element.hidden = false;
  }

  /** Nothing of it is left for the other player. */
  conceal() {
    clearTimeout(this.timer);
    this.side = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

/** @param {string} text @param {StandingData} found */
function explain(text, found) {
  const give = Math.max(1, Math.round(100 * WIDE * found.error));
  dialog("How it stands", [
    h("p", null, `${text}, give or take ${give} points.`),
    h(
      "p",
      { class: "small" },
      "An estimate from what your side may know: the computer plays your turn to its end a few times and judges the positions " +
        "by what became of similar ones in many matches between bots. People play differently.",
    ),
  ]);
}
