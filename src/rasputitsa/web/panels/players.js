/** Who plays: names, presence, invitations, bots in and out, draw, resignation. */

import { linkLine, save } from "../clipboard.js";
import { confirm } from "../dialog.js";
import { button, h, refill } from "../dom.js";
import { icon } from "../icons.js";
import { match as kept, seatLink, settings } from "../store.js";
import { toast } from "../speak.js";

/**
 * @typedef {import("../types.js").TableState} TableState
 * @typedef {import("../types.js").TableData} TableData
 * @typedef {{wish: (type: string, fields?: Record<string, unknown>) => Promise<any>, record: () => Promise<string>,
 *   rematch: () => void, leave: () => void}} Actions
 */

export class PlayersPanel {
  /**
   * @param {string} match
   * @param {TableData} table
   * @param {string[]} levels of the bots
   * @param {HTMLElement} chat
   * @param {Actions} actions
   */
  constructor(match, table, levels, chat, actions) {
    this.match = match;
    this.table = table;
    this.levels = levels;
    this.actions = actions;
    this.body = h("div", { class: "seats" });
    this.element = h("div", { class: "players" }, this.body, chat);
    this.last = "";
  }

  /** @param {TableState} state */
  render(state) {
    const sign = JSON.stringify([state.seats, state.you, state.asked, state.draw_offer, state.outcome, state.thinking]);
    if (sign === this.last) return;
    this.last = sign;
    refill(
      this.body,
      ...this.table.sides.map((side, i) => this.seat(state, side, i)),
      this.agreement(state),
      this.links(state),
    );
  }

