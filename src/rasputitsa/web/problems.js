/** Problems: small positions with something to reach. */

import { toastError } from "./announcer.js";
import * as api from "./api.js";
import { levelsOf } from "./levels.js";
import { go } from "./router.js";
import { startMatch } from "./setup.js";
import * as store from "./store.js";

/** @typedef {import("./types.js").PuzzleLine} PuzzleLine */

/** Starts a problem: its side against the weakest bot that plays well. @param {string} name  of the game @param {PuzzleLine} problem */
export async function startProblem(name, problem) {
  try {
    const game = (await api.games()).find((one) => one.name === name);
    const levels = levelsOf(game);
    const bot = { kind: "bot", level: levels[1] ?? levels[0] };
    const sides = game?.sides ?? [];
    const seats = Object.fromEntries(sides.map((side) => [side.name, side.name === problem.side ? { kind: "me" } : bot]));
    const id = await startMatch({ game: name, seats, problem: problem.name }, name, { problem: problem.name });
    go(`/match/${encodeURIComponent(id)}`);
  } catch (error) {
    toastError(error);
  }
}

/** The problem after this one, of the same game; null after the last. @param {PuzzleLine[]} problems @param {string} name */
export const problemAfter = (problems, name) => problems[problems.findIndex((one) => one.name === name) + 1] ?? null;

/** @param {string} game @param {string} name */
export const isSolved = (game, name) => store.solved().includes(`${game}/${name}`);

/** @param {string} game @param {string} name */
export function keepSolved(game, name) {
  if (!isSolved(game, name)) store.keepSolved([...store.solved(), `${game}/${name}`]);
}
