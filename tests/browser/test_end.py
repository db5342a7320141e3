"""The end of a match: who won and why, charts, luck, the proof of the dice, the record, the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import rasputitsa as ra

from . import scripts
from .conftest import Visitor
from .positions import late
from .server import ME, Server, bot
from .table import Table


def pass_to_the_end(table: Table) -> None:
    """Answer as little as possible until the match is over."""
    for _ in range(60):
        expect(table.result.or_(table.question.locator("summary, .answers [data-action]")).first).to_be_visible()
        if table.result.is_visible():
            return
        actions = table.actions()
        table.answer(next((action for action in ("done", "stay", "stop") if action in actions), actions[0]))
    raise AssertionError("the match does not end")


def report_of(table: Table) -> Page:
    table.page.get_by_role("button", name="Match report").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    return table.page


def test_a_win_against_random(visitor: Visitor, server: Server, table: Callable[..., Table]) -> None:
    t = table(sit="german", soviet=bot("random"), record=late("german"))
    # One more battle, by the mouse: target, all attackers, declare, fight.
    t.play("0507")
    while attackers := [action for action in t.actions() if action.startswith("with ")]:
        t.play(attackers[0].removeprefix("with "))
    expect(t.battle).to_contain_text(re.compile(r"[3-6]:1"))
    t.answer("declare")
    t.answer("done")
    expect(t.battle.get_by_role("img", name=re.compile("Die: [1-6]"))).to_be_visible()
    visitor.picture(t.page, "battle")
    pass_to_the_end(t)
    expect(t.result).to_contain_text("German victory")
    expect(t.result).to_contain_text("You win.")
    expect(t.result).to_contain_text("The Germans control Moscow at the end of the last turn.")
    expect(t.result.get_by_role("link", name=re.compile("Rule 5.0"))).to_be_visible()
    expect(t.question).to_be_hidden()
    visitor.picture(t.page, "result")
    page = report_of(t)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name=re.compile("by turn"))).not_to_have_count(0)
    expect(dialog.get_by_role("img", name=re.compile("Dice luck"))).to_be_visible()
    expect(dialog).to_contain_text("These dice were not committed to")  # the match went on from a record
    visitor.picture(page, "report")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # The chart in numbers is that of the server.
    figures = server.get(f"/api/matches/{t.match}/report", t.key()).json()["figures"]
    report_of(t).get_by_text("As a table").first.click()
    cells = dialog.get_by_role("row", name=re.compile("^German")).first.get_by_role("cell").all_inner_texts()
    assert [float(cell) for cell in cells] == [float(value) for value in figures[0]["values"]["german"]]


@pytest.mark.soak
def test_no_call_to_move_is_left_after_the_end(table: Callable[..., Table]) -> None:
    t = table(record=late("german"))
    pass_to_the_end(t)
    expect(t.page.locator(".toast")).to_have_count(0, timeout=1000)


@pytest.mark.soak
def test_a_defeat_by_recruit(visitor: Visitor, table: Callable[..., Table]) -> None:
    t = table(sit="german", soviet=bot("recruit"), record=late("soviet"))
    pass_to_the_end(t)
    expect(t.result).to_contain_text("Russian victory")
    expect(t.result).to_contain_text("You lose.")
    expect(t.result).to_contain_text("The Russians control Moscow")
    visitor.picture(t.page)
    # A rematch has the sides swapped: now the computer plays the Germans.
    t.page.get_by_role("button", name="Rematch, sides swapped").click()
    expect(t.page.get_by_role("heading", level=1)).not_to_contain_text("Turn 7")
    t.ready()
    told = "Rematch with the sides swapped: you now play the Russian side."
    expect(t.page.get_by_role("region", name="Notifications")).to_contain_text(told)
    expect(t.question).to_contain_text("Russian player")
    expect(t.question).to_contain_text("your move")


@pytest.mark.soak
def test_the_russian_seat(visitor: Visitor, table: Callable[..., Table]) -> None:
    t = table(sit="soviet", german=bot("recruit"), soviet=ME, record=late("german"))
    expect(t.question).to_contain_text("your move")
    pass_to_the_end(t)
    expect(t.result).to_contain_text("German victory")
    expect(t.result).to_contain_text("You lose.")


@pytest.mark.soak
def test_dice_record_and_replay(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url + "/new")
    page.get_by_label("Game", exact=True).select_option(label="Battle for Moscow")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("group", name="Russian").get_by_text("Bot").click()
    page.get_by_label("Bot for the Russian side").select_option("random")
    visitor.picture(page, "new-match")
    page.get_by_role("button", name="Start match").click()
    t = Table(page).ready()
    t.answer("standard", "done")
    t.answer(next(action for action in t.actions() if action.startswith("attack 05")))
    t.answer(next(action for action in t.actions() if action.startswith("with ")), "declare", "done")
    fought = t.number
    t.tab("Players").get_by_role("button", name="Concede").click()
    t.page.get_by_role("dialog", name="Concede?").get_by_role("button", name="Concede").click()
    t.over()
    expect(t.result).to_contain_text("Russian victory")
    report_of(t)
    expect(page.get_by_role("dialog")).to_contain_text("Fair: the one roll or draw follows from the secret")
    page.get_by_text("Verify it yourself").click()
    expect(page.get_by_role("dialog")).to_contain_text("sha256:")
    visitor.picture(page, "dice")
    page.keyboard.press("Escape")
    # The record can be checked by anybody.
    with page.expect_download() as download:
        t.tab("Players").get_by_role("button", name="Record").click()
    record = ra.record.read(download.value.path())
    assert record.players["german"] == "Anna"
    assert re.search(r"^word\.german: 1 [0-9a-f]{32}$", Path(download.value.path()).read_text(), re.M)
    assert ra.record.verify(record).fair
    outcome = ra.record.replay(record).outcome
    assert outcome is not None and outcome.winner == "soviet"
    # The replay begins at the end and goes anywhere.
    page.get_by_role("region", name="Result").get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_have_value(str(len(record.lines)))
    page.get_by_role("button", name="First").click()
    expect(slider).to_have_value("0")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Set-up")
    slider.focus()
    slider.press("ArrowRight")
    expect(slider).to_have_value("1")
    expect(page.locator(".rb-counters [data-token='24pz']")).to_be_visible()
    visitor.picture(page, "replay")
    slider.fill(str(fought))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 1")
    # A link to this moment opens at this moment, also elsewhere.
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_role("textbox").first.input_value()
    assert f"at={fought}" in link
    other = visitor.page()
    other.goto(link)
    expect(other.get_by_role("slider", name="Position")).to_have_value(str(fought))
    expect(other.locator(".moment")).to_have_text(page.locator(".moment").inner_text())
    expect(
        other.get_by_role("region", name="Battle", exact=True).get_by_role("img", name=re.compile("Die"))
    ).to_be_visible()
    visitor.picture(other, "shared")


def test_after_the_end_nothing_is_said_of_another_ending(visitor: Visitor, server: Server) -> None:
    """A player concedes though the score would do: neither the result nor the status says who would win."""
    made = server.create(game=scripts.GAME, record=scripts.reactions())
    t = Table(visitor.page(), scripts.GAME).open(server.url, made["match"], made["keys"]["german"])
    expect(t.tab("Status")).to_contain_text("If the game ended now")
    t.tab("Players").get_by_role("button", name="Concede").click()
    t.page.get_by_role("dialog", name="Concede?").get_by_role("button", name="Concede").click()
    t.over()
    for panel in (t.result, t.tab("Status")):
        expect(panel).to_contain_text("German score")
        expect(panel).to_contain_text("Not won")
        expect(panel).not_to_contain_text("If the game ended now")
    dialog = report_of(t).get_by_role("dialog")
    expect(dialog).to_contain_text("These dice were not committed to, so they cannot be verified.")
    expect(dialog).not_to_contain_text("The record has no commitment")
