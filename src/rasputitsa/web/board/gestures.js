/** Mouse, pen and fingers: tells clicks from drags and pinches. */

/**
 * @typedef {object} Handlers
 * @property {(x: number, y: number, event: PointerEvent) => boolean} grab  whether a drag from here carries something
 * @property {(x: number, y: number) => void} carry
 * @property {(x: number, y: number, event: PointerEvent | null) => void} drop  with null: the drag was given up
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, x: number, y: number, smooth: boolean) => void} zoom
 * @property {(x: number, y: number, event: PointerEvent) => void} tap
 * @property {(x: number, y: number) => void} twice
 * @property {(x: number, y: number, event: PointerEvent) => void} hover
 * @property {(x: number, y: number) => void} inspect  a right click or a long press
 * @property {() => void} leave
 */

const SLACK = { mouse: 4, pen: 7, touch: 9 };
const LONG_PRESS = 550; // milliseconds

export class Gestures {
  /** @param {HTMLElement} host @param {Handlers} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    /** @type {Map<number, {x: number, y: number}>} */
    this.down = new Map();
    /** @type {"" | "wait" | "pan" | "carry" | "pinch"} */
    this.state = "";
    this.start = { x: 0, y: 0, time: 0 };
    this.last = { x: 0, y: 0, time: -1e9 };
    this.pressTimer = 0;
    this.stop = new AbortController();
    const signal = this.stop.signal;
    host.addEventListener("pointerdown", (event) => this.press(event), { signal });
    host.addEventListener("pointermove", (event) => this.move(event), { signal });
    host.addEventListener("pointerup", (event) => this.release(event), { signal });
    host.addEventListener("pointercancel", (event) => this.cancel(event), { signal });
    host.addEventListener(
      "pointerleave",
      (event) => event.pointerType !== "touch" && !this.down.size && handlers.leave(),
      { signal },
    );
    host.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    host.addEventListener("contextmenu", (event) => this.menu(event), { signal });
    host.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  }

  /** @param {{clientX: number, clientY: number}} event */
  point(event) {
    const rect = this.host.getBoundingClientRect();
    return { x: event.clientX - rect.left - this.host.clientLeft, y: event.clientY - rect.top - this.host.clientTop };
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.pointerType === "mouse" && event.button > 1) return;
    const at = this.point(event);
    this.down.set(event.pointerId, at);
    try {
      this.host.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    if (this.down.size === 1) {
      this.state = "wait";
      this.start = { ...at, time: event.timeStamp };
      clearTimeout(this.pressTimer);
      if (event.pointerType === "touch") this.pressTimer = window.setTimeout(() => this.held(), LONG_PRESS);
    } else {
      if (this.state === "carry") this.handlers.drop(at.x, at.y, null);
      this.state = "pinch";
    }
  }

  /** A finger has rested in one place: a longer look, and no tap when it goes up. */
  held() {
    if (this.state !== "wait") return;
    this.state = "";
    this.handlers.inspect(this.start.x, this.start.y);
  }

  /** @param {MouseEvent} event */
  menu(event) {
    event.preventDefault();
    const finger = /** @type {PointerEvent} */ (event).pointerType === "touch"; // a long press, which has its own timer
    const at = this.point(event);
    if (!finger) this.handlers.inspect(at.x, at.y);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const at = this.point(event);
    const before = this.down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.handlers.hover(at.x, at.y, event);
      return;
    }
    if (this.state === "pinch") {
      const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
      this.down.set(event.pointerId, at);
      if (!other) return;
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      this.handlers.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      if (was > 8 && is > 8) this.handlers.zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2, false);
      return;
    }
    this.down.set(event.pointerId, at);
    if (this.state === "wait") {
      const slack = SLACK[/** @type {keyof typeof SLACK} */ (event.pointerType)] ?? 5;
      if (Math.hypot(at.x - this.start.x, at.y - this.start.y) <= slack) return;
      const carry = event.buttons !== 4 && this.handlers.grab(this.start.x, this.start.y, event);
      this.state = carry ? "carry" : "pan";
      if (this.state === "pan") this.handlers.pan(at.x - this.start.x, at.y - this.start.y);
      this.host.classList.toggle("rb-panning", this.state === "pan");
    } else if (this.state === "pan") this.handlers.pan(at.x - before.x, at.y - before.y);
    if (this.state === "carry") this.handlers.carry(at.x, at.y);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.down.delete(event.pointerId)) return;
    const at = this.point(event);
    if (this.state === "pinch") {
      if (!this.down.size) this.state = "";
      return;
    }
    const state = this.state;
    this.state = "";
    this.host.classList.remove("rb-panning");
    if (state === "carry") this.handlers.drop(at.x, at.y, event);
    if (state !== "wait" || event.button > 0) return;
    const quick = event.timeStamp - this.last.time < 320 && Math.hypot(at.x - this.last.x, at.y - this.last.y) < 24;
    this.last = { ...at, time: quick ? -1e9 : event.timeStamp };
    this.handlers.tap(at.x, at.y, event);
    if (quick) this.handlers.twice(at.x, at.y);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    if (!this.down.delete(event.pointerId)) return;
    if (this.state === "carry") this.handlers.drop(0, 0, null);
    this.host.classList.remove("rb-panning");
    this.state = this.down.size ? "pinch" : "";
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const at = this.point(event);
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    if (event.shiftKey && !event.ctrlKey) {
      this.handlers.pan(-(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
      return;
    }
    const strength = event.ctrlKey ? 0.01 : 0.0018;
    const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY * unit)) * strength);
    this.handlers.zoom(factor, at.x, at.y, false);
  }

  destroy() {
    this.stop.abort();
  }
}
