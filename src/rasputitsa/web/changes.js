/** From one view to the next: the server sends what has changed (`table/changes.py`, which does the same in Python). */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./types.js").Changes} Changes */
/** @typedef {import("./types.js").TokenChanges} TokenChanges */

/**
 * The view after the changes. What has not changed stays the same object.
 * @param {View} before
 * @param {Changes} changes
 * @returns {View}
 */
export function applied(before, changes) {
  /** @type {any} */
  const after = { ...before, ...changes.parts };
  for (const name of changes.gone ?? []) delete after[name];
  if (changes.tokens) after.tokens = [...stacks(before.tokens, changes.tokens).values()].flat();
  return after;
}

/**
 * The tokens by space, from bottom to top: one that changes in its space keeps its place, one that comes is laid on top.
 * @param {Token[]} before
 * @param {TokenChanges} changes
 */
function stacks(before, changes) {
  const put = new Map((changes.put ?? []).map((token) => [token.name, token]));
  const gone = new Set(changes.gone ?? []);
  /** @type {Map<string, Token[]>} */
  const found = new Map();
  const lay = (/** @type {Token} */ token) => {
    const space = token.at ?? "";
    const stack = found.get(space);
    if (stack) stack.push(token);
    else found.set(space, [token]);
  };
  for (const token of before) {
    const changed = put.get(token.name);
    if (!changed) {
      if (!gone.has(token.name)) lay(token);
    } else if (changed.at === token.at) {
      lay(changed);
      put.delete(token.name);
    }
  }
  for (const token of put.values()) lay(token);
  for (const [space, names] of Object.entries(changes.order ?? {})) {
    const known = new Map(found.get(space)?.map((token) => [token.name, token]));
    found.set(space, names.flatMap((name) => known.get(name) ?? []));
  }
  return found;
}
