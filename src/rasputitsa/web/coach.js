/** The teacher at the table: says a lesson, waits for the learner to do it, and plays what the other side does. */

import { button, fill, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { match as kept, remember } from "./store.js";
import { say } from "./speak.js";

/**
 * @typedef {import("./types.js").Tutorial} Tutorial
 * @typedef {import("./types.js").Lesson} Lesson
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {{play: (action: string) => Promise<boolean>, settled: () => Promise<void>, log: () => Entry[],
 *   show: (names: string[] | null) => void, overlay: (name: string | null, piece?: string) => void,
 *   hint: (action: string | null) => void, refresh: () => void, home: () => void}} Stage
 */

/** @param {Lesson} lesson @returns {string[]} */
const actions = (lesson) => (lesson.do ? (Array.isArray(lesson.do) ? lesson.do : [lesson.do]) : []);

export class Coach {
  /** @param {string} match @param {Tutorial} tutorial @param {import("./rulebook.js").Rulebook} rules @param {Stage} stage */
  constructor(match, tutorial, rules, stage) {
    this.match = match;
    this.tutorial = tutorial;
    this.rules = rules;
    this.stage = stage;
    this.element = h("section", { class: "coach", "aria-label": "Tutorial" });
    const [at, from] = kept(match)?.place ?? [0, 0];
    this.at = Math.min(at, tutorial.steps.length - 1);
    this.from = from;
    this.busy = false;
    this.note = "";
  }

  get lesson() {
    return this.tutorial.steps[this.at];
  }

  /** How much of the lesson has been done. */
  get done() {
    return this.stage.log().slice(this.from).filter((entry) => entry.side !== "chance").length;
  }

  /** The action that the learner should do now, or null. */
  get wanted() {
    if (!this.lesson || this.lesson.auto || this.lesson.free) return null;
    return actions(this.lesson)[this.done] ?? null;
  }

  /** Whether the learner only has to read and go on. */
  get reads() {
    return !this.free && this.at < this.tutorial.steps.length - 1 && (this.lesson.auto || !actions(this.lesson).length);
  }

  get free() {
    return this.lesson?.free ?? false;
  }

  /** The lesson begins to show. */
  begin() {
    this.draw();
    const { lesson } = this;
    if (!lesson) return;
    this.stage.show(lesson.show ?? null);
    this.stage.overlay(lesson.overlay ?? null, lesson.piece);
    this.stage.hint(null);
    this.stage.refresh();
    say(this.element.querySelector(".say")?.textContent ?? "");
  }

  /** Whether the learner may do this now; if not, a friendly word. @param {string} action */
  allows(action) {
    if (this.free || this.busy) return true;
    const { wanted } = this;
    if (action === wanted) {
      this.note = "";
      return true;
    }
    this.note = wanted === null ? "Read on first: press “Go on”." : "That would be allowed, but the lesson asks for something else. Press “Show me” if you are lost.";
    this.draw();
    this.element.classList.remove("nudge");
    void this.element.offsetWidth;
    this.element.classList.add("nudge");
    say(this.note);
    return false;
  }

  /** Whether the last action of this lesson may be taken back. */
  get canUndo() {
    return this.free || this.done > 0;
  }

  /** The position has changed. */
  changed() {
    if (this.busy || !this.lesson || this.free) return;
    const all = actions(this.lesson);
    if (!this.lesson.auto && all.length && this.done >= all.length) this.next();
    else this.draw();
  }

  next() {
    if (this.at >= this.tutorial.steps.length - 1) return;
    this.at += 1;
    this.from = this.stage.log().length;
    this.note = "";
    remember(this.match, { place: [this.at, this.from] });
    this.begin();
  }

  /** The button: go on, or let the tutorial play what comes now. */
  async goOn() {
    const { lesson } = this;
    if (this.busy || !lesson) return;
    if (lesson.auto) {
      this.busy = true;
      this.draw();
      const played = await this.playAll(actions(lesson).slice(this.done));
      this.busy = false;
      if (!played) {
        this.note = "The line was slow. Press “Go on” again.";
        this.draw();
        return;
      }
    }
    this.next();
  }

  /** @param {string[]} all @returns {Promise<boolean>} whether all of it was taken */
  async playAll(all) {
    for (const action of all) {
      if (!(await this.stage.play(action))) return false;
      await this.stage.settled();
    }
    return true;
  }

  draw() {
    const { lesson } = this;
    if (!lesson) return;
    const steps = this.tutorial.steps;
    const chapter = [...steps.slice(0, this.at + 1)].reverse().find((step) => step.heading)?.heading ?? this.tutorial.title;
    const all = actions(lesson);
    const waits = !lesson.auto && all.length > 0;
    const last = this.at === steps.length - 1;
    const focused = this.element.contains(document.activeElement);
    const top = this.note ? this.element.scrollTop : 0;
    fill(
      this.element,
      h(
        "header",
        null,
        h("h2", { tabindex: "-1" }, chapter, " ", this.rules.link(lesson.rule)),
        h("span", { class: "small" }, `${this.at + 1} of ${steps.length}`),
      ),
      h("progress", { max: String(steps.length), value: this.at + 1, "aria-label": "How far you are" }),
      h("div", { class: "say" }, ...markdown(lesson.say, this.rules.linker)),
      this.note ? h("p", { class: "gentle" }, this.note) : null,
      h(
        "div",
        { class: "row coach-row" },
        waits ? h("span", { class: "todo" }, all.length > 1 ? `Your turn: ${this.done} of ${all.length} done` : "Your turn") : null,
        waits ? button("Show me", () => this.stage.hint(this.wanted)) : null,
        !waits && !last ? button([this.busy ? "Playing…" : "Go on", h("kbd", { "aria-hidden": "true" }, "Enter")], () => void this.goOn(), { class: "primary", disabled: this.busy }) : null,
        last ? button("To the first page", this.stage.home) : null,
      ),
    );
    this.element.scrollTop = top;
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector("button.primary") ?? this.element.querySelector("h2"))?.focus();
  }
}
