"""A match with every counter on 1,800 hexes: opening it, pans and zooms, in work of the page's main thread.

``python -m tests.browser.frames`` prints the times of frames on the clock as well.
"""

from __future__ import annotations

from .conftest import Visitor
from .frames import measure, open_match
from .server import Server

OPENING = 2000  # milliseconds of work
WORK = 16  # milliseconds for a frame, on average
COUNT = 30


def test_frames(visitor: Visitor, server: Server) -> None:
    page = visitor.page(moving=True)
    t, opening = open_match(page, server)
    assert t.page.locator(".rb-counter").count() >= 343
    frames = measure(page, COUNT)
    print(f"opening: {opening:.0f} ms", *frames, sep="\n")
    assert opening < OPENING
    assert {one.title: one.work for one in frames if one.work > WORK} == {}
