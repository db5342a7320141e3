/** The order of battle: every unit of a side and where it is, with those that are off the map and the dead. */

import { button, h } from "../dom.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").PieceData} Piece
 * @typedef {{centre: (name: string) => void, chip: (name: string) => Node}} Actions
 */

const ON_MAP = "On the map";
const NOT_IN_PLAY = "Not in play";

/** @param {Manifest} manifest @param {View} view @param {string} side @param {Actions} actions */
export function orderOfBattle(manifest, view, side, actions) {
  const tokens = new Map(view.tokens.filter((token) => token.piece !== null).map((token) => [token.piece, token]));
  const place = (/** @type {Piece} */ piece) => tokens.get(piece.id)?.at ?? "";
  /** @type {Map<string, Piece[]>} */
  const groups = new Map();
  for (const title of [ON_MAP, ...manifest.boxes.map((box) => box.label), NOT_IN_PLAY]) groups.set(title, []);
  for (const piece of manifest.data.pieces.filter((one) => one.side === side)) {
    const at = place(piece);
    groups.get(at === "" ? NOT_IN_PLAY : manifest.boxNames.has(at) ? manifest.label(at) : ON_MAP)?.push(piece);
  }
  const unit = (/** @type {Piece} */ piece) => {
    const at = place(piece);
    const where = at && !manifest.boxNames.has(at) ? button(manifest.label(at), () => actions.centre(at), { class: "link" }) : null;
    return h("li", null, actions.chip(piece.id), h("span", null, tokens.get(piece.id)?.title ?? piece.title), where);
  };
  const part = (/** @type {[string, Piece[]]} */ [title, units]) =>
    units.length ? [h("h4", null, `${title} (${units.length})`), h("ul", { class: "units" }, ...units.map(unit))] : [];
  return h("div", { class: "order-of-battle" }, ...[...groups].flatMap(part));
}
