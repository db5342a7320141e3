/** The table: the board, the question, and all that belongs to a match in play. */

import * as api from "../api.js";
import { chip } from "../chip.js";
import { Coach } from "../coach.js";
import { button, fill, h, pause } from "../dom.js";
import { icon } from "../icons.js";
import { interpret, matching, placed, questions, verb, wayOut } from "../intent.js";
import { Keys } from "../keys.js";
import { BattlePanel, faces } from "../panels/battle.js";
import { charts } from "../panels/charts.js";
import { ChatPanel } from "../panels/chat.js";
import { HandPanel } from "../panels/hand.js";
import { InfoBox } from "../panels/info.js";
import { LogPanel } from "../panels/log.js";
import { PlayersPanel } from "../panels/players.js";
import { QuestionPanel } from "../panels/question.js";
import { openReport, resultTitle } from "../panels/report.js";
import { RulesPanel } from "../panels/rules.js";
import { scoreSheet } from "../panels/score.js";
import { StatusPanel } from "../panels/status.js";
import { go, rename } from "../router.js";
import { catchRuleLinks, Rulebook } from "../rulebook.js";
import { moves, openSettings } from "../settings.js";
import { Refused, Socket } from "../socket.js";
import { play as sound } from "../sound.js";
import { alert, hush, say, toast } from "../speak.js";
import * as store from "../store.js";
import { TableBoard } from "../tableboard.js";
import { Tabs } from "../tabs.js";

/**
 * @typedef {import("../types.js").TableState} TableState
 * @typedef {import("../types.js").TableData} TableData
 * @typedef {import("../types.js").Offer} Offer
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {import("../types.js").GameEvent} GameEvent
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../intent.js").Target} Target
 * @typedef {{x: number, y: number} | null} Place where on the screen a note belongs
 */

const CHANCE = "chance";
const GLIDE = 420; // how long a move of somebody else is looked at
const READ = 900; // how long the result of a die is looked at
/** @type {Record<string, number>} */
const PACES = { slow: 1.9, normal: 1, fast: 0.4 };

/**
 * @param {HTMLElement} host
 * @param {import("../router.js").Route} route
 */
export async function tableScreen(host, route) {
  if (route.fragment) {
    store.arrive(route.id, route.fragment);
    rename(`/match/${encodeURIComponent(route.id)}`);
  }
  const keys = store.keysOf(route.id);
  const summary = await api.summary(route.id, keys[0] ?? null);
  const [table, rules, games] = await Promise.all([api.game(summary.game), api.rules(summary.game), api.games()]);
  store.remember(route.id, { game: summary.game });
  const levels = (games.find((one) => one.name === summary.game)?.bots ?? []).map((bot) => (typeof bot === "string" ? bot : bot.name));
  const kept = store.match(route.id);
  const tutorial = kept?.tutorial !== undefined ? await api.tutorial(summary.game).catch(() => null) : null;
  const screen = new TableScreen(host, route.id, table, new Rulebook(table.name, rules), levels, tutorial);
  return () => screen.destroy();
}

