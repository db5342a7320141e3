/** A problem in a match: what is to be reached, whether it is, and how to go on. */

import { announce } from "../announcer.js";
import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { keepSolved, problemAfter, startProblem } from "../problems.js";
import { go } from "../router.js";
import * as store from "../store.js";

/** @typedef {import("../types.js").PuzzleLine} PuzzleLine */

export class ProblemBox {
  /** @param {string} match @param {string} game @param {string} name  of the problem @param {HTMLElement} host */
  constructor(match, game, name, host) {
    this.match = match;
    this.game = game;
    this.name = name;
    /** @type {PuzzleLine[]} */
    this.problems = [];
    /** @type {boolean | null} */
    this.solved = null;
    this.asked = -1;
    this.element = h("section", { class: "coach", "aria-label": "Problem" });
    host.append(this.element);
    void api.problems(game).then((problems) => {
      this.problems = problems;
      this.draw();
    });
  }

  get problem() {
    return this.problems.find((one) => one.name === this.name) ?? null;
  }

  /** The position has changed: is it solved now? Once judged it stays so. @param {number} number  of the position */
  async update(number) {
    if (this.solved !== null || number === this.asked) return;
    this.asked = number;
    const { solved } = await api.judged(this.match, store.keysOf(this.match)[0] ?? null, this.name);
    if (solved === null || this.solved !== null) return;
    this.solved = solved;
    if (solved) keepSolved(this.game, this.name);
    announce(solved ? "Solved." : "Not solved.");
    this.draw();
  }

  draw() {
    const { problem, solved } = this;
    if (!problem) return;
    const verdict = solved === null ? null : h("p", { class: solved ? "verdict solved" : "verdict failed" }, verdictText(solved));
    fill(
      this.element,
      h("header", null, h("h2", null, problem.title), h("span", { class: "small" }, `Every die shows ${problem.dice}`)),
      h("div", { class: "say" }, h("p", null, problem.say)),
      verdict,
      h("div", { class: "row coach-row" }, ...this.buttons(problem)),
    );
  }

  /** @param {PuzzleLine} problem */
  buttons(problem) {
    const next = problemAfter(this.problems, this.name);
    const again = button("Try again", () => void startProblem(this.game, problem), { class: this.solved === false ? "primary" : "" });
    const onward = next ? button("Next problem", () => void startProblem(this.game, next), { class: "primary" }) : null;
    return [button("All problems", () => go("/problems")), again, ...(this.solved && onward ? [onward] : [])];
  }
}

/** @param {boolean} solved */
const verdictText = (solved) => (solved ? "Solved." : "Not solved. The goal was not reached in time.");

/** The problem of a match, if it began as one. @param {string} match @param {string} game @param {HTMLElement} host */
export function makeProblem(match, game, host) {
  const name = store.match(match)?.problem;
  return name ? new ProblemBox(match, game, name, host) : null;
}
