/** Announcements for screen readers, and the short messages that everybody sees. */

import { button, h } from "./dom.js";
import { icon } from "./icons.js";

const polite = h("div", { class: "sr-only", "aria-live": "polite", role: "status" });
const assertive = h("div", { class: "sr-only", "aria-live": "assertive", role: "alert" });
const toasts = h("div", { class: "toasts", role: "region", "aria-label": "Notifications" });

/** @type {string[]} */
let waiting = [];
let timer = 0;
let interruption = 0;

/** The regions must be in the page before anything is announced. @param {HTMLElement} body */
export function prepare(body) {
  body.append(polite, assertive, toasts);
}

/** Announces something when the screen reader has finished. @param {string} text */
export function announce(text) {
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

/** Announces something at once. @param {string} text */
export function interrupt(text) {
  assertive.textContent = "";
  interruption = window.setTimeout(() => (assertive.textContent = text), 30);
}

/** Nothing that was announced stays on the page. */
export function clearAnnouncements() {
  window.clearTimeout(timer);
  window.clearTimeout(interruption);
  waiting = [];
  for (const region of [polite, assertive, toasts]) region.textContent = "";
}

/**
 * A small message that goes away by itself.
 * @param {string} text
 * @param {{tone?: string, seconds?: number, action?: {label: string, run: () => void}, id?: string}} [options]
 */
export function toast(text, options = {}) {
  if (options.id) dismiss(options.id);
  const box = h("div", { class: ["toast", options.tone ?? ""], data: { id: options.id } }, h("span", null, text));
  const close = () => box.remove();
  if (options.action) {
    const { label, run } = options.action;
    box.append(
      button(label, () => {
        close();
        run();
      }),
    );
  }
  box.append(button(icon("close"), close, { class: "quiet icon-button", "aria-label": "Dismiss" }));
  toasts.append(box);
  while (toasts.children.length > 4) toasts.firstElementChild?.remove();
  if (options.seconds !== 0) window.setTimeout(close, (options.seconds ?? 5) * 1000);
  announce(text);
}

/** Takes a message away that no longer holds. @param {string} id */
export function dismiss(id) {
  toasts.querySelector(`[data-id="${CSS.escape(id)}"]`)?.remove();
}

/** What went wrong, as a message. @param {unknown} error */
export function toastError(error) {
  toast(/** @type {Error} */ (error).message, { tone: "bad" });
}
