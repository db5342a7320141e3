"""The whole table as a page, opened from a plain web host: what is in every test run."""

from __future__ import annotations

import ast
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from rasputitsa.match import read, verify
from rasputitsa.site import Built
from rasputitsa.site.archives import archives
from rasputitsa.site.build import POLICY
from rasputitsa.site.runtime import ENCODINGS, LEFT_OUT

from ..browser.table import Table, start
from ..browser.test_axe import SERIOUS
from .host import Host, Player, kept, numbers, play_on

MOST = 8_000_000  # bytes over the wire at the first visit
CHECKS = {"runOnly": ["wcag2a", "wcag2aa"]}


def test_a_first_visit_is_small_enough(built: tuple[Path, Built]) -> None:
    assert built[1].compressed() < MOST


def test_nothing_that_the_page_imports_is_left_out() -> None:
    """The standard library is cut down for the browser; what our package imports is there, and its encodings."""
    wanted, encodings = set(), set()
    for name, data in archives().items():
        with ZipFile(BytesIO(data)) as archive:
            for file in (one for one in archive.namelist() if one.endswith(".py")):
                text = archive.read(file).decode()
                tree = list(ast.walk(ast.parse(text, f"{name}/{file}")))
                wanted |= {each.name for node in tree if isinstance(node, ast.Import) for each in node.names}
                wanted |= {node.module or "" for node in tree if isinstance(node, ast.ImportFrom) and not node.level}
                encodings |= set(re.findall(r"\"(utf-8-sig|utf-\d+|latin-1|ascii|cp\d+)\"", text))
    assert "json" in wanted and "utf-8-sig" in encodings
    assert not {name.split(".")[0] for name in wanted} & LEFT_OUT
    assert {name.replace("-", "_") for name in encodings} <= ENCODINGS


def test_a_match_against_a_bot_which_a_reload_and_a_start_without_a_network_find_again(
    host: Host, player: Player
) -> None:
    page = player.page(host.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("meta[http-equiv]")).to_have_attribute("content", POLICY)
    expect(page.get_by_text("nothing is sent anywhere")).to_be_visible()
    start(page, "German").click()
    table = Table(page).ready()
    assert page.url.startswith(f"{host.url}?/match/")
    table.answer("standard")
    bots = table.number
    assert numbers(page) == [bots]
    play_on(table, 3)
    reached, asked = table.number, table.asked
    assert numbers(page) == [reached]
    page.reload()
    table.ready().at(reached)
    assert table.asked == asked

    kept(page)
    host.stop()
    page.goto(host.url)
    page.get_by_role("link", name=re.compile("^Resume ")).click()
    table.ready().at(reached)
    play_on(table, 1)
    assert numbers(page) == [table.number]

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(host.url)
    expect(page.get_by_role("button", name="Export all matches")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(SERIOUS, CHECKS) == []
    assert not page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    player.complaints = [one for one in player.complaints if "ERR_CONNECTION_REFUSED" not in one]


def test_what_needs_a_server_is_not_offered_and_records_verify(host: Host, player: Player) -> None:
    page = player.page(f"{host.url}?/new")
    expect(page.get_by_text("rasputitsa serve")).to_be_visible()
    expect(page.get_by_label("Friend, by link")).to_have_count(0)
    page.get_by_role("button", name="Start match").click()
    table = Table(page).ready()
    table.answer("standard")
    players = table.tab("Players")
    expect(players.get_by_text("Invite")).to_have_count(0)
    expect(players.get_by_role("textbox", name="Message")).to_have_count(0)
    expect(players.get_by_text("Tell another program")).to_have_count(0)
    players.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    table.over()
    with page.expect_download() as saving:
        table.tab("Players").get_by_role("button", name="Record").click()
    record = read(Path(saving.value.path()).read_text())
    assert verify(record).fair is not False
    assert record.secret is not None and record.commitment
    page.goto(page.url.replace("/match/", "/match/") + "/replay")
    expect(page.get_by_role("button", name=re.compile("^Play"))).not_to_have_count(0)
