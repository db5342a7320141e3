/** Places in sentences: whoever points at "0508 Vyazma" sees it on the map. */

import { h } from "./dom.js";

/**
 * @typedef {import("./manifest.js").Manifest} Manifest
 * @typedef {{point: (space: string | null) => void, centre: (space: string) => void}} Eyes
 */

/** A word that stands for a place only if it has a number in it; other labels are told from plain words by their length. */
const LEAST = 8;

/** @type {WeakMap<Manifest, {pattern: RegExp, names: Map<string, string>}>} */
const known = new WeakMap();

/** @param {Manifest} manifest */
function wordsOf(manifest) {
  let found = known.get(manifest);
  if (!found) {
    const names = new Map([...manifest.spaces.values()].flatMap(({ name, label }) => [...(label.length >= LEAST || /\d/.test(label) ? [[label, name]] : []), ...(/\d/.test(name) ? [[name, name]] : [])]).map(([word, name]) => [word, name]));
    const longest = [...names.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    found = { pattern: new RegExp(`(?<![\\w:])(${longest.join("|")})(?![\\w:])`), names };
    known.set(manifest, found);
  }
  return found;
}

/** A sentence with its places marked. @param {Manifest} manifest @param {string} text @param {Eyes} eyes @returns {import("./dom.js").Child[]} */
export function withPlaces(manifest, text, eyes) {
  const { pattern, names } = wordsOf(manifest);
  return text.split(pattern).map((part) => {
    const space = names.get(part);
    if (space === undefined) return part;
    const look = () => eyes.point(space);
    return h("span", { class: "place", onmouseenter: look, onmouseleave: () => eyes.point(null), onclick: () => eyes.centre(space) }, part);
  });
}
