"""A large made-up board, 1,800 hexes and 350 units: its first paint and every redraw, in time of the main thread.

Chromium counts the time in which the thread runs, not the time on the clock, so a busy machine does not matter.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from playwright import sync_api

from ..tools.browser import options
from . import board_page

FIRST_PAINT = 1.5  # seconds: scripts, styles and layout until the second frame
REDRAW = 0.016  # seconds of script
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

# What the debugger evaluates is not counted; what runs in a frame is.
IN_A_FRAME = "round => new Promise(done => requestAnimationFrame(() => { (CHANGE)(round); done(); }))"


class Clock:
    """How long the main thread of a page has run."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self, name: str) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == name))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = board_page.serve()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/?data=big"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options())
        yield browser.new_page(viewport={"width": 1280, "height": 800})
        browser.close()


def script_time(page: Any, clock: Clock, change: str, prepare: str = "() => {}") -> float:
    """The median time of script that a change takes."""
    taken = []
    for round in range(TIMES):
        page.evaluate(prepare, round)
        before = clock.read("ScriptDuration")
        page.evaluate(IN_A_FRAME.replace("CHANGE", change), round)
        taken.append(clock.read("ScriptDuration") - before)
    return median(taken)


def test_first_paint_and_redraws(page: Any, address: str) -> None:
    clock = Clock(page)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    paint = clock.read("TaskDuration")
    assert page.locator(".rb-counter").count() == 350
    assert page.locator(".rb-numbers text").count() == 1800
    page.evaluate("board.zoom(3)")  # with the small map in sight
    page.wait_for_timeout(600)
    found = {name: script_time(page, clock, SHOW, prepare) for name, prepare in REDRAWS.items()}
    changes = {"light": LIGHT, "overlay": OVERLAY, "select": SELECT, "hover": HOVER, "owners": OWNERS}
    found |= {name: script_time(page, clock, change) for name, change in changes.items()}
    print({"first paint": paint, **found})
    assert paint < FIRST_PAINT
    assert {name: time for name, time in found.items() if time > REDRAW} == {}
