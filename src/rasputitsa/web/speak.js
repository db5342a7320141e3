/** Announcements for screen readers, and the short notes that everybody sees. */

import { button, h } from "./dom.js";
import { icon } from "./icons.js";

const polite = h("div", { class: "sr-only", "aria-live": "polite", role: "status" });
const urgent = h("div", { class: "sr-only", "aria-live": "assertive", role: "alert" });
const toasts = h("div", { class: "toasts", role: "region", "aria-label": "Notes" });

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** The regions must be in the page before anything is said. @param {HTMLElement} body */
export function prepare(body) {
  body.append(polite, urgent, toasts);
}

/** Say something when the reader has finished. @param {string} text */
export function say(text) {
  if (!text) return;
  waiting.push(text);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    polite.textContent = "";
    const all = waiting.slice(-12).join(" ");
    waiting = [];
    timer = window.setTimeout(() => (polite.textContent = all), 30);
  }, 150);
}

/** Nothing that was said stays on the page. */
export function hush() {
  window.clearTimeout(timer);
  waiting = [];
  polite.textContent = "";
  urgent.textContent = "";
  toasts.textContent = "";
}

/** Say something at once. @param {string} text */
export function alert(text) {
  urgent.textContent = "";
  window.setTimeout(() => (urgent.textContent = text), 30);
}

/**
 * A small note that goes away by itself.
 * @param {string} text
 * @param {{tone?: string, seconds?: number, action?: {label: string, run: () => void}, id?: string, silent?: boolean}} [options]
 * @returns {() => void} take it away
 */
export function toast(text, options = {}) {
  if (options.id) toasts.querySelector(`[data-id="${CSS.escape(options.id)}"]`)?.remove();
  const box = h("div", { class: ["toast", options.tone ?? ""], data: { id: options.id } }, h("span", null, text));
  const gone = () => box.remove();
  if (options.action) {
    const { label, run } = options.action;
    box.append(
      button(label, () => {
        gone();
        run();
      }),
    );
  }
  box.append(button(icon("close"), gone, { class: "quiet icon-button", "aria-label": "Close the note" }));
  toasts.append(box);
  while (toasts.children.length > 4) toasts.firstElementChild?.remove();
  if (options.seconds !== 0) window.setTimeout(gone, (options.seconds ?? 5) * 1000);
  if (!options.silent) say(text);
  return gone;
}
