"""Whether forecasts come true: every result of a battle is tried on copies, with every choice of the players."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.games.battle_for_moscow.aftermath import (
    ELIMINATED,
    RETREATS,
    RETREATS_REDUCED,
    STAYS,
    STAYS_REDUCED,
    Aftermath,
    aftermath,
)
from rasputitsa.games.battle_for_moscow.battle import Battle
from rasputitsa.games.battle_for_moscow.facts import CRT, STRENGTH
from rasputitsa.games.battle_for_moscow.fight import RollDie
from rasputitsa.games.battle_for_moscow.forecast import meaning_of
from rasputitsa.games.battle_for_moscow.results import AttackerLoss, Retreat, RetreatThrough, StandFast
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

CHOICES = (AttackerLoss, StandFast, Retreat, RetreatThrough)


def check_aftermath(state: BattleForMoscowState) -> int:
    """At a die: what each result was said to lead to is what it can lead to. Returns how many results there were."""
    step = state.stack[-1]
    assert isinstance(step, RollDie)
    forecast = state.forecast()
    assert forecast is not None
    for chance in forecast.chances:
        said = aftermath(state, step.battle, chance.result)
        assert chance.meaning == meaning_of(state, step.battle, chance.result)
        row = CRT[int(forecast.headline[0])]
        after = state.copy()
        after.apply(after.game.action(f"roll {row.index(chance.result)}"))
        assert found(state, after, step.battle) == said, (chance, state.position())
    return len(forecast.chances)


def found(before: BattleForMoscowState, after: BattleForMoscowState, battle: Battle) -> Aftermath:
    """What can really become of the defender and the attackers."""
    defender = battle.defender(before)
    ends = list(endings(after, battle))
    lost = [
        sum(STRENGTH[unit][before.steps[unit]] - STRENGTH[unit][end.steps[unit]] for unit in battle.attackers)
        for end in ends
    ]
    fates = frozenset(fate(before, end, battle.hex, defender) for end in ends)
    return Aftermath(fates, min(lost), max(lost))


def endings(state: BattleForMoscowState, battle: Battle) -> Iterator[BattleForMoscowState]:
    """The states that the players' choices can lead to, up to the advance after combat."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, CHOICES) or step.battle != battle:
        yield state
        return
    for action in step.actions(state):
        after = state.copy()
        after.apply(action)
        yield from endings(after, battle)


def fate(before: BattleForMoscowState, after: BattleForMoscowState, hex: int, defender: int) -> str:
    if not after.steps[defender]:
        return ELIMINATED
    same = after.steps[defender] == before.steps[defender]
    if after.where[defender] == hex:
        return STAYS if same else STAYS_REDUCED
    return RETREATS if same else RETREATS_REDUCED
