/** Units that were lost or reduced without a battle, for want of supply: a list and signs on the map, until it was read. */

import { announce } from "../announcer.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { happeningsOf } from "./happenings.js";

/**
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {object} Needs
 * @property {import("../frame.js").Frame} frame
 * @property {import("./playback.js").Playback} playback
 * @property {(rule: string) => import("../dom.js").Child} link
 * @property {(state: MatchState, text: string) => void} say
 */

const ATTRITION = "attrition";
const READ = 8000; // milliseconds for which the play stops, unless the player goes on

export class Attrition {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("section", { class: "look-back attrition", "aria-label": "Losses without a battle", hidden: true });
  }

  /**
   * A new state is shown: stop where units were lost without a battle.
   * @param {MatchState} state @param {Entry[]} entries @param {boolean} stop
   * @returns {Promise<boolean>} whether the play was stopped
   */
  async show(state, entries, stop) {
    const events = entries.flatMap((entry) => entry.events).filter(({ kind }) => kind === ATTRITION);
    if (!events.length) {
      if (entries.some(({ side }) => state.you.includes(side))) this.close();
      return false;
    }
    this.open(entries, events);
    if (!stop) return false;
    this.needs.say(state, "Units are lost for want of supply.");
    await this.needs.playback.read(READ);
    return true;
  }

  /** @param {Entry[]} entries @param {GameEvent[]} events */
  open(entries, events) {
    const { board } = this.needs.frame;
    const only = entries.map((entry) => ({ ...entry, events: entry.events.filter(({ kind }) => kind === ATTRITION) }));
    board.recap.show(happeningsOf(only));
    board.follow.to(events.flatMap(({ spaces }) => spaces.slice(0, 1)));
    fill(
      this.element,
      h(
        "header",
        null,
        h("h3", null, "Lost for want of supply"),
        button(icon("close"), () => this.close(), { class: "quiet icon-button", "aria-label": "Close" }),
      ),
      h("ul", { class: "summary" }, ...events.map((event) => this.line(event))),
    );
    this.element.hidden = false;
    announce(events.map(({ text }) => text).join(" "));
  }

  /** @param {GameEvent} event */
  line({ text, spaces, rule }) {
    const { frame, link } = this.needs;
    const look = () => frame.board.point(spaces);
    const away = () => frame.board.point([]);
    return h(
      "li",
      null,
      button(text, () => frame.lookAt(spaces[0] ?? ""), {
        class: "line",
        onmouseenter: look,
        onfocus: look,
        onmouseleave: away,
        onblur: away,
      }),
      " ",
      link(rule),
    );
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.element.textContent = "";
    this.needs.frame.board.recap.clear();
  }
}
