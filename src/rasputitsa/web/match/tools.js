/** The tools of a match: in its bar, or in the menu of a narrow screen. */

import { tool } from "../frame.js";
import { openSettings } from "../settings.js";
import * as store from "../store.js";

/**
 * @typedef {object} Calls  what the tools do
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} lookBack
 * @property {() => void} hideCounters
 * @property {() => boolean} areCountersHidden
 * @property {() => void} fit
 * @property {() => void} help
 */

/** @param {Calls} calls */
export function makeTools({ undo, redo, hint, lookBack, hideCounters, fit, help }) {
  return {
    undo: tool("undo", "Undo", "u", undo),
    redo: tool("redo", "Redo", "r", redo),
    hint: tool("hint", "Hint", "i", hint),
    lookBack: tool("back-look", "Last enemy turn", "e", lookBack, "not-narrow"),
    counters: tool("eye", "Hide counters", "h", hideCounters, "not-narrow"),
    fit: tool("fit", "Whole map, and back", "f", fit, "not-narrow"),
    settings: tool("settings", "Settings", ",", openSettings, "not-narrow"),
    help: tool("help", "Controls", "?", help, "not-narrow"),
  };
}

/** What a narrow screen has in the menu instead of the bar. @param {Calls} calls @returns {import("./overlays.js").MenuItem[]} */
export function menuItems({ lookBack, hideCounters, areCountersHidden, fit, help }) {
  return [
    { label: () => (areCountersHidden() ? "Show counters" : "Hide counters"), run: hideCounters },
    { label: () => "Last enemy turn", run: lookBack },
    { label: () => "Whole map, and back", run: fit },
    {
      label: () => (store.settings().minimap ? "Hide the small map" : "Show the small map"),
      run: () => store.change({ minimap: !store.settings().minimap }),
    },
    { label: () => "Settings", run: openSettings },
    { label: () => "Controls", run: help },
  ];
}
