"""Clocks as players see them: chosen for a new match, ticking beside the names, run out, claimed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, Visitor
from .server import LINK, ME, Server, bot
from .table import Table

LOW = re.compile(r"\blow\b")


def clock(t: Table, side: str) -> Locator:
    return t.page.locator(f'.clocks [data-side="{side}"]')


def new_match(visitor: Visitor, server: Server) -> Page:
    page = visitor.page()
    page.goto(f"{server.url}/new")
    return page


def test_a_live_clock_is_chosen_and_ticks(visitor: Visitor, server: Server) -> None:
    page = new_match(visitor, server)
    page.get_by_role("textbox", name="Your name").fill("Anna")
    page.locator("#seat-soviet-bot + label").click()
    choice = page.get_by_role("group", name="Clock", exact=True)
    choice.get_by_text("Minutes a side").click()
    choice.get_by_label("minutes for each side").fill("45")
    choice.get_by_label("seconds more at each turn").fill("20")
    visitor.picture(page, "new")
    page.get_by_role("button", name="Start match").click()
    t = Table(page).ready()
    own = clock(t, "german")
    expect(own).to_contain_text("Anna")
    expect(own).to_have_class(re.compile(r"\brunning\b"))
    expect(own.get_by_role("timer")).to_have_text(re.compile(r"^45:1\d$"))  # it ticks by itself
    expect(own.get_by_role("timer")).to_have_attribute(
        "aria-label", re.compile(r"^German clock: 45 minutes 1\d seconds$")
    )
    expect(own.get_by_role("timer")).not_to_have_class(LOW)
    expect(clock(t, "soviet")).to_contain_text("no clock")
    expect(t.tab("Players")).to_contain_text("Clock: 45 minutes a side + 20 seconds a turn.")
    visitor.picture(page, "match")
    page.goto(f"{server.url}/")
    expect(page.locator(".match-list")).to_contain_text(
        re.compile(r"45 minutes a side \+ 20 seconds a turn: 4\d:\d\d left")
    )


@pytest.mark.soak
def test_a_correspondence_clock_waits_for_the_guest(visitor: Visitor, server: Server) -> None:
    page = new_match(visitor, server)
    choice = page.get_by_role("group", name="Clock", exact=True)
    choice.get_by_text("Days a turn").click()
    choice.get_by_label("days for each turn").fill("2")
    page.get_by_role("button", name="Start match").click()
    invitation = page.locator(".link-line", has_text="Invite the").locator("input").first.input_value()
    page.get_by_role("button", name="Go to the match").click()
    t = Table(page).ready()
    expect(clock(t, "german").get_by_role("timer")).to_have_text("2 d 0 h")
    expect(t.page.locator(".clocks")).to_contain_text("The clock starts when both seats are taken.")
    guest = visitor.page(**PHONE)
    guest.goto(invitation)
    other = Table(guest).ready()
    for table in (t, other):
        expect(clock(table, "german")).to_have_class(re.compile(r"\brunning\b"))
        expect(clock(table, "german").get_by_role("timer")).to_have_text("1 d 23 h")
        expect(clock(table, "soviet").get_by_role("timer")).to_have_text("2 d 0 h")
        expect(table.page.locator(".clocks p")).to_have_count(0)
    visitor.picture(guest, "phone")
    guest.goto(f"{server.url}/")
    expect(guest.locator(".match-list")).to_contain_text("2 days a turn: 1 d 23 h left")


@pytest.mark.soak
def test_a_win_is_claimed_when_the_time_has_run_out(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, clock={"kind": "live", "minutes": 0.05})
    german = visitor.table(server, made["match"], made["keys"]["german"])
    soviet = visitor.table(server, made["match"], made["keys"]["soviet"])
    late = clock(soviet, "german").get_by_role("timer")
    expect(late).to_have_class(LOW)  # in the last tenth
    expect(late).to_have_text("0:00")
    expect(soviet.page.locator("[aria-live=assertive]")).to_have_text("The German player's time has run out.")
    expect(german.page.locator("[aria-live=assertive]")).to_have_text("Your time has run out.")
    claim = soviet.page.get_by_role("button", name="Claim the win")
    expect(claim).to_be_visible()
    expect(german.page.get_by_role("button", name="Claim the win")).to_have_count(0)
    visitor.picture(soviet.page, "claim")
    claim.click()
    dialog = soviet.page.get_by_role("dialog", name="Claim the win?")
    dialog.get_by_role("button", name="Claim the win").click()
    for table in (german, soviet):
        table.over()
        expect(table.result).to_contain_text("The German player's time ran out.")
        expect(table.page.locator(".claim")).to_have_count(0)
    assert "soviet claims the win on time" in server.record(made["match"], made["spectators"])
    visitor.picture(soviet.page, "over")


@pytest.mark.soak
def test_a_bot_that_comes_too_late_does_not_take_the_claim_away(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, clock={"kind": "live", "minutes": 0.05})
    german = visitor.table(server, made["match"], made["keys"]["german"])
    soviet = visitor.table(server, made["match"], made["keys"]["soviet"])
    claim = soviet.page.get_by_role("button", name="Claim the win")
    expect(claim).to_be_visible()
    players = german.tab("Players")
    players.get_by_text("Let a bot play for me").click()
    players.locator("details[open]").get_by_role("button").click()
    expect(players.get_by_role("button", name="Remove the bot")).to_be_visible()
    expect(soviet.tab("Players")).to_contain_text("bot")
    expect(clock(soviet, "german").get_by_role("timer")).to_have_text("0:00")
    expect(claim).to_be_visible()


@pytest.mark.soak
def test_the_opponent_may_play_on_instead(table: Callable[..., Table]) -> None:
    """At one screen: the side that is late moves, and its opponent plays on."""
    t = table(clock={"kind": "live", "minutes": 0.05, "increment": 600})
    expect(clock(t, "german").get_by_role("timer")).to_have_text(re.compile(r"^10:0\d$"))
    t.answer("standard")
    expect(clock(t, "german")).to_have_class(re.compile(r"\brunning\b"))
    expect(t.page.get_by_role("button", name="Claim the win")).to_have_count(0)


def test_a_match_without_a_clock_shows_none(table: Callable[..., Table]) -> None:
    t = table(german=ME, soviet=bot("recruit"), sit="german")
    expect(t.page.locator(".clocks")).to_be_hidden()
