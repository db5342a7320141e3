/** The replay of a match: every position with a slider, a link to each, and a new match from any of them. */

import { address, here } from "../here.js";
import { announce, toast, toastError } from "../announcer.js";
import * as api from "../api.js";
import { analyse, compareButton } from "../analysis.js";
import { linkLine, save } from "../clipboard.js";
import { dialog } from "../dialog.js";
import { facesOf } from "../dice.js";
import { button, fill, h } from "../dom.js";
import { completed } from "../changes.js";
import { isHeading, publicEntry } from "../events.js";
import { Frame, tool } from "../frame.js";
import { icon } from "../icons.js";
import { Keys } from "../keys.js";
import { MatchLog } from "../match_log.js";
import { Advice } from "../panels/advice.js";
import { BattlePanel } from "../panels/battle.js";
import { HandPanel } from "../panels/hand.js";
import { NotesPanel } from "../panels/notes.js";
import { openReport } from "../panels/report.js";
import { go, rename } from "../router.js";
import { Rulebook } from "../rulebook.js";
import { animated, openSettings } from "../settings.js";
import { seatChoices, seatsOf, startMatch } from "../setup.js";
import { Socket } from "../socket.js";
import * as store from "../store.js";

/**
 * @typedef {import("../types.js").Replayed} Replayed
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 */

/** Milliseconds a position is shown for. @type {[string, number][]} */
const SPEEDS = [
  ["Slow", 2200],
  ["Normal", 1100],
  ["Fast", 450],
];
/** Viewers that are no side. */
const PUBLIC = "public";
const EVERYTHING = "everything";

/** The match with its whole log, as this browser may see it. @param {string} id @returns {Promise<MatchState>} */
function wholeMatch(id) {
  return new Promise((resolve, reject) => {
    const nothing = () => {};
    const log = new MatchLog((before) => socket.query("log", { before }));
    const finish = async (/** @type {MatchState} */ state) => {
      log.take(state);
      while (await log.older());
      resolve({ ...state, log: log.between(0, state.number) });
      socket.close();
    };
    const socket = new Socket(id, () => store.keysOf(id), Promise.resolve(), {
      state: (message) => void finish(completed(message, null)).catch(reject),
      clock: nothing,
      link: nothing,
      chat: nothing,
      key: nothing,
      rematch: nothing,
      failed: (error) => reject(new api.ApiError(error, 403)),
      confused: (again) => again || reject(new api.ApiError({ code: "unreadable", text: "What the server sent cannot be read." }, 0)),
      known: () => ({ log: 0, chat: 0 }),
    });
  });
}

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function replayScreen(host, route) {
  if (route.fragment) store.arrive(route.id, route.fragment);
  const key = store.keysOf(route.id)[0] ?? null;
  const { game, edition } = await api.summary(route.id, key);
  const [manifest, rules, state] = await Promise.all([api.manifest(game, edition), api.rules(game), wholeMatch(route.id)]);
  store.remember(route.id, { game });
  const wanted = Number(route.query.get("at") ?? state.number);
  const at = Number.isFinite(wanted) ? Math.max(0, Math.min(state.number, Math.floor(wanted))) : state.number;
  const screen = new Replay(host, route.id, key, manifest, new Rulebook(game, rules), state, at);
  return () => screen.destroy();
}

