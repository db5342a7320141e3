/** The screen of a match in play: shows each state as it comes, and holds its parts together. */

import { announce, toast } from "../announcer.js";
import { facesOf } from "../dice.js";
import { fill, h } from "../dom.js";
import { isHeading } from "../events.js";
import { Frame, tool } from "../frame.js";
import { flatten, NOTHING } from "../offers.js";
import { animated, openSettings } from "../settings.js";
import { play as playSound } from "../sound.js";
import * as store from "../store.js";
import { Actions } from "./actions.js";
import { announceState } from "./announcements.js";
import { Clocks } from "./clocks.js";
import { Brush } from "./brush.js";
import { Connection } from "./connection.js";
import { Forecasts } from "./forecasts.js";
import { Greeting } from "./greeting.js";
import { HandOver } from "./handover.js";
import { Input } from "./input.js";
import { Inspector } from "./inspector.js";
import { makeCoach } from "./lessons.js";
import { LookBack } from "./lookback.js";
import { Notes } from "./notes.js";
import { Overlays } from "./overlays.js";
import { makePanels } from "./panels.js";
import { People } from "./people.js";
import { Playback } from "./playback.js";
import { Reading } from "./reading.js";
import { Shortcuts } from "./shortcuts.js";
import { TurnCard } from "./turncard.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../rulebook.js").Rulebook} Rulebook
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").View} View
 * @typedef {import("./connection.js").Update} Update
 */

const CHANCE = "chance";
const GLIDE = 420; // milliseconds for which the move of somebody else is shown
const READ = 900; // and the result of a roll

/** Connects before the screen can be made: what comes waits for it. @param {string} id */
export const connect = (id) => new Connection(id);

export class MatchScreen {
  /**
   * @param {HTMLElement} host
   * @param {Connection} connection  that nobody listens to yet
   * @param {Manifest} manifest
   * @param {Rulebook} rules
   * @param {string[]} levels  of the bots
   * @param {import("../types.js").Lesson | null} tutorial
   */
  constructor(host, connection, manifest, rules, levels, tutorial) {
    this.id = connection.id;
    this.manifest = manifest;
    this.rules = rules;
    /** What is shown; null while the screen is hidden. @type {MatchState | null} */
    this.state = null;
    this.countersHidden = false;
    this.playback = new Playback((update) => this.present(update), () => this.caughtUp(), (error) => this.connection.startOver(error));
    this.reading = new Reading(this);
    this.actions = new Actions(this);
    this.notes = new Notes(rules, () => this.inspector.important(this.frame.info.element), () => this.frame.info.element);
    this.people = new People(this);
    this.panels = makePanels(this, levels);
    this.greeting = new Greeting(this);
    this.handOver = new HandOver(this);
    this.tools = this.makeTools();
    this.lookBack = new LookBack(this);
    this.turnCard = new TurnCard(manifest);
    this.clocks = new Clocks(this);
    this.overlays = new Overlays(this, this.menuItems());
    this.brush = new Brush(this);
    this.banner = h("div", { class: "banner", role: "status", hidden: true });
    this.turnTrack = h("ol", { class: "mini-turns", "aria-hidden": "true" });
    this.coachHost = h("div", { class: "coach-host" });
    this.frame = this.makeFrame(host);
    this.connection = connection;
    connection.listen({
      update: (update) => this.playback.push(update),
      clock: (clock) => this.clocks.receive(clock),
      link: (link) => this.linkChanged(link),
      chat: (lines, isNew) => this.people.receiveChat(lines, isNew),
      rematch: (offer) => this.people.receiveRematch(offer),
      failed: (text) => this.failed(text),
      confused,
    });
    this.forecasts = new Forecasts(this);
    this.input = new Input(this);
    this.input.listen();
    this.brush.listen();
    this.inspector = new Inspector(this);
    this.inspector.listen();
    /** @type {import("./coach.js").Coach | null} */
    this.coach = tutorial ? makeCoach(this, tutorial) : null;
    this.shortcuts = new Shortcuts(this);
    document.title = manifest.title;
  }

