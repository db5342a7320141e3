/** Setting up a match: who plays which side, and its keys once it is created. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { here } from "./here.js";
import { defaultLevel, levelsOf, levelTitle } from "./levels.js";
import * as store from "./store.js";

/**
 * @typedef {import("./types.js").GameLine} GameInfo
 * @typedef {import("./types.js").SideData} Side
 * @typedef {{kind: string, level?: string, name?: string}} SeatRequest
 * @typedef {{element: HTMLElement, values: () => Record<string, SeatRequest>}} SeatChoices
 */

/**
 * Creates a match and stores its keys.
 * @param {{seats: Record<string, SeatRequest>, [more: string]: unknown}} request
 * @param {string} game
 * @param {Partial<store.StoredMatch>} [more]
 * @returns {Promise<string>} its id
 */
export async function startMatch(request, game, more = {}) {
  const made = await api.create(request);
  const own = Object.entries(made.keys).filter(([side]) => request.seats[side]?.kind === "me");
  store.remember(made.match, {
    game,
    keys: own.map(([, key]) => key),
    sides: made.keys,
    spectators: made.spectators,
    at: Date.now(),
    ...more,
  });
  return made.match;
}

/**
 * The choice of who plays, one line for each side.
 * @param {GameInfo} game
 * @param {Record<string, SeatRequest>} first  who plays each side at first; "me" unless it says
 * @returns {SeatChoices}
 */
export function seatChoices(game, first) {
  const seats = game.sides.map((side) => seatChoice(game, side, first[side.name] ?? { kind: "me" }));
  const element = h("fieldset", { class: "seats-choice" }, h("legend", null, "Players"), ...seats.map((seat) => seat.element));
  return { element, values: () => Object.fromEntries(seats.map((seat) => [seat.side, seat.value()])) };
}

/** Who played in a match, to play again. @param {import("./changes.js").MatchState} state @returns {Record<string, SeatRequest>} */
export function seatsOf({ seats, you }) {
  const request = (/** @type {string} */ side) => {
    const { name, kind, level } = seats[side];
    if (kind === "bot") return { kind, level: level ?? undefined };
    return { kind: !you.length || you.includes(side) ? "me" : "link", name };
  };
  return Object.fromEntries(Object.keys(seats).map((side) => [side, request(side)]));
}

/** @param {GameInfo} game @param {Side} side @param {SeatRequest} first */
function seatChoice(game, side, first) {
  const chosen = first.kind;
  const levels = levelsOf(game);
  const options = levels.map((name) => h("option", { value: name }, levelTitle(name)));
  const level = h("select", { "aria-label": `Bot for the ${side.title} side`, hidden: chosen !== "bot" }, ...options);
  level.value = levels.includes(first.level ?? "") ? (first.level ?? "") : defaultLevel(levels);
  /** @type {[string, string][]} */
  const kinds = [["me", "Me"]];
  if (!here) kinds.push(["link", "Friend, by link"]);
  if (levels.length) kinds.push(["bot", "Bot"]);
  const name = `seat-${side.name}`;
  const radio = (/** @type {[string, string]} */ [kind, words]) => [
    h("input", {
      type: "radio",
      name,
      id: `${name}-${kind}`,
      value: kind,
      checked: kind === chosen,
      onchange: () => (level.hidden = kind !== "bot"),
    }),
    h("label", { for: `${name}-${kind}` }, words),
  ];
  const legend = h("legend", null, h("span", { class: "dot", "aria-hidden": "true" }), side.title);
  const element = h(
    "div",
    { class: `seat-choice side colours-${side.colours}` },
    h("fieldset", { class: "segmented" }, legend, ...kinds.map(radio)),
    level,
  );
  return {
    side: side.name,
    element,
    /** @returns {SeatRequest} */
    value() {
      const kind = /** @type {HTMLInputElement | null} */ (element.querySelector("input:checked"))?.value ?? "me";
      if (kind === "bot") return { kind, level: level.value };
      const known = kind === chosen ? first.name : ""; // the same person as before
      return { kind, name: known || (kind === "me" ? store.settings().name : "") };
    },
  };
}
