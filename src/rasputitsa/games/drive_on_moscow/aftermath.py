"""What the results of a battle would lead to, as far as a viewer knows (11.17, 11.22 to 11.29)."""

from __future__ import annotations

from typing import NamedTuple

from ...core.sets import contains, members
from .battle import Battle
from .facts import BARRED_FROM_MARSH, CITIES, GERMAN, MARSH, SOVIET
from .fog import hidden_from, sees
from .losses import steps_to_lose
from .retreat import has_room
from .state import DriveOnMoscowState

ELIMINATED = "one-step defenders are eliminated, others reduced"


class Aftermath(NamedTuple):
    """Whether the defenders can retreat, may stand and lose a step (11.28), and whether the attackers can afford a
    bloodbath (11.28). None where it depends on units that the viewer does not see.
    """

    retreat: bool | None
    stand: bool | None
    bloodbath: bool


def aftermath(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> Aftermath:
    bloodbath = steps_to_lose(state, battle.attackers) > battle.defenders.bit_count()
    return Aftermath(retreat_is_open(state, battle, viewer), may_stand(state, battle, viewer), bloodbath)


def retreat_is_open(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> bool | None:
    """11.26: zones of control and heights of stacks are public; only whether units may enter marsh can be hidden."""
    units = members(battle.defenders)
    unseen = [unit for unit in units if not sees(state, unit, viewer)]
    barred = sum(contains(BARRED_FROM_MARSH, unit) for unit in units if unit not in unseen)
    least = most = 0
    if unseen and not contains(MARSH, battle.hex):
        hidden = hidden_from(state, viewer, battle.defender)
        mech = sum(contains(BARRED_FROM_MARSH, unit) for unit in hidden)
        least, most = max(0, len(unseen) - len(hidden) + mech), min(len(unseen), mech)
    found = {has_room(state, battle, len(units), barred + number) for number in range(least, most + 1)}
    return found.pop() if len(found) == 1 else None


def may_stand(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> bool | None:
    """11.28: German defenders may lose a step instead of retreating, if it is not their last."""
    if battle.defender != GERMAN:
        return False
    if battle.defenders.bit_count() > 1:
        return True
    (unit,) = members(battle.defenders)
    return steps_to_lose(state, battle.defenders) > 1 if sees(state, unit, viewer) else None


def meaning(battle: Battle, result: str, outlook: Aftermath) -> str:
    """What a result would mean in this battle."""
    if contains(CITIES, battle.hex):
        if battle.attacker == SOVIET and result in ("AS", "DR"):
            return "in a city: the attackers lose a step"
        if result == "DR":
            return f"in a city: attack stalled{', or a bloodbath' if outlook.bloodbath else ''}"
    if result == "AS":
        return "no losses; the assault ends in the launch hex" if battle.mobile else "no effect"
    if result == "AL1":
        return "the attackers lose a step"
    return retreat_meaning(battle, outlook) if result == "DR" else ELIMINATED


def retreat_meaning(battle: Battle, outlook: Aftermath) -> str:
    """What DR would mean outside a city."""
    if outlook.stand is None:
        return "the defenders retreat or, if they have one to spare, lose a step"
    if outlook.stand:
        if outlook.retreat is not False:
            return "the defenders retreat or lose a step"
        alone = battle.defenders.bit_count() == 1  # then DE takes one step, too
        return "the defenders lose a step" + ("" if alone else f" or, as they cannot retreat, {ELIMINATED}")
    if outlook.retreat is None:
        return f"the defenders retreat or, if they cannot, {ELIMINATED}"
    return "the defenders retreat" if outlook.retreat else f"no retreat: {ELIMINATED}"
