"""Matches that begin somewhere else: with a position that was pasted, or with a moment of another match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import rasputitsa as ra
from rasputitsa.core.positions import to_text

from .conftest import Visitor
from .positions import GAME, begun
from .scripts import GAME as CARD_GAME
from .scripts import reactions
from .server import Server
from .table import Table


@pytest.mark.soak
def test_play_on_from_a_moment_of_a_replay(visitor: Visitor, server: Server) -> None:
    made = server.create(record=begun())
    t = visitor.table(server, made["match"], *made["keys"].values())
    t.play("0508", "24pz")
    t.answer("declare", "done")  # the die falls
    page = t.page
    fought = t.number
    t.tab("Players").get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_have_value(str(fought))
    # Back to the moment before the attack was declared.
    before = len(ra.record.read(begun()).lines)
    slider.fill(str(before))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 1, German Combat Phase")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text("Turn 1, German Combat Phase")
    visitor.picture(page)
    dialog.get_by_role("button", name="Start match").click()
    again = Table(page).ready()
    assert again.match != made["match"]
    assert again.number == 0
    again.actor("Declare your attacks")
    again.play("0507", "46pz")
    expect(again.battle).to_contain_text("46th Panzer Corps")
    # The other match is as it was, and the record of the new one holds its beginning.
    assert server.summary(made["match"], made["keys"]["german"])["number"] == fought
    assert re.search(r"^position\.", server.record(again.match, again.key()), re.M)


def test_a_game_that_hides_things_is_played_on_only_after_its_end(visitor: Visitor, server: Server) -> None:
    made = server.create(game=CARD_GAME, record=reactions())
    page = visitor.page()
    page.goto(f"{server.url}/match/{made['match']}/replay#{made['keys']['german']}")
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)


def test_a_position_is_pasted(visitor: Visitor, server: Server) -> None:
    match = ra.record.replay(ra.record.read(begun()))
    text = to_text(match.state.position())
    page = visitor.page()
    page.goto(server.url + "/new?record")
    page.get_by_label("Game", exact=True).select_option(label=ra.game(GAME).title)
    page.get_by_role("group", name="Russian").get_by_text("Me").click()
    field = page.get_by_label("or paste it here")
    field.fill(text.replace("24pz", "99pz"))
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("alert").filter(has_text="99pz")).to_be_visible()
    field.fill(text)
    visitor.expected = ["400", "422"]  # the browser notes what the server refused
    page.get_by_role("button", name="Start match").click()
    t = Table(page).ready()
    t.actor("Declare your attacks")
    assert t.number == 0


def test_each_option_says_what_it_changes(visitor: Visitor, server: Server) -> None:
    page = visitor.page(viewport={"width": 390, "height": 844})
    page.goto(server.url + "/new")
    for game in map(ra.game, (GAME, CARD_GAME)):
        page.get_by_label("Game", exact=True).select_option(label=game.title)
        for option in game.options:
            expect(page.get_by_label(option.title, exact=True)).to_have_accessible_description(option.text)
            expect(page.get_by_text(option.text, exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    visitor.picture(page)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_start_of_a_match_is_in_sight(visitor: Visitor, server: Server, width: int, height: int) -> None:
    """However many options a game has: also before one scrolls."""
    page = visitor.page(viewport={"width": width, "height": height})
    page.goto(f"{server.url}/new")
    expect(page.get_by_role("group", name="Options")).to_be_visible()
    expect(page.get_by_role("button", name="Start match")).to_be_in_viewport(ratio=1)
