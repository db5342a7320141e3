/** Setting up a match: game, scenario, options, who sits where, or a record to go on from. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { linkLine } from "../clipboard.js";
import { go } from "../router.js";
import { Rulebook } from "../rulebook.js";
import { toast } from "../speak.js";
import * as store from "../store.js";
import { levelOf, levelsOf, pageBar, startMatch } from "./home.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/** @param {HTMLElement} host @param {import("../router.js").Route} route */
export async function newScreen(host, route) {
  document.title = "New match - Rasputitsa";
  const games = await api.games();
  const form = h("form", { class: "new-form" });
  const main = h("main", { class: "page narrow" }, h("h1", null, "A new match"), form);
  fill(host, pageBar("New match"), main);
  await draw(games[0], false);
  if (route.query.has("record")) /** @type {HTMLElement | null} */ (form.querySelector("input[type=file]"))?.focus();

  /** @param {GameInfo} game @param {boolean} focus */
  async function draw(game, focus) {
    const book = new Rulebook(game.name, await api.rules(game.name));
    const gameSelect = h("select", { id: "game", onchange: () => void draw(games.find((one) => one.name === gameSelect.value) ?? game, true) },
      ...games.map((one) => h("option", { value: one.name, selected: one.name === game.name }, one.title)));
    const scenario = h("select", { id: "scenario" }, ...game.scenarios.map((one) => h("option", { value: one.name }, one.title)));
    const options = game.options.map((option) => ({
      option,
      select: h("select", { id: `option-${option.name}` }, ...option.choices.map((choice) => h("option", { value: choice, selected: choice === option.default }, choice))),
    }));
    const name = h("input", { type: "text", id: "name", maxlength: "60", value: store.settings().name, autocomplete: "nickname", oninput: () => store.change({ name: name.value.trim() }) });
    const seats = game.sides.map((side, i) => seatChoice(game, side, i));
    const record = h("textarea", { id: "record", rows: "4", spellcheck: "false", "aria-describedby": "record-note" });
    const file = h("input", {
      type: "file",
      id: "record-file",
      accept: ".txt,text/plain",
      onchange: () => void file.files?.[0]?.text().then((text) => (record.value = text)),
    });
    const error = h("p", { class: "error", role: "alert" });
    fill(
      form,
      h("div", { class: "field" }, h("label", { for: "game" }, "Game"), gameSelect),
      game.scenarios.length > 1 ? h("div", { class: "field" }, h("label", { for: "scenario" }, "Scenario"), scenario) : h("p", { class: "small" }, game.scenarios[0]?.title ?? ""),
      h("fieldset", { class: "seats-choice" }, h("legend", null, "Who plays"), ...seats.map((seat) => seat.element)),
      h("div", { class: "field" }, h("label", { for: "name" }, "Your name"), name),
      options.length
        ? h(
            "fieldset",
            null,
            h("legend", null, "Options"),
            ...options.map(({ option, select }) =>
              h("div", { class: "field" }, h("label", { for: `option-${option.name}` }, option.title), h("span", { class: "row" }, select, book.link(option.rule, `Rule ${option.rule}`))),
            ),
          )
        : null,
      h(
        "details",
        { open: route.query.has("record") },
        h("summary", null, "Go on from a record"),
        h("p", { class: "small", id: "record-note" }, "The match begins where the record stops. Scenario and options are those of the record."),
        h("div", { class: "field" }, h("label", { for: "record-file" }, "A file"), file),
        h("div", { class: "field" }, h("label", { for: "record" }, "or its text"), record),
      ),
      error,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary big" }, "Begin")),
    );
    form.onsubmit = async (event) => {
      event.preventDefault();
      error.textContent = "";
      /** @type {Record<string, unknown>} */
      const wanted = { game: game.name, seats: Object.fromEntries(seats.map((seat) => [seat.side, seat.value()])) };
      if (record.value.trim()) wanted.record = record.value;
      else {
        wanted.scenario = scenario.value || undefined;
        wanted.options = Object.fromEntries(options.map(({ option, select }) => [option.name, select.value]));
      }
      try {
        const id = await startMatch(wanted, game.name);
        const kinds = seats.map((seat) => seat.value().kind);
        if (kinds.includes("link")) invite(id, game);
        else go(`/match/${encodeURIComponent(id)}`);
      } catch (problem) {
        error.textContent = /** @type {Error} */ (problem).message;
      }
    };
    if (focus) gameSelect.focus();
  }

  /** The links, before the table is opened. @param {string} id @param {GameInfo} game */
  function invite(id, game) {
    const kept = store.match(id);
    const url = `${location.origin}/match/${encodeURIComponent(id)}`;
    const sides = game.sides.filter((side) => kept?.sides[side.name] && !kept.keys.includes(kept.sides[side.name]));
    fill(
      main,
      h("h1", { tabindex: "-1" }, "The match is set up"),
      h("p", null, "Send the link to the other player. Whoever opens it plays that side; you find it again in the table under “Players”."),
      ...sides.map((side) => linkLine(`For the ${side.title} player`, store.seatLink(id, kept?.sides[side.name] ?? ""))),
      kept?.spectators ? linkLine("To watch", `${url}#${kept.spectators}`) : null,
      h("div", { class: "row" }, button("To the table", () => go(`/match/${encodeURIComponent(id)}`), { class: "primary big" })),
    );
    main.querySelector("h1")?.focus();
    toast("The match is set up.");
  }
}

/** @param {GameInfo} game @param {{name: string, title: string}} side @param {number} i */
function seatChoice(game, side, i) {
  const levels = levelsOf(game);
  const level = h("select", { "aria-label": `Level of the computer as ${side.title}` }, ...levels.map((name) => h("option", { value: name, selected: name === levelOf(game) }, name)));
  level.value = levelOf(game);
  const kinds = [
    ["me", "Me"],
    ["link", "A friend by link"],
    ["bot", "Computer"],
  ].filter(([kind]) => kind !== "bot" || levels.length);
  const chosen = String(i === 0 ? "me" : "link");
  const name = `seat-${side.name}`;
  const element = h(
    "div",
    { class: ["seat-choice", `side-${i}`] },
    h(
      "fieldset",
      { class: "segmented" },
      h("legend", null, h("span", { class: "dot", "aria-hidden": "true" }), side.title),
      ...kinds.map(([kind, words]) => [
        h("input", { type: "radio", name, id: `${name}-${kind}`, value: kind, checked: kind === chosen, onchange: () => (level.hidden = kind !== "bot") }),
        h("label", { for: `${name}-${kind}` }, words),
      ]),
    ),
    level,
  );
  level.hidden = chosen !== "bot";
  return {
    side: side.name,
    element,
    /** @returns {{kind: string, level?: string, name?: string}} */
    value() {
      const kind = /** @type {HTMLInputElement | null} */ (element.querySelector("input:checked"))?.value ?? "me";
      if (kind === "bot") return { kind, level: level.value };
      return kind === "me" ? { kind, name: store.settings().name } : { kind };
    },
  };
}
