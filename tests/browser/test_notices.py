"""“Your turn”: in the title, by a notification, by a sound if wanted, and by a call to a web address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ..server.test_webhooks import Receiver
from .conftest import Visitor
from .server import LINK, Server
from .table import Table

# The browser's own notifications and sounds cannot be seen or heard here; what the page asks of them can.
LISTEN = """
    window.heard = { notes: [], tones: 0 };
    window.Notification = class {
        static permission = "granted";
        static requestPermission = () => Promise.resolve("granted");
        constructor(title, options) { window.heard.notes.push(`${title} | ${options.body}`); }
        close() {}
    };
    for (const name of ["createOscillator", "createBufferSource"]) {
        const made = AudioContext.prototype[name];
        AudioContext.prototype[name] = function () { window.heard.tones += 1; return made.call(this); };
    }
"""
AWAY = "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def calling(tmp_path: Path) -> Iterator[Server]:
    """A server that calls addresses of this machine too."""
    running = Server(tmp_path, "--webhook-http", "--webhook-private")
    yield running
    running.stop()


def heard(page: Page, what: str) -> object:
    return page.evaluate(f"window.heard.{what}")


def test_your_turn(calling: Server, visitor: Visitor, receiver: Receiver) -> None:
    made = calling.create(soviet=LINK)
    german = visitor.table(calling, made["match"], made["keys"]["german"])
    page = visitor.page()
    page.add_init_script(LISTEN)
    page.goto(f"{calling.url}/match/{made['match']}#{made['keys']['soviet']}")
    russian = Table(page).ready()
    page.get_by_role("button", name="Settings").click()
    for label in ("Sound", "Notify me when it is my turn"):
        page.get_by_role("dialog").get_by_label(label).check()
    page.keyboard.press("Escape")
    players = russian.tab("Players")
    players.get_by_text("Tell another program when it is my turn").click()
    players.get_by_label("Web address to notify").fill(f"{receiver.url}/turn")
    players.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("region", name="Notifications")).to_contain_text("is notified whenever your turn begins")
    page.evaluate(AWAY)
    before = heard(page, "tones")
    german.answer("standard", "done", "done", "done")
    expect(page).to_have_title(re.compile("Your move"))
    wait_until(page, lambda: heard(page, "notes") != [])
    notes = heard(page, "notes")
    assert isinstance(notes, list) and re.match(r"Your move \| Battle for Moscow: \S", notes[0])
    assert heard(page, "tones") != before
    wait_until(page, lambda: bool(receiver.got))
    assert receiver.paths == ["/turn"]
    assert receiver.got[0]["match"] == made["match"]
    assert receiver.got[0]["side"] == "soviet"


@pytest.mark.soak
def test_silence_is_the_beginning(visitor: Visitor, table: Callable[..., Table]) -> None:
    """Nothing makes a sound or asks to notify before somebody wants it."""
    t = table()
    t.page.add_init_script(LISTEN)
    t.page.reload()
    t.ready()
    t.answer("standard", "done")
    t.play("0508", "24pz")
    assert heard(t.page, "tones") == 0
    assert heard(t.page, "notes") == []


def wait_until(page: Page, there: Callable[[], bool]) -> None:
    for _ in range(300):
        if there():
            return
        page.wait_for_timeout(100)
    raise AssertionError("It does not come.")
