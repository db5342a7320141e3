/** A tutorial in a match: what the coach may do there. */

import { toast } from "../announcer.js";
import { go } from "../router.js";
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
    drawn: () => frame.element.classList.toggle("reading", !coach.mayEnter),
    mainAction: needs.mainAction,
    home: () => go("/"),
  });
  needs.host.append(coach.element);
  frame.element.classList.add("with-coach");
  return coach;
}

/** Points at a choice and names it. @param {import("../frame.js").Frame} frame @param {import("../offers.js").Offer | null} offer */
function show(frame, offer) {
  pointAt(frame, offer);
  if (offer) toast(offer.label, { id: "coach" });
}
