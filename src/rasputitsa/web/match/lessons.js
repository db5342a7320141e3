/** A tutorial in a match: what the coach may do there. */

import { toast, toastError } from "../announcer.js";
import { defaultLevel } from "../levels.js";
import { go } from "../router.js";
import { startMatch } from "../setup.js";
import * as store from "../store.js";
import { placeOf } from "../tokens.js";
import { pointAt } from "./actions.js";
import { Coach } from "./coach.js";

/**
 * @typedef {object} Needs
 * @property {string} id
 * @property {import("../rulebook.js").Rulebook} rules
 * @property {import("../frame.js").Frame} frame
 * @property {import("./shown.js").Shown} shown
 * @property {import("./actions.js").Actions} actions
 * @property {import("./overlays.js").Overlays} overlays
 * @property {import("./playback.js").Playback} playback
 * @property {() => import("../match_log.js").MatchLog} log
 * @property {() => string | null} mainAction
 * @property {() => void} begun
 * @property {string[]} levels
 * @property {HTMLElement} host
 */

/** @param {Needs} needs @param {import("../types.js").Lesson} tutorial */
export function makeCoach(needs, tutorial) {
  const { frame, shown, actions, overlays } = needs;
  const find = (/** @type {string | null} */ action) => shown.latestOffers.find((one) => one.action === action) ?? null;
  const coach = new Coach(needs.id, tutorial, needs.rules, {
    play: async (action) => {
      const offer = find(action);
      return offer ? actions.send(offer, null) : false;
    },
    caughtUp: () => needs.playback.caughtUp(),
    log: needs.log,
    pointOut: (names) => overlays.pointOut(names),
    overlay: (name, token) => void overlays.use(name, token),
    hint: (action) => show(frame, find(action)),
    begun: () => {
      frame.board.minimap.avoid([...overlays.pointedOut, ...coach.objects.map((name) => placeOf(shown.state?.view, name) || name)]);
      frame.scroll.scrollTop = 0; // the lesson comes into sight
      needs.begun();
    },
    drawn: () => {
      frame.element.classList.toggle("reading", !coach.mayEnter);
      frame.element.classList.toggle("only-reading", coach.isReading);
      frame.element.classList.toggle("theirs", shown.latest?.asked !== tutorial.side);
    },
    mainAction: needs.mainAction,
    mark: (names) => markCounters(frame.board, names),
    bring: (names) => frame.board.follow.teach(names),
    home: () => go("/"),
    lessons: () => go("/learn"),
    playOn: () => playOn(frame.manifest, tutorial, needs.levels),
  });
  needs.host.append(coach.element);
  frame.element.classList.add("with-coach");
  return coach;
}

/** Rings the counters that a lesson is about, and no others. @param {import("../board/board.js").Board} board @param {string[]} names */
function markCounters(board, names) {
  for (const old of board.host.querySelectorAll(".rb-taught")) old.classList.remove("rb-taught");
  for (const name of names) {
    const counter = board.counters.get(name);
    if (!counter) continue;
    counter.element.classList.add("rb-taught");
    if (board.counters.in(counter.at).length > 1 && !board.counters.open) board.counters.raise(counter);
  }
}

/**
 * A match from where the lesson ends, on the side that it taught.
 * @param {import("../manifest.js").Manifest} manifest
 * @param {import("../types.js").Lesson} tutorial
 * @param {string[]} levels
 */
async function playOn(manifest, tutorial, levels) {
  const seat = (/** @type {string} */ side) =>
    side === tutorial.side || !levels.length ? { kind: "me", name: store.settings().name } : { kind: "bot", level: defaultLevel(levels) };
  const seats = Object.fromEntries(manifest.sides.map(({ name }) => [name, seat(name)]));
  try {
    const request = { game: manifest.name, seats, tutorial: tutorial.name, after: true };
    go(`/match/${encodeURIComponent(await startMatch(request, manifest.name))}`);
  } catch (error) {
    toastError(error);
  }
}

/** Points at a choice and names it. @param {import("../frame.js").Frame} frame @param {import("../offers.js").Offer | null} offer */
function show(frame, offer) {
  pointAt(frame, offer);
  if (offer) toast(offer.label, { id: "coach" });
}