class Replay {
  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {string | null} key
   * @param {Manifest} manifest
   * @param {Rulebook} rules
   * @param {MatchState} state
   * @param {number} at
   */
  constructor(host, id, key, manifest, rules, state, at) {
    this.id = id;
    this.key = key;
    this.manifest = manifest;
    this.rules = rules;
    this.state = state;
    /** Two people at one screen look back while the match goes on: what only one of them may know is left out. */
    this.shared = manifest.hidden && state.you.length > 1 && !state.outcome;
    this.log = this.shared ? state.log.map(publicEntry) : state.log;
    this.count = state.number;
    this.at = at;
    /** The positions where something happened. */
    this.stops = [0, ...this.log.filter((entry) => entry.events.length).map((entry) => entry.number + 1)];
    if (this.stops.at(-1) !== this.count) this.stops.push(this.count);
    /** @type {Map<string, Promise<Replayed>>} */
    this.fetched = new Map();
    /** Whose view is shown: a side, "" for one's own, what everybody may know, or everything. */
    this.viewer = this.shared ? PUBLIC : manifest.hidden && state.outcome ? EVERYTHING : "";
    this.timer = 0;
    this.speed = SPEEDS[1][1];
    this.battle = new BattlePanel(rules, undefined, (name, face) => this.frame.chip(name, face));
    this.hands = new HandPanel(manifest, rules, { play: () => {}, preview: () => {}, why: () => {}, confirms: () => true });
    this.moment = h("p", { class: "moment" });
    this.slider = this.makeSlider();
    const looks = { class: "primary icon-button", "aria-label": "Play", title: "Play or pause (k)" };
    this.playButton = button(icon("play"), () => this.toggle(), looks);
    const notes = new NotesPanel(id, () => ({ side: "", key: async () => (state.you.length ? key : null) }));
    const notesTab = { name: "notes", title: "Notes", element: notes.element, render: () => notes.render() };
    /** @type {Frame} */
    this.frame = new Frame(host, manifest, rules, {
      class: "replay",
      tabs: manifest.hidden && state.you.length > 1 ? [] : [notesTab], // nobody knows which of two players looks
      label: "Replay",
      goTo: (number) => void this.go(number, false),
    });
    this.advice = new Advice(id, key, this.frame);
    this.frame.add({
      tools: [
        h("a", { class: "button", href: address(`/match/${encodeURIComponent(id)}`) }, "Match"),
        tool("fit", "Whole map, and back", "f", () => this.frame.board.follow.toggleWhole()),
        tool("settings", "Settings", ",", openSettings),
        tool("help", "Controls", "?", () => this.keys.help()),
      ],
      sections: [this.controls(), this.battle.element, this.hands.element],
    });
    this.frame.board.on("hover", (what) => this.inspect(what?.space ?? null));
    this.frame.board.on("focus", (what) => this.inspect(what?.space ?? null));
    this.frame.board.on("inspect", ({ space, token }) => this.frame.view && this.frame.info.showCard(space, this.frame.view, { token }));
    this.keys = this.makeKeys();
    document.title = `Replay - ${manifest.title}`;
    void this.go(at, false);
  }

  // Controls.

  makeSlider() {
    const move = () => void this.go(Number(this.slider.value), false);
    const range = { type: "range", min: "0", max: String(this.count), value: String(this.at) };
    return h("input", { ...range, "aria-label": "Position", oninput: move });
  }

