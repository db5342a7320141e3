"""The log and the replay: one line a move, the set-up folded, the line of the position that is shown."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from . import drive
from .conftest import PHONE, Visitor
from .positions import begun, late
from .server import Server
from .table import Table

GOLDEN = Path(__file__).parents[1] / "golden"
IN_SIGHT = """(line) => {
    if (!line) return false;
    const { top, bottom } = line.getBoundingClientRect(), log = line.closest(".log").getBoundingClientRect();
    return top >= log.top && bottom <= log.bottom;
}"""


# What is above the log grows with its next line.
GROW = """() => {
    const grow = () => { document.querySelector(".question").style.minHeight = "420px"; };
    new MutationObserver(grow).observe(document.querySelector(".log"), { childList: true, subtree: true });
}"""


def in_sight(page: Page) -> None:
    """The marked line of the log can be seen."""
    page.wait_for_function(f"() => ({IN_SIGHT})(document.querySelector('.log .here'))")


def test_a_move_is_one_line_and_the_set_up_is_folded(table: Callable[..., Table]) -> None:
    t = table(record=begun())
    t.answer("done", "unit 12ak", "move 0105", "move 0104")
    log = t.tab("Log")
    moves = log.locator(".event-move .line")
    expect(moves).to_have_text(["12th Corps: 0106 to 0104"])
    # A move that is taken back leaves no line.
    t.answer("stop", "back 12ak")
    expect(moves).to_have_count(0)
    set_up = log.locator("details.set-up")
    expect(set_up.get_by_text("sets up in 0201")).to_be_hidden()
    set_up.locator("summary").click()
    expect(set_up.get_by_text("sets up in 0201")).to_be_visible()


@pytest.mark.soak
def test_what_happens_again_and_again_is_one_line(visitor: Visitor, server: Server) -> None:
    whole = (GOLDEN / "moscow-41.1.v1.record").read_text()
    first, _, _ = whole.partition("## August, German impulse")
    made = server.create(game="moscow-41", record=first)
    t = visitor.table(server, made["match"], made["keys"]["german"])
    lines = t.lines()
    drawn = [line for line in lines if line.startswith("A Soviet block is drawn from the pool.")]
    assert "A Soviet block is drawn from the pool. ×10" in drawn
    assert not any(one == next for one, next in pairwise(lines) if one in drawn)


@pytest.mark.soak
def test_the_line_of_a_stack_says_how_many_moved(visitor: Visitor, server: Server) -> None:
    moves = ("move-first", "unit pz-3", "all", "move 0544", "move 0443")
    made = server.create(game="drive-on-moscow", record=drive.record(*drive.SET_UP, *moves))
    t = visitor.table(server, made["match"], made["keys"]["german"])
    three = "3rd Panzer Division, 4th Panzer Division, 10th Panzer Grenadier Division"
    assert t.lines()[-1] == f"{three}: 1642 to 0443"
    text = """async ([game, event]) => {
        const [{ LogPanel }, { Manifest }] = [await import("/web/panels/log.js"), await import("/web/manifest.js")];
        const manifest = new Manifest(await (await fetch("/api/games/" + game)).json());
        return LogPanel.prototype.textOf.call({ manifest, movers: LogPanel.prototype.movers }, event);
    }"""
    tokens = [{"token": name} for name in ("pz-3", "pz-4", "inf-8", "")]
    event = {"kind": "move", "spaces": ["1642", "0443"], "tokens": tokens}
    assert t.page.evaluate(text, [drive.GAME, event]) == "3rd Panzer Division and 3 other units: 1642 to 0443"


@pytest.mark.soak
def test_the_set_up_of_several_phases_is_folded_together(visitor: Visitor, server: Server) -> None:
    made = server.create(game="drive-on-moscow", record=drive.record(*drive.SET_UP[:5]))
    t = visitor.table(server, made["match"], made["keys"]["german"])
    expect(t.tab("Log").locator("details.set-up")).to_have_count(1)


def test_a_phase_in_which_nothing_happened_has_no_heading(table: Callable[..., Table]) -> None:
    t = table(record=begun())
    t.answer("done", "done")
    log = t.tab("Log")
    expect(log.locator("h4")).to_have_text(["Turn 1, Russian Replacement Phase"])
    expect(log.locator("h3")).to_have_count(1)


@pytest.mark.soak
def test_the_log_follows_though_its_panel_shrinks(visitor: Visitor, server: Server) -> None:
    """It is scrolled to its end just before what is above it takes more room."""
    made = server.create(record=late("german"))
    t = visitor.table(server, made["match"], *made["keys"].values())
    end = """() => {
        const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".log");
        return scrollHeight > clientHeight && scrollHeight - scrollTop - clientHeight < 2;
    }"""
    t.page.wait_for_function(end)
    t.page.evaluate(GROW)
    tall = t.page.locator(".log").evaluate("(log) => log.clientHeight")
    for _ in range(2):
        t.answer("done")
        t.page.wait_for_function(end)
    assert t.page.locator(".log").evaluate("(log) => log.clientHeight") < tall - 40
    # Who scrolls up is left where they are.
    t.page.locator(".log").evaluate("(log) => { log.scrollTop = 0; }")
    t.answer("done")
    assert t.page.locator(".log").evaluate("(log) => log.scrollTop") == 0


def test_the_end_of_the_log_is_in_sight_on_a_phone(visitor: Visitor, server: Server) -> None:
    made = server.create(record=late("german"))
    t = visitor.table(server, made["match"], *made["keys"].values(), **PHONE)
    t.page.wait_for_function(f"() => ({IN_SIGHT})(document.querySelector('.log h4:last-of-type'))")


@pytest.mark.soak
def test_the_line_of_a_replay_is_in_sight_on_a_phone(visitor: Visitor, server: Server) -> None:
    made = server.create(record=late("german"))
    page = visitor.page(**PHONE)
    page.goto(f"{server.url}/match/{made['match']}/replay?at=160#{made['keys']['german']}")
    here = page.locator(".log .here")
    expect(here).to_be_in_viewport(ratio=1)
    in_sight(page)
    for _ in range(8):
        page.get_by_role("button", name="Next", exact=True).tap()
    expect(here).to_be_in_viewport(ratio=1)
    in_sight(page)
    expect(page.get_by_role("button", name="Record")).to_be_in_viewport(ratio=1)
    visitor.picture(page)


def test_a_replay_opened_at_a_moment_shows_its_line(visitor: Visitor, server: Server) -> None:
    made = server.create(record=late("german"))
    page = visitor.page()
    page.goto(f"{server.url}/match/{made['match']}/replay?at=160#{made['keys']['german']}")
    here = page.locator(".log .here")
    expect(here).to_have_count(1)
    expect(here).to_have_attribute("aria-current", "step")
    in_sight(page)
    # The arrow keys go to the next and the previous position where something happened.
    moment = page.locator(".moment")
    before = moment.inner_text()
    line = here.inner_text().split("\n")[0]
    page.keyboard.press("ArrowRight")
    expect(moment).not_to_have_text(before)
    in_sight(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(here).to_contain_text(line)
    # The log finds its line again when its tab is opened.
    page.get_by_role("tab", name="Status").click()
    page.keyboard.press("Home")
    page.get_by_role("tab", name="Log").click()
    expect(here).to_have_count(0)
    page.get_by_role("button", name="Last").click()
    in_sight(page)
    expect(here).to_have_text("Turn 7, German Combat Phase")
    visitor.picture(page)
