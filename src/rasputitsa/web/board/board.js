/**
 * The board of any game: a map with counters on it, drawn from the manifest and the view. It knows no rule.
 *
 *     const board = new Board(host, manifest, {palette: "classic", animation: true, labels: "all"});
 *     board.show(view);
 *     board.light(offers);
 *     board.on("choose", ({space, token}) => ...);
 */

import { drawOffMap, drawTrays } from "./beside.js";
import { Counters } from "./counters.js";
import { Cursor } from "./cursor.js";
import { bitmapWhereItPays, showDetail } from "./detail.js";
import { Drag } from "./drag.js";
import { Faces } from "./faces.js";
import { Follow } from "./follow.js";
import { Gestures } from "./gestures.js";
import { Labels } from "./labels.js";
import { Layout } from "./layout.js";
import { Lights } from "./lights.js";
import { Marks } from "./marks.js";
import { Minimap } from "./minimap.js";
import { Pointer } from "./pointer.js";
import { Pointing } from "./pointing.js";
import { Recap } from "./recap.js";
import { Rolls } from "./rolls.js";
import { Stroke } from "./stroke.js";
import { Surface } from "./surface.js";
import { group } from "./svg.js";
import { drawMap } from "./terrain.js";
import { Territory } from "./territory.js";
import { Viewport } from "./viewport.js";
import { Weather } from "./weather.js";
import { SpokenMap } from "./spoken.js";

/** @typedef {import("./types.js").ManifestData} ManifestData */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {import("./types.js").Events} Events */

