/** The websocket of a match: it reconnects by itself, and what was not acknowledged is sent again with the same id. */

/**
 * @typedef {import("./types.js").MatchState} MatchState
 * @typedef {import("./types.js").ErrorData} ErrorData
 * @typedef {"connecting" | "online" | "offline" | "closed"} Link
 * @typedef {{from: string, text: string, at: number, number?: number}} Chat
 * @typedef {{side: string, key: string}} NewKey a key that replaces the one of the link
 * @typedef {{match: string, key: string, side: string}} Rematch
 * @typedef {{state: (state: MatchState) => void, clock: (clock: import("./types.js").ClockData) => void, link: (link: Link) => void, chat: (lines: Chat[], isNew: boolean) => void,
 *   key: (key: NewKey) => void, rematch: (offer: Rematch) => void, failed: (error: ErrorData) => void,
 *   known: () => {log: number, undos?: number, chat: number}}} Listener
 * @typedef {{message: Record<string, unknown>, resolve: (answer: any) => void, reject: (error: Refused) => void,
 *   since: number, tries: number}} Pending
 */

/** A command that the server refused. */
export class Refused extends Error {
  /** @param {ErrorData} error */
  constructor(error) {
    super(error.text);
    this.code = error.code;
    this.rule = error.rule ?? "";
    this.quotation = error.quotation ?? "";
  }
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const PATIENCE = 12000; // a command unanswered for so long means that the connection is dead
const SLOWER = 400;
const TRIES = 8;
/** Codes with which the server asks to be called again later. */
const RETRY = new Set(["too-fast", "too-slow", "unavailable", "restart", "too-many"]);

export class Socket {
  /** @param {string} match @param {() => string[]} keys @param {Listener} listener */
  constructor(match, keys, listener) {
    this.match = match;
    this.keys = keys;
    this.listener = listener;
    /** Commands without an answer. @type {Map<number, Pending>} */
    this.pending = new Map();
    this.nextId = Date.now() * 1000 + Math.floor(Math.random() * 900);
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Link} */
    this.link = "connecting";
    this.greeted = false;
    this.timer = 0;
    this.retryNow = () => this.reconnect();
    this.lost = () => this.socket?.close();
    window.addEventListener("online", this.retryNow);
    window.addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.retryNow);
    this.watch = window.setInterval(() => this.checkPatience(), 3000);
    this.open();
  }

  open() {
    if (this.link === "closed") return;
    window.clearTimeout(this.timer);
    this.greeted = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.match)}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", keys: this.keys(), ...this.listener.known() }));
    };
    let order = Promise.resolve();
    socket.onmessage = (event) => {
      const text = decode(event.data);
      order = order.then(async () => {
        const message = JSON.parse(await text);
        if (socket === this.socket) this.receive(message);
      });
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
  reconnect() {
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

  /** @param {any} message */
  receive(message) {
    const { type, id } = message;
    if (type === "state") this.receiveState(message);
    else if (type === "done") this.answer(id, (one) => one.resolve(message));
    else if (type === "reply") this.answer(id, (one) => one.resolve(message.data));
    else if (type === "refused") this.refuse(id, message.error);
    else if (type === "clock") this.listener.clock(message.clock);
    else if (type === "chat") this.listener.chat([message], true);
    else if (type === "chat_history") this.listener.chat(message.lines, false);
    else if (type === "key") this.listener.key(message);
    else if (type === "rematch") this.listener.rematch(message);
    else if (type === "bye") this.fail(message);
  }

  /** @param {MatchState} state */
  receiveState(state) {
    if (!this.greeted) {
      this.greeted = true;
      this.pause = FIRST_PAUSE;
      for (const one of this.pending.values()) this.send(one);
    }
    this.become("online");
    this.listener.state(state);
  }

  /** @param {number} id @param {ErrorData} error */
  refuse(id, error) {
    if (!this.greeted && !this.pending.has(id)) this.fail(error);
    else if (error.code === "too-fast") this.sendLater(id, error);
    else this.answer(id, (one) => one.reject(new Refused(error)));
  }

  /** The server asks for a slower pace: the command is sent again, unless it has been refused too often. @param {number} id @param {ErrorData} error */
  sendLater(id, error) {
    const one = this.pending.get(id);
    if (!one) return;
    if (++one.tries > TRIES) this.answer(id, () => one.reject(new Refused(error)));
    else window.setTimeout(() => this.pending.has(id) && this.send(one), SLOWER);
  }

  /** The match cannot be opened at all, unless the server asks to be called again. @param {ErrorData} error */
  fail(error) {
    if (RETRY.has(error.code)) return;
    this.listener.failed(error);
    this.close();
  }

  /** @param {number} id @param {(one: Pending) => void} handle */
  answer(id, handle) {
    const one = this.pending.get(id);
    if (!one) return;
    this.pending.delete(id);
    handle(one);
  }

  /**
   * Send a command. The promise is kept when the server has answered, however often the connection breaks in between.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>}
   */
  command(type, fields = {}) {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      /** @type {Pending} */
      const one = { message: { type, id, ...fields }, resolve, reject, since: Date.now(), tries: 0 };
      this.pending.set(id, one);
      if (this.greeted) this.send(one);
    });
  }

  /** Ask for something that changes nothing. @param {string} what @param {Record<string, unknown>} [fields] @returns {Promise<any>} */
  query(what, fields = {}) {
    return this.command("ask", { what, ...fields });
  }

  /** @param {Pending} one */
  send(one) {
    one.since = Date.now();
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(one.message));
  }

  close() {
    this.link = "closed";
    window.clearTimeout(this.timer);
    window.clearInterval(this.watch);
    window.removeEventListener("online", this.retryNow);
    window.removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.retryNow);
    this.socket?.close();
    this.socket = null;
    for (const one of this.pending.values()) one.reject(new Refused({ code: "closed", text: "You left the match." }));
    this.pending.clear();
  }
}

/** A frame as text: binary ones are compressed. @param {string | ArrayBuffer} frame @returns {Promise<string>} */
async function decode(frame) {
  if (typeof frame === "string") return frame;
  const stream = new Blob([frame]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
