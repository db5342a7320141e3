/** The first page: what this is, a game against a bot with one click, and the matches of this browser. */

import { toast, toastError } from "../announcer.js";
import * as api from "../api.js";
import { asset } from "../assets.js";
import { sideClass } from "../board/sides.js";
import { figures } from "../clock.js";
import { linkLine } from "../clipboard.js";
import { dialog } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { Keys } from "../keys.js";
import { fetched } from "../late_modules.js";
import { defaultLevel, levelsOf, levelTitle } from "../levels.js";
import { go } from "../router.js";
import { openSettings } from "../settings.js";
import { startMatch } from "../setup.js";
import * as store from "../store.js";

/**
 * @typedef {import("../types.js").GameLine} GameInfo
 * @typedef {import("../types.js").Summary} Summary
 */

/** As many matches are listed. */
const LISTED = 40;
const CHANCE = "chance";
/** As many keys are asked about. */
const ASKED = 300;

/** The bar at the top of every page but a match. @param {string} [title] */
export function pageBar(title) {
  return h(
    "header",
    { class: "bar page-bar" },
    h("a", { class: "brand", href: "/" }, h("img", { src: asset("icons/icon.svg"), alt: "", width: "26", height: "26" }), "Rasputitsa"),
    title ? h("span", { class: "crumb" }, title) : null,
    h(
      "nav",
      { "aria-label": "Pages" },
      h("a", { href: "/new" }, "New match"),
      h("a", { href: "/learn" }, "Learn"),
      button(icon("settings"), openSettings, { class: "quiet icon-button", "aria-label": "Settings", title: "Settings" }),
    ),
  );
}

/** @param {HTMLElement} host */
export async function homeScreen(host) {
  document.title = "Rasputitsa";
  const games = await api.games();
  const keys = new Keys();
  const mine = h("section", { class: "mine", "aria-label": "My matches" });
  const resume = h("a", { class: "button big primary", hidden: true }, "Resume your match");
  const learn = h("a", { class: ["button", "big", !store.matches().length && "primary"], href: "/learn" }, "Start the tutorial");
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
          "Rasputitsa plays board wargames about the 1941 campaign for Moscow, by the book: every legal move is highlighted, the odds are ",
          "explained, and the rule behind everything is one click away. Play against a bot, against someone ",
          "beside you, or against a friend by link.",
        ),
        h(
          "div",
          { class: "row wrap first-steps" },
          resume,
          learn,
          h("span", { class: "small" }, "New to wargames? The tutorial takes twenty minutes."),
        ),
        picture,
      ),
      mine,
      ...games.map(gameCard),
      h(
        "section",
        { class: "cards" },
        card("Play a friend", "Choose sides and options and send a link, or play both sides on one screen.", "/new", "Set up a match"),
        card(
          "Continue from a record",
          "A record is a text file with every move. Load one, or a position, and play on from there.",
          "/new?record",
          "Load a record",
        ),
      ),
      h(
        "footer",
        { class: "foot small" },
        "Dice are committed before the first move and can be verified after the last. Nothing is loaded from other sites.",
      ),
    ),
  );
  void showMine(mine, games, resume);
  const removePicture = showPicture(picture, games);
  return () => {
    removePicture();
    keys.destroy();
  };
}

/**
 * The map of the first game with its counters, where there is room for it.
 * @param {HTMLElement} host
 * @param {GameInfo[]} games
 * @returns {() => void} takes it away
 */
