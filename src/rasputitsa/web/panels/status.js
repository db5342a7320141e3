/** Where we are: turns, phases, small facts, who holds what, and who waits off the map. */

import { button, h } from "../dom.js";
import { scoreSheet } from "./score.js";

/**
 * @typedef {import("../types.js").TableData} TableData
 * @typedef {import("../types.js").View} View
 */

export class StatusPanel {
  /**
   * @param {TableData} table
   * @param {import("../rulebook.js").Rulebook} rules
   * @param {{centre: (name: string) => void, piece: (id: string) => Node, describe: () => string[]}} actions
   */
  constructor(table, rules, actions) {
    this.table = table;
    this.rules = rules;
    this.actions = actions;
    this.element = h("div", { class: "status" });
    this.boxes = table.board.spaces.filter((space) => space.kind === "box");
    this.titles = new Map(table.board.spaces.map((space) => [space.name, space.title]));
    this.text = false;
  }

  /** @param {string} side */
  tone(side) {
    return `side-${this.table.sides.findIndex((one) => one.name === side)}`;
  }

  /** @param {View} view */
  render(view) {
    const sheet = scoreSheet(view, this.rules);
    this.element.textContent = "";
    this.element.append(
      this.turns(view),
      this.facts(view),
      ...(sheet ? [sheet] : []),
      this.phases(view),
      ...this.control(view),
      ...this.off(view),
      this.map(),
    );
  }

  /** @param {View} view */
  turns(view) {
    return h(
      "ol",
      { class: "turn-track", "aria-label": "Turns" },
      ...this.table.turns.map((turn, i) =>
        h(
          "li",
          {
            class: [i + 1 === view.turn && "now", i + 1 < view.turn && "past", ...turn.notes.map((note) => `note-${note}`)],
            "aria-current": i + 1 === view.turn ? "step" : null,
          },
          h("b", null, String(i + 1)),
          h("span", null, turn.label),
          turn.notes.length ? h("i", null, turn.notes.join(", ")) : null,
        ),
      ),
    );
  }

  /** @param {View} view */
  facts(view) {
    return h(
      "dl",
      { class: "facts" },
      ...view.status.map((fact) => h("div", null, h("dt", null, fact.label, " ", this.rules.link(fact.rule)), h("dd", null, fact.value))),
    );
  }

  /** @param {View} view */
  phases(view) {
    const at = this.table.phases.findIndex((phase) => phase.name === view.phase);
    return h(
      "section",
      null,
      h("h3", null, "Phases"),
      h(
        "ol",
        { class: "phases" },
        ...this.table.phases.map((phase, i) =>
          h(
            "li",
            { class: [this.tone(phase.side), i === at && "now", i < at && "past"], "aria-current": i === at ? "step" : null },
            phase.title,
          ),
        ),
      ),
    );
  }

  /** @param {View} view */
  control(view) {
    const names = Object.keys(view.control);
    if (!names.length) return [];
    return this.table.sides.map((side) => {
      const held = names.filter((name) => view.control[name] === side.name);
      return h(
        "section",
        null,
        h("h3", null, `${side.title} control (${held.length})`),
        h(
          "ul",
          { class: ["places", this.tone(side.name)] },
          ...held.map((name) => h("li", null, button(this.titles.get(name) || name, () => this.actions.centre(name), { class: "line", title: name }))),
        ),
      );
    });
  }

  /** Pieces in boxes: pools, losses, those who are still to come. @param {View} view */
  off(view) {
    return this.boxes.flatMap((box) => {
      const inside = this.table.pieces.filter((piece) => view.units[piece.id]?.at === box.name);
      if (!inside.length) return [];
      return [
        h(
          "section",
          null,
          h("h3", null, `${box.title || box.name} (${inside.length})`),
          ...this.table.sides.map((side) => {
            const theirs = inside.filter((piece) => piece.side === side.name);
            return theirs.length
              ? h("div", { class: "pieces", role: "list", "aria-label": side.title }, ...theirs.map((piece) => h("span", { role: "listitem" }, this.actions.piece(piece.id))))
              : null;
          }),
        ),
      ];
    });
  }

  /** The map as text, made when it is wanted. */
  map() {
    const list = h("ul", { class: "text-map" });
    const details = h("details", { open: this.text }, h("summary", null, "The map in words"), list);
    const fill = () => {
      this.text = details.open;
      if (details.open && !list.childNodes.length) list.append(...this.actions.describe().map((line) => h("li", null, line)));
    };
    details.addEventListener("toggle", fill);
    fill();
    return h("section", null, details);
  }
}
