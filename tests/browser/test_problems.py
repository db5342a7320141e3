"""Problems: listed, played, judged, tried again."""

from __future__ import annotations

from playwright.sync_api import expect

import rasputitsa
from rasputitsa.match import puzzles

from .conftest import Visitor
from .server import Server
from .table import Table

GAME = "battle-for-moscow"


def test_a_problem_is_failed_tried_again_and_solved(visitor: Visitor, server: Server) -> None:
    puzzle = puzzles.puzzles(rasputitsa.game(GAME))["the-open-gate"]
    page = visitor.page()
    page.goto(server.url)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Problems").click()
    visitor.picture(page, "list")
    page.get_by_role("button", name=f"Play: {puzzle.title}").click()
    t = Table(page, GAME).ready()
    box = page.get_by_role("region", name="Problem")
    expect(box).to_contain_text(puzzle.say)
    for action in puzzle.wrong:
        t.answer(action)
    expect(box.locator(".verdict")).to_have_text("Not solved. The goal was not reached in time.")
    box.get_by_role("button", name="Try again").click()
    expect(box.locator(".verdict")).to_have_count(0)
    t = Table(page, GAME).ready()
    for action in puzzle.solution:
        t.answer(action)
    expect(box.locator(".verdict")).to_have_text("Solved.")
    expect(box.get_by_role("button", name="Next problem")).to_be_visible()
    visitor.picture(page, "solved")
    box.get_by_role("button", name="All problems").click()
    expect(page.get_by_role("listitem").filter(has_text=puzzle.title)).to_contain_text("solved")
