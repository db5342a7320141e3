/** Which screen an address means, and going from one to another without loading the page again. */

import { address, here, meant } from "./here.js";

/**
 * @typedef {{name: "home" | "new" | "match" | "replay" | "learn" | "compare" | "problems" | "rules" | "lost", id: string, fragment: string,
 *   query: URLSearchParams}} Route
 */

/** @param {URL | Location} url @returns {Route} */
export function parse(url) {
  const [path, search] = meant(url);
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const fragment = decodeURIComponent(url.hash.slice(1));
  const query = new URLSearchParams(search);
  /** @param {Route["name"]} name @param {string} [id] @returns {Route} */
  const route = (name, id = "") => ({ name, id, fragment, query });
  if (parts.length === 0) return route("home");
  if (parts.length === 1 && parts[0] === "new") return route("new");
  if (parts.length === 1 && parts[0] === "learn") return route("learn");
  if (parts.length === 1 && parts[0] === "compare") return route("compare");
  if (parts.length === 1 && parts[0] === "problems") return route("problems");
  if (parts[0] === "rules" && parts.length === 2) return route("rules", parts[1]);
  if (parts[0] === "match" && parts.length === 2) return route("match", parts[1]);
  if (parts[0] === "match" && parts.length === 3 && parts[2] === "replay") return route("replay", parts[1]);
  return route("lost");
}

/** @type {() => void} */
let changed = () => {};

/** @param {() => void} listener called when another screen is due */
export function start(listener) {
  changed = listener;
  window.addEventListener("popstate", () => changed());
  document.addEventListener("click", (event) => {
    const link = /** @type {Element | null} */ (event.target)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || parse(url).name === "lost" || link.hasAttribute("data-plain")) return;
    if (url.pathname === location.pathname && url.hash && url.search === (here ? location.search : "")) return; // within the page
    event.preventDefault();
    history.pushState(null, "", url);
    changed();
  });
}

/** @param {string} path  of a screen */
export function go(path) {
  history.pushState(null, "", address(path));
  changed();
}

/** Change the address without leaving the screen. @param {string} path  of a screen */
export function rename(path) {
  history.replaceState(null, "", address(path));
}
