/** A match once more: every position with a slider, and a link to a moment of it. */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { chip } from "../chip.js";
import { linkLine, save } from "../clipboard.js";
import { dialog } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { Keys } from "../keys.js";
import { BattlePanel, faces } from "../panels/battle.js";
import { charts } from "../panels/charts.js";
import { HandPanel } from "../panels/hand.js";
import { InfoBox } from "../panels/info.js";
import { LogPanel } from "../panels/log.js";
import { openReport, resultTitle } from "../panels/report.js";
import { RulesPanel } from "../panels/rules.js";
import { StatusPanel } from "../panels/status.js";
import { rename } from "../router.js";
import { catchRuleLinks, Rulebook } from "../rulebook.js";
import { moves, openSettings } from "../settings.js";
import { Socket } from "../socket.js";
import { say, toast } from "../speak.js";
import * as store from "../store.js";
import { Tabs } from "../tabs.js";

/**
 * @typedef {import("../types.js").Replayed} Replayed
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../types.js").TableData} TableData
 */

const SPEEDS = [
  ["slow", 2200],
  ["normal", 1100],
  ["fast", 450],
];

/** The whole log, as this browser may see it. @param {string} id @returns {Promise<import("../types.js").TableState>} */
function wholeLog(id) {
  return new Promise((resolve, reject) => {
    const nothing = () => {};
    const socket = new Socket(id, () => store.keysOf(id), {
      state: (state) => {
        resolve(state);
        socket.close();
      },
      link: nothing,
      chat: nothing,
      rematch: nothing,
      failed: (error) => reject(new api.ApiError(error, 403)),
      known: () => ({ log: 0, chat: 0 }),
    });
  });
}

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function replayScreen(host, route) {
  if (route.fragment) store.arrive(route.id, route.fragment);
  const key = store.keysOf(route.id)[0] ?? null;
  const summary = await api.summary(route.id, key);
  const [table, rules, state] = await Promise.all([api.game(summary.game), api.rules(summary.game), wholeLog(route.id)]);
  store.remember(route.id, { game: summary.game });
  const asked = Number(route.query.get("at") ?? state.number);
  const at = Number.isFinite(asked) ? Math.max(0, Math.min(state.number, Math.floor(asked))) : state.number;
  const screen = new Replay(host, route.id, key, table, new Rulebook(table.name, rules), state, at);
  return () => screen.destroy();
}

