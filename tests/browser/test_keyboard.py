"""A turn without the mouse, and what a screen reader is told."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .conftest import Visitor
from .server import Server
from .table import Table

# Marks where the focus is; whether it is a link that had it before. The map has it for each of its choices.
VISIT = """() => {
    const one = document.activeElement;
    const again = one.matches("a[data-visited]");
    one.dataset.visited = "";
    return again;
}"""

# Whether the element with the focus looks different from how it looks without: an outline, a ring, a border.
FOCUS_SHOWS = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return "nothing has the focus";
    const look = () => {
        const s = getComputedStyle(one);
        return [s.outlineStyle === "none" ? "" : s.outline, s.boxShadow, s.borderColor, s.backgroundColor].join("|");
    };
    if (one.classList.contains("rb-board")) return document.querySelector(".rb-cursor") || look() ? "" : "the map";
    const now = look();
    one.blur();
    const before = look();
    one.focus();
    return now === before ? one.outerHTML.slice(0, 120) : "";
}"""


def tab_to(page: Page, name: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText + (document.activeElement.ariaLabel ?? '')").find(name) >= 0:
            return
    raise AssertionError(f"Tab does not lead to {name}")


def main_choice(t: Table) -> None:
    """Enter, and once more where the client asks whether one is sure."""
    number = t.number
    t.page.keyboard.press("Enter")
    sure = t.question.locator(".sure")
    moved = t.page.locator(f".match-screen:not([data-number='{number}'])")
    expect(sure.or_(moved)).to_be_visible()
    if sure.is_visible():
        t.page.keyboard.press("Enter")
    t.past(number)


def heard(page: Page) -> str:
    return " ".join(page.locator("[aria-live]").all_inner_texts())


def test_a_turn_without_the_mouse(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    press = page.keyboard.press
    page.goto(server.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    tab_to(page, "German")
    assert page.evaluate(FOCUS_SHOWS) == ""
    press("Enter")
    t = Table(page).ready()
    # Help, and back.
    press("?")
    keys = page.get_by_role("dialog", name="Controls")
    expect(keys).to_contain_text("Undo")
    visitor.picture(page, "keys")
    press("Escape")
    expect(keys).to_be_hidden()
    # Set-up: Enter is the main choice; it asks once more before the phase ends.
    press("Enter")
    t.actor("Every cross has its unit.")
    main_choice(t)
    t.actor("Declare your attacks")
    # A battle by the map: its cursor goes by the arrows and, with Tab, through all that can be chosen.
    press("m")
    expect(t.map).to_be_focused()
    # Its ring alone: round corners of the map would make every frame of a pan five times as dear in WebKit.
    expect(t.map).to_have_css("border-radius", "0px")
    expect(t.map).to_have_css("outline-style", "none")
    expect(page.locator(".rb-cursor")).to_be_visible()
    for _ in range(20):
        if "0508" in heard(page):
            break
        press("Tab")
    expect(page.locator(".rb-live").first).to_contain_text("0508")
    visitor.picture(page, "cursor")
    number = t.number
    press("Enter")
    t.past(number)
    t.actor("Which units attack")
    # The attackers from the list of all choices.
    line = page.locator(".answer-list button:focus")
    for _ in range(2):
        number = t.number
        press("/")
        while "With the" not in line.inner_text():
            press("ArrowDown")
        press("Enter")
        t.past(number)
    expect(t.battle).to_contain_text("5:1")
    # Tab leads to every button; each shows that it has the focus.
    press("q")
    tab_to(page, "Declare this attack")
    assert page.evaluate(FOCUS_SHOWS) == ""
    number = t.number
    press("Enter")
    t.past(number)
    page.evaluate("document.activeElement.blur()")
    main_choice(t)
    expect(t.battle).to_contain_text(re.compile("the die shows"))
    # Whatever the die asks is answered by pointing at choices with n.
    while not t.where.startswith("Turn 1, German Movement"):
        number = t.number
        press("n")
        press("Enter")
        t.past(number)
    # A move with the arrows: the unit under the cursor, then a hex beside it.
    press("m")
    number = t.number
    for _ in range(40):
        press("Tab")
        if re.search(r"57th Panzer", page.locator(".rb-live").first.inner_text()):
            break
    press("Enter")
    t.past(number)
    t.actor("57th Panzer Corps")
    for arrow in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        press(arrow)
        said = page.locator(".rb-live").first.inner_text()
        if re.search(r"Move to \d{4}", said) and "Corps" not in said:
            break
    number = t.number
    press("Enter")
    t.past(number)
    assert any("57th Panzer Corps: 0" in line for line in t.lines())
    press("u")
    t.at(number)
    press("Escape")
    t.past(number)
    # Every place that Tab leads to shows the focus; nothing holds it captive.
    page.evaluate("document.activeElement.blur()")
    for _ in range(150):
        press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            continue  # past the end of the page
        if page.evaluate(VISIT):
            break
        where = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        assert page.evaluate(FOCUS_SHOWS) == "", where
    assert page.locator("[data-visited]").count() > 15


def test_settings_can_turn_the_keys_off(visitor: Visitor, server: Server) -> None:
    made = server.create()
    t = visitor.table(server, made["match"], made["keys"]["german"], settings={"shortcuts": False})
    t.page.keyboard.press("h")
    t.page.keyboard.press("?")
    expect(t.page.get_by_role("dialog")).to_have_count(0)
    expect(t.map).not_to_have_class(re.compile("rb-no-counters"))
