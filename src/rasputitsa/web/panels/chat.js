/** Talk between the players. */

import { h } from "../dom.js";

/** @typedef {import("../socket.js").Chat} Chat */

export class ChatPanel {
  /** @param {import("../types.js").TableData} table @param {(text: string) => Promise<unknown>} send */
  constructor(table, send) {
    this.table = table;
    this.lines = h("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": "Talk", tabindex: "0" });
    this.input = h("input", { type: "text", maxlength: "500", placeholder: "Say something", "aria-label": "Say something", autocomplete: "off" });
    const form = h("form", { class: "row" }, this.input, h("button", { type: "submit" }, "Say"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (!text) return;
      this.input.value = "";
      send(text).catch((error) => {
        this.input.value = text;
        this.add({ from: "", text: `Not sent: ${error.message}`, at: Date.now() / 1000 });
      });
    });
    this.element = h("section", { class: "chat" }, h("h3", null, "Talk"), this.lines, form);
    this.unread = 0;
  }

  /** @param {Chat} chat */
  add(chat) {
    const side = this.table.sides.findIndex((one) => one.name === chat.from);
    const who = side < 0 ? chat.from : this.table.sides[side].title;
    const time = new Date(chat.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    this.lines.append(
      h("li", { class: side < 0 ? "" : `side-${side}` }, h("b", null, who), " ", h("time", null, time), h("span", null, chat.text)),
    );
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}
