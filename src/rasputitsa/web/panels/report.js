/** After the match: the result and why, figures by turn, dice luck, and the check of the dice. */

import * as api from "../api.js";
import { dialog } from "../dialog.js";
import { fill, h, s } from "../dom.js";
import { counted, decimal, signed } from "../numbers.js";
import { courseOf } from "./course.js";
import { tollOf } from "./toll.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").Report} Report
 * @typedef {Report["figures"][number]} Figure
 */

const WIDTH = 460;
const HEIGHT = 170;
/** The average width of a letter of a label. */
const LETTER = 7.4;
const PAD = { left: 34, right: 26, top: 10, bottom: 24 };

/**
 * A line for each side. The table below says the same in numbers.
 * @param {Figure} figure
 * @param {string[]} labels
 * @param {Manifest} manifest
 */
function lineChart(figure, labels, manifest) {
  const all = Object.values(figure.values).flat();
  const top = Math.max(1, ...all);
  const bottom = Math.min(0, ...all);
  const x = (/** @type {number} */ i) => PAD.left + (i * (WIDTH - PAD.left - PAD.right)) / Math.max(1, labels.length - 1);
  const y = (/** @type {number} */ value) => PAD.top + ((top - value) * (HEIGHT - PAD.top - PAD.bottom)) / (top - bottom);
  const ticks = niceTicks(bottom, top);
  const sides = manifest.sides.filter((side) => figure.values[side.name]);
  const every = Math.ceil((Math.max(...labels.map((label) => label.length)) * LETTER + 8) / (x(1) - x(0)));
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, h("h3", null, figure.title), legend(manifest, sides)),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${figure.title} by turn` },
      ...ticks.map((tick) => [
        s("line", { class: "grid", x1: PAD.left, x2: WIDTH - PAD.right, y1: y(tick), y2: y(tick) }),
        s("text", { class: "tick", x: PAD.left - 6, y: y(tick) + 4, "text-anchor": "end" }, decimal(tick)),
      ]),
      ...labels.map((label, i) => (i % every ? null : turnTick(label, x(i)))),
      ...sides.map((side) => {
        const values = figure.values[side.name];
        return s(
          "g",
          { class: manifest.sideClass(side.name) },
          s("polyline", { points: values.map((value, i) => `${x(i)},${y(value)}`).join(" ") }),
          ...values.map((value, i) =>
            side === manifest.sides[0]
              ? s("circle", { cx: x(i), cy: y(value), r: 3.6 })
              : s("rect", { x: x(i) - 3.4, y: y(value) - 3.4, width: 6.8, height: 6.8 }),
          ),
        );
      }),
    ),
    h(
      "details",
      null,
      h("summary", null, "As a table"),
      h(
        "div",
        { class: "scroll-x", tabindex: "0", role: "group", "aria-label": `${figure.title} as a table` },
        h(
          "table",
          null,
          h("thead", null, h("tr", null, h("th", { scope: "col" }, "Turn"), ...labels.map((label) => h("th", { scope: "col" }, label)))),
          h(
            "tbody",
            null,
            ...sides.map((side) =>
              h(
                "tr",
                null,
                h("th", { scope: "row" }, side.title),
                ...figure.values[side.name].map((value) => h("td", null, decimal(value))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The name of a turn below a chart, within its frame. @param {string} label @param {number} x */
function turnTick(label, x) {
  const half = (label.length * LETTER) / 2;
  return s("text", { class: "tick", x: Math.max(half, Math.min(WIDTH - half, x)), y: HEIGHT - 6, "text-anchor": "middle" }, label);
}

/** @param {Manifest} manifest @param {import("../types.js").SideData[]} sides  whose lines there are */
function legend(manifest, sides) {
  return h(
    "span",
    { class: "legend" },
    ...sides.map((side) =>
      h("span", { class: manifest.sideClass(side.name) }, h("span", { class: "dot", "aria-hidden": "true" }), side.title),
    ),
  );
}

/** @param {number} low @param {number} high */
function niceTicks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-9; tick += step) ticks.push(Number(tick.toFixed(6)));
  return ticks;
}

/**
 * It takes a while to go through a long match: until then the dialog says so.
 * @param {string} match
 * @param {string | null} key
 * @param {Manifest} manifest
 * @param {import("../rulebook.js").Rulebook} rules
 * @param {import("../types.js").ScenarioData} scenario
 */
export async function openReport(match, key, manifest, rules, scenario) {
  const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
  const content = h("p", { class: "lead", role: "status" }, spinner, " The match is gone through once more…");
  const box = dialog("Match report", [content], { wide: true });
  try {
    const report = await api.report(match, key);
    const labels = report.turns.map((turn) => scenario.turns[turn - 1]?.label ?? String(turn));
    fill(box.querySelector("h2") ?? box, manifest.resultTitle(report.outcome.winner));
    content.replaceWith(...chapters(report, match, manifest, rules, scenario, labels));
  } catch (error) {
    box.close();
    throw error;
  }
}

/**
 * @param {Report} report
 * @param {string} match
 * @param {Manifest} manifest
 * @param {import("../rulebook.js").Rulebook} rules
 * @param {import("../types.js").ScenarioData} scenario
 * @param {string[]} labels  of the turns
 */
function chapters(report, match, manifest, rules, scenario, labels) {
  const { reason, rule } = report.outcome;
  const charts = [
    ...report.figures.map((figure) => lineChart(figure, labels, manifest)),
    luckChart(report, manifest),
    courseOf(report.course, match, manifest, scenario),
  ];
  return [
    h("p", { class: "lead" }, reason, " ", rules.link(rule)),
    h("div", { class: "chart-grid" }, ...charts),
    tollOf(report, match, manifest, scenario),
    diceCheck(report, match, manifest),
  ].filter((one) => one !== null);
}

/**
 * How lucky each side was, roll by roll.
 * @param {Report} report
 * @param {Manifest} manifest
 */
function luckChart(report, manifest) {
  const rolls = Object.entries(report.luck)
    .flatMap(([side, luck]) => luck.rolls.map((roll) => ({ ...roll, side })))
    .sort((a, b) => a.number - b.number);
  if (!rolls.length) return null;
  /** @type {Record<string, number[]>} */
  const sums = Object.fromEntries(manifest.sides.map((side) => [side.name, [0]]));
  for (const roll of rolls) {
    for (const side of manifest.sides) {
      const line = sums[side.name];
      line.push(line[line.length - 1] + (roll.side === side.name ? roll.value : 0));
    }
  }
  const all = Object.values(sums).flat();
  const top = Math.max(1, ...all);
  const bottom = Math.min(-1, ...all);
  const x = (/** @type {number} */ i) => PAD.left + (i * (WIDTH - PAD.left - PAD.right)) / Math.max(1, rolls.length);
  const y = (/** @type {number} */ value) => PAD.top + ((top - value) * (HEIGHT - PAD.top - PAD.bottom)) / (top - bottom);
  const totals = manifest.sides.map((side) => `${side.title} ${signed(report.luck[side.name]?.total ?? 0)}`).join(", ");
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, h("h3", null, "Dice luck"), legend(manifest, manifest.sides)),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Dice luck, added up over the combat rolls: ${totals}` },
      ...niceTicks(bottom, top).map((tick) => [
        s("line", { class: ["grid", tick === 0 && "zero"], x1: PAD.left, x2: WIDTH - PAD.right, y1: y(tick), y2: y(tick) }),
        s("text", { class: "tick", x: PAD.left - 6, y: y(tick) + 4, "text-anchor": "end" }, decimal(tick)),
      ]),
      s("text", { class: "tick", x: WIDTH - PAD.right, y: HEIGHT - 6, "text-anchor": "end" }, counted(rolls.length, "combat roll")),
      ...manifest.sides.map((side) =>
        s(
          "g",
          { class: manifest.sideClass(side.name) },
          s("polyline", { points: sums[side.name].map((value, at) => `${x(at)},${y(value)}`).join(" ") }),
        ),
      ),
    ),
    h("p", { class: "small" }, `How far each side's combat rolls were above or below average: ${totals}.`),
  );
}

