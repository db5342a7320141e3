"""Warnings beside the button that ends something: the grave ones are asked about once more, all are lit on the map."""

from __future__ import annotations

from playwright.sync_api import expect

from ..moscow_41.helpers import position
from .conftest import Visitor
from .drive import GAME as DRIVE
from .drive import SET_UP, record
from .server import LINK, ME, Server, bot
from .table import Table

GAME = "moscow-41"
OPEN = "G-2Pg-24 89, G-W-42 89, S-STALIN 63, S-HQW 70, S-W-16A 79"


def test_a_grave_warning_is_asked_about_once_more(visitor: Visitor, server: Server) -> None:
    state = position("impulse", OPEN)
    made = server.create(game=GAME, german=ME, soviet=LINK, position=dict(state.position()))
    t = Table(visitor.page(viewport={"width": 1440, "height": 900}), GAME)
    t.open(server.url, made["match"], made["keys"]["german"])
    warning = t.page.locator(".warning.grave")
    expect(warning).to_contain_text("Smolensk is empty, and Soviet blocks can reach it: you would lose at once.")
    warning.hover()
    expect(t.page.locator(".rb-pointed")).to_have_count(1)
    number = t.number
    t.page.get_by_role("button", name="Pass").click()
    expect(t.page.get_by_role("button", name="Pass: sure?")).to_be_visible()
    assert t.number == number
    t.page.get_by_role("button", name="Pass: sure?").click()
    t.past(number)


def test_a_town_that_a_natural_move_leaves_open_is_grave(visitor: Visitor, server: Server) -> None:
    """4.4: the garrison of Toropets joins the front on turn 1: the phase does not end by Enter, nor by one click."""
    made = server.create(
        game=DRIVE, german=ME, soviet=LINK, record=record(*SET_UP, "move-first", "unit inf-102", "move 0802")
    )
    t = Table(visitor.page(viewport={"width": 1440, "height": 900}), DRIVE)
    t.open(server.url, made["match"], made["keys"]["german"])
    if t.offers("stop").count():
        t.answer("stop")
    warning = t.page.locator(".warning.grave")
    expect(warning).to_contain_text("Toropets is empty, and Soviet units can reach it: you would lose at once.")
    warning.focus()
    expect(t.page.locator(".rb-pointed").first).to_be_attached()
    number = t.number
    t.page.keyboard.press("Enter")
    end = t.page.get_by_role("button", name="End the phase")
    expect(end.locator("kbd")).to_have_count(0)
    end.click()
    expect(t.page.get_by_role("button", name="End the phase: sure?")).to_be_visible()
    assert t.number == number


LOGISTICS = "G-HITLER rastenburg 2, G-HQ2P 90 2, G-2Pg-24 90 3, S-STALIN 63, S-HQW 70"


def test_choices_say_what_they_cost_and_no_harmful_one_is_the_default(visitor: Visitor, server: Server) -> None:
    """7.0, 7.2.2: remarks stand on the buttons; with points left Enter does not end the regeneration."""
    state = position("logistics", LOGISTICS, month="August", initiative="soviet")
    made = server.create(game=GAME, german=ME, soviet=LINK, position=dict(state.position()))
    t = Table(visitor.page(viewport={"width": 1280, "height": 800}), GAME)
    t.open(server.url, made["match"], made["keys"]["german"])
    pause = t.page.get_by_role("button", name="Logistics Pause")
    expect(pause).to_contain_text("Hitler goes from 2 to 4")
    expect(t.page.get_by_role("button", name="Activate the leader")).to_contain_text("points for HQs")
    t.answer("leader")
    done = t.page.get_by_role("button", name="No more regeneration")
    expect(t.page.locator(".warning.costly")).to_contain_text("1 block could still use")
    expect(done).not_to_have_class("primary")
    expect(done.locator("kbd")).to_have_count(0)
    t.answer("restore G-HQ2P", "restore G-HQ2P")
    expect(done.locator("kbd")).to_have_text("Enter")


def test_attrition_is_listed_and_marked(visitor: Visitor, server: Server) -> None:
    """9.3: a block surrenders when the impulse ends: there is a list of it, and a sign on the map."""
    state = position("command", "G-2Pg-24 90, G-W-42 62 1, S-STALIN 63, S-HQW 70", kind="pass", isolated=["G-W-42"])
    made = server.create(game=GAME, german=ME, soviet=LINK, position=dict(state.position()))
    t = Table(visitor.page(viewport={"width": 1280, "height": 800}), GAME)
    t.open(server.url, made["match"], made["keys"]["german"])
    expect(t.page.locator(".warning").filter(has_text="surrender: 1")).to_be_visible()
    t.answer("done")
    toll = t.page.get_by_role("region", name="Losses without a battle")
    expect(toll).to_contain_text("surrenders in 62")
    expect(t.page.locator(".rb-recap > *")).to_have_count(1)
    toll.get_by_role("button", name="Close").click()
    expect(toll).to_be_hidden()


def test_own_draws_are_one_line(visitor: Visitor, server: Server) -> None:
    """5.0: several blocks that the viewer draws are told in one line of the log."""
    state = position(
        "impulse", "G-HITLER rastenburg, G-2Pg-24 pool, G-2Pg-46 pool, G-2Pg-47 pool, S-STALIN 63, S-HQW 70"
    )
    made = server.create(game=GAME, german=ME, soviet=bot("random"), position=dict(state.position()))
    t = Table(visitor.page(viewport={"width": 1280, "height": 800}), GAME)
    t.open(server.url, made["match"], made["keys"]["german"])
    expect(t.page.get_by_role("button", name="Strategic Impulse: reinforcements")).to_contain_text("Initiative Disc")
    t.answer("reinforce", "call 3")
    drawn = [line for line in t.lines() if line.startswith("Drawn: ")]
    assert len(drawn) == 1 and drawn[0].count("Panzer Corps") == 3
