/** How a match went: the chances from turn to turn, the turning points, and what the dice had to do with it. */

import { address } from "../here.js";
import { h, s } from "../dom.js";
import { percent } from "../numbers.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").Course} Course
 * @typedef {import("../types.js").ScenarioData} Scenario
 */

const WIDTH = 460;
const HEIGHT = 170;
const PAD = { left: 40, right: 26, top: 10, bottom: 24 };
const LETTER = 7.4; // the average width of one in a label
const EVEN = 0.5;

/** "12 points". @param {number} share */
const points = (share) => {
  const whole = Math.round(Math.abs(share) * 100);
  return `${whole} ${whole === 1 ? "point" : "points"}`;
};

/**
 * @param {Course} course
 * @param {string} match
 * @param {Manifest} manifest
 * @param {Scenario} scenario
 */
export function courseOf(course, match, manifest, scenario) {
  const [first] = manifest.sides;
  if (course.moments.length < 2) return null;
  return h(
    "figure",
    { class: "chart course" },
    h("figcaption", null, h("h3", null, "How it stood")),
    chart(course, first, manifest, scenario),
    h(
      "div",
      null,
      h("p", { class: "small" }, `The ${first.title} chances, estimated from the position as each player's turn began.`),
      turningPoints(course, match, manifest, scenario),
      h("p", { class: "small" }, apart(course, manifest)),
    ),
  );
}

/** @param {Course} course @param {import("../types.js").SideData} side @param {Manifest} manifest @param {Scenario} scenario */
function chart({ moments, turning_points: turning }, side, manifest, scenario) {
  const x = (/** @type {number} */ i) => PAD.left + (i * (WIDTH - PAD.left - PAD.right)) / (moments.length - 1);
  const y = (/** @type {number} */ chance) => PAD.top + (1 - chance) * (HEIGHT - PAD.top - PAD.bottom);
  const chances = moments.map((moment) => moment.chances[side.name]);
  const turns = moments.flatMap((moment, i) => (i && moments[i - 1].turn === moment.turn ? [] : [{ i, turn: moment.turn }]));
  let free = 0;
  const labels = turns.flatMap(({ i, turn }) => {
    const label = scenario.turns[turn - 1]?.label ?? String(turn);
    const left = x(i);
    if (left < free || left + label.length * LETTER > WIDTH) return [];
    free = left + label.length * LETTER + 8;
    return s("text", { class: "tick", x: left, y: HEIGHT - 6 }, label);
  });
  const last = chances[chances.length - 1];
  const told = `The ${side.title} chances: ${percent(chances[0])} at first, ${percent(last)} at the end`;
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told },
    ...[0, EVEN, 1].map((tick) => [
      s("line", { class: ["grid", tick === EVEN && "zero"], x1: PAD.left, x2: WIDTH - PAD.right, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: PAD.left - 6, y: y(tick) + 4, "text-anchor": "end" }, percent(tick)),
    ]),
    ...labels,
    s(
      "g",
      { class: manifest.sideClass(side.name) },
      s("polyline", { points: chances.map((chance, i) => `${x(i)},${y(chance)}`).join(" ") }),
      ...turning.map((point) => {
        const i = moments.findIndex((moment) => moment.number === point.number);
        return s("circle", { cx: x(i), cy: y(chances[i]), r: 4 });
      }),
    ),
  );
}

/**
 * Links to where the chances changed most.
 * @param {Course} course @param {string} match @param {Manifest} manifest @param {Scenario} scenario
 */
function turningPoints({ turning_points: turning }, match, manifest, scenario) {
  if (!turning.length) return null;
  const inOrder = [...turning].sort((a, b) => a.number - b.number);
  return [
    h("h4", null, "Turning points"),
    h(
      "ul",
      { class: "small" },
      ...inOrder.map(({ number, turn, side, change }) =>
        h(
          "li",
          null,
          h(
            "a",
            { href: address(`/match/${encodeURIComponent(match)}/replay?at=${number}`) },
            `${scenario.turns[turn - 1]?.label ?? `Turn ${turn}`}, ${manifest.sideTitle(side)}`,
          ),
          `: ${change < 0 ? "lost" : "gained"} ${points(change)}`,
        ),
      ),
    ),
  ];
}

/** Luck and skill. @param {Course} course @param {Manifest} manifest */
function apart({ dice, decisions }, manifest) {
  const [first, second] = manifest.sides;
  const lucky = dice[first.name] < 0 ? second : first;
  const won = points(dice[lucky.name]);
  const luck = won.startsWith("0 ") ? "The dice favoured neither side." : `The dice brought the ${lucky.title} side ${won}.`;
  const verb = (/** @type {string} */ name) => (decisions[name] < 0 ? "lost" : "gained");
  const made = manifest.sides.map(({ name, title }) => `the ${title} side ${verb(name)} ${points(decisions[name])}`);
  const meaning = "A point is a hundredth of the chance to win; what the estimate cannot see counts as a decision.";
  return `${luck} By decisions ${made.join(", ")}. ${meaning}`;
}