class TableScreen {
  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {TableData} table
   * @param {Rulebook} rules
   * @param {string[]} levels
   * @param {import("../types.js").Tutorial | null} tutorial
   */
  constructor(host, id, table, rules, levels, tutorial) {
    this.id = id;
    this.table = table;
    this.rules = rules;
    /** @type {TableState | null} the newest that came */
    this.latest = null;
    /** @type {TableState | null} what the screen shows */
    this.shown = null;
    /** Who looks, where people share a screen and a game hides things: the one who took over last. @type {string | null} */
    this.eyes = null;
    /** @type {WeakMap<Entry, {eyes: string | null, entry: Entry}>} */
    this.seen = new WeakMap();
    /** @type {Entry[]} */
    this.log = [];
    /** @type {{state: TableState, entries: Entry[], undone: boolean}[]} */
    this.queue = [];
    this.pumping = false;
    this.skipping = false;
    this.busy = false;
    /** @type {Offer[]} */
    this.before = [];
    this.fresh = false;
    /** @type {string | null} */
    this.selected = null;
    /** @type {string | null} */
    this.goal = null;
    /** Where the teacher points. @type {string[]} */
    this.pointed = [];
    /** @type {{space: string, pieces: string[]} | null} */
    this.hovered = null;
    /** @type {string | null} */
    this.overlay = null;
    /** @type {Record<string, Mark> | null} */
    this.marks = null;
    this.overlayPiece = "";
    this.cursor = -1;
    this.hidden = false;
    /** Steps and verbs about which the server has no forecast. @type {Set<string>} */
    this.noForecast = new Set();
    /** @type {Map<string, import("../types.js").Forecast | null>} */
    this.forecasts = new Map();
    this.peeking = 0;
    this.chats = 0;
    this.telling = 0;
    /** Answers about a piece that were seen to lead to the question where it goes, by step and verb. @type {Set<string>} */
    this.harmless = new Set();
    /** @type {Place} */
    this.pointer = null;
    /** @type {Promise<boolean> | null} */
    this.choosing = null;
    this.boxes = new Set(table.board.spaces.filter((space) => space.kind === "box").map((space) => space.name));
    this.titles = new Map(table.board.spaces.map((space) => [space.name, space.title]));
    /** @type {(() => void)[]} */
    this.waiters = [];
    /** @type {{number: number, resolve: () => void}[]} */
    this.arrivals = [];
    this.gone = false;

    const piece = (/** @type {string} */ one) => chip(table, one, this.shown?.view.units[one]);
    const centre = (/** @type {string} */ name) => this.board.centre(name, { flash: true });
    this.question = new QuestionPanel(table, rules, {
      play: (offer) => void this.play(offer, null),
      preview: (offer) => this.preview(offer),
      hint: () => void this.hint(),
      interrupt: () => void this.wish("interrupt"),
      skip: () => this.skip(),
      piece,
      careful: () => store.settings().confirm && !this.coach,
    });
    this.battle = new BattlePanel(rules, { piece, centre, changed: () => {} });
    this.hands = new HandPanel(table, rules, {
      play: (offer) => void this.play(offer, null),
      preview: (offer) => void this.peek(offer),
      why: (card) => void this.why(questionsAbout(this.offers, card), null),
      careful: () => store.settings().confirm && !this.coach,
    });
    this.logPanel = new LogPanel(table, rules, { look: (event) => this.look(event), centre });
    this.status = new StatusPanel(table, rules, { centre, piece, describe: () => (this.shown ? this.board.describe(this.shown.view) : []) });
    this.rulesPanel = new RulesPanel(rules);
    this.chat = new ChatPanel(table, (text) => this.socket.wish("chat", { text, side: this.shown?.you[0] }));
    this.players = new PlayersPanel(this.id, table, levels, this.chat.element, {
      wish: async (type, fields) => {
        const done = await this.socket.wish(type, { number: this.latest?.number, ...fields });
        if (done.key && fields?.side) store.remember(this.id, { sides: { [String(fields.side)]: done.key } });
        return done;
      },
      record: () => api.record(this.id, store.keysOf(this.id)[0] ?? null),
      rematch: () => void this.rematch(),
      leave: () => void this.leave(),
    });
    this.info = new InfoBox(table, rules);
    this.tabs = new Tabs(
      [
        { name: "log", title: "Log", content: this.logPanel.element },
        { name: "status", title: "Status", content: this.status.element },
        { name: "charts", title: "Charts", content: h("div", null, h("p", { class: "small about" }, table.about), charts(table, rules)) },
        { name: "rules", title: "Rules", content: this.rulesPanel.element },
        { name: "players", title: "Players", content: this.players.element },
      ],
      store.settings().tab,
      "About the match",
      (name) => store.change({ tab: name }),
    );

    this.heading = h("h1", { class: "where" });
    this.miniTurns = h("ol", { class: "mini-turns", "aria-hidden": "true" });
    this.undoButton = this.tool("undo", "Undo", "u", () => void this.undo());
    this.redoButton = this.tool("redo", "Redo", "r", () => void this.redo());
    this.hintButton = this.tool("hint", "Hint", "i", () => void this.hint());
    this.eyeButton = this.tool("eye", "Hide the counters", "h", () => this.hideCounters(), "not-narrow");
    this.overlayMenu = this.makeOverlayMenu();
    this.banner = h("div", { class: "banner", role: "status", hidden: true });
    this.result = h("section", { class: "result", hidden: true, "aria-label": "Result" });
    this.coachHost = h("div", { class: "coach-host" });
    this.boardHost = h("div", { class: "board-host" });
    this.noteHost = h("div", { class: "note-host" });
    const handle = button("", () => this.tall(), { class: "handle", "aria-label": "Larger or smaller panel" });
    this.panel = h(
      "aside",
      { class: "side-panel", "aria-label": "The play" },
      handle,
      h("div", { class: "side-scroll" }, this.coachHost, this.result, this.question.element, this.hands.element, this.battle.element, this.tabs.element),
    );
    this.element = h(
      "div",
      { class: ["table-screen", table.cards?.length && "with-cards"] },
      h(
        "header",
        { class: "bar" },
        h("a", { class: "icon-button", href: "/", "aria-label": "To the first page", title: "To the first page" }, icon("home")),
        this.heading,
        this.miniTurns,
        h(
          "div",
          { class: "tools", role: "toolbar", "aria-label": "Tools" },
          this.undoButton,
          this.redoButton,
          this.hintButton,
          this.overlayMenu.element,
          this.eyeButton,
          this.tool("fit", "Fit the map", "f", () => this.board.fit(), "not-narrow"),
          this.tool("settings", "Settings", ",", () => openSettings(), "not-narrow"),
          this.tool("help", "Keys and help", "?", () => this.keys.help(), "not-narrow"),
        ),
      ),
      h("main", { class: "map-area", "aria-label": "Map" }, this.boardHost, this.info.element, this.noteHost, this.banner),
      this.panel,
    );
    catchRuleLinks(this.element, (number) => this.openRule(number));
    this.boardHost.addEventListener("keydown", (event) => this.enterAfterClick(event), { capture: true });
    fill(host, this.element);

    this.board = this.makeBoard();
    this.socket = new Socket(id, () => store.keysOf(id), {
      state: (state) => this.receive(state),
      link: (link) => this.linkChanged(link),
      chat: (chat) => this.chatCame(chat),
      rematch: (offer) => this.rematchCame(offer),
      failed: (error) => this.failed(error.text),
      known: () => ({ log: this.log.length, undos: this.latest?.undos, chat: this.chats }),
    });
    /** @type {Coach | null} */
    this.coach = tutorial ? this.makeCoach(tutorial) : null;
    this.keys = this.makeKeys();
    this.unwatch = store.watch(() => this.board.settings(this.boardSettings()));
    document.title = table.title;
  }

  // Parts of the screen.

  /** @param {string} picture @param {string} label @param {string} key @param {() => void} run @param {string} [where] */
  tool(picture, label, key, run, where = "") {
    return button(icon(picture), run, { class: ["quiet icon-button", where], "aria-label": label, title: `${label} (${key})`, "aria-keyshortcuts": key });
  }