function showPicture(host, games) {
  /** @type {import("../board/board.js").Board | null} */
  let board = null;
  let removed = false;
  if (matchMedia("(min-width: 900px)").matches && games.length) {
    const { name } = games[0];
    void Promise.all([fetched(import("../board/board.js")), api.manifest(name), api.picture(name)]).then(([{ Board }, { data }, view]) => {
      if (removed) return;
      const spaces = data.board.spaces.filter((space) => space.outline.length);
      const shown = new Set(spaces.map((space) => space.name));
      board = new Board(host, { ...data, board: { ...data.board, spaces } }, { animation: false, labels: "names" });
      board.show({ tokens: view.tokens.filter((token) => shown.has(token.at ?? "")), control: view.control });
    });
  }
  return () => {
    removed = true;
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
  const options = levels.map((name) => h("option", { value: name }, levelTitle(name)));
  const level = h("select", { id: `level-${game.name}`, onchange: () => store.change({ level: level.value }) }, ...options);
  level.value = defaultLevel(levels);
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
  return h(
    "section",
    { class: "game-card", "aria-labelledby": `game-${game.name}` },
    h(
      "div",
      { class: "game-words" },
      h("h2", { id: `game-${game.name}` }, game.title),
      h("p", null, game.about),
      h(
        "p",
        { class: "small row" },
        h("a", { href: `/rules/${encodeURIComponent(game.name)}` }, "Read the rules"),
        button("Where the facts come from", () => dialog(game.title, h("p", null, game.sources)), { class: "link" }),
      ),
    ),
    h(
      "div",
      { class: "start" },
      h("h3", null, "Play against a bot"),
      h("div", { class: "sides" }, ...game.sides.map(sideButton)),
      levels.length > 1 ? h("p", { class: "row" }, h("label", { for: `level-${game.name}` }, "Opponent:"), level) : null,
    ),
  );
}

/** @param {HTMLElement} host @param {GameInfo[]} games @param {HTMLAnchorElement} resume  the link to the match to go on with */
async function showMine(host, games, resume) {
  const stored = store.matches();
  const keys = stored.flatMap((one) => store.keysOf(one.match)).slice(0, ASKED);
  if (!keys.length) return;
  let found;
  try {
    found = await api.mine(keys);
  } catch {
    return;
  }
  const listed = found
    .flatMap((summary) => stored.filter((one) => one.match === summary.match).map((one) => ({ summary, stored: one })))
    .sort((a, b) => rank(a.summary) - rank(b.summary) || b.summary.created - a.summary.created)
    .slice(0, LISTED);
  if (!listed.length) return;
  const again = () => void showMine(host, games, resume);
  const [first] = listed;
  resume.hidden = Boolean(first.summary.outcome);
  resume.href = `/match/${encodeURIComponent(first.summary.match)}`;
  fill(
    host,
    h("h2", null, "My matches"),
    h("ul", { class: "match-list" }, ...listed.map((one) => matchLine(one.summary, one.stored, games, again))),
  );
}

/** Matches in which it is one's own turn come first, those that are over last. @param {Summary} one */
const rank = (one) => (one.outcome ? 2 : one.asked && one.you.includes(one.asked) ? 0 : 1);

/** @param {Summary} one @param {store.StoredMatch} stored @param {GameInfo[]} games @param {() => void} again */
function matchLine(one, stored, games, again) {
  const game = games.find((known) => known.name === one.game);
  const title = (/** @type {string | null} */ side) => game?.sides.find((known) => known.name === side)?.title ?? side ?? "";
  const playerOf = (/** @type {[string, import("../types.js").SeatData]} */ [side, seat]) =>
    `${title(side)}: ${seat.name || (one.you.includes(side) ? "you" : seat.kind === "empty" ? "open seat" : "a player")}`;
  const mine = one.asked !== null && one.you.includes(one.asked);
  const url = `/match/${encodeURIComponent(one.match)}`;
  const open = Object.entries(one.seats).filter(([side, seat]) => seat.kind === "empty" && stored.sides[side] && !one.you.includes(side));
  const date = new Date(one.created * 1000).toLocaleDateString([], { day: "numeric", month: "short" });
  const link = one.outcome
    ? h("a", { class: "button", href: `${url}/replay`, "aria-label": `Replay of ${game?.title}, ${date}` }, "Replay")
    : h("a", { class: ["button", mine && "primary"], href: url, "aria-label": `Continue ${game?.title}, ${date}` }, "Continue");
  const forget = () => {
    store.forget(one.match);
    const restore = () => {
      store.remember(one.match, stored);
      again();
    };
    toast("Removed from the list.", { action: { label: "Undo", run: restore } });
    again();
    if (!store.matches().length) location.reload();
  };
  return h(
    "li",
    { class: [mine && !one.outcome && "my-turn", one.outcome && "over"] },
    h(
      "div",
      { class: "match-main" },
      h("a", { class: "match-title", href: url }, game?.title ?? one.game, stored.tutorial ? " (tutorial)" : ""),
      h("span", { class: "small" }, `${Object.entries(one.seats).map(playerOf).join(" · ")} · ${date}`),
      one.clock ? h("span", { class: "small" }, clockLine(one, title)) : null,
    ),
    h("span", { class: "turn-state" }, standing(one, title)),
    h(
      "span",
      { class: "row" },
      link,
      button(icon("close"), forget, {
        class: "quiet icon-button",
        "aria-label": `Remove this match from the list (${date})`,
        title: "Remove from the list",
      }),
    ),
    ...open.map(([side]) => linkLine(`Invite the ${title(side)} player`, store.seatLink(one.match, stored.sides[side]))),
  );
}

/** The clock, and how much time is left to who must act. @param {Summary} one @param {(side: string | null) => string} title */
function clockLine({ clock, outcome }, title) {
  if (!clock || outcome || !clock.running) return clock?.text ?? "";
  const left = clock.left[clock.running];
  return `${clock.text}: ${left > 0 ? `${figures(left, clock.kind)} left` : `the ${title(clock.running)} player's time has run out`}`;
}

/** Whose turn it is, or who won. @param {Summary} one @param {(side: string | null) => string} title */
function standing(one, title) {
  if (one.outcome) return one.outcome.winner === "draw" ? "Draw" : `${title(one.outcome.winner)} victory`;
  if (one.asked === CHANCE) return "The first roll waits for the players";
  const mine = one.asked !== null && one.you.includes(one.asked);
  return mine && one.you.length === 1 ? "Your turn" : `${title(one.asked)} player's turn`;
}
