"""How fast a match on a big map opens, pans and zooms: ``python -m tests.browser.frames`` prints the figures.

Times say something on a quiet machine only. The test of the same name looks at how much Chromium does again for a
frame, which does not depend on what else the machine does.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page, ViewportSize

from ..tools.browser import launched
from .drive import GAME, crowded
from .server import Server
from .table import Table

COUNT = 120
COUNTERS = 343  # on the map
DRAWN = 2500  # milliseconds after which the tiles around the window are drawn too
WINDOW: ViewportSize = {"width": 1440, "height": 900}
ZOOMS = (("whole map", 1.0), ("sector", 2.2), ("close", 3.0))  # each zooms on from the one before
# A pan with the pointer, or a zoom with the wheel, one event a frame; the times between frames in milliseconds.
DRIVE = """([how, count]) => new Promise((done) => {
    const stage = document.querySelector(".rb-stage");
    const box = stage.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const point = (type, dx, dy) => stage.dispatchEvent(new PointerEvent(type, {
        pointerId: 7, pointerType: "mouse", button: 1, buttons: 4, clientX: x + dx, clientY: y + dy, bubbles: true }));
    const wheel = (deltaY) =>
        stage.dispatchEvent(new WheelEvent("wheel", { deltaY, clientX: x, clientY: y, cancelable: true }));
    const times = [];
    let last = 0, turn = 0;
    const long = [];
    const observer = new PerformanceObserver((list) => list.getEntries().forEach((entry) => long.push(entry.duration)));
    observer.observe({ type: "longtask" });
    if (how === "pan") point("pointerdown", 0, 0);
    const step = (now) => {
        if (last) times.push(now - last);
        last = now;
        if (how === "pan") point("pointermove", 220 * Math.sin(turn * 0.09), 160 * Math.sin(turn * 0.13));
        else wheel(turn % 60 < 30 ? -18 : 18);
        if (++turn <= count) return requestAnimationFrame(step);
        if (how === "pan") ["pointermove", "pointerup"].forEach((type) => point(type, 0, 0));
        observer.disconnect();
        done({ times: times.sort((a, b) => a - b), long });
    };
    requestAnimationFrame(step);
})"""


class Frames(NamedTuple):
    """Times in milliseconds: of a frame on the clock, and of the main thread's work for one."""

    title: str
    median: float
    late: float
    worst: float
    work: float
    long_tasks: int


class Drawing(NamedTuple):
    """How a pan is drawn: the main thread's longest task and all drawing of tiles in milliseconds of work, the most
    elements that were styled again for a frame, and the layers."""

    title: str
    longest: float
    raster: float
    restyled: int
    layers: int


class Clock:
    """How long the main thread of a page has worked, in milliseconds."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self, *names: str) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        found: float = sum(1000 * metric["value"] for metric in metrics if metric["name"] in names)
        return found


def open_match(page: Page, server: Server) -> tuple[Table, float]:
    """A match with every counter on the map, and the work of the main thread until it can be played."""
    made = server.create(game=GAME, position=crowded())
    clock = Clock(page)
    t = Table(page, GAME).open(server.url, made["match"], made["keys"]["german"])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return t, clock.read("TaskDuration")


def levels(page: Page, rest: int = 600) -> Iterator[str]:
    """Zooms in from one level of detail to the next, and rests there for some milliseconds."""
    for title, zoom in ZOOMS:
        page.evaluate(ZOOM, zoom)
        page.wait_for_timeout(rest)
        yield title


def measure(page: Page, count: int = COUNT) -> list[Frames]:
    """Pans and zooms at each level of detail."""
    found = []
    clock = Clock(page)
    for title in levels(page):
        for how in ("pan", "zoom"):
            before = clock.read("TaskDuration")
            drive = page.evaluate(DRIVE, [how, count])
            work = (clock.read("TaskDuration") - before) / count
            times = drive["times"]
            late, worst = times[int(0.95 * len(times))], times[-1]
            found.append(Frames(f"{how}, {title}", times[len(times) // 2], late, worst, work, len(drive["long"])))
            page.wait_for_timeout(400)
    return found


def measure_drawing(page: Page, count: int = COUNT) -> list[Drawing]:
    """Pans at each level of detail, from Chromium's own records."""
    browser = page.context.browser
    assert browser is not None
    found = []
    for title in levels(page, DRAWN):
        browser.start_tracing(page=page, categories=["cc", "toplevel", "devtools.timeline"])
        page.evaluate(DRIVE, ["pan", count])
        events = json.loads(browser.stop_tracing())["traceEvents"]
        longest = max(work(events, "ProxyMain::BeginMainFrame"))
        restyled = max(elements(events, "UpdateLayoutTree"))
        found.append(Drawing(title, longest, sum(work(events, "RasterTask")), restyled, count_layers(page)))
    return found


def elements(events: list[dict[str, Any]], name: str) -> list[int]:
    """How many elements each event of a name is about."""
    return [event["args"]["elementCount"] for event in events if event["name"] == name]


def work(events: list[dict[str, Any]], name: str) -> list[float]:
    """Milliseconds in which a thread ran, for each event of a name."""
    return [event["tdur"] / 1000 for event in events if event["name"] == name and "tdur" in event]


def count_layers(page: Page) -> int:
    """How many layers Chromium puts together for a frame of a pan."""
    session = page.context.new_cdp_session(page)
    changes: list[dict[str, Any]] = []
    session.on("LayerTree.layerTreeDidChange", lambda event: changes.append(event))
    session.send("DOM.enable")
    session.send("LayerTree.enable")
    page.evaluate(DRIVE, ["pan", 5])
    session.detach()
    return sum(layer["drawsContent"] for layer in changes[-1]["layers"])


# The wheel over the middle of the map.
ZOOM = """(factor) => {
    const stage = document.querySelector(".rb-stage");
    const box = stage.getBoundingClientRect();
    const at = { clientX: box.left + box.width * 0.5, clientY: box.top + box.height * 0.5, cancelable: true };
    let left = Math.log(factor) / 0.0018;
    while (left > 1) {
        const by = Math.min(240, left);
        stage.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -by }));
        left -= by;
    }
}"""


def main() -> None:
    server = Server(Path(tempfile.mkdtemp()))
    with launched() as browser:
        page = browser.new_page(viewport=WINDOW)
        t, opening = open_match(page, server)
        print(f"opening: {opening:.0f} ms of work; {t.page.locator('.rb-counter').count()} counters")
        for one in measure(page):
            clock = f"a frame {one.median:.1f} ms, 95 of 100 below {one.late:.1f}, the longest {one.worst:.1f}"
            print(f"{one.title}: {clock}; work for a frame {one.work:.1f} ms; long tasks {one.long_tasks}")
        page = browser.new_page(viewport=WINDOW)
        open_match(page, server)
        for pan in measure_drawing(page):
            drawn = f"tiles {pan.raster:.0f} ms; {pan.restyled} elements styled again; {pan.layers} layers"
            print(f"pan, {pan.title}: longest task {pan.longest:.1f} ms; {drawn}")
    server.stop()


if __name__ == "__main__":
    main()
