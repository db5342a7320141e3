/** Places in sentences: whoever points at "0508 Vyazma" sees it on the map. The rules say where in a sentence they are. */

import { h } from "./dom.js";

/**
 * @typedef {import("./types.js").PlaceNamed} PlaceNamed
 * @typedef {{point: (space: string | null) => void, centre: (space: string) => void}} PlaceLinks
 */

/**
 * A sentence with its places marked.
 * @param {string} text
 * @param {PlaceNamed[]} places
 * @param {PlaceLinks} links
 * @returns {import("./dom.js").Child[]}
 */
export function withPlaces(text, places, links) {
  let at = 0;
  const parts = places.flatMap(({ space, start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return [before, placeLink(space, text.slice(start, end), links)];
  });
  return [...parts, text.slice(at)];
}

/** A place that is shown to whoever points at it. @param {string} space @param {string} label @param {PlaceLinks} links */
export function placeLink(space, label, links) {
  const look = () => links.point(space);
  const away = () => links.point(null);
  return h("span", { class: "place", onmouseenter: look, onmouseleave: away, onclick: () => links.centre(space) }, label);
}
