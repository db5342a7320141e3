"""What part of the map is seen, and what stands beside it, on every size of screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from ..tools import soak
from . import drive, positions, scripts
from .conftest import PHONE, Visitor
from .server import LINK, ME, Data, Server, bot
from .table import Table
from .test_moscow_41 import before

SIZES = ((1280, 800), (1440, 900))
TABLET = (820, 1180)
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
LEGIBLE = 31  # pixels from which on a counter shows all that is printed on it
FACE = {"moscow-41": 50 / 56}  # of a block: its front is narrower than the whole by its edge
NARROW = 28  # the face of a block that is as large

# The counters of a side that are in the window, with their sizes.
SEEN = """(side) => {
    const stage = document.querySelector(".rb-stage").getBoundingClientRect();
    return [...document.querySelectorAll(`.rb-counters .${side} .rb-face`)].flatMap((one) => {
        const box = one.getBoundingClientRect();
        const across = box.left >= stage.left && box.right <= stage.right;
        const down = box.top >= stage.top && box.bottom <= stage.bottom;
        return across && down && !one.closest(".rb-folded") ? [box.width] : [];
    });
}"""
# What the map shows: the place of the drawing in the window, and its size.
PLACE = """() => {
    const { x, y, width } = document.querySelector(".rb-play").getBoundingClientRect();
    return [x, y, width].map(Math.round);
}"""

MATCHES: dict[str, Callable[[], Data]] = {
    scripts.GAME: lambda: {"record": scripts.reactions()},
    drive.GAME: lambda: {"record": drive.movement()},
    "moscow-41": lambda: {"position": before("german")},
    positions.GAME: lambda: {"record": positions.begun()},
}


def sit(
    visitor: Visitor, server: Server, game: str, wanted: Data, size: tuple[int, int] = SIZES[0], **options: Any
) -> Table:
    made = server.create(ME, LINK, game=game, **wanted)
    page = visitor.page(**{"viewport": {"width": size[0], "height": size[1]}, **options})
    return Table(page, game, options.get("has_touch", False)).open(server.url, made["match"], made["keys"]["german"])


def seen(t: Table, side: int) -> list[float]:
    t.still()
    found: list[float] = t.page.evaluate(SEEN, f"side-{side}")
    return found


# The opening.


Screen = tuple[tuple[int, int], Data]  # its size, and what else a page is opened with
SCREENS: list[Screen] = [
    ((390, 844), PHONE),
    (SIZES[0], {}),
    (SIZES[1], {}),
    (TABLET, {}),
    ((844, 390), ON_ITS_SIDE),
]
OPENED = [(game, SCREENS) for game in (drive.GAME, scripts.GAME, "moscow-41", positions.GAME)]


@pytest.mark.parametrize(("game", "screens"), [(drive.GAME, SCREENS[:2]), *map(soak.left, OPENED)])
def test_a_match_opens_on_the_front(visitor: Visitor, server: Server, game: str, screens: list[Screen]) -> None:
    """Legibly, with counters of both sides in sight."""
    for size, options in screens:
        t = sit(visitor, server, game, MATCHES[game](), size, **options)
        own, enemy = seen(t, 0), seen(t, 1)
        assert len(own) >= 2 and len(enemy) >= 2, size
        assert min(own + enemy) >= LEGIBLE * FACE.get(game, 1), size
        visitor.picture(t.page, f"{game}-{size[0]}")
        t.page.close()


def test_the_front_is_shown_once_there_is_one(visitor: Visitor, server: Server) -> None:
    """The blocks of Moscow '41 are drawn and set up when both players are there."""
    made = server.create(ME, bot("random"), game="moscow-41")
    t = Table(visitor.page(), "moscow-41").open(server.url, made["match"], made["keys"]["german"])
    expect(t.question.locator("[data-action]").first).to_be_visible()
    sizes = seen(t, 0)
    assert len(sizes) >= 3 and min(sizes) >= NARROW, sizes


def test_the_place_is_remembered(visitor: Visitor, server: Server) -> None:
    """For each match and viewer."""
    made = server.create(ME, ME, game=drive.GAME, record=drive.movement())
    t = Table(visitor.page(), drive.GAME).open(server.url, made["match"], made["keys"]["german"])
    t.still()
    opened = t.page.evaluate(PLACE)
    t.map.focus()
    for _ in range(3):
        t.page.keyboard.press("+")
    t.still()
    moved = t.page.evaluate(PLACE)
    assert moved[2] > 1.2 * opened[2]
    t.page.reload()
    t.ready().still()
    assert all(abs(now - then) <= 2 for now, then in zip(t.page.evaluate(PLACE), moved, strict=True))
    # Another match of this browser, and another player of this match, begin at the front.
    other = server.create(ME, ME, game=drive.GAME, record=drive.movement())
    t.open(server.url, other["match"], other["keys"]["german"]).still()
    assert t.page.evaluate(PLACE) == opened
    soviet = Table(visitor.page(), drive.GAME).open(server.url, made["match"], made["keys"]["soviet"])
    soviet.still()
    assert soviet.page.evaluate(PLACE)[2] < moved[2]


