"""What to expect of a battle before the die falls."""

from __future__ import annotations

from fractions import Fraction

from ...core import Chance, Forecast, Modifier, Note
from .battle import Battle, attack_strength, column, ratio, shifts
from .facts import BOARD, COLUMNS, CRT, FULL, MAJOR_CITIES, PANZER, RESULTS, STRENGTH, UNITS, space_label, unit_label
from .retreat import FREE, retreats
from .state import BattleForMoscowState

SHIFT_NAMES = {
    "forest": "The defender is in a forest",
    "major_city": "The defender is in a major city",
    "fortification": "The Russian defender is fortified",
    "river": "All attackers are across a river",
}


def forecast(state: BattleForMoscowState, battle: Battle) -> Forecast:
    """Every modifier with its rule, the exact chance of each result, and what a retreat would mean."""
    defender = battle.defender(state)
    retreat_text = retreat_meaning(state, battle.hex, defender)
    odds = column(state, battle)
    attackers = ", ".join(UNITS[unit].title for unit in battle.attackers)
    return Forecast(
        title=f"{attackers} against the {unit_label(defender)} in {space_label(battle.hex)}",
        headline=COLUMNS[odds - 1] if odds >= 1 else "below 1:1",
        modifiers=tuple(modifiers(state, battle)),
        chances=tuple(chances(odds, retreat_text, state, battle)),
        notes=(Note(f"Retreat: {retreat_text}", "9.3"),),
        spaces=(BOARD.names[battle.hex],),
        tokens=tuple(UNITS[unit].name for unit in (*battle.attackers, defender)),
    )


def modifiers(state: BattleForMoscowState, battle: Battle) -> list[Modifier]:
    defender = battle.defender(state)
    lines = [Modifier(UNITS[unit].title, f"{STRENGTH[unit][state.steps[unit]]}", "9.0") for unit in battle.attackers]
    panzers = sum(STRENGTH[unit][state.steps[unit]] for unit in battle.attackers if PANZER[unit])
    if state.mud and panzers:
        lines.append(Modifier("Panzers attack at half strength in the mud", f"-{points(Fraction(panzers, 2))}", "12.2"))
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


def chances(odds: int, retreat_text: str, state: BattleForMoscowState, battle: Battle) -> list[Chance]:
    if odds < 1:
        return [Chance("NE", Fraction(1), "nothing happens", "9.1")]
    row = CRT[odds][1:]
    return [
        Chance(result, Fraction(row.count(result), 6), meaning(result, retreat_text, state, battle), "9.3")
        for result in RESULTS
        if result in row
    ]


def meaning(result: str, retreat_text: str, state: BattleForMoscowState, battle: Battle) -> str:
    """What a result would mean in this battle."""
    defender = battle.defender(state)
    if result == "NE":
        return "nothing happens"
    if result == "AL":
        return "one attacker loses a step"
    if result == "DE":
        return "the defender is eliminated"
    if result == "DR":
        price = "a step" if state.steps[defender] == FULL else "its last step"
        stand = f" or stands fast for {price}" if MAJOR_CITIES >> battle.hex & 1 else ""
        return f"the defender retreats{in_brackets(retreat_text)}{stand}"
    left = state.steps[defender] - 1
    loss = STRENGTH[defender][left + 1] - STRENGTH[defender][left]
    both = f"; the attackers lose {loss} points or more" if result == "EX" else ""
    if not left:
        return f"the defender is eliminated{both}"
    after = retreat_meaning(state, battle.hex, defender, left)
    return f"the defender loses a step and retreats{in_brackets(after)}{both}"


def in_brackets(retreat_text: str) -> str:
    return "" if retreat_text == "free" else f" ({retreat_text})"


def retreat_meaning(state: BattleForMoscowState, hex: int, defender: int, steps: int | None = None) -> str:
    """Free, at the cost of a step, or none."""
    steps = state.steps[defender] if steps is None else steps
    way, _, _ = retreats(state, hex, defender)
    if way == FREE:
        return "free"
    return "at the cost of a step" if way and steps == FULL else "none (eliminated)"