  controls() {
    const { outcome } = this.state;
    const jump = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => void} */ run) =>
      button(icon(picture), run, { class: "icon-button", "aria-label": label, title: label });
    return h(
      "section",
      { class: "question replay-controls", "aria-label": "Replay" },
      h("h2", { class: "sr-only" }, "Replay"),
      this.moment,
      this.slider,
      h(
        "div",
        { class: "row transport" },
        jump("first", "First", () => void this.go(0, false)),
        jump("back", "Previous", () => this.step(-1)),
        this.playButton,
        jump("forward", "Next", () => this.step(1)),
        jump("last", "Last", () => void this.go(this.count, false)),
      ),
      this.turnButtons(),
      h(
        "div",
        { class: "row wrap" },
        this.speedSelect(),
        this.manifest.hidden && outcome ? this.viewerSelect() : null,
        ...this.moreButtons(),
      ),
      this.advice.element,
      outcome ? h("p", { class: "small" }, h("strong", null, this.manifest.resultTitle(outcome.winner)), ` ${outcome.reason}`) : null,
    );
  }

  /** A button for the beginning of each turn. */
  turnButtons() {
    const begun = this.log.flatMap((entry) => entry.events.filter((event) => event.kind === "turn").map(() => entry.number + 1));
    // The first turn may have begun before anything happened.
    const turns = begun.length && begun.length < this.state.view.turn ? [0, ...begun] : begun;
    if (turns.length < 2) return null;
    const turn = (/** @type {number} */ number, /** @type {number} */ i) =>
      button(String(i + 1), () => void this.go(number, false), { class: "quiet", "aria-label": `Turn ${i + 1}` });
    return h("div", { class: "row turn-jumps", role: "group", "aria-label": "Turns" }, ...turns.map(turn));
  }

  speedSelect() {
    const options = SPEEDS.map(([name, value]) => h("option", { value: String(value) }, name));
    const select = h("select", { "aria-label": "Speed", onchange: () => (this.speed = Number(select.value)) }, ...options);
    select.value = String(this.speed);
    return select;
  }

  /** After the end everybody may see everything. */
  viewerSelect() {
    const change = () => {
      this.viewer = select.value;
      void this.go(this.at, false);
    };
    const sides = this.manifest.sides.map((side) => h("option", { value: side.name }, `${side.title} view`));
    const select = h("select", { "aria-label": "View as", onchange: change }, h("option", { value: EVERYTHING }, "Everything"), ...sides);
    return select;
  }

  moreButtons() {
    const { outcome, view } = this.state;
    const { manifest, id, key } = this;
    const download = () => void api.record(id, key).then((text) => save(`${manifest.name}-${id}.txt`, text)).catch(toastError);
    const report = () => void openReport(id, key, manifest, this.rules, manifest.scenario(view)).catch(toastError);
    return [
      outcome || !manifest.hidden ? button([icon("play"), "Play on from here"], () => void this.playOn()) : null,
      outcome || !manifest.hidden ? button("Analyse", () => void analyse({ id, key, number: this.at, game: manifest.name })) : null,
      compareButton(id, this.at),
      here ? null : button([icon("share"), "Share"], () => this.share(), { class: "wordless" }),
      button([icon("download"), "Record"], download, { class: "wordless" }),
      outcome ? button("Report", report) : null,
      outcome ? this.advice.button(() => this.at) : null,
    ];
  }

  makeKeys() {
    const keys = new Keys();
    const group = "Replay";
    keys.add(
      { keys: [" ", "k"], show: "k", title: "Play or pause", group, run: () => this.toggle() },
      { keys: ["ArrowRight", "n", "."], show: "→ n", title: "Next", group, run: () => this.step(1) },
      { keys: ["ArrowLeft", "p"], show: "← p", title: "Previous", group, run: () => this.step(-1) },
      { keys: ["Home"], title: "First", group, run: () => void this.go(0, false) },
      { keys: ["End"], title: "Last", group, run: () => void this.go(this.count, false) },
      { keys: ["f"], title: "Whole map, and back", group: "Map", run: () => this.frame.board.follow.toggleWhole() },
      { keys: [","], title: "Settings", group: "General", run: openSettings },
    );
    return keys;
  }

  // Positions.

  /** @param {number} at @returns {Promise<Replayed>} */
  fetch(at) {
    const name = `${at} ${this.viewer}`;
    let found = this.fetched.get(name);
    if (!found) {
      found = api.replay(this.id, this.key, at, this.viewer);
      this.fetched.set(name, found);
      found.catch(() => this.fetched.delete(name));
    }
    return found;
  }

  /** @param {number} at @param {boolean} animate */
  async go(at, animate) {
    this.at = Math.max(0, Math.min(this.count, at));
    this.slider.value = String(this.at);
    rename(`/match/${encodeURIComponent(this.id)}/replay?at=${this.at}`);
    const { viewer } = this;
    let position;
    try {
      position = await this.fetch(this.at);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { tone: "bad", id: "replay" });
      return;
    }
    if (position.number !== this.at || viewer !== this.viewer) return;
    const next = this.stops.find((stop) => stop > this.at);
    if (next !== undefined) void this.fetch(next).catch(() => {});
    this.show(position, animate && animated());
  }

  /** @param {Replayed} position @param {boolean} animate */
  show({ view, entry: seen }, animate) {
    const entry = this.shared ? this.log[this.at - 1] : (seen ?? this.log[this.at - 1]);
    const events = entry?.events ?? [];
    const text = events.map((event) => event.text).join(" ");
    this.advice.forget();
    this.frame.showBoard(view, animate);
    this.frame.show(view, this.log);
    this.frame.board.path(events.find((event) => event.spaces.length > 1)?.spaces ?? null);
    const words = text || (this.at ? "" : "Start of the match.");
    fill(this.moment, h("span", { class: "small" }, `${this.at} of ${this.count}`), " ", words, " ", this.rules.link(events[0]?.rule));
    this.slider.setAttribute("aria-valuetext", `${view.heading}. ${text}`);
    this.showBattle(entry, animate);
    this.showHands(view);
    this.frame.log.mark(this.at);
    if (animate) announce(text);
  }

  /** @param {Entry | undefined} entry @param {boolean} animate */
  showBattle(entry, animate) {
    if (entry?.side !== "chance" || !facesOf(entry.action).length) {
      this.battle.clear();
      return;
    }
    const events = entry.events.filter((event) => !isHeading(event));
    this.battle.showRoll(entry, events, animate);
    const space = events[0]?.spaces[0];
    if (space && animate) this.frame.lookAt(space);
  }

  /** Hands as the viewer may see them. @param {View} view */
  showHands(view) {
    const both = this.manifest.sides.map((side) => side.name);
    /** @type {Record<string, string[]>} */
    const sides = { "": this.state.you.slice(0, 1), [PUBLIC]: [], [EVERYTHING]: both };
    if (view.hands) this.hands.render(view, [], sides[this.viewer] ?? [this.viewer], this.at);
  }

  /** @param {string | null} space */
  inspect(space) {
    if (this.frame.view) this.frame.info.show(space, this.frame.view);
  }

  /** To the next or previous position where something happened. @param {number} by @returns {boolean} whether there is one */
  step(by) {
    const goal = by > 0 ? this.stops.find((stop) => stop > this.at) : this.stops.findLast((stop) => stop < this.at);
    if (goal !== undefined) void this.go(goal, by > 0);
    return goal !== undefined;
  }

  toggle() {
    if (this.timer) this.pause();
    else {
      if (this.at >= this.count) void this.go(0, false);
      this.timer = window.setTimeout(() => this.tick(), 300);
    }
    this.drawPlayButton();
  }

  tick() {
    if (this.step(1)) this.timer = window.setTimeout(() => this.tick(), this.speed);
    else this.pause();
    this.drawPlayButton();
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
  }

  drawPlayButton() {
    fill(this.playButton, icon(this.timer ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.timer ? "Pause" : "Play");
  }

  // What can be done with a position.

  share() {
    const url = `${location.origin}/match/${encodeURIComponent(this.id)}/replay?at=${this.at}`;
    const key = store.match(this.id)?.spectators || (this.state.you.length ? "" : this.key);
    dialog("Share this position", [
      key
        ? linkLine("Link for anyone", `${url}#${key}`, "Opens the replay at this position, as a spectator.")
        : linkLine("Link for the players", url, "Opens for those who have a link to this match."),
    ]);
  }

  /** A new match that begins with this position. */
  async playOn() {
    this.pause();
    this.drawPlayButton();
    const { name } = this.manifest;
    const game = (await api.games()).find((one) => one.name === name);
    if (!game) return;
    const number = this.at;
    const seats = seatChoices(game, seatsOf(this.state));
    const error = h("p", { class: "error", role: "alert" });
    const start = async () => {
      try {
        const from = { match: this.id, number, key: this.key ?? undefined };
        const id = await startMatch({ game: name, seats: seats.values(), from }, name);
        box.close();
        go(`/match/${encodeURIComponent(id)}`);
      } catch (problem) {
        error.textContent = /** @type {Error} */ (problem).message;
      }
    };
    const begin = button("Start match", () => void start(), { class: "primary" });
    const text = `A new match starts from this position: ${this.frame.view?.heading ?? ""}. This match is not changed.`;
    const box = dialog("Play on from here", [h("p", null, text), seats.element, error, h("div", { class: "row end" }, begin)]);
  }

  destroy() {
    this.pause();
    this.keys.destroy();
    this.frame.destroy();
  }
}
