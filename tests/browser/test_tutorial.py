"""The tutorial, from its first step to the last, each done on the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, expect

import rasputitsa

from ..tools import soak
from .conftest import Visitor
from .server import Data, Server
from .table import AREAS, Table

SHORTEST = "blitzkrieg-to-moscow-2"


def wanted(step: Data) -> list[str]:
    actions = step.get("do", [])
    return [actions] if isinstance(actions, str) else actions


def hidden_by_the_small_map(t: Table, step: Data) -> list[str]:
    """What a lesson is about that lies under the small map."""
    small = t.page.locator(".rb-minimap").bounding_box()
    names = [*step.get("show", []), *(action.split()[-1] for action in wanted(step))]
    found = [t.counter(name) for name in names]
    spaces = [
        str(one.get_attribute("data-at")) if one.count() else name for one, name in zip(found, names, strict=True)
    ]
    on_map = [name for name in spaces if name.isdigit() or name in AREAS]
    return [name for name in on_map if small and covers(small, *t.place(name))]


def covers(box: FloatRect, x: float, y: float) -> bool:
    return 0 < x - box["x"] < box["width"] and 0 < y - box["y"] < box["height"]


@pytest.mark.soak
@pytest.mark.parametrize("game", soak.first(1, sorted(rasputitsa.games(), key=SHORTEST.__ne__)))
def test_from_the_first_step_to_the_last(visitor: Visitor, server: Server, game: str) -> None:
    steps: list[Data] = server.get(f"/api/games/{game}/tutorial").json()["steps"]
    page = visitor.page()
    page.goto(server.url)
    page.get_by_role("link", name="Start the tutorial").click()
    for heading in filter(None, (step.get("heading") for step in steps)):
        expect(page.get_by_role("listitem").filter(has_text=heading).first).to_be_visible()
    visitor.picture(page, "learn")
    title = rasputitsa.game(game).title
    page.locator(".card").filter(has_text=title).get_by_role("button", name="Start").first.click()
    t = Table(page, game).ready()
    tried = False
    for number, step in enumerate(steps, 1):
        expect(t.coach).to_contain_text(f"{number} of {len(steps)}")
        if "heading" in step:
            expect(t.coach.get_by_role("heading", level=2)).to_contain_text(step["heading"])
            visitor.picture(page, f"{number}-{re.sub(r'[^a-z]+', '-', step['heading'].lower())}")
        if step.get("overlay"):
            expect(page.locator(".rb-tint")).not_to_have_count(0)
        if step.get("free"):
            break
        assert hidden_by_the_small_map(t, step) == [], number
        left = t.element.bounding_box(), t.map.bounding_box()
        assert left[0] and left[1] and left[0]["x"] == left[1]["x"] == 0
        waits = wanted(step) and not step.get("auto")
        button = t.coach.get_by_role("button", name="Show me" if waits else "Next")
        expect(button).to_be_in_viewport(ratio=1)  # one need not scroll to find out how to go on
        if not waits:
            button.click()
            continue
        verb = wanted(step)[0].split()[0]
        if not tried and verb in ("attack", "battle"):
            # Something else gets a friendly word, and nothing happens.
            other = next(action for action in t.actions() if action.split()[0] == verb and action not in wanted(step))
            before = t.number
            t.click(other.split()[1])
            expect(t.coach).to_contain_text("the lesson asks for something else")
            button.click()
            expect(page.locator(".rb-hint")).not_to_have_count(0)
            assert t.number == before
            tried = True
        for action in wanted(step):
            t.perform(action)
    assert tried
    # The last step leaves the table to the learner, and the lesson is kept in mind.
    expect(t.coach.get_by_role("button", name="Home")).to_be_visible()
    before = t.number
    t.answer(t.actions()[0])
    assert t.number > before
    page.reload()
    t.ready()
    expect(t.coach).to_contain_text(f"{len(steps)} of {len(steps)}")


@pytest.mark.soak
def test_the_small_map_gives_way_to_what_a_lesson_is_about(visitor: Visitor, server: Server) -> None:
    steps: list[Data] = server.get("/api/games/drive-on-moscow/tutorial").json()["steps"]
    page = visitor.page()
    page.goto(f"{server.url}/learn")
    page.locator(".card").filter(has_text="Drive on Moscow").get_by_role("button", name="Start").first.click()
    t = Table(page, "drive-on-moscow").ready()
    goal = next(number for number, step in enumerate(steps) if "attack 1541" in wanted(step))
    for number, step in enumerate(steps[:goal], 2):
        if wanted(step) and not step.get("auto"):
            t.answer(*wanted(step))
        else:
            t.coach.get_by_role("button", name="Next").click()
        expect(t.coach).to_contain_text(f"{number} of ")
    # The learner pulls the map until the first of its hexes would be in the corner of the small map.
    small = page.locator(".rb-minimap").bounding_box()
    assert small
    mouse = page.mouse
    mouse.move(300, 400)
    mouse.wheel(0, -400)  # closer, so that it can be pulled that far
    x, y = t.place("1541")
    mouse.move(300, 400)
    mouse.down()
    mouse.move(300 + small["x"] + 60 - x, 400 + small["y"] + 60 - y, steps=5)
    mouse.up()
    assert covers(small, *t.place("1541"))
    expect(page.locator(".rb-minimap")).to_be_visible()
    assert hidden_by_the_small_map(t, steps[goal]) == []


@pytest.mark.soak
def test_a_server_that_asks_for_a_slower_pace_gets_it(visitor: Visitor, tmp_path: Path) -> None:
    """What the tutorial plays by itself comes faster than some servers allow; all of it arrives."""
    server = Server(tmp_path, commands_per_second=10, commands_at_once=2)
    try:
        steps: list[Data] = server.get("/api/games/battle-for-moscow/tutorial").json()["steps"]
        longest = next(number for number, step in enumerate(steps) if step.get("auto") and len(wanted(step)) > 10)
        page = visitor.page()
        page.goto(f"{server.url}/learn")
        page.locator(".card").filter(has_text="Battle for Moscow").get_by_role("button", name="Start").first.click()
        t = Table(page).ready()
        for number, step in enumerate(steps[: longest + 1], 1):
            expect(t.coach).to_contain_text(f"{number} of {len(steps)}")
            if wanted(step) and not step.get("auto"):
                for action in wanted(step):
                    t.perform(action)
            else:
                t.coach.get_by_role("button", name="Next").click()
        expect(t.coach).to_contain_text(f"{longest + 2} of {len(steps)}")
        done = sum(len(wanted(step)) for step in steps[: longest + 1])
        assert t.number >= done
        page.close()  # or it would try to reconnect while the server stops
    finally:
        visitor.close()
        server.stop()


def test_a_counter_that_waits_beside_the_map_comes_into_sight(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(f"{server.url}/learn")
    page.get_by_role("button", name="Start: Battle for Moscow in twenty minutes").click()
    t = Table(page).ready()
    for number in range(1, 5):
        expect(t.coach).to_contain_text(f"{number} of ")
        t.coach.get_by_role("button", name="Next").click()
    expect(t.coach).to_contain_text("Place the 24th Panzer Corps")
    t.still()
    counter, area = t.counter("24pz").locator(".rb-face").bounding_box(), t.map.bounding_box()
    assert counter and area and counter["width"] > 25
    assert counter["x"] > area["x"] and counter["x"] + counter["width"] < area["x"] + area["width"]


def test_play_this_now_is_against_a_bot_that_means_something(visitor: Visitor, server: Server) -> None:
    """Not against one that moves at random."""
    page = visitor.page()
    page.goto(f"{server.url}/learn")
    page.get_by_role("button", name="Start: Battle for Moscow: the Russian side").click()
    t = Table(page).ready()
    lesson = t.match
    steps = int(t.coach.locator("header .small").inner_text().split()[-1])
    page.evaluate(
        """([match, at]) => {
            const all = JSON.parse(localStorage.getItem("rasputitsa.matches"));
            all.find((one) => one.match === match).place = [at, 0];
            localStorage.setItem("rasputitsa.matches", JSON.stringify(all));
        }""",
        [lesson, steps - 1],
    )
    page.reload()
    t.coach.get_by_role("button", name="Play this now").click()
    page.wait_for_url(lambda url: lesson not in url)
    seats = server.summary(Table(page).ready().match, t.key())["seats"]
    assert (seats["soviet"]["kind"], seats["german"]["kind"], seats["german"]["level"]) == ("person", "bot", "recruit")


def test_the_view_flies_to_what_a_lesson_shows(visitor: Visitor, server: Server) -> None:
    """Also where the map gets another size meanwhile: the legend of an overlay comes and goes."""
    page = visitor.page(moving=True)
    page.goto(f"{server.url}/learn")
    page.get_by_role("button", name="Start: Drive on Moscow: your first pocket").click()
    t = Table(page, "drive-on-moscow").ready()
    for number, shown in (1, "3411"), (2, "1541"), (3, "0937"), (4, "1441"):
        expect(t.coach).to_contain_text(f"{number} of ")
        t.still()
        box = t.map.bounding_box()
        assert box and covers(box, *t.place(shown)), (number, shown)
        t.coach.get_by_role("button", name="Next").click()
