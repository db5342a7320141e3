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
import { Result } from "./result.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("./screen.js").MatchScreen} MatchScreen
 */

/** @param {MatchScreen} screen @param {string[]} levels  of the bots */
export function makePanels(screen, levels) {
  const { manifest, rules, id, actions, people } = screen;
  const play = (/** @type {Offer} */ offer) => void actions.play(offer, null);
  const confirms = () => store.settings().confirm && !screen.coach;
  const chat = new ChatPanel(manifest, (text) => people.say(text), (side) => people.state?.seats[side]?.name ?? "");
  return {
    question: new QuestionPanel(manifest, rules, {
      play,
      confirms,
      preview: (offer) => screen.preview(offer),
      next: () => screen.shortcuts.point(1),
      interrupt: () => void actions.command("interrupt"),
      skip: () => screen.playback.skip(),
      chip: (name) => screen.frame.chip(name),
      withPlaces: (text) => withPlaces(manifest, text, screen.frame.placeLinks),
    }),
    battle: new BattlePanel(
      rules,
      (faces, rolling, needs) => screen.frame.board.rolls.show(faces, rolling, needs),
      (name, face) => screen.frame.chip(name, face),
    ),
    hands: new HandPanel(manifest, rules, {
      play,
      confirms,
      preview: (offer) => void screen.forecasts.preview(offer),
      why: (card) => void whyNotCard(screen, card),
    }),
    stack: new StackPanel(
      manifest,
      {
        play,
        takeAll: (names) => void actions.takeAll(names),
        why: (token) => void screen.input.explainToken(token),
        close: () => screen.frame.board.counters.close(),
        preview: (offer) => screen.preview(offer),
      },
      (name) => screen.frame.chip(name),
    ),
    chat,
    ownNotes: new NotesPanel(id, () => screen.handOver.writer(people.state)),
    players: new PlayersPanel(id, manifest, levels, chat.element, {
      command: (type, fields) => people.command(type, fields),
      record: () => api.record(id, screen.connection.key),
      rematch: () => void people.rematch(),
      leave: () => void people.leave(),
      clock: () => screen.clocks.known?.clock.text ?? "",
    }),
    result: new Result(screen),
  };
}

/** Asks why a card cannot be played, where others can. @param {MatchScreen} screen @param {string} card */
async function whyNotCard({ offers, actions }, card) {
  const verb = offers.find((offer) => offer.kind === "card")?.verb;
  if (verb) await actions.why([`${verb} ${card}`], null);
}
