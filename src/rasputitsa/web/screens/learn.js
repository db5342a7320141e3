/** Learning a game: what its lessons teach, and their start. */

import { address } from "../here.js";
import { toastError } from "../announcer.js";
import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { go } from "../router.js";
import { startMatch } from "../setup.js";
import * as store from "../store.js";
import { pageBar } from "./home.js";

/**
 * @typedef {import("../types.js").GameLine} GameInfo
 * @typedef {import("../types.js").LessonLine} LessonLine
 */

/** @param {HTMLElement} host */
export async function learnScreen(host) {
  document.title = "Learn - Rasputitsa";
  const games = await api.games();
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
      ...games.map(gameCard),
    ),
  );
  return () => {};
}

/** @param {GameInfo} game */
function gameCard(game) {
  const text = "There is no tutorial for this game yet. Read the rules, or just play: whenever a move is not allowed, the rule is shown.";
  return h(
    "section",
    { class: "card" },
    h("h2", null, game.title),
    game.lessons.length ? null : h("p", null, text),
    ...game.lessons.map((lesson, i) => lessonPart(game, lesson, i === 0)),
    h(
      "p",
      { class: "small row" },
      h("a", { href: address(`/rules/${encodeURIComponent(game.name)}`) }, "Read the rules"),
    ),
  );
}

/** @param {GameInfo} game @param {LessonLine} lesson @param {boolean} first */
function lessonPart(game, lesson, first) {
  return h(
    "article",
    { class: "lesson" },
    h("h3", null, lesson.title),
    h("p", null, lesson.about),
    h("ol", { class: "chapters" }, ...lesson.headings.map((heading) => h("li", null, heading))),
    h("div", { class: "row" }, ...startButtons(game, lesson, first)),
  );
}

/** @param {GameInfo} game @param {LessonLine} lesson @param {boolean} first */
function startButtons(game, lesson, first) {
  const isOf = (/** @type {store.StoredMatch} */ one) => one.tutorial === lesson.name || (first && one.tutorial === true);
  const begun = store.matches().find((one) => one.game === game.name && isOf(one));
  const look = first ? "primary big" : "";
  if (!begun) return [button("Start", () => void start(game, lesson), { class: look, "aria-label": `Start: ${lesson.title}` })];
  const label = `Continue (step ${(begun.place?.[0] ?? 0) + 1} of ${lesson.steps})`;
  return [
    button("Start over", () => void start(game, lesson)),
    button(label, () => go(`/match/${encodeURIComponent(begun.match)}`), { class: look }),
  ];
}

/** @param {GameInfo} game @param {LessonLine} lesson */
async function start(game, lesson) {
  try {
    const seats = Object.fromEntries(game.sides.map((side) => [side.name, { kind: "me" }]));
    const more = { tutorial: lesson.name, place: [0, 0] };
    const id = await startMatch({ game: game.name, seats, tutorial: lesson.name }, game.name, more);
    go(`/match/${encodeURIComponent(id)}`);
  } catch (error) {
    toastError(error);
  }
}
