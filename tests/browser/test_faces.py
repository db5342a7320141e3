"""Counters in panels: as they are on the map, from the first drawing on, and with names of their own."""

from __future__ import annotations

import zlib

import pytest
from playwright.sync_api import WebSocketRoute, expect

from ..drive_on_moscow.helpers import position
from . import drive
from .conftest import Visitor
from .positions import GAME as BATTLE
from .server import LINK, ME, Server
from .table import Table

REDUCED = {"1642": "pz-3/reduced pz-4 pg-10"}, {"1541": "2-2:RD"}


def german(visitor: Visitor, server: Server, game: str, **wanted: object) -> Table:
    made = server.create(ME, LINK, game=game, **wanted)
    return Table(visitor.page(), game).open(server.url, made["match"], made["keys"]["german"])


@pytest.mark.soak
def test_units_of_the_set_up_are_at_full_strength_after_a_reload(visitor: Visitor, server: Server) -> None:
    for game, wanted in ((BATTLE, {}), (drive.GAME, {"record": drive.record(*drive.SET_UP[:4])})):
        t = german(visitor, server, game, **wanted)
        values = t.question.locator(".tray .chip-value")
        full = values.all_inner_texts()
        assert full
        t.page.reload()
        t.ready()
        assert values.all_inner_texts() == full
        assert t.question.locator(".tray .chip.striped").count() == 0


@pytest.mark.soak
def test_the_legend_shows_units_at_full_strength(visitor: Visitor, server: Server) -> None:
    t = german(visitor, server, drive.GAME, record=drive.movement())
    lines = t.tab("Charts").locator(".legend-counters li")
    panzer = lines.filter(has_text="German panzer")
    expect(panzer).to_contain_text(
        "1st Panzer Division; 8-4 means attack 8, defense 4; 4-2 means attack 4, defense 2 (reduced)"
    )
    expect(panzer.locator(".chip-value")).to_have_text("8-4")
    expect(lines.locator(".striped")).to_have_count(0)
    untried = lines.filter(has_text="Soviet").filter(has_text="untried").first
    expect(untried).to_contain_text("? means factors not known yet (untried); veteran")


@pytest.mark.soak
def test_a_stack_is_drawn_as_it_is_now(visitor: Visitor, server: Server) -> None:
    t = german(visitor, server, drive.GAME, position=position(*REDUCED).position())
    stack = t.page.get_by_role("region", name="Stack", exact=True)
    t.answer("unit pz-3")
    face = stack.locator('[data-unit="pz-3"] .chip-value')
    expect(face).to_have_text("4-2")
    t.page.reload()
    t.ready()
    expect(face).to_have_text("4-2")
    expect(stack.locator('[data-unit="pz-4"] .chip-value')).to_have_text("8-4")


def named(message: str | bytes) -> str:
    """What the server sends, with a name of its own for one unit."""
    text = message if isinstance(message, str) else zlib.decompress(message).decode()
    return text.replace('"name":"pz-3",', '"name":"pz-3","title":"Lehr Division","number":"Lehr",')


@pytest.mark.soak
def test_a_token_is_called_by_its_own_name(visitor: Visitor, server: Server) -> None:
    """Where the server names a token, that name is shown wherever the token is."""
    page = visitor.page()

    def answer(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(named(message)))
        socket.on_message(server.send)

    page.route_web_socket("**/*", answer)
    made = server.create(ME, LINK, game=drive.GAME, record=drive.movement())
    t = Table(page, drive.GAME).open(server.url, made["match"], made["keys"]["german"])
    t.click("1642")
    stack = page.get_by_role("region", name="Stack", exact=True)
    expect(stack.locator('[data-unit="pz-3"]')).to_contain_text("Lehr Division")
    expect(stack.locator('[data-unit="pz-3"] .chip-name')).to_have_text("Lehr")
    page.mouse.move(*t.middle("pz-3"))
    expect(page.locator(".info")).to_contain_text("Lehr Division")
    status = t.tab("Status")
    status.get_by_text("German order of battle").click()
    expect(status).to_contain_text("Lehr Division")
