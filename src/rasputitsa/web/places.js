/** Places in sentences: whoever points at "0508 Vyazma" sees it on the map. */

import { h } from "./dom.js";

/**
 * @typedef {import("./manifest.js").Manifest} Manifest
 * @typedef {{point: (space: string | null) => void, centre: (space: string) => void}} PlaceLinks
 */

/** Labels without a number are links from this length on, so that short ones are not mistaken for plain words. */
const LEAST = 8;

/** @type {WeakMap<Manifest, {pattern: RegExp, names: Map<string, string>}>} */
const known = new WeakMap();

/** Whether a word can only mean a place: "66" may be a number of anything, "66 Demidov" and "0508" are places. @param {string} word */
const isUnmistakable = (word) => word.length >= LEAST || (/\d/.test(word) && !/^\d{1,3}$/.test(word));

/** @param {Manifest} manifest */
function wordsOf(manifest) {
  let found = known.get(manifest);
  if (!found) {
    const names = new Map(
      [...manifest.spaces.values()].flatMap(({ name, label }) => [label, name].filter(isUnmistakable).map((word) => [word, name])),
    );
    const longest = [...names.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    found = { pattern: new RegExp(`(?<!\\w|\\d:)(${longest.join("|")})(?!\\w|:\\d)`), names };
    known.set(manifest, found);
  }
  return found;
}

/**
 * A sentence with its places marked.
 * @param {Manifest} manifest
 * @param {string} text
 * @param {PlaceLinks} links
 * @returns {import("./dom.js").Child[]}
 */
export function withPlaces(manifest, text, links) {
  const { pattern, names } = wordsOf(manifest);
  return text.split(pattern).map((part) => {
    const space = names.get(part);
    if (space === undefined) return part;
    const look = () => links.point(space);
    return h(
      "span",
      { class: "place", onmouseenter: look, onmouseleave: () => links.point(null), onclick: () => links.centre(space) },
      part,
    );
  });
}
