/** A small counter for panels: side, kind, name and strength. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").TableData} TableData */

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
  const numbers = face && face.strength !== undefined ? `${face.strength}-${face.movement ?? 0}` : "";
  const side = table.sides.findIndex((one) => one.name === piece.side);
  return h(
    "span",
    { class: ["chip", `side-${side}`, face?.reduced && "reduced", `type-${piece.type}`], title: piece.title },
    h("span", { class: "chip-name" }, piece.number || piece.title),
    numbers ? h("span", { class: "chip-numbers" }, numbers) : null,
  );
}
