"""Drive on Moscow on the table: a big map, tall stacks, a free set-up, attacks on units that nobody knows."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rasputitsa as ra

from ..drive_on_moscow.helpers import position
from .conftest import PHONE, Visitor
from .drive import GAME, SET_UP, combat, movement, record
from .server import LINK, ME, Data, Server
from .table import Table

# How many pixels of a canvas are almost black, as no terrain and no counter is.
INK = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4) {
        found += data[i + 3] > 200 && Math.max(data[i], data[i + 1], data[i + 2]) < 64;
    }
    return found;
}"""
XXIV_CORPS = ("pz-3", "pz-4", "pg-10")  # in 1642, next to 1641
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
OFFENSIVE = {"1441": "pz-17 pz-18 pg-29"}, {"1541": "2-2:RD", "3411": "MRD"}


def table(visitor: Visitor, server: Server, sit: str = "german", page: dict[str, Any] = WIDE, **wanted: Any) -> Table:
    made = server.create(game=GAME, **{"german": LINK, "soviet": LINK, sit: ME}, **wanted)
    return sit_down(visitor, server, made, sit, page)


def sit_down(visitor: Visitor, server: Server, made: Data, side: str, page: dict[str, Any] = WIDE) -> Table:
    t = Table(visitor.page(**page), GAME, touch=page is PHONE)
    return t.open(server.url, made["match"], made["keys"][side])


def stack(t: Table) -> Locator:
    return t.page.get_by_role("region", name="Stack", exact=True)


def row(t: Table, unit: str) -> Locator:
    return stack(t).locator(f'[data-unit="{unit}"]')


def brush(t: Table, name: str) -> Locator:
    return t.page.get_by_role("region", name="Brushes").get_by_role("button", name=re.compile(name))


@pytest.mark.soak
def test_set_up_by_hand_and_by_offer(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, "soviet", record=record(*SET_UP[:2]))
    t.actor("78 RD")
    t.actor("Front-line hexes without a rifle division: 54")
    expect(t.page.locator(".rb-lit-space.rb-tone-bad")).to_have_count(54)
    expect(t.question.get_by_role("button", name="Tank Brigade 9")).to_be_visible()
    # One stroke along the front, hex by hex.
    t.page.keyboard.press("f")
    brush(t, "Place: Rifle Division").click()
    mouse = t.page.mouse
    mouse.move(*t.place("0706"))
    mouse.down()
    mouse.move(*t.place("0710"), steps=8)
    mouse.up()
    t.actor("73 RD")
    t.actor("Front-line hexes without a rifle division: 49")
    visitor.picture(t.page, "painted")
    # A click with the same brush adds a unit to a stack; the other brush takes back.
    t.click("0710")
    t.actor("72 RD")
    brush(t, "Take back").click()
    t.click("0706")
    t.actor("73 RD")
    # Another type, and a hex that it may not enter gets a reason.
    brush(t, "Pan the map").click()
    t.answer("type TB")
    t.actor("Now: tank brigades")
    t.click("0906")
    t.actor("8 TB")
    t.tool("Undo").click()
    t.actor("9 TB")
    # The rest by an offer; what was placed stays.
    t.answer("offer forward")
    expect(t.page.locator('.rb-counter[data-at="0710"]')).not_to_have_count(0)
    expect(t.page.locator(".rb-lit-space.rb-tone-bad")).to_have_count(0)
    t.answer("done")
    t.actor("Waiting for")


@pytest.mark.soak
def test_the_german_set_up_takes_back_by_its_brush(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, "german", record=record(*SET_UP[:4]))
    t.actor("Units left: 72")
    brush(t, "Place: Infantry Division").click()
    t.click("0612")
    t.actor("Units left: 71")
    # A bare click takes the unit in hand; only the brush takes it back.
    brush(t, "Pan the map").click()
    unit = t.page.locator('.rb-counter[data-at="0612"]').get_attribute("data-token")
    t.play(str(unit))
    expect(t.counter(str(unit))).to_have_class(re.compile("rb-selected"))
    brush(t, "Take back: any unit").click()
    t.click("0612")
    t.actor("Units left: 72")
    t.answer("offer north")
    expect(t.page.locator(".log")).to_contain_text("The rest of the German units are set up: main weight in the north.")


