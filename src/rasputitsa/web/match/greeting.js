/** Whoever comes by a link learns which side they play and against whom, and can give a name. */

import { toastError } from "../announcer.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import * as store from "../store.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {object} Needs
 * @property {string} id
 * @property {import("../manifest.js").Manifest} manifest
 * @property {(type: string, fields: Record<string, unknown>) => Promise<any>} command
 */

export class Greeting {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("section", { class: "greeting", "aria-label": "Welcome", hidden: true });
  }

  /** @param {MatchState} state */
  render(state) {
    const [side] = state.you;
    const due = store.match(this.needs.id)?.guest && state.you.length === 1 && !state.outcome;
    if (!due) this.element.hidden = true;
    else if (this.element.hidden) this.greet(state, side);
  }

  /** @param {MatchState} state @param {string} side */
  greet({ seats }, side) {
    const { manifest } = this.needs;
    const { name } = seats[side];
    const others = manifest.sides.filter((one) => one.name !== side && seats[one.name]?.name).map((one) => seats[one.name].name);
    const against = others.length ? ` against ${others.join(", ")}` : "";
    const known = store.settings().name;
    const input = h("input", {
      type: "text",
      maxlength: "60",
      value: known,
      placeholder: "Your name",
      "aria-label": "Your name",
      autocomplete: "nickname",
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.introduce(side, input.value.trim());
    };
    this.element.hidden = false;
    fill(
      this.element,
      h("h2", null, name ? `Welcome, ${name}` : `Welcome to ${manifest.title}`),
      button(icon("close"), () => this.close(), { class: "quiet icon-button", "aria-label": "Close" }),
      h("p", null, "You play the ", h("strong", { class: manifest.sideClass(side) }, manifest.sideTitle(side)), ` side${against}.`),
      name ? null : h("form", { class: "row", onsubmit: submit }, input, h("button", { type: "submit", class: "primary" }, "Save")),
    );
  }

  /** @param {string} side @param {string} name */
  async introduce(side, name) {
    try {
      if (name) await this.needs.command("name", { side, name });
      store.change({ name });
      this.close();
    } catch (error) {
      toastError(error);
    }
  }

  /** Goes away, for good: the player has read it, or has begun to play. */
  close() {
    if (this.element.hidden) return;
    store.remember(this.needs.id, { guest: false });
    this.element.hidden = true;
  }
}
