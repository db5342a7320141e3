/** What stands in a space: name, ground and its effects with their rules, and the units there. */

import { h } from "../dom.js";
import { chip } from "../chip.js";

/**
 * @typedef {import("../types.js").TableData} TableData
 * @typedef {import("../types.js").View} View
 */

export class InfoBox {
  /** @param {TableData} table @param {import("../rulebook.js").Rulebook} rules */
  constructor(table, rules) {
    this.table = table;
    this.rules = rules;
    this.spaces = new Map(table.board.spaces.map((space) => [space.name, space]));
    this.pieces = new Map(table.pieces.map((piece) => [piece.id, piece]));
    this.element = h("section", { class: "info", "aria-label": "This place", hidden: true });
    this.name = "";
  }

  /** @param {string | null} name @param {View} view @param {import("../types.js").Mark} [mark] what an overlay says of it */
  show(name, view, mark) {
    const space = name ? this.spaces.get(name) : undefined;
    this.name = space ? space.name : "";
    this.element.hidden = !space;
    if (!space) return;
    const units = Object.entries(view.units).filter(([, unit]) => unit.at === space.name);
    const owner = this.table.sides.find((side) => side.name === view.control[space.name]);
    this.element.textContent = "";
    this.element.append(
      h("h3", null, space.title ? `${space.title} ` : "", h("span", { class: "number" }, space.name), owner ? h("span", { class: "small" }, ` ${owner.title} control`) : null),
      ...(mark?.note || mark?.badge ? [h("p", { class: "mark" }, [mark.badge, mark.note].filter(Boolean).join(" "))] : []),
      ...(space.notes.length ? [h("ul", null, ...space.notes.map((note) => h("li", null, note.text, " ", this.rules.link(note.rule))))] : []),
      ...(units.length
        ? [
            h(
              "ul",
              { class: "here" },
              ...units.map(([id, unit]) =>
                h("li", null, chip(this.table, id, unit), h("span", null, this.pieces.get(id)?.title ?? id, unit.marks.length ? h("span", { class: "small" }, ` ${unit.marks.join(", ")}`) : null)),
              ),
            ),
          ]
        : []),
    );
  }
}