/** More lit spaces than this have thin outlines. */
const MANY_LIT = 150;
/** As many moves as can be traced on the map without confusion. */
const TRACED = 8;
let boards = 0;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {ManifestData} manifest
   * @param {Settings} [settings]
   */
  constructor(host, manifest, settings = {}) {
    this.host = host;
    this.manifest = manifest;
    this.id = "rb" + ++boards;
    this.layout = new Layout(manifest);
    this.faces = new Faces(manifest);
    this.spoken = new SpokenMap(manifest, this.faces);
    /** @type {View | null} */
    this.view = null;
    /** The box of the present turn. */
    this.turnBox = "";
    /** @type {Map<keyof Events, Set<(detail: any) => void>>} */
    this.listeners = new Map();
    /** @type {Record<string, Mark> | null} */
    this.notes = null;
    /** The tokens in hand. @type {Set<string>} */
    this.selected = new Set();
    /** Whether a token that is neither lit nor selected may be dragged. @type {(name: string) => boolean} */
    this.mayDrag = () => false;
    /** @type {Required<Settings>} */
    this.chosen = { palette: "classic", animation: true, minimap: true, follow: true, labels: "all" };
    const surface = (this.surface = new Surface(host, manifest.title ?? "the game", this.id));
    host.classList.toggle("rb-areas", !this.layout.hexes);
    this.labels = new Labels(drawMap(surface.fixed, surface.names, this.layout, manifest, this.id));
    this.weather = new Weather(this.layout, surface.fixed);
    this.offMap = group("rb-off-map-areas", surface.fixed);
    drawOffMap(this.offMap, this.layout);
    this.territory = new Territory(manifest, this.layout, surface.under);
    this.marks = new Marks(this.layout, manifest.sides, surface, this.id);
    this.counters = new Counters(surface.counters, this.layout, this.faces, manifest.sides);
    this.drawTrays();
    this.counters.fan.changed = (space) => (host.toggleAttribute("data-fan", space !== null), this.lights.badges());
    this.recap = new Recap(this.layout, manifest.sides, surface.over);
    this.pointing = new Pointing(this.layout, surface.over);
    this.rolls = new Rolls(this.layout, surface.over);
    this.lights = new Lights(this.layout, this.counters, this.marks);
    // The size is read before all this is in the page, so that it is laid out only once.
    const { clientWidth, clientHeight } = host;
    host.append(...surface.parts);
    this.viewport = new Viewport(surface.sheet, [surface.map, surface.play], (sharp) => this.viewChanged(sharp));
    this.minimap = new Minimap(host, this.layout, this.viewport, manifest.sides);
    this.viewport.frameOn(this.layout.all);
    this.follow = new Follow(this);
    this.pointer = new Pointer(this);
    this.drag = new Drag(this);
    this.stroke = new Stroke(this);
    this.cursor = new Cursor(this);
    this.listen();
    this.settings(settings);
    bitmapWhereItPays(this);
    this.measure(clientWidth, clientHeight);
  }

  listen() {
    const { host, pointer, drag, stroke, cursor, follow } = this;
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.gestures = new Gestures(this.surface.stage, {
      grab: (x, y, event) => stroke.begin(x, y, event) || drag.grab(x, y),
      carry: (x, y) => (stroke.last ? stroke.go(x, y) : drag.carry(x, y)),
      drop: (x, y, event) => (stroke.last ? stroke.end() : drag.release(x, y, event)),
      pan: (dx, dy) => (follow.byHand(), this.viewport.pan(dx, dy)),
      zoom: (factor, x, y, smooth) => (follow.byHand(), this.viewport.zoom(factor, x, y, smooth)),
      tap: (x, y, event) => pointer.tap(x, y, event),
      twice: (x, y) => pointer.doubleTap(x, y),
      hover: (x, y) => pointer.hover(x, y),
      inspect: (x, y) => pointer.inspect(x, y),
      leave: () => pointer.leave(),
    });
    this.surface.stage.addEventListener("pointerdown", () => this.pressed(), { signal });
    host.addEventListener("keydown", (event) => cursor.press(event), { signal });
    host.addEventListener("focus", () => cursor.focused(), { signal });
    host.addEventListener("blur", () => cursor.blurred(), { signal });
    this.resizing = new ResizeObserver(() => this.measure(host.clientWidth, host.clientHeight));
    this.resizing.observe(host);
    this.reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.reducedMotion.addEventListener("change", () => this.settings({}), { signal });
    this.darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
    this.darkSystem.addEventListener("change", () => this.paint(), { signal });
    this.theme = new MutationObserver(() => this.paint());
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  /** A finger or a button went down on the map: the keyboard's cursor is not shown. */
  pressed() {
    this.host.classList.add("rb-by-pointer");
    if (document.activeElement !== this.host) this.host.focus({ preventScroll: true });
  }

  /** Light or dark: what the page says in data-theme, else what the system says. */
  paint() {
    const theme = document.documentElement.dataset.theme;
    const dark = theme === "dark" || (theme !== "light" && !!this.darkSystem?.matches);
    this.host.classList.toggle("rb-dark", dark);
    this.minimap.repaint();
  }

  /** The window has this size. @param {number} width @param {number} height */
  measure(width, height) {
    if (!width || !height) return;
    const goOn = this.follow.interrupted();
    this.arrange(width, height);
    this.viewport.resize(width, height);
    goOn();
  }

  /** Trays get the room they need now. @param {number} width @param {number} height */
  arrange(width, height) {
    const before = this.layout.all.join();
    if (!this.layout.arrange(width, height, this.counters.stacks)) return;
    this.drawTrays();
    this.counters.arrangeAll();
    if (this.layout.all.join() === before && this.viewport.sharp) return;
    this.minimap.repaint();
    this.viewport.frameOn(this.layout.all);
    if (this.viewport.fitted) this.viewport.fit();
    else this.viewport.pan(0, 0);
  }

  drawTrays() {
    drawTrays(this.surface.trays, this.layout, this.turnBox, (name) => this.counters.counts(name));
  }

  /** Opens a tray that is only a line. @param {string} name */
  unfold(name) {
    this.layout.opened.add(name);
    this.arrange(...this.viewport.size);
  }

  // What the match shows.

  /**
   * Tokens at their places, owners, battles.
   * @param {View} view
   * @param {{animate?: boolean, turnBox?: string}} [how]  turnBox: the box of the present turn, where there is one
   */
  show(view, { animate = true, turnBox = this.turnBox } = {}) {
    const first = this.view === null;
    const moving = animate && !first && this.animated;
    this.host.classList.toggle("rb-still", !moving);
    if (turnBox !== this.turnBox) {
      this.turnBox = turnBox;
      this.drawTrays();
    }
    this.drag.land();
    const moved = this.counters.show(view, moving);
    this.view = view;
    if (moved.length || first) this.arrange(...this.viewport.size);
    this.territory.show(view.territory);
    this.marks.owners(view.territory ? {} : (view.control ?? {}));
    this.marks.markers(view.markers ?? []);
    this.marks.battles(view.battles ?? [], this.counters);
    this.marks.trace(moved.length <= TRACED ? moved : [], this.counters);
    this.minimap.show([...this.counters.all.values()].map(({ x, y, side }) => ({ x, y, side })), this.territory.line);
    this.pointer.forget();
  }

  get animated() {
    return this.chosen.animation && !this.reducedMotion?.matches;
  }

  /** Lights what can be chosen. @param {Offer[]} offers */
  light(offers) {
    this.lights.show(offers);
    if (this.counters.open && !this.pointer.mayFan(this.counters.open)) this.counters.close();
    this.host.classList.toggle("rb-has-lit", this.lights.order.length > 0);
    this.host.classList.toggle("rb-many-lit", this.lights.spaces.size > MANY_LIT);
  }

  /** What is in hand. @param {{tokens: string[], spaces: string[]}} selection */
  select({ tokens, spaces }) {
    for (const name of this.selected) this.counters.get(name)?.element.classList.remove("rb-selected");
    this.selected = new Set(tokens);
    this.marks.select(spaces);
    for (const name of tokens) {
      const counter = this.counters.get(name);
      if (!counter) continue;
      counter.element.classList.add("rb-selected");
      // On top of its stack; alone it lies well, and to move it in the document would stop its glide.
      if (this.counters.in(counter.at).length > 1 && !this.counters.open) this.counters.raise(counter);
    }
  }

  /** @param {Record<string, Mark> | null} marks */
  overlay(marks) {
    this.notes = marks;
    this.marks.overlay(marks, this.counters);
    this.host.classList.toggle("rb-has-overlay", !!marks);
  }

  /** Points at what an offer is about. @param {{kind?: string, object?: string} | null} offer */
  hint(offer) {
    const object = offer?.object ?? "";
    const space = offer?.kind === "space" && this.layout.places.has(object) ? object : null;
    const token = offer?.kind === "piece" && this.counters.get(object) ? object : null;
    const [mover] = this.selected;
    const from = space && mover ? (this.counters.get(mover)?.at ?? null) : null;
    this.marks.hint(space || token ? { space, token, from } : null, this.counters);
    if (space || token) this.reveal(this.spaceOf(object));
  }

  /** @param {string[] | null} names  of spaces */
  path(names) {
    this.marks.path(names);
  }

  /** Points spaces out, with their names. @param {string[]} names */
  point(names) {
    this.pointing.show(names);
    if (names.length) this.reveal(names[0]);
  }

  /**
   * Brings a space or a token into the middle.
   * @param {string} name
   * @param {{flash?: boolean}} [how]
   */
  centre(name, { flash = true } = {}) {
    const place = this.layout.places.get(this.spaceOf(name));
    if (!place) return;
    const { viewport } = this;
    const [x, y] = place.centre;
    if (viewport.depth > 1.05 || !viewport.sees(x, y, 10)) viewport.centre(x, y, { smooth: this.animated });
    if (flash) this.marks.flashAt(place.name);
  }

  /** The space of that name, or the one where the token of that name is. @param {string} name */
  spaceOf(name) {
    return this.layout.places.has(name) ? name : this.counters.get(name)?.at || "";
  }

  /** Brings a space into the window if it is not there. @param {string} name */
  reveal(name) {
    const place = this.layout.places.get(name);
    if (!place || this.viewport.sees(...place.centre)) return;
    this.viewport.centre(place.centre[0], place.centre[1], { smooth: this.animated });
  }

  /** Opens the stack of a space as a fan. @param {string} space */
  fan(space) {
    this.counters.fan.spread(space, this.viewport.scale, this.viewport.seen);
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
    this.host.dataset.palette = this.chosen.palette;
    this.host.dataset.labels = this.chosen.labels;
    this.host.classList.toggle("rb-still", !this.animated);
    this.minimap.allow(this.chosen.minimap);
    this.paint();
  }

  /** The map in words. @param {View} view */
  describe(view) {
    return this.spoken.all(view);
  }

  /** A token in words. @param {string} name */
  describeToken(name) {
    const token = this.view?.tokens.find((one) => one.name === name);
    return token ? this.spoken.token(token) : name;
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

  /** @param {boolean} sharp  the zoom has come to rest */
  viewChanged(sharp) {
    const { scale, seen } = this.viewport;
    this.minimap.update();
    this.host.toggleAttribute("data-whole", this.viewport.fitted);
    this.emit("look", null);
    if (sharp || scale === this.viewport.sharp) this.counters.fan.follow(scale, seen);
    if (!sharp) return;
    showDetail(this);
    this.emit("zoom", { scale, depth: this.viewport.depth });
  }

  /** What is at a point of the window. @param {number} x @param {number} y */
  find(x, y) {
    const [mx, my] = this.viewport.toMap(x, y);
    const counter = this.host.classList.contains("rb-no-counters") ? null : this.counters.hit(mx, my);
    const covered = this.counters.fan.covers(mx, my) ? this.layout.places.get(this.counters.open ?? "") : undefined;
    const place = covered ?? this.layout.at(mx, my) ?? (counter && this.layout.places.get(counter.at));
    return { counter, place: place ?? null };
  }

  /**
   * A click on a space or on a token there.
   * @param {string} space
   * @param {string | null} token
   * @param {Event | null} event
   */
  choose(space, token, event) {
    const lit = (token !== null && this.lights.tokens.has(token)) || this.lights.spaces.has(space);
    this.emit("choose", { space, token, lit, event });
  }

  destroy() {
    this.stop?.abort();
    this.gestures?.destroy();
    this.resizing?.disconnect();
    this.theme?.disconnect();
    this.viewport.destroy();
    this.pointer.destroy();
    this.listeners.clear();
    this.host.replaceChildren();
    this.host.classList.remove("rb-board");
  }
}
