"""The pictures of the README. ``python -m tests.tools.pictures`` (``make pictures``) regenerates them."""

from __future__ import annotations

import fcntl
import html
import os
import pty
import re
import struct
import sys
import termios
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect

import rasputitsa as ra
from rasputitsa.bots import bot, decide
from rasputitsa.core import Action
from rasputitsa.core.offers import listed
from rasputitsa.match.dice import CommittedDice
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.positions import begun
from tests.browser.scripts import GAME as CARD_GAME
from tests.browser.server import LINK, ME, Server
from tests.browser.table import Table
from tests.tools.browser import launched

DOCS = Path(__file__).parents[2] / "docs"
ROWS, COLUMNS = 62, 118


def main() -> None:
    with TemporaryDirectory() as folder, launched() as chromium:
        server = Server(Path(folder))
        try:
            table_pictures(chromium, server)
            terminal_picture(chromium)
        finally:
            server.stop()


def table_pictures(chromium: Browser, server: Server) -> None:
    def table(record: str, **looks: Any) -> Table:
        made = server.create(ME, ME, record=record)
        page = chromium.new_page(**{**DESKTOP, **looks}, reduced_motion="reduce")
        return Table(page, touch="has_touch" in looks).open(server.url, made["match"], *made["keys"].values())

    record, unit = midgame()
    t = table(record)
    t.play(unit)
    save(t, "table")
    t = table(begun())
    t.play("0508", "24pz", "47pz")
    t.answer("declare")
    t.play("0405", "46pz", "40pz")
    save(t, "battle")
    t = table(begun(), **{**PHONE, "device_scale_factor": 1.5})
    t.play("0508", "24pz")
    save(t, "phone")
    save(tutorial(chromium, server), "tutorial")
    save(cards(chromium, server), "cards")


def midgame() -> tuple[str, str]:
    """A German movement phase, with the unit that has most to choose."""
    match = recruits("battle-for-moscow", "Turn 5, German Movement")

    def choices(action: Action) -> int:
        state = match.state.copy()
        state.take(action)
        return len(state.actions())

    unit = max((action for action in match.state.actions() if action.verb == "unit"), key=choices)
    return ra.record.write(match), str(unit).removeprefix("unit ")


def recruits(name: str, until: str) -> ra.Match:
    """Two recruits have played so far, from a fixed seed."""
    game = ra.game(name)
    match = ra.Match(game, dice=CommittedDice.seeded(1941))
    players = {side.name: bot("recruit", game.name, seed=1941) for side in game.sides}
    while until not in match.view(None)["heading"]:
        side = match.state.side
        assert side is not None
        match.play(side, str(decide(players[side], match.state, len(match.log))))
    return match


def cards(chromium: Browser, server: Server) -> Table:
    """A hand of cards in a Combat Phase, with the best attack in preparation and the supply net over the map."""
    match = recruits(CARD_GAME, "Turn 2, German Combat")
    offers = [offer for offer in listed(match.state, match.state.side) if offer.kind == "space"]
    best = max(offers, key=lambda offer: offer.mark.badge)
    made = server.create(ME, LINK, record=ra.record.write(match), game=CARD_GAME)
    page = chromium.new_page(**DESKTOP, reduced_motion="reduce")
    t = Table(page, CARD_GAME).open(server.url, made["match"], made["keys"]["german"])
    t.answer(best.action)
    while any(action.startswith("with ") for action in t.actions()):
        t.answer(next(action for action in t.actions() if action.startswith("with ")))
    page.keyboard.press("2")
    expect(page.locator(".rb-line")).to_have_count(1)
    return t


def tutorial(chromium: Browser, server: Server) -> Table:
    """The lesson about zones of control."""
    page = chromium.new_page(**DESKTOP, reduced_motion="reduce")
    page.goto(server.url + "/learn")
    page.locator(".card").filter(has_text="Battle for Moscow").get_by_role("button", name="Start").first.click()
    t = Table(page).ready()
    steps = server.get("/api/games/battle-for-moscow/tutorial").json()["steps"]
    for number, step in enumerate(steps, 1):
        expect(t.coach).to_contain_text(f"{number} of {len(steps)}")
        if step.get("overlay") == "zones":
            expect(page.locator(".rb-tint")).not_to_have_count(0)
            break
        actions = step.get("do", [])
        if step.get("auto") or not actions:
            t.coach.get_by_role("button", name="Next").click()
        else:
            for action in [actions] if isinstance(actions, str) else actions:
                t.perform(action)
    return t


