/** Tokens of a view, by name and by space. */

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Token} Token
 */

/** @type {WeakMap<View, Map<string, Token>>} */
const names = new WeakMap();

/** @param {View | null | undefined} view @returns {Map<string, Token>} */
function byName(view) {
  if (!view) return new Map();
  let found = names.get(view);
  if (!found) {
    found = new Map(view.tokens.map((token) => [token.name, token]));
    names.set(view, found);
  }
  return found;
}

/** @param {View | null | undefined} view @param {string | null | undefined} name @returns {Token | undefined} */
export const tokenOf = (view, name) => byName(view).get(name ?? "");

/** Where a token is; "" if it is nowhere. @param {View | null | undefined} view @param {string} name */
export const placeOf = (view, name) => tokenOf(view, name)?.at ?? "";

/** @param {View} view @param {string} space */
export const tokensIn = (view, space) => view.tokens.filter((token) => token.at === space);
