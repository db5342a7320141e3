/** A match: fetches what never changes about it, and opens its screen. */

import * as api from "../api.js";
import { levelsOf } from "../levels.js";
import { MatchScreen } from "../match/screen.js";
import { rename } from "../router.js";
import { Rulebook } from "../rulebook.js";
import * as store from "../store.js";

/**
 * @param {HTMLElement} host
 * @param {import("../router.js").Route} route
 */
export async function matchScreen(host, route) {
  if (route.fragment) {
    store.arrive(route.id, route.fragment);
    rename(`/match/${encodeURIComponent(route.id)}`);
  }
  const { game } = await api.summary(route.id, store.keysOf(route.id)[0] ?? null);
  const [manifest, rules, games] = await Promise.all([api.manifest(game), api.rules(game), api.games()]);
  store.remember(route.id, { game });
  const levels = levelsOf(games.find((one) => one.name === game));
  const learning = store.match(route.id)?.tutorial !== undefined;
  const tutorial = learning ? await api.tutorial(game).catch(() => null) : null;
  const screen = new MatchScreen(host, route.id, manifest, new Rulebook(game, rules), levels, tutorial);
  return () => screen.destroy();
}
