"""How long pages take to open over a slow line: ``python -m tests.browser.loading`` prints the figures.

The line is that of a train: 400 milliseconds there and back, 50 kB a second. Each page is opened with an empty cache
and then loaded again. What does not depend on the machine, requests and bytes, is tested in ``test_loading.py``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect

import rasputitsa as ra

from ..tools.browser import launched
from .conftest import DESKTOP
from .server import AS_USUAL, Server

LATENCY = 400  # milliseconds
RATE = 50_000  # bytes a second
HOME = "home"
SHOWN = {HOME: ".game-card", "match": ".match-screen[data-number]"}
PICTURE = ".picture .rb-play"  # the last thing that comes on the home page
NEXT = "/match/screen.js"  # for the next screen; the home page fetches it some seconds after it was opened


class Loaded(NamedTuple):
    """What opening a page took. Sockets are not among the requests."""

    requests: int
    kilobytes: float
    seconds: float


class Line:
    """What goes over the line to a page, without what ``later`` names."""

    def __init__(self, page: Page, slow: bool, later: str = "") -> None:
        self.page = page
        self.later = later
        self.asked: dict[str, str] = {}
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.requestServedFromCache", self._forget)
        session.on("Network.responseReceived", self._answer)
        session.on("Network.loadingFinished", self._finish)
        if slow:
            rates = {"downloadThroughput": RATE, "uploadThroughput": RATE}
            session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, **rates})

    def _ask(self, found: Any) -> None:
        url = found["request"]["url"]
        if url.startswith("http") and not (self.later and url.endswith(self.later)):
            self.asked[found["requestId"]] = url

    def _forget(self, found: Any) -> None:
        self.asked.pop(found["requestId"], None)

    def _answer(self, found: Any) -> None:
        if found["response"].get("fromDiskCache"):
            self._forget(found)

    def _finish(self, found: Any) -> None:
        if found["requestId"] in self.asked:
            self.bytes += int(found["encodedDataLength"])

    def load(self, url: str, shown: str) -> Loaded:
        """Open a page, or load it again where it is open."""
        self.asked, self.bytes = {}, 0
        begun = monotonic()
        if self.page.url == url:
            self.page.reload(wait_until="commit")
        else:
            self.page.goto(url, wait_until="commit")
        expect(self.page.locator(shown).first).to_be_visible()
        seconds = monotonic() - begun
        if shown == SHOWN[HOME]:
            expect(self.page.locator(PICTURE).first).to_be_visible()
        return Loaded(len(self.asked), self.bytes / 1000, seconds)


def load(browser: Browser, server: Server, name: str, slow: bool = False) -> tuple[Loaded, Loaded]:
    """Open a page, the home page or that of a match of a game, with an empty cache, and once more."""
    context = browser.new_context(**DESKTOP)
    try:
        line = Line(context.new_page(), slow, later=NEXT if name == HOME else "")
        if name == HOME:
            return line.load(f"{server.url}/", SHOWN[HOME]), line.load(f"{server.url}/", SHOWN[HOME])
        made = server.create(game=name)
        url = f"{server.url}/match/{made['match']}"
        first = line.load(f"{url}#{made['keys']['german']}", SHOWN["match"])
        return first, line.load(url, SHOWN["match"])
    finally:
        context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        server = Server(Path(folder), start=AS_USUAL)
        print(f"{LATENCY} ms, {RATE // 1000} kB/s".ljust(24), "first visit".rjust(30), "loaded again".rjust(30))
        for name in (HOME, *ra.games()):
            figures = [
                f"{n} requests {size:6.0f} kB {time:5.1f} s" for n, size, time in load(browser, server, name, True)
            ]
            print(name.ljust(24), *(text.rjust(30) for text in figures), flush=True)
        server.stop()


if __name__ == "__main__":
    main()
