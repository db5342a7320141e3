"""A log that is longer than a page: its end comes first, the rest when somebody needs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Visitor
from .server import LINK, ME, Data, Server
from .table import Table

GOLDEN = Path(__file__).parents[1] / "golden" / "battle-for-moscow.1.v2.record"
PAGE = 30
EARLIER = "Show earlier entries"


def record() -> str:
    """A recruit's match up to the German turn after a long Russian one."""
    before, _, _ = GOLDEN.read_text().partition("## Turn 3, German Panzer Movement Phase")
    assert before.count("\n") > 3 * PAGE
    return before


@pytest.fixture(scope="module")
def paging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("paging"), log_entries_at_once=PAGE)
    yield running
    running.stop()


def sit(visitor: Visitor, server: Server, made: Data, **options: object) -> Table:
    return visitor.table(server, made["match"], made["keys"]["german"], **options)


def earlier(t: Table) -> Locator:
    return t.page.get_by_role("button", name=EARLIER)


def test_the_log_grows_upwards_as_it_is_read(visitor: Visitor, server: Server, paging: Server) -> None:
    whole = sit(visitor, server, server.create(ME, LINK, record=record()))
    t = sit(visitor, paging, paging.create(ME, LINK, record=record()))
    lines = whole.lines()
    expect(earlier(whole)).to_have_count(0)
    newest = t.lines()
    assert newest == lines[-len(newest) :] and len(newest) < len(lines) / 2
    visitor.picture(t.page)
    # What is read stays where it is while earlier lines come in above it.
    count = "() => document.querySelectorAll('.log li .line').length"
    earlier(t).click()
    t.page.wait_for_function(f"{count} > {len(newest)}")
    log, now = t.page.locator(".log"), t.lines()
    log.evaluate("log => { log.scrollTop = 50; }")
    t.page.wait_for_function(f"{count} > {len(now)}")
    read, every = next(index for index, text in enumerate(now) if text) + 1, t.page.locator(".log li .line")
    line, frame = every.nth(every.count() - len(now) + read).bounding_box(), log.bounding_box()
    assert line and frame and frame["y"] <= line["y"] <= frame["y"] + frame["height"]
    # So it does for a reader who has asked for earlier lines and gone elsewhere before they come.
    now = t.lines()
    place = "log => log.scrollHeight - log.scrollTop"
    below = log.evaluate(
        f"log => {{ log.querySelector('.earlier').click(); log.scrollTop = 200; return ({place})(log); }}"
    )
    t.page.wait_for_function(f"{count} > {len(now)}")
    t.still()
    assert abs(log.evaluate(place) - below) < 2
    while earlier(t).count():
        before = len(t.lines())
        t.page.evaluate("document.querySelector('.earlier')?.click()")  # reading on may have fetched the rest by now
        t.page.wait_for_function(f"() => ({count})() > {before} || !document.querySelector('.earlier')")
    assert t.lines() == lines
    # It goes on as ever.
    number = t.number
    t.answer(t.actions()[0])
    t.past(number)
    t.tool("Undo").click()
    t.at(number)
    assert t.lines() == lines


@pytest.mark.soak
def test_the_look_back_gets_what_it_lacks(visitor: Visitor, server: Server, paging: Server) -> None:
    told = []
    for where in (server, paging):
        t = sit(visitor, where, where.create(ME, LINK, record=record()))
        t.tool("Last enemy turn").click()
        seen = t.page.get_by_role("region", name="The last enemy turn")
        told.append(seen.inner_text())
    assert told[0] == told[1] and "units moved" in told[0]


@pytest.mark.soak
def test_a_units_history_looks_further_back(visitor: Visitor, paging: Server) -> None:
    t = sit(visitor, paging, paging.create(ME, LINK, record=record()))
    t.page.mouse.click(*t.middle("24pz"), button="right")
    card = t.page.get_by_role("region", name="This space")
    further = card.get_by_role("button", name="Look further back")
    while further.count():
        further.click()
        t.still()
    expect(card).to_contain_text("sets up in")


@pytest.mark.soak
def test_a_replay_has_the_whole_log(visitor: Visitor, server: Server, paging: Server) -> None:
    counts = []
    for where in (server, paging):
        made = where.create(ME, LINK, record=record())
        page = visitor.page()
        page.goto(f"{where.url}/match/{made['match']}/replay#{made['keys']['german']}")
        expect(page.locator(".log li .line").first).to_be_attached()
        counts.append(page.locator(".log li .line").all_inner_texts())
    assert counts[0] == counts[1] and len(counts[0]) > PAGE
