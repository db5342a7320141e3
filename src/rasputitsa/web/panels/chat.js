/** Chat between the players. */

import { h } from "../dom.js";

/** @typedef {import("../socket.js").Chat} Chat */

export class ChatPanel {
  /** @param {import("../manifest.js").Manifest} manifest @param {(text: string) => Promise<unknown>} send */
  constructor(manifest, send) {
    this.manifest = manifest;
    this.send = send;
    this.lines = h("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": "Chat", tabindex: "0" });
    this.input = h("input", { type: "text", maxlength: "500", placeholder: "Message", "aria-label": "Message", autocomplete: "off" });
    const form = h("form", { class: "row" }, this.input, h("button", { type: "submit" }, "Send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    this.element = h("section", { class: "chat" }, h("h3", null, "Chat"), this.lines, form);
  }

  async submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    try {
      await this.send(text);
    } catch (error) {
      this.input.value = text;
      this.add({ from: "", text: `Not sent: ${/** @type {Error} */ (error).message}`, at: Date.now() / 1000 });
    }
  }

  /** @param {Chat} chat */
  add({ from, text, at }) {
    const time = new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const who = h("b", null, this.manifest.sideTitle(from));
    this.lines.append(h("li", { class: this.manifest.sideClass(from) }, who, " ", h("time", null, time), h("span", null, text)));
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}
