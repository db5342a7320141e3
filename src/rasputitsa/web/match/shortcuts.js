/** The keyboard of a match, besides that of the map. */

import { announce } from "../announcer.js";
import { Keys } from "../keys.js";
import { mapOffers } from "../offers.js";
import { openSettings } from "../settings.js";
import { placeOf } from "../tokens.js";
import { overlayKey } from "./overlays.js";

/**
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {import("./actions.js").Actions} actions
 * @property {import("../panels/question.js").QuestionPanel} question
 * @property {import("../panels/hand.js").HandPanel} hands
 * @property {import("../panels/battle.js").BattlePanel} battle
 * @property {import("./overlays.js").Overlays} overlays
 * @property {import("./callouts.js").Callouts} callouts
 * @property {import("./inspector.js").Inspector} inspector
 * @property {import("./playback.js").Playback} playback
 * @property {() => import("./coach.js").Coach | null} coach
 * @property {(offer: import("../offers.js").Offer) => void} preview
 * @property {() => void} nextBrush
 * @property {() => void} lookBack
 * @property {() => void} hideCounters
 */

const PLAY = "Play";
const MAP = "Map";
const POINTER = "Mouse and touch";
/** @type {Record<string, string>} */
const TAB_KEYS = { log: "l", status: "s", charts: "c", rules: "b", players: "t", notes: "w" };
const nothing = () => {};

/** What is done with the mouse or a finger. @param {boolean} touch @returns {import("../keys.js").Shortcut[]} */
function pointerHelp(touch) {
  const line = (/** @type {string} */ show, /** @type {string} */ title) => ({ keys: [], show, title, group: POINTER, run: nothing });
  if (touch) {
    return [
      line("Tap", "Choose a highlighted unit, space, button or card"),
      line("Hold", "See all about a space"),
      line("Drag", "Move a highlighted unit to where it can go, or pan the map"),
      line("Pinch", "Zoom"),
    ];
  }
  return [
    line("Click", "Choose a highlighted unit, space, button or card"),
    line("Hover", "See what is in a space, and the odds of an attack"),
    line("Right-click", "See all about a space"),
    line("Drag", "Move a highlighted unit to where it can go, or pan the map"),
    line("Shift+drag", "Paint with a brush, in set-ups that have brushes"),
    line("Wheel", "Zoom"),
  ];
}

