/** A counter for panels, drawn like those on the map. */

import { HIGH, sizeOf, symbolOf, WIDE } from "./board/symbols.js";
import { printed } from "./board/text.js";
import { h, s } from "./dom.js";

/** @typedef {import("./types.js").TableData} TableData */

const SHAPES = ["M-20 -27H20L27 -20V20L20 27H-20L-27 20V-20Z", "M-17 -27H17Q27 -27 27 -17V17Q27 27 17 27H-17Q-27 27 -27 17V-17Q-27 -27 -17 -27Z"];

/**
 * @param {TableData} table
 * @param {string} id
 * @param {import("./types.js").UnitView} [unit] as it stands now; otherwise its best face
 */
export function chip(table, id, unit) {
  const piece = table.pieces.find((one) => one.id === id);
  if (!piece) return h("span", { class: "chip" }, id);
  const best = [...piece.faces].reverse().find((face) => face) ?? null;
  const face = (unit ? piece.faces[unit.face] : null) ?? best;
  const numbers = printed(face);
  const words = [piece.title, numbers, face?.title].filter(Boolean).join(" ");
  const side = Math.max(0, table.sides.findIndex((one) => one.name === piece.side)) % 2;
  const symbol = symbolOf(piece.type);
  return h(
    "span",
    { class: ["chip", `side-${side}`, face?.reduced && "reduced"], title: words },
    s(
      "svg",
      { viewBox: "-28 -28 56 56", role: "img", "aria-label": words },
      s("path", { class: "chip-face", d: SHAPES[side] }),
      face?.reduced ? s("path", { class: "chip-stripe", d: "M-26 7.6H26V24.6H-26Z" }) : null,
      symbol.frame === false ? null : s("rect", { class: "chip-box", x: -WIDE, y: -HIGH - 2, width: 2 * WIDE, height: 2 * HIGH }),
      s(
        "g",
        { transform: "translate(0 -2)" },
        symbol.line ? s("path", { class: "chip-line", d: symbol.line }) : null,
        symbol.fill ? s("path", { class: "chip-fill", d: symbol.fill }) : null,
        symbol.word ? s("text", { class: "chip-word", x: 0, y: 4 }, symbol.word) : null,
      ),
      s("text", { class: "chip-name", x: -22, y: -16 }, piece.number),
      s("text", { class: "chip-size", x: 22, y: -16 }, sizeOf(piece.size)),
      s("text", { class: ["chip-value", numbers.length > 4 && "long"], x: 0, y: 22.5 }, numbers),
    ),
  );
}
