/** A game on the first page: its map in little, what kind of evening it is, and a match with one click. */

import { address } from "../here.js";
import { toastError } from "../announcer.js";
import { sideClass } from "../board/sides.js";
import { dialog } from "../dialog.js";
import { button, fill, h, s } from "../dom.js";
import { defaultLevel, levelsOf, levelTitle } from "../levels.js";
import { go } from "../router.js";
import { startMatch } from "../setup.js";
import * as store from "../store.js";

/** @typedef {import("../types.js").GameLine} GameInfo */

/**
 * A game on the first page; `tell` adds what comes a moment later: the picture, the evening, the levels.
 * @param {GameInfo} game
 */
export function gameCard(game) {
  const map = h("div", { class: "map-picture", "aria-hidden": "true" });
  const evening = h("dl", { class: "evening" });
  const line = h("p", { class: "small level-line" });
  const levels = levelsOf(game);
  const options = levels.map((name) => h("option", { value: name }, levelTitle(name)));
  const level = h("select", { id: `level-${game.name}`, onchange: () => choose() }, ...options);
  level.value = defaultLevel(levels);
  /** @type {Record<string, string>} */
  let lines = {};
  const tellLevel = () => fill(line, lines[level.value] ?? "");
  const choose = () => {
    store.change({ level: level.value });
    tellLevel();
  };
  /** @param {import("../types.js").FrontPage} front */
  const tell = (front) => {
    fill(map, mapPicture(front.maps[game.name]));
    fill(evening, ...eveningLines(front.evenings[game.name], game.hidden, front.measured));
    lines = front.levels;
    tellLevel();
  };
  const start = async (/** @type {string} */ own) => {
    const seat = (/** @type {string} */ side) =>
      side === own ? { kind: "me", name: store.settings().name } : { kind: "bot", level: level.value };
    const seats = Object.fromEntries(game.sides.map(({ name }) => [name, seat(name)]));
    try {
      go(`/match/${encodeURIComponent(await startMatch({ game: game.name, seats }, game.name))}`);
    } catch (error) {
      toastError(error);
    }
  };
  const sideButton = (/** @type {import("../types.js").SideData} */ side) =>
    button([h("span", null, "Play the"), h("strong", null, side.title), h("span", null, "side")], () => void start(side.name), {
      class: ["big", sideClass(game.sides, side.name)],
      "aria-label": `Play the ${side.title} side`,
    });
  const element = h(
    "section",
    { class: "game-card", "aria-labelledby": `game-${game.name}` },
    h(
      "div",
      { class: "game-words" },
      h("h2", { id: `game-${game.name}` }, game.title),
      h("div", { class: "game-about" }, map, h("p", null, game.about)),
      evening,
      h(
        "p",
        { class: "small row" },
        h("a", { href: address(`/rules/${encodeURIComponent(game.name)}`) }, "Read the rules"),
        button("Where the facts come from", () => dialog(game.title, h("p", null, game.sources)), { class: "link" }),
      ),
    ),
    h(
      "div",
      { class: "start" },
      h("h3", null, "Play against a bot"),
      h("div", { class: "sides" }, ...game.sides.map(sideButton)),
      levels.length > 1 ? h("p", { class: "row" }, h("label", { for: `level-${game.name}` }, "Opponent:"), level) : null,
      line,
    ),
  );
  return { element, tell };
}

/** @param {import("../types.js").MapPicture} picture */
function mapPicture({ width, height, dot, layers }) {
  const path = (/** @type {import("../types.js").MapLayer} */ { style, path: d }) => {
    const size = style === "city" || style === "major" ? 0.6 * dot : dot;
    return s("path", { class: `mini-${style}`, d, "stroke-width": String(isLine(d) ? 0.9 : size) });
  };
  return s("svg", { viewBox: `0 0 ${width} ${height}` }, ...layers.map(path));
}

/** @param {string} d */
const isLine = (d) => d.includes("L");

/** @param {import("../types.js").Evening} evening @param {boolean} hidden @param {string} measured  how */
function eveningLines({ time, size, difficulty, balance }, hidden, measured) {
  /** @type {[string, string, string?][]} */
  const lines = [
    ["Time", time],
    ["Size", size],
    ["Difficulty", difficulty],
    ["Fog", hidden ? "Hidden: units or cards are concealed" : "Open: both see everything"],
    ["Balance", balance, measured],
  ];
  return lines.map(([term, text, title]) => h("div", { title }, h("dt", null, term), h("dd", null, text)));
}
