/** Analysis: a moment of a match as a board of one's own, and two lines side by side. */

import * as api from "./api.js";
import { dialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { go } from "./router.js";
import { startMatch } from "./setup.js";
import * as store from "./store.js";

const TEXT = "A board of your own: you move both sides, and take back whatever you like, dice as well. The match is not changed.";

/**
 * Asks how the dice shall fall, and opens the board.
 * @param {{id: string, number: number, key: string | null, game: string}} moment
 */
export async function analyse({ id, number, key, game }) {
  const sides = (await api.games()).find((one) => one.name === game)?.sides ?? [];
  const dice = h("select", { id: "analysis-dice" }, h("option", { value: "0" }, "are rolled"), ...[1, 2, 3, 4, 5, 6].map(faceOption));
  const error = h("p", { class: "error", role: "alert" });
  const start = async () => {
    try {
      const seats = Object.fromEntries(sides.map((side) => [side.name, { kind: "me" }]));
      const request = { game, seats, from: { match: id, number, key: key ?? undefined }, analysis: Number(dice.value) };
      const made = await startMatch(request, game, { origin: [id, number] });
      box.close();
      go(`/match/${encodeURIComponent(made)}`);
    } catch (problem) {
      error.textContent = /** @type {Error} */ (problem).message;
    }
  };
  const choice = h("p", { class: "row" }, h("label", { for: "analysis-dice" }, "The dice"), dice);
  const end = h("div", { class: "row end" }, button("Open the board", () => void start(), { class: "primary" }));
  const box = dialog("Analyse from here", [h("p", null, TEXT), choice, error, end]);
}

/** @param {number} face */
const faceOption = (face) => h("option", { value: String(face) }, `all show ${face}`);

/** A line that began in another: both side by side. @param {string} id @param {number} number */
export function compareButton(id, number) {
  const origin = store.match(id)?.origin;
  if (!origin) return null;
  const [other, at] = origin;
  return button("Compare", () => go(`/compare?a=${encodeURIComponent(other)}&at=${at}&b=${encodeURIComponent(id)}&bt=${number}`));
}
