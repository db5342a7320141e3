/** The settings: what they are called, and how they take effect. */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { here } from "./here.js";
import { change, settings, watch } from "./store.js";

/** @typedef {import("./store.js").Settings} Settings */

const ESTIMATE = "An estimate of both sides' chances, above the map. Never in a match with clocks against a person.";
const PALETTES = [
  ["classic", "Classic"],
  ["contrast", "High contrast"],
];

/** Applies theme, palette and motion to the page, now and whenever they change. */
export function applyTheme() {
  const apply = (/** @type {Settings} */ now) => {
    const dark = now.theme === "dark" || (now.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    document.documentElement.dataset.palette = now.palette;
    document.documentElement.dataset.motion = animated(now) ? "on" : "off";
  };
  apply(settings());
  watch(apply);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(settings()));
}

/** Whether things may move on the screen. @param {Settings} [now] */
export function animated(now = settings()) {
  return now.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {keyof Settings} name @param {string} label @param {string} [note] */
function toggle(name, label, note) {
  const id = `setting-${name}`;
  return h(
    "div",
    { class: "setting" },
    h("input", {
      type: "checkbox",
      id,
      checked: Boolean(settings()[name]),
      onchange: (/** @type {Event} */ event) => change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
    }),
    h("label", { for: id }, label, note ? h("span", { class: "small block" }, note) : null),
  );
}

/** @param {"theme" | "palette" | "pace"} name @param {string} label @param {string[][]} choices */
function choice(name, label, choices) {
  return h(
    "fieldset",
    { class: "segmented" },
    h("legend", null, label),
    ...choices.map(([value, words]) => [
      h("input", {
        type: "radio",
        name,
        id: `setting-${name}-${value}`,
        value,
        checked: settings()[name] === value,
        onchange: () => change({ [name]: value }),
      }),
      h("label", { for: `setting-${name}-${value}` }, words),
    ]),
  );
}

export function openSettings() {
  const notify = toggle("notify", "Notify me when it is my turn", "With a browser notification, if you allow it.");
  notify.querySelector("input")?.addEventListener("change", (event) => {
    if (!(/** @type {HTMLInputElement} */ (event.target).checked)) return;
    if (!("Notification" in window)) change({ notify: false });
    else void Notification.requestPermission().then((answer) => change({ notify: answer === "granted" }));
  });
  dialog("Settings", [
    choice("theme", "Theme", [
      ["auto", "Match system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ]),
    choice("palette", "Counter colours", PALETTES),
    choice("pace", "Speed of the opponent's moves", [
      ["watch", "Watch"],
      ["brisk", "Brisk"],
      ["once", "At once"],
    ]),
    toggle("animation", "Animation", "Counters glide and dice tumble."),
    toggle("follow", "The map follows the play", "It moves to what is asked, fought and shown, if that is out of sight."),
    toggle("minimap", "Small map", "In a corner of the map while you look at a part of it."),
    toggle("standing", "How it stands", ESTIMATE),
    toggle("sound", "Sound"),
    toggle("confirm", "Confirm before ending a phase", "Only if there is still something you could do."),
    toggle("shortcuts", "Single-key shortcuts", "Press ? for the list."),
    ...(here ? [] : [notify]),
  ]);
}
