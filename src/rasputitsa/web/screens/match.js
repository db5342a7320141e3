/** A match: fetches what never changes about it, and opens its screen. */

import * as api from "../api.js";
import { fetched } from "../late_modules.js";
import { levelsOf } from "../levels.js";
import { rename } from "../router.js";
import { Rulebook } from "../rulebook.js";
import * as store from "../store.js";

/** What browsers stored as true before there were several. */
const FIRST_LESSON = "first";

/**
 * @param {HTMLElement} host
 * @param {import("../router.js").Route} route
 */
export async function matchScreen(host, route) {
  if (route.fragment) {
    store.arrive(route.id, route.fragment);
    rename(`/match/${encodeURIComponent(route.id)}`);
  }
  const code = fetched(import("../match/screen.js"));
  const connecting = code.then(({ connect }) => connect(route.id));
  try {
    const [{ MatchScreen }, connection, facts] = await Promise.all([code, connecting, factsOf(route.id)]);
    const { manifest, rules, levels, tutorial } = facts;
    const screen = new MatchScreen(host, connection, manifest, new Rulebook(manifest.name, rules), levels, tutorial);
    return () => screen.destroy();
  } catch (error) {
    connecting.then((connection) => connection.close(), () => {});
    throw error;
  }
}

/** What never changes about a match. @param {string} id */
async function factsOf(id) {
  const known = store.match(id)?.game;
  if (known) fetchGame(known).catch(() => {}); // before the server says which game it is
  const { game, edition } = await api.summary(id, store.keysOf(id)[0] ?? null);
  const [manifest, rules, games] = await fetchGame(game, edition);
  store.remember(id, { game });
  const learning = store.match(id)?.tutorial;
  const tutorial = learning ? await api.lesson(game, learning === true ? FIRST_LESSON : learning).catch(() => null) : null;
  return { manifest, rules, levels: levelsOf(games.find((one) => one.name === game)), tutorial };
}

/** What never changes about a game, fetched once. @param {string} game @param {string} [edition] */
function fetchGame(game, edition) {
  return Promise.all([api.manifest(game, edition), api.rules(game), api.games()]);
}
