/** The keys of this browser's matches are in its database too: whoever has a match can open it, whatever became of the local storage. */

import * as store from "../store.js";
import { keys, write } from "./database.js";

/** Keys that only the database has are known again; from then on it gets all that change. */
export async function restoreKeys() {
  const known = new Map((await keys()).map((one) => [one.match, one]));
  for (const [match, one] of known) if (!store.match(match)) store.remember(match, one);
  const changed = () => store.matches().filter((one) => JSON.stringify(known.get(one.match)) !== JSON.stringify(one));
  store.watchMatches(() => {
    const rows = changed();
    for (const one of rows) known.set(one.match, one);
    if (rows.length) void write(rows.map((value) => ({ store: "keys", value })));
  });
}

/**
 * A new match is told only when its keys are on disk.
 * @param {{match: string, keys: Record<string, string>, spectators?: string}} made
 * @param {Record<string, {kind: string}>} seats  who was to play
 */
export async function keepKeys({ match, keys: sides, spectators = "" }, seats) {
  const own = Object.entries(sides).flatMap(([side, key]) => (!seats[side] || seats[side].kind === "me" ? [key] : []));
  const value = { match, game: "", keys: own, sides, spectators, at: Date.now() };
  return write([{ store: "keys", value }]);
}
