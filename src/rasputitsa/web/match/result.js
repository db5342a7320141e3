/** The end of a match: who won and why, and what to do next. */

import { address } from "../here.js";
import { toastError } from "../announcer.js";
import { button, fill, h } from "../dom.js";
import { openReport } from "../panels/report.js";
import { scoreSheet } from "../panels/score.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {object} Needs
 * @property {string} id
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("../rulebook.js").Rulebook} rules
 * @property {() => string | null} key
 * @property {() => void} rematch
 */

export class Result {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.element = h("section", { class: "result", hidden: true, "aria-label": "Result" });
  }

  /** @param {MatchState} state */
  render(state) {
    const { outcome } = state;
    const isNew = outcome && this.element.hidden;
    this.element.hidden = !outcome;
    if (!outcome) return;
    const { manifest, rules, id, rematch } = this.needs;
    fill(
      this.element,
      h("h2", { tabindex: "-1" }, manifest.resultTitle(outcome.winner)),
      h("p", { class: "lead" }, ownResult(state), " ", outcome.reason, " ", rules.link(outcome.rule)),
      scoreSheet(endingOf(state), rules),
      h(
        "div",
        { class: "answers" },
        button("Match report", () => this.openReport(state), { class: "primary" }),
        h("a", { class: "button", href: address(`/match/${encodeURIComponent(id)}/replay`) }, "Replay"),
        state.you.length ? button("Rematch, sides swapped", rematch) : null,
        h("a", { class: "button", href: address("/") }, "Home"),
      ),
    );
    if (isNew) this.element.scrollIntoView({ block: "nearest" }); // on a small screen the panel may be scrolled elsewhere
  }

  /** @param {MatchState} state */
  openReport({ view }) {
    const { manifest, rules, id, key } = this.needs;
    void openReport(id, key(), manifest, rules, manifest.scenario(view)).catch(toastError);
  }
}

/** What it means for who looks, where that is one side. @param {MatchState} state */
function ownResult({ outcome, you }) {
  if (!outcome || you.length !== 1 || outcome.winner === "draw") return "";
  return outcome.winner === you[0] ? "You win." : "You lose.";
}

/** The view of a state. A match may end otherwise than by its rules, and then it has no other ending. @param {MatchState} state */
export function endingOf({ view, outcome }) {
  return outcome ? { ...view, outcome } : view;
}
