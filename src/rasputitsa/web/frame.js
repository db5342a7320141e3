/** What a match and its replay share: a bar, the map with what lies over it, and a panel with tabs beside it. */

import { address } from "./here.js";
import { Board } from "./board/board.js";
import { chip } from "./chip.js";
import { isTall, keepColumns } from "./columns.js";
import { button, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { charts } from "./panels/charts.js";
import { Glance } from "./panels/glance.js";
import { InfoBox } from "./panels/info.js";
import { legend } from "./panels/legend.js";
import { LogPanel } from "./panels/log.js";
import { RulesPanel } from "./panels/rules.js";
import { StatusPanel } from "./panels/status.js";
import { catchRuleLinks } from "./rulebook.js";
import { animated } from "./settings.js";
import * as store from "./store.js";
import { Tabs } from "./tabs.js";
import { tokenOf } from "./tokens.js";

/**
 * @typedef {import("./manifest.js").Manifest} Manifest
 * @typedef {import("./rulebook.js").Rulebook} Rulebook
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").EntryData} Entry
 * @typedef {import("./types.js").EventData} GameEvent
 *
 * @typedef {object} Parts  what a screen adds to the frame
 * @property {HTMLElement[]} tools  at the right of the bar
 * @property {HTMLElement[]} [bar]  beside the heading
 * @property {HTMLElement[]} sections  above the tabs
 * @property {HTMLElement[]} [aboveMap]
 * @property {HTMLElement[]} [overMap]
 *
 * @typedef {object} Options
 * @property {string} [class]
 * @property {string} label  of the side panel
 * @property {import("./tabs.js").Tab[]} [tabs]  after those that all have
 * @property {string} [tab]  the one that is open at first
 * @property {(name: string) => void} [tabChanged]
 * @property {(number: number) => void} [goTo]  goes to a position, from a line of the log
 * @property {() => Promise<boolean>} [olderLog]  gets earlier entries of the log, where there are any
 */

export class Frame {
  /** @param {HTMLElement} host @param {Manifest} manifest @param {Rulebook} rules @param {Options} options */
  constructor(host, manifest, rules, options) {
    this.manifest = manifest;
    this.rules = rules;
    /** What is shown. @type {View | null} */
    this.view = null;
    /** @type {Entry[]} */
    this.entries = [];
    this.heading = h("h1", { class: "where" });
    this.boardHost = h("div", { class: "board-host" });
    this.glance = new Glance(manifest, rules);
    this.info = new InfoBox(manifest, rules);
    this.log = new LogPanel(manifest, rules, {
      look: (event) => this.trace(event),
      centre: (name) => this.centre(name),
      at: options.goTo,
      older: options.olderLog,
    });
    this.status = new StatusPanel(manifest, rules, {
      centre: (name) => this.centre(name),
      chip: (name) => this.chip(name),
      describe: () => (this.view ? this.board.describe(this.view) : []),
    });
    this.rulesPanel = new RulesPanel(rules);
    this.tabs = this.makeTabs(options);
    this.acts = h("div", { class: "acts" });
    this.scroll = h("div", { class: "side-scroll" }, this.acts, this.tabs.element);
    this.tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Tools" });
    this.mapStage = h("div", { class: "map-stage" }, this.boardHost, this.info.element);
    const handle = button("", () => this.element.classList.toggle("tall"), { class: "handle", "aria-label": "Resize the panel" });
    this.element = h(
      "div",
      { class: ["match-screen", options.class, manifest.cards.size && "with-cards"] },
      h(
        "header",
        { class: "bar" },
        h("a", { class: "icon-button", href: address("/"), "aria-label": "Home", title: "Home" }, icon("home")),
        this.heading,
        this.tools,
      ),
      this.glance.element,
      h("main", { class: "map-area", "aria-label": "Map" }, this.mapStage),
      h("aside", { class: "side-panel", "aria-label": options.label }, handle, this.scroll),
    );
    catchRuleLinks(this.element, (number) => this.openRule(number));
    fill(host, this.element);
    this.stop = new AbortController();
    keepColumns(this.element, isTall(manifest.data.board), this.stop.signal);
    this.board = new Board(this.boardHost, manifest.data, boardSettings());
    this.unwatch = store.watch(() => this.board.settings(boardSettings()));
  }

  /** @param {Parts} parts */
  add({ tools, bar = [], sections, aboveMap = [], overMap = [] }) {
    this.tools.append(...tools);
    this.heading.after(...bar);
    this.acts.append(...sections);
    this.mapStage.before(...aboveMap);
    this.mapStage.append(...overMap);
  }

  /** @param {Options} options */
  makeTabs({ tabs = [], tab = "log", tabChanged }) {
    const { manifest, rules } = this;
    const chartsPanel = h("div");
    const drawCharts = () => {
      if (chartsPanel.firstChild) return;
      const about = h("p", { class: "small about" }, `${manifest.about} ${manifest.sources}`);
      chartsPanel.append(
        about,
        charts(manifest, rules),
        legend(manifest, { chip: (name) => chip(manifest, name), pointOut: (spaces) => this.pointOut(spaces) }),
      );
    };
    return new Tabs(
      [
        { name: "log", title: "Log", element: this.log.element, render: () => this.log.render(this.entries) },
        { name: "status", title: "Status", element: this.status.element, render: () => this.view && this.status.render(this.view) },
        { name: "charts", title: "Charts", element: chartsPanel, render: drawCharts },
        { name: "rules", title: "Rules", element: this.rulesPanel.element, render: () => this.rulesPanel.render() },
        ...tabs,
      ],
      tab,
      "About the match",
      tabChanged,
    );
  }

  /** A position with its log, in heading and tabs. The board is shown by the screen. @param {View} view @param {Entry[]} entries */
  show(view, entries) {
    this.view = view;
    this.entries = entries;
    const turn = this.manifest.turn(view);
    const weather = turn?.notes.length ? h("span", { class: ["weather-now", this.manifest.weather(view)] }, turn.notes.join(", ")) : null;
    fill(
      this.heading,
      h("span", { class: "phase-now", title: view.heading }, view.heading),
      turn ? h("small", null, turn.label) : null,
      weather,
    );
    this.glance.render(view);
    this.tabs.refresh();
  }

  /** More of the same log. @param {Entry[]} entries */
  showLog(entries) {
    this.entries = entries;
    this.tabs.refresh();
  }

  /** @param {View} view @param {boolean} animate */
  showBoard(view, animate) {
    this.board.show(view, { animate, turnBox: this.manifest.turn(view)?.space ?? "" });
    this.board.weather.show(this.manifest.weather(view));
  }

  /** Nothing lies on the map: what is seen there depends on who looks. */
  clearBoard() {
    const { board } = this;
    if (board.view) board.show({ ...board.view, tokens: [], battles: [], markers: [] }, { animate: false });
    board.rolls.clear();
    board.overlay(null);
  }

  /** Nothing stays on the page but what everybody may know. @param {Entry[]} entries */
  conceal(entries) {
    this.view = null;
    this.entries = entries;
    this.log.render(entries);
    this.status.clear();
    this.glance.clear();
    this.info.hide();
    this.board.recap.clear();
    this.board.surface.live.textContent = "";
  }

  /**
   * A counter for a panel: as it is now, or with the face that it showed.
   * @param {string} name
   * @param {number} [face]
   * @returns {HTMLElement}
   */
  chip(name, face) {
    const owner = this.manifest.pieces.get(name)?.side ?? "";
    return chip(
      this.manifest,
      name,
      face === undefined ? tokenOf(this.view, name) : { name, piece: name, at: null, owner, face, marks: [] },
    );
  }

  /** What a place in a sentence does. @returns {import("./places.js").PlaceLinks} */
  get placeLinks() {
    return { point: (space) => this.board.point(space ? [space] : []), centre: (space) => this.centre(space) };
  }

  /** @param {string} name */
  centre(name) {
    this.board.centre(name, { flash: true });
  }

  /** Something happens there: the view follows. @param {string} space */
  lookAt(space) {
    this.board.follow.to([space]);
    this.board.marks.flashAt(space);
  }

  /** Shows where something happened. @param {GameEvent | null} event */
  trace(event) {
    this.board.path(event?.spaces.length ? event.spaces : null);
    this.board.point(event?.spaces.slice(-1) ?? []);
  }

  /** @param {string[] | null} spaces */
  pointOut(spaces) {
    this.board.overlay(spaces && Object.fromEntries(spaces.map((name) => [name, { badge: "", tone: "good" }])));
  }

  /** @param {string} name */
  openTab(name) {
    this.tabs.open(name);
    this.tabs.button(name)?.focus();
  }

  /** @param {string} number */
  openRule(number) {
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
    this.tabs.open("rules");
    this.element.classList.add("tall");
    this.rulesPanel.show(number);
  }

  focusMap() {
    this.boardHost.classList.remove("rb-by-pointer");
    this.boardHost.focus();
  }

  destroy() {
    this.unwatch();
    this.stop.abort();
    this.board.destroy();
  }
}

/** A tool of the bar. @param {string} picture @param {string} label @param {string} key @param {() => void} run @param {string} [where] */
export function tool(picture, label, key, run, where = "") {
  const title = key ? `${label} (${key})` : label;
  return button(icon(picture), run, { class: ["quiet icon-button", where], "aria-label": label, title, "aria-keyshortcuts": key || null });
}

/** @returns {import("./board/types.js").Settings} */
function boardSettings() {
  const now = store.settings();
  return { palette: now.palette, animation: animated(now), minimap: now.minimap, follow: now.follow, labels: "all" };
}
