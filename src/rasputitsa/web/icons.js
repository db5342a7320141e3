/** The small line drawings on buttons. All are drawn in a square of 24 with lines of equal weight. */

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  home: "M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6",
  undo: "M9 6L4 11l5 5M4 11h9a6 6 0 0 1 0 12h-2",
  redo: "M15 6l5 5-5 5M20 11h-9a6 6 0 0 0 0 12h2",
  "back-look": "M4 5v5h5M4.500 10a8 8 0 1 1 0 5M12 8v4.500l3 2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  layers: "M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.3 9.3a2.8 2.8 0 1 1 4 2.6c-.9.4-1.3 1-1.3 1.9M12 16.6v.3",
  settings:
    "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM19 12l2-1.2-1.8-3.6-2.3.6-1.6-1.2L15 4h-4l-.4 2.6L9 7.8" +
    "l-2.3-.6L4.9 10.8l2 1.2-2 1.2 1.8 3.6 2.3-.6 1.6 1.2L11 20h4l.3-2.6 1.6-1.2 2.3.6 1.8-3.6z",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  hand:
    "M7 12V6.500a1.500 1.500 0 0 1 3 0V11m0-5.500v-1a1.500 1.500 0 0 1 3 0V11m0-5a1.500 1.500 0 0 1 3 0v5m0-3" +
    "a1.500 1.500 0 0 1 3 0v7a6 6 0 0 1-6 6h-1.500a6 6 0 0 1-5-2.700L4 14.500a1.600 1.600 0 0 1 2.600-1.900L7 13.500",
  brush:
    "M20 4L10.500 13.500M9 13" +
    "a3.600 3.600 0 0 0-3.600 3.600c0 1.600-.8 2.600-2.400 3.400 3.800 1 9.200.4 9.200-3.600A3.300 3.300 0 0 0 9 13z",
  eraser:
    "M8 20h12M4.500 14.500l9-9a2 2 0 0 1 2.800 0l3.700 3.700a2 2 0 0 1 0 2.800L12 20H8.500" +
    "l-4-3.300a1.600 1.600 0 0 1 0-2.200zM9 10l6.500 6.500",
  next: "M5 5v14l9-7zM18 5v14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  book: "M4 5.5C6.5 4 9.5 4 12 6c2.500-2 5.500-2 8-.5V19c-2.500-1.500-5.500-1.500-8 .5-2.500-2-5.500-2-8-.5zM12 6v13.500",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  play: "M7 4.500l12 7.500-12 7.500z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M19 5l-9 7 9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  close: "M5 5l14 14M19 5L5 19",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  share: "M12 15V4M8 7.500L12 4l4 3.500M6 11H5v9h14v-9h-1",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L21 21",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.500l4.500 4.500L19 7",
  skip: "M4 5l7 7-7 7zM13 5l7 7-7 7z",
  up: "M5 15l7-7 7 7",
};

/**
 * A drawing that says nothing to a screen reader; the button around it has the words.
 * @param {string} name
 */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] ?? "" }),
  );
}
