"""Keyboard alone, and what axe-core says of every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .table import against, asked, end_phase, hot_seat, set_up

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")

SIZES = {
    "light": {"viewport": {"width": 1280, "height": 800}},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}},
}


def serious(page: Page) -> list[str]:
    page.wait_for_timeout(150)
    found = axe_playwright.Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", SIZES)
def test_no_serious_violation(open_page: Open, size: str) -> None:
    page = open_page(**SIZES[size])
    hot_seat(page)
    match = page.url
    home = match.split("/match")[0]
    set_up(page)
    for tab in ("log", "status", "charts", "rules", "players"):
        page.locator(f"#tab-{tab}").click()
        assert serious(page) == [], tab
    page.keyboard.press("/")
    assert serious(page) == [], "answers"
    for path in ("/", "/new", "/learn", "/rules/battle-for-moscow"):
        page.goto(home + path)
        expect(page.locator("h1")).to_be_visible()
        assert serious(page) == [], path
    page.goto(match + "/replay")
    expect(page.locator(".moment")).to_be_visible()
    assert serious(page) == [], "replay"


def test_dialogs_have_no_serious_violation(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    for key in ("?", ","):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        assert serious(page) == []
        page.keyboard.press("Escape")


def test_a_turn_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page()
    page.locator("body").press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.matches('.sides .side-0')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    asked(page, "Choose a unit")
    page.keyboard.press("Enter")
    asked(page, "Every cross")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    asked(page, "Announce your battles")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    asked(page, "Which units attack")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=declare]")).to_be_visible()
    page.keyboard.press("Enter")
    asked(page, "Announce a further battle")
    page.keyboard.press("/")
    page.keyboard.type("call off")
    page.keyboard.press("Enter")
    asked(page, "Announce your battles")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    asked(page, "Choose the next unit")
    page.keyboard.press("m")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    asked(page, "Where does")
    page.keyboard.press("Escape")
    asked(page, "Choose the next unit")


def test_focus_stays_in_the_question(open_page: Open) -> None:
    page = open_page()
    against(page, 0)
    set_up(page)
    page.keyboard.press("q")
    end_phase(page)
    asked(page, "Choose the next unit")
    assert page.evaluate("document.querySelector('.question').contains(document.activeElement)")