class Replay {
  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {string | null} key
   * @param {TableData} table
   * @param {Rulebook} rules
   * @param {import("../types.js").TableState} state
   * @param {number} at
   */
  constructor(host, id, key, table, rules, state, at) {
    this.id = id;
    this.key = key;
    this.table = table;
    this.rules = rules;
    this.state = state;
    /** Two people at one screen look back while the match goes on: what only one of them may know is left out. */
    this.shared = Boolean(table.hidden) && state.you.length > 1 && !state.outcome;
    this.log = this.shared ? state.log.map((entry) => ({ ...entry, events: entry.events.filter((event) => !event.only) })) : state.log;
    this.count = state.number;
    this.at = at;
    /** The positions where something happened. */
    this.stops = [0, ...this.log.filter((entry) => entry.events.length).map((entry) => entry.number + 1)];
    if (this.stops.at(-1) !== this.count) this.stops.push(this.count);
    /** @type {Map<string, Promise<Replayed>>} */
    this.kept = new Map();
    /** @type {Replayed | null} */
    this.shown = null;
    this.eyes = "";
    this.playing = 0;
    this.speed = 1100;
    const centre = (/** @type {string} */ name) => this.board.centre(name, { flash: true });
    const piece = (/** @type {string} */ one) => chip(table, one, this.shown?.view.units[one]);
    this.heading = h("h1", { class: "where" });
    this.info = new InfoBox(table, rules);
    this.logPanel = new LogPanel(table, rules, {
      look: (event) => this.board.path(event?.spaces.length ? event.spaces : null),
      centre,
      at: (number) => void this.go(number, false),
    });
    this.logPanel.render(this.log);
    this.status = new StatusPanel(table, rules, { centre, piece, describe: () => (this.shown ? this.board.describe(this.shown.view) : []) });
    this.battle = new BattlePanel(rules, { piece, centre, changed: () => {} });
    this.hands = new HandPanel(table, rules, { play: () => {}, preview: () => {}, why: () => {}, careful: () => true });
    this.rulesPanel = new RulesPanel(rules);
    this.tabs = new Tabs(
      [
        { name: "log", title: "Log", content: this.logPanel.element },
        { name: "status", title: "Status", content: this.status.element },
        { name: "charts", title: "Charts", content: charts(table, rules) },
        { name: "rules", title: "Rules", content: this.rulesPanel.element },
      ],
      "log",
      "About the match",
    );
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: String(this.count),
      value: String(this.at),
      "aria-label": "Moment of the match",
      oninput: () => void this.go(Number(this.slider.value), false),
    });
    this.words = h("p", { class: "moment" });
    this.playButton = button(icon("play"), () => this.toggle(), { class: "primary icon-button", "aria-label": "Play", title: "Play or pause (space)" });
    const begun = this.log.flatMap((entry) => entry.events.filter((event) => event.kind === "turn").map(() => entry.number + 1));
    // The first turn may have begun before anything happened.
    const turns = begun.length && begun.length < (state.view.turn ?? 0) ? [0, ...begun] : begun;
    const speed = h("select", { "aria-label": "Speed", onchange: () => (this.speed = Number(speed.value)) },
      ...SPEEDS.map(([name, value]) => h("option", { value: String(value), selected: value === this.speed }, String(name))));
    const open = this.state.outcome !== null || table.hidden === false;
    const eyes = h("select", { "aria-label": "Seen by", onchange: () => { this.eyes = eyes.value; void this.go(this.at, false); } },
      h("option", { value: "" }, this.state.you.length && !open ? "my eyes" : "all-seeing"),
      ...table.sides.map((side) => h("option", { value: side.name }, `${side.title} eyes`)));
    const tool = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => void} */ run) =>
      button(icon(picture), run, { class: "icon-button", "aria-label": label, title: label });
    this.boardHost = h("div", { class: "board-host" });
    const { outcome } = this.state;
    this.element = h(
      "div",
      { class: ["table-screen replay", table.cards?.length && "with-cards"] },
      h(
        "header",
        { class: "bar" },
        h("a", { class: "icon-button", href: "/", "aria-label": "To the first page", title: "To the first page" }, icon("home")),
        this.heading,
        h(
          "div",
          { class: "tools", role: "toolbar", "aria-label": "Tools" },
          h("a", { class: "button", href: `/match/${encodeURIComponent(this.id)}` }, "To the table"),
          tool("fit", "Fit the map", () => this.board.fit()),
          tool("settings", "Settings", () => openSettings()),
          tool("help", "Keys and help", () => this.keys.help()),
        ),
      ),
      h("main", { class: "map-area", "aria-label": "Map" }, this.boardHost, this.info.element),
      h(
        "aside",
        { class: "side-panel", "aria-label": "Replay" },
        button("", () => this.element.classList.toggle("tall"), { class: "handle", "aria-label": "Larger or smaller panel" }),
        h(
          "div",
          { class: "side-scroll" },
          h(
            "section",
            { class: "question replay-controls", "aria-label": "Replay" },
            h("h2", { class: "sr-only" }, "Replay"),
            this.words,
            this.slider,
            h(
              "div",
              { class: "row transport" },
              tool("first", "To the beginning", () => void this.go(0, false)),
              tool("back", "Back", () => this.step(-1)),
              this.playButton,
              tool("forward", "On", () => this.step(1)),
              tool("last", "To the end", () => void this.go(this.count, false)),
            ),
            turns.length > 1
              ? h("div", { class: "row turn-jumps", role: "group", "aria-label": "Turns" }, ...turns.map((number, i) => button(String(i + 1), () => void this.go(number, false), { class: "quiet", "aria-label": `Turn ${i + 1}` })))
              : null,
            h(
              "div",
              { class: "row wrap" },
              speed,
              table.hidden ? eyes : null,
              button([icon("share"), "Share"], () => this.share()),
              button([icon("download"), "Record"], () => void api.record(this.id, this.key).then((text) => save(`${table.name}-${this.id}.txt`, text)).catch((error) => toast(error.message, { tone: "bad" }))),
              outcome ? button("Report", () => void openReport(this.id, this.key, table, rules).catch((error) => toast(error.message, { tone: "bad" }))) : null,
            ),
            outcome ? h("p", { class: "small" }, h("strong", null, resultTitle(outcome.winner, table)), ` ${outcome.reason}`) : null,
          ),
          this.battle.element,
          this.hands.element,
          this.tabs.element,
        ),
      ),
    );
    catchRuleLinks(this.element, (number) => {
      this.tabs.open("rules");
      this.element.classList.add("tall");
      this.rulesPanel.show(number);
    });
    fill(host, this.element);
    this.board = new Board(this.boardHost, table, { palette: store.settings().palette, animation: moves(), labels: true });
    this.board.on("hover", (what) => this.shown && this.info.show(what?.space ?? null, this.shown.view));
    this.board.on("focus", (what) => this.shown && this.info.show(what?.space ?? null, this.shown.view));
    this.keys = this.makeKeys();
    this.unwatch = store.watch((now) => this.board.settings({ palette: now.palette, animation: moves(now) }));
    document.title = `Replay - ${table.title}`;
    void this.go(at, false);
  }

  makeKeys() {
    const keys = new Keys();
    const group = "Replay";
    keys.add(
      { keys: [" ", "k"], show: "k", title: "Play or pause", group, run: () => this.toggle() },
      { keys: ["n", "."], show: "n", title: "On to what happened next", group, run: () => this.step(1) },
      { keys: ["p"], title: "Back", group, run: () => this.step(-1) },
      { keys: ["Home"], title: "To the beginning", group, run: () => void this.go(0, false) },
      { keys: ["End"], title: "To the end", group, run: () => void this.go(this.count, false) },
      { keys: ["f"], title: "Fit the map", group: "The map", run: () => this.board.fit() },
      { keys: [","], title: "Settings", group: "Everywhere", run: () => openSettings() },
    );
    return keys;
  }

  /** @param {number} at @param {string} [eyes] @returns {Promise<Replayed>} */
  fetch(at, eyes = this.eyes) {
    const name = `${at} ${eyes}`;
    let found = this.kept.get(name);
    if (!found) {
      found = api.replay(this.id, this.key, at, eyes || undefined);
      this.kept.set(name, found);
      found.catch(() => this.kept.delete(name));
    }
    return found;
  }

  /** @param {number} at @param {boolean} animate */
  async go(at, animate) {
    this.at = Math.max(0, Math.min(this.count, at));
    this.slider.value = String(this.at);
    rename(`${location.pathname}?at=${this.at}`);
    let position;
    try {
      position = await this.fetch(this.at);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { tone: "bad", id: "replay" });
      return;
    }
    if (position.number !== this.at) return;
    const next = this.stops.find((stop) => stop > this.at);
    if (next !== undefined) void this.fetch(next).catch(() => {});
    this.board.show(position.view, { animate: animate && moves() });
    this.shown = position;
    const entry = this.shared ? this.log[this.at - 1] : (position.entry ?? this.log[this.at - 1]);
    const events = entry?.events ?? [];
    const text = events.map((event) => event.text).join(" ");
    fill(this.heading, position.view.heading);
    fill(this.words, h("span", { class: "small" }, `${this.at} of ${this.count}`), " ", text || (this.at ? "" : "The beginning."), " ", this.rules.link(events[0]?.rule));
    this.slider.setAttribute("aria-valuetext", `${position.view.heading}. ${text}`);
    this.board.path(events.find((event) => event.spaces.length > 1)?.spaces ?? null);
    if (entry && entry.side === "chance" && faces(entry.action).length) {
      this.battle.roll(entry, events.filter((event) => event.kind !== "phase" && event.kind !== "turn"), animate && moves());
      const space = events[0]?.spaces[0];
      if (space && animate) this.board.centre(space, { flash: true });
    } else this.battle.clear();
    this.status.render(position.view);
    await this.showHands(position.view);
    this.logPanel.mark(this.at);
    if (animate) say(text);
  }

  /** Hands as who looks may see them; all-seeing, those of both sides. @param {import("../types.js").View} view */
  async showHands(view) {
    if (!view.hands) return;
    const at = this.at;
    const all = this.table.sides.map((side) => side.name);
    const eyes = this.shared ? [] : this.eyes ? [this.eyes] : this.state.outcome ? all : this.state.you.slice(0, 1);
    if (eyes.length > 1) {
      const seen = await Promise.all(eyes.map((side) => this.fetch(at, side)));
      if (at !== this.at) return;
      view = { ...view, hands: Object.fromEntries(eyes.map((side, i) => [side, /** @type {any} */ (seen[i].view.hands)[side]])) };
    }
    this.hands.render(view, [], eyes, at);
  }

  /** @param {number} by */
  step(by) {
    const goal = by > 0 ? this.stops.find((stop) => stop > this.at) : [...this.stops].reverse().find((stop) => stop < this.at);
    if (goal !== undefined) void this.go(goal, by > 0);
    return goal !== undefined;
  }

  toggle() {
    if (this.playing) {
      window.clearTimeout(this.playing);
      this.playing = 0;
    } else {
      if (this.at >= this.count) void this.go(0, false);
      const tick = () => {
        if (!this.step(1)) {
          this.playing = 0;
          this.drawPlay();
          return;
        }
        this.playing = window.setTimeout(tick, this.speed);
      };
      this.playing = window.setTimeout(tick, 300);
    }
    this.drawPlay();
  }

  drawPlay() {
    fill(this.playButton, icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  share() {
    const kept = store.match(this.id);
    const url = `${location.origin}/match/${encodeURIComponent(this.id)}/replay?at=${this.at}`;
    const watcher = kept?.spectators || (this.state.you.length ? "" : this.key);
    dialog("Share this moment", [
      watcher
        ? linkLine("This moment, for anybody", `${url}#${watcher}`, "Opens the replay here, with the eyes of an onlooker.")
        : linkLine("This moment, for who has the match", url, "It opens for those who have a link to this match."),
    ]);
  }

  destroy() {
    window.clearTimeout(this.playing);
    this.keys.destroy();
    this.unwatch();
    this.board.destroy();
  }
}
