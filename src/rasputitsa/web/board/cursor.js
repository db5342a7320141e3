/** The keyboard on the map: a cursor that goes from space to space and through stacks, and is spoken. */

/** @typedef {import("./board.js").Board} Board */

const ARROWS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const ZOOM = 1.35;

export class Cursor {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} */
    this.space = null;
    /** The token of the stack there that the cursor is on. @type {string | null} */
    this.token = null;
    /** Whether it is shown. */
    this.walking = false;
    /** Which way to lean between two columns of hexes. */
    this.lean = 1;
  }

  focused() {
    if (this.board.host.classList.contains("rb-by-pointer")) return;
    if (!this.space) this.set(this.first(), null, true);
    else {
      this.walking = true;
      this.board.marks.cursor(this.space);
    }
  }

  blurred() {
    this.walking = false;
    this.board.host.classList.remove("rb-by-pointer");
    this.board.marks.cursor(null);
    this.setToken(null);
  }

  /** Where it begins. */
  first() {
    const { selected, counters, lights, viewport, layout } = this.board;
    const [chosen] = selected;
    if (chosen) return counters.get(chosen)?.at ?? null;
    if (lights.order.length) return lights.order[0].space;
    const [x, y] = viewport.toMap(viewport.width / 2, viewport.height / 2);
    return layout.at(x, y)?.name ?? layout.onMap[0]?.name ?? null;
  }

  /** @param {string | null} space @param {string | null} token @param {boolean} show  it and say where it is */
  set(space, token, show) {
    const { board } = this;
    this.space = space;
    this.walking = show && !!space;
    this.setToken(token, show);
    board.marks.cursor(show ? space : null);
    if (!show) return;
    if (!space) {
      board.emit("focus", null);
      return;
    }
    board.reveal(space);
    const there = board.spoken.there(space, board.view, board.lights.spaces.get(space), board.lights.tokens);
    this.say(token ? `${board.describeToken(token)}. ${there}` : there);
  }

  /** @param {string} text */
  say(text) {
    const { board, space, token } = this;
    board.surface.live.textContent = text;
    if (space) board.emit("focus", { space, tokens: board.counters.in(space).map(({ name }) => name), token, text });
  }

  /** @param {string | null} token @param {boolean} [show] */
  setToken(token, show = false) {
    const { counters } = this.board;
    if (this.token) counters.get(this.token)?.element.classList.remove("rb-active");
    this.token = token;
    if (token && show) counters.get(token)?.element.classList.add("rb-active");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { board } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== board.host) return;
    if (!this.handle(event)) return;
    board.host.classList.remove("rb-by-pointer");
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether the key is one of the map's. @param {KeyboardEvent} event */
  handle(event) {
    const { key } = event;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
    if (arrow) this.step(arrow[0], arrow[1]);
    else if (key === "Enter" || key === " ") return this.enter(event);
    else if (key === "Tab") return this.nextLit(event.shiftKey ? -1 : 1);
    else if (key === "+" || key === "=") this.zoom(ZOOM);
    else if (key === "-" || key === "_") this.zoom(1 / ZOOM);
    else if (key === "0") this.board.fit();
    else if (key === "[" || key === "]") this.nextInStack(key === "]" ? 1 : -1);
    else {
      if (key === "Escape") {
        this.board.counters.close();
        this.setToken(null);
      }
      return false;
    }
    return true;
  }

  /** @param {number} factor */
  zoom(factor) {
    const { viewport, layout, animated } = this.board;
    const place = this.space ? layout.places.get(this.space) : null;
    const [x, y] =
      place && viewport.sees(...place.centre, 0)
        ? viewport.toScreen(...place.centre)
        : [viewport.width / 2, viewport.height / 2];
    viewport.zoom(factor, x, y, animated);
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { layout, counters } = this.board;
    const place = this.space ? layout.places.get(this.space) : null;
    counters.close();
    if (!place) {
      this.set(this.first(), null, true);
      return;
    }
    const next = layout.towards(place, dx, dy + (dx ? 0.001 * this.lean : 0));
    if (dx) this.lean = -this.lean;
    if (next) this.set(next.name, null, true);
  }

  /** Chooses what the cursor is on; false when it is not shown. @param {Event} event */
  enter(event) {
    const { board, space } = this;
    if (!space || !this.walking) return false;
    const stack = board.counters.in(space);
    const lit = stack.filter(({ name }) => board.lights.tokens.has(name));
    if (!this.token && lit.length > 1 && !board.lights.spaces.has(space)) {
      this.nextInStack(1);
      return true;
    }
    const top = board.lights.spaces.has(space) ? null : stack.at(-1)?.name;
    board.choose(space, this.token ?? lit[0]?.name ?? top ?? null, event);
    return true;
  }

  /** The next lit thing; false when there is none in that direction. @param {number} by */
  nextLit(by) {
    const { lights, counters } = this.board;
    if (!lights.order.length) return false;
    const here = lights.order.findIndex(
      ({ kind, object, space }) => space === this.space && (kind === "space" || object === this.token || !this.token),
    );
    const next = lights.order[here < 0 ? (by > 0 ? 0 : lights.order.length - 1) : here + by];
    if (!next) return false;
    counters.close();
    this.set(next.space, next.kind === "piece" ? next.object : null, true);
    return true;
  }

  /** The next token of the stack. @param {number} by */
  nextInStack(by) {
    const { board, space } = this;
    const stack = space ? board.counters.in(space) : [];
    if (!space || !stack.length) return;
    board.fan(space);
    board.emit("fan", space);
    const here = stack.findIndex(({ name }) => name === this.token);
    const { name } = stack[here < 0 ? (by > 0 ? 0 : stack.length - 1) : (here + by + stack.length) % stack.length];
    this.setToken(name, true);
    this.say(board.describeToken(name) + (board.lights.tokens.has(name) ? ", can be chosen." : "."));
  }
}
