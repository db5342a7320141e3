/**
 * The board of any game: a map with counters on it, drawn from the table data and the view. It knows no rule.
 *
 *     const board = new Board(host, table, {palette: "classic", animation: true, labels: "all"});
 *     board.show(view);
 *     board.light(offers);
 *     board.on("space", ({name}) => ...);
 */

import { Counters } from "./counters.js";
import { Gestures } from "./gestures.js";
import { Layout, COUNTER, boxOf } from "./layout.js";
import { Marks } from "./marks.js";
import { Minimap } from "./minimap.js";
import { group, make, short, straight, text } from "./svg.js";
import { drawMap } from "./terrain.js";
import { Words } from "./text.js";
import { Viewport } from "./view.js";

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {{kind: "space" | "piece", object: string, space: string}} Lit */

/**
 * @typedef {object} Events
 * @property {{name: string, lit: boolean, event: Event | null}} space
 * @property {{id: string, space: string, lit: boolean, event: Event | null}} piece
 * @property {{space: string, pieces: string[]} | null} hover
 * @property {{piece: string, space: string, from: string}} drag  a lit or selected piece is being dragged
 * @property {{piece: string, space: string, lit: boolean}} drop
 * @property {{space: string, pieces: string[], piece: string | null, text: string} | null} focus
 * @property {{scale: number, depth: number}} zoom
 */

const ARROWS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

