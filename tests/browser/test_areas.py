"""A made-up map of areas with polygons and boxes, drawn and played on by the same board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..web import board_page
from .conftest import Visitor


@pytest.fixture(scope="module")
def pages() -> Iterator[str]:
    serving = board_page.serve()
    Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_address[1]}/"
    serving.shutdown()
    serving.server_close()


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a space is on the screen."""
    find = """(name) => {
        const [x, y] = board.viewport.toScreen(...board.layout.places.get(name).centre);
        const box = document.querySelector(".rb-stage").getBoundingClientRect();
        return [x + box.left, y + box.top];
    }"""
    x, y = page.evaluate(find, name)
    return x, y


def heard(page: Page, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("kind => events.filter((one) => one.type === kind)", kind)
    return found


def test_areas_and_boxes(visitor: Visitor, pages: str) -> None:
    data: dict[str, Any] = json.loads(board_page.data("areas"))
    spaces = data["manifest"]["board"]["spaces"]
    assert {space["kind"] for space in spaces} == {"area", "box"}
    assert any(len(space["outline"]) > 6 for space in spaces)
    page = visitor.page()
    page.goto(pages + "?data=areas")
    expect(page.locator("body[data-ready=yes]")).to_be_visible()
    expect(page.locator(".rb-counters [data-token]")).to_have_count(len(data["view"]["tokens"]))
    expect(page.locator(".rb-lit-space")).to_have_count(len(data["offers"]))
    for title in ("Rzhev", "Moskva", "Western staging", "Staging area"):
        expect(page.locator("svg text").filter(has_text=title).first).to_be_visible()
    visitor.picture(page)
    # Every space is found where it is drawn, areas and boxes alike.
    for space in spaces:
        where = "name => { const [x, y] = board.layout.places.get(name).centre; return board.layout.at(x, y)?.name; }"
        assert page.evaluate(where, space["name"]) == space["name"]
    # A lit area is chosen by mouse and by keyboard.
    page.mouse.click(*middle(page, "9"))
    assert heard(page, "choose")[-1]["space"] == "9" and heard(page, "choose")[-1]["lit"]
    page.locator(".rb-board").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert heard(page, "choose")[-1]["lit"]
    page.evaluate(
        "board.overlay({'1': {badge: '2', note: '', tone: 'german'}, 'west': {badge: '', note: '', tone: 'bad'}})"
    )
    expect(page.locator(".rb-tint")).to_have_count(2)
    page.evaluate("board.path(['1', '7', '8'])")
    expect(page.locator(".rb-path")).to_have_count(1)
