/** The battles that have been declared, each with its odds and with what can be done about it. */

import { button, h } from "../dom.js";
import { counted } from "../numbers.js";

/**
 * @typedef {import("../offers.js").Offer} Offer
 * @typedef {import("../types.js").View} View
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {{play: (offer: Offer) => void, preview: (offer: Offer | null) => void, chip: (name: string) => Node}} Actions
 */

/**
 * A line for each battle that something can be done about; null where there is none.
 * @param {View} view
 * @param {Offer[]} offers
 * @param {Manifest} manifest
 * @param {Actions} actions
 */
export function battleList(view, offers, manifest, actions) {
  const lines = view.battles.flatMap(({ space, attackers }) => {
    const choices = offers.filter((offer) => offer.kind === "space" && offer.object === space);
    return choices.length ? [line(space, attackers, choices, manifest, actions)] : [];
  });
  if (!lines.length) return null;
  const title = `${counted(lines.length, "battle")} declared`;
  return h("section", { class: "declared", "aria-label": "Declared battles" }, h("h3", null, title), h("ul", null, ...lines));
}

/** @param {string} space @param {string[]} attackers @param {Offer[]} choices @param {Manifest} manifest @param {Actions} actions */
function line(space, attackers, choices, manifest, actions) {
  const [first] = choices;
  const show = () => actions.preview(first);
  const hide = () => actions.preview(null);
  const press = (/** @type {Offer} */ offer) =>
    button(offer.short || offer.label, () => actions.play(offer), {
      title: offer.label,
      "aria-label": offer.label,
      onfocus: show,
      onblur: hide,
      data: { key: `battle ${offer.action}`, action: offer.action },
    });
  return h(
    "li",
    { onmouseenter: show, onmouseleave: hide },
    h("strong", { class: ["badge", first.tone] }, first.badge || "?"),
    h("span", { class: "where-to" }, manifest.label(space)),
    h("span", { class: "attackers" }, ...attackers.map((name) => actions.chip(name))),
    h("span", { class: "row" }, ...choices.map(press)),
  );
}
