/** What this browser stores: settings, and the keys that open matches. */

const PREFIX = "rasputitsa.";

/**
 * @typedef {{sound: boolean, soundOffered: boolean, standing: boolean, animation: boolean, minimap: boolean, follow: boolean,
 *   palette: string, pace: "watch" | "brisk" | "once", theme: "auto" | "light" | "dark", confirm: boolean,
 *   notify: boolean, shortcuts: boolean, name: string, level: string}} Settings
 * @typedef {{match: string, game: string, keys: string[], sides: Record<string, string>, spectators: string,
 *   at: number, tutorial?: boolean | string,
 *   problem?: string, heading?: string, origin?: [string, number], guest?: boolean, place?: number[]}} StoredMatch
 *   a `guest` came by a link and was not greeted yet
 */

const PACES = ["watch", "brisk", "once"];
/** @type {Settings} */
const DEFAULTS = {
  sound: false,
  soundOffered: false,
  standing: false,
  animation: true,
  minimap: true,
  follow: true,
  palette: "classic",
  pace: "brisk",
  theme: "auto",
  confirm: true,
  notify: false,
  shortcuts: true,
  name: "",
  level: "",
};

/** A browser may forbid storage; then things are remembered as long as the page is open. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @param {any} fallback */
function read(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? null;
    return text === null ? fallback : JSON.parse(text);
  } catch {
    const text = memory.get(name);
    return text === undefined ? fallback : JSON.parse(text);
  }
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // it stays in memory
  }
}

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** The problems that were solved in this browser, "game/name". @returns {string[]} */
export const solved = () => read("solved", []);

/** @param {string[]} names */
export const keepSolved = (names) => write("solved", names);

/** @returns {Settings} */
export function settings() {
  const found = { ...DEFAULTS, ...read("settings", {}) };
  return PACES.includes(found.pace) ? found : { ...found, pace: DEFAULTS.pace }; // they had other names once
}

/** @param {Partial<Settings>} some */
export function change(some) {
  const now = { ...settings(), ...some };
  write("settings", now);
  for (const listener of listeners) listener(now);
}

/** Get notified of changes. @param {(settings: Settings) => void} listener @returns {() => void} stop */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let matchesChanged = () => {};

/** @param {() => void} listener  called whenever the keys of a match have changed */
export function watchMatches(listener) {
  matchesChanged = listener;
}

/** @param {StoredMatch[]} all */
function writeMatches(all) {
  write("matches", all);
  matchesChanged();
}

/** @returns {StoredMatch[]} the newest first */
export function matches() {
  const found = read("matches", []);
  return Array.isArray(found) ? found.sort((a, b) => b.at - a.at) : [];
}

/** @param {string} id @returns {StoredMatch | null} */
export function match(id) {
  return matches().find((one) => one.match === id) ?? null;
}

/** Remember keys of a match, added to those known. @param {string} id @param {Partial<StoredMatch>} more */
export function remember(id, more) {
  const old = match(id) ?? { match: id, game: "", keys: [], sides: {}, spectators: "", at: Date.now() };
  const keys = [...new Set([...old.keys, ...(more.keys ?? [])])];
  const now = { ...old, ...more, keys, sides: { ...old.sides, ...(more.sides ?? {}) } };
  writeMatches([now, ...matches().filter((one) => one.match !== id)].slice(0, 500));
}

/** A key is replaced by another one for the same side. @param {string} id @param {string} old @param {string} side @param {string} key */
export function replaceKey(id, old, side, key) {
  const stored = match(id);
  if (!stored) return;
  const now = { ...stored, keys: [...stored.keys.filter((one) => one !== old), key], sides: { ...stored.sides, [side]: key } };
  writeMatches([now, ...matches().filter((one) => one.match !== id)]);
}

/** The key of a side has ended. @param {string} id @param {string} side */
export function dropKey(id, side) {
  const stored = match(id);
  if (!stored) return;
  const { [side]: key, ...sides } = stored.sides;
  const now = { ...stored, sides, keys: stored.keys.filter((one) => one !== key) };
  writeMatches([now, ...matches().filter((one) => one.match !== id)]);
}

/** The link to a seat. It carries the spectators' key too, so that players can invite spectators. @param {string} id @param {string} key */
export function seatLink(id, key) {
  const spectators = match(id)?.spectators;
  return `${location.origin}/match/${encodeURIComponent(id)}#${key}${spectators ? `.${spectators}` : ""}`;
}

/** Somebody opened a link. @param {string} id @param {string} fragment */
export function arrive(id, fragment) {
  const [key, spectators] = fragment.split(".");
  const guest = match(id) ? {} : { guest: true };
  remember(id, { keys: [key], at: Date.now(), ...guest, ...(spectators ? { spectators } : {}) });
}

/** @param {string} id @param {string} side */
const notesName = (id, side) => ["notes", id, side].filter(Boolean).join(".");

/**
 * One's own notes about a match, as far as they are kept here.
 * @param {string} id
 * @param {string} side  where several players share this browser
 * @returns {string}
 */
export function notes(id, side) {
  return String(read(notesName(id, side), ""));
}

/** @param {string} id @param {string} side @param {string} text */
export function keepNotes(id, side, text) {
  write(notesName(id, side), text);
}

/**
 * What a viewer saw last of the map of a match.
 * @param {string} id
 * @param {string} viewer
 * @returns {import("./board/follow.js").Spot | null}
 */
export function spot(id, viewer) {
  return read(`spot.${id}`, {})[viewer] ?? null;
}

/** @param {string} id @param {string} viewer @param {import("./board/follow.js").Spot} now */
export function keepSpot(id, viewer, now) {
  write(`spot.${id}`, { ...read(`spot.${id}`, {}), [viewer]: now });
}

/**
 * What this browser has to do with the dice of a match: its seeds (`words`), and the seals of all when it showed them.
 * @param {string} id
 * @returns {{words: Record<string, string>, seals: Record<string, string> | null}}
 */
export function exchange(id) {
  return { words: {}, seals: null, ...read(`dice.${id}`, {}) };
}

/** @param {string} id @param {{words?: Record<string, string>, seals?: Record<string, string>}} more */
export function keepExchange(id, more) {
  write(`dice.${id}`, { ...exchange(id), ...more });
}

/** @param {string} id */
export function forget(id) {
  writeMatches(matches().filter((one) => one.match !== id));
}

/** Every key that opens a match here: those of seats or, without any, the spectators'. @param {string} id */
export function keysOf(id) {
  const stored = match(id);
  if (!stored) return [];
  return stored.keys.length ? stored.keys : stored.spectators ? [stored.spectators] : [];
}
