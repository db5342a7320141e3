"""Connections that stay open and carry nothing: the player is told, all is sent again, and nothing is done twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

import rasputitsa as ra

from ..tools import soak
from ..tools.proxy import DOWN, UP, Proxy, proxy_to
from .conftest import Visitor
from .positions import begun
from .server import LINK, Server
from .table import Table

SOON = 10_000  # milliseconds within which a player is told
WAYS = [pytest.param(ways, id="-".join(ways)) for ways in ((UP, DOWN), (UP,), (DOWN,))]


@pytest.fixture
def proxy(server: Server, visitor: Visitor) -> Iterator[Proxy]:
    visitor.expected = ["WebSocket is closed before the connection is established"]
    with proxy_to(server.port) as running:
        yield running
        visitor.close()


def banner(t: Table) -> Locator:
    return t.page.get_by_text("Connection lost. Reconnecting")


def told_soon(t: Table) -> None:
    """By the clock of the page, which the test turns."""
    t.page.clock.run_for(SOON)
    t.page.clock.resume()
    expect(banner(t)).to_be_visible()


def clocked(visitor: Visitor) -> Page:
    """A page whose clock the test can turn."""
    page = visitor.page()
    page.clock.install()
    return page


def played(server: Server, match: str, key: str) -> list[str]:
    return [line.action for line in ra.record.read(server.record(match, key)).lines if line.side != "chance"]


@pytest.mark.soak
def test_who_waits_is_told(visitor: Visitor, server: Server, proxy: Proxy) -> None:
    """And nobody waits for the browser to give up a connection that hangs while it opens, which takes minutes."""
    made = server.create(soviet=LINK, record=begun())
    russian = Table(clocked(visitor)).open(proxy.url, made["match"], made["keys"]["soviet"])
    german = visitor.table(server, made["match"], made["keys"]["german"])
    expect(russian.question).to_contain_text("Waiting for")
    proxy.swallow(UP, DOWN)
    told_soon(russian)
    german.answer("attack 0508", "with 24pz")
    proxy.swallow()
    expect(banner(russian)).to_be_hidden()
    russian.at(german.number)
    expect(russian.battle).to_contain_text("0508")


@pytest.mark.parametrize("ways", soak.first(1, WAYS))
def test_what_was_sent_into_the_void_is_done_once(
    visitor: Visitor, server: Server, proxy: Proxy, ways: tuple[str, ...]
) -> None:
    """Whether the command or its answer got lost."""
    made = server.create(soviet=LINK, record=begun())
    key = made["keys"]["german"]
    before = played(server, made["match"], key)
    t = Table(clocked(visitor)).open(proxy.url, made["match"], key)
    number = t.number
    proxy.swallow(*ways)
    t.offers("attack 0508").click()
    told_soon(t)
    assert t.number == number
    proxy.swallow()
    t.at(number + 1)
    t.calm()
    expect(banner(t)).to_be_hidden()
    t.answer("with 24pz")
    assert played(server, made["match"], key) == [*before, "attack 0508", "with 24pz"]


@pytest.mark.soak
def test_talk_is_neither_lost_nor_doubled(visitor: Visitor, server: Server, proxy: Proxy) -> None:
    made = server.create(soviet=LINK, record=begun())
    t = Table(clocked(visitor)).open(proxy.url, made["match"], made["keys"]["german"])
    other = visitor.table(server, made["match"], made["keys"]["soviet"])
    players = t.tab("Players")
    say(t, "one")
    proxy.swallow(DOWN)
    say(t, "two")
    say(other, "three")
    told_soon(t)
    say(t, "four")
    proxy.swallow()
    expect(banner(t)).to_be_hidden()
    say(t, "five")
    wanted = ["one", "two", "three", "four", "five"]
    for chat in (players.get_by_role("list", name="Chat"), other.page.get_by_role("list", name="Chat")):
        expect(chat.get_by_text("five")).to_be_visible()
        lines = chat.locator("li:not(.notice) span").all_inner_texts()
        assert sorted(lines) == sorted(wanted)


def say(t: Table, text: str) -> None:
    players = t.tab("Players")
    players.get_by_label("Message").fill(text)
    players.get_by_role("button", name="Send").click()


@pytest.mark.soak
def test_a_player_who_looks_again(visitor: Visitor, server: Server, proxy: Proxy) -> None:
    """In a tab that nobody sees timers hardly run; whoever comes back is told soon."""
    made = server.create(soviet=LINK, record=begun())
    page = clocked(visitor)
    page.add_init_script(SLOW_TIMERS)
    t = Table(page).open(proxy.url, made["match"], made["keys"]["german"])
    page.evaluate("window.hide(true)")
    proxy.swallow(UP, DOWN)
    page.wait_for_timeout(6000)
    expect(banner(t)).to_be_hidden()
    page.evaluate("window.hide(false)")
    told_soon(t)
    proxy.swallow()
    expect(banner(t)).to_be_hidden()
    t.answer("attack 0508")


# While the page is hidden its repeated timers rest, as in a browser that throttles them.
SLOW_TIMERS = """
    let hidden = false;
    const { setInterval } = window;
    window.setInterval = (run, ...more) => setInterval(() => hidden || run(), ...more);
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    window.hide = (now) => {
        hidden = now;
        document.dispatchEvent(new Event("visibilitychange"));
    };
