"""A battle from the moment it cannot be called off: aircraft, reveal, die (11.6, 11.19, 11.21)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar

from ...core import CHANCE, Action, Fate, Forecast, Kind, Mark, Note, Refusal, Step
from ...core.sets import contains, members
from .battle import HIGHEST, LOWEST, Battle, final_odds, odds_name, result_at, untried_in
from .facts import (
    BOARD,
    COUNTERS,
    FIRST_COUNTER,
    SIDES,
    TITLES,
    TYPE,
    hex_label,
)
from .fates import fates
from .fog import side_of
from .forecast import attack_worth, forecast
from .names import factors_label, unit_label
from .refusals import out_of_phase
from .remarks import of_defense
from .results import resolve
from .state import DriveOnMoscowState
from .words import AIR, DRAW, NO_AIR, QUIET, ROLL


def join_battle(state: DriveOnMoscowState, battle: Battle) -> None:
    """11.6: the attack can no longer be called off. The aircraft of the defender come before the reveal (11.19)."""
    attacker = battle.attacker
    state.use_aircraft(attacker, battle.air[attacker])
    if state.events is not None:
        kind = "Mobile assault" if battle.mobile else f"{TITLES[attacker]} attack"
        air = f" with {battle.air[attacker]} aircraft" if battle.air[attacker] else ""
        hexes = {state.where[unit] for unit in members(battle.attackers)}
        names = [BOARD.names[hex] for hex in (battle.hex, *sorted(hexes))]
        rule = "10.15" if battle.mobile else "11.4"
        state.emit(Kind.ATTACK, f"{kind} on {hex_label(battle.hex)}{air}.", rule, SIDES[attacker], names)
    state.push(DefensiveAir(battle))


def with_aircraft(battle: Battle) -> Battle:
    """One more aircraft of the defender."""
    air = list(battle.air)
    air[battle.defender] += 1
    return replace(battle, air=(air[0], air[1]))


@dataclass(frozen=True, slots=True)
class DefensiveAir(Step[DriveOnMoscowState]):
    """11.19: the defender may commit aircraft before the reveal."""

    battle: Battle

    rule = "11.19"
    before_reveal: ClassVar[bool] = True
    roles = MappingProxyType({"air": "plain", "quiet": "aside"})
    lies_on = ("Moving", "Combat")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"{hex_label(self.battle.hex)} is attacked. Commit an aircraft to its defense?"

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [AIR, NO_AIR, QUIET]

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_defense(state, self.battle.defender)

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        """The odds with either answer, as far as the defender knows them."""
        side = self.battle.defender
        odds = {action: forecast(state, self.as_seen(state, action), side).headline for action in (AIR, NO_AIR)}
        return {action: Mark(headline, "odds, if all units there attack") for action, headline in odds.items()}

    def forecast(self, state: DriveOnMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        """11.6: the defender does not know yet who takes part, only from where; nobody else is asked."""
        if viewer != self.actor(state):
            return None
        found = forecast(state, self.as_seen(state, action), self.battle.defender)
        note = Note("If all units in the hexes of the attack take part", "11.6")
        return replace(found, notes=(note, *found.notes))

    def as_seen(self, state: DriveOnMoscowState, action: Action | None) -> Battle:
        """The battle at its worst, with one more aircraft if the defender commits it."""
        hexes = {state.where[unit] for unit in members(self.battle.attackers)}
        everybody = sum(1 << unit for hex in hexes for unit in state.at(hex))
        battle = replace(self.battle, attackers=everybody)
        return with_aircraft(battle) if action is AIR else battle

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        side = self.battle.defender
        if state.aircraft(side) and not contains(state.quiet, side):
            return False
        begin_reveal(state, self.battle)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        side = self.battle.defender
        if action is AIR:
            state.use_aircraft(side, 1)
            text = f"A {TITLES[side]} aircraft supports the defense."
            state.emit(Kind.SUPPORT, text, "11.19", SIDES[side], [BOARD.names[self.battle.hex]])
            state.replace(DefensiveAir(with_aircraft(self.battle)))
            return
        if action is QUIET:
            state.quiet |= 1 << side
        begin_reveal(state, self.battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


def begin_reveal(state: DriveOnMoscowState, battle: Battle) -> None:
    """11.6: both sides see who takes part; untried units are turned over one by one (2.13)."""
    if state.events is not None:
        for side, who, units in (
            (battle.attacker, "Attackers", battle.attackers),
            (battle.defender, "Defenders", battle.defenders),
        ):
            forces = ", ".join(f"{unit_label(state, unit)} {factors_label(state, unit)}" for unit in members(units))
            shown = [unit for unit in members(units) if not state.is_untried(unit)]
            tokens = fates(state, shown, Fate.REVEALED)
            hex = [BOARD.names[battle.hex]]
            state.emit(Kind.REVEAL, f"{who}: {forces}.", "11.6", SIDES[side], hex, tokens, reveals=True)
    state.replace(Reveal(battle))


@lru_cache(maxsize=1 << 12)
def draws(kind: str, drawn: int) -> tuple[tuple[Action, Fraction], ...]:
    """2.13: the counters of a type that nobody has seen yet. Of those with equal factors the first stands for all."""
    first = FIRST_COUNTER[kind]
    groups: dict[tuple[int, int], list[int]] = {}
    for number, counter in enumerate(COUNTERS[kind]):
        if not contains(drawn, number):
            groups.setdefault(counter.factors, []).append(first + number)
    total = sum(map(len, groups.values()))
    return tuple((DRAW[group[0]], Fraction(len(group), total)) for group in groups.values())


def draw_chances(state: DriveOnMoscowState, unit: int) -> list[tuple[Action, Fraction]]:
    """Which counter an untried unit turns out to be."""
    kind = TYPE[unit]
    drawn = state.drawn >> FIRST_COUNTER[kind] & (1 << len(COUNTERS[kind])) - 1
    return list(draws(kind, drawn))


def turn_over(state: DriveOnMoscowState, unit: int, counter: int) -> None:
    """An untried unit becomes this veteran (2.13)."""
    state.face[unit] = counter - FIRST_COUNTER[TYPE[unit]] + 1
    state.drawn |= 1 << counter


def settle_draw(step: Step[DriveOnMoscowState], state: DriveOnMoscowState) -> bool:
    """A draw with one outcome is not asked for."""
    answers = step.actions(state)
    if len(answers) > 1:
        return False
    step.take(state, answers[0])
    return True


@dataclass(frozen=True, slots=True)
class Reveal(Step[DriveOnMoscowState]):
    """11.6, 2.13: all involved units are shown, the untried ones turned over one by one."""

    battle: Battle

    rule = "2.13"
    lies_on = ("Moving", "Combat")

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def next_unit(self, state: DriveOnMoscowState) -> int:
        return untried_in(state, self.battle)[0]

    def text(self, state: DriveOnMoscowState) -> str:
        return (
            f"Turn over the {unit_label(state, self.next_unit(state))} in the battle of {hex_label(self.battle.hex)}."
        )

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [action for action, _ in self.chances(state)]

    def chances(self, state: DriveOnMoscowState) -> list[tuple[Action, Fraction]]:
        return draw_chances(state, self.next_unit(state))

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if untried_in(state, self.battle):
            return settle_draw(self, state)
        odds = final_odds(state, self.battle)
        if LOWEST <= odds <= HIGHEST:
            state.replace(Roll(self.battle))
        else:
            state.finish()
            resolve(state, self.battle, result_at(odds, 0), 0)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = self.next_unit(state)
        turn_over(state, unit, action.number)
        if state.events is not None:
            text = f"{unit_label(state, unit)}: {factors_label(state, unit)}."
            (shown,) = fates(state, [unit], Fate.REVEALED)
            state.emit(Kind.REVEAL, text, "2.13", shown.side, [shown.place], [shown], reveals=True)


@dataclass(frozen=True, slots=True)
class Roll(Step[DriveOnMoscowState]):
    """11.21: the die."""

    battle: Battle

    rule = "11.21"
    lies_on = ("Moving", "Combat")

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Roll for the battle of {hex_label(self.battle.hex)} at {odds_name(final_odds(state, self.battle))}."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return ROLL[1:]

    def dice(self, state: DriveOnMoscowState) -> int:
        return 1

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        face = action.number
        odds = final_odds(state, self.battle)
        state.finish()
        resolve(state, self.battle, result_at(odds, face), face)

    def forecast(self, state: DriveOnMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        return forecast(state, self.battle, side_of(viewer))

    def luck(self, state: DriveOnMoscowState, action: Action) -> tuple[str, float] | None:
        odds = final_odds(state, self.battle)
        worth = [attack_worth(state, self.battle, result_at(odds, face)) for face in range(1, 7)]
        return SIDES[self.battle.attacker], worth[action.number - 1] - sum(worth) / 6
