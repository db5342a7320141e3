/**
 * What a click means. The rules are the server's; here an object on the map is matched with the answers on offer, by their
 * kind ("piece", "space") alone.
 *
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").View} View
 * @typedef {{piece: string | null, space: string}} Target what was clicked: a piece in a space, or the bare space
 * @typedef {{before: Offer[], fresh: boolean, selected: string | null, boxes: Set<string>}} Memory
 *   `before`: what was on offer when the choice in hand was made; `fresh`: nothing was done since; `boxes`: the spaces that
 *   are not on the map
 * @typedef {{play: Offer} | {choose: Offer[]} | {instead: {first: Offer, then: Target}} | {why: string[]}} Intent
 */

const STOP = "stop";
const CANCEL = "cancel";

/** Whether an answer is about something on the map. @param {Offer} offer */
const onMap = (offer) => (offer.kind === "piece" || offer.kind === "space") && offer.object !== "";

/** Answers that neither the map nor a hand of cards can show. @param {Offer[]} offers */
export const plain = (offers) => offers.filter((offer) => !onMap(offer) && offer.kind !== "card");

/** Answers about something on the map. @param {Offer[]} offers */
export const placed = (offers) => offers.filter(onMap);

/** @param {Offer[]} offers @param {string} kind @param {string | null} object */
const about = (offers, kind, object) => offers.filter((offer) => offer.kind === kind && offer.object === object);

/** @param {Offer} offer */
export const verb = (offer) => offer.action.split(" ", 1)[0];

/** The answer that leaves the choice in hand. @param {Offer[]} offers */
export const wayOut = (offers) =>
  plain(offers).find((offer) => offer.action === CANCEL) ?? plain(offers).find((offer) => offer.action === STOP) ?? null;

/** The answers that a click on this could mean, the nearest first. @param {Offer[]} offers @param {Target} target @param {View} view */
export function matching(offers, target, view) {
  const onPiece = target.piece === null ? [] : about(offers, "piece", target.piece);
  if (onPiece.length) return onPiece;
  const onSpace = about(offers, "space", target.space);
  if (onSpace.length) return onSpace;
  if (target.piece !== null) return [];
  return offers.filter((offer) => offer.kind === "piece" && view.units[offer.object]?.at === target.space);
}

/**
 * @param {Offer[]} offers the answers on offer now
 * @param {Target} target
 * @param {View} view
 * @param {Memory} memory
 * @returns {Intent | null}
 */
export function interpret(offers, target, view, memory) {
  const out = wayOut(offers);
  if (out && target.piece !== null && target.piece === memory.selected && !about(offers, "piece", target.piece).length) {
    return { play: out }; // a click on the chosen piece lets it go
  }
  const found = matching(offers, target, view);
  const earlier = out && (out.action === STOP || memory.fresh) ? matching(memory.before, target, view) : [];
  const another = earlier.filter((offer) => offer.object !== memory.selected);
  if (out && another.length && (!found.length || (out.action === STOP && found[0].kind === "space" && another[0].kind === "piece"))) {
    return { instead: { first: out, then: target } };
  }
  if (found.length === 1) return { play: found[0] };
  if (found.length > 1) return { choose: found };
  const why = questions(offers, target, view, memory.boxes);
  return why.length ? { why } : null;
}

/**
 * The actions to ask the server about when what was clicked is not on offer.
 * @param {Offer[]} offers
 * @param {Target} target
 * @param {View} view
 * @param {Set<string>} boxes
 * @returns {string[]}
 */
export function questions(offers, target, view, boxes) {
  /** @param {string} id */
  const outside = (id) => boxes.has(view.units[id]?.at);
  const pieces = target.piece !== null ? [target.piece] : Object.keys(view.units).filter((id) => view.units[id].at === target.space);
  /** @type {Map<string, {kind: string, near: boolean}>} */
  const verbs = new Map();
  for (const offer of placed(offers)) {
    const near = offer.kind === "space" || pieces.some((id) => outside(id) === outside(offer.object));
    const known = verbs.get(verb(offer));
    verbs.set(verb(offer), { kind: offer.kind, near: near || (known?.near ?? false) });
  }
  const found = [...verbs].sort((a, b) => Number(b[1].near) - Number(a[1].near));
  const ofPieces = pieces.length ? found.filter(([, { kind }]) => kind === "piece").map(([name]) => `${name} ${pieces[0]}`) : [];
  const ofSpaces = found.filter(([, { kind }]) => kind === "space").map(([name]) => `${name} ${target.space}`);
  return [...(target.piece !== null ? [...ofPieces, ...ofSpaces] : [...ofSpaces, ...ofPieces])].slice(0, 1);
}