@pytest.mark.soak
def test_the_whole_map_a_sector_and_close_by(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, record=movement())
    top = t.counter("pg-10")
    t.page.keyboard.press("f")
    expect(t.map).to_have_attribute("data-zoom", "tiny")
    expect(top.locator(".rb-height")).to_have_text("3")
    expect(top.locator(".rb-height")).to_be_visible()
    expect(t.page.locator(".rb-front-line")).to_have_count(2)
    expect(t.page.locator(".rb-owner")).to_have_count(0)  # no flags
    for level, shown, turns in (("far", ".rb-value-far", 1), ("middle", ".rb-value", 2)):
        t.page.mouse.move(*t.place("1642"))
        for _ in range(turns):
            t.page.mouse.wheel(0, -240)
        expect(t.map).to_have_attribute("data-zoom", level)
        expect(top.locator(shown)).to_be_visible()
        expect(top.locator(".rb-height")).to_be_hidden()
    expect(t.page.locator(".rb-minimap")).to_be_visible()
    assert t.page.locator(".rb-minimap canvas").evaluate(INK) > 40  # the front, in the ink of names
    # The next unit that can still act, by a button and by a key, also while the map is still flying out to its whole.
    t.question.get_by_role("button", name="Next choice on the map").evaluate(
        """next => {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
            next.click();
        }"""
    )
    expect(t.page.locator(".rb-hint")).to_have_count(1)
    t.still()
    face = top.locator(".rb-face").bounding_box()
    assert face and face["width"] > 31
    expect(t.map).to_have_attribute("data-zoom", "middle")
    t.page.keyboard.press("n")
    t.page.keyboard.press("Enter")
    expect(t.page.locator(".rb-selected")).to_have_count(1)
    # Overlays have their legends; a supply line is drawn for the unit in hand.
    legend = t.page.get_by_role("region", name="Overlay", exact=True)
    for key, words in (("1", "zone of control"), ("2", "supply source"), ("9", "line")):
        t.page.keyboard.press(key)
        expect(legend).to_contain_text(words)
        expect(t.page.locator(".rb-tint")).not_to_have_count(0)
    expect(t.page.locator(".rb-line")).to_have_count(1)


def test_a_stack_moves_in_parts_and_makes_a_mobile_assault(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, record=movement())
    # A click opens the stack: all of it, some of it, one of it.
    t.click("1642")
    expect(t.page.locator(".rb-fanned")).to_have_count(3)
    expect(stack(t).get_by_role("listitem")).to_have_count(3)
    expect(row(t, "pg-10")).to_contain_text(re.compile(r"attack \d+, defense \d+, can be chosen"))
    visitor.picture(t.page, "fan")
    t.click_piece("pz-3")
    expect(row(t, "pz-3")).to_contain_text("in hand")
    # It can be put on top of the stack.
    t.answer("top")
    expect(stack(t).get_by_role("listitem").first).to_contain_text("3rd Panzer Division")
    stack(t).get_by_role("button", name="All 2").click()
    for unit in XXIV_CORPS:
        expect(row(t, unit)).to_have_attribute("aria-pressed", "true")
    # One unit is dropped on the way; then everything is taken back, as nothing was revealed.
    t.calm()
    t.play("1543")
    number = t.number
    row(t, "pg-10").click()
    t.past(number)
    t.play("1443")
    expect(t.page.locator('.rb-counter[data-at="1543"]')).to_have_count(1)
    expect(t.page.locator('.rb-counter[data-at="1443"]')).to_have_count(2)
    start = len(SET_UP) + 1
    while t.number > start + 4:
        number = t.number
        t.tool("Undo").click()
        t.past(number)
    expect(t.page.locator('.rb-counter[data-at="1642"]')).to_have_count(3)
    # The assault: the range of odds first, then the units are revealed.
    t.play("1641")
    expect(t.battle).to_contain_text("Mobile assault on 1641")
    expect(t.battle.locator(".odds")).to_have_text(re.compile(r"\d:\d to \d+:\d"))
    expect(t.battle).to_contain_text("Forest, against a mobile assault")
    t.answer("fight")
    assert any("mobile assault on 1641" in line.lower() for line in t.lines())
    expect(t.tool("Undo")).to_be_disabled()


