"""A match on a phone: 390 x 844, upright or on its side, with a finger."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from ..tools import soak
from . import drive
from .conftest import PHONE, Visitor
from .positions import late, played
from .server import LINK, ME, Server
from .table import Table, start

ON_ITS_SIDE: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
SHAPES = [pytest.param(PHONE, id="upright"), pytest.param(ON_ITS_SIDE, id="on-its-side")]
ON_TOP = """(one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def fits(t: Table) -> bool:
    """Nothing sticks out at the side."""
    wide: bool = t.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    return wide


def test_set_up_battle_and_move(visitor: Visitor, server: Server) -> None:
    page = visitor.page(**PHONE)
    page.goto(server.url)
    visitor.picture(page, "home")
    start(page, "German").tap()
    t = Table(page, touch=True).ready()
    assert fits(t)
    visitor.picture(page, "set-up")
    # Two corps by hand: take one from the tray, put it on a cross.
    for corps, cross in (("24pz", "0407"), ("9ak", "0202")):
        number = t.number
        t.question.locator(f'.tray [data-action="place {corps}"]').tap()
        t.past(number)
        t.play(cross)
        assert near(t.middle(corps), t.place(cross))
    visitor.picture(page, "placed")
    t.answer("standard", "done")
    # A battle.
    t.play("0508")
    attacker = next(action for action in t.actions() if action.startswith("with "))
    t.play(attacker.removeprefix("with "))
    expect(t.battle).to_be_visible()
    assert fits(t)
    visitor.picture(page, "battle")
    t.answer("declare", "done")
    expect(t.battle.get_by_role("img", name=re.compile("Die:"))).to_be_visible()
    visitor.picture(page, "die")
    while not t.where.startswith("Turn 1, German Movement"):
        t.answer(t.actions()[-1])
    # A move. The panel can be made larger to read, and smaller to see the map.
    high = t.map.bounding_box()
    page.get_by_role("button", name="Resize the panel").tap()
    expect(t.element).to_have_class(re.compile("tall"))
    page.get_by_role("button", name="Resize the panel").tap()
    t.still()
    assert t.map.bounding_box() == high
    t.play("9ak")
    expect(page.locator(".rb-lit-space")).not_to_have_count(0)
    expect(page.get_by_role("region", name="This space")).to_be_hidden()  # it would cover where one can go
    visitor.picture(page, "where-to")
    t.play("0102")
    assert any("9th Corps: 0202 to 0102" in line for line in t.lines())
    # A finger on what is not allowed gets the reason, and it can be read.
    if "stop" in t.actions():
        t.answer("stop")
    t.click_piece("43a")
    expect(t.note).to_be_in_viewport(ratio=1)
    visitor.picture(page, "why-not")
    # Everything of the wide screen is in reach.
    page.get_by_label("Overlays", exact=True).tap()
    for name in ("Zones of control", "Settings", "Controls"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    visitor.picture(page, "menu")
    page.get_by_role("button", name="Zones of control").tap()
    expect(page.locator(".rb-tint")).not_to_have_count(0)
    assert fits(t)


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 9 and abs(one[1] - other[1]) < 9


def test_the_result_is_in_sight(visitor: Visitor, server: Server) -> None:
    made = server.create(record=late("soviet"))
    t = visitor.table(server, made["match"], *made["keys"].values(), **PHONE)
    t.tab("Players").get_by_role("button", name="Concede").tap()
    t.page.get_by_role("dialog").get_by_role("button", name="Concede").tap()
    t.over()
    expect(t.result.get_by_role("heading")).to_be_in_viewport(ratio=1)
    visitor.picture(t.page)


def test_pinch_and_pan(visitor: Visitor, server: Server) -> None:
    made = server.create()
    t = visitor.table(server, made["match"], made["keys"]["german"], **PHONE)
    box = t.map.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = t.place("1103"), t.place("0101")
    fingers = t.page.context.new_cdp_session(t.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x - 20, y), (x + 20, y))
    for wide in range(30, 100, 10):
        touch("touchMove", (x - wide, y), (x + wide, y))
    touch("touchEnd")
    after = t.place("1103"), t.place("0101")
    assert after[0][0] - after[1][0] > 2 * (before[0][0] - before[1][0])
    expect(t.page.locator(".rb-minimap")).to_be_visible()
    touch("touchStart", (x, y))
    for far in range(10, 70, 10):
        touch("touchMove", (x - far, y))
    touch("touchEnd")
    assert t.place("1103")[0] < after[0][0] - 30
    visitor.picture(t.page)


def drive_table(visitor: Visitor, server: Server, shape: dict[str, Any], record: str) -> Table:
    made = server.create(game=drive.GAME, german=ME, soviet=LINK, record=record)
    t = Table(visitor.page(**shape), drive.GAME, touch=True)
    return t.open(server.url, made["match"], made["keys"]["german"])


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    above = a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    return not (beside or above)


@pytest.mark.soak
@pytest.mark.parametrize("shape", soak.first(1, SHAPES))
def test_everything_in_the_menu_is_in_reach(visitor: Visitor, server: Server, shape: dict[str, Any]) -> None:
    t = drive_table(visitor, server, shape, drive.movement())
    t.page.get_by_label("Overlays", exact=True).tap()
    lines = t.page.locator(".menu-list button:visible")
    expect(lines.nth(9)).to_be_attached()
    for i in range(lines.count()):
        lines.nth(i).scroll_into_view_if_needed()
        expect(lines.nth(i)).to_be_in_viewport(ratio=0.95)
        assert lines.nth(i).evaluate(ON_TOP), lines.nth(i).inner_text()
    visitor.picture(t.page)


@pytest.mark.soak
def test_the_small_map_can_be_hidden(visitor: Visitor, server: Server) -> None:
    t = drive_table(visitor, server, PHONE, drive.movement())
    small = t.page.locator(".rb-minimap")
    for _ in range(4):
        t.page.keyboard.press("+")
    expect(small).to_be_visible()
    t.page.get_by_label("Overlays", exact=True).tap()
    t.page.get_by_role("button", name="Hide the small map").tap()
    expect(small).to_be_hidden()
    t.page.reload()
    t.ready()
    for _ in range(4):
        t.page.keyboard.press("+")
    t.still()
    expect(small).to_be_hidden()
    t.page.get_by_label("Overlays", exact=True).tap()
    t.page.get_by_role("button", name="Show the small map").tap()
    expect(small).to_be_visible()


@pytest.mark.parametrize("shape", soak.first(1, SHAPES))
def test_a_refusal_does_not_cover_the_fan(visitor: Visitor, server: Server, shape: dict[str, Any]) -> None:
    """A division has moved onto two others, which can still be chosen; it cannot."""
    moved = ("move-first", "unit inf-8", "move 0815", "stop", "unit inf-102", "move 0608", "stop")
    t = drive_table(visitor, server, shape, drive.record(*drive.SET_UP, *moved))
    t.click("0815")
    expect(t.page.locator(".rb-fanned")).to_have_count(3)
    t.tap(*t.middle("inf-8"))
    expect(t.note).to_be_visible()
    expect(t.page.locator(".rb-fanned")).to_have_count(3)
    assert not overlap(t.note, t.page.locator(".rb-backdrop"))
    card = t.page.get_by_role("region", name="This space")
    t.page.wait_for_timeout(500)  # the card comes after a moment
    for shown in (t.note, t.page.locator(".rb-backdrop")):
        assert card.is_hidden() or not overlap(card, shown)
    visitor.picture(t.page)


REFUSED = [
    pytest.param(ON_ITS_SIDE, "24pz", "0905", id="a-panzer-corps-on-its-side"),
    pytest.param(PHONE, "9ak", "0504", id="upright"),
    pytest.param(ON_ITS_SIDE, "9ak", "0504", id="on-its-side"),
]


@pytest.mark.parametrize(("shape", "unit", "refused"), soak.first(1, REFUSED))
def test_a_refusal_does_not_cover_the_choices(
    visitor: Visitor, server: Server, shape: dict[str, Any], unit: str, refused: str
) -> None:
    """A unit is in hand, and a hex that it cannot reach is tapped: those that it can reach stay in sight."""
    made = server.create(record=played("done"))
    t = Table(visitor.page(**shape), touch=True).open(server.url, made["match"], *made["keys"].values())
    t.play(unit)
    goals = [action.removeprefix("move ") for action in t.actions() if action.startswith("move ")]
    t.click(refused)
    expect(t.note).to_be_visible()
    box = t.note.bounding_box()
    assert goals and box
    for goal in goals:
        x, y = t.place(goal)
        assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]), goal
    visitor.picture(t.page)


def test_a_battle_on_its_side(visitor: Visitor, server: Server) -> None:
    """The panel has room for the whole forecast: it scrolls with the rest of the side, not in a slit of its own."""
    made = server.create(record=played("attack 0405", "with 46pz"))
    t = Table(visitor.page(**ON_ITS_SIDE), touch=True).open(server.url, made["match"], *made["keys"].values())
    expect(t.battle).to_be_visible()
    assert t.battle.evaluate("one => one.clientHeight >= one.scrollHeight && one.clientHeight > 150")
    for part in (t.battle.locator(".odds"), t.battle.locator(".chances li").last):
        part.scroll_into_view_if_needed()
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(ON_TOP)
    answer = t.offers("declare")
    answer.scroll_into_view_if_needed()
    expect(answer).to_be_in_viewport(ratio=1)
    visitor.picture(t.page)
    t.answer("declare", "done")
    expect(t.battle.get_by_role("img", name=re.compile("Die:"))).to_be_in_viewport()
    visitor.picture(t.page, "die")
