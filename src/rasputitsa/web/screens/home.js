/** The first page: what this is, a game in one click, and the matches of this browser. */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { linkLine } from "../clipboard.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { Keys } from "../keys.js";
import { go } from "../router.js";
import { openSettings } from "../settings.js";
import { toast } from "../speak.js";
import * as store from "../store.js";

/**
 * @typedef {import("../types.js").GameInfo} GameInfo
 * @typedef {import("../types.js").Summary} Summary
 */

/** @param {GameInfo} game */
export const levelsOf = (game) => game.bots.map((bot) => (typeof bot === "string" ? bot : bot.name));

/** The level to offer first: what was played last, else the second weakest. @param {GameInfo} game */
export function levelOf(game) {
  const levels = levelsOf(game);
  const last = store.settings().level;
  return levels.includes(last) ? last : (levels[1] ?? levels[0] ?? "");
}

/** The bar at the top of every page but the table. @param {string} [title] */
export function pageBar(title) {
  return h(
    "header",
    { class: "bar page-bar" },
    h("a", { class: "brand", href: "/" }, h("img", { src: "/web/icons/icon.svg", alt: "", width: "26", height: "26" }), "Rasputitsa"),
    title ? h("span", { class: "crumb" }, title) : null,
    h(
      "nav",
      { "aria-label": "Pages" },
      h("a", { href: "/new" }, "New match"),
      h("a", { href: "/learn" }, "Learn"),
      button(icon("settings"), () => openSettings(), { class: "quiet icon-button", "aria-label": "Settings", title: "Settings" }),
    ),
  );
}

/** @param {Record<string, unknown>} wanted @param {string} game @param {Partial<import("../store.js").Kept>} [more] */
export async function startMatch(wanted, game, more = {}) {
  const made = await api.create(wanted);
  const seats = /** @type {Record<string, {kind: string}>} */ (wanted.seats ?? {});
  const mine = Object.entries(made.keys).filter(([side]) => seats[side] === undefined || seats[side].kind === "me");
  store.remember(made.match, {
    game,
    keys: mine.map(([, key]) => key),
    sides: made.keys,
    spectators: made.spectators,
    at: Date.now(),
    ...more,
  });
  return made.match;
}

/** @param {HTMLElement} host */
export async function homeScreen(host) {
  document.title = "Rasputitsa";
  const games = await api.games();
  const keys = new Keys();
  const mine = h("section", { class: "mine", "aria-label": "My matches" });
  const picture = h("div", { class: "picture", "aria-hidden": "true", inert: true });
  fill(
    host,
    pageBar(),
    h(
      "main",
      { class: "page home" },
      h(
        "div",
        { class: "hero" },
        h("h1", null, "The road to Moscow, ", h("span", null, "on your table")),
        h(
          "p",
          { class: "lead" },
          "Rasputitsa plays board wargames about the war of 1941 before Moscow, by the book: every legal move is lit, all odds are explained, ",
          "every rule is one click away. Play against the computer, against somebody beside you, or against a friend by a link. ",
          "If you have never played a wargame, the tutorial teaches you in twenty minutes.",
        ),
        picture,
      ),
      ...games.map(gameCard),
      mine,
      h(
        "section",
        { class: "cards" },
        card("Learn in 20 minutes", "Map, units, battles and winning, each done by you on the real table.", "/learn", "Start the tutorial"),
        card("A match with a friend", "Choose sides and options, send a link; or play both sides on one screen.", "/new", "Set up a match"),
        card("Go on from a record", "A record is a text file with every move. Load one and play on from there.", "/new?record", "Load a record"),
      ),
      h("footer", { class: "foot small" }, "Dice are promised before the first move and can be checked after the last. Nothing is fetched from elsewhere."),
    ),
  );
  void showMine(mine, games);
  /** @type {Board | null} */
  let board = null;
  let left = false;
  if (matchMedia("(min-width: 900px)").matches && games.length) {
    void api.game(games[0].name).then((table) => {
      if (left) return;
      const spaces = table.board.spaces.filter((space) => space.outline.length);
      board = new Board(picture, { ...table, board: { ...table.board, spaces } }, { animation: false, labels: "names" });
      board.show({ units: {} });
    });
  }
  return () => {
    left = true;
    keys.destroy();
    board?.destroy();
  };
}

/** @param {string} title @param {string} text @param {string} href @param {string} label */
function card(title, text, href, label) {
  return h("article", { class: "card" }, h("h2", null, title), h("p", null, text), h("a", { class: "button", href }, label));
}

