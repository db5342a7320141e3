/** Whether the table is in this page itself, without a server, and what the addresses of its screens are. */

export const here = document.documentElement.dataset.table === "here";

/**
 * The address of a screen. A server knows each of them by its path; without one all are the same page, which has the path in its query.
 * @param {string} path  as it is on a server
 */
export function address(path) {
  if (!here) return path;
  const url = new URL(path, location.origin);
  const query = url.search.replace("?", "&");
  return `${location.pathname}${url.pathname === "/" && !query ? "" : `?${url.pathname}${query}`}${url.hash}`;
}

/** The path and the query that an address means, as a server would know them. @param {URL | Location} url @returns {[string, string]} */
export function meant(url) {
  if (!here) return [url.pathname, url.search];
  if (url.pathname !== location.pathname) return ["/elsewhere/", ""];
  const [path, ...query] = url.search.slice(1).split("&");
  return [path || "/", query.join("&")];
}