  makeOverlayMenu() {
    const list = h("div", { class: "menu-list", role: "group", "aria-label": "Laid over the map" });
    const element = h("details", { class: "menu" }, h("summary", { class: "icon-button", "aria-label": "Overlays", title: "Overlays" }, icon("layers")), list);
    const draw = () =>
      fill(
        list,
        ...this.table.overlays.map((kind, i) =>
          h(
            "div",
            { class: "menu-line" },
            button([kind.title, h("kbd", { "aria-hidden": "true" }, String(i + 1))], () => void this.toggleOverlay(kind.name), {
              "aria-pressed": String(this.overlay === kind.name),
              class: "line",
            }),
            this.rules.link(kind.rule),
          ),
        ),
        h("div", { class: "menu-line" }, button(["Nothing", h("kbd", { "aria-hidden": "true" }, "o")], () => void this.toggleOverlay(null), { class: "line" })),
        ...[
          { label: this.hidden ? "Show the counters" : "Hide the counters", run: () => this.hideCounters() },
          { label: "Fit the map", run: () => this.board.fit() },
          { label: "Settings", run: () => openSettings() },
          { label: "Keys and help", run: () => this.keys.help() },
        ].map(({ label, run }) =>
          h(
            "div",
            { class: "menu-line only-narrow" },
            button(label, () => {
              element.open = false;
              run();
              draw();
            }, { class: "line" }),
          ),
        ),
      );
    draw();
    element.addEventListener("focusout", (event) => {
      if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) element.open = false;
    });
    return { element, draw };
  }

  boardSettings() {
    const now = store.settings();
    return { palette: now.palette, animation: moves(now), labels: true };
  }

  makeBoard() {
    const board = new TableBoard(this.boardHost, this.table, this.boardSettings());
    board.on("piece", ({ id, space, event }) => this.clicked({ piece: id, space }, event));
    board.on("space", ({ name, event }) => this.clicked({ piece: null, space: name }, event));
    board.on("hover", (what) => this.hover(what));
    board.on("focus", (what) => this.hover(what));
    board.on("drag", ({ piece }) => this.dragged(piece));
    board.on("drop", ({ piece, space }) => void this.dropped(piece, space));
    for (const type of /** @type {const} */ (["pointerdown", "pointermove"])) {
      this.boardHost.addEventListener(type, (event) => (this.pointer = { x: event.clientX, y: event.clientY }));
    }
    return board;
  }

  /** @param {import("../types.js").Tutorial} tutorial */
  makeCoach(tutorial) {
    const coach = new Coach(this.id, tutorial, this.rules, {
      play: async (action) => {
        const offer = this.latest?.offers.find((one) => one.action === action);
        return offer ? this.send(offer, null) : false;
      },
      settled: () => this.settled(),
      log: () => this.log,
      show: (names) => this.pointOut(names),
      overlay: (name, piece) => {
        if (piece) this.overlayPiece = piece;
        if (name !== this.overlay) void this.toggleOverlay(name);
      },
      hint: (action) => {
        const offer = this.latest?.offers.find((one) => one.action === action) ?? null;
        this.board.hint(offer);
        const knob = offer && this.panel.querySelector(`:is(.question, .hands) [data-action="${CSS.escape(offer.action)}"]`);
        this.panel.querySelectorAll(".pointed").forEach((one) => one.classList.remove("pointed"));
        knob?.classList.add("pointed");
        knob?.scrollIntoView({ block: "nearest" });
        if (offer) toast(offer.label, { id: "coach" });
      },
      refresh: () => {
        const scroll = this.panel.querySelector(".side-scroll");
        if (scroll) scroll.scrollTop = 0; // the lesson comes into sight
        this.renderTools();
        this.element.classList.toggle("reading", coach.reads);
      },
      home: () => go("/"),
    });
    this.coachHost.append(coach.element);
    this.element.classList.add("with-coach");
    return coach;
  }

  makeKeys() {
    const keys = new Keys();
    const play = "The play";
    const map = "The map";
    keys.add(
      { keys: ["Enter"], title: "The main answer, or the one pointed at with n and p", group: play, run: () => this.enter() },
      { keys: ["Escape"], show: "Esc", title: "Let go, cancel, close", group: play, run: () => this.escape() },
      { keys: ["n"], title: "Point at the next answer on the map", group: play, run: () => this.point(1) },
      { keys: ["p"], title: "Point at the one before", group: play, run: () => this.point(-1) },
      { keys: ["/"], title: "The list of all answers", group: play, run: () => this.openAnswers() },
      { keys: ["q"], title: "Read the question again", group: play, run: () => this.readQuestion() },
      ...(this.table.cards?.length ? [{ keys: ["k"], title: "To the cards", group: play, run: () => this.hands.focus() }] : []),
      { keys: ["u"], title: "Undo", group: play, run: () => void this.undo() },
      { keys: ["r"], title: "Redo", group: play, run: () => void this.redo() },
      { keys: ["i"], title: "Hint", group: play, run: () => void this.hint() },
      { keys: [], show: "← ↑ ↓ →", title: "On the map: from space to space, Enter chooses", group: map, run: () => {} },
      { keys: [], show: "Tab", title: "On the map: to what can be chosen", group: map, run: () => {} },
      { keys: [], show: "[ ]", title: "On the map: through the units of a stack", group: map, run: () => {} },
      { keys: ["h"], title: "Hide or show the counters", group: map, run: () => this.hideCounters() },
      { keys: ["f"], title: "Fit the map", group: map, run: () => this.board.fit() },
      { keys: ["+", "="], show: "+", title: "Closer", group: map, run: () => this.board.zoom(1.25) },
      { keys: ["-"], title: "Farther", group: map, run: () => this.board.zoom(0.8) },
      ...this.table.overlays.map((kind, i) => ({
        keys: [String(i + 1)],
        title: kind.title,
        group: map,
        run: () => void this.toggleOverlay(kind.name),
      })),
      { keys: ["o"], title: "No overlay", group: map, run: () => void this.toggleOverlay(null) },
      ...this.tabs.tabs.map((tab) => ({
        keys: [/** @type {Record<string, string>} */ ({ log: "l", status: "s", charts: "c", rules: "b", players: "t" })[tab.name]],
        title: tab.title,
        group: "Panels",
        run: () => this.openTab(tab.name),
      })),
      { keys: ["m"], title: "To the map", group: "Panels", run: () => this.focusMap() },
      { keys: [","], title: "Settings", group: "Everywhere", run: () => openSettings() },
    );
    return keys;
  }

  /** @param {string} name */
  openTab(name) {
    this.tabs.open(name);
    this.tabs.knob(name)?.focus();
  }

  focusMap() {
    this.boardHost.classList.remove("rb-by-pointer");
    this.boardHost.focus();
  }

  /** @param {string} number */
  openRule(number) {
    document.querySelector("dialog[open]")?.dispatchEvent(new Event("cancel"));
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
    this.tabs.open("rules");
    this.element.classList.add("tall");
    this.rulesPanel.show(number);
  }

  tall() {
    this.element.classList.toggle("tall");
  }

  // What comes from the server.

  /** @param {TableState} state */
  receive(state) {
    const first = this.latest === null;
    const known = this.log.length;
    const undone = state.log_from < known;
    this.log = [...this.log.slice(0, state.log_from), ...state.log];
    const entries = (first ? [] : this.log.slice(undone ? state.log_from : known)).map((entry) => this.known(entry));
    this.latest = state;
    this.queue.push({ state, entries, undone });
    void this.pump();
    const come = this.arrivals.filter((one) => one.number <= state.number);
    this.arrivals = this.arrivals.filter((one) => one.number > state.number);
    for (const one of come) one.resolve();
  }

  async pump() {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length && !this.gone) {
      const next = this.queue.shift();
      if (next) await this.present(next.state, next.entries, next.undone);
    }
    this.pumping = false;
    this.skipping = false;
    if (this.shown) this.element.dataset.number = String(this.shown.number);
    for (const done of this.waiters.splice(0)) done();
  }

  /** When all that came has been shown. @returns {Promise<void>} */
  settled() {
    return new Promise((resolve) => {
      if (!this.pumping) resolve();
      else this.waiters.push(resolve);
    });
  }

  skip() {
    this.skipping = true;
  }

  /** A pause that a skip cuts short. @param {number} milliseconds */
  async rest(milliseconds) {
    const end = Date.now() + milliseconds * (PACES[store.settings().pace] ?? 1);
    while (Date.now() < end && !this.skipping && !this.gone) await pause(Math.min(40, end - Date.now()));
  }

  /**
   * Show a new position: the dice first, then the pieces, then the words.
   * @param {TableState} state
   * @param {Entry[]} entries
   * @param {boolean} undone
   */
  async present(state, entries, undone) {
    const before = this.shown;
    const animate = before !== null && moves() && !this.skipping && document.visibilityState === "visible";
    const foreign = entries.some((entry) => entry.side !== CHANCE && !state.you.includes(entry.side));
    const visible = entries.some((entry) => entry.events.length > 0);
    const rolls = entries.filter((entry) => entry.side === CHANCE && faces(entry.action).length);
    if (animate && visible && (foreign || rolls.length)) {
      this.board.light([]);
      const told = entries.flatMap((entry) => entry.events).filter((event) => event.kind !== "phase" && event.kind !== "turn");
      this.question.render(state, [], this.queue.length + 1, told.map((event) => (rolls.length ? "The dice fall…" : event.text))[0]);
      const goal = told.at(-1)?.spaces.at(-1);
      if (foreign && goal) this.board.reveal(goal);
    }
    for (const roll of rolls) {
      const after = this.consequences(roll, entries);
      if (animate) sound("dice");
      const space = after[0]?.spaces[0];
      if (animate && space && foreign) this.board.centre(space, { flash: true });
      const time = this.battle.roll(roll, after, animate);
      if (animate) await this.rest(time + (rolls.length > 1 ? READ / 2 : foreign ? READ : 250));
    }
    if (this.changesHands(state)) await this.handOver(state, entries);
    const show = { animate: animate && !this.skipping };
    this.board.show(withBattle(state), show);
    this.remember(before, state, entries, undone);
    this.shown = state;
    if (visible && !rolls.length && animate) sound("move");
    this.render(state, before, entries);
    if (animate && foreign && visible && !this.skipping) await this.rest(GLIDE);
  }

  /** What followed from a roll: its own events and those of what came of it. @param {Entry} roll @param {Entry[]} entries */
  consequences(roll, entries) {
    return entries.find((entry) => entry === roll)?.events.filter((event) => event.kind !== "phase" && event.kind !== "turn") ?? [];
  }

  /**
   * Which piece is in hand, and what was on offer before it was taken.
   * @param {TableState | null} before
   * @param {TableState} state
   * @param {Entry[]} entries
   * @param {boolean} undone
   */
  remember(before, state, entries, undone) {
    const mine = state.asked !== null && state.you.includes(state.asked);
    const sameStep = before?.view.question?.step === state.view.question?.step;
    if (!mine || before?.asked !== state.asked || before?.view.phase !== state.view.phase) {
      this.before = [];
      this.fresh = false;
    } else if (!sameStep && before) {
      this.before = before.offers;
      this.fresh = true;
    } else if (entries.length || undone) {
      this.fresh = false;
    }
    this.selected = mine ? this.pieceInHand(state) : null;
    this.goal = mine && !this.selected ? this.spaceInHand(state) : null;
    const chosen = entries.length === 1 ? before?.offers.find((offer) => offer.action === entries[0].action) : undefined;
    if (chosen && chosen.object === this.selected && wayOut(state.offers)) {
      this.harmless.add(`${before?.view.question?.step} ${verb(chosen)}`);
    }
    if (before?.number !== state.number) this.cursor = -1;
  }

  /** The piece that was chosen last, where the question is now where it goes. @param {TableState} state */
  pieceInHand(state) {
    const offers = placed(state.offers);
    const spaces = offers.filter((offer) => offer.kind === "space");
    if (!spaces.length || offers.length - spaces.length > 1) return null;
    const verbs = new Set(spaces.map(verb));
    for (let i = this.log.length - 1; i >= 0; i -= 1) {
      const { side, action } = this.log[i];
      const [name, object] = action.split(" ");
      if (side !== state.asked) return null;
      if (object && state.view.units[object]) return name && !offers.some((offer) => offer.kind === "piece" && verb(offer) === name) ? object : null;
      if (!verbs.has(name)) return null;
    }
    return null;
  }

  /** The space that was chosen last, where the question is now which pieces. @param {TableState} state */
  spaceInHand(state) {
    const offers = placed(state.offers);
    if (!wayOut(state.offers) || offers.some((offer) => offer.kind === "space")) return null;
    const verbs = new Set(offers.map(verb));
    for (let i = this.log.length - 1; i >= 0; i -= 1) {
      const { side, action } = this.log[i];
      const [name, object] = action.split(" ");
      if (side !== state.asked) return null;
      if (object && this.titles.has(object)) return object;
      if (!object || (!verbs.has(name) && verbs.size)) return null;
    }
    return null;
  }

  // Showing.

  get offers() {
    const state = this.latest;
    return state && this.shown === state && state.asked && state.you.includes(state.asked) && !state.outcome && this.socket.link === "online"
      ? state.offers
      : [];
  }

  /**
   * @param {TableState} state
   * @param {TableState | null} before
   * @param {Entry[]} entries
   */
  render(state, before, entries) {
    const last = this.queue.length === 0;
    const offers = last ? this.offers : [];
    this.closeNote();
    this.board.light(offers);
    this.board.select(this.selected);
    this.board.also = this.draggable(state, offers);
    if (!this.overlay) this.board.overlay(this.ownMarks);
    this.board.hint(null);
    this.board.path(null);
    if (state.number !== before?.number) {
      this.forecasts.clear();
      this.battle.peek(null);
    }
    if (before && before.view.phase !== state.view.phase && !entries.some((entry) => entry.side === CHANCE)) this.battle.clear();
    this.battle.stand(state.forecast);
    if (last) this.question.render(state, offers);
    this.hands.render(state.view, offers, this.viewer(state), state.number);
    this.logPanel.render(this.log.slice(0, state.number).map((entry) => this.known(entry)));
    this.status.render(state.view);
    this.players.render(state);
    this.renderResult(state);
    this.renderHeading(state);
    this.renderTools();
    if (this.hovered) this.info.show(this.hovered.space, state.view, this.marks?.[this.hovered.space]);
    if (this.overlay) void this.refreshOverlay();
    this.announce(state, before, entries);
    if (last) {
      if (before === null) this.coach?.begin();
      else this.coach?.changed();
    }
  }

  /** @param {TableState} state */
  renderHeading(state) {
    const { view } = state;
    const turn = this.table.turns[view.turn - 1];
    fill(this.heading, view.heading, turn ? h("small", null, turn.label, turn.notes.length ? `, ${turn.notes.join(", ")}` : "") : null);
    fill(
      this.miniTurns,
      ...this.table.turns.map((one, i) =>
        h("li", { class: [i + 1 === view.turn && "now", i + 1 < view.turn && "past", ...one.notes.map((note) => `note-${note}`)], title: `${i + 1}: ${one.label}` }, String(i + 1)),
      ),
    );
    const mine = state.asked !== null && state.you.includes(state.asked) && !state.outcome;
    document.title = `${mine ? "● Your move: " : ""}${view.heading} - ${this.table.title}`;
  }

  renderTools() {
    const state = this.latest;
    if (!state) return;
    const idle = !this.queue.length;
    const may = idle && !state.outcome && state.you.length > 0;
    this.undoButton.disabled = !(may && state.can_undo && (this.coach?.canUndo ?? true));
    this.redoButton.disabled = !(may && state.can_redo);
    this.hintButton.disabled = !this.offers.length || (this.coach !== null && !this.coach.free);
  }

  /** @param {TableState} state */
  renderResult(state) {
    const { outcome } = state;
    const news = outcome && this.result.hidden;
    this.result.hidden = !outcome;
    if (!outcome) return;
    const key = store.keysOf(this.id)[0] ?? null;
    const mine = state.you.length === 1 ? (outcome.winner === state.you[0] ? "You win." : outcome.winner === "draw" ? "" : "You lose.") : "";
    fill(
      this.result,
      h("h2", { tabindex: "-1" }, resultTitle(outcome.winner, this.table)),
      h("p", { class: "lead" }, mine, " ", outcome.reason, " ", this.rules.link(outcome.rule)),
      scoreSheet(state.view, this.rules),
      h(
        "div",
        { class: "answers" },
        button("Report and dice", () => void openReport(this.id, key, this.table, this.rules).catch((error) => toast(error.message, { tone: "bad" })), { class: "primary" }),
        h("a", { class: "button", href: `/match/${encodeURIComponent(this.id)}/replay` }, "Replay"),
        state.you.length ? button("Rematch", () => void this.rematch()) : null,
        h("a", { class: "button", href: "/" }, "First page"),
      ),
    );
    if (news) this.result.scrollIntoView({ block: "nearest" }); // on a small screen the panel may be scrolled elsewhere
  }

  /**
   * Words for the screen reader, a toast for hot-seat, a notification for who is elsewhere.
   * @param {TableState} state
   * @param {TableState | null} before
   * @param {Entry[]} entries
   */
  announce(state, before, entries) {
    for (const entry of entries) for (const event of entry.events) say(event.text);
    const mine = state.asked !== null && state.you.includes(state.asked);
    const asked = this.table.sides.find((side) => side.name === state.asked)?.title ?? "";
    if (state.outcome && before && !before.outcome) {
      sound("end");
      alert(`${resultTitle(state.outcome.winner, this.table)}. ${state.outcome.reason}`);
      return;
    }
    if (mine && state.view.question && (before?.view.question?.text !== state.view.question.text || before?.asked !== state.asked)) {
      say(state.view.question.text);
    }
    if (!before || state.outcome) return;
    this.announceOthers(state, before);
    if (before.asked === state.asked) return;
    if (mine && state.you.length > 1 && !this.coach) {
      if (!this.table.hidden) toast(`Now the ${asked} player.`, { id: "asked", tone: `side-${this.table.sides.findIndex((side) => side.name === state.asked)}` });
    } else if (mine) {
      sound("turn");
      if (document.visibilityState === "hidden") this.notify(state.view.question?.text ?? "");
    }
  }

  /** Who came, and who offers a draw. @param {TableState} state @param {TableState} before */
  announceOthers(state, before) {
    for (const side of this.table.sides) {
      const now = state.seats[side.name];
      if (state.you.includes(side.name) || now?.kind === "bot") continue;
      if (now?.here && !before.seats[side.name]?.here) toast(`The ${side.title} player is here.`, { id: `here-${side.name}`, seconds: 3 });
    }
    const from = state.draw_offer;
    if (from && from !== before.draw_offer && state.you.some((side) => side !== from)) {
      toast("A draw is offered.", { id: "draw", seconds: 12, action: { label: "Look", run: () => this.openTab("players") } });
    }
  }

  /** @param {string} text */
  notify(text) {
    if (!store.settings().notify || !("Notification" in window) || Notification.permission !== "granted") return;
    const note = new Notification("Your move", { body: `${this.table.title}: ${text}`, tag: this.id, icon: "/web/icons/icon.svg" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }

  // Two people at one screen, in a game that hides things: each sees what is theirs after taking over.

  /** @param {TableState} state */
  shared(state) {
    return Boolean(this.table.hidden) && state.you.length > 1 && !this.coach && !state.outcome;
  }

  /** Whose things are shown. @param {TableState} state @returns {string[]} */
  viewer(state) {
    const side = this.shared(state)
      ? this.eyes
      : this.coach?.free
        ? state.asked // the learner plays on for both
        : (this.coach?.tutorial.side ?? state.you[0]);
    return side ? [side] : [];
  }

  /** @param {TableState} state */
  changesHands(state) {
    const { asked } = state;
    return this.shared(state) && asked !== null && asked !== this.eyes && state.you.includes(asked) && state.seats[asked]?.kind !== "bot";
  }

  /** An entry of the log as who looks may know it. @param {Entry} entry @returns {Entry} */
  known(entry) {
    const { latest, eyes } = this;
    if (!latest || !this.shared(latest) || !entry.events.some((event) => event.only && event.only !== eyes)) return entry;
    let found = this.seen.get(entry);
    if (found?.eyes !== eyes) {
      found = { eyes, entry: { ...entry, action: "", events: entry.events.filter((event) => !event.only || event.only === eyes) } };
      this.seen.set(entry, found);
    }
    return found.entry;
  }

  /**
   * Nothing that one of them may not know stays on the page, until the other says so.
   * @param {TableState} state
   * @param {Entry[]} entries what happened
   */
  async handOver(state, entries) {
    const side = this.table.sides.findIndex((one) => one.name === state.asked);
    const title = this.table.sides[side]?.title ?? "";
    const told = entries.flatMap((entry) => entry.events).filter((event) => !event.only);
    this.eyes = null;
    this.shown = null;
    this.hands.conceal();
    this.question.conceal();
    this.battle.clear();
    this.board.light([]);
    this.board.select(null);
    this.closeNote();
    hush();
    this.logPanel.render(this.log.slice(0, state.number).map((entry) => this.known(entry)));
    const parts = /** @type {HTMLElement[]} */ ([...this.element.children]);
    await new Promise((resolve) => {
      const cover = h(
        "div",
        { class: ["hand-over", `side-${side}`], role: "dialog", "aria-modal": "true", "aria-label": "Hand over" },
        h("h2", null, `The ${title} player, please.`),
        told.length ? h("ol", { class: "sentences", tabindex: "0", "aria-label": "What happened" }, ...told.slice(-12).map((event) => h("li", null, event.text))) : null,
        h("p", null, "The table is covered until you are ready."),
        button(`I am the ${title} player`, () => {
          for (const part of parts) part.inert = false;
          cover.remove();
          resolve(null);
        }, { class: "primary big" }),
      );
      for (const part of parts) part.inert = true;
      this.element.append(cover);
      cover.querySelector("button")?.focus();
      say(`The ${title} player, please.`);
    });
    this.eyes = state.asked;
  }

  // What the player does.

  /** @param {Target} target @param {Event | null} event */
  clicked(target, event) {
    const at = placeOf(event);
    this.closeNote();
    const state = this.shown;
    if (!state) return;
    this.hover({ space: target.space, pieces: target.piece ? [target.piece] : [] });
    const offers = this.offers;
    if (!offers.length || this.busy) return;
    const intent = interpret(offers, target, state.view, { before: this.before, fresh: this.fresh, selected: this.selected, boxes: this.boxes });
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    if (finger && intent && ("play" in intent || "instead" in intent)) this.hover(null); // else it would cover the small map
    if (!intent) {
      this.showNote(state.view.question?.text ?? "", state.view.question?.rule ?? "", at);
    } else if ("play" in intent) {
      void this.play(intent.play, at);
    } else if ("choose" in intent) {
      this.chooser(intent.choose, at);
    } else if ("instead" in intent) {
      void this.instead(intent.instead.first, intent.instead.then, at);
    } else {
      void this.why(intent.why, at);
    }
  }

  /**
   * Let the choice in hand go and make another.
   * @param {Offer} first
   * @param {Target} then
   * @param {Place} at
   * @returns {Promise<boolean>}
   */
  async instead(first, then, at) {
    if (!(await this.play(first, at))) return false;
    const state = this.latest;
    if (!state) return false;
    const found = matching(state.offers, then, state.view);
    if (found.length === 1) return this.play(found[0], at);
    if (!found.length) await this.why(questions(state.offers, then, state.view, this.boxes), at);
    return false;
  }

  /** The pieces that could be taken up instead of the one in hand. */
  get others() {
    const out = wayOut(this.offers);
    if (!out || !(out.action === "stop" || this.fresh)) return [];
    return this.before.filter((offer) => offer.kind === "piece" && offer.object !== this.selected);
  }

  /**
   * What may be dragged besides what is lit: another piece instead of the one in hand or, where spaces are asked for, any
   * piece of one's own, to drop it there.
   * @param {TableState} state
   * @param {Offer[]} offers
   */
  draggable(state, offers) {
    if (!offers.length) return new Set();
    if (this.selected) return new Set(this.others.map((offer) => offer.object));
    if (!offers.some((offer) => offer.kind === "space")) return new Set();
    const own = this.table.pieces.filter((piece) => piece.side === state.asked && !this.boxes.has(state.view.units[piece.id]?.at));
    return new Set(own.map((piece) => piece.id));
  }

  /** A piece is picked up: where that is known to be harmless it is chosen at once, so that its goals light up. @param {string} piece */
  dragged(piece) {
    const state = this.latest;
    if (!state || piece === this.selected || this.busy || this.coach) return;
    const on = (/** @type {Offer} */ one) => one.kind === "piece" && one.object === piece;
    const offer = this.offers.find(on);
    const other = this.others.find(on);
    const out = wayOut(this.offers);
    if (offer && this.harmless.has(`${state.view.question?.step} ${verb(offer)}`)) this.choosing = this.play(offer, null);
    else if (other && out) this.choosing = this.instead(out, { piece, space: state.view.units[piece].at }, null);
  }

  /** @param {string} piece @param {string} space */
  async dropped(piece, space) {
    const at = this.pointer;
    this.closeNote();
    await this.choosing;
    let state = this.latest;
    if (!state || !this.offers.length || this.busy) return;
    const on = (/** @type {string} */ kind, /** @type {string} */ object) =>
      this.latest?.offers.find((offer) => offer.kind === kind && offer.object === object);
    const out = wayOut(state.offers);
    if (piece !== this.selected && !on("piece", piece) && out && this.others.some((offer) => offer.object === piece)) {
      await this.play(out, at);
    }
    const chosen = on("piece", piece);
    const goal = on("space", space);
    if (piece !== this.selected && chosen) {
      if (!(await this.play(chosen, at))) return;
      state = this.latest;
      if (!state || state.view.units[piece]?.at === space) return;
      const next = on("space", space);
      if (next) await this.play(next, at);
      else if (placed(state.offers).some((offer) => offer.kind === "space")) await this.why(questions(state.offers, { piece: null, space }, state.view, this.boxes), at);
    } else if (goal) {
      if (!(await this.play(goal, at))) return;
      const next = piece === this.selected ? undefined : on("piece", piece);
      if (next) await this.play(next, at);
    } else {
      const target = piece === this.selected ? { piece: null, space } : { piece, space };
      await this.why(questions(state.offers, target, state.view, this.boxes), at);
    }
  }

  /** @param {Offer} offer @param {Place} at @returns {Promise<boolean>} whether it was taken */
  async play(offer, at) {
    if (this.busy) return false;
    if (this.coach && !this.coach.allows(offer.action)) return false;
    return this.send(offer, at);
  }

  /** @param {Offer} offer @param {Place} at */
  async send(offer, at) {
    const state = this.latest;
    if (!state || !state.asked) return false;
    this.busy = true;
    this.element.classList.add("busy");
    sound("choose");
    try {
      const done = await this.socket.wish("play", { side: state.asked, number: state.number, action: offer.action });
      await this.reached(done.number);
      return true;
    } catch (error) {
      this.refused(error, at);
      return false;
    } finally {
      this.busy = false;
      this.element.classList.remove("busy");
    }
  }

  /** Until the state of that number has come. @param {number} number @returns {Promise<void>} */
  reached(number) {
    return new Promise((resolve) => {
      if ((this.latest?.number ?? 0) >= number) resolve();
      else this.arrivals.push({ number, resolve });
    });
  }

  /** @param {unknown} error @param {Place} at */
  refused(error, at) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "stale" || error.code === "closed") return;
    sound("no");
    if (at || error.code === "illegal") this.showNote(error.message, error.rule, at);
    else toast(error.message, { tone: "bad" });
  }

  /** @param {string} type @param {Record<string, unknown>} [fields] */
  async wish(type, fields = {}) {
    try {
      return await this.socket.wish(type, fields);
    } catch (error) {
      this.refused(error, null);
      return null;
    }
  }

  /** Ask why something is not offered. @param {string[]} actions @param {Place} at */
  async why(actions, at) {
    for (const action of actions) {
      try {
        const answer = await this.socket.ask("why", { action });
        if (answer) {
          sound("no");
          this.showNote(answer.reason, answer.rule, at);
          return;
        }
      } catch (error) {
        this.refused(error, at);
        return;
      }
    }
  }

  /** Which side takes back: the one that acted last. */
  get actor() {
    const last = [...this.log].reverse().find((entry) => entry.side !== CHANCE)?.side;
    const { latest } = this;
    return last && latest?.you.includes(last) ? last : (latest?.you.find((side) => side === latest.asked) ?? latest?.you[0] ?? "");
  }

  async undo() {
    const state = this.latest;
    if (!state || this.undoButton.disabled || this.busy) return;
    const done = await this.wish("undo", { side: this.actor, number: state.number });
    if (done) say("Taken back.");
  }

  async redo() {
    const state = this.latest;
    if (!state || this.redoButton.disabled || this.busy) return;
    const done = await this.wish("redo", { side: state.you.includes(state.asked ?? "") ? state.asked : this.actor, number: state.number });
    if (done) say("Done again.");
  }

  async hint() {
    if (this.hintButton.disabled) return;
    const state = this.latest;
    this.question.showHint(h("p", { class: "hint-note small" }, h("span", { class: "spinner", "aria-hidden": "true" }), " Thinking about it…"));
    try {
      const answer = await this.socket.ask("hint");
      if (this.latest !== state || !answer) {
        this.question.showHint(null);
        return;
      }
      const offer = state?.offers.find((one) => one.action === answer.action) ?? null;
      this.board.hint(offer);
      if (offer?.kind === "card") this.hands.point(offer.object);
      else if (offer?.object) this.board.centre(offer.object, { flash: true });
      const text = answer.text || `The computer would do this: ${answer.label}.`;
      say(text);
      this.question.showHint(
        h("p", { class: "hint-note" }, icon("hint"), h("span", null, text), offer ? button("Do it", () => void this.play(offer, null)) : null),
      );
    } catch (error) {
      this.question.showHint(null);
      this.refused(error, null);
    }
  }

  /** After a click the map has the focus, but Enter still means the main answer. @param {KeyboardEvent} event */
  enterAfterClick(event) {
    if (event.key !== "Enter" || !this.boardHost.classList.contains("rb-by-pointer")) return;
    event.preventDefault();
    event.stopPropagation();
    this.enter();
  }

  enter() {
    const asked = this.latest?.asked;
    if (this.pumping || (asked && !this.latest?.you.includes(asked))) {
      this.skip();
      return;
    }
    const offer = placed(this.offers)[this.cursor];
    if (this.coach?.reads) void this.coach.goOn();
    else if (offer) void this.play(offer, null);
    else this.question.press("main");
  }

  escape() {
    if (this.overlayMenu.element.open) this.overlayMenu.element.open = false;
    else if (this.noteHost.childNodes.length) this.closeNote();
    else if (this.hands.open) this.hands.close();
    else if (this.cursor >= 0) {
      this.cursor = -1;
      this.board.hint(null);
    } else if (!this.question.press("out")) {
      if (this.battle.visible && !this.latest?.forecast) this.battle.clear();
      else if (this.overlay) void this.toggleOverlay(null);
    }
  }

  /** Point at one answer after another on the map. @param {number} step */
  point(step) {
    const all = placed(this.offers);
    if (!all.length) return;
    this.cursor = this.cursor < 0 ? (step > 0 ? 0 : all.length - 1) : (this.cursor + step + all.length) % all.length;
    const offer = all[this.cursor];
    this.preview(offer);
    this.board.centre(offer.object);
    say([offer.label, offer.badge, offer.note].filter(Boolean).join(", "));
    const space = offer.kind === "space" ? offer.object : this.latest?.view.units[offer.object]?.at;
    if (space && this.shown) this.info.show(space, this.shown.view);
  }

  openAnswers() {
    this.question.openList();
  }

  readQuestion() {
    this.question.focus();
    const question = this.shown?.view.question;
    if (question) say(question.text);
  }

  hideCounters() {
    this.hidden = !this.hidden;
    this.board.hideCounters(this.hidden);
    this.eyeButton.setAttribute("aria-pressed", String(this.hidden));
    say(this.hidden ? "Counters hidden." : "Counters shown.");
  }

  // Looking.

  /** What is tinted while no overlay is chosen: what the teacher points at, and the space in hand. */
  get ownMarks() {
    const mark = (/** @type {string} */ tone) => ({ badge: "", note: "", tone });
    const found = Object.fromEntries(this.pointed.map((name) => [name, mark("good")]));
    if (this.goal) found[this.goal] = mark("bad");
    return Object.keys(found).length ? found : null;
  }

  /** @param {{space: string, pieces: string[]} | null} what */
  hover(what) {
    this.hovered = what;
    if (!this.shown) return;
    window.clearTimeout(this.telling);
    this.telling = window.setTimeout(() => this.tell(), what && this.info.element.hidden ? 220 : 60);
    const piece = what?.pieces?.[0];
    const kind = this.table.overlays.find((one) => one.name === this.overlay);
    if (kind?.needs === "piece" && piece && piece !== this.overlayPiece && !this.selected) {
      this.overlayPiece = piece;
      void this.refreshOverlay();
    }
    window.clearTimeout(this.peeking);
    this.peeking = window.setTimeout(() => {
      const found = what && this.shown ? matching(this.offers, { piece: piece ?? null, space: what.space }, this.shown.view) : [];
      void this.peek(found[0] ?? null);
    }, 90);
  }

  /** Say what is where the pointer is, on the other side of the map. */
  tell() {
    if (!this.shown || this.gone) return;
    const area = this.boardHost.getBoundingClientRect();
    this.info.element.classList.toggle("right", (this.pointer?.x ?? 0) < area.left + area.width / 2);
    const space = this.hovered?.space ?? null;
    this.info.show(space, this.shown.view, space ? this.marks?.[space] : undefined);
  }

  /** Show what an answer of the list means. @param {Offer | null} offer */
  preview(offer) {
    this.board.hint(offer);
    void this.peek(offer);
  }

  /** Ask what an answer promises. @param {Offer | null} offer */
  async peek(offer) {
    const state = this.shown;
    const step = state?.view.question?.step ?? "";
    const sign = offer ? `${step} ${verb(offer)}` : "";
    if (!offer || !state || this.noForecast.has(sign)) {
      this.battle.peek(null);
      return;
    }
    if (!this.forecasts.has(offer.action)) {
      try {
        const answer = await this.socket.ask("forecast", { action: offer.action });
        if (!answer) this.noForecast.add(sign);
        this.forecasts.set(offer.action, answer);
      } catch {
        return;
      }
    }
    if (this.shown === state) this.battle.peek(this.forecasts.get(offer.action) ?? null);
  }

  /** @param {GameEvent | null} event */
  look(event) {
    this.board.path(event?.spaces.length ? event.spaces : null);
  }

  /** @param {string[] | null} names of spaces and pieces */
  pointOut(names) {
    const spaces = (names ?? []).map((name) => this.shown?.view.units[name]?.at ?? name).filter((name) => this.titles.has(name));
    this.pointed = spaces.filter((name) => !this.boxes.has(name));
    if (!this.overlay) this.board.overlay(this.ownMarks);
    if (spaces[0]) this.board.centre(spaces[0], { flash: true });
  }

  /** @param {string | null} name */
  async toggleOverlay(name) {
    const before = this.overlay;
    this.overlay = name === this.overlay ? null : name;
    this.overlayMenu.draw();
    this.overlayMenu.element.open = false;
    const kind = this.table.overlays.find((one) => one.name === this.overlay);
    this.element.classList.toggle("with-overlay", kind !== undefined);
    if (!kind) {
      this.marks = null;
      this.board.overlay(this.ownMarks);
      if (name === null || before) say("No overlay.");
      return;
    }
    if (kind.needs === "piece") {
      this.overlayPiece = this.selected ?? this.hovered?.pieces?.[0] ?? this.overlayPiece;
      if (!this.overlayPiece) toast(`${kind.title}: point at a piece.`, { id: "overlay" });
    }
    await this.refreshOverlay();
    if (this.overlay === kind.name && this.marks) say(`${kind.title}: ${Object.keys(this.marks).length} spaces.`);
  }

  async refreshOverlay() {
    const name = this.overlay;
    const kind = this.table.overlays.find((one) => one.name === name);
    if (!kind) return;
    if (kind.needs === "piece" && this.selected) this.overlayPiece = this.selected;
    if (kind.needs === "piece" && !this.overlayPiece) return;
    try {
      const marks = await this.socket.ask("overlay", { name, ...(kind.needs === "piece" ? { piece: this.overlayPiece } : {}) });
      if (this.overlay !== name) return;
      this.marks = marks;
      this.board.overlay(marks);
    } catch (error) {
      this.refused(error, null);
    }
  }

  // Notes near a place.

  closeNote() {
    this.noteHost.textContent = "";
  }

  /** @param {string} text @param {string} rule @param {Place} at */
  showNote(text, rule, at) {
    if (!text) return;
    const note = h(
      "div",
      { class: "why-note" },
      h("p", null, text, " ", this.rules.link(rule, `Rule ${rule}`)),
      button(icon("close"), () => this.closeNote(), { class: "quiet icon-button", "aria-label": "Close the note" }),
    );
    this.placeNote(note, at);
    say(text);
  }

  /** More than one answer fits: which is meant? @param {Offer[]} offers @param {Place} at */
  chooser(offers, at) {
    const menu = h(
      "div",
      { class: "why-note chooser", role: "group", "aria-label": "Which of these?" },
      ...offers.map((offer) =>
        button([offer.label, offer.badge ? h("span", { class: "badge" }, offer.badge) : null], () => {
          this.closeNote();
          void this.play(offer, at);
        }),
      ),
    );
    this.placeNote(menu, at);
    menu.querySelector("button")?.focus();
  }

  /** @param {HTMLElement} note @param {Place} at */
  placeNote(note, at) {
    this.closeNote();
    this.noteHost.append(note);
    const area = this.noteHost.getBoundingClientRect();
    const { width, height } = note.getBoundingClientRect();
    const x = at ? at.x - area.left : area.width / 2;
    const y = at ? at.y - area.top : area.height / 3;
    note.style.setProperty("left", `${Math.max(8, Math.min(area.width - width - 8, x - width / 2))}px`);
    note.style.setProperty("top", `${y + 24 + height > area.height ? Math.max(8, y - height - 18) : y + 24}px`);
  }

  // The match around the game.

  /** @param {import("../socket.js").Link} link */
  linkChanged(link) {
    this.banner.hidden = link === "online" || link === "closed";
    this.banner.textContent = link === "offline" ? "The connection is lost. Trying again…" : "";
    if (link === "offline") this.board.light([]);
    if (link === "online" && this.shown && this.latest) this.board.light(this.offers);
    this.element.classList.toggle("offline", link === "offline");
  }

  /** @param {import("../socket.js").Chat} chat */
  chatCame(chat) {
    this.chats += 1;
    this.chat.add(chat);
    this.tabs.news("players");
    if (this.tabs.current !== "players" && !this.latest?.you.includes(chat.from)) {
      toast(`${chat.from ? (this.table.sides.find((side) => side.name === chat.from)?.title ?? chat.from) : ""}: ${chat.text}`, {
        action: { label: "Answer", run: () => this.openTab("players") },
      });
    }
  }

  async rematch() {
    try {
      const made = await api.rematch(this.id, store.keysOf(this.id)[0] ?? null);
      const spectators = made.spectators ?? store.match(this.id)?.spectators ?? "";
      store.remember(made.match, { keys: Object.values(made.keys), sides: made.keys, game: this.table.name, at: Date.now(), spectators });
      go(`/match/${encodeURIComponent(made.match)}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { tone: "bad" });
    }
  }

  /** @param {{match: string, key: string, side: string}} offer */
  rematchCame(offer) {
    const spectators = store.match(this.id)?.spectators ?? ""; // the bench goes along
    store.remember(offer.match, { keys: [offer.key], sides: { [offer.side]: offer.key }, game: this.table.name, at: Date.now(), spectators });
    toast("A rematch has been set up, with the sides swapped.", {
      seconds: 0,
      id: "rematch",
      action: { label: "Go there", run: () => go(`/match/${encodeURIComponent(offer.match)}`) },
    });
  }

  async leave() {
    const side = this.latest?.you[0];
    if (!side) return;
    if (await this.wish("leave", { side })) go("/");
  }

  /** @param {string} text */
  failed(text) {
    fill(
      this.element,
      h("main", { class: "page" }, h("h1", null, "This match cannot be opened"), h("p", null, text), h("a", { class: "button", href: "/" }, "To the first page")),
    );
  }

  destroy() {
    this.gone = true;
    this.keys.destroy();
    this.unwatch();
    this.socket.close();
    this.board.destroy();
  }
}

/**
 * The view as the map shows it: the battle that is being put together is drawn like those announced.
 * @param {TableState} state
 * @returns {import("../types.js").View}
 */
function withBattle({ view, forecast }) {
  const space = forecast?.spaces[0];
  if (!forecast || !space || view.battles.some((battle) => battle.space === space)) return view;
  const attackers = forecast.pieces.filter((id) => view.units[id] && view.units[id].at !== space);
  return { ...view, battles: [...view.battles, { space, attackers }] };
}

/** What to ask the server about a card that is not on offer. @param {Offer[]} offers @param {string} card */
function questionsAbout(offers, card) {
  const offer = offers.find((one) => one.kind === "card");
  return offer ? [`${verb(offer)} ${card}`] : [];
}

/** @param {Event | null} event @returns {Place} */
function placeOf(event) {
  return event instanceof MouseEvent && (event.clientX || event.clientY) ? { x: event.clientX, y: event.clientY } : null;
}
