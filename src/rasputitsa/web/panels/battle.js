/** A battle: how its odds are calculated, what the die can do, then the die and what it did. */

import { die, facesOf } from "../dice.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { fraction, isSimple } from "../numbers.js";
import { battleSteps, isSameBattle, isWithin } from "./battle_steps.js";

/**
 * @typedef {import("../types.js").ForecastData} Forecast
 * @typedef {import("../types.js").EntryData} Entry
 * @typedef {import("../types.js").EventData} GameEvent
 * @typedef {{forecast: Forecast | null, entry: Entry, events: GameEvent[]}} Roll
 */

const TUMBLES = 8;
const TUMBLE = 90; // milliseconds
/** So long dice are on their way, in milliseconds. */
export const TUMBLING = TUMBLES * TUMBLE + 130;

export class BattlePanel {
  /**
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {(faces: number[], rolling: boolean, needs?: number[]) => void} [onFaces]  the dice show other faces
   * @param {(name: string, face?: number) => Node} [chip]  a counter, with the face that it showed
   */
  constructor(rules, onFaces = () => {}, chip = (name) => document.createTextNode(name)) {
    this.rules = rules;
    this.onFaces = onFaces;
    this.chip = chip;
    this.element = h("section", { class: "battle", "aria-label": "Battle", hidden: true });
    /** The forecast of the position. @type {Forecast | null} */
    this.current = null;
    /** A forecast that is only looked at. @type {Forecast | null} */
    this.previewed = null;
    /** @type {Roll | null} */
    this.roll = null;
    /** The rolls of a battle that is fought in steps. @type {Roll[]} */
    this.rolls = [];
    /** The last forecast of each space. @type {Map<string, Forecast>} */
    this.known = new Map();
    /** Whether the dice have only just fallen. */
    this.fresh = false;
  }

  /** @param {Forecast | null} forecast  of the position */
  show(forecast) {
    if (forecast) {
      this.keep(forecast);
      // The dice stay in sight as long as the same battle is asked about: they may fall again.
      const same = this.roll?.forecast?.title === forecast.title && (this.fresh || this.current?.title === forecast.title);
      if (!same) this.roll = null;
    }
    this.fresh = false;
    this.current = forecast;
    this.draw();
  }

  /** @param {Forecast | null} forecast */
  preview(forecast) {
    if (!forecast && !this.previewed) return;
    this.previewed = forecast;
    if (forecast) this.keep(forecast);
    this.draw();
  }

  /** @param {Forecast} forecast */
  keep(forecast) {
    for (const space of forecast.spaces) this.known.set(space, forecast);
  }

  /**
   * The dice have fallen.
   * @param {Entry} entry
   * @param {GameEvent[]} events what happened, in order
   * @param {boolean} animate
   * @returns {number} milliseconds until they lie still
   */
  showRoll(entry, events, animate) {
    const faces = facesOf(entry.action);
    if (!faces.length) return 0;
    const space = events[0]?.spaces[0] ?? "";
    this.roll = { forecast: entry.forecast ?? this.known.get(space) ?? null, entry, events };
    this.rolls = isSameBattle(this.rolls.at(-1), this.roll) ? [...this.rolls, this.roll] : [this.roll];
    this.known.delete(space);
    this.previewed = null;
    this.current = null;
    this.fresh = true;
    this.draw();
    this.element.querySelector(".dice.fresh")?.parentElement?.scrollIntoView({ block: "nearest" });
    this.onFaces(faces, false, this.roll.forecast?.needs);
    return animate ? this.tumble(faces) : 0;
  }

  /** @param {number[]} faces */
  tumble(faces) {
    this.element.classList.add("rolling");
    const dice = [...(this.element.querySelector(".dice.fresh") ?? this.element.querySelector(".dice"))?.children ?? []];
    const needs = this.roll?.forecast?.needs;
    let turns = 0;
    const timer = window.setInterval(() => {
      turns += 1;
      const over = turns >= TUMBLES;
      const shown = faces.map((face) => (over ? face : 1 + Math.floor(Math.random() * 6)));
      dice.forEach((one, i) => one.replaceWith((dice[i] = die(shown[i], over && needs ? shown[i] >= needs[i] : undefined))));
      this.onFaces(shown, !over, needs);
      if (!over) return;
      window.clearInterval(timer);
      this.element.classList.remove("rolling");
    }, TUMBLE);
    return TUMBLING;
  }

