/** What can be done now: the server's groups of offers as one offer for each action, and what a click on the map means. */

import { placeOf, tokenOf, tokensIn } from "./tokens.js";

/**
 * @typedef {import("./types.js").Offers} Offers
 * @typedef {import("./types.js").OfferGroup} OfferGroup
 * @typedef {OfferGroup["role"]} Role
 * @typedef {{action: string, verb: string, role: Role, kind: string, object: string, label: string, short: string,
 *   badge: string, note: string, tone: string, remark: string, brush: string, together: boolean}} Offer one action that is on offer
 * @typedef {import("./types.js").SelectionData} Selection
 * @typedef {import("./types.js").View} View
 * @typedef {import("./manifest.js").Manifest} Manifest
 * @typedef {{token: string | null, space: string}} Target what was clicked: a token in a space, or the bare space
 * @typedef {{play: Offer} | {choose: Offer[]} | {instead: Offer} | {why: string[]}} Intent what a click means: an action, one of
 *   several, a way out and then the same click again, or a question why it is not possible
 */

/** The tone of a space that the unit in hand can enter but not share: a click on the unit there rather means that unit. */
const CROWDED = "crowded";

/** @type {Selection} */
export const NOTHING = { tokens: [], spaces: [] };

/** @type {WeakMap<Offers, Offer[]>} */
const flattened = new WeakMap();

/** One offer for each action. @param {Offers | null} offers @param {Manifest} manifest @returns {Offer[]} */
export function flatten(offers, manifest) {
  if (!offers) return [];
  let found = flattened.get(offers);
  if (!found) {
    found = offers.groups.flatMap((group) => group.objects.map((object) => single(group, object, manifest)));
    flattened.set(offers, found);
  }
  return found;
}

/** @param {OfferGroup} group @param {string} object @param {Manifest} manifest @returns {Offer} */
function single({ verb, role, kind, label, short, titles, marks, remarks, brush, together }, object, manifest) {
  const title = titles?.[object] ?? manifest.objectTitle(kind, object);
  const mark = marks?.[object];
  return {
    action: object ? `${verb} ${object}` : verb,
    verb,
    role,
    kind,
    object,
    label: label.replace("{}", () => title),
    short: short ?? "",
    badge: mark?.badge ?? "",
    note: mark?.note ?? "",
    tone: mark?.tone ?? "",
    remark: remarks?.[object] ?? "",
    brush: brush ?? "",
    together: together ?? false,
  };
}

/** Whether an offer is about something on the map. @param {Offer} offer */
const isOnMap = (offer) => (offer.kind === "piece" || offer.kind === "space") && offer.object !== "";

/** Offers that neither the map nor a hand of cards can show. @param {Offer[]} offers */
export const buttonOffers = (offers) => offers.filter((offer) => !isOnMap(offer) && offer.kind !== "card");

/** Offers about something on the map. @param {Offer[]} offers */
export const mapOffers = (offers) => offers.filter(isOnMap);

/** The way out of the choice in hand. @param {Offer[]} offers */
export const cancelOf = (offers) => offers.find((offer) => offer.role === "cancel" && !isOnMap(offer)) ?? null;

/** @param {Offer[]} offers @param {string} kind @param {string | null} object */
export const offersAbout = (offers, kind, object) => offers.filter((offer) => offer.kind === kind && offer.object === object);

/** Whether two selections are the same. @param {Selection} one @param {Selection} other */
export const sameSelection = (one, other) => one.tokens.join() === other.tokens.join() && one.spaces.join() === other.spaces.join();

/** @param {Selection} selection */
export const isEmpty = ({ tokens, spaces }) => !tokens.length && !spaces.length;

/** The offers that a click on this could mean, the nearest first. @param {Offer[]} offers @param {Target} target @param {View} view */
export function matching(offers, target, view) {
  const onToken = target.token === null ? [] : offersAbout(offers, "piece", target.token);
  if (onToken.length) return onToken;
  const onSpace = offersAbout(offers, "space", target.space);
  if (onSpace.length || target.token !== null) return onSpace;
  return offers.filter((offer) => offer.kind === "piece" && placeOf(view, offer.object) === target.space);
}

/**
 * The units that may enter the space in hand: a click on a space that the enemy has left means one of them.
 * @param {Offer[]} offers
 * @param {Selection} selection
 * @param {Target} target
 * @param {View} view
 */
function entering(offers, selection, target, view) {
  if (selection.tokens.length || !selection.spaces.includes(target.space)) return [];
  const units = offers.filter(({ kind, role }) => kind === "piece" && role === "main");
  const movers = units.map(({ object }) => tokenOf(view, object)?.owner);
  return tokensIn(view, target.space).every(({ owner }) => movers.includes(owner)) ? units : [];
}

/** A bare click means what a brush does only where it can mean nothing else. @param {Offer[]} offers */
function withoutBrushes(offers) {
  const others = offers.filter(({ brush }) => !brush);
  return others.length ? others : offers;
}

/**
 * What a click means.
 * @param {Offer[]} offers what is on offer now
 * @param {Offer[]} others what could be chosen instead of what is in hand
 * @param {Selection} selection
 * @param {Target} target
 * @param {View} view
 * @param {Manifest} manifest
 * @returns {Intent | null}
 */
export function interpret(offers, others, selection, target, view, manifest) {
  const found = withoutBrushes(matching(offers, target, view));
  const cancel = cancelOf(offers);
  const inHand = target.token !== null && selection.tokens.includes(target.token);
  if (cancel && inHand && found[0]?.kind !== "piece") return { play: cancel }; // a click on the chosen token lets it go
  const instead = matching(others, target, view);
  if (cancel && instead.length && !inHand && (!found.length || (found[0].tone === CROWDED && instead[0].kind === "piece"))) {
    return { instead: cancel };
  }
  const meant = found.length ? found : entering(offers, selection, target, view);
  if (meant.length === 1) return { play: meant[0] };
  if (meant.length > 1) return { choose: meant };
  const why = whyNot(offers, target, view, manifest);
  return why.length ? { why } : null;
}

/**
 * The actions to ask the server about when what was clicked is not on offer: those of the verbs on offer, with the
 * clicked token or space as their object.
 * @param {Offer[]} offers
 * @param {Target} target
 * @param {View} view
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function whyNot(offers, target, view, manifest) {
  const inBox = (/** @type {string} */ name) => manifest.boxNames.has(placeOf(view, name));
  const here = target.token !== null ? [tokenOf(view, target.token)] : tokensIn(view, target.space);
  const tokens = here.flatMap((token) => (token?.piece ? [token.name] : [])); // nobody can be asked about a hidden one
  /** @type {Map<string, {kind: string, near: boolean}>} */
  const verbs = new Map();
  for (const { verb, kind, object } of mapOffers(offers)) {
    const near = kind === "space" || tokens.some((name) => inBox(name) === inBox(object));
    verbs.set(verb, { kind, near: near || (verbs.get(verb)?.near ?? false) });
  }
  const found = [...verbs].sort((a, b) => Number(b[1].near) - Number(a[1].near));
  const verbsOf = (/** @type {string} */ kind) => found.filter(([, one]) => one.kind === kind).map(([verb]) => verb);
  const onTokens = tokens.length ? verbsOf("piece").map((verb) => `${verb} ${tokens[0]}`) : [];
  const onSpaces = verbsOf("space").map((verb) => `${verb} ${target.space}`);
  return (target.token !== null ? [...onTokens, ...onSpaces] : [...onSpaces, ...onTokens]).slice(0, 1);
}
