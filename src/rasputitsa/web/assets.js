/** Files that lie beside the client's scripts, wherever those are served from. */

/** @param {string} path  within the client's folder */
export const asset = (path) => new URL(path, import.meta.url).href;
