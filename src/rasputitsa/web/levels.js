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

/** "Recruit"; of a bot that the host has named as module:Class, its class. @param {string} level */
export const levelTitle = (level) => {
  const name = level.slice(level.indexOf(":") + 1);
  return name.charAt(0).toUpperCase() + name.slice(1);
};