def test_a_window_of_another_size_shows_the_front_anew(visitor: Visitor, server: Server) -> None:
    """As long as nobody has moved the map; then what is in the middle stays there."""
    (width, height), (smaller, lower) = SIZES[1], SIZES[0]
    t = sit(visitor, server, drive.GAME, MATCHES[drive.GAME](), (smaller, lower))
    t.still()
    opened = t.page.evaluate(PLACE)
    t.page.set_viewport_size({"width": width, "height": height})
    t.page.wait_for_function(f"before => String(({PLACE})()) !== before", arg=",".join(map(str, opened)))
    t.page.set_viewport_size({"width": smaller, "height": lower})
    t.page.wait_for_function(f"before => String(({PLACE})()) === before", arg=",".join(map(str, opened)))
    t.page.keyboard.press("+")
    t.still()
    moved = t.page.evaluate(PLACE)
    t.page.set_viewport_size({"width": width, "height": height})
    t.still()
    assert min(moved[2], t.page.evaluate(PLACE)[2]) > 1.2 * opened[2]


def test_one_key_for_the_whole_map_and_back(visitor: Visitor, server: Server) -> None:
    t = sit(visitor, server, drive.GAME, MATCHES[drive.GAME]())
    t.still()
    front = t.page.evaluate(PLACE)
    t.page.keyboard.press("f")
    expect(t.map).to_have_attribute("data-whole", "")
    t.still()
    whole = t.page.evaluate(PLACE)
    box = t.map.bounding_box()
    assert (
        box and whole[0] >= box["x"] - 1 and whole[0] + whole[2] <= box["x"] + box["width"] + 1 and whole[2] < front[2]
    )
    t.page.keyboard.press("f")
    expect(t.map).not_to_have_attribute("data-whole", "")
    t.still()
    assert all(abs(now - then) <= 2 for now, then in zip(t.page.evaluate(PLACE), front, strict=True))


# Flying.


def two_tables(visitor: Visitor, server: Server, **page: Any) -> tuple[Table, Table]:
    """Two players of Battle for Moscow, one of them with a small screen."""
    made = server.create(ME, LINK, record=positions.begun())
    small = {"viewport": {"width": 620, "height": 700}}
    german = Table(visitor.page()).open(server.url, made["match"], made["keys"]["german"])
    soviet = Table(visitor.page(**{**small, **page})).open(server.url, made["match"], made["keys"]["soviet"])
    return german, soviet


def corner(t: Table) -> None:
    """Zoom in on the south-eastern corner, where nothing is fought, and let go of the map."""
    box = t.map.bounding_box()
    assert box
    t.page.mouse.move(box["x"] + box["width"] - 20, box["y"] + box["height"] - 20)
    for _ in range(5):
        t.page.mouse.wheel(0, -400)
    t.still()
    for _ in range(4):
        t.page.mouse.move(box["x"] + box["width"] - 30, box["y"] + box["height"] - 30)
        t.page.mouse.down(button="middle")
        t.page.mouse.move(box["x"] + 30, box["y"] + 30, steps=3)
        t.page.mouse.up(button="middle")
    t.still()


@pytest.mark.parametrize(
    "page, flies",
    soak.first(
        2,
        [
            pytest.param({"moving": True}, True, id="by default"),
            pytest.param({"moving": True, "holds": True}, False, id="while the player pans"),
            pytest.param({"moving": True, "settings": {"follow": False}}, False, id="off by a setting"),
            pytest.param({"moving": False}, False, id="with reduced motion"),
        ],
    ),
)
def test_the_view_flies_to_what_is_fought(visitor: Visitor, server: Server, page: Data, flies: bool) -> None:
    holds = page.get("holds", False)
    german, soviet = two_tables(visitor, server, **{name: value for name, value in page.items() if name != "holds"})
    corner(soviet)
    soviet.page.wait_for_timeout(1600)  # the player's hand was on the map until now
    if holds:
        soviet.page.mouse.move(300, 300)
        soviet.page.mouse.down(button="middle")
        soviet.page.mouse.move(290, 290, steps=3)
    before = soviet.page.evaluate(PLACE)
    german.play("0508", "24pz", "47pz")
    german.answer("declare", "done")
    soviet.at(german.number)
    soviet.still()
    assert (soviet.page.evaluate(PLACE) != before) == flies


# Beside the map.

