/** Keyboard shortcuts: every screen adds its own; `?` lists them all. */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { settings } from "./store.js";

/**
 * @typedef {{keys: string[], title: string, group: string, run: () => void, show?: string, always?: boolean}} Shortcut
 *   `keys` are values of `KeyboardEvent.key`; `show` is what the help writes for them
 */

const TYPING = "input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=button]), textarea, select, [contenteditable]";

/** Parts of a screen where Enter is for the buttons only if somebody came to them by keyboard. */
const PANELS = ".question, .stack, .look-back, .tabs, .tools, .glance";

export class Keys {
  constructor() {
    /** @type {Shortcut[]} */
    this.shortcuts = [];
    /** Whether what has the focus got it by a click, and its key: when its panel is drawn again it has the focus again. */
    this.clicked = false;
    this.clickedKey = "";
    /** Whether a finger or a button is down. */
    this.pointing = false;
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("pointerdown", (event) => this.pointed(event), { capture: true, signal });
    for (const type of ["pointerup", "pointercancel"])
      document.addEventListener(type, () => (this.pointing = false), { capture: true, signal });
    document.addEventListener("focusin", (event) => this.focused(event), { signal });
    document.addEventListener("keydown", (event) => this.press(event), { signal });
    this.add({ keys: ["?"], title: "Controls", group: "General", run: () => this.help() });
  }

  /** @param {...Shortcut} more */
  add(...more) {
    this.shortcuts.push(...more);
  }

  /** @param {PointerEvent} event */
  pointed(event) {
    this.pointing = true;
    if (document.activeElement?.contains(/** @type {Node} */ (event.target))) this.clicked = true;
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const key = /** @type {HTMLElement} */ (event.target).dataset.key ?? "";
    this.clicked = this.pointing || (this.clicked && key !== "" && key === this.clickedKey);
    if (this.pointing) this.clickedKey = key;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open], .hand-over")) return;
    const target = event.target instanceof Element ? event.target : null;
    const typing = target?.matches(TYPING) ?? false;
    const shortcut = this.shortcuts.find((one) => one.keys.includes(event.key));
    if (!shortcut) return;
    if (typing && event.key !== "Escape") return;
    if (!settings().shortcuts && event.key.length === 1 && !shortcut.always) return;
    if ((event.key === "Enter" || event.key === " ") && this.isPressed(target, event.key)) return;
    event.preventDefault();
    shortcut.run();
  }

  /**
   * Whether the key belongs to what has the focus. A button of a panel that was only clicked keeps the focus, but Enter means what the
   * screen says it means.
   * @param {Element | null} target
   * @param {string} key
   */
  isPressed(target, key) {
    const control = target?.closest("button, a, summary, [role=tab], input");
    return !!control && (key === " " || !this.clicked || !control.closest(PANELS));
  }

  help() {
    const groups = [...new Set(this.shortcuts.map((one) => one.group))];
    dialog(
      "Controls",
      [
        ...groups.map((group) => [
          h("h3", null, group),
          h(
            "dl",
            { class: "keys" },
            ...this.shortcuts
              .filter((one) => one.group === group)
              .map((one) =>
                h(
                  "div",
                  null,
                  h("dt", null, ...(one.show ?? one.keys[0]).split(" ").map((key) => h("kbd", null, key))),
                  h("dd", null, one.title),
                ),
              ),
          ),
        ]),
        h("p", { class: "small" }, "Single-key shortcuts can be turned off in the settings."),
      ].flat(),
      { class: "keys-dialog" },
    );
  }

  destroy() {
    this.stop.abort();
  }
}
