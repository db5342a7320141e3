"""What to expect of a battle before the die falls."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...core import Chance, Forecast, Modifier, Note
from .battle import Battle, attack_strength, attackers_title, column, ratio, shifts
from .facts import (
    BOARD,
    COLUMNS,
    CRT,
    FULL,
    MAJOR_CITIES,
    PANZER,
    POOL,
    RESULTS,
    STRENGTH,
    UNITS,
    space_label,
    unit_label,
)
from .retreat import COSTLY, FREE, retreats
from .state import BattleForMoscowState

SHIFT_NAMES = {
    "forest": "The defender is in a forest",
    "major_city": "The defender is in a major city",
    "fortification": "The Russian defender is in a fortification",
    "river": "All attackers are across a river",
}


def forecast(state: BattleForMoscowState, battle: Battle) -> Forecast:
    """Every modifier with its rule, the exact chance of each result, and what each would lead to."""
    defender = battle.defender(state)
    odds = column(state, battle)
    attackers = attackers_title(battle.attackers)
    return Forecast(
        title=f"{attackers} against the {unit_label(defender)} in {space_label(battle.hex)}",
        headline=COLUMNS[odds - 1] if odds >= 1 else "below 1:1",
        modifiers=tuple(modifiers(state, battle)),
        chances=tuple(chances(odds, state, battle)),
        notes=(Note(f"Retreat: {retreat_meaning(state, battle.hex, defender)}", "9.3"),),
        spaces=(BOARD.names[battle.hex],),
        tokens=tuple(UNITS[unit].name for unit in (*battle.attackers, defender)),
    )


def modifiers(state: BattleForMoscowState, battle: Battle) -> list[Modifier]:
    defender = battle.defender(state)
    lines = [Modifier(UNITS[unit].title, f"{STRENGTH[unit][state.steps[unit]]}", "9.0") for unit in battle.attackers]
    panzers = sum(STRENGTH[unit][state.steps[unit]] for unit in battle.attackers if PANZER[unit])
    if state.mud and panzers:
        lines.append(Modifier("Panzers attack at half strength in mud", f"-{points(Fraction(panzers, 2))}", "12.2"))
    total = attack_strength(state, battle.attackers)
    defence = STRENGTH[defender][state.steps[defender]]
    start = ratio(state, battle)
    odds = f"{start}:1" if start else "below 1:1"
    lines.append(Modifier(f"{points(total)} against {defence}", odds, "9.0"))
    if start > 6:
        lines.append(Modifier("Odds above 6:1 count as 6:1", "6:1", "9.1"))
    for kind, cost in shifts(state, battle):
        lines.append(Modifier(SHIFT_NAMES[kind], f"{cost} column left", "9.2"))
    if column(state, battle) < 1:
        lines.append(Modifier("Odds below 1:1 have no effect", "no effect", "9.1"))
    return lines


def points(strength: Fraction) -> str:
    """Strength points as people write them: 12 or 12.5."""
    return str(strength.numerator) if strength.denominator == 1 else f"{float(strength):.1f}"


def chances(odds: int, state: BattleForMoscowState, battle: Battle) -> list[Chance]:
    if odds < 1:
        return [Chance("NE", Fraction(1), "nothing happens", "9.1")]
    row = CRT[odds][1:]
    return [
        Chance(result, Fraction(row.count(result), 6), meaning(result, aftermath(state, battle, result)), "9.3")
        for result in RESULTS
        if result in row
    ]


# What a result would lead to, exactly: the words of a forecast are made from this alone.

STAYS, REDUCED_THERE, RETREATS, RETREATS_REDUCED, GONE = (  # what can become of the defender
    "stays",
    "stays, losing a step",
    "retreats",
    "retreats, losing a step",
    "eliminated",
)


class Aftermath(NamedTuple):
    """What a result can lead to, by the players' choices: the defender's fates, and the points the attackers lose."""

    defender: frozenset[str]
    least: int
    most: int


def aftermath(state: BattleForMoscowState, battle: Battle, result: str) -> Aftermath:
    """9.3: every way in which a result of this battle can end."""
    if result == "NE":
        return Aftermath(frozenset({STAYS}), 0, 0)
    if result == "AL":
        steps = [step_value(state, unit) for unit in battle.attackers]
        return Aftermath(frozenset({STAYS}), min(steps), max(steps))
    if result == "DE":
        return Aftermath(frozenset({GONE}), 0, 0)
    defender = battle.defender(state)
    full = state.steps[defender] == FULL
    kind, _, _ = retreats(state, battle.hex, defender)
    if result == "DR":
        return Aftermath(frozenset(after_retreat(kind, full) | stand_fast(battle, kind, full)), 0, 0)
    if result == "DRL":
        return Aftermath(frozenset({RETREATS_REDUCED if full and kind == FREE else GONE}), 0, 0)
    return exchange(state, battle, defender)


def after_retreat(kind: int, full: bool) -> set[str]:
    if kind == FREE:
        return {RETREATS}
    return {RETREATS_REDUCED if kind == COSTLY and full else GONE}


def stand_fast(battle: Battle, kind: int, full: bool) -> set[str]:
    """9.3: in a major city a defender may stay and lose a step instead."""
    if not MAJOR_CITIES >> battle.hex & 1:
        return set()
    return {REDUCED_THERE if full else GONE}


def exchange(state: BattleForMoscowState, battle: Battle, defender: int) -> Aftermath:
    """9.3: the attackers pay first, in any way they like; then the defender retreats from those that are left."""
    owed = step_value(state, defender)
    after = state.copy()
    after.steps[defender] -= 1
    if not after.steps[defender]:
        after.put(defender, POOL)
    fates: set[str] = set()
    lost: set[int] = set()
    seen: set[tuple[int, ...]] = set()
    pay(after, battle, owed, 0, seen, fates, lost)
    return Aftermath(frozenset(fates), min(lost), max(lost))


def pay(
    state: BattleForMoscowState,
    battle: Battle,
    owed: int,
    paid: int,
    seen: set[tuple[int, ...]],
    fates: set[str],
    lost: set[int],
) -> None:
    """Try every order of losses."""
    steps = tuple(state.steps[unit] for unit in battle.attackers)
    if steps in seen:
        return
    seen.add(steps)
    survivors = battle.survivors(state)
    if paid >= owed or not survivors:
        defender = battle.defender(state)
        free = defender >= 0 and retreats(state, battle.hex, defender)[0] == FREE
        fates.add(RETREATS_REDUCED if free else GONE)
        lost.add(paid)
        return
    for unit in survivors:
        after = state.copy()
        after.lose_step(unit)
        pay(after, battle, owed, paid + step_value(state, unit), seen, fates, lost)


def step_value(state: BattleForMoscowState, unit: int) -> int:
    """9.3: the points that a unit loses with its next step."""
    left = state.steps[unit]
    return STRENGTH[unit][left] - STRENGTH[unit][left - 1]


def meaning(result: str, after: Aftermath) -> str:
    """What a result would mean in this battle, in words."""
    if result == "NE":
        return "nothing happens"
    if result == "AL":
        return "one attacker loses a step"
    text = defender_text(after.defender)
    if result != "EX":
        return text
    points = str(after.least) if after.least == after.most else f"{after.least} to {after.most}"
    return f"{text}; the attackers lose {points} points"


def defender_text(fates: frozenset[str]) -> str:
    """What can become of the defender."""
    if fates == {RETREATS_REDUCED, GONE}:
        return "the defender loses a step and, depending on the attackers' losses, retreats or is eliminated"
    texts = {
        RETREATS: "retreats",
        RETREATS_REDUCED: "loses a step and retreats",
        REDUCED_THERE: "stands fast and loses a step",
        GONE: "is eliminated",
    }
    if fates == {RETREATS, GONE}:
        texts[GONE] = "stands fast and is eliminated"
    if fates == {REDUCED_THERE, GONE}:
        texts[GONE] = "cannot retreat and is eliminated"
    return "the defender " + ", or ".join(text for fate, text in texts.items() if fate in fates)


# The retreat, for a note.


def retreat_meaning(state: BattleForMoscowState, hex: int, defender: int) -> str:
    """What a retreat would cost now."""
    kind, _, _ = retreats(state, hex, defender)
    if kind == FREE:
        return "free"
    return "at the cost of a step" if kind == COSTLY and state.steps[defender] == FULL else "none (eliminated)"
