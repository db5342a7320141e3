/** Notes of one's own about a match. They stay in this browser. */

import { h } from "../dom.js";
import * as store from "../store.js";

export class NotesPanel {
  /** @param {string} match */
  constructor(match) {
    const keep = () => store.keepNotes(match, this.text.value);
    this.text = h("textarea", { id: "notes", rows: "12", maxlength: "20000", "aria-describedby": "notes-where", oninput: keep });
    this.element = h(
      "div",
      { class: "own-notes" },
      h("label", { for: "notes" }, "My notes"),
      this.text,
      h("p", { class: "small", id: "notes-where" }, "Kept in this browser, for this match. They are not sent to the server or to your opponent."),
    );
    this.match = match;
  }

  /** Another page of this browser may have changed them. */
  render() {
    if (document.activeElement !== this.text) this.text.value = store.notes(this.match);
  }
}
