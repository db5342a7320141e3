/** The tables of this page as its screens use them: requests, channels to a match, and the worker that has them. */

import { asset } from "../assets.js";
import { hideProgress, showProgress } from "./progress.js";

/**
 * @typedef {{opened: () => void, heard: (text: string) => void, closed: () => void}} Listener
 * @typedef {{send: (text: string) => void, close: () => void}} Line
 * @typedef {{type: "answer", id: number, text: string} | {type: "opened" | "said", channel: number, text: string} |
 *   {type: "progress", done: number, total: number} | {type: "ready" | "pong"} | {type: "failed", text: string, reason: string}} Said
 */

const CONTROL = 3000; // milliseconds that the service worker has to take over, so that nothing is fetched twice
const EVERY = 5000; // milliseconds between two looks whether the worker is alive
const PATIENCE = 6; // looks without an answer after which it is started again: a report can take a while
/** With these codes a channel is closed, and opened again. */
const AGAIN = new Set(["unavailable", "restart"]);

class LocalTable {
  constructor() {
    this.next = 1;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Promise<void> | null} */
    this.starting = null;
    /** @type {Map<number, {message: Record<string, unknown>, resolve: (answer: any) => void}>} */
    this.asked = new Map();
    /** @type {Map<number, Listener>} */
    this.lines = new Map();
    this.isReady = false;
    this.silent = 0;
    window.setInterval(() => this.look(), EVERY);
  }

  /** Starts Python, if it does not run. */
  start() {
    this.starting ??= controlled().then(() => {
      const worker = new Worker(asset(`local/worker.js?cores=${navigator.hardwareConcurrency ?? 1}`), { type: "module" });
      worker.onmessage = ({ data }) => this.receive(data);
      worker.onerror = () => this.restart();
      this.worker = worker;
    });
    return this.starting;
  }

  /** The worker is gone or does not answer. All that was acknowledged is on disk; what was not is asked again. */
  restart() {
    this.end();
    for (const { message } of this.asked.values()) this.post(message);
    this.closeLines();
  }

  /** The worker could not start: whoever waits is told, and whoever asks again tries again. @param {string} text @param {string} reason */
  fail(text, reason) {
    this.end();
    hideProgress(text, reason);
    for (const { resolve } of this.asked.values()) resolve({ error: { code: "offline", text } });
    this.asked.clear();
    this.closeLines();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.starting = null;
    this.isReady = false;
    this.silent = 0;
  }

  closeLines() {
    const lines = [...this.lines.values()];
    this.lines.clear();
    for (const line of lines) line.closed();
  }

  look() {
    if (!this.isReady) return;
    if (this.silent >= PATIENCE) this.restart();
    else this.worker?.postMessage({ type: "ping" });
    this.silent += 1;
  }

  /** @param {Record<string, unknown>} message */
  post(message) {
    void this.start().then(() => this.worker?.postMessage(message));
  }

  /** @param {Said} said */
  receive(said) {
    this.silent = 0;
    if (said.type === "progress") showProgress(said.done, said.total);
    else if (said.type === "ready") {
      this.isReady = true;
      hideProgress();
    } else if (said.type === "failed") this.fail(said.text, said.reason);
    else if (said.type === "opened") this.lines.get(said.channel)?.opened();
    else if (said.type === "said") this.hear(said.channel, said.text);
    else if (said.type === "answer") {
      this.asked.get(said.id)?.resolve(JSON.parse(said.text));
      this.asked.delete(said.id);
    }
  }

  /** @param {number} channel @param {string} text */
  hear(channel, text) {
    const line = this.lines.get(channel);
    line?.heard(text);
    if (text.startsWith('{"type":"bye"') && AGAIN.has(JSON.parse(text).code)) line?.closed();
  }

  /** @param {Record<string, unknown>} fields @returns {Promise<any>} */
  request(fields) {
    const id = this.next++;
    return new Promise((resolve) => {
      const message = { type: "request", id, ...fields };
      this.asked.set(id, { message, resolve });
      this.post(message);
    });
  }

  /** @param {string} match @param {Listener} listener @returns {Line} */
  connect(match, listener) {
    const channel = this.next++;
    this.lines.set(channel, listener);
    this.post({ type: "open", channel, match });
    return {
      send: (text) => this.post({ type: "hear", channel, match, text }),
      close: () => {
        this.lines.delete(channel);
        this.post({ type: "close", channel, match });
      },
    };
  }
}

/** Until the service worker keeps what is fetched. @returns {Promise<void>} */
function controlled() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
    window.setTimeout(resolve, CONTROL);
  });
}

const table = new LocalTable();

export const start = () => table.start();

/** @param {string} match @param {Listener} listener */
export const connect = (match, listener) => table.connect(match, listener);

/** @param {{path: string[], key: string, query: Record<string, string>, body?: unknown}} fields */
export const request = (fields) => table.request(fields);
