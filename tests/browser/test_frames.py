"""A match with every counter on 1,800 hexes: opening it, pans and zooms, in work of Chromium's threads.

``python -m tests.browser.frames`` prints the times of frames on the clock as well.
"""

from __future__ import annotations

from .conftest import Visitor
from .frames import measure, measure_drawing, open_match
from .server import Server

# Milliseconds of work.
OPENING = 2000
WORK = 16  # for a frame, on average
LONGEST = 20  # for a frame of a pan
TILES = {"whole map": 40, "sector": 120, "close": 260}  # to draw what comes into sight in a pan
LAYERS = 20
COUNT = 30


def test_frames(visitor: Visitor, server: Server) -> None:
    page = visitor.page(moving=True)
    t, opening = open_match(page, server)
    assert t.page.locator(".rb-counter").count() >= 343
    frames = measure(page, COUNT)
    print(f"opening: {opening:.0f} ms", *frames, sep="\n")
    assert opening < OPENING
    assert {one.title: one.work for one in frames if one.work > WORK} == {}


def test_drawing(visitor: Visitor, server: Server) -> None:
    """A pan moves what is drawn: nothing is styled or drawn again, and there are few layers to move."""
    page = visitor.page(moving=True)
    open_match(page, server)
    pans = measure_drawing(page, COUNT)
    print(*pans, sep="\n")
    assert {one.title: one.longest for one in pans if one.longest > LONGEST} == {}
    assert {one.title: one.raster for one in pans if one.raster > TILES[one.title]} == {}
    assert {one.title: one.layers for one in pans if one.layers > LAYERS} == {}
