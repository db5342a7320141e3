"""A redraw changes what has changed and nothing else."""

from __future__ import annotations

from playwright.sync_api import Browser

from .redraws import CHANGES, REDRAWS, SHOW, changed, come_closer, empty_page, open_board

HEXES, UNITS = 1800, 350
MOST = {
    "a unit moves": 450,
    "many units change": 4500,
    "light": 4800,
    "overlay": 1400,
    "select": 20,
    "hover": 20,
    "owners": 20,
}  # elements put in, taken out or changed


def test_redraws(browser: Browser) -> None:
    with empty_page(browser) as (page, address):
        open_board(page, address)
        assert page.locator(".rb-counter").count() == UNITS
        assert page.locator(".rb-numbers text").count() == HEXES
        come_closer(page)
        found = {name: changed(page, SHOW, prepare) for name, prepare in REDRAWS.items()}
        found |= {name: changed(page, change) for name, change in CHANGES.items()}
    print(found)
    assert {name: count for name, count in found.items() if count > MOST[name]} == {}
