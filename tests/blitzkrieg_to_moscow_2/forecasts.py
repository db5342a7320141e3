"""Whether forecasts come true: each face of the die is tried on copies, with every way in which units can retreat."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.core import Event
from rasputitsa.games.blitzkrieg_to_moscow_2.battle import Battle, column
from rasputitsa.games.blitzkrieg_to_moscow_2.facts import CRT, UNIT_NAMES, unit_labels
from rasputitsa.games.blitzkrieg_to_moscow_2.fight import ReRoll, RollDie
from rasputitsa.games.blitzkrieg_to_moscow_2.forecast import possible_losses
from rasputitsa.games.blitzkrieg_to_moscow_2.results import Advance
from rasputitsa.games.blitzkrieg_to_moscow_2.retreat import ChooseRetreat, Retreat
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools.states import happened

UNIT_NUMBERS = {name: unit for unit, name in enumerate(UNIT_NAMES)}


def meanings(state: BlitzkriegState) -> dict[str, str]:
    forecast = state.forecast()
    assert forecast is not None
    return {chance.result: chance.meaning for chance in forecast.chances}


def check_forecast(state: BlitzkriegState) -> None:
    """At a die: what is forecast for each face is all that can happen, however the owner of the defenders retreats."""
    step = state.stack[-1]
    assert isinstance(step, RollDie)
    battle, said = step.battle, meanings(state)
    for face in range(1, 7):
        result = CRT[column(state, battle)][face]
        happened = set(losses(state, battle, f"roll {face}"))
        assert happened == possible_losses(state, battle, result), (result, state.position())
        if happened == {battle.defenders}:
            assert said[result] == "the defenders are eliminated" or result == "-"
        elif happened == {0}:
            assert "lost" not in said[result]
        elif len(happened) == 1:
            assert said[result].endswith(f"lost: {unit_labels(next(iter(happened)))}")


def losses(state: BlitzkriegState, battle: Battle, action: str) -> Iterator[int]:
    """The sets of defenders that may be lost in a combat from this action on; nobody plays a card or advances."""
    after = state.copy()
    lost = lost_by(after.take(action), battle.defenders)
    step = after.stack[-1] if after.stack else None
    if isinstance(step, ReRoll):
        choices = ["pass"]
    elif isinstance(step, Advance):
        choices = ["stay"]
    elif isinstance(step, ChooseRetreat | Retreat):
        choices = [str(choice) for choice in after.actions()]
    else:
        yield lost
        return
    for choice in choices:
        yield from (lost | more for more in losses(after, battle, choice))


def lost_by(events: tuple[Event, ...], defenders: int) -> int:
    """Those of the defenders that the combat eliminated; what the phases after it do to them is another matter."""
    combat = [event for event in events if happened(event) == "eliminated" and event.rule.startswith("11.")]
    lost = sum(1 << UNIT_NUMBERS[fate.token] for event in combat for fate in event.tokens)
    return lost & defenders
