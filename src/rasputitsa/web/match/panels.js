/** The panels of a match, connected with what the player can do in them. */

import * as api from "../api.js";
import { BattlePanel } from "../panels/battle.js";
import { ChatPanel } from "../panels/chat.js";
import { HandPanel } from "../panels/hand.js";
import { NotesPanel } from "../panels/notes.js";
import { PlayersPanel } from "../panels/players.js";
import { QuestionPanel } from "../panels/question.js";
import { StackPanel } from "../panels/stack.js";
import { withPlaces } from "../places.js";
import * as store from "../store.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../offers.js").Offer} Offer
 *
 * @typedef {object} SeatNeeds
 * @property {string} id
 * @property {Manifest} manifest
 * @property {string[]} levels  of the bots
 * @property {import("./connection.js").Connection} connection
 * @property {() => import("./people.js").People} people
 * @property {() => string} clock  what kind of clock there is
 * @property {() => import("../panels/notes.js").Writer | null} writer  whose notes are shown
 *
 * @typedef {object} PlayNeeds
 * @property {Manifest} manifest
 * @property {import("../rulebook.js").Rulebook} rules
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {import("./actions.js").Actions} actions
 * @property {() => boolean} isLearning
 * @property {(offer: Offer | null) => void} preview  on the map and as a forecast
 * @property {(offer: Offer | null) => void} forecast
 * @property {() => void} next  points at the next choice on the map
 * @property {() => void} skip
 * @property {(token: string) => void} why  a token cannot be chosen
 */

/** What is about the players. @param {SeatNeeds} needs */
export function makeSeatPanels({ id, manifest, levels, connection, people, clock, writer }) {
  const chat = new ChatPanel(manifest, (text) => people().say(text), (side) => connection.latest?.seats[side]?.name ?? "");
  return {
    chat,
    ownNotes: new NotesPanel(id, writer),
    players: new PlayersPanel(id, manifest, levels, chat.element, {
      command: (type, fields) => people().command(type, fields),
      record: () => api.record(id, connection.key),
      rematch: () => void people().rematch(),
      leave: () => void people().leave(),
      clock,
    }),
  };
}

/** What is about the game. @param {PlayNeeds} needs */
export function makePanels({ manifest, rules, shown, frame, actions, isLearning, preview, forecast, next, skip, why }) {
  const play = (/** @type {Offer} */ offer) => void actions.play(offer, null);
  const confirms = () => store.settings().confirm && !isLearning();
  const chip = (/** @type {string} */ name) => frame.chip(name);
  return {
    question: new QuestionPanel(manifest, rules, {
      play,
      confirms,
      preview,
      next,
      interrupt: () => void actions.command("interrupt"),
      skip,
      chip,
      withPlaces: (text, places) => withPlaces(text, places, frame.placeLinks),
      point: (spaces) => frame.board.point(spaces),
    }),
    battle: new BattlePanel(
      rules,
      (faces, rolling, needed) => frame.board.rolls.show(faces, rolling, needed),
      (name, face) => frame.chip(name, face),
    ),
    hands: new HandPanel(manifest, rules, {
      play,
      confirms,
      preview: forecast,
      why: (card) => void whyNotCard(shown.offers, actions, card),
    }),
    stack: new StackPanel(
      manifest,
      { play, takeAll: (names) => void actions.takeAll(names), why, close: () => frame.board.counters.close(), preview },
      chip,
    ),
  };
}

/**
 * Asks why a card cannot be played, where others can.
 * @param {Offer[]} offers
 * @param {import("./actions.js").Actions} actions
 * @param {string} card
 */
async function whyNotCard(offers, actions, card) {
  const verb = offers.find((offer) => offer.kind === "card")?.verb;
  if (verb) await actions.why([`${verb} ${card}`], null);
}
