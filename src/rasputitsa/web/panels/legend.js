/** What is drawn on the map and printed on the counters, in words. */

import { bestFace } from "../board/faces.js";
import { button, h } from "../dom.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {{chip: (name: string) => Node, pointOut: (spaces: string[] | null) => void}} Actions
 */

/** What the counters and spaces that are lit say. @type {[string, string][]} */
const LIGHTS = [
  ["lit", "can be chosen"],
  ["stop", "can be chosen, but a move ends there"],
  ["chosen", "is chosen"],
];

/** @param {Manifest} manifest @param {Actions} actions */
export function legend(manifest, actions) {
  return h("section", { class: "map-legend" }, h("h3", null, "Legend"), counters(manifest, actions), terrain(manifest, actions), lights());
}

/** The first counter of each kind, as it is at full strength. @param {Manifest} manifest @param {Actions} actions */
function counters(manifest, { chip }) {
  /** @type {Map<string, import("../types.js").PieceData>} */
  const kinds = new Map();
  for (const piece of manifest.data.pieces) {
    const kind = `${piece.side} ${piece.type}`;
    if (!kinds.has(kind)) kinds.set(kind, piece);
  }
  const line = (/** @type {import("../types.js").PieceData} */ piece) => {
    const best = bestFace(piece);
    const faces = [best, ...piece.faces.filter((face) => face !== best)].flatMap((face) => (face ? [face] : []));
    const words = faces.map(({ print, words: meaning, title }) => {
      const known = meaning && title && title !== meaning ? `${meaning} (${title})` : meaning || title;
      return print ? `${print} means ${known}` : known;
    });
    const kind = [manifest.sideTitle(piece.side), piece.type].filter(Boolean).join(" ");
    return h("li", null, chip(piece.id), h("span", null, h("b", null, kind), ` ${[piece.title, ...words].join("; ")}`));
  };
  return h("ul", { class: "legend-counters" }, ...[...kinds.values()].map(line));
}

/** The features of the map; pointing at one shows where it is. @param {Manifest} manifest @param {Actions} actions */
function terrain(manifest, { pointOut }) {
  const { board, styles } = manifest.data;
  const inSpaces = Object.keys(styles.spaces).map((feature) => ({
    feature,
    spaces: board.spaces.filter((space) => space.features.includes(feature)).map((space) => space.name),
  }));
  const onBorders = Object.keys(styles.borders).map((feature) => ({
    feature,
    spaces: [...new Set((board.borders[feature] ?? []).flatMap((border) => border.between))],
  }));
  const line = (/** @type {{feature: string, spaces: string[]}} */ { feature, spaces }) => {
    const show = () => pointOut(spaces);
    const hide = () => pointOut(null);
    const words = feature.replaceAll("_", " ");
    return h(
      "li",
      null,
      button(words, show, { class: "link", onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide }),
      ` (${spaces.length})`,
    );
  };
  const known = [...inSpaces, ...onBorders].filter(({ spaces }) => spaces.length);
  return [
    h("p", { class: "small" }, "Point at a kind of terrain to see it on the map."),
    h("ul", { class: "legend-terrain" }, ...known.map(line)),
  ];
}

function lights() {
  const line = (/** @type {[string, string]} */ [look, words]) =>
    h("li", null, h("span", { class: ["swatch", `outline-${look}`], "aria-hidden": "true" }), words);
  return h("ul", { class: "legend-lights" }, ...LIGHTS.map(line));
}
