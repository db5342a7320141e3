"""The server goes away, by a kill, and comes back: pages find it again by themselves, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import rasputitsa as ra

from ..tools import soak
from .conftest import Visitor
from .positions import begun
from .server import ME, Server, bot

REFUSED = [
    "WebSocket connection to .* failed",
    "ERR_CONNECTION_REFUSED",
    "Failed to load resource",
    "Failed to fetch dynamically imported module",
]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.mark.soak
def test_killed_and_started_again(visitor: Visitor, mortal: Server) -> None:
    visitor.expected = REFUSED
    made = mortal.create(ME, bot("recruit"), record=begun())
    key = made["keys"]["german"]
    t = visitor.table(mortal, made["match"], key)
    t.answer("attack 0508", "with 24pz", "with 47pz")
    number, asked = t.number, t.asked
    mortal.kill()
    banner = t.page.get_by_text("Connection lost. Reconnecting")
    expect(banner).to_be_visible()
    visitor.picture(t.page, "offline")
    # What is answered now is sent when the server is back, and played once.
    t.offers("declare").click()
    assert t.number == number
    mortal.start()
    t.at(number + 1)
    expect(banner).to_be_hidden()
    t.actor("Declare another attack")
    assert asked != t.asked
    assert [line.action for line in ra.record.read(mortal.record(made["match"], key)).lines][-1] == "declare"
    # Again, in the middle of the computer's turn; the match goes on elsewhere too.
    t.answer("done")
    while not t.where.startswith("Turn 1, German Movement"):
        t.answer(t.actions()[-1])
    before = t.number
    t.offers("done").click()
    t.question.locator(".sure").click()
    expect(t.page.get_by_role("heading", level=1)).to_contain_text(re.compile("Russian|Turn 2"))
    mortal.kill()
    mortal.start()
    expect(t.page.get_by_role("heading", level=1)).to_contain_text("Turn 2")
    expect(t.question).to_contain_text("your move")
    assert t.number > before
    other = visitor.table(mortal, made["match"], key)
    assert other.number == t.number
    assert other.asked == t.asked
    assert other.lines() == t.lines()
    for piece in ("24pz", "57pz", "7ak"):
        assert other.middle(piece) == t.middle(piece)
    other.answer(other.actions()[-1])
    t.at(other.number)


@pytest.mark.parametrize("spaces", soak.less(["0508"], ["0302", "0303", "0508"]))
def test_what_was_acknowledged_is_kept(visitor: Visitor, mortal: Server, spaces: list[str]) -> None:
    visitor.expected = REFUSED
    made = mortal.create(record=begun())
    keys = list(made["keys"].values())
    t = visitor.table(mortal, made["match"], *keys)
    for space in spaces:
        t.answer(f"attack {space}")
        t.answer(t.actions()[-1], "declare")
        number = t.number
        mortal.kill()  # the moment the last of them was shown
        mortal.start()
        assert mortal.summary(made["match"], keys[0])["number"] == number
    t.page.reload()
    t.ready()
    t.at(number)
    expect(t.page.locator(".rb-arrow")).to_have_count(len(spaces))


def test_no_network(visitor: Visitor, mortal: Server) -> None:
    visitor.expected = [*REFUSED, "ERR_INTERNET_DISCONNECTED"]
    made = mortal.create()
    t = visitor.table(mortal, made["match"], *made["keys"].values())
    t.page.context.set_offline(True)
    banner = t.page.get_by_text("Connection lost. Reconnecting")
    expect(banner).to_be_visible()
    t.page.context.set_offline(False)
    expect(banner).to_be_hidden()
    t.answer("standard")


def test_first_page_without_a_server(visitor: Visitor, mortal: Server) -> None:
    visitor.expected = REFUSED
    page = visitor.page()
    page.goto(mortal.url + "/rules/battle-for-moscow")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Battle for Moscow")
    mortal.kill()
    page.get_by_role("link", name="New match").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("A part of this page could not be loaded.")).to_be_visible()
    mortal.start()
    page.reload()
    expect(page.get_by_label("Your name")).to_be_visible()


@pytest.mark.soak
def test_tables_of_two_people(visitor: Visitor, mortal: Server) -> None:
    visitor.expected = REFUSED
    made = mortal.create()
    german = visitor.table(mortal, made["match"], made["keys"]["german"])
    russian = visitor.table(mortal, made["match"], made["keys"]["soviet"])
    german.answer("standard", "done", "done")
    mortal.kill()
    for t in (german, russian):
        expect(t.page.get_by_text("Connection lost")).to_be_visible()
    mortal.start()
    for t in (german, russian):
        expect(t.page.get_by_text("Connection lost")).to_be_hidden()
    german.answer("done")
    russian.at(german.number)
    expect(russian.question).to_contain_text("your move")
