"""What the table explains: legends, overlays by their colours, the order of battle, notes, a page for the printer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ..tools import soak
from .conftest import PHONE, Visitor
from .positions import begun, late
from .server import Server
from .table import Table

OVERLAPPING = """(lines) => lines.filter((line) => {
    const keys = [...line.querySelectorAll("kbd")].map((key) => key.getBoundingClientRect().right);
    return Math.max(...keys) > line.querySelector("dd").getBoundingClientRect().left;
}).map((line) => line.textContent)"""
LOOKS = [
    pytest.param({"viewport": {"width": 1440, "height": 900}}, id="desk"),
    pytest.param({**PHONE, "color_scheme": "dark"}, id="dark phone"),
]


@pytest.mark.parametrize("look", soak.first(1, LOOKS))
def test_an_overlay_says_what_its_colours_mean(
    visitor: Visitor, table: Callable[..., Table], look: dict[str, object]
) -> None:
    t = table(record=begun(), page=look)
    page = t.page
    legend = page.get_by_role("region", name="Overlay", exact=True)
    expect(legend).to_be_hidden()
    page.keyboard.press("1")
    expect(legend.get_by_role("listitem")).to_have_text(["German zone of control", "Russian zone of control", "both"])
    visitor.picture(page, "zones")
    strip, board = legend.bounding_box(), t.map.bounding_box()
    assert strip and board and strip["y"] + strip["height"] <= board["y"], "it hides nothing of the map"
    page.keyboard.press("4")
    expect(legend).to_contain_text("odds of a German attack")
    legend.get_by_role("button", name="Hide the overlay").click()
    expect(legend).to_be_hidden()
    expect(page.locator(".rb-tint")).to_have_count(0)


def test_the_legend_and_the_help_with_the_mouse(visitor: Visitor, table: Callable[..., Table]) -> None:
    t = table(record=begun())
    page = t.page
    charts = t.tab("Charts")
    legend = charts.locator(".map-legend")
    expect(legend).to_contain_text("12-6 means strength 12, movement 6")
    forest = legend.get_by_role("button", name="forest")
    forest.hover()
    expect(page.locator(".rb-tint")).not_to_have_count(0)
    visitor.picture(page, "legend")
    page.mouse.move(5, 5)
    expect(page.locator(".rb-tint")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Mouse and touch")
    visitor.picture(page, "help")


@pytest.mark.parametrize(("look", "how"), soak.first(1, [(LOOKS[0].values[0], "Right-click"), (PHONE, "Hold")]))
def test_mouse_and_fingers_come_first_in_the_help(
    table: Callable[..., Table], look: dict[str, object], how: str
) -> None:
    t = table(record=begun(), page=look)
    t.page.keyboard.press("?")
    controls = t.page.get_by_role("dialog", name="Controls")
    headings = controls.get_by_role("heading", level=3).all_inner_texts()
    assert headings.index("Mouse and touch") < headings.index("Play")
    expect(controls.get_by_text(how, exact=True)).to_be_in_viewport()
    overlapping = controls.locator("dl > div").evaluate_all(OVERLAPPING)
    assert overlapping == []


def test_what_is_printed_on_a_small_counter_does_not_overlap(table: Callable[..., Table]) -> None:
    t = table(record=begun())
    status = t.tab("Status")
    chip = status.locator(".chip").filter(has=t.page.get_by_label(re.compile("1st Shock Army"))).first
    number, size = chip.locator(".chip-name").bounding_box(), chip.locator(".chip-size").bounding_box()
    assert number and size and number["x"] + number["width"] <= size["x"]


@pytest.mark.soak
def test_the_order_of_battle_has_the_dead(visitor: Visitor, table: Callable[..., Table]) -> None:
    t = table(record=late("german"))
    status = t.tab("Status")
    status.get_by_text("Russian order of battle").click()
    units = status.locator(".order-of-battle")
    expect(units).to_contain_text("On the map")
    expect(units.get_by_role("heading", name="Replacement pool (8)")).to_be_visible()
    expect(units.locator("h4:has-text('Replacement pool') + ul")).to_contain_text("10th Army")
    visitor.picture(t.page)
    # It stays open as the match goes on.
    t.answer("done")
    expect(units).to_be_visible()
    t.page.get_by_text("German order of battle").click()
    expect(units.first).to_contain_text("1103 Moscow")


def sheets(page: Page) -> list[str]:
    """What comes out of the printer, sheet by sheet: whether it is wide or tall."""
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(prefer_css_page_size=True))
    return ["wide" if float(width) > float(height) else "tall" for width, height in boxes]


@pytest.mark.soak
def test_the_position_is_printed_on_one_page(visitor: Visitor, server: Server, table: Callable[..., Table]) -> None:
    t = table(record=late("german"))
    page = t.page
    for _ in range(3):
        page.keyboard.press("+")
    t.still()
    page.emulate_media(media="print")
    expect(page.get_by_role("tab", name="Log")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    visitor.picture(page)
    assert sheets(page) == ["wide"]
    tall = server.create(game="drive-on-moscow")
    t = Table(visitor.page(), "drive-on-moscow").open(server.url, tall["match"], tall["keys"]["soviet"])
    assert sheets(t.page) == ["tall"]


def test_notes_of_ones_own(visitor: Visitor, server: Server, table: Callable[..., Table]) -> None:
    t = table(sit="german", record=begun())
    page = t.page
    page.keyboard.press("w")
    notes = page.get_by_label("My notes")
    notes.fill("Hold Kaluga until the mud.")
    t.answer("done")
    expect(notes).to_have_value("Hold Kaluga until the mud.")
    page.reload()
    t.ready()
    t.tab("Notes")
    expect(notes).to_have_value("Hold Kaluga until the mud.")
    expect(page.locator("#notes-where")).to_contain_text("Only you can read them")
    visitor.picture(page)
    # On another device, by the same key; a spectator has others.
    other = visitor.table(server, t.match, t.key())
    other.tab("Notes")
    expect(other.page.get_by_label("My notes")).to_have_value("Hold Kaluga until the mud.")
    page.goto(f"{page.url}/replay")
    page.get_by_role("tab", name="Notes").click()
    expect(notes).to_have_value("Hold Kaluga until the mud.")