  // Parts of the screen.

  makeTools() {
    return {
      undo: tool("undo", "Undo", "u", () => void this.actions.undo()),
      redo: tool("redo", "Redo", "r", () => void this.actions.redo()),
      hint: tool("hint", "Hint", "i", () => void this.actions.hint()),
      lookBack: tool("back-look", "Last enemy turn", "e", () => this.lookBack.toggle(), "not-narrow"),
      counters: tool("eye", "Hide counters", "h", () => this.hideCounters(), "not-narrow"),
      fit: tool("fit", "Fit map", "f", () => this.frame.board.fit(), "not-narrow"),
      settings: tool("settings", "Settings", ",", openSettings, "not-narrow"),
      help: tool("help", "Controls", "?", () => this.shortcuts.keys.help(), "not-narrow"),
    };
  }

  /** What a narrow screen has in the menu instead of the bar. @returns {import("./overlays.js").MenuItem[]} */
  menuItems() {
    return [
      { label: () => (this.countersHidden ? "Show counters" : "Hide counters"), run: () => this.hideCounters() },
      { label: () => "Last enemy turn", run: () => this.lookBack.toggle() },
      { label: () => "Fit map", run: () => this.frame.board.fit() },
      {
        label: () => (store.settings().minimap ? "Hide the small map" : "Show the small map"),
        run: () => store.change({ minimap: !store.settings().minimap }),
      },
      { label: () => "Settings", run: openSettings },
      { label: () => "Controls", run: () => this.shortcuts.keys.help() },
    ];
  }

  /** @param {HTMLElement} host @returns {Frame} */
  makeFrame(host) {
    const { result, question, stack, hands, battle, players, ownNotes } = this.panels;
    const { undo, redo, hint, lookBack, counters, fit, settings, help } = this.tools;
    const renderPlayers = () => this.connection.latest && players.render(this.connection.latest);
    return new Frame(host, this.manifest, this.rules, {
      label: "Match",
      bar: [this.turnTrack],
      tools: [undo, redo, hint, lookBack, this.overlays.menu, counters, fit, settings, help],
      sections: [
        this.clocks.element,
        this.coachHost,
        this.greeting.element,
        result.element,
        this.lookBack.element,
        question.element,
        stack.element,
        hands.element,
        battle.element,
      ],
      aboveMap: [this.overlays.legend.element],
      overMap: [this.brush.element, this.notes.element, this.turnCard.element, this.banner],
      tabs: [
        { name: "players", title: "Players", element: players.element, render: renderPlayers },
        { name: "notes", title: "Notes", element: ownNotes.element, render: () => ownNotes.render() },
      ],
      olderLog: () => this.olderLog(),
    });
  }

  /** The log as the viewer may know it, as far as it is here. @param {MatchState} state */
  logUpTo(state) {
    return this.handOver.visibleEntries(this.connection.log.between(0, state.number));
  }

  /** Shows earlier entries of a long log. @returns {Promise<boolean>} whether any have come */
  async olderLog() {
    const found = await this.connection.log.older().catch(() => false);
    const state = this.state ?? this.connection.latest;
    if (found && state) this.frame.showLog(this.logUpTo(state));
    return found;
  }

  // Showing what comes from the server.

  /** What can be done now: nothing while an older state is shown or the connection is lost. @returns {Offer[]} */
  get offers() {
    const { latest, online } = this.connection;
    return latest && this.state === latest && online && !latest.outcome ? flatten(latest.offers, this.manifest) : [];
  }

  get selection() {
    return this.state?.offers?.selection ?? NOTHING;
  }

