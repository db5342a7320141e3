// The page of board.html: makes a board from /data/NAME.json (?data=NAME) and leaves it in window.board.
import { Board } from "/board/board.js";

const query = new URLSearchParams(location.search);
if (query.get("theme")) document.documentElement.dataset.theme = query.get("theme");
const data = await (await fetch(`/data/${query.get("data") ?? "battle-for-moscow"}.json`)).json();
const host = document.getElementById("board");
const begun = performance.now();
const board = new Board(host, data.manifest, { palette: query.get("palette") ?? "classic" });
const built = performance.now();
board.show(data.view);
board.light(data.offers ?? []);
host.getBoundingClientRect();
const shown = performance.now();
requestAnimationFrame(() =>
  requestAnimationFrame(() => {
    window.times = { build: built - begun, show: shown - built, frame: performance.now() - begun };
    document.body.dataset.ready = "yes";
  }),
);
window.events = [];
for (const type of ["choose", "hover", "inspect", "drop", "drag", "focus"]) {
  board.on(type, (detail) => {
    const { event: _event, ...rest } = detail ?? {};
    window.events.push({ type, ...rest });
  });
}
const token = (view, name) => view.tokens.find((one) => one.name === name);
Object.assign(window, { board, data, token });
