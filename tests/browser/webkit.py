"""A match of each game in WebKit: ``python -m tests.browser.webkit`` opens, zooms, pans and plays, and prints times.

WebKitGTK's own browser, driven by ``WebKitWebDriver`` on a screen that nobody sees (Xvfb). What is missing is installed
where apt-get is allowed.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx

import rasputitsa as ra

from ..tools.browser import apt_install
from .frames import DRIVE
from .server import Server
from .test_firefox import match_of

PATIENCE = 180.0
FRAMES = 16
REST = 3.0  # seconds after a zoom, until all is drawn sharp
NEEDED = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
# A small square that moves on an empty page: what this machine needs for a frame in any case.
BARE = f"""
    const [done] = arguments, times = [];
    document.body.innerHTML = "<p style='width: 20px; height: 20px; background: red; will-change: transform'></p>";
    let last = 0;
    const step = (now) => {{
        if (last) times.push(now - last);
        last = now;
        document.querySelector("p").style.transform = `translateX(${{times.length}}px)`;
        if (times.length < {FRAMES}) return requestAnimationFrame(step);
        done(times.sort((a, b) => a - b));
    }};
    requestAnimationFrame(step);
"""
# Takes the first answer that there is, by its button or its card.
ANSWER = """
    const find = (query) => document.querySelector(query);
    const button = find(":is(.question, .hands) [data-action]");
    (button ?? find(".hands [data-offer], .question .all-answers > summary"))?.click();
"""


class Page:
    """A page of WebKit, by the commands of WebDriver."""

    def __init__(self, driver: httpx.Client) -> None:
        self.driver = driver
        self.session = f"/session/{self.command('/session', capabilities={})['sessionId']}"
        self.command(f"{self.session}/window/rect", width=1280, height=880)
        self.command(f"{self.session}/timeouts", script=int(PATIENCE * 1000))

    def command(self, path: str, **data: Any) -> Any:
        answer = self.driver.post(path, json=data)
        value = answer.json()["value"]
        if answer.is_error:
            raise RuntimeError(f"{value['error']}: {value['message']}")
        return value

    def open(self, url: str) -> None:
        self.command(f"{self.session}/url", url="about:blank")
        self.command(f"{self.session}/url", url=url)

    def run(self, script: str) -> Any:
        return self.command(f"{self.session}/execute/sync", script=script, args=[])

    def drive(self, how: str, count: int) -> list[float]:
        """The times between frames of a pan or a zoom, in milliseconds."""
        script = f"({DRIVE})([arguments[0], arguments[1]]).then(({{ times }}) => arguments[2](times))"
        return self.times(script, how, count)

    def times(self, script: str, *args: Any) -> list[float]:
        """What a script answers that measures frames."""
        times: list[float] = self.command(f"{self.session}/execute/async", script=script, args=args)
        return times

    def wait(self, condition: str) -> None:
        until = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < until, f"it does not come to pass: {condition}"
            time.sleep(0.2)

    def close(self) -> None:
        self.driver.delete(self.session)


@contextmanager
def webkit() -> Iterator[Page]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x960x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as told:
        display = f":{told.readline().strip()}"
    driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env={**os.environ, "DISPLAY": display})
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2 * PATIENCE) as client:
            page = Page(answering(client))
            yield page
            page.close()
    finally:
        driver.terminate()
        screen.terminate()


def answering(driver: httpx.Client) -> httpx.Client:
    """The driver, once it listens."""
    for _ in range(100):
        try:
            driver.get("/status")
            break
        except httpx.TransportError:
            time.sleep(0.1)
    return driver


def smoke(page: Page, url: str) -> str:
    """Opens a match, zooms, pans and plays."""
    page.open(url)
    page.wait("document.querySelector('.match-screen[data-number]') && document.querySelector('.rb-painted')")
    middle = {}
    for how in ("zoom", "pan"):
        middle[how] = median(page.drive(how, FRAMES))
        time.sleep(REST)
    before = page.run("return document.querySelector('.match-screen').dataset.number")
    until = time.monotonic() + PATIENCE
    while page.run("return document.querySelector('.match-screen').dataset.number") == before:
        assert time.monotonic() < until, "no answer is taken"
        page.run(ANSWER)
        time.sleep(1)
    return ", ".join(f"{how} {time:.0f} ms a frame" for how, time in middle.items())


def main() -> int:
    for program, package in NEEDED.items():
        if shutil.which(program) is None:
            apt_install(package)
        if shutil.which(program) is None:
            print(f"There is no {program} on this machine, and it could not be installed.", file=sys.stderr)
            return 2
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with webkit() as page:
            print(f"a small square on an empty page: {median(page.times(BARE)):.0f} ms a frame", flush=True)
            for game in ra.games():
                print(f"{game}: {smoke(page, match_of(server, game))}", flush=True)
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