export class Shortcuts {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** The choice on the map that was pointed at; -1: none. */
    this.pointed = -1;
    this.keys = new Keys();
    const keyboard = [...this.playKeys(), ...this.mapKeys(), ...this.panelKeys()];
    const touch = matchMedia("(hover: none)").matches;
    this.keys.add(...pointerHelp(touch), ...keyboard);
    needs.frame.boardHost.addEventListener("keydown", (event) => this.enterAfterClick(event), { capture: true });
  }

  /** @returns {import("../keys.js").Shortcut[]} */
  playKeys() {
    const { actions, question, hands, manifest, nextBrush, lookBack } = this.needs;
    return [
      { keys: ["Enter"], title: "Main choice, or the one pointed at with n and p", group: PLAY, run: () => this.enter() },
      { keys: ["Escape"], show: "Esc", title: "Cancel, close", group: PLAY, run: () => this.escape() },
      { keys: ["n"], title: "Point at the next choice on the map", group: PLAY, run: () => this.point(1) },
      { keys: ["p"], title: "Point at the previous choice", group: PLAY, run: () => this.point(-1) },
      { keys: ["x"], title: "Next brush, in set-ups that have brushes", group: PLAY, run: nextBrush },
      { keys: ["/"], title: "List all choices", group: PLAY, run: () => question.list.open() },
      { keys: ["q"], title: "Read the question again", group: PLAY, run: () => this.readQuestion() },
      ...(manifest.cards.size ? [{ keys: ["k"], title: "Go to the cards", group: PLAY, run: () => hands.focus() }] : []),
      { keys: ["u"], title: "Undo", group: PLAY, run: () => void actions.undo() },
      { keys: ["r"], title: "Redo", group: PLAY, run: () => void actions.redo() },
      { keys: ["i"], title: "Hint", group: PLAY, run: () => void actions.hint() },
      { keys: ["e"], title: "Last enemy turn", group: PLAY, run: lookBack },
    ];
  }

  /** @returns {import("../keys.js").Shortcut[]} */
  mapKeys() {
    const { frame, overlays, manifest, inspector, hideCounters } = this.needs;
    return [
      { keys: [], show: "← ↑ ↓ →", title: "On the map: move the cursor; Enter chooses", group: MAP, run: nothing },
      { keys: [], show: "Tab", title: "On the map: next choice", group: MAP, run: nothing },
      { keys: [], show: "[ ]", title: "On the map: next or previous unit of a stack", group: MAP, run: nothing },
      { keys: ["d"], title: "All about this space", group: MAP, run: () => inspector.openHere() },
      { keys: ["h"], title: "Hide or show counters", group: MAP, run: hideCounters },
      { keys: ["f"], title: "Whole map, and back", group: MAP, run: () => frame.board.follow.toggleWhole() },
      { keys: ["+", "="], show: "+", title: "Zoom in", group: MAP, run: () => frame.board.zoom(1.25) },
      { keys: ["-"], title: "Zoom out", group: MAP, run: () => frame.board.zoom(0.8) },
      ...manifest.overlays.map((kind, i) => ({
        keys: [overlayKey(i)],
        title: kind.title,
        group: MAP,
        run: () => void overlays.toggle(kind),
      })),
      { keys: ["o"], title: "No overlay", group: MAP, run: () => overlays.clear() },
    ];
  }

  /** @returns {import("../keys.js").Shortcut[]} */
  panelKeys() {
    const { frame } = this.needs;
    return [
      ...frame.tabs.tabs.map(({ name, title }) => ({ keys: [TAB_KEYS[name]], title, group: "Panels", run: () => frame.openTab(name) })),
      { keys: ["m"], title: "Go to the map", group: "Panels", run: () => frame.focusMap() },
      { keys: [","], title: "Settings", group: "General", run: openSettings },
    ];
  }

  /** After a click the map has the focus, but Enter still means the main choice. @param {KeyboardEvent} event */
  enterAfterClick(event) {
    if (event.key !== "Enter" || !this.needs.frame.boardHost.classList.contains("rb-by-pointer")) return;
    event.preventDefault();
    event.stopPropagation();
    this.enter();
  }

  enter() {
    const { shown, playback, actions, question } = this.needs;
    const coach = this.needs.coach();
    const asked = shown.latest?.asked;
    if (playback.running || (asked && !shown.latest?.you.includes(asked))) {
      playback.skip();
      return;
    }
    const offer = this.stops()[this.pointed];
    if (coach?.isReading) void coach.next();
    else if (offer) void actions.play(offer, null);
    else if (coach && !coach.mayEnter) coach.showMe();
    else question.pressKey("main");
  }

  escape() {
    const { overlays, callouts, shown, frame, hands, question, battle } = this.needs;
    if (overlays.menu.open) overlays.menu.open = false;
    else if (callouts.open) callouts.close();
    else if (frame.info.full) frame.info.hide();
    else if (hands.open) hands.close();
    else if (this.pointed >= 0) this.stopPointing();
    else if (!question.pressKey("cancel")) {
      if (battle.visible && !shown.latest?.forecast) battle.clear();
      else if (overlays.current) overlays.clear();
    }
  }

  stopPointing() {
    this.pointed = -1;
    this.needs.frame.board.hint(null);
  }

  /** The choices on the map from north to south, a stack of units to choose from being one of them. */
  stops() {
    const { board } = this.needs.frame;
    const seen = new Set();
    const found = mapOffers(this.needs.shown.offers).map((offer) => ({ offer, space: board.spaceOf(offer.object) }));
    const first = found.filter(({ offer: { kind, role }, space }) => {
      if (kind !== "piece" || role !== "main" || board.layout.places.get(space)?.flat) return true;
      return !seen.has(space) && seen.add(space);
    });
    const [x, y] = [0, 1].map((axis) => (/** @type {string} */ space) => board.layout.places.get(space)?.centre[axis] ?? 0);
    return first.sort((a, b) => y(a.space) - y(b.space) || x(a.space) - x(b.space)).map(({ offer }) => offer);
  }

  /** Points at one choice after another on the map. @param {number} step */
  point(step) {
    const { frame, shown, preview, inspector } = this.needs;
    const { state } = shown;
    const all = this.stops();
    if (!all.length || !state) return;
    this.pointed = this.pointed < 0 ? (step > 0 ? 0 : all.length - 1) : (this.pointed + step + all.length) % all.length;
    const offer = all[this.pointed];
    preview(offer);
    frame.board.follow.bring([offer.object]);
    announce([offer.label, offer.badge, offer.note].filter(Boolean).join(", "));
    const space = offer.kind === "space" ? offer.object : placeOf(state.view, offer.object);
    if (space) inspector.look({ space, tokens: offer.kind === "piece" ? [offer.object] : [] });
  }

  readQuestion() {
    const { question, shown } = this.needs;
    question.focus();
    announce(shown.state?.view.question?.text ?? "");
  }

  destroy() {
    this.keys.destroy();
  }
}