let boards = 0;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {TableData} table
   * @param {Settings} [settings]
   */
  constructor(host, table, settings = {}) {
    this.host = host;
    this.table = table;
    this.id = "rb" + ++boards;
    this.layout = new Layout(table);
    this.words = new Words(table);
    /** @type {View | null} */
    this.view = null;
    /** @type {Map<keyof Events, Set<(detail: any) => void>>} */
    this.listeners = new Map();
    /** @type {Map<string, Offer>} */
    this.litSpaces = new Map();
    /** @type {Map<string, Offer>} */
    this.litPieces = new Map();
    /** @type {Lit[]} */
    this.litOrder = [];
    /** @type {Record<string, Mark> | null} */
    this.notes = null;
    /** @type {string | null} */
    this.selected = null;
    /** Where the keyboard is. @type {string | null} */
    this.cursor = null;
    /** The piece of the stack there that the keyboard is on. @type {string | null} */
    this.active = null;
    /** Whether the keyboard's cursor is shown. */
    this.walking = false;
    this.hovered = "";
    /** @type {{id: string, element: SVGGElement, x: number, y: number, over: string} | null} */
    this.ghost = null;
    this.waits = 0;
    /** The box of the present turn. */
    this.now = "";
    /** @type {Settings} */
    this.chosen = { palette: "classic", animation: true, labels: "all" };

    host.classList.add("rb-board");
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.setAttribute("aria-roledescription", "map");
    host.setAttribute("aria-label", `Map of ${this.table.title || "the game"}`);
    this.stage = document.createElement("div");
    this.stage.className = "rb-stage";
    this.stage.setAttribute("aria-hidden", "true");
    this.live = document.createElement("div");
    this.live.className = "rb-live";
    this.live.setAttribute("aria-live", "polite");
    this.help = document.createElement("div");
    this.help.className = "rb-live";
    this.help.id = this.id + "-help";
    this.help.textContent =
      "Arrow keys move from space to space, Enter chooses, Tab goes through what can be chosen, " +
      "brackets through the units of a stack, plus, minus and zero zoom.";
    host.setAttribute("aria-describedby", this.help.id);
    this.tip = document.createElement("div");
    this.tip.className = "rb-tip";
    this.tip.hidden = true;
    const sheet = document.createElement("div");
    sheet.className = "rb-moving";
    this.stage.append(sheet);
    this.mapSvg = make("svg", { class: "rb-svg rb-map", preserveAspectRatio: "none" }, sheet);
    this.playSvg = make("svg", { class: "rb-svg rb-play", preserveAspectRatio: "none" }, sheet);
    this.trays = group("rb-trays", this.mapSvg);
    const under = group("rb-under", this.playSvg);
    const names = group("rb-named", this.playSvg);
    this.labels = drawMap(this.mapSvg, names, this.layout, this.table.board, this.id);
    this.yards = group("rb-yards", this.mapSvg);
    this.drawYards();
    this.drawTrays();
    const counters = group("rb-counters", this.playSvg);
    const over = group("rb-over", this.playSvg);
    this.marks = new Marks(this.layout, { under, over }, this.id);
    this.counters = new Counters(counters, this.layout, this.table.pieces);
    this.ghosts = group("rb-ghosts", this.playSvg);
    // The size is read before all this is in the page, so that it is laid out only once.
    const { clientWidth, clientHeight } = host;
    host.append(this.stage, this.tip, this.live, this.help);
    const layers = [this.mapSvg, this.playSvg];
    this.viewport = new Viewport(sheet, layers, (settled) => this.viewed(settled));
    this.minimap = new Minimap(host, this.layout, this.viewport);
    this.viewport.frameOn(this.layout.all);
    this.settings(settings);
    this.measure(clientWidth, clientHeight);
    this.listen();
  }

  // Building.

  /** Areas beside the hexes, named along their outer side or, if they are broad, at the top. */
  drawYards() {
    for (const yard of this.layout.yards) {
      const [x, y, width, height] = boxOf(yard.outline);
      make("path", { class: "rb-yard", d: straight(yard.outline, true) }, this.yards);
      const broad = width > 0.6 * height;
      const west = this.west(yard.centre[0]);
      const at = broad ? [yard.centre[0], y + 0.2 * height] : [west ? x + 8 : x + width - 8, y + height / 2];
      const turn = broad ? "" : ` rotate(${west ? -90 : 90})`;
      text(
        yard.title || yard.name,
        { class: "rb-yard-title", dy: "0.72em", transform: `translate(${short(at[0])} ${short(at[1])})${turn}` },
        this.yards,
      );
    }
  }

  /** Whether a point lies in the left half. @param {number} x */
  west(x) {
    const [left, , across] = this.layout.map;
    return x < left + across / 2;
  }

  drawTrays() {
    this.trays.replaceChildren();
    for (const tray of this.layout.trays) {
      const [x, y, width, height] = boxOf(tray.outline);
      make("rect", { class: tray.name === this.now ? "rb-tray rb-tray-now" : "rb-tray", x, y, width, height, rx: 5 }, this.trays);
      make(
        "rect",
        { class: "rb-tray-rim", x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 2 },
        this.trays,
      );
      text(tray.title || tray.name, { class: "rb-tray-title", x: short(x + 14), y: short(y + 22) }, this.trays);
    }
  }

  listen() {
    const { host } = this;
    this.stop = new AbortController();
    const signal = this.stop.signal;
    this.gestures = new Gestures(this.stage, {
      grab: (x, y) => this.grab(x, y),
      carry: (x, y) => this.carry(x, y),
      drop: (x, y, event) => this.release(x, y, event),
      pan: (dx, dy) => this.viewport.pan(dx, dy),
      zoom: (factor, x, y, smooth) => this.viewport.zoom(factor, x, y, smooth),
      tap: (x, y, event) => this.tap(x, y, event),
      twice: (x, y) => this.twice(x, y),
      hover: (x, y) => this.hover(x, y),
      leave: () => this.leave(),
    });
    this.stage.addEventListener(
      "pointerdown",
      () => {
        this.host.classList.add("rb-by-pointer");
        if (document.activeElement !== host) host.focus({ preventScroll: true });
      },
      { signal },
    );
    host.addEventListener("keydown", (event) => this.press(event), { signal });
    host.addEventListener("focus", () => this.focused(), { signal });
    host.addEventListener("blur", () => this.blurred(), { signal });
    this.resizing = new ResizeObserver(() => this.measure(host.clientWidth, host.clientHeight));
    this.resizing.observe(host);
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.still.addEventListener("change", () => this.settings({}), { signal });
    this.night = window.matchMedia("(prefers-color-scheme: dark)");
    this.night.addEventListener("change", () => this.paint(), { signal });
    this.theme = new MutationObserver(() => this.paint());
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.paint();
  }

  /** Light or dark: what the page says in data-theme, else what the system says. */
  paint() {
    const theme = document.documentElement.dataset.theme;
    const dark = theme === "dark" || (theme !== "light" && !!this.night?.matches);
    this.host.classList.toggle("rb-dark", dark);
    this.minimap.stale = true;
    if (!this.minimap.element.hidden) this.minimap.draw();
  }

  /** The window has this size. @param {number} width @param {number} height */
  measure(width, height) {
    if (!width || !height) return;
    this.arrange(width, height);
    this.viewport.resize(width, height);
  }

  /** Trays get the room they need now. @param {number} width @param {number} height */
  arrange(width, height) {
    const before = this.layout.all.join();
    if (!this.layout.arrange(width, height, this.counters.stacks)) return;
    this.drawTrays();
    this.counters.settleAll();
    if (this.layout.all.join() === before && this.viewport.sharp) return;
    this.viewport.frameOn(this.layout.all);
    if (this.viewport.fitted) this.viewport.fit();
    else this.viewport.pan(0, 0);
  }

  // What the table shows.

  /**
   * Pieces at their places, owners, battles.
   * @param {View} view
   * @param {{from?: View | null, animate?: boolean}} [how]
   */
  show(view, { from = null, animate = true } = {}) {
    const first = this.view === null;
    const moving = animate && !first && this.animated;
    this.host.classList.toggle("rb-still", !moving);
    const now = this.table.turns?.[(view.turn ?? 0) - 1]?.space ?? "";
    if (now !== this.now) {
      this.now = now;
      this.drawTrays();
    }
    if (from) this.counters.show(from, false);
    if (this.ghost) this.land();
    const moved = this.counters.show(view, moving);
    this.view = view;
    if (moved.length || first) this.arrange(...this.viewport.size);
    this.marks.owners(view.control ?? {});
    this.marks.markers(view.markers ?? []);
    this.marks.battles(view.battles ?? [], this.counters);
    this.marks.trace(moved.length <= 8 ? moved : [], this.counters);
    const pieces = [...this.counters.all.values()].filter((counter) => counter.at);
    this.minimap.show(pieces.map(({ x, y, side }) => ({ x, y, side })));
    this.hovered = "";
  }

  get animated() {
    const { animation } = this.chosen;
    return animation !== false && animation !== "off" && animation !== "none" && !this.still?.matches;
  }

  /**
   * Lights what can be chosen.
   * @param {Offer[]} offers
   */
  light(offers) {
    for (const id of this.litPieces.keys()) this.counters.get(id)?.element.classList.remove("rb-lit-piece");
    this.litSpaces = new Map();
    this.litPieces = new Map();
    this.litOrder = [];
    for (const offer of offers ?? []) {
      const object = offer.object ?? "";
      if (offer.kind === "space" && this.layout.places.has(object)) {
        if (this.litSpaces.has(object)) continue;
        this.litSpaces.set(object, offer);
        this.litOrder.push({ kind: "space", object, space: object });
      } else if (offer.kind === "piece") {
        const counter = this.counters.get(object);
        if (this.litPieces.has(object)) continue;
        this.litPieces.set(object, offer);
        if (!counter?.at) continue;
        counter.element.classList.add("rb-lit-piece");
        counter.element.dataset.tone = offer.tone ?? "";
        this.litOrder.push({ kind: "piece", object, space: counter.at });
      }
    }
    this.marks.light(this.litSpaces, this.counters);
    for (const [id, offer] of this.litPieces) {
      const counter = this.counters.get(id);
      if (!offer.badge || !counter?.at) continue;
      const yard = this.layout.places.get(counter.at)?.yard; // there one lies above the other
      const x = yard ? counter.x + (this.west(counter.x) ? -1 : 1) * (COUNTER / 2 + 10) : counter.x;
      this.marks.badge(this.marks.badges, [x, counter.y], offer.badge, offer.tone ?? "", !yard);
    }
    this.host.classList.toggle("rb-has-lit", this.litOrder.length > 0);
  }

  /** @param {string | null} id */
  select(id) {
    if (this.selected) this.counters.get(this.selected)?.element.classList.remove("rb-selected");
    this.selected = id;
    const counter = id ? this.counters.get(id) : null;
    if (!counter) return;
    counter.element.classList.add("rb-selected");
    // On top of its stack; alone it lies well, and to move it in the document would stop its way.
    if (this.counters.in(counter.at).length > 1 && !this.counters.open) this.counters.raise(counter);
  }

  /** @param {Record<string, Mark> | null} marks */
  overlay(marks) {
    this.notes = marks;
    this.marks.overlay(
      marks,
      this.table.sides.map((side) => side.name),
      this.counters,
    );
    this.host.classList.toggle("rb-has-overlay", !!marks);
  }

  /**
   * What somebody would do here.
   * @param {{action?: string, kind?: string, object?: string, from?: string} | null} hint
   */
  hint(hint) {
    if (!hint) return this.marks.hint(null, this.counters);
    const objects = [hint.object ?? "", ...(hint.action ?? "").split(/\s+/).slice(1)];
    let space = null;
    let piece = null;
    for (const object of objects) {
      if (!piece && hint.kind !== "space" && this.counters.get(object)?.at) piece = object;
      else if (!space && hint.kind !== "piece" && this.layout.places.has(object)) space = object;
    }
    const mover = piece ?? this.selected;
    const from = hint.from ?? (mover ? this.counters.get(mover)?.at : null);
    this.marks.hint({ space, piece, from: space ? from : null }, this.counters);
    if (space || piece) this.reveal(space ?? this.counters.get(piece ?? "")?.at ?? "");
  }

  /** @param {string[] | null} names */
  path(names) {
    this.marks.path(names);
  }

  /**
   * Brings a space or a piece into the middle.
   * @param {string} name
   * @param {{flash?: boolean}} [how]
   */
  centre(name, { flash = true } = {}) {
    const place = this.layout.places.get(this.placeOf(name));
    if (!place) return;
    const { viewport } = this;
    const [x, y] = place.centre;
    if (viewport.depth > 1.05 || !viewport.sees(x, y, 10)) viewport.centre(x, y, { smooth: this.animated });
    if (flash) this.marks.flashAt(place.name);
  }

  /** The space of that name, or the one where the piece of that name is. @param {string} name */
  placeOf(name) {
    return this.layout.places.has(name) ? name : this.counters.get(name)?.at || "";
  }

  /** Brings a space into the window if it is not there. @param {string} name */
  reveal(name) {
    const place = this.layout.places.get(name);
    if (!place || this.viewport.sees(...place.centre)) return;
    this.viewport.centre(place.centre[0], place.centre[1], { smooth: this.animated });
  }

  fit() {
    this.viewport.fit(this.animated);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.viewport.zoom(factor, undefined, undefined, this.animated);
  }

  /** @param {boolean} hide */
  hideCounters(hide) {
    this.host.classList.toggle("rb-no-counters", hide);
  }

  /** @param {Settings} settings */
  settings(settings) {
    Object.assign(this.chosen, settings);
    const { palette, labels } = this.chosen;
    this.host.dataset.palette = palette || "classic";
    this.host.dataset.labels = labels === false || labels === "none" ? "none" : labels === "names" ? "names" : "all";
    this.host.classList.toggle("rb-still", !this.animated);
    this.paint();
  }

  /** The map in words. @param {View} view */
  describe(view) {
    return this.words.all(view);
  }

  // Events.

  /**
   * @template {keyof Events} K
   * @param {K} type
   * @param {(detail: Events[K]) => void} listener
   * @returns {() => void}  stops listening
   */
  on(type, listener) {
    const known = this.listeners.get(type) ?? new Set();
    known.add(listener);
    this.listeners.set(type, known);
    return () => known.delete(listener);
  }

  /**
   * @template {keyof Events} K
   * @param {K} type
   * @param {Events[K]} detail
   */
  emit(type, detail) {
    for (const listener of this.listeners.get(type) ?? []) listener(detail);
  }

  /** @param {boolean} settled */
  viewed(settled) {
    this.minimap.update();
    if (!settled) return;
    const { scale } = this.viewport;
    const pixels = COUNTER * scale;
    const readable = devicePixelRatio > 1 ? 12 : 15; // a fine screen, as telephones have, shows strengths on smaller counters
    this.host.dataset.zoom = pixels < readable ? "tiny" : pixels < 31 ? "far" : pixels < 90 ? "middle" : "near";
    this.labels.names.style.fontSize = `${Math.max(12.5, Math.min(40, 10 / scale)).toFixed(1)}px`;
    this.yards.style.fontSize = `${Math.max(15, Math.min(26, 11 / scale)).toFixed(1)}px`;
    this.trays.style.fontSize = `${Math.max(15, Math.min(26, 11 / scale)).toFixed(1)}px`;
    this.labels.numbers.style.display = scale * 9 < 4.6 ? "none" : "";
    this.playSvg.style.setProperty("--rb-badge", Math.max(1, Math.min(1.75, 0.62 / scale)).toFixed(2));
    this.playSvg.style.setProperty("--rb-line", `${Math.max(0.9, Math.min(4, 1.7 / scale)).toFixed(2)}px`);
    this.emit("zoom", { scale, depth: this.viewport.depth });
  }

  /** What is at a point of the window. @param {number} x @param {number} y */
  find(x, y) {
    const [mx, my] = this.viewport.toMap(x, y);
    const counter = this.host.classList.contains("rb-no-counters") ? null : this.counters.hit(mx, my);
    const place = counter && this.counters.covers(mx, my) ? this.layout.places.get(counter.at) : this.layout.at(mx, my);
    return { counter, place: place ?? (counter && this.layout.places.get(counter.at)) ?? null };
  }

  /** @param {number} x @param {number} y @param {Event} event */
  tap(x, y, event) {
    const { counter, place } = this.find(x, y);
    const open = this.counters.open;
    if (!place) {
      this.counters.close();
      return;
    }
    this.setCursor(place.name, counter?.at === place.name ? counter.id : null, false);
    const name = counter ? counter.at : place.name;
    const stack = this.counters.in(name);
    if (
      counter &&
      stack.length > 1 &&
      open !== name &&
      !this.layout.places.get(name)?.flat &&
      !this.litSpaces.has(name)
    ) {
      this.counters.spread(name);
      const lit = stack.filter((other) => this.litPieces.has(other.id));
      if (lit.length !== 1) return this.emit("space", { name, lit: false, event });
      return this.choose(name, lit[0].id, event);
    }
    if (open && open !== name) this.counters.close();
    this.choose(name, counter?.id ?? null, event);
  }

  /**
   * A click on a space or on a piece there.
   * @param {string} name
   * @param {string | null} id
   * @param {Event | null} event
   */
  choose(name, id, event) {
    if (id && this.litPieces.has(id)) this.emit("piece", { id, space: name, lit: true, event });
    else if (this.litSpaces.has(name)) this.emit("space", { name, lit: true, event });
    else if (id) this.emit("piece", { id, space: name, lit: false, event });
    else this.emit("space", { name, lit: false, event });
  }

  /** @param {number} x @param {number} y */
  twice(x, y) {
    const { counter, place } = this.find(x, y);
    if ((counter && this.litPieces.has(counter.id)) || (place && this.litSpaces.has(place.name))) return;
    this.viewport.zoom(1.8, x, y, this.animated);
  }

  /** @param {number} x @param {number} y */
  hover(x, y) {
    const { counter, place } = this.find(x, y);
    const name = place?.name ?? "";
    const known = name + "|" + (counter?.id ?? "");
    if (known === this.hovered) return;
    this.hovered = known;
    clearTimeout(this.waits);
    this.tip.hidden = true;
    const lit = (counter && this.litPieces.has(counter.id)) || this.litSpaces.has(name);
    this.stage.classList.toggle("rb-can-choose", !!lit);
    this.emit("hover", place ? { space: name, pieces: this.counters.in(name).map((piece) => piece.id) } : null);
    const [mx, my] = this.viewport.toMap(x, y);
    if (this.counters.open && this.counters.open !== name && !this.counters.covers(mx, my)) this.counters.close();
    if (!place) return;
    this.waits = window.setTimeout(() => {
      if (counter && counter.at === name && this.counters.in(name).length > 1 && !place.flat)
        this.counters.spread(name);
      this.tell(x, y, name, counter?.id ?? null);
    }, 380);
  }

  /** A small note at the pointer. @param {number} x @param {number} y @param {string} name @param {string | null} id */
  tell(x, y, name, id) {
    const lines = [];
    if (id && this.view) lines.push(this.words.piece(id, this.view));
    const offers = [id ? this.litPieces.get(id) : undefined, this.litSpaces.get(name)];
    for (const offer of offers) {
      if (offer) lines.push([offer.label, offer.badge, offer.note].filter(Boolean).join(" · "));
    }
    const note = this.notes?.[name];
    if (note && (note.note || note.badge)) lines.push([note.badge, note.note].filter(Boolean).join(" · "));
    if (!lines.length) return;
    this.tip.replaceChildren(
      ...lines.map((line) => {
        const row = document.createElement("div");
        row.textContent = line;
        return row;
      }),
    );
    this.tip.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const left = Math.max(4, Math.min(this.host.clientWidth - width - 4, x + 14));
    const top = y + 18 + height > this.host.clientHeight ? y - height - 10 : y + 18;
    this.tip.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
  }

  leave() {
    clearTimeout(this.waits);
    this.tip.hidden = true;
    this.hovered = "";
    this.counters.close();
    this.emit("hover", null);
  }

  // Dragging a piece.

  /** @param {number} x @param {number} y */
  grab(x, y) {
    const { counter } = this.find(x, y);
    clearTimeout(this.waits);
    this.tip.hidden = true;
    if (!counter || !(this.litPieces.has(counter.id) || counter.id === this.selected)) return false;
    this.ghost?.element.remove();
    const element = /** @type {SVGGElement} */ (counter.element.cloneNode(true));
    element.classList.add("rb-ghost");
    element.classList.remove("rb-lit-piece");
    this.ghosts.append(element);
    counter.element.classList.add("rb-carried");
    this.ghost = { id: counter.id, element, x: counter.x, y: counter.y, over: "" };
    this.emit("drag", { piece: counter.id, space: counter.at, from: counter.at });
    return true;
  }

  /** @param {number} x @param {number} y */
  carry(x, y) {
    const { ghost } = this;
    if (!ghost) return;
    [ghost.x, ghost.y] = this.viewport.toMap(x, y);
    ghost.element.style.transform = `translate(${ghost.x.toFixed(1)}px,${ghost.y.toFixed(1)}px)`;
    const over = this.layout.at(ghost.x, ghost.y)?.name ?? "";
    if (over === ghost.over) return;
    ghost.over = over;
    this.marks.cursor(over || null);
    this.stage.classList.toggle("rb-can-choose", this.litSpaces.has(over));
    this.emit("hover", over ? { space: over, pieces: this.counters.in(over).map((piece) => piece.id) } : null);
  }

  /** @param {number} x @param {number} y @param {Event | null} event */
  release(x, y, event) {
    const { ghost } = this;
    if (!ghost) return;
    this.marks.cursor(null);
    const [mx, my] = this.viewport.toMap(x, y);
    const place = event ? this.layout.at(mx, my) : null;
    const home = this.counters.get(ghost.id)?.at;
    if (!place || place.name === home) return this.put();
    const lit = this.litSpaces.has(place.name);
    if (lit) {
      // It stays where it was let go until the table answers.
      [ghost.x, ghost.y] = place.centre;
      ghost.element.style.transform = `translate(${ghost.x}px,${ghost.y}px)`;
      window.setTimeout(() => this.ghost === ghost && this.put(), 2500);
    } else this.put();
    this.emit("drop", { piece: ghost.id, space: place.name, lit });
  }

  /** The dragged piece goes back to where it was. */
  put() {
    if (!this.ghost) return;
    this.counters.get(this.ghost.id)?.element.classList.remove("rb-carried");
    this.ghost.element.remove();
    this.ghost = null;
  }

  /** The dragged piece goes on from where it was let go. */
  land() {
    if (!this.ghost || this.gestures?.state === "carry") return;
    const { id, x, y } = this.ghost;
    const counter = this.counters.get(id);
    this.put();
    if (!counter) return;
    counter.element.classList.add("rb-jump");
    counter.place(x, y);
    getComputedStyle(counter.element).transform;
    counter.element.classList.remove("rb-jump");
    this.counters.settle(counter.at);
  }

  // Keyboard.

  focused() {
    if (this.host.classList.contains("rb-by-pointer")) return;
    if (!this.cursor) this.setCursor(this.first(), null, true);
    else {
      this.walking = true;
      this.marks.cursor(this.cursor);
    }
  }

  blurred() {
    this.walking = false;
    this.host.classList.remove("rb-by-pointer");
    this.marks.cursor(null);
    this.setActive(null);
  }

  /** Where the keyboard begins. */
  first() {
    if (this.selected) return this.counters.get(this.selected)?.at || null;
    if (this.litOrder.length) return this.litOrder[0].space;
    const [x, y] = this.viewport.toMap(this.viewport.width / 2, this.viewport.height / 2);
    return this.layout.at(x, y)?.name ?? this.layout.onMap[0]?.name ?? null;
  }

  /** @param {string | null} name @param {string | null} piece @param {boolean} speak */
  setCursor(name, piece, speak) {
    this.cursor = name;
    this.walking = speak && !!name;
    this.setActive(piece, speak);
    if (!name) {
      this.marks.cursor(null);
      if (speak) this.emit("focus", null);
      return;
    }
    if (!speak) return this.marks.cursor(null);
    this.marks.cursor(name);
    this.reveal(name);
    let words = this.words.there(name, this.view, this.litSpaces.get(name), this.litPieces);
    if (piece) words = this.words.piece(piece, this.view) + ". " + words;
    this.live.textContent = words;
    this.emit("focus", {
      space: name,
      pieces: this.counters.in(name).map((counter) => counter.id),
      piece,
      text: words,
    });
  }

  /** @param {string | null} piece @param {boolean} [mark] */
  setActive(piece, mark = false) {
    if (this.active) this.counters.get(this.active)?.element.classList.remove("rb-active");
    this.active = piece;
    if (piece && mark) this.counters.get(piece)?.element.classList.add("rb-active");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.host) return;
    const { key } = event;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
    let done = true;
    if (arrow) this.step(arrow[0], arrow[1]);
    else if (key === "Enter" || key === " ") done = this.enter(event);
    else if (key === "Tab") done = this.cycle(event.shiftKey ? -1 : 1);
    else if (key === "+" || key === "=") this.zoomAtCursor(1.35);
    else if (key === "-" || key === "_") this.zoomAtCursor(1 / 1.35);
    else if (key === "0") this.fit();
    else if (key === "[" || key === "]") this.through(key === "]" ? 1 : -1);
    else if (key === "Escape") {
      this.counters.close();
      this.setActive(null);
      done = false;
    } else done = false;
    if (!done) return;
    this.host.classList.remove("rb-by-pointer");
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} factor */
  zoomAtCursor(factor) {
    const place = this.cursor ? this.layout.places.get(this.cursor) : null;
    const [x, y] =
      place && this.viewport.sees(...place.centre, 0)
        ? this.viewport.toScreen(...place.centre)
        : [this.viewport.width / 2, this.viewport.height / 2];
    this.viewport.zoom(factor, x, y, this.animated);
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const place = this.cursor ? this.layout.places.get(this.cursor) : null;
    this.counters.close();
    if (!place) return this.setCursor(this.first(), null, true);
    // Up and down between two columns of hexes: lean to the side one came from least.
    const next = this.layout.towards(place, dx, dy + (dx ? 0.001 * (this.lean ?? 1) : 0));
    if (dx) this.lean = -(this.lean ?? 1);
    if (next) this.setCursor(next.name, null, true);
  }

  /** Chooses what the cursor is on; false when no cursor is shown. @param {Event} event */
  enter(event) {
    if (!this.cursor || !this.walking) return false;
    const stack = this.counters.in(this.cursor);
    let piece = this.active;
    if (!piece) {
      const lit = stack.filter((counter) => this.litPieces.has(counter.id));
      if (lit.length > 1 && !this.litSpaces.has(this.cursor)) {
        this.through(1);
        return true;
      }
      piece = lit[0]?.id ?? (stack.length ? stack[stack.length - 1].id : null);
    }
    this.choose(this.cursor, piece, event);
    return true;
  }

  /** The next lit thing; false when there is none in that direction. @param {number} by */
  cycle(by) {
    const { litOrder } = this;
    if (!litOrder.length) return false;
    let at = litOrder.findIndex(
      ({ kind, object, space }) =>
        space === this.cursor && (kind === "space" || object === this.active || !this.active),
    );
    at = at < 0 ? (by > 0 ? 0 : litOrder.length - 1) : at + by;
    const next = litOrder[at];
    if (!next) return false;
    this.counters.close();
    this.setCursor(next.space, next.kind === "piece" ? next.object : null, true);
    return true;
  }

  /** The next piece of the stack at the cursor. @param {number} by */
  through(by) {
    if (!this.cursor) return;
    const stack = this.counters.in(this.cursor);
    if (!stack.length) return;
    this.counters.spread(this.cursor);
    const at = stack.findIndex((counter) => counter.id === this.active);
    const next = stack[at < 0 ? (by > 0 ? 0 : stack.length - 1) : (at + by + stack.length) % stack.length];
    this.setActive(next.id, true);
    const choice = this.litPieces.get(next.id);
    this.live.textContent = this.words.piece(next.id, this.view) + (choice ? ", can be chosen." : ".");
    this.emit("focus", {
      space: this.cursor,
      pieces: stack.map((counter) => counter.id),
      piece: next.id,
      text: this.live.textContent,
    });
  }

  destroy() {
    this.stop?.abort();
    this.gestures?.destroy();
    this.resizing?.disconnect();
    this.theme?.disconnect();
    this.viewport.destroy();
    clearTimeout(this.waits);
    this.listeners.clear();
    this.host.replaceChildren();
    this.host.classList.remove("rb-board");
  }
}
