/** What the other side did in its turn, read from the fields of events, for any game. */

import { namesIn } from "../events.js";
import { counted } from "../numbers.js";

/**
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {import("../types.js").FateData} FateData
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../board/recap.js").Happening & {text: string, rule: string, tokens: string[], count: number}} Happening
 *   count: of tokens, also those that the viewer cannot tell from others
 */

/** What is drawn for what became of tokens. @type {Partial<Record<FateData["fate"], Happening["kind"]>>} */
const SIGNS = {
  eliminated: "lost",
  surrendered: "lost",
  reduced: "reduced",
  spent: "spent",
  withdrawn: "withdrawn",
  arrived: "arrived",
};
/** What became of units, in a summary. @type {Record<string, string>} */
const FATES = { lost: "eliminated", reduced: "reduced", spent: "spent", withdrawn: "withdrawn" };
/** Kinds of events whose spaces are a way. */
const WAYS = ["move", "retreat", "advance"];

/**
 * Where the other side's last turn begins in a log, also if this one was asked something in it, and whether it is there
 * as a whole; null if no heading tells.
 * @param {Entry[]} log
 * @param {string} mine
 * @returns {{from: number, isWhole: boolean} | null}
 */
export function turnOfOther(log, mine) {
  const headings = log.flatMap(({ events, number }) =>
    events.filter(({ kind }) => kind === "phase").map(({ side }) => ({ from: number + 1, side })),
  );
  let first = headings.findLastIndex(({ side }) => side && side !== mine);
  while (first > 0 && headings[first - 1].side !== mine) first--;
  return first < 0 ? null : { from: headings[first].from, isWhole: first > 0 };
}

/**
 * All that happened, in order; a move that was taken back is left out,
 * and of a battle that is rolled for several times only the last roll is told.
 * @param {Entry[]} entries
 * @returns {Happening[]}
 */
export function happeningsOf(entries) {
  /** @type {Happening[]} */
  let found = [];
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.kind === "set-up") continue;
    if (event.kind === "taken-back") {
      const names = namesIn(event);
      found = found.filter((one) => one.kind !== "move" || !one.tokens.some((name) => names.includes(name)));
      continue;
    }
    const last = found.at(-1);
    if (event.kind === "battle" && last?.kind === "battle" && last.spaces[0] === event.spaces[0]) last.text = event.text;
    else found.push(...told(event));
  }
  return found;
}

/** What an event tells: of a way or a battle that, and what became of tokens, by side. @param {GameEvent} event @returns {Happening[]} */
function told(event) {
  const { kind, spaces, side, text, rule } = event;
  const all = { spaces, side, text, rule, tokens: namesIn(event), count: event.tokens.length };
  if (WAYS.includes(kind)) return [{ kind: "move", ...all }];
  if (kind === "battle" && spaces.length) return [{ kind: "battle", ...all }];
  if (kind === "control") return [{ kind: "taken", ...all }];
  /** @type {Map<string, Happening>} */
  const groups = new Map();
  for (const { token, fate, side, origin, place } of event.tokens) {
    const sign = SIGNS[fate];
    if (!sign) continue;
    const key = `${sign} ${side}`;
    const space = sign === "arrived" ? place : origin;
    const group = groups.get(key) ?? { kind: sign, spaces: space ? [space] : [], side, text, rule, tokens: [], count: 0 };
    groups.set(key, group);
    group.count += 1;
    if (token) group.tokens.push(token);
  }
  return [...groups.values()];
}

/**
 * @typedef {object} Figures  A turn in figures. Losses and the like are counted by side.
 * @property {number} moved
 * @property {number} battles
 * @property {Record<string, Record<string, number>>} fates  by side and kind of happening
 * @property {string[]} taken  spaces
 */

/** @param {Happening[]} happenings @returns {Figures} */
export function figuresOf(happenings) {
  const moved = happenings.filter((one) => one.kind === "move");
  const unknown = moved.reduce((sum, one) => sum + one.count - one.tokens.length, 0); // each move of these counts
  /** @type {Figures["fates"]} */
  const fates = {};
  for (const { kind, side, count } of happenings) {
    if (kind === "move" || kind === "battle" || kind === "taken") continue;
    const own = (fates[side] ??= {});
    own[kind] = (own[kind] ?? 0) + count;
  }
  return {
    moved: new Set(moved.flatMap((one) => one.tokens)).size + unknown,
    battles: new Set(happenings.filter((one) => one.kind === "battle").map((one) => one.spaces[0])).size,
    fates,
    taken: [...new Set(happenings.filter((one) => one.kind === "taken").flatMap((one) => one.spaces))],
  };
}

/**
 * A short summary, by side: "4 units moved, 3 battles. Russian units: 2 eliminated, 1 reduced. Taken: Vyazma."
 * @param {Happening[]} happenings
 * @param {Manifest} manifest
 */
export function summaryOf(happenings, manifest) {
  const { moved, battles, fates, taken } = figuresOf(happenings);
  const lines = manifest.sides.flatMap(({ name, title }) => {
    const words = Object.entries(FATES).flatMap(([kind, fate]) => (fates[name]?.[kind] ? [`${fates[name][kind]} ${fate}`] : []));
    return words.length ? [`${title} units: ${words.join(", ")}.`] : [];
  });
  const places = new Set(taken.map((name) => manifest.spaces.get(name)?.title || name));
  const arrived = Object.values(fates).reduce((sum, own) => sum + (own.arrived ?? 0), 0);
  return [
    [moved ? counted(moved, "unit moved", "units moved") : "No unit moved", battles ? counted(battles, "battle") : "no battles"].join(
      ", ",
    ) + ".",
    ...lines,
    ...(places.size ? [`Taken: ${[...places].join(", ")}.`] : []),
    ...(arrived ? [`${counted(arrived, "unit")} arrived.`] : []),
  ];
}