  /** @param {TableState} state @param {{name: string, title: string}} side @param {number} i */
  seat(state, side, i) {
    const seat = state.seats[side.name];
    const mine = state.you.includes(side.name);
    const bot = seat?.kind === "bot";
    const presence = bot ? "computer" : mine ? "you" : seat?.here ? "here" : "away";
    const wish = (/** @type {string} */ type, /** @type {Record<string, unknown>} */ more = {}) =>
      this.actions.wish(type, { side: side.name, ...more }).catch((error) => toast(error.message, { tone: "bad" }));
    return h(
      "section",
      { class: ["seat", `side-${i}`] },
      h(
        "h3",
        null,
        h("span", { class: "dot", "aria-hidden": "true" }),
        `${side.title}: `,
        seat?.name || (bot ? `computer, ${seat.level}` : mine ? "you" : "nobody yet"),
        h("span", { class: ["presence", presence] }, presence),
      ),
      mine && !bot && !state.outcome
        ? h(
            "form",
            {
              class: "row",
              onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const input = /** @type {HTMLInputElement} */ (/** @type {Element} */ (event.target).querySelector("input"));
                void wish("name", { name: input.value.trim() });
              },
            },
            h("input", {
              type: "text",
              maxlength: "60",
              value: seat?.name ?? "",
              placeholder: "Your name",
              "aria-label": `Name of the ${side.title} player`,
              data: { key: `name-${side.name}` },
            }),
            h("button", { type: "submit", data: { key: `set-${side.name}` } }, "Set name"),
          )
        : null,
      state.you.length && !state.outcome ? this.bots(state, side.name, bot, mine, wish) : null,
      mine && !bot && !state.outcome ? this.webhook(side, wish) : null,
    );
  }

  /**
   * @param {TableState} state @param {string} side @param {boolean} bot @param {boolean} mine
   * @param {(type: string, more?: Record<string, unknown>) => Promise<any>} wish
   */
  bots(state, side, bot, mine, wish) {
    if (bot) return button("Take the computer out", () => void wish("bot", { level: null }), { data: { key: `bot-${side}` } });
    if (!mine && state.seats[side]?.here) return null;
    const chosen = settings().level;
    const select = h(
      "select",
      { "aria-label": "Level of the computer", data: { key: `level-${side}` } },
      ...this.levels.map((level) => h("option", { value: level, selected: level === chosen }, level)),
    );
    return h(
      "details",
      null,
      h("summary", null, mine ? "Let the computer play for me" : "Let the computer play"),
      h("div", { class: "row" }, select, button("Let it play", () => void wish("bot", { level: select.value }), { data: { key: `bot-${side}` } })),
    );
  }

  /** @param {{name: string, title: string}} side @param {(type: string, more?: Record<string, unknown>) => Promise<any>} wish */
  webhook(side, wish) {
    const input = h("input", {
      type: "url",
      placeholder: "https://",
      "aria-label": `Address to call when it is the ${side.title} player's turn`,
      data: { key: `hook-${side.name}` },
    });
    return h(
      "details",
      null,
      h("summary", null, "Call a web address on my turn"),
      h(
        "form",
        {
          class: "row",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void wish("webhook", { url: input.value.trim() || null }).then((done) => {
              if (done) toast(input.value.trim() ? "The address will be called on your turn." : "No address will be called.");
            });
          },
        },
        input,
        h("button", { type: "submit" }, "Set"),
      ),
    );
  }

  /** Draw and resignation. @param {TableState} state */
  agreement(state) {
    if (!state.you.length || state.outcome) return null;
    const side = state.asked && state.you.includes(state.asked) ? state.asked : state.you[0];
    const wish = (/** @type {string} */ type, /** @type {string} */ who = side) =>
      void this.actions.wish(type, { side: who }).catch((error) => toast(error.message, { tone: "bad" }));
    const others = state.you.filter((one) => one !== state.draw_offer);
    return h(
      "section",
      { class: "agreement" },
      state.draw_offer && others.length
        ? h(
            "div",
            { class: "draw-offer" },
            h("p", null, "A draw is offered."),
            h("div", { class: "row" }, button("Accept", () => wish("accept_draw", others[0]), { class: "primary" }), button("Decline", () => wish("decline_draw", others[0]))),
          )
        : null,
      h(
        "div",
        { class: "row wrap" },
        state.asked === side && !state.draw_offer && Object.values(state.seats).every((seat) => seat.kind !== "bot") ? button("Offer a draw", () => wish("offer_draw"), { data: { key: "draw" } }) : null,
        button(
          "Concede",
          async () => {
            const title = this.table.sides.find((one) => one.name === side)?.title ?? side;
            if (await confirm("Concede?", `The ${title} side gives the match up. This cannot be taken back.`, "Concede")) wish("concede");
          },
          { data: { key: "concede" } },
        ),
        state.you.length === 1 ? button("Leave the seat", this.actions.leave, { data: { key: "leave" } }) : null,
      ),
    );
  }

  /** @param {TableState} state */
  links(state) {
    const memory = kept(this.match);
    const base = `${location.origin}/match/${encodeURIComponent(this.match)}`;
    const invitations = this.table.sides.filter((side) => {
      const seat = state.seats[side.name];
      return !state.you.includes(side.name) && seat?.kind !== "bot" && memory?.sides[side.name];
    });
    const own = memory?.keys.length === 1 && !memory.sides[state.you[0]] ? memory.keys[0] : memory?.sides[state.you[0]];
    return h(
      "section",
      { class: "links" },
      h("h3", null, "Links"),
      ...invitations.map((side) => linkLine(`Invite the ${side.title} player`, seatLink(this.match, memory?.sides[side.name] ?? ""), "Whoever opens this link plays that side.")),
      memory?.spectators ? linkLine("To watch", `${base}#${memory.spectators}`) : null,
      own && state.you.length ? linkLine("Go on elsewhere", seatLink(this.match, own), "Your own seat, on another device. Give it to nobody.") : null,
      h(
        "div",
        { class: "row wrap" },
        h("a", { class: "button", href: `/match/${encodeURIComponent(this.match)}/replay` }, icon("play"), "Replay"),
        button([icon("download"), "Record"], () => void this.actions.record().then((text) => save(`${this.table.name}-${this.match}.txt`, text)).catch((error) => toast(error.message, { tone: "bad" }))),
        state.you.length && state.outcome ? button("Rematch, sides swapped", this.actions.rematch) : null,
      ),
    );
  }
}
