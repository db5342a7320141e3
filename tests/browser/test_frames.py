"""A match with every counter on 1,800 hexes: what Chromium does again for each frame of a pan.

How long that takes, ``python -m tests.browser.frames`` prints.
"""

from __future__ import annotations

import pytest

from .conftest import Visitor
from .frames import COUNTERS, measure_drawing, open_match
from .server import Server

FRAMES = 30
RESTYLED = 12  # elements for a frame
LAYERS = 20


@pytest.mark.soak
def test_a_pan_moves_what_is_drawn(visitor: Visitor, server: Server) -> None:
    """Hardly anything is styled or laid out again, and there are few layers to move."""
    page = visitor.page(moving=True)
    t, _ = open_match(page, server)
    assert t.page.locator(".rb-counter").count() >= COUNTERS
    pans = measure_drawing(page, FRAMES)
    print(*pans, sep="\n")
    assert {one.title: one.restyled for one in pans if one.restyled > RESTYLED} == {}
    assert {one.title: one.layers for one in pans if one.layers > LAYERS} == {}
