/** Who plays: names, presence, invitations, bots, draws, conceding. */

import { address, here } from "../here.js";
import { toast, toastError } from "../announcer.js";
import { linkLine, loopbackNote, save } from "../clipboard.js";
import { confirm } from "../dialog.js";
import { button, h, refill } from "../dom.js";
import { icon } from "../icons.js";
import { defaultLevel, levelTitle } from "../levels.js";
import { arrive, match as storedMatch, seatLink } from "../store.js";
import { diceSection } from "./dice_seeds.js";

/**
 * @typedef {import("../changes.js").MatchState} MatchState
 * @typedef {import("../types.js").SideData} Side
 * @typedef {import("../manifest.js").Manifest} Manifest
 * @typedef {(type: string, fields?: Record<string, unknown>) => Promise<any>} Command
 * @typedef {{command: Command, record: () => Promise<string>,
 *   rematch: () => void, leave: () => void, clock: () => string}} Actions
 */

export class PlayersPanel {
  /**
   * @param {string} match
   * @param {Manifest} manifest
   * @param {string[]} levels of the bots
   * @param {HTMLElement} chat
   * @param {Actions} actions
   */
  constructor(match, manifest, levels, chat, actions) {
    this.match = match;
    this.manifest = manifest;
    this.levels = levels;
    this.actions = actions;
    this.seats = h("div", { class: "seats" });
    this.more = h("div", { class: "seats" });
    this.element = h("div", { class: "players" }, this.seats, chat, this.more);
    /** What is shown, so that it is drawn only when it changes. */
    this.drawn = "";
  }

  /** @param {MatchState} state */
  render(state) {
    const drawn = JSON.stringify([
      state.seats,
      state.you,
      state.asked,
      state.draw_offer,
      state.outcome,
      state.thinking,
      state.seals,
      state.words,
      this.actions.clock(),
    ]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    refill(
      this.seats,
      this.drawOffer(state),
      ...this.manifest.sides.map((side) => this.seat(state, side)),
      this.actions.clock() ? h("p", { class: "small" }, `Clock: ${this.actions.clock()}.`) : null,
    );
    refill(this.more, this.agreement(state), this.links(state), diceSection(state, this.manifest));
  }

  /** @param {MatchState} state @param {Side} side */
  seat(state, side) {
    const seat = state.seats[side.name];
    const mine = state.you.includes(side.name);
    const bot = seat?.kind === "bot";
    const presence = bot ? "bot" : mine ? (seat?.name ? "you" : "") : seat?.kind === "empty" ? "" : seat?.here ? "online" : "offline";
    /** @type {Command} */
    const command = (type, fields = {}) => this.actions.command(type, { side: side.name, ...fields }).catch(toastError);
    const name = seat?.name || (bot ? levelTitle(seat.level ?? "") : mine ? "you" : seat?.kind === "empty" ? "open seat" : "a player");
    const heading = [
      h("span", { class: "dot", "aria-hidden": "true" }),
      `${side.title}: `,
      name,
      presence ? h("span", { class: ["presence", presence] }, presence) : null,
    ];
    const own = mine && !bot && !state.outcome;
    return h(
      "section",
      { class: ["seat", this.manifest.sideClass(side.name)] },
      h("h3", null, ...heading),
      own ? this.nameForm(side, seat?.name ?? "", command) : null,
      state.you.length && !state.outcome ? this.bots(state, side.name, command) : null,
      own && !here ? this.webhook(side, command) : null,
    );
  }

  /** @param {Side} side @param {string} name @param {Command} command */
  nameForm(side, name, command) {
    const label = { placeholder: "Your name", "aria-label": `Name of the ${side.title} player` };
    const input = h("input", { type: "text", maxlength: "60", value: name, ...label, data: { key: `name-${side.name}` } });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void command("name", { name: input.value.trim() });
    };
    return h(
      "form",
      { class: "row", onsubmit: submit },
      input,
      h("button", { type: "submit", data: { key: `set-${side.name}` } }, "Set name"),
    );
  }

  /** @param {MatchState} state @param {string} side @param {Command} command */
  bots(state, side, command) {
    const mine = state.you.includes(side);
    const data = { key: `bot-${side}` };
    if (state.seats[side]?.kind === "bot") return button("Remove the bot", () => void command("bot", { level: null }), { data });
    const lent = mine && state.seats[side]?.lent;
    if (!mine && state.seats[side]?.kind !== "empty") return null;
    const options = this.levels.map((level) => h("option", { value: level }, levelTitle(level)));
    const select = h("select", { "aria-label": "Bot", data: { key: `level-${side}` } }, ...options);
    select.value = defaultLevel(this.levels);
    const start = button("Seat the bot", () => void command("bot", { level: select.value }), { data });
    const summary = lent ? "Give the seat back to a bot" : mine ? "Let a bot play for me" : "Let a bot play";
    const note = lent ? h("p", { class: "small" }, "This is a bot's seat. Once a bot plays it again you cannot come back.") : null;
    return h("details", null, h("summary", null, summary), note, h("div", { class: "row" }, select, start));
  }

