"""How large the site is and how quick, beside what it may be: ``python -m tests.site.bench``."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from playwright.sync_api import Browser

import rasputitsa
from rasputitsa.site import Built, build

from ..browser.table import Table, start
from ..tools.browser import launched
from . import processor
from .host import Host, Player, asked, kept

MEGABYTE = 1e6
CLICKS = 12
SLOW_PHONE = 4  # times slower than this machine


class Line(NamedTuple):
    what: str
    value: float
    most: float
    unit: str

    def __str__(self) -> str:
        return f"{self.what:<58} {self.value:8.2f} {self.unit:<3} (at most {self.most:g}){self.verdict}"

    @property
    def verdict(self) -> str:
        return "" if self.value <= self.most else "  TOO MUCH"


def main() -> int:
    with TemporaryDirectory() as folder, launched() as browser:
        built = build(Path(folder) / "table")
        host = Host(Path(folder), "table/")
        lines = [*sizes(built), *starts(browser, host), *clicks(browser, host)]
        host.stop()
    print("\n".join(map(str, lines)))
    return int(any(line.verdict for line in lines))


def sizes(built: Built) -> list[Line]:
    web = f"web/{built.version}/"
    parts = {"Python for the browser": "runtime/", "our package": "python/", "facts of the games": "facts/"}
    found = [Line(f"{name}, gzip", built.compressed(web + path) / MEGABYTE, 8, "MB") for name, path in parts.items()]
    return [*found, Line("all files, gzip", built.compressed() / MEGABYTE, 8, "MB")]


def starts(browser: Browser, host: Host) -> list[Line]:
    lines = []
    for where, slower, most in (("desktop", 1, 5), (f"a phone {SLOW_PHONE} times slower", SLOW_PHONE, 12)):
        player = Player(browser)
        page = player.context.new_page()
        player.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        since, before = monotonic(), processor.of_pages()
        page.goto(host.url)
        start(page, "German").wait_for()
        lines.append(Line(f"home, first visit, {where}", monotonic() - since, 1 * slower, "s"))
        start(page, "German").click()
        asked(Table(page).ready())
        lines.append(Line(f"a match can be played, first visit, {where}", monotonic() - since, most, "s"))
        worked = processor.of_pages() - before
        if slower == 1:  # Chromium slows pages down, but not their workers
            lines.append(
                Line("its processor time, on one core of a phone 4 times slower", worked * SLOW_PHONE, 12, "s")
            )
        kept(page)
        since = monotonic()
        page.reload()
        asked(Table(page).ready())
        lines.append(Line(f"a match can be played, second visit, {where}", monotonic() - since, most, "s"))
        player.close()
    return lines


def clicks(browser: Browser, host: Host) -> list[Line]:
    """How long a click takes from the command to the answer, in the middle of each game's first turn."""
    lines = []
    for name in rasputitsa.games():
        game = rasputitsa.game(name)
        player = Player(browser)
        table = Table(player.page(host.url), name)
        start(table.page, game.sides[0].title, game.title).click()
        table.ready()
        times = []
        for _ in range(CLICKS):
            asked(table)
            before, action = table.number, table.actions()[0]
            choice = table.offers(action)
            choice.scroll_into_view_if_needed()
            times.append(table.page.evaluate(CLICK, [action, before]))
        times.sort()
        most = 200 if len(game.manifest()["board"]["spaces"]) > 1000 else 100
        lines.append(Line(f"a click in {game.title}, the median of {CLICKS}", times[len(times) // 2], most, "ms"))
        player.close()
    return lines


# From the click to the new position on the screen; a question that is asked twice is answered twice.
CLICK = """([action, before]) => new Promise((resolve) => {
    const screen = document.querySelector(".match-screen");
    const press = () => document.querySelector(`:is(.question, .hands) [data-action="${action}"]`).click();
    press();
    if (document.querySelector(`.question [data-action="${action}"].sure`)) press();
    const since = performance.now();
    const look = () => {
        if (Number(screen.dataset.number) !== before) resolve(performance.now() - since);
        else setTimeout(look, 1);
    };
    look();
})"""


if __name__ == "__main__":
    raise SystemExit(main())
