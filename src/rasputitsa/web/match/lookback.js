/** The other side's turn after it: everything at once on the map, a summary, and each thing by itself. */

import { announce, toast } from "../announcer.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { counted } from "../numbers.js";
import { placeLink } from "../places.js";
import { happeningsOf, summaryOf, turnOfOther } from "./happenings.js";
import { stepsOf } from "./sectors.js";

/**
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").View} View
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("./happenings.js").Happening} Happening
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./connection.js").Connection} connection
 * @property {import("../frame.js").Frame} frame
 * @property {HTMLButtonElement} tool
 * @property {(entries: Entry[]) => Entry[]} visibleEntries
 * @property {() => Promise<boolean>} olderLog
 * @property {() => import("./coach.js").Coach | null} coach
 */

const CHANCE = "chance";

export class LookBack {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("section", { class: "look-back", "aria-label": "The last enemy turn", hidden: true });
    /** What the side did whose turn it was before. @type {{side: string, happenings: Happening[]} | null} */
    this.last = null;
    /** Whose turn it is, and how long the log was when it began. */
    this.active = "";
    this.from = 0;
    /** Each thing that happened or, of a long turn, each sector of the map. @type {import("./sectors.js").Sector[]} */
    this.steps = [];
    /** The one that is looked at; -1: all. */
    this.at = -1;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** A new state is shown. @param {MatchState} state @param {MatchState | null} before @param {Entry[]} entries  that led to it */
  update(state, before, entries) {
    const { active } = state.view;
    if (before && before.undos !== state.undos) this.from = Math.min(this.from, state.number);
    if (!before) this.begin(state);
    else if (active && active !== this.active) this.changed(state);
    else if (passed(before.view, state.view).some((side) => side !== active)) this.missed(state, entries);
    else if (this.isOpen && before.number !== state.number && state.asked !== null && state.you.includes(state.asked)) this.close(true);
  }

  /** The first state: what the log says of the other side's last turn. @param {MatchState} state */
  begin(state) {
    this.needs.tool.disabled = true;
    this.active = state.view.active ?? "";
    if (!this.find(state)) void this.findFurther(state);
  }

  /** Finds the other side's last turn in the log. @param {MatchState} state @returns {boolean} whether all of it is there */
  find(state) {
    const { log } = this.needs.connection;
    const turn = turnOfOther(log.entries, state.you[0]);
    const own = log.entries.findLast((entry) => state.you.includes(entry.side));
    this.from = turn?.from ?? (own ? own.number + 1 : log.first);
    const wanted = state.you.length === 1 && state.you.includes(this.active);
    if (wanted) this.keep(state, other(this.needs.manifest.sides, this.active));
    return !wanted || log.isWhole || (turn ? turn.isWhole : own !== undefined);
  }

  /** A very long turn: its beginning is asked for, as long as nothing else happens. @param {MatchState} state */
  async findFurther(state) {
    while (await this.needs.olderLog()) if (this.needs.connection.latest !== state || this.find(state)) return;
  }

  /** Another side's turn begins. @param {MatchState} state */
  changed(state) {
    const side = this.active;
    this.active = state.view.active ?? "";
    if (side) this.keep(state, side);
    this.arrive(state);
  }

  /** The other side's whole turn came at once, as after a lost connection. @param {MatchState} state @param {Entry[]} entries */
  missed(state, entries) {
    const first = entries.find((entry) => entry.side !== CHANCE && entry.side !== this.active);
    if (!first) return this.close(true);
    this.from = first.number;
    this.keep(state, first.side);
    this.arrive(state);
  }

  /** A turn begins: the one before it is shown to whom it was played against. @param {MatchState} state */
  arrive(state) {
    this.from = state.number;
    const alone = state.you.length === 1 && state.you.includes(this.active) && !this.needs.coach();
    if (alone && this.last?.happenings.length) this.open();
    else this.close(false);
  }

  /** @param {MatchState} state @param {string} side */
  keep(state, side) {
    const { connection, visibleEntries } = this.needs;
    const entries = visibleEntries(connection.log.between(this.from, state.number));
    this.last = { side, happenings: happeningsOf(entries) };
    this.needs.tool.disabled = !this.last.happenings.length;
  }

  toggle() {
    if (this.isOpen) this.close(false);
    else if (this.last?.happenings.length) this.open();
    else toast("There is no enemy turn to show yet.", { id: "look-back" });
  }

  open() {
    if (!this.last?.happenings.length) return;
    this.at = -1;
    this.steps = stepsOf(this.last.happenings, this.needs.frame.board.layout);
    this.element.hidden = false;
    this.draw();
    announce(summaryOf(this.last.happenings, this.needs.manifest).join(" "));
  }

