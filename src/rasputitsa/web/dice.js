/** Dice, drawn, and what can be read from an action of chance. */

import { s } from "./dom.js";

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die with that face up, and whether it hit where that is known. @param {number} face @param {boolean} [hit] */
export function die(face, hit) {
  const words = hit === undefined ? "" : hit ? ", a hit" : ", no hit";
  return s(
    "svg",
    {
      class: ["die", hit === true && "hit", hit === false && "miss"],
      viewBox: "0 0 60 60",
      role: "img",
      "aria-label": `Die: ${face}${words}`,
    },
    s("rect", { x: 3, y: 3, width: 54, height: 54, rx: 11 }),
    ...(PIPS[face] ?? []).map((pip) => s("circle", { cx: 15 + (pip % 3) * 15, cy: 15 + Math.floor(pip / 3) * 15, r: 5.2 })),
  );
}

/** The faces of a roll, or nothing where chance drew something else. @param {string} action @returns {number[]} */
export function facesOf(action) {
  const faces = action.split(" ").slice(1).map(Number);
  return faces.every((face) => face >= 1 && face <= 6) ? faces : [];
}
