"""What to expect of a battle before the die falls."""

from __future__ import annotations

from fractions import Fraction

from ...core import Chance, Forecast, Modifier, Note
from ...core.numbers import decimal
from .aftermath import ELIMINATED, RETREATS, RETREATS_REDUCED, STAYS_REDUCED, Aftermath, aftermath
from .battle import Battle, attack_strength, attackers_title, column, ratio, shifts
from .facts import BOARD, COLUMNS, CRT, FULL, PANZER, REDUCED, RESULTS, STRENGTH, UNITS, space_label, unit_label
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
    return str(strength.numerator) if strength.denominator == 1 else decimal(float(strength))


def chances(odds: int, state: BattleForMoscowState, battle: Battle) -> list[Chance]:
    if odds < 1:
        return [Chance("NE", Fraction(1), "no effect", "9.1")]
    row = CRT[odds][1:]
    return [
        Chance(result, Fraction(row.count(result), 6), meaning_of(state, battle, result), "9.3")
        for result in RESULTS
        if result in row
    ]


def meaning_of(state: BattleForMoscowState, battle: Battle, result: str) -> str:
    """What a result would mean in this battle, in words; of the attackers it depends on whether some are reduced."""
    if result != "AL":
        return meaning(result, aftermath(state, battle, result))
    steps = {state.steps[unit] for unit in battle.attackers}
    fates = [word for step, word in ((FULL, "reduced"), (REDUCED, "eliminated")) if step in steps]
    return f"one attacker is {' or '.join(fates)}"


def meaning(result: str, after: Aftermath) -> str:
    """What a result would mean in this battle, in words."""
    if result == "NE":
        return "no effect"
    text = defender_text(after.defender)
    if result != "EX":
        return text
    lost = str(after.least) if after.least == after.most else f"{after.least} to {after.most}"
    return f"{text}; the attackers lose {lost} points"


def defender_text(fates: frozenset[str]) -> str:
    """What can become of the defender, in words."""
    if fates == {RETREATS_REDUCED, ELIMINATED}:
        return "the defender is reduced and, depending on the attackers' losses, retreats or is eliminated"
    texts = {
        RETREATS: "retreats",
        RETREATS_REDUCED: "is reduced and retreats",
        STAYS_REDUCED: "stands fast and is reduced",
        ELIMINATED: "is eliminated",
    }
    if fates == {RETREATS, ELIMINATED}:
        texts[ELIMINATED] = "stands fast and is eliminated"
    return "the defender " + ", or ".join(text for fate, text in texts.items() if fate in fates)


# The retreat, for a note.


def retreat_meaning(state: BattleForMoscowState, hex: int, defender: int) -> str:
    """What a retreat would cost now."""
    kind, _, _ = retreats(state, hex, defender)
    if kind == FREE:
        return "free"
    return "at the cost of a step" if kind == COSTLY and state.steps[defender] == FULL else "none (eliminated)"
