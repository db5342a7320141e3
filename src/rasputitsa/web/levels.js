/** The bots of a game: their levels, weakest first, and what people call them. */

import * as store from "./store.js";

/** @typedef {import("./types.js").GameLine} GameInfo */

/** @param {GameInfo | undefined} game */
export const levelsOf = (game) => game?.bots ?? [];

/** The level to offer first: what was played last, else the second weakest. @param {string[]} levels */
export function defaultLevel(levels) {
  const last = store.settings().level;
  return levels.includes(last) ? last : (levels[1] ?? levels[0] ?? "");
}

/** "Recruit". @param {string} level */
export const levelTitle = (level) => level.charAt(0).toUpperCase() + level.slice(1);
