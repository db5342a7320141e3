/** From one view to the next: the server sends what has changed (`table/changes.py`, which does the same in Python). */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./types.js").Changes} Changes */
/** @typedef {import("./types.js").TokenChanges} TokenChanges */
/** @typedef {import("./types.js").StateMessage} StateMessage */
/** @typedef {Omit<StateMessage, "view"> & {view: View}} MatchState  the state of a match, with all of its view */

/**
 * The state that a message tells of, with the whole view.
 * A message that does not follow the last one throws, so that the state is asked for again.
 * @param {StateMessage} message
 * @param {MatchState | null} before
 * @returns {MatchState}
 */
export function completed(message, before) {
  if (message.view) return { ...message, view: message.view };
  if (!before || !message.changes || message.shown !== before.shown + 1)
    throw new Error("What has changed is not about the view that is here.");
  return { ...message, view: applied(before.view, message.changes) };
}

/**
 * The view after the changes. What has not changed stays the same object.
 * @param {View} before
 * @param {Changes} changes
 * @returns {View}
 */
export function applied(before, changes) {
  /** @type {View} */
  const after = { ...before, ...changes.parts };
  for (const name of changes.gone ?? []) delete (/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (after))[name]);
  if (changes.tokens) after.tokens = changedTokens(before.tokens, changes.tokens);
  return after;
}

/**
 * A token that changes where it is keeps its place in the list, one that comes to a space is put at the end;
 * of some spaces the order is told.
 * @param {Token[]} before
 * @param {TokenChanges} changes
 */
function changedTokens(before, changes) {
  const put = new Map((changes.put ?? []).map((token) => [token.name, token]));
  const gone = new Set(changes.gone ?? []);
  /** @type {Token[]} */
  const found = [];
  for (const token of before) {
    const next = put.get(token.name);
    if (next && next.at === token.at) {
      found.push(next);
      put.delete(token.name);
    } else if (!next && !gone.has(token.name)) found.push(token);
  }
  found.push(...put.values());
  for (const [space, names] of Object.entries(changes.order ?? {})) {
    const places = found.flatMap((token, i) => ((token.at ?? "") === space ? [i] : []));
    const here = new Map(places.map((i) => [found[i].name, found[i]]));
    places.forEach((place, i) => (found[place] = here.get(names[i]) ?? found[place]));
  }
  return found;
}
