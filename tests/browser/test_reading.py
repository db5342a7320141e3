"""Results stay in sight until they have been read, also where the rules go on by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ..server.tools import wait_for
from ..tools import soak
from .positions import played
from .server import LINK, Server
from .table import Table

BATTLES = ("attack 0302", "with 7ak", "declare", "attack 0508", "with 24pz", "declare", "done")


def number_past(before: int, server: Server, t: Table) -> int:
    """The number of the position that follows, as soon as the server has it."""
    wait_for(lambda: server.summary(t.match, t.key())["number"] > before)
    number: int = server.summary(t.match, t.key())["number"]
    return number


@pytest.mark.parametrize("moving", soak.first(1, [False, True]))
def test_the_last_battle_waits_for_the_one_before(server: Server, table: Callable[..., Table], moving: bool) -> None:
    """Should the first battle end with a question, which has to be read anyway, it is fought in another match."""
    record = played(*BATTLES)
    for _ in range(12):
        t = table(sit="german", soviet=LINK, record=record, moving=moving)
        before = t.number
        t.offers("battle 0302").click()
        following = t.question.get_by_role("button", name="Next battle")
        if number_past(before, server, t) == before + 3:
            break
        t.page.close()
    # The result stays, though the next one is there already.
    expect(following).to_be_visible()
    expect(t.battle).to_contain_text("Battle at 0302")
    t.page.wait_for_timeout(1500)
    expect(t.battle).to_contain_text("Battle at 0302")
    expect(t.battle).not_to_contain_text("Battle at 0508")
    if not moving:  # else it goes on after a while
        t.page.keyboard.press("Enter")
    expect(t.battle).to_contain_text("Battle at 0508")
    t.at(before + 3)
    expect(following).to_have_count(0)
