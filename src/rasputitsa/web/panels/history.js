/** What the log says of a token: of one that is known what happened to it, of one that is not what happened where it is. */

import { button, h } from "../dom.js";
import { isHeading, namesIn } from "../events.js";

/**
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {import("../types.js").Token} Token
 */

/** As many events as a card shows, the newest first. */
const SHOWN = 8;

/** @param {Entry[]} entries  as the viewer may know them @param {Token} token @returns {GameEvent[]} */
export function historyOf(entries, token) {
  const { piece, at } = token;
  const isAbout = (/** @type {GameEvent} */ event) => (piece ? namesIn(event).includes(piece) : event.spaces.includes(at ?? ""));
  const events = entries.flatMap((entry) => entry.events).filter((event) => !isHeading(event) && isAbout(event));
  return events.slice(-SHOWN).reverse();
}

/**
 * @param {Entry[]} entries
 * @param {Token} token
 * @param {import("../rulebook.js").Rulebook} rules
 * @param {() => void} [older]  looks further back, where the log has not come as a whole
 */
export function history(entries, token, rules, older) {
  const events = historyOf(entries, token);
  const further = older && events.length < SHOWN ? button("Look further back", older, { class: "quiet" }) : null;
  if (!events.length && !further) return [];
  const title = token.piece ? "In the log" : "What happened here";
  const line = (/** @type {GameEvent} */ event) => h("li", null, event.text, " ", rules.link(event.rule));
  return [h("section", { class: "history", "aria-label": title }, h("h4", null, title), h("ol", null, ...events.map(line)), further)];
}