  /** Shows a new state: the dice first, then the counters, then the words. @param {Update} update */
  async present({ state, entries: all }) {
    const before = this.state;
    const entries = this.handOver.visibleEntries(all);
    const animate = before !== null && animated() && !this.playback.skipping && document.visibilityState === "visible";
    const foreign = entries.some((entry) => entry.side !== CHANCE && !state.you.includes(entry.side));
    const eventful = entries.some((entry) => entry.events.length > 0);
    const rolls = entries.filter((entry) => entry.side === CHANCE && facesOf(entry.action).length);
    if (animate && eventful && (foreign || rolls.length)) this.presentEvents(state, entries, foreign, rolls.length > 0);
    if (entries.length && !rolls.length) this.frame.board.rolls.clear();
    for (const roll of rolls) await this.presentRoll(state, roll, animate, foreign, rolls.length > 1);
    if (this.handOver.isDue(state)) await this.handOver.run(state, entries);
    else this.handOver.passOn(state);
    const known = this.handOver.visibleEntries(all); // by who looks now
    this.frame.showBoard(withBattle(state), animate && !this.playback.skipping);
    this.input.update(before, state, known);
    if (before?.number !== state.number) this.shortcuts.pointed = -1;
    this.state = state;
    if (eventful && !rolls.length && animate) playSound("move");
    this.render(state, before, known);
    if (animate && foreign && eventful && !this.playback.skipping) await this.playback.rest(GLIDE);
  }

  /** @param {MatchState} state @param {Entry[]} entries @param {boolean} foreign @param {boolean} rolled */
  presentEvents(state, entries, foreign, rolled) {
    const { board } = this.frame;
    board.light([]);
    const events = entries.flatMap((entry) => entry.events).filter((event) => !isHeading(event));
    this.panels.question.renderPlayback(state, rolled ? "Rolling…" : (events[0]?.text ?? ""));
    const space = events.at(-1)?.spaces.at(-1);
    if (foreign && space) board.reveal(space);
  }

  /** @param {MatchState} state @param {Entry} roll @param {boolean} animate @param {boolean} foreign @param {boolean} several */
  async presentRoll(state, roll, animate, foreign, several) {
    const events = roll.events.filter((event) => !isHeading(event));
    const space = events[0]?.spaces[0];
    await this.reading.before(space ?? "", state);
    this.frame.board.rolls.put(space ?? "", facesOf(roll.action).length);
    if (animate) playSound("dice");
    if (animate && space && foreign) this.frame.centre(space);
    const time = this.panels.battle.showRoll(roll, events, animate);
    if (animate) await this.playback.rest(time + (several ? READ / 2 : foreign ? READ : 250));
    this.reading.shown(space ?? "");
  }

  caughtUp() {
    if (this.state) this.frame.element.dataset.number = String(this.state.number);
  }

  /** @param {MatchState} state @param {MatchState | null} before @param {Entry[]} entries */
  render(state, before, entries) {
    const last = this.playback.atEnd;
    const offers = last ? this.offers : [];
    this.notes.close();
    this.frame.show(state.view, this.logUpTo(state)); // first: panels ask it for counters
    this.renderBoard(offers);
    if (state.number !== before?.number) this.forecasts.clear();
    if (before && before.view.phase !== state.view.phase && !entries.some((entry) => entry.side === CHANCE)) this.panels.battle.clear();
    this.panels.battle.show(state.forecast);
    if (last) this.panels.question.render(state, offers);
    this.panels.stack.render(state, offers);
    this.brush.render(offers);
    this.panels.hands.render(state.view, offers, this.handOver.viewers(state), state.number);
    this.panels.result.render(state);
    this.greeting.render(state);
    this.renderTurns(state);
    this.renderTools();
    this.overlays.update();
    if (this.input.byFinger) this.inspector.looked = null; // a finger does not stay where it was
    this.inspector.update();
    this.lookBack.update(state, before, entries);
    this.turnCard.update(state.view, before?.view);
    announceState(this, state, before, entries);
    if (last && before === null) this.coach?.begin();
    else if (last) this.coach?.update();
  }

  /** @param {Offer[]} offers */
  renderBoard(offers) {
    const { board } = this.frame;
    board.light(offers);
    board.select(this.selection);
    board.hint(null);
    board.path(null);
  }

