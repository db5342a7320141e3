/** How messages get to the table and back: over a websocket and HTTP, or to a worker of this page. */

import { here } from "./here.js";
import { fetched } from "./late_modules.js";

/**
 * What is used of a websocket.
 * @typedef {{readyState: number, binaryType?: string, onopen: (() => void) | null, onmessage: ((event: {data: any}) => void) | null,
 *   onclose: (() => void) | null, send: (text: string) => void, close: () => void}} Channel
 */

export const OPEN = 1;

export const localTable = () => fetched(import("./local/table.js"));

/** A channel to the worker that has the tables. @implements {Channel} */
class LocalChannel {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.readyState = 0;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: any}) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    /** @type {import("./local/table.js").Line | null} */
    this.line = null;
    void localTable().then(({ connect }) => this.readyState === 0 && this.connect(connect));
  }

  /** @param {typeof import("./local/table.js").connect} connect */
  connect(connect) {
    this.line = connect(this.match, {
      opened: () => {
        this.readyState = OPEN;
        this.onopen?.();
      },
      heard: (text) => this.onmessage?.({ data: text }),
      closed: () => this.onclose?.(),
    });
  }

  /** @param {string} text */
  send(text) {
    this.line?.send(text);
  }

  close() {
    this.readyState = 3;
    this.line?.close();
  }
}

/** @param {string} match @returns {Channel} */
export function openChannel(match) {
  if (here) return new LocalChannel(match);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(match)}`);
  socket.binaryType = "arraybuffer";
  return /** @type {Channel} */ (/** @type {unknown} */ (socket));
}