# What is not seen of these, for it is cut off by the window or by a part of the panel that scrolls.
HIDDEN = """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
    const box = one.getBoundingClientRect();
    if (!box.width) return [];
    let hidden = box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0;
    for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === "visible") continue;
        const edge = around.getBoundingClientRect();
        hidden ||= box.bottom > edge.bottom + 1 || box.top < edge.top - 1;
    }
    return hidden ? [`${one.className}: ${one.textContent.slice(0, 40)}`] : [];
})"""
IMPORTANT = ", ".join(
    (
        ".question h2",
        ".answers > *",
        ".tray .piece-button",
        ".play-card",
        ".battle header",
        ".battle > .chances > li",
        ".battle-steps > li[aria-current]",
        "[role=tab]",
    )
)


def cards_and_chances() -> Data:
    script = scripts.Script().play(*scripts.GERMAN_HAND).until("Combat", "german")
    return {"record": script.play("attack 1201", "with G-2PzA", "with G-4A", "with G-9A").record()}


def stacks_attack() -> Data:
    return {"record": drive.record(*drive.SET_UP, "fight-first", "attack 1541", "all")}


FULLEST: dict[str, tuple[str, Callable[[], Data]]] = {
    "cards and chances": (scripts.GAME, cards_and_chances),
    "a battle of stacks": (drive.GAME, stacks_attack),
    "72 units": (drive.GAME, lambda: {"record": drive.record(*drive.SET_UP[:4])}),
    "six cards": (scripts.GAME, dict),
    "an attack": (
        positions.GAME,
        lambda: {"record": positions.played("attack 0304", "with 41pz", "with 57pz", "with 56pz", "with 8ak")},
    ),
}


@pytest.mark.parametrize("moment", soak.first(2, FULLEST))
def test_nothing_important_is_below_the_fold(visitor: Visitor, server: Server, moment: str) -> None:
    game, wanted = FULLEST[moment]
    t = sit(visitor, server, game, wanted())
    close = t.page.locator(".greeting").get_by_role("button", name="Close")
    if close.is_visible():
        close.click()
    for width, height in SIZES:
        t.page.set_viewport_size({"width": width, "height": height})
        t.still()
        visitor.picture(t.page, f"{moment}-{width}")
        assert t.page.evaluate(HIDDEN, IMPORTANT) == [], (width, height)
        log_is_in_sight(t)


def log_is_in_sight(t: Table) -> None:
    expect(t.page.locator(".log").locator("li, h4, p").last).to_be_in_viewport()
    log = t.page.locator(".log").bounding_box()
    assert log and log["height"] > 80


def test_a_battle_of_five_steps_is_in_sight(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game="moscow-41", position=before("german"))
    t = Table(visitor.page(), "moscow-41").open(server.url, made["match"], made["keys"]["german"])
    other = Table(visitor.page(), "moscow-41").open(server.url, made["match"], made["keys"]["soviet"])
    t.answer("tactical", "activate G-HQ2P", "reveal", "done", "unit G-2Pg-24", "move 91", "done")
    expect(t.battle.locator(".battle-steps > li")).to_have_count(5)
    for width, height in SIZES:
        t.page.set_viewport_size({"width": width, "height": height})
        visitor.picture(t.page, str(width))
        assert t.page.evaluate(HIDDEN, IMPORTANT + ", .battle-steps > li") == [], (width, height)
        log_is_in_sight(t)
    other.page.close()


@pytest.mark.parametrize(("width", "height"), soak.first(1, [*SIZES, TABLET]))
def test_question_and_log_stand_side_by_side(visitor: Visitor, server: Server, width: int, height: int) -> None:
    t = sit(visitor, server, drive.GAME, MATCHES[drive.GAME](), (width, height))
    question, log = t.question.bounding_box(), t.page.locator(".tabs").bounding_box()
    assert question and log and question["x"] + question["width"] <= log["x"] + 1
    assert abs(question["y"] - log["y"]) < 250 and log["width"] > 240
    area = t.map.bounding_box()
    assert area
    assert area["width"] * area["height"] > 0.4 * width * height, "the map has not enough of the screen"


@pytest.mark.parametrize(("width", "height"), soak.first(1, [(667, 375), (844, 390)]))
def test_a_phone_on_its_side(visitor: Visitor, server: Server, width: int, height: int) -> None:
    """Map and panel side by side."""
    options = {**ON_ITS_SIDE, "viewport": {"width": width, "height": height}}
    t = sit(visitor, server, drive.GAME, MATCHES[drive.GAME](), **options)
    area, panel = t.map.bounding_box(), t.page.locator(".side-panel").bounding_box()
    assert area and panel
    assert area["x"] + area["width"] <= panel["x"] + 1 and area["y"] <= panel["y"] + 60
    assert area["height"] > 0.8 * height and area["width"] > 0.55 * width
    expect(t.question.get_by_role("heading", level=2)).to_be_in_viewport()