def save(t: Table, name: str) -> None:
    if not t.touch:
        t.page.mouse.move(0, 0)
    t.calm()
    expect(t.page.locator(".rb-flash")).to_have_count(0)
    expect(t.page.locator(".toast")).to_have_count(0)
    expect(t.page.get_by_role("region", name="This space")).to_be_hidden()
    t.still()
    shoot(t.page, name)
    t.page.close()


def shoot(page: Page, name: str) -> None:
    page.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=82)


# The terminal.


def terminal_picture(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 980, "height": 905})
    page.set_content(as_html(screen(["standard", "done"])))
    shoot(page, "terminal")
    page.close()


def screen(commands: list[str]) -> str:
    """What a terminal shows after these commands, with its colours."""
    command = [sys.executable, "-m", "rasputitsa", "play", "battle-for-moscow", "--soviet", "recruit"]
    command += ["--german", "human", "--seed", "3"]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LINES=str(ROWS), COLUMNS=str(COLUMNS))
        os.chdir("/tmp")
        os.execv(sys.executable, command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    shown = wait_for_prompt(terminal)
    for line in commands:
        os.write(terminal, line.encode() + b"\n")
        shown = wait_for_prompt(terminal)
    os.write(terminal, b"quit\n")
    os.close(terminal)
    return re.split(r"\x1b\[2J|\x1b\[H\x1b\[J|\x1bc", shown)[-1]


def wait_for_prompt(terminal: int) -> str:
    """All that is written until the program waits for an answer."""
    os.set_blocking(terminal, False)
    text, quiet = b"", 0
    while quiet < 15:
        try:
            text += os.read(terminal, 65536)
            quiet = 0
        except BlockingIOError:
            quiet += bool(text)
            time.sleep(0.1)
    return text.decode(errors="replace")


def as_html(text: str) -> str:
    """Colours of a terminal as HTML: the few codes that the table uses."""
    parts: list[str] = []
    style: dict[str, str] = {}
    for piece in re.split(r"(\x1b\[[0-9;?]*[A-Za-z])", text.replace("\r", "")):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if code:
            style = changed(style, [int(number or 0) for number in code[1].split(";")])
        elif not piece.startswith("\x1b"):
            css = ";".join(f"{key}:{value}" for key, value in style.items() if not key.startswith("_"))
            parts.append(f'<span style="{css}">{html.escape(piece)}</span>')
    body = "".join(parts)
    return (
        '<body style="margin:12px;background:#1b1d1e;color:#d8d5cc">'
        f'<pre style="font:13px/15px DejaVu Sans Mono,monospace;margin:0">{body}</pre>'
    )


def changed(style: dict[str, str], codes: list[int]) -> dict[str, str]:
    new = dict(style)
    while codes:
        code = codes.pop(0)
        if code == 0:
            new = {}
        elif code == 1:
            new["font-weight"] = "bold"
        elif code == 7:
            new["filter"] = "invert(1)"
        elif code in (38, 48) and codes[:1] == [5]:
            new["color" if code == 38 else "background"] = colour(codes[1])
            codes = codes[2:]
        elif code in (39, 49):
            new.pop("color" if code == 39 else "background", None)
        elif code == 22:
            new.pop("font-weight", None)
    return new


def colour(number: int) -> str:
    """A colour of the 256."""
    if number < 16:
        bright = 255 if number > 7 else 170
        return f"rgb({bright * (number & 1)},{bright * (number >> 1 & 1)},{bright * (number >> 2 & 1)})"
    if number > 231:
        return "rgb({0},{0},{0})".format(8 + 10 * (number - 232))
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return f"rgb({steps[number // 36]},{steps[number // 6 % 6]},{steps[number % 6]})"


if __name__ == "__main__":
    main()
