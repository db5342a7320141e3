/** The clocks of a match, beside the players' names. They tick here, from what the server said last. */

import { announce, interrupt, toastError } from "../announcer.js";
import { figures, isLow, spoken } from "../clock.js";
import { confirm } from "../dialog.js";
import { button, h, refill } from "../dom.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").ClockData} ClockData
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {() => MatchState | null} latest
 * @property {(type: string, fields: Record<string, unknown>) => Promise<any>} command
 */

const TICK = 200; // milliseconds

export class Clocks {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("section", { class: "clocks", "aria-label": "Clocks", hidden: true });
    /** What the server said, and when that was here. @type {{clock: ClockData, at: number} | null} */
    this.known = null;
    /** The faces of the clocks, by side. @type {Map<string, HTMLElement>} */
    this.faces = new Map();
    /** What was said aloud about each side's time. @type {Map<string, string>} */
    this.said = new Map();
    /** What is drawn, so that it is drawn only when it changes. */
    this.drawn = "";
    /** Who is offered to claim the win. */
    this.claimant = "";
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  /** @param {ClockData} clock */
  receive(clock) {
    this.known = { clock, at: performance.now() };
    this.draw();
  }

  /** Seconds that a side has left. @param {string} side */
  left(side) {
    if (!this.known) return 0;
    const { clock, at } = this.known;
    const passed = side === clock.running ? (performance.now() - at) / 1000 : 0;
    return Math.max(0, clock.left[side] - passed);
  }

  /** Names and seats as they are now, and who may claim the win. */
  draw() {
    const state = this.needs.latest();
    if (!this.known || !state) return;
    const { clock } = this.known;
    this.claimant = this.claimantOf(state);
    const drawn = JSON.stringify([state.seats, clock.running, clock.started, state.outcome, this.claimant]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.element.hidden = false;
      refill(
        this.element,
        h("div", { class: "faces" }, ...this.needs.manifest.sides.map((side) => this.face(side, state, clock))),
        this.note(state, clock),
      );
    }
    this.tick();
  }

  /** @param {import("../types.js").SideData} side @param {MatchState} state @param {ClockData} clock */
  face({ name, title }, state, clock) {
    const { manifest } = this.needs;
    const seat = state.seats[name];
    const time = h("span", { class: "time", role: "timer" });
    const kept = seat?.kind !== "bot" || this.left(name) <= 0; // a bot that took over too late
    if (kept) this.faces.set(name, time);
    else this.faces.delete(name);
    return h(
      "div",
      {
        class: ["clock", manifest.sideClass(name), clock.running === name && "running"],
        title: [seat?.name, clock.text].filter(Boolean).join(": "),
        data: { side: name },
      },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("span", { class: "who" }, seat?.name || title, seat?.name ? h("span", { class: "sr-only" }, `, ${title}`) : null),
      kept ? time : h("span", { class: "small" }, "no clock"),
    );
  }

  /** @param {MatchState} state @param {ClockData} clock */
  note(state, clock) {
    if (state.outcome) return null;
    const { claimant } = this;
    if (claimant) {
      const late = this.needs.manifest.sides.find((side) => side.name !== claimant)?.title ?? "";
      const claim = button("Claim the win", () => void this.claim(claimant, late), { class: "primary", data: { key: "claim" } });
      return h("div", { class: "claim row" }, h("span", null, `The ${late} player's time has run out. Claim the win, or play on.`), claim);
    }
    if (clock.started) return null;
    return h(
      "p",
      { class: "small" },
      clock.kind === "live" ? "The clocks start when both players are here." : "The clock starts when both seats are taken.",
    );
  }

  /** Who may claim the win here: a player with time left, against one without, whoever plays for them now. @param {MatchState} state */
  claimantOf(state) {
    if (state.outcome || !this.known?.clock.started) return "";
    const out = this.needs.manifest.sides.filter((side) => this.left(side.name) <= 0).map((side) => side.name);
    if (out.length !== 1) return "";
    return state.you.find((side) => side !== out[0] && state.seats[side]?.kind !== "bot") ?? "";
  }

  /** @param {string} side @param {string} late */
  async claim(side, late) {
    const sure = await confirm(
      "Claim the win?",
      `The ${late} player's time has run out. The match ends with your win.`,
      "Claim the win",
      "Play on",
    );
    if (sure) await this.needs.command("claim_win", { side }).catch(toastError);
  }

  tick() {
    const state = this.needs.latest();
    if (!this.known || !state) return;
    const { clock } = this.known;
    for (const [side, face] of this.faces) {
      const left = this.left(side);
      const text = figures(left, clock.kind);
      if (face.textContent !== text) this.show(face, side, left, text, clock);
    }
    if (clock.running && !state.outcome) this.say(clock.running, state, clock);
    if (this.claimantOf(state) !== this.claimant) this.draw();
  }

  /**
   * A screen reader that looks at the clock gets the time in words; it is not told of every second.
   * @param {HTMLElement} face
   * @param {string} side
   * @param {number} left
   * @param {string} text
   * @param {ClockData} clock
   */
  show(face, side, left, text, clock) {
    face.textContent = text;
    face.setAttribute("aria-label", `${this.needs.manifest.sideTitle(side)} clock: ${spoken(left)}`);
    face.classList.toggle("low", isLow(left, clock));
    face.classList.toggle("out", left <= 0);
  }

  /** Once when time gets short, and once when it is over. @param {string} side @param {MatchState} state @param {ClockData} clock */
  say(side, state, clock) {
    const left = this.left(side);
    const what = left <= 0 ? "out" : isLow(left, clock) ? "low" : "";
    const before = this.said.get(side) ?? "";
    this.said.set(side, what);
    if (!what || what === before) return;
    const mine = state.you.includes(side) && state.you.length === 1;
    const who = mine ? "You have" : `The ${this.needs.manifest.sideTitle(side)} player has`;
    if (what === "out")
      interrupt(mine ? "Your time has run out." : `The ${this.needs.manifest.sideTitle(side)} player's time has run out.`);
    else announce(`${who} ${spoken(left)} left.`);
  }

  destroy() {
    window.clearInterval(this.timer);
  }
}
