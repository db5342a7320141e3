"""A match of each game in WebKit: ``python -m tests.browser.webkit`` opens, zooms, pans and plays, and prints times.

WebKitGTK's own browser, driven by ``WebKitWebDriver`` on a screen that nobody sees (Xvfb). What is missing is installed
where apt-get is allowed. The pan of the largest map with all counters is measured beside a yardstick, plain tiles that
are moved in the same window: by WebKit's compositor, which asks OpenGL for every frame and so shows how good the
graphics processor is, and without it.
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
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx

import rasputitsa as ra

from ..tools.browser import apt_install
from .drive import GAME as DRIVE_ON_MOSCOW
from .drive import crowded
from .frames import DRIVE, ZOOM, ZOOMS
from .server import Server
from .test_firefox import match_of

PATIENCE = 180.0
FRAMES = 16
REST = 3.0  # seconds after a zoom, until all is drawn sharp
NEEDED = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
ROUNDS = 4  # of pans, each after one of the yardstick
# What a pan may need beyond the yardstick: the map has its counters on a layer of their own, the small map, the panels.
DEARER = 1.8
WITHOUT_COMPOSITOR = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
# Tiles as large as the map beside all else of the page, moved as a pan moves the map.
YARDSTICK = """
    const [count, done] = arguments, times = [], tiles = document.createElement("div");
    const map = document.querySelector(".rb-map").getBoundingClientRect();
    const hidden = [...document.body.children].filter((one) => one.style.display !== "none");
    for (const one of hidden) one.style.display = "none";
    tiles.style.cssText = "position: fixed; left: 0; top: 0; will-change: transform";
    for (let x = 0; x < map.width; x += 512) for (let y = 0; y < map.height; y += 512) {
        const tile = document.createElement("canvas");
        tile.width = tile.height = 512;
        tile.style.cssText = `position: absolute; left: ${x}px; top: ${y}px`;
        const pen = tile.getContext("2d", { willReadFrequently: true });
        for (let i = 0; i < 512; i += 16) {
            pen.fillStyle = `hsl(${i + x} 60% 60%)`;
            pen.fillRect(0, i, 512, 16);
        }
        tiles.append(tile);
    }
    document.body.append(tiles);
    const left = Math.min(0, innerWidth - map.width) / 2, top = Math.min(0, innerHeight - map.height) / 2;
    let last = 0;
    const step = (now) => {
        if (last) times.push(now - last);
        last = now;
        const [x, y] = [left + 220 * Math.sin(times.length * 0.09), top + 160 * Math.sin(times.length * 0.13)];
        tiles.style.transform = `translate3d(${Math.round(x)}px,${Math.round(y)}px,0)`;
        if (times.length < count) return requestAnimationFrame(step);
        tiles.remove();
        for (const one of hidden) one.style.display = "";
        done(times);
    };
    setTimeout(() => requestAnimationFrame(step), 500);
"""
WHOLE = """document.querySelector(".rb-board").dispatchEvent(new KeyboardEvent("keydown", { key: "0" }))"""
# Takes the first answer that there is, by its button or its card.
ANSWER = """
    const find = (query) => document.querySelector(query);
    const button = find(":is(.question, .hands) [data-action]");
    (button ?? find(".hands [data-offer], .question .all-answers > summary"))?.click();
"""


class Page:
    """A page of WebKit, by the commands of WebDriver."""

    def __init__(self, driver: httpx.Client, pid: int) -> None:
        self.driver = driver
        self.pid = pid
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

    def work(self) -> float:
        """How long processors have worked for the browser, in milliseconds."""
        ticks = [sum(map(int, status.rsplit(")", 1)[1].split()[11:13])) for status in statuses(self.pid)]
        return sum(ticks) * 1000 / os.sysconf("SC_CLK_TCK")

    def wait(self, condition: str) -> None:
        until = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < until, f"it does not come to pass: {condition}"
            time.sleep(0.2)

    def close(self) -> None:
        self.driver.delete(self.session)


@contextmanager
def webkit(**environment: str) -> Iterator[Page]:
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
    driver = subprocess.Popen(
        ["WebKitWebDriver", f"--port={port}"], env={**os.environ, "DISPLAY": display, **environment}
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=2 * PATIENCE) as client:
            page = Page(answering(client), driver.pid)
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


def statuses(pid: int) -> Iterator[str]:
    """What Linux says of a process and of all that it started."""
    process = Path("/proc", str(pid))
    try:
        yield (process / "stat").read_text()
        children = [task.read_text().split() for task in process.glob("task/*/children")]
    except OSError:  # it has ended
        return
    for child in chain(*children):
        yield from statuses(int(child))


class Pan(NamedTuple):
    """Milliseconds for a frame, on the clock and of processors: of the yardstick and of the map."""

    yardstick: float
    yardstick_work: float
    map: float
    map_work: float

    @property
    def dear(self) -> bool:
        return self.map_work > DEARER * self.yardstick_work

    def __str__(self) -> str:
        return (
            f"{self.map:.0f} ms a frame and {self.map_work:.0f} of a processor; "
            f"plain tiles {self.yardstick:.0f} and {self.yardstick_work:.0f}"
        )


def pan(page: Page) -> Pan:
    """Plain tiles and the map by turns, so that whatever else the machine does is alike for both."""
    times: dict[str, list[float]] = {"yardstick": [], "map": []}
    work = dict.fromkeys(times, 0.0)
    for _ in range(ROUNDS):
        for name, found in times.items():
            before = page.work()
            found += page.drive("pan", FRAMES) if name == "map" else page.times(YARDSTICK, FRAMES)
            work[name] += page.work() - before
            time.sleep(0.5)
    each = [(median(found), work[name] / len(found)) for name, found in times.items()]
    return Pan(*chain(*each))


def pans(page: Page, url: str) -> Iterator[tuple[str, Pan]]:
    """At each level of detail."""
    page.open(url)
    page.wait("document.querySelector('.match-screen[data-number]') && document.querySelector('.rb-painted')")
    page.run(WHOLE)
    for title, zoom in ZOOMS:
        page.run(f"({ZOOM})({zoom})")
        time.sleep(REST)
        page.drive("pan", FRAMES)  # what is drawn for the first time
        time.sleep(REST)
        yield title, pan(page)


def crowded_match(server: Server) -> str:
    made = server.create(game=DRIVE_ON_MOSCOW, position=crowded())
    return f"{server.url}/match/{made['match']}#{made['keys']['german']}"


def main() -> int:
    for program, package in NEEDED.items():
        if shutil.which(program) is None:
            apt_install(package)
        if shutil.which(program) is None:
            print(f"There is no {program} on this machine, and it could not be installed.", file=sys.stderr)
            return 2
    server = Server(Path(tempfile.mkdtemp()))
    dear = False
    try:
        for how, environment in {"by OpenGL": {}, "without a compositor": WITHOUT_COMPOSITOR}.items():
            with webkit(**environment) as page:
                for title, found in pans(page, crowded_match(server)):
                    print(f"pan, {title}, {how}: {found}", flush=True)
                    dear |= found.dear
        with webkit() as page:
            for game in ra.games():
                print(f"{game}: {smoke(page, match_of(server, game))}", flush=True)
    finally:
        server.stop()
    if dear:
        print(f"A pan costs a processor more than {DEARER} times what plain tiles cost.", file=sys.stderr)
    return int(dear)


if __name__ == "__main__":
    sys.exit(main())
