/** What happened: how the fields of events are read (`core/events.py` says what they can be). */

/**
 * @typedef {import("./types.js").EventData} EventData
 * @typedef {import("./types.js").EntryData} EntryData
 */

/** Whether an event only says where the match is. @param {EventData} event */
export const isHeading = ({ kind }) => kind === "turn" || kind === "phase";

/** The names of the tokens that it is about, as far as they are known. @param {EventData} event */
export const namesIn = ({ tokens }) => tokens.flatMap(({ token }) => (token ? [token] : []));

/** Whether a viewer may know it: a side, or null for everybody who looks. @param {EventData} event @param {string | null} viewer */
export function isFor({ visible_to, hidden_from }, viewer) {
  return (!visible_to || visible_to === viewer) && (!viewer || hidden_from !== viewer);
}

/** An entry of the log as everybody may know it. @param {EntryData} entry @returns {EntryData} */
export function publicEntry(entry) {
  return { ...entry, events: entry.events.filter((event) => isFor(event, null)) };
}
