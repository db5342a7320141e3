/** The people of a match: seats, chat, rematches, leaving. */

import { toast, toastError } from "../announcer.js";
import * as api from "../api.js";
import { SERVER } from "../panels/chat.js";
import { go } from "../router.js";
import * as store from "../store.js";

/**
 * @typedef {object} Needs
 * @property {string} id
 * @property {import("../manifest.js").Manifest} manifest
 * @property {import("./connection.js").Connection} connection
 * @property {import("../panels/chat.js").ChatPanel} chat
 * @property {import("../frame.js").Frame} frame
 * @property {(side: string) => Promise<any>} leave
 */

export class People {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.id = needs.id;
    this.manifest = needs.manifest;
  }

  get state() {
    return this.needs.connection.latest;
  }

  /** A command about a seat. @param {string} type @param {Record<string, unknown>} [fields] */
  async command(type, fields = {}) {
    const side = String(fields.side ?? "");
    const givesBack = type === "bot" && fields.level && this.state?.you.includes(side) && this.state.seats[side]?.lent;
    const done = await this.needs.connection.command(type, { number: this.state?.number, ...fields });
    if (done.key && side) store.remember(this.id, { sides: { [side]: done.key } });
    if (givesBack) store.dropKey(this.id, side);
    return done;
  }

  /** @param {string} text */
  say(text) {
    return this.needs.connection.command("chat", { text, side: this.state?.you[0] });
  }

  /** @param {import("../socket.js").Chat[]} lines @param {boolean} isNew */
  receiveChat(lines, isNew) {
    const { frame, chat } = this.needs;
    for (const line of lines) chat.add(line);
    const said = lines.filter(({ from }) => from !== SERVER && !this.state?.you.includes(from));
    if (!isNew || !said.length) return;
    frame.tabs.news("players");
    if (frame.tabs.current === "players") return;
    const reply = { label: "Reply", run: () => frame.openTab("players") };
    for (const { from, text } of said) toast(`${chat.author(from)}: ${text}`, { action: reply });
  }

  async rematch() {
    try {
      const made = await api.rematch(this.id, this.needs.connection.key);
      this.keepRematch(made.match, made.keys, made.spectators);
      this.join(made.match, Object.keys(made.keys));
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {import("../socket.js").Rematch} rematch */
  receiveRematch({ match, side, key }) {
    this.keepRematch(match, { [side]: key });
    const join = { label: "Join", run: () => this.join(match, [side]) };
    toast("Your opponent set up a rematch with the sides swapped.", { seconds: 0, id: "rematch", action: join });
  }

  /** Goes to a rematch, and says that the sides are swapped. @param {string} match @param {string[]} sides  that are played here */
  join(match, sides) {
    go(`/match/${encodeURIComponent(match)}`);
    const now = sides.length === 1 ? `you now play the ${this.manifest.sideTitle(sides[0])} side` : "each player now plays the other side";
    toast(`Rematch with the sides swapped: ${now}.`, { id: "rematch", seconds: 8 });
  }

  /** @param {string} match @param {Record<string, string>} sides keys by side @param {string} [spectators] */
  keepRematch(match, sides, spectators = store.match(this.id)?.spectators ?? "") {
    store.remember(match, { keys: Object.values(sides), sides, game: this.manifest.name, at: Date.now(), spectators });
  }

  async leave() {
    const side = this.state?.you[0];
    if (side && (await this.needs.leave(side))) go("/");
  }
}
