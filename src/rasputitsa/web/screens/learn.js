/** Learning a game: what the tutorial is, and its start. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { go } from "../router.js";
import { toast } from "../speak.js";
import * as store from "../store.js";
import { pageBar, startMatch } from "./home.js";

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
      h("p", { class: "lead" }, "You sit at the real table. A teacher says what is going on, you do it, and nothing you click can break anything."),
      ...games.map((game, i) => lesson(game, tutorials[i])),
    ),
  );
  return () => {};
}

/** @param {import("../types.js").GameInfo} game @param {import("../types.js").Tutorial | null} tutorial */
function lesson(game, tutorial) {
  if (!tutorial) return h("section", { class: "card" }, h("h2", null, game.title), h("p", null, "There is no tutorial for this game yet. Its rules can be read, and every refusal at the table explains itself."), h("a", { class: "button", href: `/rules/${encodeURIComponent(game.name)}` }, "The rules"));
  const chapters = tutorial.steps.map((step) => step.heading).filter(Boolean);
  const begun = store.matches().find((one) => one.tutorial && one.game === game.name);
  const start = async () => {
    try {
      const seats = Object.fromEntries(game.sides.map((side) => [side.name, { kind: "me" }]));
      const id = await startMatch({ game: game.name, seats, tutorial: true }, game.name, { tutorial: true, place: [0, 0] });
      go(`/match/${encodeURIComponent(id)}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { tone: "bad" });
    }
  };
  return h(
    "section",
    { class: "card" },
    h("h2", null, tutorial.title || game.title),
    tutorial.about ? h("p", null, tutorial.about) : null,
    chapters.length ? h("ol", { class: "chapters" }, ...chapters.map((chapter) => h("li", null, chapter))) : null,
    h(
      "div",
      { class: "row" },
      button(begun ? "Start again" : "Start", () => void start(), { class: begun ? "" : "primary big" }),
      begun ? button(`Go on (step ${(begun.place?.[0] ?? 0) + 1} of ${tutorial.steps.length})`, () => go(`/match/${encodeURIComponent(begun.match)}`), { class: "primary big" }) : null,
    ),
  );
}