  /** @param {boolean} slowly */
  close(slowly) {
    if (!this.isOpen) return;
    this.element.hidden = true;
    const { recap } = this.needs.frame.board;
    if (slowly) recap.fade();
    else recap.clear();
  }

  /** Nothing of it stays on the page. */
  forget() {
    this.close(false);
    this.last = null;
    this.element.textContent = "";
    this.needs.tool.disabled = true;
  }

  /** @param {number} by */
  step(by) {
    this.at = Math.max(-1, Math.min(this.steps.length - 1, this.at + by));
    this.draw();
    const now = this.steps[this.at];
    const spaces = now?.happenings.flatMap((one) => one.spaces.slice(-1)) ?? [];
    if (spaces.length) this.needs.frame.board.follow.bring(spaces);
    if (now) announce(now.title ? [now.title, ...summaryOf(now.happenings, this.needs.manifest)].join(" ") : now.happenings[0].text);
  }

  /** Where it happened, to point at: the ends of a way. @param {Happening} happening */
  places({ spaces }) {
    const { manifest, frame } = this.needs;
    const ends = [...new Set([spaces[0], spaces.at(-1)])].flatMap((name) => (name && manifest.spaces.has(name) ? [name] : []));
    const links = ends.map((name) => placeLink(name, manifest.label(name), frame.placeLinks));
    return links.length ? [h("p", { class: "small" }, links.flatMap((link, i) => (i ? [" → ", link] : [link])))] : [];
  }

  /** A sector: what happened there in figures, and thing by thing. @param {import("./sectors.js").Sector} sector */
  sector({ title, happenings }) {
    const { manifest, frame } = this.needs;
    const line = (/** @type {Happening} */ one) => {
      const point = () => frame.board.point(one.spaces.slice(-1));
      const away = () => frame.board.point([]);
      return h("li", { onmouseenter: point, onmouseleave: away }, one.text);
    };
    return [
      h("h4", null, title),
      ...summaryOf(happenings, manifest).map((words) => h("p", null, words)),
      h("details", null, h("summary", null, counted(happenings.length, "event")), h("ul", { class: "events" }, ...happenings.map(line))),
    ];
  }

  draw() {
    if (!this.last) return;
    const { manifest, frame } = this.needs;
    const { side, happenings } = this.last;
    const now = this.steps[this.at];
    const bySector = this.steps.some(({ title }) => title);
    const what = bySector ? "sector" : "event";
    frame.board.recap.show(happenings, now?.happenings);
    const move = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {number} */ by, /** @type {boolean} */ off) =>
      button(icon(picture), () => this.step(by), {
        class: "quiet icon-button",
        "aria-label": label,
        title: label,
        disabled: off,
        data: { key: label },
      });
    const words = !now
      ? summaryOf(happenings, manifest).map((line) => h("p", null, line))
      : now.title
        ? this.sector(now)
        : [h("p", null, now.happenings[0].text), ...this.places(now.happenings[0])];
    const focused = this.element.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : undefined;
    fill(
      this.element,
      h(
        "header",
        { class: manifest.sideClass(side) },
        h("h3", null, `${manifest.sideTitle(side)} turn`),
        button(icon("close"), () => this.close(false), { class: "quiet icon-button", "aria-label": "Close" }),
      ),
      h("div", { class: "summary" }, ...words),
      h(
        "div",
        { class: "row" },
        move("back", `Previous ${what}`, -1, this.at < 0),
        h("span", { class: "small count" }, now ? `${this.at + 1} of ${this.steps.length}` : counted(this.steps.length, what)),
        move("forward", `Next ${what}`, 1, this.at >= this.steps.length - 1),
        now ? button("Show all", () => this.step(-this.steps.length), { class: "quiet" }) : null,
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  }
}

/** The sides that had a phase to themselves between two positions. @param {View} before @param {View} after @returns {string[]} */
function passed(before, after) {
  const now = (/** @type {View} */ { sequence }) => sequence.findIndex(({ status }) => status === "now");
  const between =
    before.turn === after.turn
      ? after.sequence.slice(now(before) + 1, Math.max(now(after), 0))
      : [...before.sequence.slice(now(before) + 1), ...after.sequence.slice(0, Math.max(now(after), 0))];
  return between.flatMap(({ side }) => (side ? [side] : []));
}

/** @param {{name: string}[]} sides @param {string} side */
const other = (sides, side) => sides.find(({ name }) => name !== side)?.name ?? "";
