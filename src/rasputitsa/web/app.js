/** The client: finds the screen that the address means and puts it on the page. */

import { address, here } from "./here.js";
import { prepare } from "./announcer.js";
import { ApiError } from "./api.js";
import { fill, h } from "./dom.js";
import { fetched, ModuleError } from "./late_modules.js";
import { parse, start } from "./router.js";
import { homeScreen, pageBar } from "./screens/home.js";
import { matchScreen } from "./screens/match.js";
import { applyTheme } from "./settings.js";

/** @typedef {(host: HTMLElement, route: import("./router.js").Route) => Promise<(() => void) | void>} Screen */

/** @type {Record<string, () => Promise<Screen>>} */
const SCREENS = {
  home: async () => homeScreen,
  match: async () => matchScreen,
  new: async () => (await fetched(import("./screens/new.js"))).newScreen,
  compare: async () => (await fetched(import("./screens/compare.js"))).compareScreen,
  problems: async () => (await fetched(import("./screens/problems.js"))).problemsScreen,
  learn: async () => (await fetched(import("./screens/learn.js"))).learnScreen,
  rules: async () => (await fetched(import("./screens/rules.js"))).rulesScreen,
  replay: async () => (await fetched(import("./screens/replay.js"))).replayScreen,
};
const SETTLED = 3000; // milliseconds after which what the next screen needs is fetched

/** There is none in a browser that is too old (old_browser.js). */
const app = document.getElementById("app");

/** @type {(() => void) | void} */
let leave;
let visits = 0;
/** Another screen is shown. */
let arrived = () => {};

/** @param {HTMLElement} app */
async function show(app) {
  const visit = (visits += 1);
  leave?.();
  leave = undefined;
  const route = parse(location);
  const host = h("div", { class: "screen", data: { screen: route.name } });
  fill(app, h("p", { class: "loading", role: "status" }, "Loading…"));
  const screen = SCREENS[route.name];
  try {
    if (!screen) throw new ApiError({ code: "unknown", text: "There is no page at this address." }, 404);
    const made = await (await screen())(host, route);
    if (visit !== visits) {
      made?.();
      return;
    }
    leave = made;
  } catch (error) {
    if (visit !== visits) return;
    if (error instanceof ModuleError && visit > 1 && (await isReachable())) return location.reload(); // it has a newer client
    if (!(error instanceof ApiError || error instanceof ModuleError)) console.error(error);
    fill(host, ...problem(error));
  }
  fill(app, host);
  arrived();
  if (!route.fragment) window.scrollTo(0, 0);
  if (visit > 1) {
    const heading = host.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

/** Whether the server answers. */
function isReachable() {
  return fetch("/api/health", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** @param {unknown} error */
function problem(error) {
  const known = error instanceof ApiError || error instanceof ModuleError ? error : null;
  const closed = error instanceof ApiError && (error.code === "no-key" || error.code === "forbidden");
  const text = closed
    ? "This browser has no key for the match. You need its full link, which ends in # and a key: ask the other player for it, " +
      "or copy it from the Players tab on the device where you play."
    : (known?.message ?? "There was an error on this page.");
  return [
    pageBar(),
    h(
      "main",
      { class: "page narrow" },
      h("h1", null, closed ? "You do not have access to this match" : "Something went wrong"),
      h("p", { class: "lead" }, text),
      h("p", null, h("a", { class: "button", href: address("/") }, "Home")),
    ),
  ];
}

if (app) {
  applyTheme();
  prepare(document.body);
  start(() => void show(app));
  const prepared = here ? import("./local/keys.js").then(({ restoreKeys }) => restoreKeys()) : Promise.resolve();
  void prepared.catch(console.error).then(() => show(app));
  window.setTimeout(() => void import("./match/screen.js").catch(() => {}), SETTLED);
  if (here) void import("./local/site.js").then(({ keepSite }) => (arrived = keepSite(() => parse(location).name === "match")));
}