  /** @param {Side} side @param {Command} command */
  webhook(side, command) {
    const label = `Web address to notify when the ${side.title} player's turn begins`;
    const input = h("input", { type: "url", placeholder: "https://", "aria-label": label, data: { key: `hook-${side.name}` } });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const url = input.value.trim() || null;
      if (await command("webhook", { url }))
        toast(url ? "Saved. That address is notified whenever your turn begins." : "Removed. No address is notified.");
    };
    const form = h("form", { class: "row", onsubmit: submit }, input, h("button", { type: "submit" }, "Save"));
    const note = "Whenever your turn begins, the server sends a message to this web address. Save it empty to stop that.";
    return h("details", null, h("summary", null, "Tell another program when it is my turn"), h("p", { class: "small" }, note), form);
  }

  /** Draws, conceding, leaving. @param {MatchState} state */
  agreement(state) {
    if (!state.you.length || state.outcome) return null;
    const side = state.asked && state.you.includes(state.asked) ? state.asked : state.you[0];
    const people = Object.values(state.seats).every((seat) => seat.kind !== "bot");
    const concede = async () => {
      const text = `The ${this.manifest.sideTitle(side)} side concedes the match. This cannot be undone.`;
      if (await confirm("Concede?", text, "Concede")) this.agree("concede", side);
    };
    return h(
      "section",
      { class: "agreement" },
      h(
        "div",
        { class: "row wrap" },
        state.asked === side && !state.draw_offer && people
          ? button("Offer a draw", () => this.agree("offer_draw", side), { data: { key: "draw" } })
          : null,
        button("Concede", () => void concede(), { data: { key: "concede" } }),
        state.you.length === 1 && !here ? button("Leave the seat", this.actions.leave, { data: { key: "leave" } }) : null,
      ),
    );
  }

  /** @param {MatchState} state */
  drawOffer(state) {
    const [other] = state.you.filter((side) => side !== state.draw_offer);
    if (!state.draw_offer || !other || state.outcome) return null;
    const accept = button("Accept", () => this.agree("accept_draw", other), { class: "primary" });
    const decline = button("Decline", () => this.agree("decline_draw", other));
    return h("div", { class: "draw-offer" }, h("p", null, "Your opponent offers a draw."), h("div", { class: "row" }, accept, decline));
  }

  /** @param {string} type @param {string} side */
  agree(type, side) {
    void this.actions.command(type, { side }).catch(toastError);
  }

  /** Takes an open seat in this browser. @param {string} key */
  sitDown(key) {
    arrive(this.match, key);
    location.reload();
  }

  /** @param {MatchState} state */
  links(state) {
    const stored = storedMatch(this.match);
    const base = `${location.origin}/match/${encodeURIComponent(this.match)}`;
    const keyOf = (/** @type {string} */ side) => stored?.sides[side] ?? "";
    const open = this.manifest.sides.filter(({ name }) => !state.you.includes(name) && state.seats[name]?.kind === "empty" && keyOf(name));
    const [you] = state.you;
    const own = you && (keyOf(you) || (stored?.keys.length === 1 ? stored.keys[0] : ""));
    const download = () =>
      void this.actions
        .record()
        .then((text) => save(`${this.manifest.name}-${this.match}.txt`, text))
        .catch(toastError);
    return h(
      "section",
      { class: "links" },
      here ? null : h("h3", null, "Links"),
      here ? null : loopbackNote(),
      ...open.map(({ name, title }) =>
        here
          ? button(`Play the ${title} side here`, () => this.sitDown(keyOf(name)))
          : linkLine(`Invite the ${title} player`, seatLink(this.match, keyOf(name)), "Whoever opens this link plays that side."),
      ),
      stored?.spectators && !here ? linkLine("Invite spectators", `${base}#${stored.spectators}`) : null,
      own && !here ? linkLine("Continue on another device", seatLink(this.match, own), "Your own seat. Keep this link to yourself.") : null,
      h(
        "div",
        { class: "row wrap" },
        h("a", { class: "button", href: address(`/match/${encodeURIComponent(this.match)}/replay`) }, icon("play"), "Replay"),
        button([icon("download"), "Record"], download),
        state.you.length && state.outcome ? button("Rematch, sides swapped", this.actions.rematch) : null,
      ),
    );
  }
}
