"""What the server's bench measures, and bounds that hold on any machine."""

from __future__ import annotations

import asyncio
import sys
from itertools import islice
from random import Random
from types import FrameType

import pytest

import rasputitsa
from rasputitsa.devtools import server_bench as bench
from rasputitsa.server.live_match import LiveMatch
from rasputitsa.table.client import Client

from ..tools import soak


@pytest.mark.soak
@pytest.mark.parametrize("name", soak.first(1, ["moscow-41", "drive-on-moscow"]))  # those with the most units
def test_a_match_and_its_replay_take_less_than_five_megabytes(name: str) -> None:
    memory = bench.match_memory(name, seed=7)
    assert memory.actions > 100
    assert 0 < memory.played <= memory.replayed < 5


@pytest.mark.parametrize("clicks", soak.first(1, [150, 100_000]))
@pytest.mark.parametrize("name", rasputitsa.games())
def test_what_a_click_sends_is_bounded(name: str, clicks: int) -> None:
    """Both clients together, in every phase of a random match."""

    async def largest() -> int:
        return max(sent for _, sent in islice(bench._match(name, Random(3)), clicks))

    assert asyncio.run(largest()) < (30_000 if len(rasputitsa.game(name).board.spaces) > 500 else 20_000)


@pytest.mark.soak
def test_the_cost_of_an_action_does_not_grow_with_the_match() -> None:
    """The same two choices again and again: the thousand actions before them cost nothing."""

    async def counted() -> tuple[int, int]:
        live = bench._live_match("drive-on-moscow", Random(5))
        clients = bench.seat_clients(live)
        switch_types(live, clients, 50)
        first, _, last = (switch_types(live, clients, times) for times in (50, 900, 50))
        assert live.number == 1_050
        return first, last

    first, last = asyncio.run(counted())
    assert last < 1.05 * first


def switch_types(live: LiveMatch, clients: dict[str, Client], times: int) -> int:
    """Choose one type of unit and another in turns, in the set-up; how many functions are called for that."""
    calls = 0

    def count(frame: FrameType, event: str, value: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for _ in range(times):
            action = "type RB" if str(live.match.log[-1].action if live.match.log else "") == "type RD" else "type RD"
            bench.click(live, clients[live.asked or ""], bench.play_command(live, action))
    finally:
        sys.setprofile(None)
    return calls
