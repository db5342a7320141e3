/** Copying links, and saving texts as files. */

import { announce } from "./announcer.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "sr-only", value: text, "aria-hidden": "true" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** @param {() => string} text @param {string} label */
export function copyButton(text, label) {
  const words = h("span", null, label);
  const self = button([icon("copy"), words], async () => {
    const done = await copy(text());
    words.textContent = done ? "Copied" : "Copy it yourself";
    announce(words.textContent);
    window.setTimeout(() => (words.textContent = label), 2500);
  });
  return self;
}

/** A line with a link that can be copied. @param {string} label @param {string} url @param {string} [note] */
export function linkLine(label, url, note) {
  const field = h("input", { type: "text", readonly: true, value: url, "aria-label": label, onfocus: () => field.select() });
  return h(
    "div",
    { class: "link-line" },
    h("span", { class: "label" }, label),
    h("div", { class: "row" }, field, copyButton(() => url, "Copy")),
    note ? h("span", { class: "small" }, note) : null,
  );
}

/** Where the server can be reached from its own computer only: what to do before links are sent. @returns {HTMLElement | null} */
export function loopbackNote() {
  if (!/^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return null;
  return h(
    "p",
    { class: "small loopback" },
    "These links work on this computer only. To play with others, start the server with ",
    h("code", null, "rasputitsa serve --host 0.0.0.0"),
    ", open it by this computer's address in your network instead of ",
    h("code", null, location.hostname),
    ", and copy the links there.",
  );
}

/** @param {string} name @param {string} text @param {string} [type] */
export function save(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10000);
}
