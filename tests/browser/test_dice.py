"""The dice: browsers exchange seeds by themselves, the table says what the first roll waits for, and what was added."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import expect

import rasputitsa as ra

from .conftest import Visitor
from .server import LINK, ME, Server, bot
from .table import Table

AT_ONCE = "moscow-41"  # begins with draws and rolls
OF_MATCH = "Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('rasputitsa.dice.')))"


def test_the_digest_is_sha256(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url)
    texts = ["x" * length for length in (*range(4), *range(53, 67), *range(118, 130), 1000)] + ["München €"]
    found = page.evaluate("(texts) => import('/web/sha256.js').then((m) => texts.map(m.sha256))", texts)
    assert found == [sha256(text.encode()).hexdigest() for text in texts]


def test_two_browsers_exchange_seeds_and_the_first_roll_waits_for_both(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=AT_ONCE)
    anna = visitor.table(server, made["match"], made["keys"]["german"])
    expect(anna.question).to_contain_text("The first roll waits until somebody plays the Soviet side.")
    assert anna.number == 0
    dice = anna.tab("Players").locator(".dice-seeds")
    expect(dice).to_contain_text("German: has sealed a seed")
    expect(dice).to_contain_text("Soviet: no seed yet")
    visitor.picture(anna.page, "waiting")
    boris = visitor.table(server, made["match"], made["keys"]["soviet"])
    for table in (anna, boris):
        table.past(0)
        dice = table.tab("Players").locator(".dice-seeds")
        expect(dice).to_contain_text("German: has added a seed")
        expect(dice).to_contain_text("Soviet: has added a seed")
        expect(table.question).not_to_contain_text("first roll")
        expect(table.page.get_by_text("not to be trusted")).to_have_count(0)
    dice.get_by_text("Check the dice").click()
    expect(dice).to_contain_text("Soviet seed")
    visitor.picture(boris.page, "exchanged")
    kept = json.loads(next(iter(boris.page.evaluate(OF_MATCH).values())))
    assert set(kept["seals"]) == {"german", "soviet"} and set(kept["words"]) == {"soviet"}
    anna.tab("Players").get_by_role("button", name="Concede").click()
    anna.page.get_by_role("dialog", name="Concede?").get_by_role("button", name="Concede").click()
    anna.over()
    record = ra.record.read(server.record(made["match"], made["spectators"]))
    assert record.player_seeds["soviet"].text == kept["words"]["soviet"] and record.seals == kept["seals"]
    found = ra.record.verify(record)
    assert found.fair and found.text.endswith("rolls and draws.")
    anna.result.get_by_role("button", name="Match report").click()
    report = anna.page.get_by_role("dialog")
    expect(report).to_contain_text(f"Fair: all {found.checked} rolls and draws follow from the secret")
    report.get_by_text("Verify it yourself").click()
    expect(report).to_contain_text(record.player_seeds["german"].text)
    visitor.picture(anna.page, "report")


@pytest.mark.parametrize("game", ["battle-for-moscow", AT_ONCE])
def test_a_player_against_a_bot_notices_nothing(table: Callable[..., Table], game: str) -> None:
    t = table(sit="german", soviet=bot("random"), game=game)
    dice = t.tab("Players").locator(".dice-seeds")
    expect(dice).to_contain_text("Soviet: a bot adds no seed" if game == AT_ONCE else "Russian: a bot adds no seed")
    if game == AT_ONCE:
        t.past(0)
        expect(dice).to_contain_text("German: has added a seed")
    else:
        expect(dice).to_contain_text("German: has sealed a seed")


@pytest.mark.soak
def test_a_browser_that_comes_back_shows_the_seed_it_sealed(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=AT_ONCE)
    anna = visitor.table(server, made["match"], made["keys"]["german"])
    expect(anna.tab("Players").locator(".dice-seeds")).to_contain_text("German: has sealed a seed")
    anna.page.goto(server.url)
    boris = visitor.table(server, made["match"], made["keys"]["soviet"])
    expect(boris.question).to_contain_text("The first roll waits for the German player, who is away.")
    visitor.picture(boris.page, "away")
    anna.page.go_back()
    boris.past(0)
    expect(boris.tab("Players").locator(".dice-seeds")).to_contain_text("German: has added a seed")


@pytest.mark.soak
def test_another_browser_of_the_same_player_seals_another_seed(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK, game=AT_ONCE)
    first = visitor.table(server, made["match"], made["keys"]["german"])
    expect(first.tab("Players").locator(".dice-seeds")).to_contain_text("German: has sealed a seed")
    second = visitor.table(server, made["match"], made["keys"]["german"])
    expect(second.tab("Players").locator(".dice-seeds")).to_contain_text("German: has sealed a seed")
    boris = visitor.table(server, made["match"], made["keys"]["soviet"])
    boris.past(0)
    expect(boris.tab("Players").locator(".dice-seeds")).to_contain_text("German: has added a seed")


@pytest.mark.soak
def test_a_silent_browser_is_given_up_and_all_see_it(visitor: Visitor, tmp_path: Path) -> None:
    server = Server(tmp_path, word_seconds=3)
    try:
        made = server.create(ME, LINK, game=AT_ONCE)
        anna = visitor.table(server, made["match"], made["keys"]["german"])
        expect(anna.tab("Players").locator(".dice-seeds")).to_contain_text("German: has sealed a seed")
        page = visitor.page()
        page.add_init_script(SILENT)
        boris = Table(page, game=AT_ONCE).open(server.url, made["match"], made["keys"]["soviet"])
        expect(anna.question).to_contain_text("waits for the Soviet player's browser")
        boris.past(0)
        for table in (anna, boris):
            expect(table.tab("Players").locator(".dice-seeds")).to_contain_text("Soviet: no seed")
            expect(table.tab("Players")).to_contain_text("The dice go without a word of the Soviet player")
        visitor.picture(anna.page, "without")
    finally:
        visitor.close()
        server.stop()


# A browser that neither seals nor shows a seed.
SILENT = """
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        if (!["seal", "word"].includes(JSON.parse(text).type)) send.call(this, text);
    };
"""


@pytest.mark.soak
def test_a_server_that_exchanges_a_seed_is_found_out(visitor: Visitor, server: Server) -> None:
    """The browser compares the seeds with the seals that it saw before it showed its own."""
    made = server.create(ME, LINK, game=AT_ONCE)
    anna = visitor.table(server, made["match"], made["keys"]["german"])
    boris = visitor.table(server, made["match"], made["keys"]["soviet"])
    boris.past(0)
    (name, kept), *_ = boris.page.evaluate(OF_MATCH).items()
    forged = json.loads(kept)
    forged["seals"]["german"] = "sha256:" + "0" * 64  # as if the server had shown another one then
    boris.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(forged)])
    boris.page.reload()
    expect(boris.page.get_by_text("The dice are not to be trusted")).to_be_visible()
    expect(anna.page.get_by_text("The dice are not to be trusted")).to_have_count(0)