/** @param {GameInfo} game */
function gameCard(game) {
  const levels = levelsOf(game);
  const level = h(
    "select",
    { id: `level-${game.name}`, onchange: () => store.change({ level: level.value }) },
    ...levels.map((name) => h("option", { value: name, selected: name === levelOf(game) }, name)),
  );
  level.value = levelOf(game);
  const start = async (/** @type {string} */ side) => {
    const seats = Object.fromEntries(
      game.sides.map((one) => [one.name, one.name === side ? { kind: "me", name: store.settings().name } : { kind: "bot", level: level.value }]),
    );
    try {
      go(`/match/${encodeURIComponent(await startMatch({ game: game.name, seats }, game.name))}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { tone: "bad" });
    }
  };
  return h(
    "section",
    { class: "game-card", "aria-labelledby": `game-${game.name}` },
    h("div", { class: "game-words" },
      h("h2", { id: `game-${game.name}` }, game.title),
      h("p", null, game.about),
      h("p", { class: "small" }, h("a", { href: `/rules/${encodeURIComponent(game.name)}` }, "Read the rules"))),
    h(
      "div",
      { class: "start" },
      h("h3", null, "Play now against the computer"),
      h(
        "div",
        { class: "sides" },
        ...game.sides.map((side, i) => button([h("span", null, "Play the"), h("strong", null, side.title), h("span", null, "side")], () => void start(side.name), { class: ["big", `side-${i}`], "aria-label": `Play the ${side.title} side` })),
      ),
      levels.length > 1 ? h("p", { class: "row" }, h("label", { for: `level-${game.name}` }, "The computer plays like a"), level) : null,
    ),
  );
}

/** @param {HTMLElement} host @param {GameInfo[]} games */
async function showMine(host, games) {
  const kept = store.matches();
  const keys = kept.flatMap((one) => (one.keys.length ? one.keys : one.spectators ? [one.spectators] : [])).slice(0, 300);
  if (!keys.length) return;
  let found;
  try {
    found = await api.mine(keys);
  } catch {
    return;
  }
  const known = found
    .map((summary) => ({ summary, kept: kept.find((one) => one.match === summary.match) }))
    .filter((one) => one.kept)
    .sort((a, b) => rank(a.summary) - rank(b.summary) || b.summary.created - a.summary.created);
  if (!known.length) return;
  fill(
    host,
    h("h2", null, "My matches"),
    h("ul", { class: "match-list" }, ...known.slice(0, 40).map((one) => matchLine(one.summary, /** @type {import("../store.js").Kept} */ (one.kept), games, () => void showMine(host, games)))),
  );
}

/** @param {Summary} one */
const rank = (one) => (one.outcome ? 2 : one.asked && one.you.includes(one.asked) ? 0 : 1);

/** @param {Summary} one @param {import("../store.js").Kept} kept @param {GameInfo[]} games @param {() => void} again */
function matchLine(one, kept, games, again) {
  const game = games.find((known) => known.name === one.game);
  const title = (/** @type {string} */ side) => game?.sides.find((known) => known.name === side)?.title ?? side;
  const who = Object.entries(one.seats).map(([side, seat]) => `${title(side)}: ${seat.name || (one.you.includes(side) ? "you" : seat.kind === "empty" ? "nobody yet" : "a player")}`);
  const mine = one.asked !== null && one.you.includes(one.asked);
  const state = one.outcome
    ? one.outcome.winner === "draw" ? "A draw" : `${title(one.outcome.winner)} victory`
    : mine ? (one.you.length > 1 ? `The ${title(one.asked ?? "")} player's turn` : "Your turn") : `The ${title(one.asked ?? "")} player's turn`;
  const url = `/match/${encodeURIComponent(one.match)}`;
  const open = Object.entries(one.seats).filter(([side, seat]) => seat.kind === "empty" && kept.sides[side] && !one.you.includes(side));
  const date = new Date(one.created * 1000).toLocaleDateString([], { day: "numeric", month: "short" });
  return h(
    "li",
    { class: [mine && !one.outcome && "my-turn", one.outcome && "over"] },
    h(
      "div",
      { class: "match-main" },
      h("a", { class: "match-title", href: url }, game?.title ?? one.game, kept.tutorial ? " (tutorial)" : ""),
      h("span", { class: "small" }, `${who.join(" · ")} · ${date}`),
    ),
    h("span", { class: "turn-state" }, state),
    h(
      "span",
      { class: "row" },
      one.outcome ? h("a", { class: "button", href: `${url}/replay`, "aria-label": `Replay of ${game?.title}, ${date}` }, "Replay") : h("a", { class: ["button", mine && "primary"], href: url, "aria-label": `Go on with ${game?.title}, ${date}` }, "Go on"),
      button(icon("close"), () => {
        store.forget(one.match);
        toast("The match is no longer listed here.", { action: { label: "Undo", run: () => { store.remember(one.match, kept); again(); } } });
        again();
        if (!store.matches().length) location.reload();
      }, { class: "quiet icon-button", "aria-label": `Forget this match (${date})`, title: "Forget this match" }),
    ),
    ...open.map(([side]) => linkLine(`Invite the ${title(side)} player`, store.seatLink(one.match, kept.sides[side]))),
  );
}