  /** @param {MatchState} state */
  renderTurns({ view, asked, you, outcome }) {
    const turn = (/** @type {import("../types.js").TurnData} */ one, /** @type {number} */ i) => {
      const when = [i + 1 === view.turn && "now", i + 1 < view.turn && "past", this.manifest.weatherOf(one)];
      return h("li", { class: when, title: [`${i + 1}: ${one.label}`, ...one.notes].join(", ") }, String(i + 1));
    };
    fill(this.turnTrack, ...this.manifest.scenario(view).turns.map(turn));
    const mine = asked !== null && you.includes(asked) && !outcome;
    document.title = `${mine ? "● Your move: " : ""}${view.heading} - ${this.manifest.title}`;
  }

  renderTools() {
    const { latest } = this.connection;
    if (!latest) return;
    const may = this.playback.atEnd && !latest.outcome && latest.you.length > 0;
    this.tools.undo.disabled = !(may && latest.can_undo && (this.coach?.canUndo ?? true));
    this.tools.redo.disabled = !(may && latest.can_redo);
    this.tools.hint.disabled = !this.offers.length || (this.coach !== null && !this.coach.free);
  }

  /** Nothing stays on the page that only one of two people may know. @param {MatchState} state */
  conceal(state) {
    this.state = null;
    this.inspector.forget();
    this.lookBack.forget();
    this.panels.hands.conceal();
    this.panels.question.conceal();
    this.panels.stack.render(null, []);
    this.brush.render([]);
    this.panels.battle.forget();
    this.panels.ownNotes.conceal();
    this.panels.chat.clearDraft();
    this.overlays.conceal();
    this.renderBoard([]);
    this.notes.close();
    this.frame.conceal(this.logUpTo(state));
  }

  // Looking.

  /** Shows what a choice of a list means. @param {Offer | null} offer */
  preview(offer) {
    this.frame.board.hint(offer);
    void this.forecasts.preview(offer);
  }

  hideCounters() {
    this.countersHidden = !this.countersHidden;
    this.frame.board.hideCounters(this.countersHidden);
    this.tools.counters.setAttribute("aria-pressed", String(this.countersHidden));
    announce(this.countersHidden ? "Counters hidden." : "Counters shown.");
  }

  // The connection.

  /** @param {import("../socket.js").Link} link */
  linkChanged(link) {
    const offline = link === "offline";
    this.banner.hidden = !offline;
    this.banner.textContent = offline ? "Connection lost. Reconnecting…" : "";
    this.frame.element.classList.toggle("offline", offline);
    if (offline || this.state) this.frame.board.light(offline ? [] : this.offers);
  }

  /** @param {string} text */
  failed(text) {
    const home = h("a", { class: "button", href: "/" }, "Home");
    fill(this.frame.element, h("main", { class: "page" }, h("h1", null, "This match cannot be opened"), h("p", null, text), home));
  }

  destroy() {
    this.playback.stop();
    this.shortcuts.destroy();
    this.clocks.destroy();
    this.connection.close();
    this.frame.destroy();
  }
}

/** Something came that cannot be shown. @param {boolean} again  whether it is loaded again */
function confused(again) {
  const reload = { label: "Reload", run: () => location.reload() };
  if (again) toast("Something the server sent could not be shown. The position is loaded again.", { id: "confused", tone: "bad" });
  else toast("What the server sends cannot be shown here. Reload the page.", { id: "confused", tone: "bad", seconds: 0, action: reload });
}

/**
 * The view as the map shows it: an attack that is being put together is drawn like those declared.
 * @param {MatchState} state
 * @returns {View}
 */
function withBattle({ view, forecast, offers }) {
  const space = forecast?.spaces[0];
  const changing = offers?.selection.spaces.includes(space ?? "") ?? false;
  const others = view.battles.filter((battle) => battle.space !== space);
  if (!forecast || !space || (others.length < view.battles.length && !changing)) return view;
  const elsewhere = new Set(view.tokens.filter((token) => token.at !== space).map((token) => token.name));
  return { ...view, battles: [...others, { space, attackers: forecast.tokens.filter((name) => elsewhere.has(name)) }] };
}
