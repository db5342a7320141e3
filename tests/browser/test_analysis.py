"""Analysis: a moment of a replay as a board of one's own, and two lines side by side."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visitor
from .positions import begun, played
from .server import Server
from .table import Table


def test_from_a_replay_to_a_board_of_ones_own_and_back(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(f"{server.url}/learn")
    page.locator(".card").filter(has_text="Battle for Moscow").get_by_role("button", name="Start").first.click()
    lesson = Table(page).ready().match
    page.goto(f"{server.url}/match/{lesson}/replay")
    page.get_by_role("button", name="Analyse").click()
    box = page.get_by_role("dialog")
    box.get_by_label("The dice").select_option("all show 4")
    box.get_by_role("button", name="Open the board").click()
    expect(page).not_to_have_url(f"{server.url}/match/{lesson}/replay")
    t = Table(page).ready()
    assert t.match != lesson
    t.answer("standard")
    t.answer("done")
    page.get_by_role("button", name="Undo").click()
    t.past(2)
    page.goto(f"{server.url}/match/{t.match}/replay?at=1")
    page.get_by_role("button", name="Compare").click()
    lines = page.get_by_role("main").get_by_role("region")
    expect(lines).to_have_count(2)
    expect(lines.nth(1)).to_contain_text("1 of 1")
    expect(lines.nth(1).locator(".rb-counter").first).to_be_visible()
    lines.nth(1).get_by_role("button", name="Back").click()
    expect(lines.nth(1)).to_contain_text("0 of 1")
    visitor.picture(page, "compared")


def test_a_link_to_what_was_taken_back_shows_the_end(visitor: Visitor, server: Server) -> None:
    one = server.create()
    page = visitor.page()
    key = one["keys"]["german"]
    page.goto(f"{server.url}/compare?a={one['match']}&at=0&b={one['match']}&bt=9#{key},{key}")
    lines = page.get_by_role("main").get_by_role("region")
    expect(lines.nth(1)).to_contain_text("0 of 0")


def test_two_lines_look_together_and_show_where_they_differ(visitor: Visitor, server: Server) -> None:
    one, other = server.create(record=begun()), server.create(record=played("attack 0304", "with 41pz"))
    page = visitor.page()
    last = [server.summary(made["match"], made["keys"]["german"])["number"] for made in (one, other)]
    keys = f"{one['keys']['german']},{other['keys']['german']}"
    page.goto(f"{server.url}/compare?a={one['match']}&at={last[0]}&b={other['match']}&bt=20#{keys}")
    lines = page.get_by_role("main").get_by_role("region")
    expect(lines.nth(1)).to_contain_text(f"of {last[1]}")
    maps = page.locator(".compare-map .rb-tint")
    expect(maps.first).to_be_attached()
    where = (
        "() => [...document.querySelectorAll('.rb-play')].map((one) => Math.round(one.getBoundingClientRect().width))"
    )
    left, right = page.evaluate(where)
    assert abs(left - right) <= 2
    lines.nth(1).locator(".rb-stage").hover()
    page.mouse.wheel(0, -600)
    page.wait_for_function(f"before => ({where})().every((width) => width > before + 40)", arg=left)