@pytest.mark.soak
def test_a_prepared_assault_reveals_units(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, record=combat())
    hidden = t.page.locator('.rb-counter[data-at="1541"]')
    expect(hidden).to_have_count(2)
    assert hidden.evaluate_all("all => all.map((one) => one.dataset.token)") == ["1541.1", "1541.2"]
    t.play("1541")
    t.click("1441")
    row(t, "pz-17").click()
    expect(row(t, "pz-17")).to_contain_text("in hand")
    one = t.battle.locator(".odds").inner_text()
    t.answer("all")
    expect(t.battle.locator(".odds")).not_to_have_text(one)
    for words in ("untried Rifle Division", r"\d+ against \d+ to \d+", "German momentum on turn 1", "one column right"):
        expect(t.battle).to_contain_text(re.compile(words))
    expect(t.battle.get_by_role("link", name="5.3")).to_be_visible()
    visitor.picture(t.page, "odds")
    t.answer("fight")
    lines = t.lines()
    drawn = [line for line in lines if re.search(r"\d+(st|nd|rd|th) Rifle Division: \d-\d", line)]
    assert len(drawn) == 2, lines
    assert any(line.startswith("Attackers: 17th Panzer Division") for line in lines)


@pytest.mark.soak
def test_a_november_offensive(visitor: Visitor, server: Server) -> None:
    start = position(*OFFENSIVE, turn=4, phase="german-replacement").position()
    made = server.create(game=GAME, german=ME, soviet=LINK, position=start)
    t = sit_down(visitor, server, made, "german")
    t.actor("Declare the November Offensive?")
    t.answer("declare")
    expect(t.tab("Status")).to_contain_text("November Offensive")
    while t.question.locator("[data-action]").count():
        t.answer(next(action for action in t.actions() if action in ("move-first", "done", "pass")))
    soviet = sit_down(visitor, server, made, "soviet")
    expect(soviet.tab("Status")).to_contain_text(re.compile(r"Spoiling attacks.*0 of \d+ units"))
    visitor.picture(soviet.page, "stalin")
    # The week after it, the offensive gives a column.
    execution = position(*OFFENSIVE, turn=5, phase="german-combat", november=4).position()
    t = table(visitor, server, position=execution)
    t.play("1541")
    t.answer("all")
    expect(t.battle).to_contain_text("November Offensive")
    expect(t.battle).to_contain_text("one column right")


@pytest.mark.soak
def test_on_a_phone(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, page=PHONE, record=movement())
    fits = "document.scrollingElement.scrollWidth <= innerWidth"
    t.click("1642")
    expect(t.page.locator(".rb-fanned")).to_have_count(3)
    width = t.counter("pz-3").locator(".rb-face").bounding_box()
    assert width and width["width"] >= 40  # a finger can hit it, though the whole map is shown
    t.click_piece("pz-4")
    expect(row(t, "pz-4")).to_contain_text("in hand")
    assert t.page.evaluate(fits)
    visitor.picture(t.page, "in-hand")
    t.play("1543")
    expect(t.page.locator('.rb-counter[data-at="1543"]')).to_have_count(1)
    t = table(visitor, server, "soviet", page=PHONE, record=record(*SET_UP[:2]))
    brush(t, "Place").tap()
    t.click("0706")
    t.actor("77 RD")
    assert t.page.evaluate(fits)


