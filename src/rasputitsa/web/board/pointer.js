/** The mouse and the finger: clicks, what lies under the pointer, and the small note beside it. */

/** @typedef {import("./board.js").Board} Board */

/** How long the pointer must rest before a stack spreads and the note comes, in milliseconds. */
const REST = 380;

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hovered = "";
    this.timer = 0;
  }

  /** What was hovered may have changed. */
  forget() {
    this.hovered = "";
    this.hideTip();
  }

  /** @param {number} x @param {number} y @param {Event} event */
  tap(x, y, event) {
    const { board } = this;
    const { counters } = board;
    const { counter, place } = board.find(x, y);
    if (!place) {
      counters.close();
      return;
    }
    board.cursor.set(place.name, counter?.at === place.name ? counter.name : null, false);
    const space = counter ? counter.at : place.name;
    const stack = counters.in(space);
    const spreads = counter && stack.length > 1 && counters.open !== space && !board.layout.places.get(space)?.flat;
    if (spreads && !board.lights.spaces.has(space)) {
      counters.spread(space);
      const lit = stack.filter((other) => board.lights.tokens.has(other.name));
      // Where several of them can be chosen, the next click says which.
      if (lit.length < 2) board.choose(space, lit[0]?.name ?? counter.name, event);
      return;
    }
    if (counters.open && counters.open !== space) counters.close();
    board.choose(space, counter?.name ?? null, event);
  }

  /** Zooms in, except where it could be two clicks. @param {number} x @param {number} y */
  doubleTap(x, y) {
    const { counter, place } = this.board.find(x, y);
    if (counter || (place && this.board.lights.spaces.has(place.name))) return;
    this.board.viewport.zoom(1.8, x, y, this.board.animated);
  }

  /** @param {number} x @param {number} y */
  hover(x, y) {
    const { board } = this;
    const { counters } = board;
    const { counter, place } = board.find(x, y);
    const space = place?.name ?? "";
    const hovered = space + "|" + (counter?.name ?? "");
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.hideTip();
    const lit = (counter && board.lights.tokens.has(counter.name)) || board.lights.spaces.has(space);
    board.surface.stage.classList.toggle("rb-can-choose", !!lit);
    const token = counter?.at === space ? counter.name : null;
    board.emit("hover", place ? { space, tokens: counters.in(space).map(({ name }) => name), token } : null);
    const [mx, my] = board.viewport.toMap(x, y);
    if (counters.open && counters.open !== space && !counters.covers(mx, my)) counters.close();
    if (!place) return;
    this.timer = window.setTimeout(() => {
      if (counter && counter.at === space && this.spreadsOnHover(space)) counters.spread(space);
      this.showTip(x, y, space, counter?.name ?? null);
    }, REST);
  }

  /** A stack spreads where one of it can be chosen, or nothing at all: else it would cover what can be. @param {string} space */
  spreadsOnHover(space) {
    const { counters, layout, lights } = this.board;
    const stack = counters.in(space);
    if (stack.length < 2 || layout.places.get(space)?.flat || lights.spaces.has(space)) return false;
    return !lights.order.length || stack.some(({ name }) => lights.tokens.has(name));
  }

  hideTip() {
    clearTimeout(this.timer);
    this.board.surface.tip.hidden = true;
  }

  /** A small note at the pointer. @param {number} x @param {number} y @param {string} space @param {string | null} token */
  showTip(x, y, space, token) {
    const { host } = this.board;
    const { tip } = this.board.surface;
    const lines = this.tipLines(space, token);
    if (!lines.length) return;
    tip.replaceChildren(
      ...lines.map((line) => {
        const row = document.createElement("div");
        row.textContent = line;
        return row;
      }),
    );
    tip.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = tip;
    const left = Math.max(4, Math.min(host.clientWidth - width - 4, x + 14));
    const top = y + 18 + height > host.clientHeight ? y - height - 10 : y + 18;
    tip.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
  }

  /** @param {string} space @param {string | null} token */
  tipLines(space, token) {
    const { board } = this;
    const lines = token ? [board.describeToken(token)] : [];
    for (const offer of [token ? board.lights.tokens.get(token) : undefined, board.lights.spaces.get(space)]) {
      if (offer) lines.push([offer.label, offer.badge, offer.note].filter(Boolean).join(" · "));
    }
    const note = board.notes?.[space];
    if (note && (note.note || note.badge)) lines.push([note.badge, note.note].filter(Boolean).join(" · "));
    return lines;
  }

  leave() {
    this.hideTip();
    this.hovered = "";
    this.board.counters.close();
    this.board.emit("hover", null);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
