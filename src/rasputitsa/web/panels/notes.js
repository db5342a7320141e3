/** Notes of one's own about a match: the server keeps a player's with the seat, a spectator's stay in this browser. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import * as store from "../store.js";

/**
 * @typedef {{side: string, key: () => Promise<string | null>}} Writer
 *   whose notes are shown: `side` where several players share this browser, else ""; `key` opens the seat, null for a spectator
 */

const PAUSE = 700; // milliseconds without typing after which notes are saved
const SAVED = "Saved with your seat. Only you can read them, on any device where you play.";
const UNSAVED = "Not saved yet. They are kept in this browser until the server can be reached.";
const HERE = "Kept in this browser. They are not sent to the server or to the players.";
const HIDDEN = "Each player's notes are hidden until that player takes over the screen.";

export class NotesPanel {
  /** @param {string} match @param {() => Writer | null} writer  null while nobody's notes may be seen */
  constructor(match, writer) {
    this.match = match;
    this.findWriter = writer;
    /** Whose notes are shown. @type {Writer | null} */
    this.writer = null;
    this.element = h("div", { class: "own-notes" });
    this.where = h("p", { class: "small", id: "notes-where" });
    this.text = this.makeText();
    /** Whether those on the server could not be had. */
    this.unloaded = false;
    this.timer = 0;
    window.addEventListener("pagehide", () => this.saveNow());
  }

  makeText() {
    const about = { maxlength: "10000", autocomplete: "off", "aria-describedby": "notes-where" };
    return h("textarea", { id: "notes", rows: "12", ...about, oninput: () => this.typed(), onblur: () => this.saveNow() });
  }

  /** Those that are on the server, unless there are some here that never got there. */
  render() {
    const writer = this.findWriter();
    if (!this.writer || this.writer.side !== writer?.side) this.show(writer);
    else if (this.unloaded) void this.begin(this.writer);
  }

  /** @param {Writer | null} writer */
  show(writer) {
    this.conceal();
    if (!writer) return;
    this.writer = writer;
    this.text = this.makeText();
    this.text.value = store.notes(this.match, writer.side);
    this.where.textContent = HERE;
    fill(this.element, h("label", { for: "notes" }, "My notes"), this.text, this.where);
    void this.begin(writer);
  }

  /** Nothing of them stays on the page. Even the box goes, for it remembers what was typed into it. */
  conceal() {
    this.saveNow();
    this.writer = null;
    fill(this.element, h("p", { class: "small" }, HIDDEN));
  }

  /** @param {Writer} writer */
  async begin(writer) {
    this.unloaded = false;
    const key = await writer.key();
    if (!key || this.writer !== writer) return;
    if (this.text.value) await this.save(writer, this.text.value);
    else await this.load(writer, key);
  }

  /** @param {Writer} writer @param {string} key */
  async load(writer, key) {
    try {
      const { text } = await api.notes(this.match, key);
      if (this.writer !== writer) return;
      if (!this.text.value) this.text.value = text;
      this.where.textContent = SAVED;
    } catch {
      if (this.writer !== writer) return;
      this.unloaded = true;
      this.where.textContent = UNSAVED;
    }
  }

  typed() {
    if (!this.writer) return;
    store.keepNotes(this.match, this.writer.side, this.text.value);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.saveNow(), PAUSE);
  }

  /** What was typed, if anything was. */
  saveNow() {
    if (!this.timer) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    if (this.writer) void this.save(this.writer, this.text.value);
  }

  /** @param {Writer} writer @param {string} text */
  async save(writer, text) {
    const key = await writer.key();
    if (!key) return;
    const saved = await api.keepNotes(this.match, key, text).then(
      () => true,
      () => false,
    );
    if (saved && store.notes(this.match, writer.side) === text) store.keepNotes(this.match, writer.side, "");
    if (this.writer === writer) this.where.textContent = saved ? SAVED : UNSAVED;
  }
}
