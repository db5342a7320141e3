/** The websocket of a match: it comes back by itself, and what was not acknowledged is sent again with the same id. */

/**
 * @typedef {import("./types.js").TableState} TableState
 * @typedef {import("./types.js").ErrorData} ErrorData
 * @typedef {"connecting" | "online" | "offline" | "closed"} Link
 * @typedef {{from: string, text: string, at: number, number?: number}} Chat
 * @typedef {{state: (state: TableState) => void, link: (link: Link) => void, chat: (chat: Chat) => void,
 *   rematch: (offer: {match: string, key: string, side: string}) => void, failed: (error: ErrorData) => void,
 *   known: () => {log: number, undos?: number, chat: number}}} Listener
 * @typedef {{message: Record<string, unknown>, resolve: (answer: any) => void, reject: (error: Refused) => void,
 *   since: number, tries: number}} Pending
 */

/** A wish that the server refused. */
export class Refused extends Error {
  /** @param {ErrorData} error */
  constructor(error) {
    super(error.text);
    this.code = error.code;
    this.rule = error.rule ?? "";
  }
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const PATIENCE = 12000; // an unanswered wish this old means that the line is dead
const SLOWER = 400;
const PATIENT_TRIES = 8;
const RETRY = new Set(["too-fast", "too-slow", "unavailable", "restart", "too-many"]);

export class Socket {
  /** @param {string} match @param {() => string[]} keys @param {Listener} listener */
  constructor(match, keys, listener) {
    this.match = match;
    this.keys = keys;
    this.listener = listener;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    this.next = Date.now() * 1000 + Math.floor(Math.random() * 900);
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Link} */
    this.link = "connecting";
    this.greeted = false;
    this.timer = 0;
    this.nudge = () => this.hurry();
    this.lost = () => this.socket?.close();
    window.addEventListener("online", this.nudge);
    window.addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.nudge);
    this.watch = window.setInterval(() => this.checkPatience(), 3000);
    this.open();
  }

  open() {
    if (this.link === "closed") return;
    window.clearTimeout(this.timer);
    this.greeted = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.match)}`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", keys: this.keys(), ...this.listener.known() }));
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(event.data);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (this.link === "closed") return;
      this.become("offline");
      this.timer = window.setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }

  /** Try again at once: the network is back, or the player looks again. */
  hurry() {
    if (!this.socket && this.link !== "closed" && document.visibilityState === "visible") {
      this.pause = FIRST_PAUSE;
      this.open();
    }
  }

  checkPatience() {
    const old = Date.now() - PATIENCE;
    if (this.greeted && [...this.pending.values()].some((one) => one.since < old)) this.socket?.close();
  }

  /** @param {Link} link */
  become(link) {
    if (this.link === link) return;
    this.link = link;
    this.listener.link(link);
  }

  /** @param {string} text */
  receive(text) {
    const message = JSON.parse(text);
    if (message.type === "state") {
      if (!this.greeted) {
        this.greeted = true;
        this.pause = FIRST_PAUSE;
        for (const one of this.pending.values()) this.post(one);
      }
      this.become("online");
      this.listener.state(message);
    } else if (message.type === "done" || message.type === "answer") {
      this.settle(message.id, (one) => one.resolve(message.type === "answer" ? message.data : message));
    } else if (message.type === "refused") {
      if (!this.greeted && !this.pending.has(message.id)) this.fail(message.error);
      else if (message.error.code === "too-fast") this.later(message);
      else this.settle(message.id, (one) => one.reject(new Refused(message.error)));
    } else if (message.type === "chat") {
      this.listener.chat(message);
    } else if (message.type === "rematch") {
      this.listener.rematch(message);
    } else if (message.type === "bye" && !RETRY.has(message.code)) {
      this.fail(message);
    }
  }

  /** The server asks for a slower pace: the wish comes again, unless it has been turned away too often. @param {{id: number, error: ErrorData}} message */
  later({ id, error }) {
    const one = this.pending.get(id);
    if (!one) return;
    if (++one.tries > PATIENT_TRIES) this.settle(id, () => one.reject(new Refused(error)));
    else window.setTimeout(() => this.pending.has(id) && this.post(one), SLOWER);
  }

  /** The match cannot be opened at all. @param {ErrorData} error */
  fail(error) {
    if (RETRY.has(error.code)) return;
    this.listener.failed(error);
    this.close();
  }

  /** @param {number} id @param {(one: Pending) => void} how */
  settle(id, how) {
    const one = this.pending.get(id);
    if (!one) return;
    this.pending.delete(id);
    how(one);
  }

  /**
   * Send a wish. The promise is kept when the server has answered, however often the line breaks in between.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>}
   */
  wish(type, fields = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      /** @type {Pending} */
      const one = { message: { type, id, ...fields }, resolve, reject, since: Date.now(), tries: 0 };
      this.pending.set(id, one);
      if (this.greeted) this.post(one);
    });
  }

  /** @param {string} what @param {Record<string, unknown>} [fields] @returns {Promise<any>} */
  ask(what, fields = {}) {
    return this.wish("ask", { what, ...fields });
  }

  /** @param {Pending} one */
  post(one) {
    one.since = Date.now();
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(one.message));
  }

  close() {
    this.link = "closed";
    window.clearTimeout(this.timer);
    window.clearInterval(this.watch);
    window.removeEventListener("online", this.nudge);
    window.removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.nudge);
    this.socket?.close();
    this.socket = null;
    for (const one of this.pending.values()) one.reject(new Refused({ code: "closed", text: "The table was left." }));
    this.pending.clear();
  }
}
