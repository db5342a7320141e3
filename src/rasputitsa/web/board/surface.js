/** The elements of a board: the stage that is seen, the sheet that moves on it, and its layers. */

import { group, make } from "./svg.js";

const HELP =
  "Arrow keys move from space to space, Enter chooses, Tab steps through the choices, " +
  "brackets go through the counters of a stack, plus, minus and zero zoom.";

export class Surface {
  /** @param {HTMLElement} host @param {string} title  of the game @param {string} id  prefix of ids in this document */
  constructor(host, title, id) {
    host.classList.add("rb-board");
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.setAttribute("aria-roledescription", "map");
    host.setAttribute("aria-label", `Map of ${title}`);
    host.setAttribute("aria-describedby", `${id}-help`);
    this.stage = div("rb-stage");
    this.stage.setAttribute("aria-hidden", "true");
    /** What a screen reader says. */
    this.live = div("rb-live");
    this.live.setAttribute("aria-live", "polite");
    const help = div("rb-live");
    help.id = `${id}-help`;
    help.textContent = HELP;
    this.sheet = div("rb-moving");
    this.stage.append(this.sheet);
    this.map = make("svg", { class: "rb-svg rb-map", preserveAspectRatio: "none" }, this.sheet);
    this.play = make("svg", { class: "rb-svg rb-play", preserveAspectRatio: "none" }, this.sheet);
    this.trays = group("rb-trays", this.map);
    /** What never changes, or seldom: bitmap.js may paint it. */
    this.fixed = group("rb-fixed", this.map);
    this.under = group("rb-under", this.play);
    this.names = group("rb-named", this.play);
    this.counters = group("rb-counters", this.play);
    this.over = group("rb-over", this.play);
    this.ghosts = group("rb-ghosts", this.play);
    this.parts = [this.stage, this.live, help];
  }
}

/** @param {string} name */
function div(name) {
  const element = document.createElement("div");
  element.className = name;
  return element;
}