  clear() {
    this.previewed = null;
    this.current = null;
    this.roll = null;
    this.rolls = [];
    this.draw();
  }

  /** Nothing of what was forecast stays known. */
  forget() {
    this.known.clear();
    this.clear();
  }

  get visible() {
    return !this.element.hidden;
  }

  draw() {
    const forecast = this.previewed ?? (this.roll ? null : this.current);
    const content = forecast ? this.forecast(forecast) : this.roll ? this.result(this.roll) : [];
    this.element.replaceChildren(...content.filter((node) => node !== null));
    this.element.hidden = !content.length;
  }

  /** @param {Roll} roll */
  result({ forecast, entry, events }) {
    const steps = forecast?.steps;
    const outcome = events.find(({ result }) => result)?.result ?? null;
    return [
      h(
        "header",
        null,
        h("h3", null, forecast?.title ?? "Dice"),
        button(icon("close"), () => this.clear(), { class: "quiet icon-button", "aria-label": "Close the battle" }),
      ),
      steps ? battleSteps(this.rolls, this.rules, this.chip) : h(
        "div",
        { class: "fallen" },
        h("div", { class: "dice" }, ...facesOf(entry.action).map((face) => die(face))),
        h("ol", { class: "sentences" }, ...events.map((event) => h("li", null, event.text, " ", this.rules.link(event.rule)))),
      ),
      forecast
        ? h(
            "details",
            { class: "how" },
            h("summary", null, steps ? "The last roll in figures" : `How ${forecast.headline} was calculated`),
            this.modifiers(forecast),
            this.chances(forecast, outcome),
          )
        : null,
    ];
  }

  /** @param {Forecast} forecast */
  forecast(forecast) {
    // Within a battle that is fought in steps, the dice that have fallen so far stay in sight.
    const before = isWithin(forecast, this.rolls.at(-1)) ? battleSteps(this.rolls, this.rules, this.chip) : null;
    return [
      h(
        "header",
        null,
        h("h3", null, forecast.roll ? `${forecast.title}: ${forecast.roll}` : forecast.title),
        h("strong", { class: "odds" }, forecast.headline),
      ),
      this.chances(forecast, null), // above how they come about: they must be in sight
      this.modifiers(forecast),
      ...forecast.notes.map((note) => h("p", { class: "small forecast-note" }, note.text, " ", this.rules.link(note.rule))),
      before,
    ];
  }

  /** @param {Forecast} forecast */
  modifiers(forecast) {
    const line = (/** @type {Forecast["modifiers"][number]} */ one) =>
      h("tr", null, h("th", { scope: "row" }, one.text), h("td", null, one.effect), h("td", null, this.rules.link(one.rule)));
    const caption = h("caption", { class: "sr-only" }, "How the odds are calculated");
    return h("table", { class: "modifiers" }, caption, h("tbody", null, ...forecast.modifiers.map(line)));
  }

  /** @param {Forecast} forecast @param {string | null} outcome  the result that was rolled */
  chances(forecast, outcome) {
    const { chances } = forecast;
    const fractions = chances.every(({ probability, highest }) => !highest && isSimple(probability));
    return h(
      "ul",
      { class: "chances", "aria-label": "Chances" },
      ...chances.map((chance, i) => {
        const share = fraction(chance.probability);
        const same = !chance.meaning && chance.rule === chances[i + 1]?.rule; // their rule is named once, by the last of them
        return h(
          "li",
          { class: chance.result === outcome ? "fell" : "" },
          h("span", { class: "result" }, chance.result),
          h("span", { class: "bar", "aria-hidden": "true" },
            h("span", { style: { width: `${share * 100}%` } }),
            chance.highest ? h("span", { class: "range", style: { width: `${(fraction(chance.highest) - share) * 100}%` } }) : null),
          h("span", { class: "share" }, ...(fractions ? [chance.probability, h("small", null, ` ${chance.percent}`)] : [chance.percent])),
          same ? null : h("span", { class: "meaning" }, chance.meaning, " ", this.rules.link(chance.rule)),
        );
      }),
    );
  }
}
