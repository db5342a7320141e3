/** The parts of a match's screen, each with what it needs of the others. */

import { h } from "../dom.js";
import { Frame } from "../frame.js";
import { mapOffers } from "../offers.js";
import { Actions } from "./actions.js";
import { Attrition } from "./attrition.js";
import { Brush } from "./brush.js";
import { Clocks } from "./clocks.js";
import { Forecasts } from "./forecasts.js";
import { Greeting } from "./greeting.js";
import { HandOver } from "./handover.js";
import { Input } from "./input.js";
import { Inspector } from "./inspector.js";
import { makeCoach } from "./lessons.js";
import { LookBack } from "./lookback.js";
import { Callouts } from "./callouts.js";
import { Overlays } from "./overlays.js";
import { Moment } from "./moment.js";
import { makePanels, makeSeatPanels } from "./panels.js";
import { People } from "./people.js";
import { Pace } from "./pace.js";
import { Playback } from "./playback.js";
import { makeProblem } from "./problem.js";
import { Reading } from "./reading.js";
import { Result } from "./result.js";
import { Shortcuts } from "./shortcuts.js";
import { Shown } from "./shown.js";
import { Sight } from "./sight.js";
import { Standing } from "./standing.js";
import { makeTools, menuItems } from "./tools.js";
import { TurnCard } from "./turncard.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../offers.js").Offer} Offer
 *
 * @typedef {object} Given
 * @property {HTMLElement} host
 * @property {import("./connection.js").Connection} connection
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("../rulebook.js").Rulebook} rules
 * @property {string[]} levels  of the bots
 * @property {import("../types.js").Lesson | null} tutorial
 *
 * @typedef {object} Calls  what the screen does for its parts
 * @property {(update: import("./connection.js").Update) => Promise<void>} present
 * @property {() => void} caughtUp
 * @property {(state: MatchState) => void} conceal
 * @property {() => Promise<boolean>} olderLog
 * @property {() => void} renderTools
 * @property {() => void} hideCounters
 * @property {() => boolean} areCountersHidden
 *
 * @typedef {ReturnType<typeof makeParts>} Parts
 */

