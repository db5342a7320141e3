/** Dragging a token, or all that are in hand, to a space. */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./counter.js").Counter} Counter */

/** How long a token stays where it was dropped if nothing comes of it, in milliseconds. */
const PATIENCE = 2500;

export class Drag {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{counter: Counter, carried: Counter[], element: SVGGElement, x: number, y: number, over: string} | null} */
    this.ghost = null;
  }

  /** Whether a drag from here carries something. @param {number} x @param {number} y */
  grab(x, y) {
    const { board } = this;
    const { counter } = board.find(x, y);
    if (!counter || !this.carries(counter.name)) return false;
    this.putBack();
    const carried = board.selected.has(counter.name)
      ? board.counters.in(counter.at).filter(({ name }) => board.selected.has(name))
      : [counter];
    const element = this.draw(counter, carried);
    this.ghost = { counter, carried, element, x: counter.x, y: counter.y, over: "" };
    board.emit("drag", { token: counter.name, from: counter.at });
    return true;
  }

  /** @param {string} name */
  carries(name) {
    const { lights, selected, mayDrag } = this.board;
    return lights.tokens.has(name) || selected.has(name) || mayDrag(name);
  }

  /** Copies of the counters, under the pointer. @param {Counter} counter @param {Counter[]} carried */
  draw(counter, carried) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "g");
    element.classList.add("rb-ghost");
    for (const one of carried) {
      const copy = /** @type {SVGGElement} */ (one.element.cloneNode(true));
      copy.classList.remove("rb-lit-token");
      copy.style.transform = `translate(${one.x - counter.x}px,${one.y - counter.y}px)`;
      element.append(copy);
      one.element.classList.add("rb-carried");
    }
    element.style.transform = counter.element.style.transform;
    this.board.surface.ghosts.append(element);
    return element;
  }

  /** @param {number} x @param {number} y */
  carry(x, y) {
    const { ghost, board } = this;
    if (!ghost) return;
    this.moveGhost(...board.viewport.toMap(x, y));
    const over = board.layout.at(ghost.x, ghost.y)?.name ?? "";
    if (over === ghost.over) return;
    ghost.over = over;
    board.marks.cursor(over || null);
    board.surface.stage.classList.toggle("rb-can-choose", board.lights.spaces.has(over));
    const tokens = board.counters.in(over).map(({ name }) => name);
    board.emit("hover", over ? { space: over, tokens, token: null } : null);
  }

  /** @param {number} x @param {number} y */
  moveGhost(x, y) {
    if (!this.ghost) return;
    Object.assign(this.ghost, { x, y });
    this.ghost.element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  }

  /** @param {number} x @param {number} y @param {Event | null} event  null: the drag was given up */
  release(x, y, event) {
    const { ghost, board } = this;
    if (!ghost) return;
    board.marks.cursor(null);
    const place = event ? board.layout.at(...board.viewport.toMap(x, y)) : null;
    if (!place || place.name === ghost.counter.at) {
      this.putBack();
      return;
    }
    const lit = board.lights.spaces.has(place.name);
    if (lit) {
      // It stays where it was dropped until the match answers.
      this.moveGhost(...place.centre);
      window.setTimeout(() => this.ghost === ghost && this.putBack(), PATIENCE);
    } else this.putBack();
    board.emit("drop", { token: ghost.counter.name, space: place.name, lit });
  }

  /** What was dragged goes back to where it was. */
  putBack() {
    if (!this.ghost) return;
    for (const { element } of this.ghost.carried) element.classList.remove("rb-carried");
    this.ghost.element.remove();
    this.ghost = null;
  }

  /** What was dropped glides on from where it was dropped. */
  land() {
    const { ghost, board } = this;
    if (!ghost || board.gestures?.state === "carry") return;
    this.putBack();
    const [dx, dy] = [ghost.x - ghost.counter.x, ghost.y - ghost.counter.y];
    for (const counter of ghost.carried) {
      counter.element.classList.add("rb-jump");
      counter.place(counter.x + dx, counter.y + dy);
      getComputedStyle(counter.element).transform;
      counter.element.classList.remove("rb-jump");
    }
    board.counters.arrange(ghost.counter.at);
  }
}
