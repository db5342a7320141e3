/** Chat between the players. */

import { h } from "../dom.js";
import { here } from "../here.js";

/** @typedef {import("../socket.js").Chat} Chat */

/** Who wrote a line that no player wrote. */
export const SERVER = "server";
const SPECTATOR = "spectator";

const INPUT = { type: "text", maxlength: "500", placeholder: "Message", "aria-label": "Message", autocomplete: "off" };
const makeInput = () => h("input", INPUT);

export class ChatPanel {
  /**
   * @param {import("../manifest.js").Manifest} manifest
   * @param {(text: string) => Promise<unknown>} send
   * @param {(side: string) => string} nameOf the name of the player of a side
   */
  constructor(manifest, send, nameOf) {
    this.manifest = manifest;
    this.send = send;
    this.nameOf = nameOf;
    this.lines = h("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": "Chat", tabindex: "0" });
    this.input = makeInput();
    this.form = h("form", { class: "row" }, this.input, h("button", { type: "submit" }, "Send"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    this.element = h("section", { class: "chat" }, h("h3", null, here ? "Seats" : "Chat"), this.lines, here ? null : this.form);
  }

  /** What was typed and not sent goes, and with it the memory of the box. */
  clearDraft() {
    const input = makeInput();
    this.input.replaceWith(input);
    this.input = input;
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
    const author = from === SERVER ? null : [h("b", null, this.author(from)), " "];
    const look = from === SERVER ? "notice" : this.manifest.sideClass(from);
    this.lines.append(h("li", { class: look }, author, h("time", null, time), h("span", null, text)));
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {string} from a side, or "spectator" */
  author(from) {
    if (from === SPECTATOR) return "Spectator";
    const name = this.nameOf(from);
    return name ? `${name} (${this.manifest.sideTitle(from)})` : this.manifest.sideTitle(from);
  }
}
