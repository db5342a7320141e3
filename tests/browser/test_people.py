"""People at one screen and at several: by link, looking on, talking, coming back elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitor
from .positions import begun, late
from .server import LINK, ME, Server, bot
from .table import Table, start

NASTY = "<img src=x onerror=alert(1)>"


def new_match(page: Page, server: Server, russian: str, record: str = "") -> None:
    """On the page for new matches; the German is played here."""
    page.goto(server.url + "/new")
    page.get_by_label("Game", exact=True).select_option(label="Battle for Moscow")
    page.get_by_role("group", name="Russian").get_by_text(russian).click()
    if record:
        page.get_by_text("Continue from a record or position").click()
        page.get_by_label("File").set_input_files(
            {"name": "late.txt", "mimeType": "text/plain", "buffer": record.encode()}
        )
        expect(page.get_by_label("or paste it here")).to_have_value(re.compile("rasputitsa record 1"))
    page.get_by_role("button", name="Start match").click()


@pytest.mark.soak
def test_hot_seat_to_the_end(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    new_match(page, server, "Me", late("soviet"))
    t = Table(page).ready()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Turn 7, German Combat Phase")
    # The Germans fight and move by the mouse.
    t.play("0304", "41pz", "57pz", "56pz", "8ak")
    expect(t.battle).to_contain_text("6:1")
    t.answer("declare", "done")
    for _ in range(3):  # where the loser goes, and who advances
        if t.where.startswith("Turn 7, German Movement"):
            break
        t.answer(t.actions()[-1])
    t.play("12ak", "0105")
    t.answer("stop")
    visitor.picture(page, "german")
    t.answer("done")
    # Now the Russians, at the same screen.
    expect(page.get_by_role("region", name="Notifications")).to_contain_text("Russian player's turn.")
    expect(t.question).to_contain_text("Russian player")
    t.answer("place 49a", "at 1103")
    assert close(t.middle("49a"), t.place("1103"))
    visitor.picture(page, "russian")
    while not t.result.is_visible():
        t.answer("done")
    expect(t.result).to_contain_text("Russian victory")
    expect(t.result).not_to_contain_text("You ")
    lines = t.lines()
    assert any("12th Corps: 0106 to 0105" in line for line in lines)
    assert any("49th Army" in line for line in lines)


def close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 9 and abs(one[1] - other[1]) < 9


def test_online_by_links(visitor: Visitor, server: Server) -> None:
    anna = visitor.page()
    new_match(anna, server, "Friend, by link", late("german"))
    expect(anna.get_by_role("heading", level=1)).to_have_text("Match created")
    visitor.picture(anna, "invitation")
    seat = anna.get_by_label("Invite the Russian player").input_value()
    bench = anna.get_by_label("Invite spectators").input_value()
    anna.get_by_role("button", name="Go to the match").click()
    german = Table(anna).ready()
    boris = visitor.page()
    boris.goto(seat)
    russian = Table(boris).ready()
    onlooker = visitor.page()
    onlooker.goto(bench)
    watcher = Table(onlooker).ready()
    assert "#" not in boris.url
    # Whoever plays can let others watch.
    assert russian.tab("Players").get_by_label("Invite spectators").input_value() == bench
    # Only who is asked can answer; all see the same.
    assert german.actions()
    expect(russian.question).to_contain_text("Waiting for")
    assert not russian.actions()
    assert not watcher.actions()
    german.answer("done", "done")
    for t in (russian, watcher):
        t.at(german.number)
        expect(t.page.get_by_role("heading", level=1)).to_contain_text("Turn 7, Russian Replacement Phase")
    expect(boris).to_have_title(re.compile("Your move"))
    expect(german.question).to_contain_text("Waiting for")
    expect(german.question).not_to_contain_text("You have")  # that is said to who is asked
    visitor.picture(anna, "waiting")
    visitor.picture(onlooker, "onlooker")
    # Names and talk are text, whatever they are made of.
    players = russian.tab("Players")
    players.get_by_label("Name of the Russian player").fill(NASTY)
    players.get_by_role("button", name="Set name").click()
    expect(german.question).to_contain_text(NASTY)
    players.get_by_label("Message").fill(NASTY)
    players.get_by_role("button", name="Send").click()
    expect(anna.get_by_role("region", name="Notifications")).to_contain_text(NASTY)
    for t in (german, russian, watcher):
        expect(t.tab("Players").get_by_role("list", name="Chat")).to_contain_text(NASTY)
        expect(t.page.locator("img[src=x]")).to_have_count(0)
    visitor.picture(anna, "talk")
    # To the end.
    while not russian.result.is_visible():
        russian.answer("done")
    for t in (german, russian, watcher):
        t.over()
    expect(german.result).to_contain_text("You win.")
    expect(russian.result).to_contain_text("You lose.")
    expect(watcher.result).not_to_contain_text("You ")
    expect(watcher.result.get_by_role("button", name="Rematch")).to_have_count(0)
    # A rematch: the other is told, and the sides are swapped.
    german.result.get_by_role("button", name="Rematch").click()
    boris.get_by_role("region", name="Notifications").get_by_role("button", name="Join").click()
    expect(boris.get_by_role("region", name="Notifications")).to_contain_text("you now play the German side")
    expect(russian.question).to_contain_text("German player")
    expect(russian.question).to_contain_text("your move")
    expect(german.question).to_contain_text("Waiting for")
    boris.goto(server.url)
    expect(boris.get_by_role("region", name="My matches").get_by_role("listitem")).to_have_count(2)
    expect(boris.locator("img[src=x]")).to_have_count(0)
    visitor.picture(boris, "my-matches")


@pytest.mark.soak
def test_a_draw_by_agreement(visitor: Visitor, server: Server) -> None:
    made = server.create(ME, LINK)
    german = visitor.table(server, made["match"], made["keys"]["german"])
    russian = visitor.table(server, made["match"], made["keys"]["soviet"])
    german.tab("Players").get_by_role("button", name="Offer a draw").click()
    russian.tab("Players").get_by_role("button", name="Accept").click()
    for t in (german, russian):
        expect(t.result).to_contain_text("Draw")


@pytest.mark.soak
def test_carry_on_from_a_second_browser(visitor: Visitor, table: Callable[..., Table]) -> None:
    first = table(sit="german", soviet=bot("random"), record=begun())
    first.answer("attack 0508")
    link = first.tab("Players").get_by_label("Continue on another device").input_value()
    page = visitor.page()
    page.goto(link)
    second = Table(page).ready()
    assert second.number == first.number
    assert second.asked == first.asked
    second.answer("with 24pz", "declare")
    first.at(second.number)
    first.answer("drop 0508")
    second.at(first.number)


@pytest.mark.soak
def test_a_bot_out_and_in(visitor: Visitor, table: Callable[..., Table]) -> None:
    t = table(sit="german", soviet=bot("random"))
    t.answer("standard")
    players = t.tab("Players")
    players.get_by_role("button", name="Remove the bot").click()
    invitation = players.get_by_label("Invite the Russian player")
    expect(invitation).to_have_value(re.compile("/match/.+#.+"))
    page = visitor.page()
    page.goto(invitation.input_value())
    guest = Table(page).ready()
    expect(guest.question).to_contain_text("Waiting for")
    guest.tab("Players").get_by_role("button", name="Leave the seat").click()
    expect(start(page, "German")).to_be_visible()
    players.get_by_text("Let a bot play", exact=True).click()
    players.get_by_label("Bot", exact=True).last.select_option("recruit")
    players.locator("details[open]").get_by_role("button").click()
    expect(players.get_by_role("button", name="Remove the bot")).to_be_visible()
    t.answer("done", "done", "done")
    expect(t.page.get_by_role("heading", level=1)).to_contain_text("Turn 2")


@pytest.mark.soak
def test_a_guest_gives_a_bots_seat_back(visitor: Visitor, table: Callable[..., Table]) -> None:
    t = table(sit="german", soviet=bot("random"))
    players = t.tab("Players")
    players.get_by_role("button", name="Remove the bot").click()
    page = visitor.page()
    page.goto(players.get_by_label("Invite the Russian player").input_value())
    seats = Table(page).ready().tab("Players")
    seats.get_by_text("Give the seat back to a bot").click()
    expect(seats).to_contain_text("you cannot come back")
    seats.get_by_role("button", name="Seat the bot").click()
    expect(page.locator("body")).to_contain_text("A bot has taken this seat.")
    expect(players.get_by_role("button", name="Remove the bot")).to_be_visible()


@pytest.mark.soak
def test_a_taken_seat_is_not_offered_to_a_bot(visitor: Visitor, server: Server) -> None:
    made = server.create({"kind": "me", "name": "Anna"}, LINK, record=begun())
    anna = visitor.table(server, made["match"], made["keys"]["german"])
    players = anna.tab("Players")
    expect(players.get_by_role("heading", name="Russian")).to_have_text("Russian: open seat")
    expect(players.get_by_text("Let a bot play", exact=True)).to_be_visible()
    boris = visitor.table(server, made["match"], made["keys"]["soviet"])
    expect(players).to_contain_text("Russian: a player")
    expect(players.get_by_text("Let a bot play", exact=True)).to_have_count(0)
    seats = boris.tab("Players")
    expect(seats.get_by_role("heading", name="Russian")).to_have_text("Russian: you")  # and not twice
    expect(seats).to_contain_text("German: Anna")
    expect(seats).not_to_contain_text("open seat")
    expect(seats.get_by_text("Let a bot play", exact=True)).to_have_count(0)
    # One's own seat may be given to a bot: the stronger one, unless the other was played last.
    seats.get_by_text("Let a bot play for me").click()
    expect(seats.get_by_label("Bot", exact=True)).to_have_value("recruit")


def test_chat_has_the_names_of_the_players(visitor: Visitor, server: Server) -> None:
    made = server.create({"kind": "me", "name": "Anna"}, LINK, record=begun())
    anna = visitor.table(server, made["match"], made["keys"]["german"])
    boris = visitor.table(server, made["match"], made["keys"]["soviet"])
    for t, text in ((anna, "Ready?"), (boris, "Ready.")):
        t.tab("Players").get_by_label("Message").fill(text)
        t.page.get_by_role("button", name="Send").click()
    for t in (anna, boris):
        chat = t.page.get_by_role("list", name="Chat")
        expect(chat).to_contain_text("Anna (German)")
        expect(chat).to_be_in_viewport()  # above the links
        expect(chat.get_by_role("listitem").filter(has_text="Ready.").locator("b")).to_have_text("Russian")
