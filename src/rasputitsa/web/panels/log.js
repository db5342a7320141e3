/** What happened, in sentences: by turn and phase, each linked to its spaces and its rule. */

import { button, h } from "../dom.js";
import { namesIn } from "../events.js";

/**
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {{look: (event: GameEvent | null) => void, centre: (name: string) => void, at?: (number: number) => void,
 *   older?: () => Promise<boolean>}} Actions  `older` gets earlier entries, where there are any
 */

// Kinds of events that the log treats in their own way.
const MOVE = "move";
const TAKEN_BACK = "taken-back";
const SET_UP = "set-up";
const DRAW = "draw";
const NEAR_TOP = 100; // pixels
const NAMED = 3; // units that move together and are all named

export class LogPanel {
  /**
   * @param {import("../manifest.js").Manifest} manifest
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {Actions} actions
   */
  constructor(manifest, rules, actions) {
    this.manifest = manifest;
    this.rules = rules;
    this.actions = actions;
    this.element = h("div", { class: "log", tabindex: "0", role: "region", "aria-label": "Log" });
    /** @type {Entry[]} */
    this.shown = [];
    /** @type {HTMLElement} */
    this.list = h("ol");
    /** The move that may still go on. @type {{line: HTMLElement, event: GameEvent, from: number} | null} */
    this.move = null;
    /**
     * The last line, if it names no place and no token, and how often that happened.
     * @type {{line: HTMLElement, text: string, from: number, times: number} | null}
     */
    this.repeat = null;
    /** The units that have just been drawn. @type {{line: HTMLElement, event: GameEvent, from: number} | null} */
    this.draws = null;
    /** The heading of the phase, as long as nothing has happened in it. @type {HTMLElement | null} */
    this.phase = null;
    /** The set-up while it goes on. @type {{details: HTMLDetailsElement, list: HTMLElement} | null} */
    this.setUp = null;
    /** In a replay: the position that is shown. @type {number | null} */
    this.at = null;
    /** In a replay: the line of that position. @type {HTMLElement | null} */
    this.marked = null;
    /** Whether the end is in sight: then it stays so. */
    this.stick = true;
    this.height = 0;
    /** Above a log whose beginning is not here. */
    this.earlier = button("Show earlier entries", () => void this.showEarlier(), { class: "quiet earlier" });
    /** Earlier lines that are on their way. @type {Promise<boolean> | null} */
    this.getting = null;
    this.element.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.keepInSight()).observe(this.element);
    this.clear();
  }

  /** The reader scrolls; where the panel only became smaller or larger, that says nothing. */
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    if (clientHeight === this.height) this.stick = scrollHeight - scrollTop - clientHeight < 40;
    if (scrollTop < NEAR_TOP && !this.stick) void this.getEarlier();
  }

  /** What is read stays where it is; earlier lines come in above it. */
  getEarlier() {
    if (!this.earlier.isConnected) return Promise.resolve(false);
    this.stick = false;
    this.getting ??= (this.actions.older?.() ?? Promise.resolve(false)).finally(() => (this.getting = null));
    return this.getting;
  }

  /** The lines that have come are shown, unless the reader has gone elsewhere meanwhile. */
  async showEarlier() {
    const before = this.belowTop();
    await this.getEarlier();
    if (Math.abs(this.belowTop() - before) < 2) this.element.scrollTop -= this.element.clientHeight * 0.8;
  }

  /** How far it is from the first line in sight to the end, in pixels. */
  belowTop() {
    return this.element.scrollHeight - this.element.scrollTop;
  }

  keepInSight() {
    this.height = this.element.clientHeight;
    if (this.at !== null) this.keepMarkInSight();
    else if (this.stick) this.element.scrollTop = this.element.scrollHeight;
  }

  clear() {
    this.shown = [];
    this.list = h("ol");
    this.move = null;
    this.repeat = null;
    this.draws = null;
    this.phase = null;
    this.setUp = null;
    this.element.textContent = "";
    this.element.append(h("p", { class: "empty small" }, "No moves yet."), this.list);
  }

  /** @param {Entry[]} entries the whole log, or its end */
  render(entries) {
    const same = this.shown.every((entry, i) => entries[i] === entry);
    const grows = (entries[0]?.number ?? 0) < (this.shown[0]?.number ?? 0); // at its beginning
    const below = this.belowTop();
    const focused = this.earlier === document.activeElement;
    if (!same) this.clear();
    if (entries[0]?.number) this.element.prepend(this.earlier);
    for (const entry of entries.slice(this.shown.length)) for (const event of entry.events) this.append(entry, event);
    this.shown = [...entries];
    if (this.at !== null) this.mark(this.at);
    this.keepInSight();
    if (document.fonts.status === "loading") void document.fonts.ready.then(() => this.keepInSight()); // lines become higher
    if (grows && !this.stick) this.element.scrollTop = this.element.scrollHeight - below;
    if (focused) (this.earlier.isConnected ? this.earlier : this.element).focus({ preventScroll: true });
  }

  /** @param {Entry} entry @param {GameEvent} event */
  append(entry, event) {
    this.element.querySelector(".empty")?.remove();
    if (event.kind !== SET_UP && event.kind !== "phase") this.foldSetUp();
    if (event.kind === "turn") this.section("h3", event.text, entry.number + 1);
    else if (event.kind === "phase") this.section("h4", event.text, entry.number + 1);
    else if (event.kind === SET_UP) this.appendSetUp(entry, event);
    else if (!this.continueMove(entry, event) && !this.drawsMore(entry, event) && !this.happensAgain(entry, event)) {
      const line = this.line(entry, event);
      this.list.append(line);
      this.repeat = event.spaces.length || namesIn(event).length ? null : { line, text: event.text, from: entry.number + 1, times: 1 };
      if (isMove(event)) this.move = { line, event, from: entry.number + 1 };
      else if (this.move && String(namesIn(event)) !== String(namesIn(this.move.event))) this.move = null;
    }
  }

  /**
   * A move that goes on stays one line, and one that is taken back leaves none.
   * @param {Entry} entry @param {GameEvent} event @returns {boolean} whether it was that
   */
  continueMove(entry, event) {
    const { move } = this;
    if (!move || !event.tokens.length || String(namesIn(move.event)) !== String(namesIn(event))) return false;
    if (event.kind === TAKEN_BACK && event.spaces[0] === move.event.spaces[0]) {
      while (move.line.nextSibling) move.line.nextSibling.remove();
      move.line.remove();
      this.move = null;
      return true;
    }
    if (!isMove(event) || !this.movers(event) || event.rule !== move.event.rule || move.event.spaces.at(-1) !== event.spaces[0])
      return false;
    move.event = { ...event, spaces: [...move.event.spaces, ...event.spaces.slice(1)] };
    const line = this.line(entry, move.event, move.from);
    move.line.replaceWith(line);
    move.line = line;
    return true;
  }

  /**
   * What happens several times in a row, as blocks are drawn one by one, stays one line.
   * @param {Entry} entry @param {GameEvent} event @returns {boolean} whether it was that
   */
  happensAgain(entry, event) {
    const { repeat } = this;
    if (!repeat || repeat.text !== event.text || repeat.line !== this.list.lastChild) return false;
    repeat.times += 1;
    const line = this.line(entry, { ...event, text: `${event.text} ×${repeat.times}` }, repeat.from);
    repeat.line.replaceWith(line);
    repeat.line = line;
    return true;
  }

  /**
   * Units of which the viewer knows what they are, drawn one after another, stay one line.
   * @param {Entry} entry @param {GameEvent} event @returns {boolean} whether it was that
   */
  drawsMore(entry, event) {
    if (event.kind !== DRAW || !namesIn(event).length) return false;
    const { draws } = this;
    const goesOn = draws !== null && draws.line === this.list.lastChild && draws.event.side === event.side;
    const tokens = goesOn ? [...draws.event.tokens, ...event.tokens] : event.tokens;
    const titles = tokens.map(({ token }) => this.manifest.pieces.get(token)?.title ?? token);
    const all = { ...event, tokens, text: `Drawn: ${titles.join(", ")}.` };
    const from = goesOn ? draws.from : entry.number + 1;
    const line = this.line(entry, all, from);
    if (goesOn) draws.line.replaceWith(line);
    else this.list.append(line);
    this.draws = { line, event: all, from };
    return true;
  }

  /** The set-up can be folded away, and is once the match begins. @param {Entry} entry @param {GameEvent} event */
  appendSetUp(entry, event) {
    if (!this.setUp) {
      const list = h("ol");
      const details = h("details", { class: "set-up", open: true }, h("summary", null, "Set-up"), list);
      this.setUp = { details, list };
      this.list.before(details);
    }
    this.setUp.list.append(this.line(entry, event));
  }

  foldSetUp() {
    if (!this.setUp) return;
    const { details, list } = this.setUp;
    details.open = list.childNodes.length < 4;
    this.setUp = null;
  }

  /**
   * A turn or a phase begins; of a phase in which nothing happened no heading is left.
   * @param {"h3" | "h4"} tag
   * @param {string} text
   * @param {number} from
   */
  section(tag, text, from) {
    if (!this.list.childNodes.length) {
      this.list.remove();
      this.phase?.remove();
    }
    this.list = h("ol");
    this.move = null;
    const heading = h(tag, { data: { from } }, text);
    this.phase = tag === "h4" ? heading : null;
    this.element.append(heading, this.list);
  }

  /** What a line says: of a move, only who went from where to where. @param {GameEvent} event */
  textOf(event) {
    const who = event.kind === MOVE && event.spaces.length > 1 ? this.movers(event) : "";
    return who ? `${who}: ${this.manifest.label(event.spaces[0])} to ${this.manifest.label(event.spaces.at(-1) ?? "")}` : event.text;
  }

  /** Who moves, in few words; "" where only the sentence can say it. @param {GameEvent} event */
  movers(event) {
    const known = namesIn(event).map((name) => this.manifest.pieces.get(name));
    if (!known.length || !known.every((piece) => piece?.number)) return "";
    const pieces = event.tokens.length > NAMED ? known.slice(0, 1) : known;
    const others = event.tokens.length - pieces.length;
    const rest = others === 0 ? "" : others === 1 ? " and another unit" : ` and ${others} other units`;
    return pieces.map((piece) => piece?.title).join(", ") + rest;
  }

  /** @param {Entry} entry @param {GameEvent} event @param {number} [from] the position after the first of several actions */
  line(entry, event, from = entry.number + 1) {
    const text = this.textOf(event);
    const look = () => this.actions.look(event);
    const lookAway = () => this.actions.look(null);
    const run = () => {
      const goal = event.spaces.at(-1) ?? namesIn(event)[0];
      if (goal) this.actions.centre(goal);
    };
    return h(
      "li",
      { class: [this.manifest.sideClass(entry.side) || "chance", `event-${event.kind}`], data: { from, number: entry.number + 1 } },
      event.spaces.length || event.tokens.length
        ? button(text, run, { class: "line", onmouseenter: look, onfocus: look, onmouseleave: lookAway, onblur: lookAway })
        : h("span", { class: "line" }, text),
      this.rules.link(event.rule),
      this.actions.at
        ? button("▸", () => this.actions.at?.(entry.number + 1), {
            class: "quiet jump",
            "aria-label": `Go to this position: ${text}`,
            title: "Go to this position",
          })
        : null,
    );
  }

  /** In a replay: mark where we are. @param {number} number */
  mark(number) {
    this.at = number;
    this.stick = false;
    const lines = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("[data-from]")]);
    const now = lines.findLast((line) => Number(line.dataset.from) <= number) ?? null;
    this.marked?.classList.remove("here");
    this.marked?.removeAttribute("aria-current");
    now?.classList.add("here");
    now?.setAttribute("aria-current", "step");
    now?.closest("details")?.setAttribute("open", "");
    this.marked = now;
    this.keepMarkInSight();
  }

  keepMarkInSight() {
    if (!this.marked) {
      this.element.scrollTop = 0;
      return;
    }
    const top = this.marked.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    if (top < 0 || top > this.element.clientHeight - 40) this.element.scrollTop += top - this.element.clientHeight / 2;
  }
}

/** @param {GameEvent} event */
function isMove({ kind, spaces, tokens }) {
  return kind === MOVE && spaces.length > 1 && tokens.length > 0;
}
