/** What a match has cost: losses by kind of unit, the costliest battles, and who holds what in the end. */

import { h } from "../dom.js";
import { address } from "../here.js";
import { counted } from "../numbers.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").Report} Report
 * @typedef {Report["battles"][number]} Battle
 * @typedef {import("../types.js").ScenarioData} Scenario
 */

/** @param {Report} report @param {string} match @param {Manifest} manifest @param {Scenario} scenario */
export function tollOf(report, match, manifest, scenario) {
  return h(
    "div",
    { class: "chart-grid toll" },
    report.losses.length ? losses(report, manifest) : null,
    report.places.length ? places(report, manifest) : null,
    report.battles.length ? battles(report, match, manifest, scenario) : null,
  );
}

/** @param {string} title @param {string[]} heads @param {import("../dom.js").Children[][]} rows */
function table(title, heads, rows) {
  const [first, ...others] = heads;
  const row = (/** @type {import("../dom.js").Children[]} */ cells) =>
    h("tr", null, ...cells.map((cell, i) => (i ? h("td", null, cell) : h("th", { scope: "row" }, cell))));
  return h(
    "section",
    null,
    h("h3", null, title),
    h(
      "table",
      { class: "modifiers" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, first), ...others.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, ...rows.map(row)),
    ),
  );
}

/** A type of pieces as the first word of a line; the shortest are abbreviations. @param {string} kind */
const named = (kind) => (kind.length < 3 ? kind.toUpperCase() : kind.charAt(0).toUpperCase() + kind.slice(1));

/** @param {Report} report @param {Manifest} manifest */
function losses({ losses }, manifest) {
  const names = manifest.sides.map(({ name }) => name);
  const sum = (/** @type {string} */ side) => String(losses.reduce((all, { lost }) => all + lost[side], 0));
  const rows = losses.map(({ kind, lost }) => [named(kind), ...names.map((side) => String(lost[side]))]);
  return table("Losses", ["Kind", ...manifest.sides.map(({ title }) => title)], [...rows, ["All", ...names.map(sum)]]);
}

/** @param {Report} report @param {Manifest} manifest */
function places({ places }, manifest) {
  const counts = places.some(({ points }) => points !== null);
  const sides = places.some((one) => one.side); // else all that counts is one side's
  const side = (/** @type {string} */ name) => [
    name ? h("i", { class: ["side-dot", manifest.sideClass(name)] }) : null,
    name ? manifest.sideTitle(name) : "",
  ];
  const rows = places.map((one) => [one.text, ...(sides ? [side(one.side)] : []), ...(counts ? [String(one.points ?? "")] : [])]);
  return table("In the end", ["Place", ...(sides ? ["Side"] : []), ...(counts ? ["Points"] : [])], rows);
}

/**
 * Each leads to its place in the replay.
 * @param {Report} report
 * @param {string} match
 * @param {Manifest} manifest
 * @param {Scenario} scenario
 */
function battles({ battles }, match, manifest, scenario) {
  const line = (/** @type {Battle} */ { number, turn, space, lost, taken }) => {
    const when = scenario.turns[turn - 1]?.label ?? String(turn);
    const cost = manifest.sides.flatMap(({ name, title }) => (lost[name] ? [`${title} ${counted(lost[name], "unit")}`] : []));
    const names = taken.map((one) => manifest.spaces.get(one)?.title || one);
    const words = [cost.length ? `lost: ${cost.join(", ")}` : "", names.length ? `taken: ${names.join(", ")}` : ""].filter(Boolean);
    const href = address(`/match/${encodeURIComponent(match)}/replay?at=${number}`);
    return h("li", null, h("a", { href }, `${when}, ${manifest.label(space)}`), `; ${words.join("; ")}.`);
  };
  return h("section", null, h("h3", null, "Costliest battles"), h("ol", null, ...battles.map(line)));
}
