"""The view with nothing hidden, in all games that hide something."""

from __future__ import annotations

from random import Random

import pytest

import rasputitsa as ra
from rasputitsa.core import CHANCE
from rasputitsa.core.open_view import open_view

HIDING = [name for name in ra.games() if ra.game(name).hidden]


@pytest.mark.parametrize("name", HIDING)
def test_everything_is_in_it(name: str) -> None:
    rng = Random(41)
    state = ra.game(name).start()
    concealed = 0
    for number in range(400):
        if state.side is None:
            break
        if number % 20 == 0:
            public, view = state.view(None), open_view(state)
            names = [token["name"] for token in view["tokens"]]
            assert len(names) == len(set(names)) == len(public["tokens"])
            own = [token for side in state.game.sides for token in state.view(side.name)["tokens"]]
            alike = {token["name"] for token in own if not token["piece"]}  # not even their owner can tell them apart
            assert all(token["piece"] or token["name"] in alike for token in view["tokens"])
            assert sorted(token["at"] or "" for token in view["tokens"]) == sorted(
                token["at"] or "" for token in public["tokens"]
            )
            for battle in view["battles"]:
                assert set(battle["attackers"]) <= set(names)
            for side, hand in view.get("hands", {}).items():
                assert hand["cards"] is not None and len(hand["cards"]) == hand["count"], side
                concealed += hand["count"]
            concealed += sum(not token["piece"] for token in public["tokens"])
            assert {key: value for key, value in view.items() if key not in ("tokens", "battles", "hands")} == {
                key: value for key, value in public.items() if key not in ("tokens", "battles", "hands")
            }
        if state.side == CHANCE:
            state.apply(rng.choice(list(state.chances()))[0])
        else:
            state.apply(rng.choice(state.actions()))
    assert concealed, "the public does not see all of this"
