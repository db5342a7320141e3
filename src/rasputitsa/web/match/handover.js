/** Two people at one screen, in a game that hides things: each sees what is theirs only after taking over. */

import { announce, clearAnnouncements } from "../announcer.js";
import { button, h } from "../dom.js";
import { isFor } from "../events.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./connection.js").Connection} connection
 * @property {import("../frame.js").Frame} frame
 * @property {() => import("./coach.js").Coach | null} coach
 * @property {(state: MatchState) => void} conceal
 */

/** So many events are listed while the screen is hidden. */
const LISTED = 12;
const CHANCE = "chance";
const EVERYTHING = "everything";

export class HandOver {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.manifest = needs.manifest;
    /** Who took over last. @type {string | null} */
    this.viewer = null;
    /** @type {WeakMap<Entry, {reader: string | null, entry: Entry}>} */
    this.visible = new WeakMap();
  }

  /** Whether two people share the screen who must not see each other's things. @param {MatchState} state */
  isShared(state) {
    return this.manifest.hidden && state.you.length > 1 && !this.needs.coach() && !state.outcome;
  }

  /** Whose hands are face up. @param {MatchState} state @returns {string[]} */
  viewers(state) {
    const coach = this.needs.coach();
    if (this.isShared(state)) return this.viewer ? [this.viewer] : [];
    // In a tutorial the learner has one side and, after the last lesson, plays on for both.
    const side = coach ? (coach.free ? state.asked : coach.tutorial.side) : state.you[0];
    return side ? [side] : [];
  }

  /** @param {MatchState} state */
  isDue(state) {
    const { asked } = state;
    if (!asked || !this.isShared(state)) return false;
    return asked !== this.viewer && state.you.includes(asked) && state.seats[asked]?.kind !== "bot" && this.hasSecrets(state);
  }

  /** The screen goes to the other player without a cover: what is shown is what both may know. @param {MatchState} state */
  passOn({ asked }) {
    if (asked && asked !== this.viewer) this.viewer = null;
  }

  /** Whose notes may be seen: where two people share the screen, those of the one who took over last. @param {MatchState | null} state */
  writer(state) {
    const { connection } = this.needs;
    const [side] = state?.you ?? [];
    const { viewer } = this;
    const alone = !this.manifest.hidden || !state || state.you.length < 2 || this.needs.coach();
    if (alone) return { side: "", key: async () => (side ? connection.key : null) };
    return viewer ? { side: viewer, key: () => connection.keyOf(viewer) } : null;
  }

  /** Whether there is anything now that only one of them may see. @param {MatchState} state */
  hasSecrets({ view, offers }) {
    if (this.hidesTokens || !view.hands) return true;
    const held = Object.values(view.hands).some((hand) => hand.count > 0);
    return held || (offers?.groups.some((group) => group.kind === "card") ?? false);
  }

  /** Whether the map itself shows each side something else. */
  get hidesTokens() {
    return Object.keys(this.manifest.data.backs ?? {}).length > 0;
  }

  /**
   * Entries of the log as the viewer may know them; who plays both sides is told nothing twice.
   * @param {Entry[]} entries
   * @returns {Entry[]}
   */
  visibleEntries(entries) {
    const { latest } = this.needs.connection;
    if (!latest || !this.manifest.hidden || latest.you.length < 2) return entries;
    const reader = this.reader(latest);
    return entries.map((entry) => this.visibleEntry(entry, reader));
  }

  /**
   * Whose eyes the log is read with: a side, null for what both may know, or everything.
   * @param {MatchState} state
   * @returns {string | null}
   */
  reader(state) {
    if (this.isShared(state)) return this.viewer;
    const coach = this.needs.coach();
    return coach && !coach.free && !state.outcome ? coach.tutorial.side : EVERYTHING;
  }

  /** @param {Entry} entry @param {string | null} reader @returns {Entry} */
  visibleEntry(entry, reader) {
    const open = reader === EVERYTHING;
    const isVisible = (/** @type {GameEvent} */ event) => (open ? !event.hidden_from : isFor(event, reader));
    if (entry.events.every(isVisible)) return entry;
    let found = this.visible.get(entry);
    if (found?.reader !== reader) {
      const isKnown = open || entry.side === reader || entry.side === CHANCE;
      found = { reader, entry: { ...entry, action: isKnown ? entry.action : "", events: entry.events.filter(isVisible) } };
      this.visible.set(entry, found);
    }
    return found.entry;
  }

  /**
   * Covers the panel, and the map where it shows each side something else, until the other player takes over. Nothing is
   * left on the page that one of them may not know.
   * @param {MatchState} state
   * @param {Entry[]} entries what happened
   */
  async run(state, entries) {
    this.viewer = null;
    this.needs.conceal(state);
    clearAnnouncements();
    if (this.hidesTokens) this.needs.frame.clearBoard();
    else this.needs.frame.showBoard(state.view, false);
    await this.cover(state.asked ?? "", entries.flatMap((entry) => entry.events).filter((event) => isFor(event, null)));
    this.viewer = state.asked;
  }

  /** @param {string} side @param {GameEvent[]} events @returns {Promise<void>} */
  cover(side, events) {
    const { element } = this.needs.frame;
    const title = this.manifest.sideTitle(side);
    const all = /** @type {HTMLElement[]} */ ([...element.children]);
    const parts = this.hidesTokens ? all : all.filter((part) => !part.matches(".map-area"));
    const lines = events.slice(-LISTED).map((event) => h("li", null, event.text));
    return new Promise((resolve) => {
      const takeOver = () => {
        for (const part of parts) part.inert = false;
        cover.remove();
        resolve();
      };
      const cover = h(
        "div",
        {
          class: ["hand-over", !this.hidesTokens && "beside-map", this.manifest.sideClass(side)],
          role: "dialog",
          "aria-modal": "true",
          "aria-label": "Hand over",
        },
        h("h2", null, `Hand over to the ${title} player`),
        lines.length ? h("ol", { class: "sentences", tabindex: "0", "aria-label": "What happened" }, ...lines) : null,
        h("p", null, `${this.hidesTokens ? "The screen stays" : "Hands stay"} hidden until you are ready.`),
        button(`I am the ${title} player`, takeOver, { class: "primary big" }),
      );
      for (const part of parts) part.inert = true;
      element.append(cover);
      cover.querySelector("button")?.focus();
      announce(`Hand over to the ${title} player.`);
    });
  }
}
