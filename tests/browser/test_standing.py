"""How it stands: an estimate above the map for those who want it, and for nobody else."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Visitor
from .positions import begun
from .server import LINK, ME, Server, bot
from .table import Table
from .test_moscow_41 import GAME, before, sit


def test_it_is_shown_to_those_who_want_it(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, bot("random"), record=begun())
    key = made["keys"]["german"]
    plain = Table(visitor.page(), "battle-for-moscow").open(server.url, made["match"], key)
    t = Table(visitor.page(settings={"standing": True}), "battle-for-moscow").open(server.url, made["match"], key)
    shown = t.page.locator(".glance .standing button")
    expect(shown).to_have_accessible_name(re.compile(r"^How it stands: German \d+%, Russian \d+%$"))
    visitor.picture(t.page)
    shown.click()
    dialog = t.page.get_by_role("dialog", name="How it stands")
    expect(dialog).to_contain_text("give or take")
    expect(plain.page.locator(".glance .standing")).to_be_hidden()


def test_the_other_player_at_the_screen_finds_nothing_of_it(visitor: Visitor, server: Server) -> None:
    made = server.create(game=GAME, position=before("german"))
    t = sit(visitor, server, made, "german", "soviet", settings={"standing": True})
    t.take_over("German")
    shown = t.page.locator(".glance .standing")
    expect(shown).to_be_visible()
    t.answer("pass", "unit G-2Pg-24")
    t.offers("move 100").click()
    expect(t.cover).to_contain_text("Hand over to the Soviet player")
    assert not shown.count() or not shown.inner_html()


def test_nobody_is_told_in_a_match_with_clocks_against_a_person(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, record=begun(), clock={"kind": "live", "minutes": 10, "increment": 20})
    t = Table(visitor.page(settings={"standing": True})).open(server.url, made["match"], made["keys"]["german"])
    t.page.wait_for_timeout(2000)  # it would be asked after 800
    expect(t.page.locator(".glance .standing")).to_be_hidden()
