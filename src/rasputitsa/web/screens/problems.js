/** The problems of all games. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { isSolved, startProblem } from "../problems.js";
import { pageBar } from "./home.js";

/**
 * @typedef {import("../types.js").GameLine} GameInfo
 * @typedef {import("../types.js").PuzzleLine} PuzzleLine
 */

/** @param {HTMLElement} host */
export async function problemsScreen(host) {
  document.title = "Problems - Rasputitsa";
  const games = await api.games();
  const problems = await Promise.all(games.map((game) => api.problems(game.name)));
  const lead = "Small positions with something to reach. The dice show what they are said to show; the rules decide whether it is solved.";
  fill(
    host,
    pageBar("Problems"),
    h(
      "main",
      { class: "page narrow" },
      h("h1", null, "Problems"),
      h("p", { class: "lead" }, lead),
      ...games.map((game, i) => gameCard(game, problems[i])),
    ),
  );
  return () => {};
}

/** @param {GameInfo} game @param {PuzzleLine[]} problems */
function gameCard(game, problems) {
  return h(
    "section",
    { class: "card" },
    h("h2", null, game.title),
    h("ul", { class: "problem-list" }, ...problems.map((problem) => problemLine(game, problem))),
  );
}

/** @param {GameInfo} game @param {PuzzleLine} problem */
function problemLine(game, problem) {
  const solved = isSolved(game.name, problem.name);
  const side = game.sides.find((one) => one.name === problem.side)?.title ?? problem.side;
  const start = () => void startProblem(game.name, problem);
  return h(
    "li",
    null,
    h(
      "div",
      { class: "match-main" },
      h("strong", null, problem.title, solved ? h("span", { class: "solved" }, " ✓ solved") : null),
      h("span", null, problem.say),
      h("span", { class: "small" }, `You play the ${side} side.`),
    ),
    button(solved ? "Again" : "Play", start, { class: solved ? "" : "primary", "aria-label": `Play: ${problem.title}` }),
  );
}
