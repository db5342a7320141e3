"""Whether forecasts come true: every result is tried on copies, with every choice of the players.

At the die the forecast knows all; before "fight" it is compared with states that its viewer could be in.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rasputitsa.core import CHANCE, Forecast
from rasputitsa.core.sets import members
from rasputitsa.games.drive_on_moscow.aftermath import ELIMINATED
from rasputitsa.games.drive_on_moscow.assault import Assault
from rasputitsa.games.drive_on_moscow.battle import HIGHEST, LOWEST, Battle, final_odds, result_at
from rasputitsa.games.drive_on_moscow.combat import Attack
from rasputitsa.games.drive_on_moscow.facts import FIRST_HEX
from rasputitsa.games.drive_on_moscow.fight import DefensiveAir, Roll
from rasputitsa.games.drive_on_moscow.results import CityAssault, LoseSteps, RetreatOrStand
from rasputitsa.games.drive_on_moscow.retreat import Retreat, SplitRetreat
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

CHOICES = (CityAssault, LoseSteps, Retreat, RetreatOrStand, SplitRetreat)
NOTHING, ATTACKERS, DEFENDERS, BACK, ALL, BLOODBATH = (
    "nothing", "attackers lose a step", "defenders lose a step", "retreat", "defenders eliminated", "bloodbath",
)  # fmt: skip

# What each meaning allows to happen; where a set has several, each can be chosen, or hangs on what is not seen.
SAID = {
    "no effect": {NOTHING},
    "no losses; the assault ends in the launch hex": {NOTHING},
    "the attackers lose a step": {ATTACKERS},
    "in a city: the attackers lose a step": {ATTACKERS},
    "in a city: attack stalled": {NOTHING},
    "in a city: attack stalled, or a bloodbath": {NOTHING, BLOODBATH},
    "the defenders retreat": {BACK},
    "the defenders retreat or lose a step": {BACK, DEFENDERS},
    "the defenders lose a step": {DEFENDERS},
    f"the defenders lose a step or, as they cannot retreat, {ELIMINATED}": {DEFENDERS, ALL},
    f"no retreat: {ELIMINATED}": {ALL},
    ELIMINATED: {ALL},
}
UNSURE = {
    f"the defenders retreat or, if they cannot, {ELIMINATED}": {BACK, ALL},
    "the defenders retreat or, if they have one to spare, lose a step": {BACK, DEFENDERS, ALL},
}


def check_forecast(state: DriveOnMoscowState) -> None:
    """At a die: what each result was said to lead to is what it can lead to."""
    step = state.stack[-1]
    if isinstance(step, Roll):
        for viewer in ("german", "soviet", None):
            forecast = state.forecast(None, viewer)
            assert forecast is not None
            compare(state, step.battle, forecast)


def check_before_the_fight(state: DriveOnMoscowState, rng: Random, tries: int = 4) -> int:
    """Where an attack could begin: the same in states that the attacker could be in. Returns how many were compared."""
    step = state.stack[-1]
    if not isinstance(step, Attack | Assault) or state.game.action("fight") not in step.actions(state):
        return 0
    side = step.actor(state)
    forecast = state.forecast(None, side)
    assert forecast is not None
    done = 0
    for _ in range(tries):
        guess = state.guess(side, rng)
        guess.apply(guess.game.action("fight"))
        while guess.stack and isinstance(guess.stack[-1], DefensiveAir):
            guess.apply(guess.game.action("no-air"))
        while guess.side == CHANCE and not guess.dice():
            guess.apply(rng.choice(guess.actions()))
        if guess.stack and isinstance(guess.stack[-1], Roll):
            compare(guess, guess.stack[-1].battle, forecast)
            done += 1
    return done


def compare(state: DriveOnMoscowState, battle: Battle, forecast: Forecast) -> None:
    odds = final_odds(state, battle)
    assert LOWEST <= odds <= HIGHEST
    said = {chance.result: chance.meaning for chance in forecast.chances}
    for face in range(1, 7):
        result = result_at(odds, face)
        after = state.copy()
        after.apply(after.game.action(f"roll {face}"))
        happened = {fate(state, end, battle) for end in endings(after)}
        meaning = said[result]
        expected = SAID.get(meaning) or UNSURE[meaning]
        if battle.defenders.bit_count() == 1:  # its only step is all that it loses
            expected = {ALL if one == DEFENDERS else one for one in expected}
        problem = f"{result} was said to mean {meaning!r}; what happened: {happened}"
        assert happened == expected if meaning in SAID else happened <= expected, problem


def endings(state: DriveOnMoscowState) -> Iterator[DriveOnMoscowState]:
    """The states that the players' choices can lead to, up to the advance after combat."""
    if not state.stack or not isinstance(state.stack[-1], CHOICES):
        yield state
        return
    actions = state.actions()
    for action in actions[:2] if isinstance(state.stack[-1], LoseSteps | SplitRetreat) else actions:
        after = state.copy()
        after.apply(action)
        yield from endings(after)


def steps_of(state: DriveOnMoscowState, units: int) -> int:
    """The steps of those units that are on the map; Kampfgruppen that were formed since are other units (11.30)."""
    alive = [unit for unit in members(units) if state.where[unit] >= FIRST_HEX]
    return sum(state.steps(unit) for unit in alive)


def lost(before: DriveOnMoscowState, after: DriveOnMoscowState, units: int) -> int:
    """The steps that units have lost."""
    return steps_of(before, units) - steps_of(after, units)


def fate(before: DriveOnMoscowState, after: DriveOnMoscowState, battle: Battle) -> str:
    attackers, defenders = lost(before, after, battle.attackers), lost(before, after, battle.defenders)
    there = [unit for unit in members(battle.defenders) if after.where[unit] >= FIRST_HEX]
    gone = [unit for unit in there if after.where[unit] != battle.hex]
    count = battle.defenders.bit_count()
    if gone:
        assert len(gone) == count and not attackers and not defenders
        return BACK
    if attackers and defenders:
        assert attackers == defenders == count
        return BLOODBATH
    if attackers:
        assert attackers == 1
        return ATTACKERS
    if not defenders:
        return NOTHING
    assert defenders in (1, count)
    return ALL if defenders == count else DEFENDERS
