"""The first page, and those who come by a link: what matters comes first, and everybody is told who they are."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import PHONE, Visitor
from .positions import begun
from .server import LINK, Server
from .table import Table


def test_the_first_page_begins_with_what_to_do_next(visitor: Visitor, server: Server) -> None:
    page = visitor.page(viewport={"width": 1440, "height": 900})
    page.goto(server.url)
    expect(page.get_by_role("link", name="Start the tutorial")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Resume")).to_have_count(0)
    expect(page.locator(".map-picture svg")).to_have_count(4)
    expect(page.locator(".evening").first).to_contain_text("Balance")
    expect(page.locator(".picture .rb-counters [data-token]")).not_to_have_count(0)
    visitor.picture(page, "first-visit")
    # Where the facts come from is behind a link.
    expect(page.get_by_text("reports of play")).to_have_count(0)
    page.get_by_role("button", name="Where the facts come from").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("reports of play")
    page.keyboard.press("Escape")
    # With a match: to go on with it is the first thing.
    made = server.create(record=begun())
    Table(page).open(server.url, made["match"], made["keys"]["german"])
    page.goto(server.url)
    resume = page.get_by_role("link", name="Resume Battle for Moscow: Turn 1, German Combat Phase, your turn")
    expect(resume).to_be_in_viewport()
    mine = page.get_by_role("region", name="My matches").bounding_box()
    game = page.get_by_role("region", name="Battle for Moscow", exact=True).bounding_box()
    assert mine and game and mine["y"] < game["y"]
    visitor.picture(page, "again")
    resume.click()
    assert Table(page).ready().match == made["match"]


def test_a_guest_is_greeted(visitor: Visitor, server: Server) -> None:
    made = server.create(german={"kind": "me", "name": "Anna"}, soviet=LINK, record=begun())
    guest = visitor.table(server, made["match"], made["keys"]["soviet"])
    page = guest.page
    welcome = page.get_by_role("region", name="Welcome")
    expect(welcome).to_contain_text("You play the Russian side against Anna.")
    visitor.picture(page, "desk")
    welcome.get_by_label("Your name").fill("Boris")
    welcome.get_by_role("button", name="Save").click()
    expect(welcome).to_be_hidden()
    expect(guest.tab("Players")).to_contain_text("Russian: Boris")
    page.reload()
    guest.ready()
    expect(welcome).to_be_hidden()
    # On a phone, and a spectator, who plays no side.
    again = server.create(german={"kind": "me", "name": "Anna"}, soviet=LINK, record=begun())
    phone = visitor.table(server, again["match"], again["keys"]["soviet"], **PHONE)
    expect(phone.page.get_by_role("region", name="Welcome")).to_be_visible()
    visitor.picture(phone.page, "phone")
    onlooker = visitor.table(server, again["match"], again["spectators"])
    expect(onlooker.page.get_by_role("region", name="Welcome")).to_be_hidden()


def test_the_greeting_goes_when_play_begins(visitor: Visitor, server: Server) -> None:
    made = server.create(german=LINK, soviet=LINK, record=begun())
    t = visitor.table(server, made["match"], made["keys"]["german"])
    welcome = t.page.get_by_role("region", name="Welcome")
    expect(welcome).to_be_visible()
    t.play("0508")
    expect(welcome).to_be_hidden()
    t.page.reload()
    t.ready()
    expect(welcome).to_be_hidden()


def test_links_that_others_cannot_open_say_so(visitor: Visitor, server: Server) -> None:
    page = visitor.page()
    page.goto(server.url + "/new")
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match created")
    expect(page.locator(".loopback")).to_contain_text("rasputitsa serve --host 0.0.0.0")
    page.get_by_role("button", name="Go to the match").click()
    expect(Table(page).ready().tab("Players")).to_contain_text("These links work on this computer only.")


def test_words_about_a_game_have_room(visitor: Visitor, server: Server) -> None:
    """Also on a tablet, where picture and buttons would leave them a narrow column."""
    page = visitor.page(viewport={"width": 820, "height": 1180})
    page.goto(server.url)
    about = page.locator(".game-about p")
    expect(about).to_have_count(4)
    page.locator(".evening dt").first.wait_for()
    assert min(one.bounding_box()["width"] for one in about.all()) > 300  # type: ignore[index]
