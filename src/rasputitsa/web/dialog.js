/** Dialogs in the middle of the screen: they take the focus, close with Escape, and give the focus back. */

import { button, h } from "./dom.js";
import { icon } from "./icons.js";

let count = 0;

/**
 * @param {string} title
 * @param {import("./dom.js").Children} content
 * @param {{wide?: boolean, closed?: () => void, class?: string}} [options]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, options = {}) {
  const id = `dialog-${(count += 1)}`;
  const before = document.activeElement;
  const box = h(
    "dialog",
    { class: ["dialog", options.wide && "wide", options.class], "aria-labelledby": id },
    h(
      "header",
      null,
      h("h2", { id, tabindex: "-1" }, title),
      button(icon("close"), () => box.close(), { class: "quiet icon-button", "aria-label": "Close" }),
    ),
    h("div", { class: "dialog-body", tabindex: "0", role: "region", "aria-labelledby": id }, content),
  );
  box.addEventListener("click", (event) => {
    if (event.target !== box) return;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) box.close();
  });
  box.addEventListener("close", () => {
    box.remove();
    options.closed?.();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * A question that is answered by one of two buttons.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, no = "Never mind") {
  return new Promise((resolve) => {
    let answer = false;
    const end = (/** @type {boolean} */ value) => {
      answer = value;
      box.close();
    };
    const agree = button(yes, () => end(true), { class: "primary" });
    const box = dialog(
      title,
      [h("p", null, text), h("div", { class: "row end" }, button(no, () => end(false)), agree)],
      { closed: () => resolve(answer) },
    );
    agree.focus();
  });
}
