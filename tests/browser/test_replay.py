"""The replay of a match: whose eyes it is seen with, and playing on from a position of it."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

import rasputitsa as ra

from ..tools import soak
from ..tools.browser import LONG
from .conftest import Visitor
from .drive import GAME as DRIVE
from .drive import combat
from .positions import GAME as BATTLE
from .positions import begun
from .server import LINK, ME, Data, Server, bot
from .table import Table
from .test_moscow_41 import GAME as MOSCOW
from .test_moscow_41 import before, sit
from .test_notices import wait_until

# Named by its place; the Kampfgruppen of Drive on Moscow that are not yet in play have no names at all.
CONCEALED = '.rb-counters [data-token*="."]:not([data-token^="reserves."])'


def sees_more_of(page: Page, game: str, side: str, other: str, both: Counter[str]) -> bool:
    now = seen(page, game)
    return now[side] == both[side] and now[other] < both[other]


def concede(t: Table) -> None:
    t.tab("Players").get_by_role("button", name="Concede").click()
    t.page.get_by_role("dialog", name="Concede?").get_by_role("button", name="Concede").click()
    t.over()


def open_replay(page: Page, server: Server, match: str) -> None:
    page.goto(f"{server.url}/match/{match}/replay")
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    expect(page.locator(".rb-counters [data-token]")).not_to_have_count(0)


def seen(page: Page, game: str) -> Counter[str]:
    """How many pieces of each side the map shows as what they are."""
    names: list[str] = page.locator(".rb-counters [data-token]").evaluate_all(
        "all => all.map((one) => one.dataset.token)"
    )
    sides = {piece["id"]: piece["side"] for piece in ra.game(game).manifest()["pieces"]}
    return Counter(sides[name] for name in names if name in sides)


@pytest.mark.soak
@pytest.mark.parametrize("game", soak.first(1, [MOSCOW, DRIVE]))
def test_everything_after_the_end(visitor: Visitor, server: Server, game: str) -> None:
    begin: Data = {"position": before("german")} if game == MOSCOW else {"record": combat()}
    made = server.create(ME, LINK, game=game, **begin)
    page = visitor.page()
    t = Table(page, game).open(server.url, made["match"], made["keys"]["german"])
    # Before the end a player sees the own side only, and is not offered more.
    open_replay(page, server, made["match"])
    assert page.locator(CONCEALED).count()
    expect(page.get_by_label("View as")).to_have_count(0)
    page.goto(f"{server.url}/match/{made['match']}")
    t.ready()
    concede(t)
    open_replay(page, server, made["match"])
    view = page.get_by_label("View as")
    expect(view).to_have_value("everything")
    expect(page.locator(CONCEALED)).to_have_count(0)
    both = seen(page, game)
    assert both["german"] and both["soviet"]
    visitor.picture(page, game)
    for side, other in (("german", "soviet"), ("soviet", "german")):
        view.select_option(side)
        wait_until(page, partial(sees_more_of, page, game, side, other, both))
    view.select_option("everything")
    expect(page.locator(CONCEALED)).to_have_count(0)
    # So does a spectator.
    watcher = visitor.page()
    watcher.goto(f"{server.url}/match/{made['match']}/replay#{made['spectators']}")
    expect(watcher.locator(".rb-counters [data-token]")).not_to_have_count(0)
    expect(watcher.locator(CONCEALED)).to_have_count(0)


@pytest.mark.soak
def test_two_people_at_one_screen_look_back(visitor: Visitor, server: Server) -> None:
    """Before the end they see what both may know."""
    made = server.create(game=MOSCOW, position=before("german"))
    t = sit(visitor, server, made, "german", "soviet")
    open_replay(t.page, server, made["match"])
    expect(t.page.locator(CONCEALED)).not_to_have_count(0)
    page: str = t.page.evaluate("() => document.documentElement.outerHTML")
    assert '"G-2Pg-46"' not in page and '"S-W-16A"' not in page


def play_on(page: Page) -> Locator:
    page.get_by_role("button", name="Play on from here").click()
    return page.get_by_role("dialog", name="Play on from here")


def test_playing_on_keeps_the_opponents(visitor: Visitor, server: Server) -> None:
    """A bot of the same level; the guest by a link again, with the same name."""
    anna = {"kind": "me", "name": "Anna"}
    made = server.create(anna, bot("random"), game=BATTLE, record=begun())
    page = visitor.page(settings={"level": "recruit", "name": "Somebody"})
    t = Table(page).open(server.url, made["match"], made["keys"]["german"])
    open_replay(page, server, made["match"])
    dialog = play_on(page)
    expect(dialog.get_by_role("group", name="German").get_by_label("Me")).to_be_checked()
    expect(dialog.get_by_role("group", name="Russian").get_by_label("Bot", exact=True)).to_be_checked()
    expect(dialog.get_by_label("Bot for the Russian side")).to_have_value("random")
    dialog.get_by_role("button", name="Start match").click()
    t.ready()
    assert t.match != made["match"]
    seats = server.summary(t.match, t.key())["seats"]
    assert (seats["german"]["name"], seats["soviet"]["level"]) == ("Anna", "random")
    # Two people.
    made = server.create({"kind": "link", "name": "Boris"}, anna, game=BATTLE, record=begun())
    page = visitor.page()
    t = Table(page).open(server.url, made["match"], made["keys"]["soviet"])
    open_replay(page, server, made["match"])
    dialog = play_on(page)
    expect(dialog.get_by_role("group", name="German").get_by_label("Friend, by link")).to_be_checked()
    expect(dialog.get_by_role("group", name="Russian").get_by_label("Me")).to_be_checked()
    dialog.get_by_role("button", name="Start match").click()
    t.ready()
    seats = server.summary(t.match, t.key())["seats"]
    assert (seats["german"]["name"], seats["german"]["kind"], seats["soviet"]["name"]) == ("Boris", "empty", "Anna")


def test_what_the_computer_would_have_done(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, ME, record=begun())
    t = Table(visitor.page()).open(server.url, made["match"], made["keys"]["german"])
    concede(t)
    page = t.page
    page.goto(f"{server.url}/match/{made['match']}/replay?at=2")
    ask = page.get_by_role("button", name="Ask the computer")
    ask.click()
    note = page.locator(".replay-controls .hint-note")
    expect(note).to_contain_text("Marshal, German:", timeout=LONG)
    visitor.picture(page)
    page.get_by_role("button", name="Previous").click()
    expect(note).to_be_hidden()
