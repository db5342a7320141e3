/** Overlays on the map: chosen from a menu or by number, asked of the server, and kept up to date. */

import { announce, toast } from "../announcer.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { counted } from "../numbers.js";
import { placeOf } from "../tokens.js";
import { OverlayLegend } from "./overlay_legend.js";

/**
 * @typedef {import("../types.js").MarkData} Mark
 * @typedef {import("../types.js").OverlayData} OverlayKind
 * @typedef {object} Needs
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("../rulebook.js").Rulebook} rules
 * @property {import("./shown.js").Shown} shown
 * @property {import("../frame.js").Frame} frame
 * @property {import("./connection.js").Connection["query"]} query
 * @property {() => string | null | undefined} looked
 * @property {(error: unknown) => void} refused
 * @property {MenuItem[]} items
 * @typedef {{label: () => string, run: () => void}} MenuItem what else a narrow screen has in the menu
 */

const TOKEN = "token";

/** The digit that shows an overlay: 1 to 9, then 0. @param {number} i  its place in the menu */
export const overlayKey = (i) => String((i + 1) % 10);

export class Overlays {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    /** @type {OverlayKind | null} */
    this.current = null;
    /** @type {Record<string, Mark> | null} */
    this.marks = null;
    /** The token that an overlay is about. */
    this.token = "";
    /** Spaces that the tutorial points out. @type {string[]} */
    this.pointedOut = [];
    this.legend = new OverlayLegend(needs.manifest, () => this.clear());
    this.list = h("div", { class: "menu-list", role: "group", "aria-label": "Choose an overlay" });
    const summary = h("summary", { class: "icon-button", "aria-label": "Overlays", title: "Overlays" }, icon("layers"));
    this.menu = h("details", { class: "menu" }, summary, this.list);
    this.menu.addEventListener("toggle", () => this.drawMenu());
    this.menu.addEventListener("focusout", (event) => {
      if (!this.menu.contains(/** @type {Node | null} */ (event.relatedTarget))) this.menu.open = false;
    });
    this.drawMenu();
  }

  drawMenu() {
    const { manifest, rules, items } = this.needs;
    const key = (/** @type {string} */ text) => h("kbd", { "aria-hidden": "true" }, text);
    const line = (/** @type {import("../dom.js").Children} */ label, /** @type {() => void} */ run, more = {}) =>
      button(label, run, { class: "line", ...more });
    const overlay = (/** @type {OverlayKind} */ kind, /** @type {number} */ i) => {
      const pressed = { "aria-pressed": String(this.current === kind) };
      return h(
        "div",
        { class: "menu-line" },
        line([kind.title, key(overlayKey(i))], () => void this.toggle(kind), pressed),
        rules.link(kind.rule),
      );
    };
    const item = (/** @type {MenuItem} */ { label, run }) => {
      const choose = () => {
        this.menu.open = false;
        run();
      };
      return h("div", { class: "menu-line only-narrow" }, line(label(), choose));
    };
    fill(
      this.list,
      ...manifest.overlays.map(overlay),
      h("div", { class: "menu-line" }, line(["None", key("o")], () => this.clear())),
      ...items.map(item),
    );
  }

  /** @param {OverlayKind} kind */
  async toggle(kind) {
    if (kind === this.current) this.clear();
    else await this.show(kind);
  }

  /** By its name, or none. @param {string | null} name @param {string} [token] */
  async use(name, token) {
    if (token) this.token = token;
    const kind = this.needs.manifest.overlays.find((one) => one.name === name) ?? null;
    if (kind === this.current) return;
    if (kind) await this.show(kind);
    else this.clear();
  }

  clear() {
    const before = this.current;
    this.select(null);
    this.marks = null;
    this.drawPointedOut();
    if (before) announce("No overlay.");
  }

  /** @param {OverlayKind} kind */
  async show(kind) {
    this.select(kind);
    if (kind.needs === TOKEN) {
      this.token = this.needs.shown.selection.tokens[0] ?? this.needs.looked() ?? this.token;
      if (!this.token) toast(`${kind.title}: point at a unit.`, { id: "overlay" });
    }
    await this.refresh();
    if (this.current === kind && this.marks) announce(`${kind.title}: ${counted(Object.keys(this.marks).length, "space")}.`);
  }

  /** @param {OverlayKind | null} kind */
  select(kind) {
    this.current = kind;
    this.menu.open = false;
    this.drawMenu();
    this.legend.show(kind);
    this.needs.frame.element.classList.toggle("with-overlay", kind !== null);
  }

  /** Nothing of it stays on the map; it is asked for again when somebody has taken over. */
  conceal() {
    this.marks = null;
    this.token = "";
    this.needs.frame.board.overlay(null);
  }

  /** The position has changed. */
  update() {
    if (this.current) void this.refresh();
    else this.drawPointedOut();
  }

  /** Asks the server for the marks. */
  async refresh() {
    const { current } = this;
    const { shown, frame, query, refused } = this.needs;
    const { state } = shown;
    if (!current || !state) return;
    const needsToken = current.needs === TOKEN;
    if (needsToken) this.token = shown.selection.tokens[0] ?? this.token;
    if (needsToken && !this.token) return;
    try {
      const marks = await query("overlay", { name: current.name, ...(needsToken ? { token: this.token } : {}) });
      if (this.current !== current || shown.state !== state) return;
      this.marks = marks;
      frame.board.overlay(marks);
    } catch (error) {
      refused(error);
    }
  }

  /** The pointer is on a token: an overlay may be about it. @param {string | null} token */
  hover(token) {
    if (this.current?.needs !== TOKEN || !token || token === this.token || this.needs.shown.selection.tokens.length) return;
    this.token = token;
    void this.refresh();
  }

  /** @param {string[] | null} names of spaces and tokens */
  pointOut(names) {
    const { manifest, frame, shown } = this.needs;
    const spaces = (names ?? []).map((name) => placeOf(shown.state?.view, name) || name).filter((name) => manifest.spaces.has(name));
    this.pointedOut = spaces.filter((name) => !manifest.boxNames.has(name));
    if (!this.current) this.drawPointedOut();
    if (spaces[0]) {
      frame.board.follow.bring(this.pointedOut);
      frame.board.marks.flashAt(spaces[0]);
    }
  }

  drawPointedOut() {
    const marks = Object.fromEntries(this.pointedOut.map((name) => [name, { badge: "", tone: "good" }]));
    this.needs.frame.board.overlay(this.pointedOut.length ? marks : null);
  }
}
