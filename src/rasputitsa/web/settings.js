/** The settings: what they are called, and how they take effect. */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { change, settings, watch } from "./store.js";

/** @typedef {import("./store.js").Settings} Settings */

const PALETTES = [
  ["classic", "Classic"],
  ["contrast", "High contrast"],
];

/** Light, dark or as the system has it; less motion. */
export function applyTheme() {
  const apply = (/** @type {Settings} */ now) => {
    const dark = now.theme === "dark" || (now.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    document.documentElement.dataset.palette = now.palette;
    document.documentElement.dataset.motion = moves(now) ? "on" : "off";
  };
  apply(settings());
  watch(apply);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(settings()));
}

/** Whether things may move on the screen. @param {Settings} [now] */
export function moves(now = settings()) {
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

/** @param {import("./dom.js").Child} [more] what the present screen adds */
export function openSettings(more) {
  const notify = toggle("notify", "Tell me when it is my turn", "By a notification of the browser, if you allow it.");
  notify.querySelector("input")?.addEventListener("change", (event) => {
    if (!(/** @type {HTMLInputElement} */ (event.target).checked)) return;
    if (!("Notification" in window)) change({ notify: false });
    else void Notification.requestPermission().then((answer) => change({ notify: answer === "granted" }));
  });
  dialog("Settings", [
    choice("theme", "Light or dark", [
      ["auto", "As my system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ]),
    choice("palette", "Colours of the counters", PALETTES),
    choice("pace", "How fast the other side's moves are shown", [
      ["slow", "Slow"],
      ["normal", "Normal"],
      ["fast", "Fast"],
    ]),
    toggle("animation", "Animation", "Pieces glide and dice tumble."),
    toggle("sound", "Sounds"),
    toggle("confirm", "Ask again before a phase ends", "Only where something could still be done."),
    toggle("shortcuts", "Keys made of one character", "Press ? for the list of keys."),
    notify,
    more ?? null,
  ]);
}
