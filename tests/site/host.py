"""A plain web host with the folder of a site, and somebody who opens it in a browser."""

from __future__ import annotations

import os
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Route

import rasputitsa

from ..browser.conftest import DESKTOP
from ..browser.table import Table, start
from ..tools.browser import LONG

# The workers of the page are kept, so that a test can end one.
KEEP_WORKERS = """window.workers = []; const Plain = window.Worker;
    window.Worker = class extends Plain { constructor(...all) { super(...all); window.workers.push(this); } };"""


TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


class Files(SimpleHTTPRequestHandler):
    """Files as they are; what was sent is noted at the host, which knows no types but those that every host knows."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return TYPES.get(Path(path).suffix, "application/octet-stream")

    def __init__(self, *args: Any, sent: list[str], **more: Any) -> None:
        self._sent = sent
        super().__init__(*args, **more)

    def log_message(self, *_: Any) -> None:
        pass

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        if code == HTTPStatus.OK:  # a file that has not changed is not sent
            self._sent.append(self.path)


class Host:
    """What `python -m http.server` does, in the folder ``root``; the site is at ``path``."""

    def __init__(self, root: Path, path: str = "") -> None:
        self.folder = root / path
        self.sent: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, sent=self.sent, directory=str(root)))
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.url = f"{self.origin}/{path}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """The network is off."""
        self._server.shutdown()
        self._server.server_close()


class Player:
    """Somebody with a browser of their own. What a page complains about is kept, and requests to anybody else."""

    def __init__(self, browser: Browser, **more: Any) -> None:
        self.context = browser.new_context(**{**DESKTOP, "reduced_motion": "reduce", "accept_downloads": True, **more})
        self.context.set_default_timeout(LONG)
        self.complaints: list[str] = []
        self.context.route("**/*", self._follow)
        self.context.add_init_script(KEEP_WORKERS)

    def page(self, url: str) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        self._home = url
        page.goto(url)
        return page

    def close(self) -> None:
        self.context.close()

    def _follow(self, route: Route) -> None:
        if not route.request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.complaints.append(f"a request to {route.request.url}")
        route.continue_()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)


def begun(host: Host, player: Player, side: str = "German", game: str = "battle-for-moscow") -> Table:
    page = player.page(host.url)
    start(page, side, rasputitsa.game(game).title).click()
    return Table(page, game).ready()


def kept(page: Page) -> None:
    """The service worker has all it needs to start without a network."""
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.postMessage('keep all'))")
    page.wait_for_function("""async () => {
        const worker = await (await fetch("service_worker.js")).text();
        const files = JSON.parse(worker.match(/^const FILES = (.*);$/m)[1]);
        const home = location.href.split("?")[0];
        const found = await Promise.all(Object.keys(files).map((path) => caches.match(new URL(path, home))));
        return found.every(Boolean);
    }""")


def numbers(page: Page) -> list[int]:
    """How many commands of each match are in the browser's database."""
    found: list[int] = page.evaluate("""() => new Promise((resolve) => {
        const request = indexedDB.open("rasputitsa");
        request.onsuccess = () => {
            const all = request.result.transaction("matches").objectStore("matches").getAll();
            all.onsuccess = () => resolve(all.result.map((row) => row.summary.number));
        };
    })""")
    return found


def play_on(table: Table, times: int) -> None:
    """Answer so many questions by their buttons, the way back left aside."""
    for _ in range(times):
        before = table.number
        asked(table)
        actions = [one for one in table.actions() if not one.startswith(("cancel", "back", "undo"))]
        table.answer(actions[0])
        assert table.number != before
    asked(table)


def asked(table: Table) -> None:
    """It is the player's turn."""
    choices = table.page.locator(".question [data-action], .question details.all-answers, .hands [data-offer]")
    choices.first.wait_for(state="attached")
    table.calm()
