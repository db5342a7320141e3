/** The question in plain words, with a button for every answer. */

import { button, h, refill } from "../dom.js";
import { icon } from "../icons.js";
import { placed, plain, verb } from "../intent.js";

/**
 * @typedef {import("../types.js").Offer} Offer
 * @typedef {import("../types.js").TableState} TableState
 * @typedef {import("../types.js").TableData} TableData
 * @typedef {{play: (offer: Offer) => void, preview: (offer: Offer | null) => void, hint: () => void, interrupt: () => void,
 *   skip: () => void, piece: (id: string) => Node, careful: () => boolean}} Actions
 */

const QUIET = new Set(["cancel", "stop", "stay"]);
const LESSER = new Set(["quiet", "ask"]); // whether one is asked again in this phase: never the main answer, and no way out
const ASK_AGAIN = "done";
const FILTER_FROM = 10;
const FEW = 3;
const SURE_FOR = 5000; // milliseconds

export class QuestionPanel {
  /** @param {TableData} table @param {import("../rulebook.js").Rulebook} rules @param {Actions} actions */
  constructor(table, rules, actions) {
    this.table = table;
    this.rules = rules;
    this.actions = actions;
    this.element = h("section", { class: "question", "aria-label": "The question" });
    this.open = false;
    this.filter = "";
    this.sure = "";
    this.doubt = 0;
    /** @type {TableState | null} */
    this.state = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Node | null} */
    this.hintNote = null;
    this.waiting = 0;
    this.telling = "";
    /** What the functions of cards do. @type {Map<string, string>} */
    this.functions = new Map((table.cards ?? []).flatMap((card) => card.functions.map((one) => [one.name, one.note])));
    this.boxes = new Set(table.board.spaces.filter((space) => space.kind === "box").map((space) => space.name));
  }

  /** @param {string} side */
  title(side) {
    return this.table.sides.find((one) => one.name === side)?.title ?? side;
  }

  /** @param {string} side */
  tone(side) {
    return `side-${this.table.sides.findIndex((one) => one.name === side)}`;
  }

  /**
   * @param {TableState} state
   * @param {Offer[]} offers what can be answered now
   * @param {number} waiting how many positions are still to be shown, this one included
   * @param {string} [telling] what happens in this one
   */
  render(state, offers, waiting = 0, telling = "") {
    if (this.state?.number !== state.number) {
      this.filter = "";
      this.sure = "";
      this.hintNote = null;
    }
    this.state = state;
    this.offers = offers;
    this.waiting = waiting;
    this.telling = telling;
    this.draw();
  }

  draw() {
    const { state } = this;
    if (!state) return;
    const content = state.outcome ? null : meanwhile(this, state) ?? this.answers(state);
    if (content === null) {
      this.element.hidden = true;
      return;
    }
    this.element.hidden = false;
    const inside = refill(this.element, ...content);
    if (inside && !this.element.contains(document.activeElement)) this.focus();
  }

  /** Nothing of the question stays on the page. */
  conceal() {
    this.state = null;
    this.offers = [];
    this.hintNote = null;
    this.element.textContent = "";
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector("h2"))?.focus({ preventScroll: true });
  }

  /** @param {TableState} state */
  heading(state) {
    const { question, heading } = state.view;
    const asked = state.asked ?? "";
    const mine = state.you.includes(asked);
    // The question says "you" to who is asked; the others are told where the match is.
    const words = mine ? [question?.text ?? "", " ", this.rules.link(question?.rule)] : [heading];
    return [
      h(
        "p",
        { class: ["whose", this.tone(asked)] },
        h("span", { class: "dot", "aria-hidden": "true" }),
        `${this.title(asked)} player`,
        h("span", { class: "you" }, mine ? "your move" : state.you.length ? "" : "you are watching"),
      ),
      h("h2", { tabindex: "-1", data: { key: "question" } }, ...words),
    ];
  }

  /** @param {TableState} state */
  answers(state) {
    const offers = this.offers;
    // Who may end the phase need not ask for quiet in it.
    const ends = offers.some((offer) => offer.action === ASK_AGAIN);
    const simple = plain(offers).filter((offer) => !(ends && offer.action === "quiet"));
    const map = placed(offers);
    const boxed = map.filter((offer) => offer.kind === "piece" && this.boxes.has(state.view.units[offer.object]?.at));
    const rows = this.alternatives(map, state);
    return [
      ...this.heading(state),
      simple.length ? h("div", { class: "answers" }, ...simple.map((offer) => this.plainButton(offer, offers.length - 1))) : null,
      ...rows,
      boxed.length && !rows.length ? this.tray(boxed, state) : null,
      map.length && !rows.length ? this.list(map) : null,
      this.hintNote,
    ];
  }

  /** @param {Offer} offer @param {number} others @param {boolean} [look] whether the map shows what is meant */
  plainButton(offer, others, look = false) {
    const ask = offer.action === ASK_AGAIN && others > 0 && this.actions.careful();
    const sure = this.sure === offer.action;
    const label = sure ? `${offer.label}: sure?` : offer.label;
    const run = () => {
      if (ask && !sure) {
        this.sure = offer.action;
        this.draw();
        window.clearTimeout(this.doubt); // that of an earlier question would end this one
        this.doubt = window.setTimeout(() => {
          if (!this.sure) return;
          this.sure = "";
          this.draw();
        }, SURE_FOR);
      } else {
        this.sure = "";
        this.actions.play(offer);
      }
    };
    const shortcut = QUIET.has(offer.action) ? "Esc" : "Enter";
    const lone = this.pressed(QUIET.has(offer.action) ? "out" : "main") === offer;
    const note = offer.kind === "function" ? this.functions.get(offer.object) : "";
    return button([label, offer.badge ? h("span", { class: "badge" }, offer.badge) : null,
      note ? h("span", { class: "small" }, note) : null, lone ? h("kbd", { "aria-hidden": "true" }, shortcut) : null], run, {
      class: [QUIET.has(offer.action) || offer.object || LESSER.has(offer.action) ? "" : "primary", sure && "sure", note && "noted"],
      data: { key: offer.action, action: offer.action },
      title: offer.note || null,
      ...(look ? { onmouseenter: () => this.actions.preview(offer), onfocus: () => this.actions.preview(offer),
        onmouseleave: () => this.actions.preview(null), onblur: () => this.actions.preview(null) } : {}),
    });
  }

  /**
   * Where every answer is about one of a few pieces, and there are several about each: a row of buttons for each piece.
   * @param {Offer[]} map
   * @param {TableState} state
   */
  alternatives(map, state) {
    const pieces = [...new Set(map.map((offer) => offer.object))];
    const about = (/** @type {string} */ id) => map.filter((offer) => offer.object === id);
    if (!pieces.length || pieces.length > FEW || pieces.some((id) => !state.view.units[id] || about(id).length < 2)) return [];
    return pieces.map((id) =>
      h("div", { class: "alternatives" }, this.actions.piece(id), ...about(id).map((offer) => this.plainButton(offer, 1, true))),
    );
  }

  /** Pieces that are off the map can be taken from here. @param {Offer[]} boxed @param {TableState} state */
  tray(boxed, state) {
    const names = [...new Set(boxed.map((offer) => state.view.units[offer.object].at))];
    return h(
      "div",
      { class: "tray" },
      ...names.map((name) =>
        h(
          "div",
          null,
          h("h3", null, this.table.board.spaces.find((space) => space.name === name)?.title ?? name),
          h(
            "div",
            { class: "pieces" },
            ...boxed
              .filter((offer) => state.view.units[offer.object].at === name)
              .map((offer) =>
                button(this.actions.piece(offer.object), () => this.actions.play(offer), {
                  class: "piece-button",
                  title: offer.label,
                  "aria-label": offer.label,
                  data: { key: `tray ${offer.action}`, action: offer.action },
                }),
              ),
          ),
        ),
      ),
    );
  }

  /** Every answer as a line, for keyboard and screen reader and for who likes lists. @param {Offer[]} map */
  list(map) {
    const summary = map.length === 1 ? "1 answer on the map" : `${map.length} answers on the map`;
    const details = h("details", { class: "all-answers", open: this.open }, h("summary", { data: { key: "all" } }, summary));
    details.addEventListener("toggle", () => (this.open = details.open));
    const lines = h("ul", { class: "answer-list" });
    const fill = () => {
      const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
      const fit = map.filter((offer) => {
        const text = `${offer.label} ${offer.object} ${offer.badge} ${offer.note}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      lines.textContent = "";
      let last = "";
      for (const offer of fit) {
        const line = this.line(offer, verb(offer) !== last && last !== "");
        last = verb(offer);
        lines.append(line);
      }
      if (!fit.length) lines.append(h("li", { class: "small" }, "Nothing fits."));
    };
    if (map.length >= FILTER_FROM) {
      details.append(
        h("input", {
          type: "search",
          class: "filter",
          placeholder: "Find an answer",
          "aria-label": "Find an answer",
          value: this.filter,
          data: { key: "filter" },
          oninput: (/** @type {Event} */ event) => {
            this.filter = /** @type {HTMLInputElement} */ (event.target).value;
            fill();
          },
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const first = /** @type {HTMLElement | null} */ (lines.querySelector("button"));
            if (event.key === "ArrowDown") first?.focus();
            else if (event.key === "Enter" && lines.querySelectorAll("button").length === 1) first?.click();
            else return;
            event.preventDefault();
          },
        }),
      );
    }
    fill();
    lines.addEventListener("keydown", (event) => walk(lines, event));
    details.append(lines);
    return details;
  }

  /** @param {Offer} offer @param {boolean} apart */
  line(offer, apart) {
    const show = () => this.actions.preview(offer);
    const hide = () => this.actions.preview(null);
    return h(
      "li",
      { class: apart ? "apart" : "" },
      button(
        [
          h("span", null, offer.label),
          offer.badge ? h("span", { class: ["badge", offer.tone] }, offer.badge) : null,
          offer.note ? h("span", { class: "small" }, offer.note) : null,
        ],
        () => this.actions.play(offer),
        {
          class: "line",
          data: { key: offer.action, action: offer.action },
          onfocus: show,
          onmouseenter: show,
          onblur: hide,
          onmouseleave: hide,
        },
      ),
    );
  }

  /** Open the list and go to it. */
  openList() {
    this.open = true;
    const details = this.element.querySelector("details");
    if (!details) return;
    details.open = true;
    const goal = details.querySelector("input") ?? details.querySelector("button");
    goal?.focus();
  }

  /** The answer that Enter or Escape means. @param {"main" | "out"} which @returns {Offer | null} */
  pressed(which) {
    const simple = plain(this.offers).filter((offer) => QUIET.has(offer.action) === (which === "out") && !LESSER.has(offer.action));
    return simple.length === 1 ? simple[0] : null;
  }

  /** Press it. @param {"main" | "out"} which */
  press(which) {
    const offer = this.pressed(which);
    if (!offer) return false;
    const found = /** @type {HTMLElement | null} */ (
      this.element.querySelector(`.answers [data-action="${CSS.escape(offer.action)}"]`)
    );
    found?.click();
    return found !== null;
  }

  /** @param {Node | null} note */
  showHint(note) {
    this.hintNote = note;
    this.draw();
  }
}

/**
 * What stands there while somebody else is asked.
 * @param {QuestionPanel} panel
 * @param {TableState} state
 */
function meanwhile(panel, state) {
  const asked = state.asked ?? "";
  if (panel.waiting > 0) {
    return [
      h("p", { class: ["whose", panel.tone(state.view.active)] }, h("span", { class: "dot", "aria-hidden": "true" }), state.view.heading),
      h("h2", { tabindex: "-1", class: "telling" }, panel.telling || "…"),
      h("div", { class: "answers" }, button([icon("skip"), "Skip", h("kbd", { "aria-hidden": "true" }, "Enter")],
        panel.actions.skip, { data: { key: "skip" } })),
    ];
  }
  if (state.you.includes(asked)) return null;
  const seat = state.seats[asked];
  const thinking = state.thinking !== null || seat?.kind === "bot";
  const who = seat?.name || `the ${panel.title(asked)} player`;
  return [
    ...panel.heading(state),
    h(
      "div",
      { class: "waiting" },
      h("span", { class: "spinner", "aria-hidden": "true" }),
      h("span", null, thinking ? `${cap(who)} is thinking.` : `Waiting for ${who}.`),
      thinking && state.you.length ? button("Move now", panel.actions.interrupt, { class: "quiet", data: { key: "interrupt" } }) : null,
    ),
  ];
}

/** @param {string} text */
const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Arrow keys walk a list of buttons. @param {HTMLElement} list @param {KeyboardEvent} event */
export function walk(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  event.preventDefault();
}
