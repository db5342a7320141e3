/** The websocket of a match: it reconnects by itself, and what was not acknowledged is sent again with the same id. */

import { Heartbeat } from "./heartbeat.js";
import { here } from "./here.js";
import { OPEN, openChannel } from "./transport.js";

/**
 * @typedef {import("./types.js").StateMessage} MatchState
 * @typedef {import("./api.js").ErrorData} ErrorData
 * @typedef {"connecting" | "online" | "offline" | "closed"} Link
 * @typedef {{from: string, text: string, at: number, number?: number}} Chat
 * @typedef {{side: string, key: string}} NewKey a key that replaces the one of the link
 * @typedef {{match: string, key: string, side: string}} Rematch
 * @typedef {{state: (state: MatchState) => void, clock: (clock: import("./types.js").ClockData) => void, link: (link: Link) => void,
 *   chat: (lines: Chat[], isNew: boolean) => void,
 *   key: (key: NewKey) => void, rematch: (offer: Rematch) => void, failed: (error: ErrorData) => void, confused: (again: boolean) => void,
 *   known: () => {log: number, undos?: number, chat: number}}} Listener
 *   `confused`: something came that cannot be read or shown; unless that happens again and again, everything is asked for anew
 * @typedef {{message: Record<string, unknown>, resolve: (answer: any) => void, reject: (error: Refused) => void,
 *   tries: number}} Pending
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
const OPENING = 4000; // milliseconds for a connection to open; if that was too short, the next one gets more
const LONGEST_OPENING = 32000;
const GREETING = 3; // times as long may pass until the first state is there
const CONFUSIONS = 3; // after which it does not help to ask for everything anew
const CALM = 60000; // milliseconds after which a confusion is forgotten
const SLOWER = 400;
const TRIES = 8;
/** Codes with which the server asks to be called again later. */
const RETRY = new Set(["too-fast", "too-slow", "unavailable", "restart", "too-many"]);

export class Socket {
  /**
   * @param {string} match
   * @param {() => string[]} keys
   * @param {Promise<void>} begun  when what comes can be shown
   * @param {Listener} listener
   */
  constructor(match, keys, begun, listener) {
    this.match = match;
    this.keys = keys;
    this.begun = begun;
    this.listener = listener;
    /** Commands without an answer. @type {Map<number, Pending>} */
    this.pending = new Map();
    this.nextId = Date.now() * 1000 + Math.floor(Math.random() * 900);
    this.pause = FIRST_PAUSE;
    /** @type {import("./transport.js").Channel | null} */
    this.socket = null;
    /** @type {Link} */
    this.link = "connecting";
    this.greeted = false;
    /** Until the next attempt to connect. */
    this.timer = 0;
    /** How long a connection may take to open, and the end of that time. */
    this.opening = OPENING;
    this.deadline = 0;
    this.confusions = 0;
    this.heartbeat = new Heartbeat(() => this.transmit({ type: "ping", id: this.nextId++ }), () => this.drop());
    this.wake = () => this.check();
    this.looked = () => document.visibilityState === "visible" && this.check();
    this.lost = () => this.drop();
    window.addEventListener("online", this.wake);
    window.addEventListener("pageshow", this.wake);
    if (!here) window.addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.looked);
    this.open();
  }

  open() {
    if (this.link === "closed") return;
    window.clearTimeout(this.timer);
    this.greeted = false;
    const socket = openChannel(this.match);
    this.socket = socket;
    socket.onopen = () => {
      window.clearTimeout(this.deadline);
      void this.begun.then(() => socket === this.socket && !this.greeted && this.allow(this.opening * GREETING));
      this.transmit({ type: "hello", keys: this.keys(), ...this.listener.known() });
    };
    let before = this.begun;
    socket.onmessage = ({ data }) => {
      const message = read(data);
      message.catch(() => {}); // it is noticed when its turn comes
      before = before.then(() => this.take(socket, message));
    };
    socket.onclose = () => this.drop();
    this.allow(this.opening);
  }

  /** An attempt to connect that takes longer than this is given up, and the next one gets more time. @param {number} milliseconds */
  allow(milliseconds) {
    window.clearTimeout(this.deadline);
    if (here) return; // it may have to load Python first
    this.deadline = window.setTimeout(() => {
      this.opening = Math.min(this.opening * 2, LONGEST_OPENING);
      this.drop();
    }, milliseconds);
  }

  /** Lets go of the connection at once, without waiting for the browser to notice that nobody is there, and opens another one. */
  drop() {
    const { socket } = this;
    if (!socket) return;
    this.release(socket);
    if (this.link === "closed") return;
    this.become("offline");
    this.timer = window.setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** @param {import("./transport.js").Channel} socket */
  release(socket) {
    this.heartbeat.stop();
    window.clearTimeout(this.deadline);
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.socket = null;
  }

  /** The network is back, or the player looks again: is anybody there? */
  check() {
    if (this.link === "closed") return;
    if (this.socket) this.heartbeat.ask();
    else {
      this.pause = FIRST_PAUSE;
      this.open();
    }
  }

  /**
   * A message, when those before it have been received.
   * @param {import("./transport.js").Channel} socket  from which it came
   * @param {Promise<any>} coming
   */
  async take(socket, coming) {
    try {
      const message = await coming;
      if (socket === this.socket) this.receive(message);
    } catch (error) {
      if (socket === this.socket) this.startOver(error);
    }
  }

  /** Something cannot be read or shown: everything is asked for anew, unless that did not help before. @param {unknown} error */
  startOver(error) {
    console.error(error);
    this.confusions += 1;
    window.setTimeout(() => (this.confusions -= 1), CALM);
    const again = this.confusions <= CONFUSIONS;
    this.listener.confused(again);
    if (again) this.drop();
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
    else if (type === "pong") this.heartbeat.answered();
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
      this.opening = OPENING;
      window.clearTimeout(this.deadline);
      if (!here) this.heartbeat.start();
      for (const one of this.pending.values()) this.send(one);
    }
    this.become("online");
    this.listener.state(state);
  }

  /** @param {number} id @param {ErrorData} error */
  refuse(id, error) {
    this.heartbeat.answered(); // it may have been a ping
    if (!this.greeted && !this.pending.has(id)) this.fail(error);
    else if (error.code === "too-fast") this.sendLater(id, error);
    else this.answer(id, (one) => one.reject(new Refused(error)));
  }

  /**
   * The server asks for a slower pace: the command is sent again, unless it has been refused too often.
   * @param {number} id
   * @param {ErrorData} error
   */
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
      const one = { message: { type, id, ...fields }, resolve, reject, tries: 0 };
      this.pending.set(id, one);
      this.send(one);
    });
  }

  /**
   * Ask for something that changes nothing.
   * @template {keyof import("./types.js").Answers} What
   * @param {What} what
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<import("./types.js").Answers[What]>}
   */
  query(what, fields = {}) {
    return this.command("ask", { what, ...fields });
  }

  /** @param {Pending} one */
  send(one) {
    if (this.greeted) this.transmit(one.message);
  }

  /** @param {Record<string, unknown>} message */
  transmit(message) {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.link = "closed";
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.wake);
    window.removeEventListener("pageshow", this.wake);
    window.removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.looked);
    if (this.socket) this.release(this.socket);
    for (const one of this.pending.values()) one.reject(new Refused({ code: "closed", text: "You left the match." }));
    this.pending.clear();
  }
}

/** The message in a frame: text, or compressed. @param {string | ArrayBuffer} frame @returns {Promise<any>} */
async function read(frame) {
  if (typeof frame === "string") return JSON.parse(frame);
  const stream = new Blob([frame]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
