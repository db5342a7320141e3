"""Two people, lost lines, and what is left after the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .conftest import Open, Serving
from .table import answer, asked, click, end_phase, hot_seat, set_up


def invite(open_page: Open) -> tuple[Page, Page]:
    """Two players at one match: the German, who set it up, and the Russian, who came by the link."""
    german = open_page("/new")
    german.get_by_role("button", name="Begin").click()
    link = german.get_by_label("For the Russian player").input_value()
    german.get_by_role("button", name="To the table").click()
    russian = open_page(link)
    asked(german, "Choose a unit")
    expect(russian.locator(".waiting")).to_be_visible()
    assert "#" not in russian.url
    return german, russian


def test_two_players_by_a_link(open_page: Open) -> None:
    german, russian = invite(open_page)
    set_up(german)
    expect(russian.locator(".log")).to_contain_text("standard set-up")
    german.keyboard.press("t")
    german.get_by_label("Say something").fill("<b>Good day</b>")
    german.get_by_label("Say something").press("Enter")
    expect(russian.locator(".toast")).to_contain_text("<b>Good day</b>")
    german.get_by_role("button", name="Offer a draw").click()
    russian.keyboard.press("t")
    russian.get_by_role("button", name="Accept").click()
    for page in (german, russian):
        expect(page.locator(".result h2")).to_have_text("A draw")
    german.locator(".result").get_by_role("button", name="Rematch").click()
    russian.get_by_role("button", name="Go there").click()
    asked(russian, "Choose a unit")


def test_both_sides_on_one_screen(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    set_up(page)
    end_phase(page)
    asked(page, "Choose the next unit")
    end_phase(page)
    expect(page.locator(".toast")).to_contain_text("Now the Russian player")
    expect(page.locator(".whose")).to_contain_text("Russian player")


def test_the_server_is_gone_and_comes_back(open_page: Open, server: Serving) -> None:
    page = open_page()
    hot_seat(page)
    set_up(page)
    server.kill()
    expect(page.locator(".banner")).to_contain_text("connection is lost")
    server.start()
    expect(page.locator(".banner")).to_be_hidden(timeout=20_000)
    click(page, "0405")
    asked(page, "Which units attack")
    open_page.complaints.clear()  # type: ignore[attr-defined]


def test_a_second_browser_goes_on(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    set_up(page)
    page.locator("#tab-players").click()
    other = open_page(page.get_by_label("Go on elsewhere").input_value())
    asked(other, "Announce your battles")


def test_a_key_is_needed(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    stranger = open_page(page.url)
    expect(stranger.locator("h1")).to_contain_text("closed to you")
    open_page.complaints.clear()  # type: ignore[attr-defined]


def test_the_end_the_report_and_the_replay(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    set_up(page)
    click(page, "0405")
    asked(page, "Which units")
    click(page, "0404")
    answer(page, "declare")
    asked(page, "Announce a further")
    end_phase(page)
    expect(page.locator(".battle .die")).to_be_visible()
    page.locator("#tab-players").click()
    page.get_by_role("button", name="Concede").click()
    page.locator("dialog .primary").click()
    expect(page.locator(".result h2")).to_have_text(re.compile("victory"))
    page.get_by_role("button", name="Report and dice").click()
    expect(page.locator("dialog .chart")).to_have_count(3)
    expect(page.locator(".proof")).to_contain_text("Fair")
    page.keyboard.press("Escape")
    page.locator(".result").get_by_role("link", name="Replay").click()
    expect(page.locator(".moment")).to_contain_text("concedes")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".moment")).to_contain_text("The beginning")
    page.keyboard.press("n")
    expect(page.locator(".moment")).to_contain_text("standard set-up")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("This moment, for anybody").input_value()
    assert "at=1#" in link
    onlooker = open_page(link)
    expect(onlooker.locator(".moment")).to_contain_text("standard set-up")


def test_my_matches(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    page.goto(page.url.split("/match")[0])
    expect(page.locator(".match-list li")).to_have_count(1)
    page.get_by_role("link", name="Go on").click()
    asked(page, "Choose a unit")


def test_a_record_goes_on(open_page: Open) -> None:
    page = open_page()
    hot_seat(page)
    set_up(page)
    page.locator("#tab-players").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Record").click()
    page.goto(page.url.split("/match")[0] + "/new?record")
    page.get_by_label("A file").set_input_files(download.value.path())
    expect(page.locator("#record")).not_to_have_value("")
    page.locator("label[for=seat-soviet-me]").click()
    page.get_by_role("button", name="Begin").click()
    asked(page, "Announce your battles")
