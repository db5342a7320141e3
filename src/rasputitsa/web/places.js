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

/** A sentence with its places marked. @param {Manifest} manifest @param {string} text @param {PlaceLinks} links @returns {import("./dom.js").Child[]} */
export function withPlaces(manifest, text, links) {
  const { pattern, names } = wordsOf(manifest);
  return text.split(pattern).map((part) => {
    const space = names.get(part);
    if (space === undefined) return part;
    const look = () => links.point(space);
    return h("span", { class: "place", onmouseenter: look, onmouseleave: () => links.point(null), onclick: () => links.centre(space) }, part);
  });
}
