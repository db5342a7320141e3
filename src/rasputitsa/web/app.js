/** The client: finds the screen that the address means and puts it on the page. */

import { ApiError } from "./api.js";
import { fill, h } from "./dom.js";
import { parse, start } from "./router.js";
import { homeScreen, pageBar } from "./screens/home.js";
import { learnScreen } from "./screens/learn.js";
import { newScreen } from "./screens/new.js";
import { replayScreen } from "./screens/replay.js";
import { rulesScreen } from "./screens/rules.js";
import { tableScreen } from "./screens/table.js";
import { applyTheme } from "./settings.js";
import { prepare } from "./speak.js";

/** @typedef {(host: HTMLElement, route: import("./router.js").Route) => Promise<(() => void) | void>} Screen */

/** @type {Record<string, Screen>} */
const SCREENS = {
  home: homeScreen,
  new: newScreen,
  learn: learnScreen,
  rules: rulesScreen,
  match: tableScreen,
  replay: replayScreen,
};

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {(() => void) | void} */
let leave;
let visits = 0;

async function show() {
  const visit = (visits += 1);
  leave?.();
  leave = undefined;
  const route = parse(location);
  const host = h("div", { class: "screen", data: { screen: route.name } });
  fill(app, h("p", { class: "loading", role: "status" }, "One moment…"));
  const screen = SCREENS[route.name];
  try {
    if (!screen) throw new ApiError({ code: "unknown", text: "There is nothing at this address." }, 404);
    const made = await screen(host, route);
    if (visit !== visits) {
      made?.();
      return;
    }
    leave = made;
  } catch (error) {
    if (visit !== visits) return;
    if (!(error instanceof ApiError)) console.error(error);
    fill(host, ...problem(error));
  }
  fill(app, host);
  if (!route.fragment) window.scrollTo(0, 0);
  if (visit > 1) {
    const heading = host.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

/** @param {unknown} error */
function problem(error) {
  const known = error instanceof ApiError ? error : null;
  const closed = known?.code === "no-key" || known?.code === "forbidden";
  const text = closed
    ? "This browser has no key for the match. A match opens with its link, which ends in # and a key: ask for it, or copy it from the table under “Players”."
    : (known?.message ?? "Something went wrong on this page.");
  return [
    pageBar(),
    h(
      "main",
      { class: "page narrow" },
      h("h1", null, closed ? "This match is closed to you" : "This did not work"),
      h("p", { class: "lead" }, text),
      h("p", null, h("a", { class: "button", href: "/" }, "To the first page")),
    ),
  ];
}

applyTheme();
prepare(document.body);
start(() => void show());
void show();
