/** Setting up a match: game, scenario, options, players, or a record or position to continue from. */

import { toast } from "../announcer.js";
import * as api from "../api.js";
import { clockChoice } from "../clock.js";
import { linkLine, loopbackNote } from "../clipboard.js";
import { button, fill, h } from "../dom.js";
import { here } from "../here.js";
import { go } from "../router.js";
import { Rulebook } from "../rulebook.js";
import { seatChoices, startMatch } from "../setup.js";
import * as store from "../store.js";
import { pageBar } from "./home.js";

/** @typedef {import("../types.js").GameLine} GameInfo */

/** With this line a record begins; any other text is a position. */
const RECORD = /^\s*rasputitsa record\b/;

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function newScreen(host, route) {
  document.title = "New match - Rasputitsa";
  const games = await api.games();
  const screen = new NewMatch(games, route.query.has("record"));
  fill(host, pageBar("New match"), screen.main);
  await screen.draw(games[0]);
  if (route.query.has("record")) screen.source.file.focus();
  return () => {};
}

class NewMatch {
  /** @param {GameInfo[]} games @param {boolean} fromRecord */
  constructor(games, fromRecord) {
    this.games = games;
    this.fromRecord = fromRecord;
    this.form = h("form", { class: "new-form" });
    this.main = h("main", { class: "page narrow" }, h("h1", null, "New match"), this.form);
    this.error = h("p", { class: "error", role: "alert" });
    this.source = sourceFields(fromRecord);
    this.clock = clockChoice();
  }

  /** @param {GameInfo} game */
  async draw(game) {
    const book = new Rulebook(game.name, await api.rules(game.name));
    const change = () => void this.change(gameSelect.value);
    const gameSelect = h(
      "select",
      { id: "game", onchange: change },
      ...this.games.map((one) => h("option", { value: one.name }, one.title)),
    );
    gameSelect.value = game.name;
    const scenario = h("select", { id: "scenario" }, ...game.scenarios.map((one) => h("option", { value: one.name }, one.title)));
    const options = game.options.map((option) => ({ option, select: optionSelect(option) }));
    const seats = seatChoices(game, { [game.sides[1].name]: { kind: here ? "bot" : "link" } });
    const several = game.scenarios.length > 1;
    fill(
      this.form,
      field("game", "Game", gameSelect),
      several ? field("scenario", "Scenario", scenario) : h("p", { class: "small" }, game.scenarios[0]?.title ?? ""),
      seats.element,
      here ? needsServer() : null,
      field("name", "Your name", nameInput()),
      options.length ? h("fieldset", null, h("legend", null, "Options"), ...options.map((one) => optionField(one, book))) : null,
      this.clock.element,
      this.source.element,
      this.error,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary big" }, "Start match")),
    );
    this.form.onsubmit = (event) => {
      event.preventDefault();
      const chosen = Object.fromEntries(options.map(({ option, select }) => [option.name, select.value]));
      void this.start(game, { seats: seats.values(), clock: this.clock.value(), ...this.beginning(scenario.value, chosen) });
    };
  }

  /** Another game. @param {string} name */
  async change(name) {
    await this.draw(this.games.find((one) => one.name === name) ?? this.games[0]);
    /** @type {HTMLElement | null} */ (this.form.querySelector("#game"))?.focus();
  }

  /** How the match begins: from a record or a position if there is one. @param {string} scenario @param {Record<string, string>} options */
  beginning(scenario, options) {
    const text = this.source.text.value;
    if (!text.trim()) return { scenario: scenario || undefined, options };
    return RECORD.test(text) ? { record: text } : { position: text };
  }

  /** @param {GameInfo} game @param {{seats: Record<string, import("../setup.js").SeatRequest>, [more: string]: unknown}} request */
  async start(game, request) {
    this.error.textContent = "";
    try {
      const id = await startMatch({ game: game.name, ...request }, game.name);
      if (Object.values(request.seats).some((seat) => seat.kind === "link")) this.invite(id, game);
      else go(`/match/${encodeURIComponent(id)}`);
    } catch (error) {
      this.error.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** The links, before the match is opened. @param {string} id @param {GameInfo} game */
  invite(id, game) {
    const stored = store.match(id);
    const url = `${location.origin}/match/${encodeURIComponent(id)}`;
    const sides = game.sides.filter((side) => stored?.sides[side.name] && !stored.keys.includes(stored.sides[side.name]));
    fill(
      this.main,
      h("h1", { tabindex: "-1" }, "Match created"),
      h(
        "p",
        null,
        "Send the link to your opponent. Whoever opens it plays that side. You can find it again in the Players tab of the match.",
      ),
      loopbackNote(),
      ...sides.map((side) => linkLine(`Invite the ${side.title} player`, store.seatLink(id, stored?.sides[side.name] ?? ""))),
      stored?.spectators ? linkLine("Invite spectators", `${url}#${stored.spectators}`) : null,
      h("div", { class: "row" }, button("Go to the match", () => go(`/match/${encodeURIComponent(id)}`), { class: "primary big" })),
    );
    this.main.querySelector("h1")?.focus();
    toast("Match created.");
  }
}

/** What this page cannot do, and where it can be done. */
function needsServer() {
  const text = "To play with a friend by link, install Rasputitsa with Python and run its server: ";
  return h("p", { class: "small" }, text, h("code", null, "rasputitsa serve"), ".");
}

/** Fields for a record or a position to continue from. @param {boolean} open */
function sourceFields(open) {
  const text = h("textarea", { id: "source", rows: "5", spellcheck: "false", "aria-describedby": "source-note" });
  const read = () => void file.files?.[0]?.text().then((content) => (text.value = content));
  const file = h("input", { type: "file", id: "source-file", accept: ".txt,.record,.json,text/plain", onchange: read });
  const note = "The match continues where the record stops, or starts from the position. Its scenario and options are kept.";
  const element = h(
    "details",
    { open },
    h("summary", null, "Continue from a record or position"),
    h("p", { class: "small", id: "source-note" }, note),
    field("source-file", "File", file),
    field("source", "or paste it here", text),
  );
  return { element, text, file };
}

/** @param {string} id @param {string} label @param {Node} control */
function field(id, label, control) {
  return h("div", { class: "field" }, h("label", { for: id }, label), control);
}

function nameInput() {
  const change = () => store.change({ name: input.value.trim() });
  const input = h("input", {
    type: "text",
    id: "name",
    maxlength: "60",
    value: store.settings().name,
    autocomplete: "nickname",
    oninput: change,
  });
  return input;
}

/** @param {import("../types.js").OptionData} option */
function optionSelect(option) {
  const choices = option.choices.map((choice) => h("option", { value: choice, selected: choice === option.default }, choice));
  return h("select", { id: `option-${option.name}`, "aria-describedby": `option-${option.name}-note` }, ...choices);
}

/** @param {{option: import("../types.js").OptionData, select: HTMLElement}} one @param {Rulebook} book */
function optionField({ option, select }, book) {
  const id = `option-${option.name}`;
  const note = h("p", { class: "small", id: `${id}-note` }, option.text);
  const row = h("span", { class: "row" }, select, book.link(option.rule, `Rule ${option.rule}`));
  return h("div", { class: "field" }, h("label", { for: id }, option.title), note, row);
}
