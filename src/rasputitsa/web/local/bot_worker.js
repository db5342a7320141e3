/** Where bots think: the page and the table go on meanwhile. */

import { startPython } from "./python.js";

/**
 * @typedef {{type: "ask", text: string, game: string, place: number, port: MessagePort | null} | {type: "now"}} Question
 *   `port` leads to another worker that is asked the same, `place` says who is the first of the two
 */

let interrupted = false;
const ready = startPython(() => {}).then(({ python, need }) => {
  const decide = python.pyimport("rasputitsa.page.browser").decide_text;
  self.postMessage({ type: "ready" });
  return { decide, need };
});

/** Whether the bot must decide now; messages come in while this is asked. */
async function look() {
  await new Promise((resolve) => setTimeout(resolve));
  return interrupted;
}

/**
 * What both workers tell each other, one text for one text; "" once the other has decided.
 * @param {MessagePort} port
 * @returns {(text: string) => Promise<string>}
 */
function exchangeOver(port) {
  /** @type {string[]} */
  const told = [];
  /** @type {((text: string) => void) | null} */
  let waiting = null;
  port.onmessage = ({ data }) => {
    if (waiting) waiting(data);
    else told.push(data);
    waiting = null;
  };
  return (text) => {
    port.postMessage(text);
    const first = told[0];
    if (first === undefined) return new Promise((resolve) => (waiting = resolve));
    if (first) told.shift(); // it has decided for good
    return Promise.resolve(first);
  };
}

self.onmessage = async (/** @type {MessageEvent<Question>} */ { data }) => {
  if (data.type === "now") {
    interrupted = true;
    return;
  }
  interrupted = false;
  const { port } = data;
  const exchange = port ? exchangeOver(port) : null;
  try {
    const { decide, need } = await ready;
    await need(data.game);
    const text = await decide.callPromising(data.text, look, data.place, exchange);
    self.postMessage({ type: "decided", text });
  } catch (error) {
    console.error(error);
    self.postMessage({ type: "decided", text: JSON.stringify({ error: String(error) }) });
  }
  port?.postMessage("");
  port?.close();
};
