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
  const one = new Line(query.get("a") ?? "", Number(query.get("at") ?? 0), keyA, () => renamed());
  const other = new Line(query.get("b") ?? "", Number(query.get("bt") ?? 0), keyB, () => renamed());
  const renamed = () => rename(`/compare?a=${one.id}&at=${one.at}&b=${other.id}&bt=${other.at}${fragment ? `#${fragment}` : ""}`);
  fill(host, pageBar("Compare"), h("main", { class: "compare" }, one.element, other.element));
  await Promise.all([one.open(), other.open()]);
  return () => [one, other].forEach((line) => line.board?.destroy());
}

class Line {
  /** @param {string} id @param {number} at @param {string | undefined} key  of a link @param {() => void} moved */
  constructor(id, at, key, moved) {
    this.id = id;
    this.at = at;
    this.key = key || store.keysOf(id)[0] || store.match(id)?.spectators || null;
    this.moved = moved;
    this.count = 0;
    /** @type {Board | null} */
    this.board = null;
    this.map = h("div", { class: "compare-map" });
    this.words = h("p", { class: "compare-words" });
    this.element = h("section", { "aria-label": `Line ${id}` }, this.words, this.map);
  }

  async open() {
    const { game, edition, number } = await api.summary(this.id, this.key);
    const { data } = await api.manifest(game, edition);
    this.board = new Board(this.map, data, { animation: false, labels: "names" });
    await this.go(Math.min(this.at, number)); // what a link names may have been taken back
  }

  /** @param {number} at */
  async go(at) {
    const { view, number, count, entry } = await api.replay(this.id, this.key, Math.max(0, Math.min(at, this.count || at)), "");
    this.at = number;
    this.count = count;
    this.board?.show(view);
    const step = (/** @type {number} */ by, /** @type {string} */ label) =>
      button(label, () => void this.go(this.at + by).then(this.moved), { "aria-label": by < 0 ? "Back" : "Forward" });
    const told = entry?.events.at(-1)?.text ?? "";
    const open = h("a", { href: address(`/match/${this.id}/replay?at=${number}`) }, "Open");
    fill(this.words, step(-1, "◂"), step(1, "▸"), ` ${view.heading} (${number} of ${count}). ${told} `, open);
  }
}
