/**
 * The bots' worker as the table's worker uses it: one question after the other; one that does not answer is started again. Where there
 * are cores, a second worker does half of the work of the strongest bot.
 */

/** @typedef {{ticket: number, game: string, level: string, seconds: number, [more: string]: unknown}} Question */

const GRACE = 15000; // milliseconds for a bot to decide once its time is over
const STARTING = 60000; // and for its worker to start
const TRIES = 3;
const CORES = 4; // with which two bots can think beside the table and the page
const IN_TWO = "marshal";
/** Whether Python can wait: for the other worker, and to hear that it must decide. */
const waits = "Suspending" in WebAssembly;
const PATIENCE = waits ? 4000 : 400; // once it was told to decide: a worker that hears it needs less than one that has to start again

export class Bots {
  /** @param {number} cores */
  constructor(cores) {
    this.inTwo = cores >= CORES && waits;
    /** @type {Worker | null} */
    this.worker = null;
    /** The second worker, and whether it still thinks. @type {{worker: Worker, busy: boolean} | null} */
    this.helper = null;
    /** @type {{question: Question, done: (text: string) => void} | null} */
    this.current = null;
    this.timer = 0;
    /** @type {Promise<unknown>} */
    this.before = Promise.resolve();
    /** Tickets of questions that must be answered at once. @type {Set<number>} */
    this.hurried = new Set();
  }

  /** @param {string} text  a question @returns {Promise<string>} */
  think(text) {
    const answer = this.before.then(() => this.ask(JSON.parse(text)));
    this.before = answer.catch(() => {});
    return answer;
  }

  /** @param {Question} question */
  async ask(question) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (this.hurried.has(question.ticket)) question.seconds = 0;
      const text = await this.attempt(question);
      if (text) {
        this.hurried.delete(question.ticket);
        return text;
      }
    }
    return JSON.stringify({ error: "The bot did not answer." });
  }

  /** @param {Question} question @returns {Promise<string>}  "" if none came */
  attempt(question) {
    return new Promise((resolve) => {
      const done = (/** @type {string} */ text) => {
        clearTimeout(this.timer);
        this.current = null;
        resolve(text);
      };
      this.current = { question, done };
      const starting = this.worker ? 0 : STARTING;
      const message = { type: "ask", text: JSON.stringify(question), game: question.game, place: 0 };
      const port = this.help(question, message);
      this.start().postMessage({ ...message, port }, port ? [port] : []);
      this.allow(question.seconds * 1000 + GRACE + starting);
    });
  }

  /** The second worker is asked the same, if it is free. @param {Question} question @param {{type: string}} message */
  help(question, message) {
    if (!this.inTwo || question.level !== IN_TWO || this.helper?.busy) return null;
    this.helper ??= { worker: this.made((data) => data.type === "decided" && this.freed(), () => this.endHelper()), busy: false };
    this.helper.busy = true;
    const { port1, port2 } = new MessageChannel();
    this.helper.worker.postMessage({ ...message, place: 1, port: port2 }, [port2]);
    return port1;
  }

  freed() {
    if (this.helper) this.helper.busy = false;
  }

  endHelper() {
    this.helper?.worker.terminate();
    this.helper = null;
  }

  /** @param {(data: any) => void} told @param {() => void} failed */
  made(told, failed) {
    const worker = new Worker(new URL("./bot_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => told(data);
    worker.onerror = failed;
    return worker;
  }

  /** @param {number} milliseconds  after which the worker is given up */
  allow(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), milliseconds);
  }

  /** Starts the worker before it is needed. */
  start() {
    this.worker ??= this.made((data) => data.type === "decided" && this.decided(data.text), () => this.end());
    return this.worker;
  }

  /** @param {string} text */
  decided(text) {
    this.current?.done(text);
    if (this.helper?.busy) this.helper.worker.postMessage({ type: "now" });
  }

  /**
   * The bot must decide now: it is told, and if it does not listen while it thinks, it is asked again without any time.
   * @param {number} ticket
   */
  interrupt(ticket) {
    this.hurried.add(ticket);
    if (this.current?.question.ticket !== ticket) return;
    this.worker?.postMessage({ type: "now" });
    this.allow(PATIENCE);
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.endHelper();
    this.current?.done("");
  }
}
