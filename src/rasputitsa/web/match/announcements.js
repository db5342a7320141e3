/** What a player must not miss: for screen readers, as messages on the screen, and for those who are elsewhere. */

import { announce, dismiss, interrupt, toast } from "../announcer.js";
import { asset } from "../assets.js";
import { play as playSound } from "../sound.js";
import { settings } from "../store.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {{id: string, manifest: import("../manifest.js").Manifest, isLearning: boolean, openTab: (name: string) => void}} Needs
 */

/**
 * @param {Needs} needs
 * @param {MatchState} state
 * @param {MatchState | null} before
 * @param {Entry[]} entries
 */
export function announceState(needs, state, before, entries) {
  for (const event of entries.flatMap((entry) => entry.events)) announce(event.text);
  if (state.outcome) {
    if (before && !before.outcome) announceEnd(needs, state.outcome);
    return;
  }
  announceQuestion(state, before);
  if (!before) return;
  announceArrivals(needs, state, before);
  announceDrawOffer(needs, state, before);
  if (before.asked !== state.asked && isAsked(state)) announceTurn(needs, state);
}

/** @param {MatchState} state */
function isAsked({ asked, you }) {
  return asked !== null && you.includes(asked);
}

/** @param {Needs} needs @param {import("../types.js").OutcomeShown} outcome */
function announceEnd({ manifest }, { winner, reason }) {
  playSound("end");
  dismiss("asked");
  interrupt(`${manifest.resultTitle(winner)}. ${reason}`);
}

/** @param {MatchState} state @param {MatchState | null} before */
function announceQuestion(state, before) {
  const { question } = state.view;
  const isNew = before?.view.question?.text !== question?.text || before?.asked !== state.asked;
  if (question && isNew && isAsked(state)) announce(question.text);
}

/** @param {Needs} needs @param {MatchState} state */
function announceTurn({ manifest, isLearning, id }, state) {
  if (state.you.length === 1 || isLearning) {
    playSound("turn");
    if (document.visibilityState === "hidden") notify(id, `${manifest.title}: ${state.view.question?.text ?? ""}`);
  } else if (!manifest.hidden) {
    toast(`${manifest.sideTitle(state.asked)} player's turn.`, { id: "asked", tone: manifest.sideClass(state.asked) });
  }
}

/** @param {Needs} needs @param {MatchState} state @param {MatchState} before */
function announceArrivals({ manifest }, state, before) {
  for (const { name, title } of manifest.sides) {
    const seat = state.seats[name];
    const arrived = seat?.here && !before.seats[name]?.here && seat.kind !== "bot";
    if (arrived && !state.you.includes(name)) toast(`The ${title} player is online.`, { id: `here-${name}`, seconds: 3 });
  }
}

/** @param {Needs} needs @param {MatchState} state @param {MatchState} before */
function announceDrawOffer({ openTab }, state, before) {
  const from = state.draw_offer;
  if (!from || from === before.draw_offer || !state.you.some((side) => side !== from)) return;
  toast("Your opponent offers a draw.", { id: "draw", seconds: 12, action: { label: "View", run: () => openTab("players") } });
}

/** By the browser, if that is wanted and allowed. @param {string} id @param {string} body */
function notify(id, body) {
  if (!settings().notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification("Your move", { body, tag: id, icon: asset("icons/icon.svg") });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
