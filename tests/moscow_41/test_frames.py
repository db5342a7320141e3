"""What the server sends: no frame of a side names a concealed block of the other in its view, question or offers."""

from __future__ import annotations

import json
from random import Random

import pytest

from rasputitsa.devtools.server_bench import _live_match, click, play_command, seat_clients
from rasputitsa.games.moscow_41.facts import ALL_OF, LEADERS, SIDES, UNIT_NAMES
from rasputitsa.games.moscow_41.sight import known_blocks
from rasputitsa.games.moscow_41.state import Moscow41State
from rasputitsa.server.frames import message_of

from ..tools import soak


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_frames_hide_what_is_concealed(seed: int) -> None:
    rng = Random(seed)
    live = _live_match("moscow-41", rng)
    clients = seat_clients(live)
    for _ in range(250):
        if live.match.outcome is not None:
            break
        actions = live.match.state.actions()
        action = rng.choice([action for action in actions if action.verb != "pass"] or actions)
        frames = click(live, clients[live.asked or ""], play_command(live, str(action)))
        state = live.match.state
        assert isinstance(state, Moscow41State)
        told = [message for message in map(json.loads, map(message_of, frames)) if message["type"] == "state"]
        assert {message["you"][0] for message in told} == set(SIDES)
        for message in told:
            side = SIDES.index(message["you"][0])
            changes = message["changes"] or {}
            changes.get("tokens", {}).pop("gone", None)  # the viewer has seen them, before they were concealed
            shown = json.dumps([message["view"], changes, message["offers"]])
            hidden = ALL_OF[1 - side] & ~known_blocks(state, side) & ~LEADERS
            assert not [name for unit, name in enumerate(UNIT_NAMES) if hidden >> unit & 1 and f'"{name}"' in shown]
