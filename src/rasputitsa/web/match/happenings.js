/** What the other side did in its turn, read from the events of the log: which kinds there are, for any game. */

/**
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../types.js").GameEvent} GameEvent
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../board/recap.js").Happening & {text: string, rule: string, tokens: string[]}} Happening
 */

/** What the kinds of events mean for a look back. @type {Record<string, Happening["kind"]>} */
const KINDS = {
  move: "move",
  rail: "move",
  advance: "move",
  retreat: "move",
  battle: "battle",
  eliminated: "lost",
  surrender: "lost",
  lost: "lost",
  loss: "reduced",
  reduced: "reduced",
  spent: "spent",
  city: "taken",
  control: "taken",
  place: "arrived",
  arrives: "arrived",
  reinforcement: "arrived",
};
const TAKEN_BACK = "back";
/** What became of units, in a summary. @type {Record<string, string>} */
const FATES = { lost: "eliminated", reduced: "reduced", spent: "spent" };

/**
 * All that happened, in order; a move that was taken back is left out, and a battle rolled for twice is one.
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
  for (const event of entries.flatMap((entry) => entry.events)) {
    const kind = KINDS[event.kind];
    if (event.kind === TAKEN_BACK) found = found.filter((one) => one.kind !== "move" || !one.tokens.some((name) => event.tokens.includes(name)));
    if (kind && !(kind === "battle" && isSame(found.at(-1), event))) {
      const spaces = kind === "move" ? wayOf(event, seen) : event.spaces;
      found.push({ kind, spaces, side: sideOf(event, view, manifest), text: event.text, rule: event.rule, tokens: event.tokens });
    }
    const place = event.spaces.at(-1);
    for (const name of event.tokens.length === 1 && place ? event.tokens : []) seen.set(name, place ?? "");
  }
  return found;
}

/** @param {Happening | undefined} last @param {GameEvent} event */
function isSame(last, event) {
  return last?.kind === "battle" && last.spaces[0] === event.spaces[0];
}

/** An event that names only where a unit came to is completed with where it was seen before. @param {GameEvent} event @param {Map<string, string>} seen */
function wayOf({ spaces, tokens }, seen) {
  const from = seen.get(tokens[0] ?? "");
  return spaces.length === 1 && from && from !== spaces[0] ? [from, ...spaces] : spaces;
}

/** @param {GameEvent} event @param {View} view @param {Manifest} manifest */
function sideOf({ tokens }, view, manifest) {
  const name = tokens[0] ?? "";
  return manifest.pieces.get(name)?.side ?? view.tokens.find((token) => token.name === name)?.owner ?? "";
}

/**
 * A short summary, by side: "4 units moved, 3 battles. Russian units: 2 eliminated, 1 reduced. Taken: Vyazma."
 * @param {Happening[]} happenings
 * @param {Manifest} manifest
 */
export function summaryOf(happenings, manifest) {
  const count = (/** @type {string} */ kind, /** @type {string} */ side) => happenings.filter((one) => one.kind === kind && (!side || one.side === side)).length;
  const moves = new Set(happenings.filter((one) => one.kind === "move").flatMap((one) => one.tokens)).size;
  const battles = count("battle", "");
  const fates = manifest.sides.flatMap(({ name, title }) => {
    const words = Object.entries(FATES).flatMap(([kind, fate]) => (count(kind, name) ? [`${count(kind, name)} ${fate}`] : []));
    return words.length ? [`${title} units: ${words.join(", ")}.`] : [];
  });
  const taken = happenings.filter((one) => one.kind === "taken").map((one) => manifest.spaces.get(one.spaces.at(-1) ?? "")?.title || one.spaces.at(-1));
  const arrived = count("arrived", "");
  return [
    [number(moves, "unit moved", "units moved") || "No unit moved", number(battles, "battle", "battles") || "no battles"].join(", ") + ".",
    ...fates,
    ...(taken.length ? [`Taken: ${[...new Set(taken)].join(", ")}.`] : []),
    ...(arrived ? [`${number(arrived, "unit", "units")} arrived.`] : []),
  ];
}

/** @param {number} count @param {string} one @param {string} many */
const number = (count, one, many) => (count ? `${count} ${count === 1 ? one : many}` : "");
