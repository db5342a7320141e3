/** What never changes about a game, with the look-ups that screens and panels need. */

import { Faces } from "./board/faces.js";
import { sideClass } from "./board/sides.js";

/**
 * @typedef {import("./types.js").Manifest} ManifestData
 * @typedef {import("./types.js").ScenarioData} Scenario
 * @typedef {import("./types.js").TurnData} Turn
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Token} Token
 */

export class Manifest {
  /** @param {ManifestData} data */
  constructor(data) {
    this.data = data;
    this.name = data.name;
    this.title = data.title;
    this.about = data.about;
    /** Where the facts come from. */
    this.sources = data.sources;
    /** Whether the game hides things from a side. */
    this.hidden = Boolean(data.hidden);
    this.sides = data.sides;
    this.overlays = data.overlays;
    this.charts = data.charts;
    this.faces = new Faces(data);
    this.spaces = new Map(data.board.spaces.map((space) => [space.name, space]));
    /** Spaces that are not on the map. */
    this.boxes = data.board.spaces.filter((space) => !space.outline.length);
    this.boxNames = new Set(this.boxes.map((box) => box.name));
    this.pieces = new Map(data.pieces.map((piece) => [piece.id, piece]));
    this.cards = new Map((data.cards ?? []).map((card) => [card.id, card]));
    /** What the functions of cards do. */
    this.cardFunctions = new Map((data.cards ?? []).flatMap((card) => card.functions.map((one) => [one.name, one.note])));
  }

  /** "German". @param {string | null | undefined} side */
  sideTitle(side) {
    return this.sides.find((one) => one.name === side)?.title ?? side ?? "";
  }

  /** The classes of something that belongs to a side. @param {string | null | undefined} side */
  sideClass(side) {
    return sideClass(this.sides, side);
  }

  /** What people call a space: "0508 Vyazma". @param {string} name */
  label(name) {
    return this.spaces.get(name)?.label ?? name;
  }

  /** What is drawn in a space, in words: "forest", "major city". @param {import("./types.js").SpaceData} space */
  terrain(space) {
    const styles = this.data.styles?.spaces ?? {};
    return space.features.filter((feature) => styles[feature]).map((feature) => feature.replaceAll("_", " "));
  }

  /** The title of what an action is about. @param {string} kind @param {string} object */
  objectTitle(kind, object) {
    if (kind === "space") return this.label(object);
    if (kind === "piece") return this.pieces.get(object)?.title ?? object;
    if (kind === "card") return this.cards.get(object)?.name ?? object;
    return object;
  }

  /** @param {View | undefined} view @returns {Scenario} */
  scenario(view) {
    return this.data.scenarios.find((one) => one.name === view?.scenario) ?? this.data.scenarios[0];
  }

  /** The present turn. @param {View} view @returns {Turn | undefined} */
  turn(view) {
    return this.scenario(view).turns[view.turn - 1];
  }

  /** How the weather is drawn, that of the view or else of its turn; "" where it is not. @param {View} view */
  weather(view) {
    return view.weather ?? this.weatherOf(this.turn(view));
  }

  /** @param {Turn | undefined} turn */
  weatherOf(turn) {
    const styles = this.data.styles?.notes ?? {};
    return turn?.notes.map((note) => styles[note]).find(Boolean) ?? "";
  }

  /** What a victory is called. @param {string} winner */
  resultTitle(winner) {
    return this.sides.some((side) => side.name === winner) ? `${this.sideTitle(winner)} victory` : "Draw";
  }
}
