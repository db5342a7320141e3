/** Notes of one's own about a match: the server keeps a player's with the seat, a spectator's stay in this browser. */

import * as api from "../api.js";
import { h } from "../dom.js";
import * as store from "../store.js";

const PAUSE = 700; // milliseconds without typing after which notes are saved
const SAVED = "Saved with your seat. Only you can read them, on any device where you play.";
const UNSAVED = "Not saved yet. They are kept in this browser until the server can be reached.";
const HERE = "Kept in this browser. They are not sent to the server or to the players.";

export class NotesPanel {
  /** @param {string} match @param {() => string | null} key  that of one's own seat; null for a spectator */
  constructor(match, key) {
    this.match = match;
    this.key = key;
    this.text = h("textarea", { id: "notes", rows: "12", maxlength: "10000", "aria-describedby": "notes-where", oninput: () => this.typed() });
    this.where = h("p", { class: "small", id: "notes-where" });
    this.element = h("div", { class: "own-notes" }, h("label", { for: "notes" }, "My notes"), this.text, this.where);
    this.loaded = false;
    this.timer = 0;
    this.text.addEventListener("blur", () => this.saveNow());
    window.addEventListener("pagehide", () => this.saveNow());
  }

  /** Those that are on the server, unless there are some here that never got there. */
  render() {
    if (this.loaded) return;
    this.loaded = true;
    this.text.value = store.notes(this.match);
    this.where.textContent = HERE;
    const key = this.key();
    if (key) void (this.text.value ? this.save(key) : this.load(key));
  }

  /** @param {string} key */
  async load(key) {
    try {
      const { text } = await api.notes(this.match, key);
      if (!this.text.value) this.text.value = text;
      this.where.textContent = SAVED;
    } catch {
      this.loaded = false;
      this.where.textContent = UNSAVED;
    }
  }

  typed() {
    store.keepNotes(this.match, this.text.value);
    window.clearTimeout(this.timer);
    this.timer = this.key() ? window.setTimeout(() => this.saveNow(), PAUSE) : 0;
  }

  /** What was typed, if anything was. */
  saveNow() {
    const key = this.key();
    if (!this.timer || !key) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    void this.save(key);
  }

  /** @param {string} key */
  async save(key) {
    const text = this.text.value;
    try {
      await api.keepNotes(this.match, key, text);
      if (text === this.text.value) store.keepNotes(this.match, "");
      this.where.textContent = SAVED;
    } catch {
      this.where.textContent = UNSAVED;
    }
  }
}
