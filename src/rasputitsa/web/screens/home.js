/** The first page: what this is, a game against a bot with one click, and the matches of this browser. */

import { address, here } from "../here.js";
import { toast } from "../announcer.js";
import * as api from "../api.js";
import { asset } from "../assets.js";
import { figures } from "../clock.js";
import { linkLine } from "../clipboard.js";
import { confirm } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { Keys } from "../keys.js";
import { fetched } from "../late_modules.js";
import { openSettings } from "../settings.js";
import * as store from "../store.js";
import { gameCard } from "./game_card.js";

/**
 * @typedef {import("../types.js").GameLine} GameInfo
 * @typedef {import("../types.js").Summary} Summary
 */

/** As many matches are listed; those that are in this browser only can all be opened and deleted. */
const LISTED = here ? Infinity : 40;
const CHANCE = "chance";
const LOCAL =
  "Everything runs in this browser: no server, no account, nothing is sent anywhere. Dice are committed before the first move: the hash " +
  "of a secret is part of the match, and the secret of its record once it is over, so anybody can check that no roll was changed. Here " +
  "the secret is kept in this browser; between people who do not trust each other, run the server: rasputitsa serve.";
/** As many are shown before the others are folded. */
const AT_ONCE = 5;
/** As many keys are asked about. */
const ASKED = 300;

const brandImage = () => h("img", { src: asset("icons/icon.svg"), alt: "", width: "26", height: "26" });

/** The bar at the top of every page but a match. @param {string} [title] */
export function pageBar(title) {
  return h(
    "header",
    { class: "bar page-bar" },
    h("a", { class: "brand", href: address("/") }, brandImage(), "Rasputitsa"),
    title ? h("span", { class: "crumb" }, title) : null,
    h(
      "nav",
      { "aria-label": "Pages" },
      h("a", { href: address("/new") }, "New match"),
      h("a", { href: address("/learn") }, "Learn"),
      h("a", { href: address("/problems") }, "Problems"),
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
  const learn = h("a", { class: ["button", "big", !store.matches().length && "primary"], href: address("/learn") }, "Start the tutorial");
  const transfer = h("div");
  const cards = games.map(gameCard);
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
          "explained, and the rule behind everything is one click away. Play against a bot",
          here ? " or against someone beside you." : ", against someone beside you, or against a friend by link.",
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
      ...cards.map(({ element }) => element),
      transfer,
      h(
        "section",
        { class: "cards" },
        card(
          here ? "Play beside each other" : "Play a friend",
          here
            ? "Choose scenario, sides and options, and play both sides on one screen."
            : "Choose sides and options and send a link, or play both sides on one screen.",
          "/new",
          "Set up a match",
        ),
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
        here ? LOCAL : "Dice are committed before the first move and can be verified after the last. Nothing is loaded from other sites.",
      ),
    ),
  );
  const list = () => void showMine(mine, games, resume);
  list();
  void api.frontPage().then((front) => cards.forEach((card) => card.tell(front)), () => {});
  if (here) void fetched(import("../local/transfer.js")).then(({ transferSection }) => fill(transfer, transferSection(list)));
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
  return h("article", { class: "card" }, h("h2", null, title), h("p", null, text), h("a", { class: "button", href: address(href) }, label));
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
  resume.href = address(`/match/${encodeURIComponent(first.summary.match)}`);
  resume.textContent = resumeText(first.summary, first.stored, games);
  fill(
    host,
    h("h2", null, "My matches"),
    matchList(listed.slice(0, AT_ONCE), games, again),
    listed.length > AT_ONCE
      ? h(
          "details",
          { class: "more-matches" },
          h("summary", null, `${listed.length - AT_ONCE} more`),
          matchList(listed.slice(AT_ONCE), games, again),
        )
      : null,
  );
}

/** "Resume NAME: Turn 2, your turn". @param {Summary} one @param {store.StoredMatch} stored @param {GameInfo[]} games */
function resumeText(one, stored, games) {
  const game = games.find((known) => known.name === one.game);
  const mine = one.asked !== null && one.you.includes(one.asked);
  return `Resume ${game?.title ?? "your match"}${stored.heading ? `: ${stored.heading}` : ""}${mine ? ", your turn" : ""}`;
}

/** @param {{summary: Summary, stored: store.StoredMatch}[]} listed @param {GameInfo[]} games @param {() => void} again */
const matchList = (listed, games, again) =>
  h("ul", { class: "match-list" }, ...listed.map((one) => matchLine(one.summary, one.stored, games, again)));

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
    ? h("a", { class: "button", href: address(`${url}/replay`), "aria-label": `Replay of ${game?.title}, ${date}` }, "Replay")
    : h("a", { class: ["button", mine && "primary"], href: address(url), "aria-label": `Continue ${game?.title}, ${date}` }, "Continue");
  const kind = stored.tutorial ? " (tutorial)" : stored.problem ? " (problem)" : "";
  const remove = async () => {
    if (!(await confirm("Delete this match?", "It is stored in this browser only, and cannot be restored.", "Delete"))) return;
    await (await fetched(import("../local/transfer.js"))).deleteMatch(one.match);
    location.reload();
  };
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
      h("a", { class: "match-title", href: address(url) }, game?.title ?? one.game, kind),
      h("span", { class: "small" }, `${Object.entries(one.seats).map(playerOf).join(" · ")} · ${date}`),
      one.clock ? h("span", { class: "small" }, clockLine(one, title)) : null,
    ),
    h("span", { class: "turn-state" }, standing(one, title), one.outcome ? null : h("small", null, stored.heading ?? "")),
    h(
      "span",
      { class: "row" },
      link,
      button(icon("close"), here ? () => void remove() : forget, {
        class: "quiet icon-button",
        "aria-label": here ? `Delete this match (${date})` : `Remove this match from the list (${date})`,
        title: here ? "Delete" : "Remove from the list",
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
