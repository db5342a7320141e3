/** The tutorial of a match: says a lesson, waits for the learner to do it, and plays what the other side does. */

import { announce } from "../announcer.js";
import { button, fill, h } from "../dom.js";
import { markdown } from "../markdown.js";
import { match as storedMatch, remember } from "../store.js";

/**
 * @typedef {import("../types.js").Lesson} Tutorial
 * @typedef {import("../types.js").LessonStep} Lesson
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {{play: (action: string) => Promise<boolean>, caughtUp: () => Promise<void>, log: () => import("../match_log.js").MatchLog,
 *   pointOut: (names: string[] | null) => void, overlay: (name: string | null, token?: string) => void,
 *   hint: (action: string | null) => void, mark: (names: string[]) => void, bring: (names: string[]) => void,
 *   begun: () => void, drawn: () => void,
 *   mainAction: () => string | null,
 *   home: () => void, playOn: () => Promise<void>, lessons: () => void}} Stage what the coach can do in the match
 */

/** @param {Lesson} lesson @returns {string[]} */
const actionsOf = (lesson) => lesson.do ?? [];

export class Coach {
  /** @param {string} match @param {Tutorial} tutorial @param {import("../rulebook.js").Rulebook} rules @param {Stage} stage */
  constructor(match, tutorial, rules, stage) {
    this.match = match;
    this.tutorial = tutorial;
    this.rules = rules;
    this.stage = stage;
    this.element = h("section", { class: "coach", "aria-label": "Tutorial" });
    const [at, from] = storedMatch(match)?.place ?? [0, 0];
    /** The number of the lesson, and how long the log was when it began. */
    this.at = Math.min(at, tutorial.steps.length - 1);
    this.from = from;
    this.playing = false;
    this.remark = "";
  }

  get lesson() {
    return this.tutorial.steps[this.at];
  }

  /** The spaces and tokens that the lesson's actions are about. */
  get objects() {
    return actionsOf(this.lesson).flatMap((action) => action.split(" ").slice(1));
  }

  /** What is to be seen on the map: what the lesson shows, and the counters of the next action. */
  get shown() {
    return [...(this.lesson.show ?? []), ...(this.wanted?.split(" ").slice(1) ?? [])];
  }

  get isLast() {
    return this.at === this.tutorial.steps.length - 1;
  }

  /** What has been done in the lesson. */
  get acted() {
    return this.stage.log().between(this.from).filter((entry) => entry.side !== "chance");
  }

  /** How many actions of the lesson have been done. */
  get done() {
    const { way } = this;
    return way ? Math.max(0, actionsOf(this.lesson).length - way.left) : this.acted.length;
  }

  /** Where the learner is on the ways through the lesson; null where the tutorial plays it, or if that is not known. */
  get way() {
    const ways = this.lesson.ways ?? [];
    let at = 0;
    for (const { action } of this.acted) at = ways[at]?.to[action] ?? -1;
    return ways[at] ?? null;
  }

  /** The action that the learner should do now, or null. */
  get wanted() {
    return this.lesson.auto || this.free ? null : this.way?.best || null;
  }

  /** Whether an action still leads to the lesson's goal. @param {string} action */
  leadsOn(action) {
    return action in (this.way?.to ?? {});
  }

  /** Whether the learner only has to read. */
  get isReading() {
    return !this.free && !this.isLast && (this.lesson.auto || !actionsOf(this.lesson).length);
  }

  /** Whether Enter may press the main button: not where the lesson asks for something else. */
  get mayEnter() {
    return this.free || this.isLast || this.leadsOn(this.stage.mainAction() ?? "");
  }

  /** Points at what the learner should do now. */
  showMe() {
    this.stage.hint(this.wanted);
  }

  /** Whether the learner may do anything. */
  get free() {
    return this.lesson.free ?? false;
  }

  /** Shows the lesson. */
  begin() {
    this.draw();
    const { lesson } = this;
    this.stage.pointOut(lesson.show ?? null);
    this.stage.mark(this.shown);
    this.stage.bring(this.shown);
    this.stage.overlay(lesson.overlay ?? null, lesson.piece);
    this.stage.hint(null);
    this.stage.begun();
    announce(this.element.querySelector(".say")?.textContent ?? "");
  }

