/** What the other side did in its turn, read from the events of the log: which kinds there are, for any game. */

import { counted } from "../numbers.js";

/**
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../types.js").GameEvent} GameEvent
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../board/recap.js").Happening & {text: string, rule: string, tokens: string[], count: number}} Happening
 *   `count`: how many units it is about
 */

/** What the kinds of events mean for a look back. @type {Record<string, Happening["kind"]>} */
const KINDS = {
  move: "move",
  rail: "move",
  advance: "move",
  retreat: "move",
  battle: "battle",
  result: "battle",
  roll: "battle",
  eliminated: "lost",
  surrender: "lost",
  lost: "lost",
  loss: "reduced",
  reduced: "reduced",
  attrition: "reduced",
  spent: "spent",
  withdrawn: "withdrawn",
  city: "taken",
  control: "taken",
  place: "arrived",
  arrives: "arrived",
  reinforcement: "arrived",
};
const TAKEN_BACK = "back";
/** The kind of spaces beside the map. */
const BOX = "box";
/** What became of units, in a summary. @type {Record<string, string>} */
const FATES = { lost: "eliminated", reduced: "reduced", spent: "spent", withdrawn: "withdrawn" };
/** Events with which a phase begins; they name the side that it belongs to. */
const HEADINGS = ["phase", "impulse"];

/**
 * Where the other side's last turn begins in a log, also if this one was asked something in it, and whether it is there
 * as a whole; null if no heading tells.
 * @param {Entry[]} log
 * @param {{name: string, title: string}[]} sides
 * @param {string} mine
 * @returns {{from: number, isWhole: boolean} | null}
 */
export function turnOfOther(log, sides, mine) {
  const headings = log.flatMap(({ events, number }) =>
    events.filter(({ kind }) => HEADINGS.includes(kind)).map(({ text }) => ({ from: number + 1, side: named(text, sides) })),
  );
  let first = headings.findLastIndex(({ side }) => side && side !== mine);
  while (first > 0 && headings[first - 1].side !== mine) first--;
  return first < 0 ? null : { from: headings[first].from, isWhole: first > 0 };
}

/** The side that a text speaks of. @param {string} text @param {{name: string, title: string}[]} sides */
const named = (text, sides) => sides.find(({ title }) => text.includes(title))?.name ?? "";

/**
 * All that happened, in order; a move that was taken back is left out, and of a battle that is rolled for several times only the last roll is told.
 * @param {Entry[]} entries
 * @param {View} view  after it
 * @param {Manifest} manifest
 * @returns {Happening[]}
 */
export function happeningsOf(entries, view, manifest) {
  /** @type {Happening[]} */
  let found = [];
  /** Where tokens were last seen. @type {Map<string, string>} */
  const seen = new Map();
  for (const { event, actor } of entries.flatMap(({ events, side }) => events.map((event) => ({ event, actor: side })))) {
    const kind = kindOf(event, manifest);
    const last = found.at(-1);
    if (event.kind === TAKEN_BACK) found = found.filter((one) => one.kind !== "move" || !one.tokens.some((name) => event.tokens.includes(name)));
    if (kind === "battle" && last && isSame(last, event)) last.text = event.text;
    else if (kind) {
      const spaces = kind === "move" ? wayOf(event, seen) : event.spaces;
      const { text, rule, tokens } = event;
      const count = event.count ?? Math.max(1, tokens.length);
      found.push({ kind, spaces, side: sideOf(event, actor, view, manifest), text, rule, tokens, count });
    }
    const place = event.spaces.at(-1);
    for (const name of event.tokens.length === 1 && place ? event.tokens : []) seen.set(name, place ?? "");
  }
  return found;
}

/**
 * What an event means for a look back, if anything: dice about nothing on the map are no battle.
 * @param {GameEvent} event
 * @param {Manifest} manifest
 */
function kindOf(event, manifest) {
  const kind = KINDS[event.kind];
  const isFought = event.spaces.length > 0 && manifest.spaces.get(event.spaces[0])?.kind !== BOX;
  return kind === "battle" && !isFought ? undefined : kind;
}

/** @param {Happening} last @param {GameEvent} event */
function isSame(last, event) {
  return last.kind === "battle" && last.spaces[0] === event.spaces[0];
}

/** An event that names only where a unit came to is completed with where it was seen before. @param {GameEvent} event @param {Map<string, string>} seen */
function wayOf({ spaces, tokens }, seen) {
  const from = seen.get(tokens[0] ?? "");
  return spaces.length === 1 && from && from !== spaces[0] ? [from, ...spaces] : spaces;
}

/**
 * Whose it is; where the piece is hidden, its side is named, or it is that of what lies there, or of the player who acts.
 * @param {GameEvent} event
 * @param {string} actor
 * @param {View} view
 * @param {Manifest} manifest
 */
function sideOf({ tokens, text }, actor, view, manifest) {
  const name = tokens[0] ?? "";
  const owner = () => view.tokens.find((token) => token.name === name)?.owner ?? actor;
  return manifest.pieces.get(name)?.side ?? (named(text, manifest.sides) || owner());
}

/**
 * A short summary, by side: "4 units moved, 3 battles. Russian units: 2 eliminated, 1 reduced. Taken: Vyazma."
 * @param {Happening[]} happenings
 * @param {Manifest} manifest
 */
export function summaryOf(happenings, manifest) {
  const all = (/** @type {string} */ kind, /** @type {string} */ side) =>
    happenings.filter((one) => one.kind === kind && (!side || one.side === side));
  const count = (/** @type {string} */ kind, /** @type {string} */ side) => all(kind, side).reduce((sum, one) => sum + one.count, 0);
  const moved = happenings.filter((one) => one.kind === "move");
  const moves = new Set(moved.flatMap((one) => one.tokens)).size + moved.filter((one) => !one.tokens.length).length; // of hidden units each move counts
  const battles = new Set(happenings.filter((one) => one.kind === "battle").map((one) => one.spaces[0])).size;
  const fates = manifest.sides.flatMap(({ name, title }) => {
    const words = Object.entries(FATES).flatMap(([kind, fate]) => (count(kind, name) ? [`${count(kind, name)} ${fate}`] : []));
    return words.length ? [`${title} units: ${words.join(", ")}.`] : [];
  });
  const taken = happenings.filter((one) => one.kind === "taken").flatMap((one) => one.spaces.map((name) => manifest.spaces.get(name)?.title || name));
  const arrived = count("arrived", "");
  return [
    [moves ? counted(moves, "unit moved", "units moved") : "No unit moved", battles ? counted(battles, "battle") : "no battles"].join(", ") + ".",
    ...fates,
    ...(taken.length ? [`Taken: ${[...new Set(taken)].join(", ")}.`] : []),
    ...(arrived ? [`${counted(arrived, "unit")} arrived.`] : []),
  ];
}