# The pixels of a picture around each of these points.
PIXELS = """async ([picture, points]) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return points.map(([x, y]) => {
        const { data } = pen.getImageData(Math.round(x) - 2, Math.round(y) - 2, 5, 5);
        return Array.from({ length: data.length / 4 }, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);
    });
}"""


def rivers_at_the_front() -> list[list[str]]:
    """Pairs of hexes that face each other across a river, in the first German Movement Phase."""
    state = ra.record.replay(ra.record.read(movement())).state
    board = ra.game(GAME).manifest()["board"]
    german = int(state.view(None)["territory"]["german"], 16)
    ids = {space["name"]: space["id"] for space in board["spaces"] if "id" in space}
    pairs = [border["between"] for border in board["borders"]["river"]]
    return [[a, b] for a, b in pairs if (german >> ids[a] ^ german >> ids[b]) & 1]


@pytest.mark.soak
def test_a_river_is_seen_along_the_front(visitor: Visitor, server: Server) -> None:
    t = table(visitor, server, record=movement())
    blank = t.page.context.new_page()
    t.tool("Hide counters").click()  # they cover the rest
    for scale in (1, 3):
        ends = [(t.place(a), t.place(b)) for a, b in rivers_at_the_front()]
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ends]
        seen = [(x, y) for x, y in middles if 10 < x < 1000 and 60 < y < 890]
        assert len(seen) > 3
        picture = base64.b64encode(t.page.screenshot()).decode()
        for place, pixels in zip(seen, blank.evaluate(PIXELS, [picture, seen]), strict=True):
            assert any(pixel[2] > pixel[0] + 25 for pixel in pixels), (scale, place)
        t.page.mouse.move(*t.place("1329"))
        t.page.mouse.wheel(0, -480)


@pytest.mark.soak
def test_boxes_losses_and_names(visitor: Visitor, server: Server) -> None:
    """Every counter has its place, and a unit that was revealed its name."""
    start = position({"1019": "inf-5 inf-6"}, {"1120": "2-3:RD 4-3:MRD", "3411": "RD"}, phase="soviet-movement")
    t = table(visitor, server, "soviet", position=start.position())
    t.click("1120")
    expect(stack(t)).to_contain_text("126th Rifle Division")
    expect(stack(t)).to_contain_text("108th Tank Division")
    expect(t.counter("mrd-1").locator(".rb-number")).to_have_text("108")
    # A stack that cannot move may show another unit on top.
    t.answer("arrange")
    t.click_piece("rd-1")
    t.answer("stop")
    expect(stack(t).get_by_role("listitem").first).to_contain_text("126th Rifle Division")
    status = t.tab("Status")
    expect(status).to_contain_text("Guards pool (8)")
    expect(status).to_contain_text("Not yet in play")
    visitor.picture(t.page, "boxes")


@pytest.mark.soak
def test_the_lesson_takes_all_three_at_once(visitor: Visitor, server: Server) -> None:
    """What leads to the goal of a lesson is as good as what its script says."""
    steps: list[Data] = server.get(f"/api/games/{GAME}/tutorial").json()["steps"]
    page = visitor.page(**WIDE)
    page.goto(f"{server.url}/learn")
    page.locator(".card").filter(has_text="Drive on Moscow").get_by_role("button", name="Start").first.click()
    t = Table(page, GAME).ready()
    for step in steps:
        if "advance pz-17" in step.get("do", []):
            break
        if step.get("auto") or not step.get("do"):
            t.coach.get_by_role("button", name="Next").click()
        else:
            for action in step["do"]:
                t.perform(action)
    t.click("1441")
    before = t.number
    stack(t).get_by_role("button", name="All 3").click()
    t.past(before + 2)
    expect(t.coach.get_by_role("heading", level=2)).to_contain_text("An assault")
    # The learner, who has the keys of both sides, is told everything once.
    advances = [line for line in t.lines() if "advances to 1541" in line]
    assert len(advances) == 3 == len(set(advances))
    assert sum("126th Rifle Division is eliminated" in line for line in t.lines()) == 1