  /** Whether the learner may do this now; if not, it says so. @param {string} action */
  allows(action) {
    if (this.free || this.playing) return true;
    if (this.leadsOn(action)) {
      this.remark = "";
      return true;
    }
    this.remark =
      this.wanted === null
        ? "Press Next to continue the lesson."
        : "That is a legal move, but the lesson asks for something else. Press Show me if you are stuck.";
    this.draw();
    this.element.classList.remove("nudge");
    void this.element.offsetWidth;
    this.element.classList.add("nudge");
    announce(this.remark);
    return false;
  }

  /** Whether the last action belongs to this lesson and may be undone. */
  get canUndo() {
    return this.free || this.acted.length > 0;
  }

  /** The position has changed. */
  update() {
    if (this.playing || this.free) return;
    if (!this.lesson.auto && this.way?.left === 0) this.advance();
    else {
      this.draw();
      this.stage.mark(this.shown);
    }
  }

  /** On to the next lesson. */
  advance() {
    if (this.isLast) return;
    this.at += 1;
    this.from = this.stage.log().end;
    this.remark = "";
    remember(this.match, { place: [this.at, this.from] });
    this.begin();
  }

  /** The button: the tutorial plays what belongs to the lesson, if anything, and goes on. */
  async next() {
    const { lesson } = this;
    if (this.playing) return;
    if (lesson.auto) {
      this.playing = true;
      this.draw();
      const played = await this.playAll(actionsOf(lesson).slice(this.acted.length));
      this.playing = false;
      if (!played) {
        this.remark = "The server was slow to answer. Press Next again.";
        this.draw();
        return;
      }
    }
    this.advance();
  }

  /** @param {string[]} actions @returns {Promise<boolean>} whether all of them were done */
  async playAll(actions) {
    for (const action of actions) {
      if (!(await this.stage.play(action))) return false;
      await this.stage.caughtUp();
    }
    return true;
  }

  draw() {
    const { lesson } = this;
    const { steps, title } = this.tutorial;
    const chapter = steps.slice(0, this.at + 1).findLast((step) => step.heading)?.heading ?? title;
    const hadFocus = this.element.contains(document.activeElement);
    const top = this.remark ? this.element.scrollTop : 0;
    fill(
      this.element,
      h(
        "header",
        null,
        h("h2", { tabindex: "-1" }, chapter, " ", this.rules.link(lesson.rule)),
        h("span", { class: "small" }, `${this.at + 1} of ${steps.length}`),
      ),
      h("progress", { max: String(steps.length), value: this.at + 1, "aria-label": "Progress" }),
      h("div", { class: "say" }, ...markdown(lesson.say, this.rules.linker)),
      this.remark ? h("p", { class: "gentle" }, this.remark) : null,
      h("div", { class: "row coach-row" }, ...this.buttons()),
    );
    this.element.scrollTop = top;
    this.stage.drawn();
    if (hadFocus)
      /** @type {HTMLElement | null} */ (this.element.querySelector("button.primary") ?? this.element.querySelector("h2"))?.focus();
  }

  buttons() {
    const { length } = actionsOf(this.lesson);
    const enter = h("kbd", { "aria-hidden": "true" }, "Enter");
    if (this.isLast)
      return [
        button("Play this now", () => void this.stage.playOn(), { class: "primary" }),
        button("More lessons", this.stage.lessons),
        button("Home", this.stage.home),
      ];
    if (!this.lesson.auto && length) {
      const todo = length > 1 ? `Your turn: ${this.done} of ${length} done` : "Your turn";
      return [h("span", { class: "todo" }, todo), button(["Show me", this.mayEnter ? null : enter], () => this.showMe())];
    }
    const label = [this.playing ? "Playing…" : "Next", enter];
    return [button(label, () => void this.next(), { class: "primary", disabled: this.playing })];
  }
}
