/** A counter for panels, drawn like those on the map. */

import { lookOf } from "./board/faces.js";
import { sideIndex } from "./board/sides.js";
import { HIGH, sizeBeside, symbolOf, WIDE } from "./board/symbols.js";
import { h, s } from "./dom.js";

/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./types.js").Token} Token */

const SHAPES = [
  "M-20 -27H20L27 -20V20L20 27H-20L-27 20V-20Z",
  "M-17 -27H17Q27 -27 27 -17V17Q27 27 17 27H-17Q-27 27 -27 17V-17Q-27 -27 -17 -27Z",
  "M-25 -27H25L27 -25V25L25 27H-25L-27 25V-25Z",
];

/**
 * A token as it is now or, if it is not in the view, the piece of that name with its best face.
 * @param {Manifest} manifest
 * @param {string} name
 * @param {Token} [token]
 */
export function chip(manifest, name, token) {
  const piece = manifest.pieces.get(token?.piece ?? name);
  if (!piece && !token) return h("span", { class: "chip" }, name);
  const look = piece ? lookOf(piece, token) : manifest.faces.look(/** @type {Token} */ (token));
  const owner = token?.owner ?? piece?.side;
  const words = [look.title, look.words].filter(Boolean).join(", ");
  const symbol = symbolOf(look.type);
  return h(
    "span",
    { class: ["chip", manifest.sideClass(owner), look.striped && "striped"], title: words },
    s(
      "svg",
      { viewBox: "-28 -28 56 56", role: "img", "aria-label": words },
      s("path", { class: "chip-face", d: SHAPES[sideIndex(manifest.sides, owner)] }),
      look.striped ? s("path", { class: "chip-stripe", d: "M-26 7.6H26V24.6H-26Z" }) : null,
      symbol.frame === false
        ? null
        : s("rect", { class: "chip-box", "data-colour": look.colour || null, x: -WIDE, y: -HIGH - 2, width: 2 * WIDE, height: 2 * HIGH }),
      s(
        "g",
        { transform: "translate(0 -2)" },
        symbol.line ? s("path", { class: "chip-line", d: symbol.line }) : null,
        symbol.fill ? s("path", { class: "chip-fill", d: symbol.fill }) : null,
        symbol.letters ? s("text", { class: "chip-letters", x: 0, y: 4 }, symbol.letters) : null,
      ),
      s("text", { class: "chip-name", x: -22, y: -16 }, look.number),
      s("text", { class: "chip-size", x: 22, y: -16 }, sizeBeside(look.number, look.size)),
      s("text", { class: ["chip-value", look.print.length > 4 && "long"], x: 0, y: 22.5 }, look.print),
    ),
  );
}