/** @param {Given} given @param {Calls} calls */
export function makeParts({ host, connection, manifest, rules, levels, tutorial }, calls) {
  const { id } = connection;
  const { olderLog, hideCounters } = calls;
  const shown = new Shown(connection, manifest);
  const pace = new Pace((one, other) => frame.board.layout.areNear(one, other));
  const playback = new Playback(calls.present, calls.caughtUp, (error) => connection.startOver(error), pace);

  // What is made later is named here: it is asked only when something happens.
  /** @type {import("./coach.js").Coach | null} */
  let lessons = null;
  const coach = () => lessons;
  const isLearning = () => lessons !== null;
  const command = (/** @type {string} */ type, /** @type {Record<string, unknown> | undefined} */ fields) => people.command(type, fields);
  const query = connection.query.bind(connection);
  const visibleEntries = (/** @type {Entry[]} */ entries) => handOver.visibleEntries(entries);
  /** Shows what a choice of a list means. @param {Offer | null} offer */
  const preview = (offer) => {
    frame.board.hint(offer);
    void forecasts.preview(offer);
  };
  /** @type {import("./tools.js").Calls} */
  const toolCalls = {
    undo: () => void actions.undo(),
    redo: () => void actions.redo(),
    hint: () => void actions.hint(),
    lookBack: () => lookBack.toggle(),
    hideCounters,
    areCountersHidden: calls.areCountersHidden,
    fit: () => frame.board.follow.toggleWhole(),
    help: () => shortcuts.keys.help(),
  };

  const tools = makeTools(toolCalls);
  const seatPanels = makeSeatPanels({
    id,
    manifest,
    levels,
    connection,
    people: () => people,
    clock: () => clocks.known?.clock.text ?? "",
    writer: () => handOver.writer(connection.latest),
  });
  const { chat, players, ownNotes } = seatPanels;
  const frame = new Frame(host, manifest, rules, {
    label: "Match",
    tabs: [
      { name: "players", title: "Players", element: players.element, render: () => connection.latest && players.render(connection.latest) },
      { name: "notes", title: "Notes", element: ownNotes.element, render: () => ownNotes.render() },
    ],
    olderLog,
  });
  const sight = new Sight(id, frame);
  const standing = new Standing({ manifest, connection, frame, isLearning });
  /** @type {Callouts} */
  const callouts = new Callouts(
    rules,
    () => inspector.important(frame.info.element),
    () => frame.info.element,
    () => (mapOffers(shown.offers).length ? () => shortcuts.point(1) : null),
  );
  /** @type {Actions} */
  const actions = new Actions({
    connection,
    shown,
    frame,
    callouts,
    tools,
    showHint: (note) => question.showHint(note),
    allows: (action) => lessons?.allows(action) ?? true,
    begun: () => {
      reading.done();
      moment.close();
    },
    done: () => greeting.close(),
  });
  const people = new People({ id, manifest, connection, chat, frame, leave: (side) => actions.command("leave", { side }) });
  const panels = makePanels({
    manifest,
    rules,
    shown,
    frame,
    actions,
    isLearning,
    preview,
    forecast: (offer) => void forecasts.preview(offer),
    next: () => shortcuts.point(1),
    skip: () => playback.skip(),
    why: (token) => void input.explainToken(token),
  });
  const { question, stack, hands, battle } = panels;
  const result = new Result({ id, manifest, rules, key: () => connection.key, rematch: () => void people.rematch() });
  const greeting = new Greeting({ id, manifest, command });
  const clocks = new Clocks({ manifest, latest: () => connection.latest, command });
  const sayNext = (/** @type {MatchState} */ state) => question.renderPlayback(state, "The next battle follows.", "Next battle");
  const reading = new Reading({ shown, playback, coach, say: sayNext });
  const attrition = new Attrition({
    frame,
    playback,
    link: (rule) => rules.link(rule),
    say: (state, text) => question.renderPlayback(state, text, "Go on"),
  });
  const moment = new Moment({ frame, manifest, shown, isLearning, important: () => inspector.important(frame.info.element) });
  const handOver = new HandOver({ manifest, connection, frame, coach, conceal: calls.conceal });
  const lookBack = new LookBack({ manifest, connection, frame, tool: tools.lookBack, visibleEntries, olderLog, coach });
  const forecasts = new Forecasts({ shown, query, show: (forecast) => battle.preview(forecast) });
  /** @type {Overlays} */
  const overlays = new Overlays({
    manifest,
    rules,
    shown,
    frame,
    query,
    looked: () => inspector.looked?.token,
    refused: (error) => actions.refused(error, null),
    items: menuItems(toolCalls),
  });
  /** @type {Brush} */
  const brush = new Brush({ shown, frame, play: (offer) => actions.play(offer, null) });
  /** @type {Inspector} */
  const inspector = new Inspector({
    connection,
    shown,
    frame,
    overlays,
    brush,
    isStopped: () => playback.stopped,
    preview: (target) => void forecasts.preview(input.toPreview(target)),
    olderLog,
    placed: () => callouts.hideCoveredCard(),
  });
  const fanned = (/** @type {string | null} */ space) => stack.look(space);
  const input = new Input({ manifest, shown, frame, actions, callouts, brush, inspector, fanned, coach });
  const coachHost = h("div", { class: "coach-host" });
  if (tutorial) {
    const mainAction = () => question.keyOffer("main")?.action ?? null;
    const log = () => connection.log;
    const begun = calls.renderTools;
    const needs = { id, rules, frame, shown, actions, overlays, playback, log, mainAction, begun, levels, host: coachHost };
    lessons = makeCoach(needs, tutorial);
  }
  const problem = makeProblem(id, manifest.name, coachHost);
  if (problem) frame.element.classList.add("with-coach");
  const shortcuts = new Shortcuts({
    manifest,
    shown,
    frame,
    actions,
    question,
    hands,
    battle,
    overlays,
    callouts,
    inspector,
    playback,
    coach,
    preview,
    nextBrush: () => brush.next(),
    lookBack: toolCalls.lookBack,
    hideCounters,
  });

  const turnCard = new TurnCard(manifest);
  const turnTrack = h("ol", { class: "mini-turns", "aria-hidden": "true" });
  const banner = h("div", { class: "banner", role: "status", hidden: true });
  const { undo, redo, hint, counters, fit, settings, help } = tools;
  const first = [clocks.element, coachHost, greeting.element, result.element, lookBack.element, attrition.element];
  frame.add({
    bar: [turnTrack],
    tools: [undo, redo, hint, tools.lookBack, overlays.menu, counters, fit, settings, help],
    sections: [...first, question.element, stack.element, hands.element, battle.element],
    aboveMap: [overlays.legend.element],
    overMap: [brush.element, moment.element, callouts.element, turnCard.element, banner],
  });
  const drawn = { frame, tools, turnTrack, banner, turnCard, ...panels, ...seatPanels, result, greeting, clocks };
  const onMap = { sight, standing, callouts, moment, lookBack, attrition, overlays, brush };
  const behind = { shown, playback, actions, people, reading, handOver, forecasts, inspector, input, shortcuts };
  return { ...drawn, ...onMap, ...behind, coach: lessons, problem };
}
