/** Clocks: choosing one for a new match, and times in figures and in words. */

import { h } from "./dom.js";
import { counted } from "./numbers.js";

/** @typedef {import("./types.js").ClockData} ClockData */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** With less than this part of its time a side must hurry. */
const LOW = 0.1;

/**
 * "9:34", "1:05:09", "4 h 12 min", "2 d 4 h": seconds count in live play and in the last hour.
 * @param {number} seconds
 * @param {ClockData["kind"]} kind
 */
export function figures(seconds, kind) {
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / DAY), Math.floor(whole / HOUR), Math.floor(whole / MINUTE)];
  if (kind === "correspondence" && days) return `${days} d ${hours % 24} h`;
  if (kind === "correspondence" && hours) return `${hours} h ${minutes % 60} min`;
  const two = (/** @type {number} */ value) => String(value % 60).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole)}` : `${minutes}:${two(whole)}`;
}

/** "2 days 4 hours", "9 minutes 34 seconds": as somebody would say it. @param {number} seconds */
export function spoken(seconds) {
  const whole = Math.ceil(seconds);
  const count = (/** @type {number} */ value, /** @type {string} */ unit) => (value ? [counted(value, unit)] : []);
  const parts = [
    ...count(Math.floor(whole / DAY), "day"),
    ...count(Math.floor(whole / HOUR) % 24, "hour"),
    ...count(Math.floor(whole / MINUTE) % 60, "minute"),
    ...count(whole % 60, "second"),
  ];
  return parts.slice(0, 2).join(" ") || "no time";
}

/** Whether a side has so little left that it must hurry. @param {number} left @param {ClockData} clock */
export function isLow(left, clock) {
  return left < LOW * clock.seconds;
}

/** @typedef {{kind: "correspondence", days: number} | {kind: "live", minutes: number, increment: number} | undefined} ClockRequest */

/** The choice of a clock for a new match. @returns {{element: HTMLElement, value: () => ClockRequest}} */
export function clockChoice() {
  const number = (/** @type {string} */ id, /** @type {string} */ value, /** @type {string} */ least, /** @type {string} */ most) =>
    h("input", { type: "number", id, value, min: least, max: most, required: true });
  const days = number("clock-days", "3", "1", "365");
  const minutes = number("clock-minutes", "60", "1", "10080");
  const increment = number("clock-increment", "30", "0", "3600");
  const label = (/** @type {HTMLInputElement} */ input, /** @type {string} */ text) => h("label", { class: "clock-number" }, input, text);
  /** @type {Record<string, HTMLElement>} */
  const parts = {
    none: h("p", { class: "small" }, "Take all the time you like."),
    correspondence: h("p", { class: "small" }, label(days, "days for each turn"), " The clock starts when both seats are taken."),
    live: h(
      "p",
      { class: "small" },
      label(minutes, "minutes for each side"),
      label(increment, "seconds more at each turn"),
      " The clocks start when both players are here.",
    ),
  };
  const names = { none: "None", correspondence: "Days a turn", live: "Minutes a side" };
  let kind = "none";
  const choose = (/** @type {string} */ chosen) => {
    kind = chosen;
    for (const [name, part] of Object.entries(parts)) {
      part.hidden = name !== chosen;
      for (const input of part.querySelectorAll("input")) input.disabled = name !== chosen;
    }
  };
  const radio = (/** @type {[string, string]} */ [name, text]) => [
    h("input", { type: "radio", name: "clock", id: `clock-${name}`, value: name, checked: name === kind, onchange: () => choose(name) }),
    h("label", { for: `clock-${name}` }, text),
  ];
  const radios = h(
    "fieldset",
    { class: "segmented" },
    h("legend", { class: "sr-only" }, "Kind of clock"),
    ...Object.entries(names).map(radio),
  );
  const element = h("fieldset", { class: "clock-choice" }, h("legend", null, "Clock"), radios, ...Object.values(parts));
  choose(kind);
  return {
    element,
    value() {
      if (kind === "correspondence") return { kind, days: days.valueAsNumber };
      return kind === "live" ? { kind, minutes: minutes.valueAsNumber, increment: increment.valueAsNumber } : undefined;
    },
  };
}
