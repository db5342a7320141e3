/** What each player has added to the dice, and what is needed to check them. */

import { h } from "../dom.js";
import { here } from "../here.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../manifest.js").Manifest} Manifest
 */

/** @param {MatchState} state @param {Manifest} manifest */
export function diceSection(state, manifest) {
  const { commitment, seals, words: seeds = {} } = state;
  if (!commitment || !seals) return null;
  const facts = [
    ["Commitment", commitment],
    ...manifest.sides.flatMap(({ name, title }) => [
      [`${title} seal`, seals[name] ?? ""],
      [`${title} seed`, seeds[name]?.word ?? ""],
    ]),
    ["Secret", state.secret ?? ""],
  ].filter(([, value]) => value);
  return h(
    "section",
    { class: "dice-seeds" },
    h("h3", null, "Dice"),
    h("ul", null, ...manifest.sides.map(({ name, title }) => h("li", null, `${title}: ${standing(state, name)}`))),
    h(
      "details",
      null,
      h("summary", null, "Check the dice"),
      h("p", { class: "small" }, EXPLANATION),
      h("dl", { class: "facts mono" }, ...facts.map(([label, value]) => h("div", null, h("dt", null, label), h("dd", null, value)))),
    ),
  );
}

const EXPLANATION = here
  ? "Before the first move this page committed to a secret, which is stored in this browser; the hash of it is above. " +
    "Before the first roll each player adds a random seed; every roll follows from the secret and the seeds. " +
    "The record of a match that is over has them all, and anybody can check with it that no roll was changed: rasputitsa verify. " +
    "Whoever shares this browser could read the secret; between people who do not trust each other, let a server keep it."
  : "The server committed to a secret. Before the first roll each player's browser seals a random seed, " +
    "then all seeds are shown; every roll follows from the secret and the seeds. " +
    "Keep these lines to compare them with the record at the end.";

/** @param {MatchState} state @param {string} side */
function standing({ seals, words: seeds = {}, seats }, side) {
  if (seeds[side]) return "has added a seed";
  if (side in seeds && seals?.[side]) return "did not show the sealed seed";
  if (seats[side]?.kind === "bot") return "a bot adds no seed";
  if (side in seeds) return "no seed";
  return seals?.[side] ? "has sealed a seed" : "no seed yet";
}

/** Why the first roll has not fallen yet. @param {MatchState} state @param {Manifest} manifest */
export function whatIsAwaited({ awaited = [], seats, you }, manifest) {
  const titles = (/** @type {string[]} */ sides) => sides.map((side) => manifest.sideTitle(side)).join(" and the ");
  const open = awaited.filter((side) => seats[side]?.kind === "empty");
  const link = you.length ? " The Players tab has the link." : "";
  if (open.length) return `The first roll waits until somebody plays the ${titles(open)} side.${link}`;
  const others = awaited.filter((side) => !you.includes(side));
  if (!others.length) return "The dice are being prepared.";
  const away = others.filter((side) => !seats[side]?.here);
  if (away.length) return `The first roll waits for the ${titles(away)} player, who is away.`;
  return `The first roll waits for the ${titles(others)} player's browser to add a seed to the dice.`;
}
