/** What to know before a phase or the like is ended: grave warnings first, each lit on the map when it is pointed at. */

import { h } from "../dom.js";

/**
 * @typedef {import("../types.js").WarningData} WarningData
 * @typedef {{point: (spaces: string[]) => void, link: (rule: string) => import("../dom.js").Child}} Needs
 */

/** Whether the button that ends something must be pressed once more. @param {WarningData[]} warnings */
export const isGrave = (warnings) => warnings.some(({ gravity }) => gravity === "grave");

/** Whether it may cost the game, or gives something up. @param {WarningData[]} warnings */
export const isHarmful = (warnings) => warnings.some(({ gravity }) => gravity !== "notice");

/** @param {WarningData[]} warnings @param {Needs} needs */
export function warningList(warnings, needs) {
  if (!warnings.length) return null;
  const line = (/** @type {WarningData} */ { text, rule, spaces, gravity }, /** @type {number} */ index) => {
    const look = () => needs.point(spaces);
    const away = () => needs.point([]);
    return h(
      "li",
      {
        class: ["warning", gravity],
        tabindex: "0",
        data: { key: `:warning ${index}` },
        onmouseenter: look,
        onmouseleave: away,
        onfocus: look,
        onblur: away,
      },
      gravity === "grave" ? h("strong", null, "Danger: ") : null,
      text,
      " ",
      needs.link(rule),
    );
  };
  return h("ul", { class: "warnings", "aria-label": "Before you end this" }, ...warnings.map(line));
}
