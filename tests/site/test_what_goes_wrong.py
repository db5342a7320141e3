"""The whole table as a page, where something goes wrong: whoever is at it is told what, and loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import rasputitsa
from rasputitsa.site import build, runtime

from ..browser.table import Table, start
from .host import Host, Player, begun, numbers, play_on

pytestmark = pytest.mark.soak

# A database that is full when it is told so. (Chromium's own command for that does nothing in a headless shell.)
FULL = """
new BroadcastChannel("test").onmessage = ({ data }) => (self.full = data);
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...all) {
    if (self.full) throw new DOMException("no room", "QuotaExceededError");
    return add.apply(this, all);
};
"""


def test_a_full_disk_is_told_and_nothing_is_shown_as_done(host: Host, browser: Browser) -> None:
    player = Player(browser, service_workers="block")
    script = next(host.folder.glob("web/*/local/database.js")).read_text() + FULL
    player.context.route(
        "**/local/database.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    table = begun(host, player)
    play_on(table, 2)
    page, reached = table.page, table.number
    page.evaluate("full = new BroadcastChannel('test'), full.postMessage(true)")
    action = next(one for one in table.actions() if one not in ("done", "cancel"))
    table.offers(action).click()
    expect(page.get_by_text("storage of this browser is full").first).to_be_visible()
    assert numbers(page) == [reached]
    page.evaluate("full.postMessage(false)")
    page.reload()
    table.ready().at(reached)
    play_on(table, 1)
    player.close()


def test_what_cannot_be_loaded_is_told_and_tried_again(host: Host, browser: Browser) -> None:
    player = Player(browser, service_workers="block")
    lost = "**/python_stdlib.zip"
    player.context.route(lost, lambda route: route.abort())
    page = player.page(host.url)
    expect(page.get_by_text("The rules could not be loaded").first).to_be_visible()
    expect(page.locator(".local-progress")).to_have_count(0)
    start(page, "German").click()
    expect(start(page, "German")).to_be_enabled()
    player.context.unroute(lost)
    start(page, "German").click()
    Table(page).ready()
    player.close()


def test_a_browser_that_stores_nothing_is_told_so(host: Host, browser: Browser) -> None:
    player = Player(browser, service_workers="block")
    none = "const indexedDB = { open() { throw new DOMException('no', 'SecurityError'); } };\n"
    script = none + next(host.folder.glob("web/*/local/database.js")).read_text()
    player.context.route(
        "**/local/database.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    page = player.page(host.url)
    expect(page.get_by_text("lets the page store nothing").first).to_be_visible()
    player.close()


def test_a_page_that_no_host_serves_says_what_to_do(host: Host, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((host.folder / "index.html").as_uri())
    expect(page.get_by_text("python -m http.server")).to_be_visible()
    page.close()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(rasputitsa.RasputitsaError, match="other files"):
        build(tmp_path)


def test_what_npm_gets_must_be_what_was_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(folder: Path) -> Path:
        file = folder / "forged.tgz"
        file.write_bytes(b"something else")
        return file

    monkeypatch.setattr(runtime, "_fetched", forged)
    with pytest.raises(rasputitsa.RasputitsaError, match="not the package"):
        runtime.runtime_files(tmp_path)


def test_why_npm_gets_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    with pytest.raises(rasputitsa.RasputitsaError, match=r"from its registry: .*ECONNREFUSED"):
        runtime.runtime_files(tmp_path)
