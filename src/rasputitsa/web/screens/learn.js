/** Learning a game: what its tutorial teaches, and its start. */

import { toastError } from "../announcer.js";
import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { go } from "../router.js";
import { startMatch } from "../setup.js";
import * as store from "../store.js";
import { pageBar } from "./home.js";

/**
 * @typedef {import("../types.js").GameLine} GameInfo
 * @typedef {import("../types.js").Lesson} Tutorial
 */

/** @param {HTMLElement} host */
export async function learnScreen(host) {
  document.title = "Learn - Rasputitsa";
  const games = await api.games();
  const tutorials = await Promise.all(games.map((game) => (game.tutorial === false ? null : api.tutorial(game.name).catch(() => null))));
  fill(
    host,
    pageBar("Learn"),
    h(
      "main",
      { class: "page narrow" },
      h("h1", null, "Learn to play"),
      h(
        "p",
        { class: "lead" },
        "You play on the real board. The tutorial explains what is going on and you make the moves; nothing you click can go wrong.",
      ),
      ...games.map((game, i) => gameCard(game, tutorials[i])),
    ),
  );
  return () => {};
}

/** @param {GameInfo} game @param {Tutorial | null} tutorial */
function gameCard(game, tutorial) {
  if (!tutorial) {
    const text = "There is no tutorial for this game yet. Read the rules, or just play: whenever a move is not allowed, the rule is shown.";
    const rules = h("a", { class: "button", href: `/rules/${encodeURIComponent(game.name)}` }, "Rules");
    return h("section", { class: "card" }, h("h2", null, game.title), h("p", null, text), rules);
  }
  const chapters = tutorial.steps.map((step) => step.heading).filter(Boolean);
  return h(
    "section",
    { class: "card" },
    h("h2", null, tutorial.title || game.title),
    tutorial.about ? h("p", null, tutorial.about) : null,
    chapters.length ? h("ol", { class: "chapters" }, ...chapters.map((chapter) => h("li", null, chapter))) : null,
    h("div", { class: "row" }, ...startButtons(game, tutorial)),
  );
}

/** @param {GameInfo} game @param {Tutorial} tutorial */
function startButtons(game, tutorial) {
  const begun = store.matches().find((one) => one.tutorial && one.game === game.name);
  if (!begun) return [button("Start", () => void start(game), { class: "primary big" })];
  const label = `Continue (step ${(begun.place?.[0] ?? 0) + 1} of ${tutorial.steps.length})`;
  return [
    button("Start over", () => void start(game)),
    button(label, () => go(`/match/${encodeURIComponent(begun.match)}`), { class: "primary big" }),
  ];
}

/** @param {GameInfo} game */
async function start(game) {
  try {
    const seats = Object.fromEntries(game.sides.map((side) => [side.name, { kind: "me" }]));
    const id = await startMatch({ game: game.name, seats, tutorial: true }, game.name, { tutorial: true, place: [0, 0] });
    go(`/match/${encodeURIComponent(id)}`);
  } catch (error) {
    toastError(error);
  }
}
