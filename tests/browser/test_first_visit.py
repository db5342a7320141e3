"""Somebody comes for the first time, and reads nothing but the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visitor
from .server import Server
from .table import Table, start


def test_a_few_sentences_and_one_click(visitor: Visitor, server: Server) -> None:
    page = visitor.page(moving=True)
    page.goto(server.url)
    lead = page.locator(".lead")
    expect(lead).to_be_visible()
    assert len(re.findall(r"[.?!](?:\s|$)", lead.inner_text())) <= 3
    visitor.picture(page, "home")
    start(page, "German").click()
    table = Table(page).ready()
    assert re.search(r"/match/[\w-]+$", page.url), "the key is not in the address"
    expect(page).to_have_title(re.compile("^● Your move: Set-up"))
    visitor.picture(page, "set-up")
    table.answer("standard")
    table.answer("done")  # the set-up; turn 1 begins with combat
    table.answer("done")
    table.actor("Choose the next unit to move")
    # The computer answers: its turn passes over the screen, and can be skipped.
    before = table.number
    table.answer("done")
    skip = page.get_by_role("button", name="Skip")
    expect(skip.or_(page.get_by_text("is thinking"))).to_be_visible()
    visitor.picture(page, "the-computer-moves")
    if skip.is_visible():
        page.keyboard.press("Enter")
    expect(table.question).to_contain_text("your move")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 2, German")
    assert table.number > before + 1
    assert any("Russian" in line for line in table.lines())
    # The match is on the first page, and goes on from there.
    page.get_by_role("link", name="Home").click()
    mine = page.get_by_role("region", name="My matches")
    expect(mine).to_contain_text("Your turn")
    visitor.picture(page, "my-matches")
    mine.get_by_role("link", name=re.compile("Continue")).click()
    assert Table(page).ready().number == table.number


@pytest.mark.soak
def test_the_bot_moves_first(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)
    card = page.get_by_role("region", name="Battle for Moscow", exact=True)
    card.get_by_label("Opponent:").select_option("random")
    start(page, "Russian").click()
    table = Table(page).ready()
    expect(table.question).to_contain_text("your move")
    assert any(line.startswith("The German") or "Corps" in line for line in table.lines())


def test_a_wrong_address(visitor: Visitor, server: Server) -> None:
    # The browser notes what the server refused, and that the page then gave up the connection that it had begun.
    visitor.expected = ["404", "403", "401", "WebSocket is closed before the connection is established"]
    page = visitor.page()
    page.goto(server.url + "/match/nothing#wrong")
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    page.get_by_role("link", name="Home").click()
    expect(start(page, "German")).to_be_visible()
    made = server.create()
    page.goto(f"{server.url}/match/{made['match']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("You do not have access to this match")
    visitor.picture(page)
