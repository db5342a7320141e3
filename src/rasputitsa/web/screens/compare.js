/** Two lines side by side: two positions of one match, or of two. */

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { address } from "../here.js";
import { rename } from "../router.js";
import * as store from "../store.js";
import { pageBar } from "./home.js";

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function compareScreen(host, { query, fragment }) {
  document.title = "Compare - Rasputitsa";
  const [keyA, keyB] = fragment.split(",");
  const one = new Line(query.get("a") ?? "", Number(query.get("at") ?? 0), keyA, () => moved());
  const other = new Line(query.get("b") ?? "", Number(query.get("bt") ?? 0), keyB, () => moved());
  const moved = () => {
    markDifferences(one, other);
    rename(`/compare?a=${one.id}&at=${one.at}&b=${other.id}&bt=${other.at}${fragment ? `#${fragment}` : ""}`);
  };
  fill(host, pageBar("Compare"), h("main", { class: "compare" }, one.element, other.element));
  await Promise.all([one.open(), other.open()]);
  if (one.game === other.game) lookTogether(one, other);
  markDifferences(one, other);
  return () => [one, other].forEach((line) => line.board?.destroy());
}

/** What one map shows, the other shows too: the one under the player's hand leads. @param {Line} one @param {Line} other */
function lookTogether(one, other) {
  let leading = one;
  for (const [line, follower] of [[one, other], [other, one]]) {
    for (const touch of ["pointerover", "focusin"]) line.element.addEventListener(touch, () => (leading = line));
    line.board?.on("look", () => {
      const spot = line.board?.follow.spot;
      if (leading !== line || !spot || !follower.board) return;
      if (spot === "whole") follower.board.viewport.fit();
      else follower.board.viewport.centre(spot.x, spot.y, { scale: spot.scale, smooth: false });
    });
    line.board?.follow.open("");
  }
}

/** The spaces where the two differ are marked on both maps. @param {Line} one @param {Line} other */
function markDifferences(one, other) {
  const [here, there] = [one.stacks, other.stacks];
  const names = one.game === other.game ? new Set([...here.keys(), ...there.keys()]) : [];
  const differ = [...names].filter((name) => here.get(name) !== there.get(name));
  const marks = Object.fromEntries(differ.map((name) => [name, { badge: "", tone: "stop" }]));
  for (const { board } of [one, other]) board?.overlay(differ.length ? marks : null);
}

class Line {
  /** @param {string} id @param {number} at @param {string | undefined} key  of a link @param {() => void} moved */
  constructor(id, at, key, moved) {
    this.id = id;
    this.at = at;
    this.key = key || store.keysOf(id)[0] || store.match(id)?.spectators || null;
    this.moved = moved;
    this.count = 0;
    this.game = "";
    /** What is in each space, as text. @type {Map<string, string>} */
    this.stacks = new Map();
    /** @type {Board | null} */
    this.board = null;
    this.map = h("div", { class: "compare-map" });
    this.words = h("p", { class: "compare-words" });
    this.element = h("section", { "aria-label": `Line ${id}` }, this.words, this.map);
  }

  async open() {
    const { game, edition, number } = await api.summary(this.id, this.key);
    const { data } = await api.manifest(game, edition);
    this.game = game;
    this.board = new Board(this.map, data, { animation: false, labels: "names" });
    await this.go(Math.min(this.at, number)); // what a link names may have been taken back
  }

  /** @param {number} at */
  async go(at) {
    const { view, number, count, entry } = await api.replay(this.id, this.key, Math.max(0, Math.min(at, this.count || at)), "");
    this.at = number;
    this.count = count;
    this.board?.show(view);
    this.stacks.clear();
    for (const { name, at, face } of view.tokens) {
      if (at) this.stacks.set(at, `${this.stacks.get(at) ?? ""} ${name} ${face}`);
    }
    const step = (/** @type {number} */ by, /** @type {string} */ label) =>
      button(label, () => void this.go(this.at + by).then(this.moved), { "aria-label": by < 0 ? "Back" : "Forward" });
    const told = entry?.events.at(-1)?.text ?? "";
    const open = h("a", { href: address(`/match/${this.id}/replay?at=${number}`) }, "Open");
    fill(this.words, step(-1, "◂"), step(1, "▸"), ` ${view.heading} (${number} of ${count}). ${told} `, open);
  }
}
