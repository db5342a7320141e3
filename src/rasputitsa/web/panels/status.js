/** Where the match is: turns, the sequence of this turn, small facts, control of spaces, units off the map. */

import { button, h } from "../dom.js";
import { tokensIn } from "../tokens.js";
import { orderOfBattle } from "./order_of_battle.js";
import { scoreSheet } from "./score.js";
import { sheetOf, sheetTable } from "./sheet.js";

/**
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").SpaceData} Space
 * @typedef {{centre: (name: string) => void, chip: (name: string) => Node, describe: () => string[]}} Actions
 */

/** How a line of the sequence looks, by its status. */
const LOOKS = { done: "past", now: "now", "to come": "" };

export class StatusPanel {
  /** @param {Manifest} manifest @param {import("../rulebook.js").Rulebook} rules @param {Actions} actions */
  constructor(manifest, rules, actions) {
    this.manifest = manifest;
    this.rules = rules;
    this.actions = actions;
    this.element = h("div", { class: "status" });
    /** Whether the text description of the map is open. */
    this.described = false;
    /** The sides whose order of battle is open. @type {Set<string>} */
    this.opened = new Set();
  }

  clear() {
    this.element.textContent = "";
  }

  /** @param {View} view */
  render(view) {
    const sheet = scoreSheet(view, this.rules);
    this.element.replaceChildren(
      this.turns(view),
      this.facts(view),
      ...(sheet ? [sheet] : []),
      ...this.sheets(view),
      this.sequence(view),
      ...this.control(view),
      ...this.manifest.boxes.flatMap((box) => this.box(box, view)),
      ...this.manifest.sides.map((side) => this.orderOfBattle(side, view)),
      this.description(),
    );
  }

  /** @param {View} view */
  turns(view) {
    const turn = (/** @type {import("../types.js").TurnData} */ { label, notes }, /** @type {number} */ i) =>
      h(
        "li",
        {
          class: [i + 1 === view.turn && "now", i + 1 < view.turn && "past"],
          "aria-current": i + 1 === view.turn ? "step" : null,
        },
        h("b", null, String(i + 1)),
        h("span", null, label),
        notes.length ? h("i", null, notes.join(", ")) : null,
      );
    const { turns } = this.manifest.scenario(view);
    const longest = Math.max(...turns.flatMap(({ label, notes }) => [label, ...notes].join(" ").split(" ")).map((word) => word.length));
    const style = { "--turn-width": `${longest + 1}ch` };
    return h("ol", { class: "turn-track", "aria-label": "Turns", style }, ...turns.map(turn));
  }

  /** @param {View} view */
  facts(view) {
    return h(
      "dl",
      { class: "facts" },
      ...view.status.map((fact) => h("div", null, h("dt", null, fact.label, " ", this.rules.link(fact.rule)), h("dd", null, fact.value))),
    );
  }

  /** What explains a fact, term by term. @param {View} view */
  sheets(view) {
    const found = view.status.flatMap((fact) => sheetOf(fact, view) ?? []);
    return found.map((sheet) =>
      h(
        "section",
        { "aria-label": sheet.title },
        h("h3", null, sheet.title, " ", this.rules.link(sheet.rule)),
        sheetTable(sheet, this.manifest, this.rules),
      ),
    );
  }

  /** @param {View} view */
  sequence(view) {
    const line = (/** @type {import("../types.js").SequenceLine} */ { title, side, status }) =>
      h(
        "li",
        { class: [this.manifest.sideClass(side), LOOKS[status]], "aria-current": status === "now" ? "step" : null },
        title,
        status === "done" ? h("span", { class: "sr-only" }, " (done)") : null,
      );
    return h("section", null, h("h3", null, "This turn"), h("ol", { class: "phases" }, ...view.sequence.map(line)));
  }

  /** @param {View} view */
  control(view) {
    const names = Object.keys(view.control);
    if (!names.length) return [];
    return this.manifest.sides.map((side) => {
      const held = names.filter((name) => view.control[name] === side.name);
      const place = (/** @type {string} */ name) =>
        h(
          "li",
          null,
          button(this.manifest.spaces.get(name)?.title || name, () => this.actions.centre(name), {
            class: "line",
            title: this.manifest.label(name),
          }),
        );
      const heading = h("h3", null, `${side.title} control (${held.length})`);
      return h("section", null, heading, h("ul", { class: ["places", this.manifest.sideClass(side.name)] }, ...held.map(place)));
    });
  }

  /** Units in a box: a pool, losses, reinforcements. @param {Space} box @param {View} view */
  box(box, view) {
    const inside = tokensIn(view, box.name);
    if (!inside.length) return [];
    const row = (/** @type {import("../types.js").SideData} */ side) => {
      const own = inside.filter((token) => token.owner === side.name);
      const chips = own.map((token) => h("span", { role: "listitem" }, this.actions.chip(token.name)));
      return chips.length ? h("div", { class: "pieces", role: "list", "aria-label": side.title }, ...chips) : null;
    };
    return [h("section", null, h("h3", null, `${box.label} (${inside.length})`), ...this.manifest.sides.map(row))];
  }

  /** Made when somebody opens it. @param {import("../types.js").SideData} side @param {View} view */
  orderOfBattle({ name, title }, view) {
    const details = h("details", { open: this.opened.has(name) }, h("summary", null, `${title} order of battle`));
    const fill = () => {
      this.opened[details.open ? "add" : "delete"](name);
      if (details.open && details.childNodes.length < 2) details.append(orderOfBattle(this.manifest, view, name, this.actions));
    };
    details.addEventListener("toggle", fill);
    fill();
    return h("section", null, details);
  }

  /** The map as text, made when somebody opens it. */
  description() {
    const list = h("ul", { class: "text-map" });
    const details = h("details", { open: this.described }, h("summary", null, "The map as text"), list);
    const fill = () => {
      this.described = details.open;
      if (details.open && !list.childNodes.length) list.append(...this.actions.describe().map((line) => h("li", null, line)));
    };
    details.addEventListener("toggle", fill);
    fill();
    return h("section", null, details);
  }
}
