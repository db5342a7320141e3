/** A battle that is fought in steps: who takes part, then the dice of each step, die by die, and what they did. */

import { die, facesOf } from "../dice.js";
import { h } from "../dom.js";
import { counted } from "../numbers.js";

/**
 * @typedef {import("../types.js").NoteData} Note
 * @typedef {import("./battle.js").Roll} Roll
 * @typedef {import("../rulebook.js").Rulebook} Rulebook
 */

/** Whether a roll goes on with the battle of the one before. @param {Roll | undefined} before @param {Roll} roll */
export function isSameBattle(before, roll) {
  const [was, is] = [before?.forecast, roll.forecast];
  if (!was?.steps || !is?.steps || was.spaces[0] !== is.spaces[0]) return false;
  return (was.step ?? 0) <= (is.step ?? 0) && was.title !== is.title;
}

/** Whether a question is about the battle of a roll. @param {import("./battle.js").Forecast} forecast @param {Roll | undefined} roll */
export function isWithin(forecast, roll) {
  const fallen = roll?.forecast;
  return Boolean(forecast.steps && fallen?.steps && fallen.spaces[0] === forecast.spaces[0] && (fallen.step ?? 0) <= (forecast.step ?? 0));
}

/** @param {Roll[]} rolls  of one battle @param {Rulebook} rules @param {(name: string, face?: number) => Node} chip */
export function battleSteps(rolls, rules, chip) {
  const [first] = rolls;
  const last = rolls[rolls.length - 1];
  const now = last.forecast?.step ?? 0;
  const step = (/** @type {Note} */ { text, rule }, /** @type {number} */ i) => {
    const own = rolls.filter((roll) => roll.forecast?.step === i);
    const blocks =
      i === 0
        ? h("div", { class: "pieces" }, ...(first.forecast?.tokens ?? []).map((name, j) => chip(name, first.forecast?.faces?.[j])))
        : null;
    const skipped = i > 0 && i < now && !own.length;
    return h(
      "li",
      { class: [i === now && "now", skipped && "skipped"], "aria-current": i === now ? "step" : null },
      h("h4", null, text, " ", rules.link(rule), skipped ? h("span", { class: "small" }, " none") : null),
      blocks,
      ...own.map((roll) => fired(roll, roll === last, rules)),
    );
  };
  return h("ol", { class: "battle-steps" }, ...(first.forecast?.steps ?? []).map(step));
}

/**
 * One roll: who fires, the dice with their hits, what the defender absorbs, and what happened.
 * @param {Roll} roll
 * @param {boolean} fresh
 * @param {Rulebook} rules
 */
function fired({ forecast, entry, events }, fresh, rules) {
  const needs = forecast?.needs ?? [];
  const faces = facesOf(entry.action);
  const hits = faces.filter((face, i) => face >= (needs[i] ?? 7)).length;
  const who = forecast?.roll ?? "";
  const absorb = forecast?.absorb ?? 0;
  const shields = Array.from({ length: absorb }, (_, i) => h("i", { class: ["shield", i < hits && "used"] }));
  const [, ...rest] = events; // the first says what was rolled
  return h(
    "div",
    { class: "fired" },
    h(
      "p",
      { class: "who" },
      h("strong", null, who),
      ` ${counted(hits, "hit")}`,
      shields.length
        ? h(
            "span",
            { class: "shields", role: "img", "aria-label": `${absorb} absorbed, ${Math.min(absorb, hits)} of them used` },
            ...shields,
          )
        : null,
    ),
    h("div", { class: ["dice", fresh && "fresh"] }, ...faces.map((face, i) => die(face, needs[i] ? face >= needs[i] : undefined))),
    rest.length ? h("ol", { class: "sentences" }, ...rest.map((event) => h("li", null, event.text, " ", rules.link(event.rule)))) : null,
  );
}
