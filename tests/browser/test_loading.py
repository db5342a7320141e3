"""Opening a page takes few requests and few bytes, and loading it again hardly any; ``loading.py`` prints times."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

import rasputitsa as ra

from ..tools import soak
from .conftest import Visitor
from .loading import HOME, load
from .server import Server
from .table import Table

REQUESTS = 14  # page, styles, scripts, icon, four typefaces; games, manifest, rules and the match itself
AGAIN = 5  # the page, and the same data: what has not changed is not sent
KILOBYTES = {  # what is sent at most, by page; Drive on Moscow and Moscow '41 have large maps
    HOME: 212,
    "battle-for-moscow": 222,
    "blitzkrieg-to-moscow-2": 232,
    "drive-on-moscow": 312,
    "moscow-41": 292,
}
KILOBYTES_AGAIN = 5


@pytest.mark.parametrize("name", soak.first(2, [HOME, *reversed(ra.games())]))
def test_requests_and_bytes(browser: Browser, server: Server, name: str) -> None:
    first, again = load(browser, server, name)
    assert first.requests <= REQUESTS and 50 < first.kilobytes <= KILOBYTES[name], first
    assert again.requests <= AGAIN and again.kilobytes <= KILOBYTES_AGAIN, again


def test_files_never_change(server: Server) -> None:
    page = server.get("/match/x")
    assert page.headers["cache-control"] == "no-cache"
    files = re.findall(r'(?:href|src)="(/web/[^"]+)"', page.text)
    assert len(files) == 8 and len({path.split("/")[2] for path in files}) == 1
    for path in files:
        answer = server.get(path)
        assert answer.status_code == 200 and answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        small = len(answer.content) < 1000 or path.endswith(".png")
        assert small or answer.headers["content-encoding"] == "gzip", path
    version = files[0].split("/")[2]
    assert server.get(files[-1].replace(version, "0" * len(version))).status_code == 404


def test_a_page_whose_scripts_are_gone_is_loaded_again(visitor: Visitor, server: Server) -> None:
    """The server was updated while the home page was open: what the next screen needs has another address now."""
    visitor.expected = ["404", "Failed to fetch dynamically imported module"]
    page = visitor.page()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=404, body="{}")

    page.route(re.compile(r"/web/\w{16}/screens/new.js"), answer)
    page.goto(server.url)
    page.get_by_role("link", name="New match").click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "reload" and len(asked) == 2


def test_a_script_that_does_not_come_is_reported(visitor: Visitor, server: Server) -> None:
    visitor.expected = ["ERR_FAILED", "Failed to fetch dynamically imported module"]
    page = visitor.page()
    page.route(re.compile(r"/web/\w{16}/match/.*"), lambda route: route.abort())
    made = server.create()
    page.goto(f"{server.url}/match/{made['match']}#{made['keys']['german']}")
    expect(page.get_by_text("A part of this page could not be loaded.")).to_be_visible()


def test_a_state_that_comes_before_the_screen_waits_for_it(visitor: Visitor, server: Server) -> None:
    """The connection is made while the facts of the game are still on their way."""
    page = visitor.page()
    held = []
    page.route("**/api/games/battle-for-moscow/rules", lambda route: held.append(route))
    made = server.create()
    with page.expect_websocket() as connected:
        page.goto(f"{server.url}/match/{made['match']}#{made['keys']['german']}")
    connected.value.wait_for_event("framereceived")
    assert not page.locator(".match-screen").count()
    held[0].continue_()
    assert Table(page).ready().number == 0
