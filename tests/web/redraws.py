"""A large made-up board, 1,800 hexes and 350 units: its first paint and every redraw.

``python -m tests.web.redraws`` prints how long each takes in time of the main thread; the test of the same name looks
at how many elements each changes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from ..tools.browser import launched
from . import board_page

TIMES = 9

# What changes on the board during a match, as functions of the round.
REDRAWS = {
    "a unit moves": "round => { const view = structuredClone(data.view); "
    "view.tokens[round].at = board.layout.onMap[400 + 31 * round].name; window.view = view; }",
    "many units change": "round => { const view = structuredClone(data.view); "
    "for (const token of view.tokens) token.marks = round % 2 ? ['moved'] : []; window.view = view; }",
}
SHOW = "() => board.show(window.view)"
LIGHT = "round => board.light(round % 2 ? data.offers : [])"
OVERLAY = """round => board.overlay(round % 2 ? null : Object.fromEntries(board.layout.onMap.slice(0, 600).map(
  (place, i) => [place.name, {badge: '', note: 'x', tone: ['german', 'both'][i % 2]}])))"""
SELECT = "round => board.select({tokens: [data.view.tokens[round].name], spaces: [board.layout.onMap[round].name]})"
HOVER = "round => board.pointer.hover(300 + 40 * round, 300)"
OWNERS = """round => board.marks.owners(Object.fromEntries(
  board.layout.onMap.map((place, i) => [place.name, i % 40 < 15 + round ? 'german' : 'soviet'])))"""

CHANGES = {"light": LIGHT, "overlay": OVERLAY, "select": SELECT, "hover": HOVER, "owners": OWNERS}

# What the debugger evaluates is not counted; what runs in a frame is.
IN_A_FRAME = "round => new Promise(done => requestAnimationFrame(() => { (CHANGE)(round); done(); }))"
# How many elements are put in, taken out or changed.
COUNTED = """async round => {
    let count = 0;
    const observer = new MutationObserver((records) => {
        for (const { addedNodes, removedNodes } of records)
            count += Math.max(1, addedNodes.length + removedNodes.length);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    (CHANGE)(round);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    observer.disconnect();
    return count;
}"""


class Clock:
    """How long the main thread of a page has run. Chromium does not count the time in which it waits."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self, name: str) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == name))


@contextmanager
def empty_page(browser: Any) -> Iterator[tuple[Any, str]]:
    """A page, and the address of the board."""
    server = board_page.serve()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    yield page, f"http://127.0.0.1:{server.server_address[1]}/?data=big"
    page.close()
    server.shutdown()
    server.server_close()


def open_board(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def come_closer(page: Any) -> None:
    """So that the small map is in sight."""
    page.evaluate("board.zoom(3)")
    page.wait_for_timeout(600)


def changed(page: Any, change: str, prepare: str = "() => {}") -> int:
    """The most elements that a change touches."""
    counts: list[int] = []
    for round in range(TIMES):
        page.evaluate(prepare, round)
        counts.append(page.evaluate(COUNTED.replace("CHANGE", change), round))
    return max(counts)


def script_time(page: Any, clock: Clock, change: str, prepare: str = "() => {}") -> float:
    """The median time of script that a change takes, in milliseconds."""
    taken = []
    for round in range(TIMES):
        page.evaluate(prepare, round)
        before = clock.read("ScriptDuration")
        page.evaluate(IN_A_FRAME.replace("CHANGE", change), round)
        taken.append(clock.read("ScriptDuration") - before)
    return median(taken)


def main() -> None:
    with launched() as browser, empty_page(browser) as (page, address):
        clock = Clock(page)
        open_board(page, address)
        print(f"first paint: {clock.read('TaskDuration'):.0f} ms of work")
        come_closer(page)
        for name, prepare in REDRAWS.items():
            print(f"{name}: {script_time(page, clock, SHOW, prepare):.1f} ms of script")
        for name, change in CHANGES.items():
            print(f"{name}: {script_time(page, clock, change):.1f} ms of script")


if __name__ == "__main__":
    main()
