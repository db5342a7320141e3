/** A battle: how its odds come about, what the die can do, then the die and what it did. */

import { button, h, s } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @typedef {import("../types.js").Forecast} Forecast
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../types.js").GameEvent} GameEvent
 */

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die that shows a face. @param {number} face */
export function die(face) {
  const pips = PIPS[face] ?? [];
  return s(
    "svg",
    { class: "die", viewBox: "0 0 60 60", role: "img", "aria-label": `A die that shows ${face}` },
    s("rect", { x: 3, y: 3, width: 54, height: 54, rx: 11 }),
    ...pips.map((pip) => s("circle", { cx: 15 + (pip % 3) * 15, cy: 15 + Math.floor(pip / 3) * 15, r: 5.2 })),
  );
}

/** The faces of a roll, or nothing where chance drew something else. @param {string} action @returns {number[]} */
export function faces(action) {
  const words = action.split(" ").slice(1);
  const found = words.map(Number);
  return found.length && found.every((face) => face >= 1 && face <= 6) ? found : [];
}

/** @param {string} text "1/3" or "1" */
export function fraction(text) {
  const [top, bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
}

export class BattlePanel {
  /**
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {{piece: (id: string) => Node, centre: (name: string) => void, changed: () => void}} actions
   */
  constructor(rules, actions) {
    this.rules = rules;
    this.actions = actions;
    this.element = h("section", { class: "battle", "aria-label": "Battle", hidden: true });
    /** @type {Forecast | null} */
    this.shown = null;
    /** @type {Forecast | null} */
    this.standing = null;
    /** @type {{forecast: Forecast | null, entry: Entry, after: GameEvent[]} | null} */
    this.rolled = null;
    /** What was seen before the dice fell, by the space it was about. @type {Map<string, Forecast>} */
    this.seen = new Map();
    /** Whether the dice have only just fallen. */
    this.fresh = false;
  }

  /** The forecast of the position itself. @param {Forecast | null} forecast */
  stand(forecast) {
    if (forecast) {
      this.note(forecast);
      // The dice stay on the table as long as the same battle is asked about: they may fall again.
      const same = this.rolled?.forecast?.title === forecast.title && (this.fresh || this.standing?.title === forecast.title);
      if (!same) this.rolled = null;
    }
    this.fresh = false;
    this.standing = forecast;
    this.draw();
  }

  /** A forecast that is only looked at. @param {Forecast | null} forecast */
  peek(forecast) {
    this.shown = forecast;
    if (forecast) this.note(forecast);
    this.draw();
  }

  /** @param {Forecast} forecast */
  note(forecast) {
    for (const space of forecast.spaces) this.seen.set(space, forecast);
  }

  /**
   * The dice have fallen.
   * @param {Entry} entry
   * @param {GameEvent[]} after what happened, in order
   * @param {boolean} tumble
   * @returns {number} milliseconds until they lie still
   */
  roll(entry, after, tumble) {
    const found = faces(entry.action);
    if (!found.length) return 0;
    const space = after[0]?.spaces[0] ?? "";
    this.rolled = { forecast: entry.forecast ?? this.seen.get(space) ?? null, entry, after };
    this.seen.delete(space);
    this.shown = null;
    this.standing = null;
    this.fresh = true;
    this.draw();
    if (!tumble) return 0;
    this.element.classList.add("rolling");
    const dice = [...this.element.querySelectorAll(".dice > *")];
    let turns = 0;
    const timer = window.setInterval(() => {
      turns += 1;
      dice.forEach((one, i) => one.replaceWith((dice[i] = die(turns >= 8 ? found[i] : 1 + Math.floor(Math.random() * 6)))));
      if (turns >= 8) {
        window.clearInterval(timer);
        this.element.classList.remove("rolling");
      }
    }, 90);
    return 850;
  }

  clear() {
    this.shown = null;
    this.standing = null;
    this.rolled = null;
    this.draw();
  }

  get visible() {
    return !this.element.hidden;
  }

  draw() {
    const forecast = this.shown ?? this.standing;
    const before = this.element.hidden;
    this.element.textContent = "";
    if (forecast && (this.shown || !this.rolled)) this.element.append(...this.forecast(forecast, null));
    else if (this.rolled) this.element.append(...this.result(this.rolled));
    this.element.hidden = !this.element.childNodes.length;
    if (before !== this.element.hidden) this.actions.changed();
  }

  /** @param {{forecast: Forecast | null, entry: Entry, after: GameEvent[]}} rolled */
  result({ forecast, entry, after }) {
    const found = faces(entry.action);
    const outcome = forecast ? resultOf(after[0]?.text ?? "", forecast) : null;
    return [
      h(
        "header",
        null,
        h("h3", null, forecast?.title ?? "The dice"),
        button(icon("close"), () => this.clear(), { class: "quiet icon-button", "aria-label": "Close the battle" }),
      ),
      h(
        "div",
        { class: "fallen" },
        h("div", { class: "dice" }, ...found.map(die)),
        h("ol", { class: "sentences" }, ...after.map((event) => h("li", null, event.text, " ", this.rules.link(event.rule)))),
      ),
      forecast ? h("details", { class: "how" }, h("summary", null, `How it came to ${forecast.column}`), ...this.lines(forecast), this.bars(forecast, outcome)) : null,
    ].filter((node) => node !== null);
  }

  /** @param {Forecast} forecast @param {string | null} outcome */
  forecast(forecast, outcome) {
    return [
      h("header", null, h("h3", null, forecast.title), h("strong", { class: "odds" }, forecast.column)),
      ...this.lines(forecast),
      this.bars(forecast, outcome),
      forecast.retreat ? h("p", { class: "small retreat" }, "A retreat from there would be: ", h("strong", null, forecast.retreat), ".") : null,
    ].filter((node) => node !== null);
  }

  /** @param {Forecast} forecast */
  lines(forecast) {
    return [
      h(
        "table",
        { class: "modifiers" },
        h("caption", { class: "sr-only" }, "How the odds come about"),
        h(
          "tbody",
          null,
          ...forecast.modifiers.map((line) =>
            h("tr", null, h("th", { scope: "row" }, line.text), h("td", null, line.effect), h("td", null, this.rules.link(line.rule))),
          ),
        ),
      ),
    ];
  }

  /** @param {Forecast} forecast @param {string | null} outcome */
  bars(forecast, outcome) {
    return h(
      "ul",
      { class: "chances", "aria-label": "Chances" },
      ...forecast.chances.map((chance) => {
        const share = fraction(chance.probability);
        return h(
          "li",
          { class: chance.result === outcome ? "fell" : "" },
          h("span", { class: "result" }, chance.result),
          h("span", { class: "bar", "aria-hidden": "true" }, h("span", { style: { width: `${share * 100}%` } })),
          h("span", { class: "share" }, chance.probability, h("small", null, ` ${Math.round(share * 100)} %`)),
          h("span", { class: "meaning" }, chance.meaning, " ", this.rules.link(chance.rule)),
        );
      }),
    );
  }
}

/** Which of the forecast's results a sentence names. @param {string} text @param {Forecast} forecast */
function resultOf(text, forecast) {
  const words = new Set(text.split(/[^A-Za-z0-9]+/));
  return forecast.chances.find((chance) => words.has(chance.result))?.result ?? null;
}
