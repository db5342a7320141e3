/** The screen of a match in play: shows each state as it comes. */

import { address } from "../here.js";
import * as api from "../api.js";
import { announce, toast, toastError } from "../announcer.js";
import { facesOf } from "../dice.js";
import { fill, h } from "../dom.js";
import { isHeading } from "../events.js";
import { animated } from "../settings.js";
import { TUMBLING } from "../panels/battle.js";
import { play as playSound } from "../sound.js";
import { announceState } from "./announcements.js";
import * as store from "../store.js";
import { Connection } from "./connection.js";
import { isOfBattle } from "./moment.js";
import { makeParts } from "./parts.js";
import { endingOf } from "./result.js";

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
const EVERYTHING = "everything"; // as the replay of a match that is over can be seen
const GLIDE = 420; // milliseconds for which the move of somebody else is shown
const READ = 900; // and the result of a roll
const FLASHES = 6; // so many spaces that change hands at once are pointed at

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
    this.manifest = manifest;
    this.connection = connection;
    this.countersHidden = false;
    /** The last position with nothing hidden, once it was asked for. @type {ReturnType<typeof api.replay> | null} */
    this.revealed = null;
    this.parts = makeParts(
      { host, connection, manifest, rules, levels, tutorial },
      {
        present: (update) => this.present(update),
        caughtUp: () => this.caughtUp(),
        conceal: (state) => this.conceal(state),
        olderLog: () => this.olderLog(),
        renderTools: () => this.renderTools(),
        hideCounters: () => this.hideCounters(),
        areCountersHidden: () => this.countersHidden,
      },
    );
    this.shown = this.parts.shown;
    this.playback = this.parts.playback;
    this.frame = this.parts.frame;
    this.listen();
    document.title = manifest.title;
  }

  listen() {
    const { input, brush, inspector, people, clocks } = this.parts;
    input.listen();
    brush.listen();
    inspector.listen();
    this.connection.listen({
      update: (update) => this.playback.push(update),
      clock: (clock) => clocks.receive(clock),
      link: (link) => this.linkChanged(link),
      chat: (lines, isNew) => people.receiveChat(lines, isNew),
      rematch: (offer) => people.receiveRematch(offer),
      failed: (text) => this.failed(text),
      confused,
    });
  }

  /** The log as the viewer may know it, as far as it is here. @param {MatchState} state */
  logUpTo(state) {
    return this.parts.handOver.visibleEntries(this.connection.log.between(0, state.number));
  }

  /** Shows earlier entries of a long log. @returns {Promise<boolean>} whether any have come */
  async olderLog() {
    const found = await this.connection.log.older().catch(() => false);
    const state = this.shown.state ?? this.connection.latest;
    if (found && state) this.frame.showLog(this.logUpTo(state));
    return found;
  }

  // Showing what comes from the server.

  /** Shows a new state: the dice first, then the counters, then the words. @param {Update} update */
  async present({ state, entries: all }) {
    const { handOver, input, shortcuts } = this.parts;
    const before = this.shown.state;
    const entries = handOver.visibleEntries(all);
    const animate = before !== null && animated() && !this.playback.skipping && document.visibilityState === "visible";
    const foreign = entries.some((entry) => entry.side !== CHANCE && !state.you.includes(entry.side));
    const eventful = entries.some((entry) => entry.events.length > 0);
    const rolls = entries.filter((entry) => entry.side === CHANCE && facesOf(entry.action).length);
    if (animate && eventful && (foreign || rolls.length)) this.presentEvents(state, entries, foreign, rolls.length > 0);
    if (entries.length && !rolls.length) this.frame.board.rolls.clear();
    for (const roll of rolls) await this.presentRoll(state, roll, animate, foreign, rolls.length > 1);
    if (handOver.isDue(state)) await handOver.run(state, entries);
    else handOver.passOn(state);
    const known = handOver.visibleEntries(all); // by who looks now
    this.frame.showBoard(withBattle(state), animate && !this.playback.skipping);
    if (!this.parts.sight.viewer) this.parts.sight.open(state);
    input.update(before, state, known);
    if (before?.number !== state.number) shortcuts.pointed = -1;
    this.shown.state = state;
    if (eventful && !rolls.length && animate) playSound("move");
    this.render(state, before, known);
    const stopped = before !== null && (await this.parts.attrition.show(state, known, animate && !this.parts.coach));
    if (stopped && this.playback.atEnd) this.parts.question.render(state, this.shown.offers);
    if (animate && !this.playback.skipping) await this.presentSights(known);
    if (animate && foreign && eventful && !this.playback.skipping) await this.playback.rest(GLIDE);
  }

  /** @param {MatchState} state @param {Entry[]} entries @param {boolean} foreign @param {boolean} rolled */
  presentEvents(state, entries, foreign, rolled) {
    const { board } = this.frame;
    board.light([]);
    const events = entries.flatMap((entry) => entry.events).filter((event) => !isHeading(event));
    const told = entries.filter((entry) => entry.events.some((event) => !isHeading(event))).length; // several moves at once
    const more = told > 1 ? ` And ${told - 1} more.` : "";
    this.parts.question.renderPlayback(state, rolled ? "Rolling…" : `${events[0]?.text ?? ""}${more}`);
    if (foreign) board.follow.to(events.flatMap(({ spaces }) => spaces.slice(-1)));
  }

  /** @param {MatchState} state @param {Entry} roll @param {boolean} animate @param {boolean} foreign @param {boolean} several */
  async presentRoll(state, roll, animate, foreign, several) {
    const { moment } = this.parts;
    const events = roll.events.filter((event) => !isHeading(event));
    const space = events[0]?.spaces[0];
    await this.parts.reading.before(space ?? "", state);
    this.frame.board.rolls.put(space ?? "", facesOf(roll.action).length);
    if (animate) playSound("dice");
    if (animate && space) this.frame.lookAt(space);
    const tumbling = animate && this.playback.time(TUMBLING) >= TUMBLING; // where there is time for it
    const time = this.parts.battle.showRoll(roll, events, tumbling);
    const forecast = this.parts.battle.roll?.forecast ?? null;
    if (tumbling) {
      moment.show(space ?? "", forecast, []);
      await this.playback.rest(time);
    }
    moment.show(space ?? "", forecast, events);
    if (animate) await this.playback.rest(several ? READ / 2 : foreign ? READ : 250);
    this.parts.reading.shown(space ?? "");
  }

  /** What is seen on the map besides counters and dice: spaces that change hands, battles without dice. @param {Entry[]} entries */
  async presentSights(entries) {
    const { moment, battle, reading } = this.parts;
    for (const { spaces } of entries.flatMap(({ events }) => events.filter(({ kind }) => kind === "control"))) {
      for (const space of spaces.slice(0, FLASHES)) this.frame.board.marks.flashAt(space);
    }
    if (entries.some(({ action }) => facesOf(action).length)) return;
    for (const { events, forecast } of entries.filter((entry) => entry.events.some(isOfBattle))) {
      const space = events.find(isOfBattle)?.spaces[0] ?? "";
      moment.show(space, forecast ?? battle.known.get(space) ?? null, events.filter((event) => !isHeading(event)));
      reading.shown(space);
      await this.playback.rest(READ);
    }
  }

  caughtUp() {
    if (this.shown.state) this.frame.element.dataset.number = String(this.shown.state.number);
  }

  /** @param {MatchState} state @param {MatchState | null} before @param {Entry[]} entries */
  render(state, before, entries) {
    const { callouts, forecasts, battle, question, stack, brush, hands, handOver } = this.parts;
    const { result, greeting, overlays, input, inspector, lookBack, turnCard, coach } = this.parts;
    const last = this.playback.atEnd;
    const offers = last ? this.shown.offers : [];
    callouts.close();
    this.frame.show(endingOf(state), this.logUpTo(state)); // first: panels ask it for counters
    this.renderBoard(offers);
    if (before && state.number !== before.number) this.parts.sight.asked(offers);
    if (state.number !== before?.number) forecasts.clear();
    if (before && before.view.phase !== state.view.phase && !entries.some((entry) => entry.side === CHANCE)) battle.clear();
    battle.show(state.forecast);
    if (last) question.render(state, offers);
    this.parts.moment.place(); // other things can be chosen now
    stack.render(state, offers);
    brush.render(offers);
    hands.render(state.view, offers, handOver.viewers(state), state.number);
    result.render(state);
    if (state.outcome && this.manifest.hidden) void this.revealAll(state).catch(toastError);
    greeting.render(state);
    this.renderTurns(state);
    this.renderTools();
    overlays.update();
    if (input.byFinger) inspector.looked = null; // a finger does not stay where it was
    inspector.update();
    lookBack.update(state, before, entries);
    turnCard.update(state.view, before?.view);
    const { manifest, connection } = this;
    const openTab = (/** @type {string} */ name) => this.frame.openTab(name);
    announceState({ id: connection.id, manifest, isLearning: coach !== null, openTab }, state, before, entries);
    if (last && before === null) coach?.begin();
    else if (last) coach?.update();
    if (last) void this.parts.problem?.update(state.number);
    this.parts.standing.update(state);
  }

  /** The match is over: nothing is hidden any more, and the map shows it. @param {MatchState} state */
  async revealAll(state) {
    const { id, key } = this.connection;
    this.revealed ??= api.replay(id, key, state.number, EVERYTHING);
    const { tokens } = (await this.revealed).view;
    if (this.shown.state !== state) return;
    const open = { ...state, view: { ...state.view, tokens } };
    this.shown.state = open;
    this.frame.showBoard(open.view, animated());
    this.frame.show(endingOf(open), this.logUpTo(open));
  }

  /** @param {Offer[]} offers */
  renderBoard(offers) {
    const { board } = this.frame;
    board.light(offers);
    board.select(this.shown.selection);
    board.hint(null);
    board.path(null);
  }

  /** @param {MatchState} state */
  renderTurns({ view, asked, you, outcome }) {
    const turn = (/** @type {import("../types.js").TurnData} */ one, /** @type {number} */ i) => {
      const when = [i + 1 === view.turn && "now", i + 1 < view.turn && "past", this.manifest.weatherOf(one)];
      return h("li", { class: when, title: [`${i + 1}: ${one.label}`, ...one.notes].join(", ") }, String(i + 1));
    };
    fill(this.parts.turnTrack, ...this.manifest.scenario(view).turns.map(turn));
    const mine = asked !== null && you.includes(asked) && !outcome;
    if (store.match(this.connection.id) && store.match(this.connection.id)?.heading !== view.heading)
      store.remember(this.connection.id, { heading: view.heading });
    document.title = `${mine ? "● Your move: " : ""}${view.heading} - ${this.manifest.title}`;
  }

  renderTools() {
    const { tools, coach } = this.parts;
    const { latest } = this.connection;
    if (!latest) return;
    const may = this.playback.atEnd && !latest.outcome && latest.you.length > 0;
    tools.undo.disabled = !(may && latest.can_undo && (coach?.canUndo ?? true));
    tools.redo.disabled = !(may && latest.can_redo);
    tools.hint.disabled = !this.shown.offers.length || (coach !== null && !coach.free);
  }

  /** Nothing stays on the page that only one of two people may know. @param {MatchState} state */
  conceal(state) {
    const { inspector, lookBack, hands, question, stack, brush, battle, ownNotes, chat, overlays, callouts } = this.parts;
    this.shown.state = null;
    inspector.forget();
    lookBack.forget();
    this.parts.attrition.close();
    this.parts.standing.conceal();
    this.parts.moment.close();
    hands.conceal();
    question.conceal();
    stack.render(null, []);
    brush.render([]);
    battle.forget();
    ownNotes.conceal();
    chat.clearDraft();
    overlays.conceal();
    this.renderBoard([]);
    callouts.close();
    this.frame.conceal(this.logUpTo(state));
  }

  // Looking.

  hideCounters() {
    this.countersHidden = !this.countersHidden;
    this.frame.board.hideCounters(this.countersHidden);
    this.parts.tools.counters.setAttribute("aria-pressed", String(this.countersHidden));
    announce(this.countersHidden ? "Counters hidden." : "Counters shown.");
  }

  // The connection.

  /** @param {import("../socket.js").Link} link */
  linkChanged(link) {
    const offline = link === "offline";
    this.parts.banner.hidden = !offline;
    this.parts.banner.textContent = offline ? "Connection lost. Reconnecting…" : "";
    this.frame.element.classList.toggle("offline", offline);
    if (offline || this.shown.state) this.frame.board.light(offline ? [] : this.shown.offers);
  }

  /** @param {string} text */
  failed(text) {
    const home = h("a", { class: "button", href: address("/") }, "Home");
    fill(this.frame.element, h("main", { class: "page" }, h("h1", null, "This match cannot be opened"), h("p", null, text), home));
  }

  destroy() {
    this.playback.stop();
    this.parts.shortcuts.destroy();
    this.parts.clocks.destroy();
    this.parts.sight.destroy();
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