/** @param {Report} report @param {string} match @param {import("../manifest.js").Manifest} manifest */
function diceCheck(report, match, manifest) {
  const added = [...new Set([...Object.keys(report.seals), ...Object.keys(report.words)])].flatMap((side) => [
    [`${manifest.sideTitle(side)} seal`, report.seals[side]],
    [`${manifest.sideTitle(side)} seed`, report.words[side]],
  ]);
  const lines = [["Match", match], ["Commitment", report.commitment], ...added, ["Secret", report.secret]].filter(([, value]) => value);
  return h(
    "section",
    { class: "proof" },
    h("h3", null, "Dice"),
    h("p", null, verdict(report.dice)),
    h(
      "details",
      null,
      h("summary", null, "Verify it yourself"),
      h(
        "p",
        { class: "small" },
        "The commitment is the SHA-256 of the secret, a seal that of the match, the side and the seed. " +
          "Every roll is made from the secret, the players' seeds, the match and the number of the roll. ",
        "Download the record and check it with ",
        h("code", null, "rasputitsa verify"),
        ".",
      ),
      h("dl", { class: "facts mono" }, ...lines.map(([label, value]) => h("div", null, h("dt", null, label), h("dd", null, value)))),
    ),
  );
}

/** @param {Report["dice"]} dice */
function verdict({ fair, checked, text, seeds }) {
  const which = checked === 1 ? "the one roll or draw follows" : `all ${checked} rolls and draws follow`;
  if (fair) return `Fair: ${which} from the secret committed to before the first move. ${seeds}`.trim();
  if (fair === false) return `Not fair: the rolls do not follow from the commitment. ${text}`;
  return "These dice were not committed to, so they cannot be verified.";
}
