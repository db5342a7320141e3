"""What the server sends: no frame of a side names a concealed block of the other in its view, question or offers."""

from __future__ import annotations

import json
from random import Random

import pytest

from rasputitsa.devtools.server_bench import _live_match, click
from rasputitsa.games.moscow_41.facts import ALL_OF, LEADERS, SIDES, UNIT_NAMES
from rasputitsa.games.moscow_41.sight import known_blocks
from rasputitsa.games.moscow_41.state import Moscow41State
from rasputitsa.server.frames import message_of
from rasputitsa.server.protocol import Play, encode


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize("seed", range(3))
def test_frames_hide_what_is_concealed(seed: int) -> None:
    rng = Random(seed)
    live = _live_match("moscow-41", rng)
    for _ in range(250):
        if live.match.outcome is not None:
            break
        actions = live.match.state.actions()
        action = rng.choice([action for action in actions if action.verb != "pass"] or actions)
        number = live.number
        data = encode(Play(id=number, side=live.asked or "", number=number, action=str(action)))
        frames = click(live, data, list(SIDES), {})
        state = live.match.state
        assert isinstance(state, Moscow41State)
        for side, frame in enumerate(frames):
            message = json.loads(message_of(frame))
            shown = json.dumps([message.get(key) for key in ("view", "offers", "question")])
            hidden = ALL_OF[1 - side] & ~known_blocks(state, side) & ~LEADERS
            assert not [name for unit, name in enumerate(UNIT_NAMES) if hidden >> unit & 1 and f'"{name}"' in shown]
