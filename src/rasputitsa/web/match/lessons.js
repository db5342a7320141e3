/** A tutorial in a match: what the coach may do there. */

import { toast } from "../announcer.js";
import { go } from "../router.js";
import { placeOf } from "../tokens.js";
import { pointAt } from "./actions.js";
import { Coach } from "./coach.js";

/** @typedef {import("./screen.js").MatchScreen} MatchScreen */

/** @param {MatchScreen} screen @param {import("../types.js").Tutorial} tutorial */
export function makeCoach(screen, tutorial) {
  const { frame, actions, overlays } = screen;
  const find = (/** @type {string | null} */ action) => actions.latestOffers.find((one) => one.action === action) ?? null;
  const coach = new Coach(screen.id, tutorial, screen.rules, {
    play: async (action) => {
      const offer = find(action);
      return offer ? actions.send(offer, null) : false;
    },
    caughtUp: () => screen.playback.caughtUp(),
    log: () => screen.connection.log,
    pointOut: (names) => overlays.pointOut(names),
    overlay: (name, token) => void overlays.use(name, token),
    hint: (action) => show(screen, find(action)),
    begun: () => {
      frame.board.minimap.avoid([...overlays.pointedOut, ...coach.objects.map((name) => placeOf(screen.state?.view, name) || name)]);
      frame.scroll.scrollTop = 0; // the lesson comes into sight
      screen.renderTools();
    },
    drawn: () => frame.element.classList.toggle("reading", !coach.mayEnter),
    mainAction: () => screen.panels.question.keyOffer("main")?.action ?? null,
    home: () => go("/"),
  });
  screen.coachHost.append(coach.element);
  frame.element.classList.add("with-coach");
  return coach;
}

/** Points at a choice and names it. @param {MatchScreen} screen @param {import("../types.js").Offer | null} offer */
function show({ frame }, offer) {
  pointAt(frame, offer);
  if (offer) toast(offer.label, { id: "coach" });
}