"""


@pytest.mark.parametrize("event", soak.first(1, ["online", "pageshow"]))
def test_a_sign_of_a_new_network(visitor: Visitor, server: Server, proxy: Proxy, event: str) -> None:
    """The connection is checked at once, without the pause between two checks."""
    made = server.create(soviet=LINK, record=begun())
    page = visitor.page()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    t = Table(page).open(proxy.url, made["match"], made["keys"]["german"])
    before = len(sent)
    page.evaluate(f"window.dispatchEvent(new Event('{event}'))")
    page.wait_for_timeout(300)
    assert [text for text in sent[before:] if '"ping"' in text]
    expect(banner(t)).to_be_hidden()


def test_a_player_who_keeps_looking_is_told_as_soon(visitor: Visitor, server: Server, proxy: Proxy) -> None:
    """Each look asks for a sign of life, and none of them begins the wait anew."""
    made = server.create(soviet=LINK, record=begun())
    t = Table(clocked(visitor)).open(proxy.url, made["match"], made["keys"]["german"])
    proxy.swallow(UP, DOWN)
    look = "document.dispatchEvent(new Event('visibilitychange'))"
    t.page.evaluate(f"window.looking = setInterval(() => {look}, 1000)")
    told_soon(t)
    t.page.evaluate("clearInterval(window.looking)")
    proxy.swallow()
    expect(banner(t)).to_be_hidden()


@pytest.mark.soak
def test_a_healthy_connection_is_left_alone(visitor: Visitor, server: Server, proxy: Proxy) -> None:
    """Also that of a page that is busy for longer than an answer may take."""
    made = server.create(soviet=LINK, record=begun())
    page = visitor.page()
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    t = Table(page).open(proxy.url, made["match"], made["keys"]["german"])
    before = len(opened)
    page.wait_for_timeout(4000)
    page.evaluate("() => { const end = Date.now() + 9000; while (Date.now() < end); }")
    page.wait_for_timeout(2000)
    assert len(opened) == before
    t.answer("attack 0508")


# Messages that cannot be read or shown.

GARBLE = """
    const { addEventListener } = WebSocket.prototype;
    const decode = JSON.parse;
    let left = %d;
    JSON.parse = (text, ...more) => {
        const found = decode(text, ...more);
        if (left && found?.type === "state" && found.number > %d) {
            left -= 1;
            %s
        }
        return found;
    };
"""
UNREADABLE = 'throw new SyntaxError("garbled");'
UNSHOWABLE = "found.view.tokens = 7;"
REPORTED = ["garbled", "tokens", "iterable", "is not a function"]


@pytest.mark.parametrize("fault", [UNREADABLE, UNSHOWABLE], ids=["unreadable", "unshowable"])
def test_a_message_that_makes_no_sense(visitor: Visitor, server: Server, fault: str) -> None:
    visitor.expected = REPORTED
    made = server.create(soviet=LINK, record=begun())
    page = visitor.page()
    number = server.summary(made["match"], made["keys"]["german"])["number"]
    page.add_init_script(GARBLE % (1, number, fault))
    t = Table(page).open(server.url, made["match"], made["keys"]["german"])
    t.offers("attack 0508").click()
    expect(page.get_by_role("region", name="Notifications")).to_contain_text("could not be shown")
    t.at(number + 1)
    assert visitor.complaints  # the console says what it was
    t.answer("with 24pz")
    assert t.number == number + 2
    expect(t.battle).to_contain_text("0508")


@pytest.mark.soak
def test_messages_that_never_make_sense(visitor: Visitor, server: Server) -> None:
    """The player learns that reloading may help, and the server is not called without end."""
    visitor.expected = REPORTED
    made = server.create(soviet=LINK, record=begun())
    page = visitor.page()
    number = server.summary(made["match"], made["keys"]["german"])["number"]
    page.add_init_script(GARBLE % (10**6, number, UNSHOWABLE))
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    t = Table(page).open(server.url, made["match"], made["keys"]["german"])
    t.offers("attack 0508").click()
    notes = page.get_by_role("region", name="Notifications")
    expect(notes.get_by_role("button", name="Reload")).to_be_visible()
    before = len(opened)
    page.wait_for_timeout(3000)
    assert len(opened) == before < 8


# Browsers that are too old.


@pytest.mark.parametrize(
    "lacks", ["window.DecompressionStream", "HTMLScriptElement.prototype.noModule", "Array.prototype.findLast"]
)
def test_an_old_browser_is_told_so(visitor: Visitor, server: Server, lacks: str) -> None:
    page = visitor.page()
    page.add_init_script(f"delete {lacks}")
    page.goto(server.url)
    expect(page.get_by_role("alert")).to_contain_text("This browser is too old for Rasputitsa.")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("Firefox 1[0-9]{2}"))
    expect(page.get_by_text("Loading")).to_have_count(0)
