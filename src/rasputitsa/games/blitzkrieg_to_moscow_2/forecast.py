"""What to expect of a combat before the die falls."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...core import Chance, Forecast, Modifier, Note
from ...core.sets import contains, members
from .battle import (
    Battle,
    attack_strength,
    column,
    column_name,
    defence_of,
    defence_strength,
    ratio,
    shifts,
)
from .facts import (
    BOARD,
    CORPS,
    CRT,
    FIRST_HEX,
    HOME_SETS,
    POOL,
    RESULTS,
    SIDE,
    STRENGTH,
    TOP_COLUMN,
    UNITS,
    legal_stack,
    ring,
    space_label,
    unit_labels,
    unit_names,
)
from .results import holds_out
from .retreat import RETREAT_LENGTH, all_ends, best_ends, can_retreat, retreat
from .state import BlitzkriegState

NUMBERS = ("none", "one", "two", "three")
SHIFT_NAMES = {
    "clear": "The defenders are in clear terrain",
    "city": "The defenders are in a city",
    "forest": "The defenders are in a forest",
    "marsh": "The defenders are in a marsh",
    "mountain": "The defenders are in the mountains",
    "river": "All attackers are across a river",
    "tanks": "Tank units attack into clear terrain",
    "winter": "Soviet attack on a snow turn",
    "cards": "Cards played",
}


def weakest_defence(battle: Battle, undecided: int) -> Battle:
    """The undecided units defend passively; of mechanized corps alone one must be active (11.6)."""
    if battle.active or battle.defenders & ~CORPS:
        return battle
    return replace(battle, active=undecided & -undecided)


def strongest_defence(battle: Battle, undecided: int) -> Battle:
    return replace(battle, active=battle.active | undecided)


def forecast(state: BlitzkriegState, battle: Battle, undecided: int = 0) -> Forecast:
    """Every modifier with its rule and the exact chance of each result.

    Where the defence of some units is ``undecided`` the forecast is for the strongest, and says what the weakest gives.
    """
    weakest, battle = weakest_defence(battle, undecided), strongest_defence(battle, undecided)
    odds = column(state, battle)
    lines = modifiers(state, battle)
    retreating = retreat_losses(state, battle.hex, battle.defenders)
    if weakest != battle:
        lines.append(alternative(state, weakest))
    return Forecast(
        title=f"{unit_labels(battle.attackers)} against {unit_labels(battle.defenders)} in {space_label(battle.hex)}",
        headline=column_name(odds),
        modifiers=tuple(lines),
        chances=tuple(chances(state, battle, odds, retreating)),
        notes=(Note(f"Retreat: {retreat_text(battle, retreating)}", "11.4"),),
        spaces=(BOARD.names[battle.hex],),
        tokens=tuple(unit_names(battle.attackers | battle.defenders)),
    )


def modifiers(state: BlitzkriegState, battle: Battle) -> list[Modifier]:
    lines = [
        Modifier(f"{UNITS[unit].title}, {side_up(state, unit)}", str(STRENGTH[unit][state.fresh >> unit & 1]), "11.3.1")
        for unit in members(battle.attackers)
    ]
    for unit in members(battle.defenders):
        how = side_up(state, unit)
        if contains(state.fresh, unit):
            how = "active defence" if contains(battle.active, unit) else "passive defence"
        lines.append(Modifier(f"{UNITS[unit].title}, {how}", str(defence_of(state, unit, battle.active)), "11.3.2"))
    attack, defence = attack_strength(state, battle.attackers), defence_strength(state, battle)
    lines.append(Modifier(f"{attack} against {defence}", column_name(ratio(attack, defence)), "11.3.3"))
    for kind, columns in shifts(state, battle):
        lines.append(Modifier(SHIFT_NAMES[kind], columns_text(columns), "11.3.4"))
    if column(state, battle) < 1:
        lines.append(Modifier("At 1:2 or less the attack fails", "no roll", "11.3.5"))
    return lines


def side_up(state: BlitzkriegState, unit: int) -> str:
    return "fresh" if contains(state.fresh, unit) else "spent"


def columns_text(columns: int) -> str:
    number = {1: "one column", 2: "two columns"}.get(abs(columns), f"{abs(columns)} columns")
    return f"{number} {'right' if columns > 0 else 'left'}"


def alternative(state: BlitzkriegState, battle: Battle) -> Modifier:
    """What another defence would give."""
    odds = column(state, battle)
    results = ""
    if odds >= 1:
        row = CRT[odds][1:]
        results = " (" + ", ".join(f"{result} {row.count(result)}/6" for result in RESULTS if result in row) + ")"
    text = f"Passive defence instead, strength {defence_strength(state, battle)}{results}"
    return Modifier(text, column_name(odds), "11.3.2")


def trapped(state: BlitzkriegState, battle: Battle) -> int:
    """The defenders that could not retreat, each taken by itself."""
    return sum(1 << unit for unit in members(battle.defenders) if not can_retreat(state, unit, battle.hex))


def retreat_losses(state: BlitzkriegState, hex: int, waiting: int) -> set[int]:
    """The sets of units that may be lost when these retreat: it can depend on who goes first, and where to (8.3)."""
    if all(has_room(state, unit, hex, waiting) for unit in members(waiting)):
        return {0}
    return explore_retreats(state, hex, waiting, {})


def has_room(state: BlitzkriegState, unit: int, hex: int, waiting: int) -> bool:
    """Whether a unit can retreat wherever the others go: home, or to a hex where all of them would be in stacking."""
    side = SIDE[unit]
    ends = all_ends(state, unit, hex)
    near = ring(hex, RETREAT_LENGTH) | HOME_SETS[unit]
    return any(end < FIRST_HEX or legal_stack(side, state.at[end] | waiting) for end in members(ends & near))


def explore_retreats(
    state: BlitzkriegState, hex: int, waiting: int, known: dict[tuple[int, ...], set[int]]
) -> set[int]:
    """Try every order and every end. ``known`` remembers what follows from where everybody is."""
    if not waiting:
        return {0}
    key = tuple(state.where)
    if key in known:
        return known[key]
    found: set[int] = set()
    for unit in members(waiting):
        rest = waiting & ~(1 << unit)
        ends = best_ends(state, unit, hex)
        if not rest:
            found.add(0 if ends else 1 << unit)
            continue
        for end in members(ends):
            after = state.copy()
            retreat(after, unit, hex, end)
            found |= explore_retreats(after, hex, rest, known)
        if not ends:
            after = state.copy()
            after.put(unit, POOL)
            found |= {1 << unit | others for others in explore_retreats(after, hex, rest, known)}
    known[key] = found
    return found


def possible_losses(
    state: BlitzkriegState, battle: Battle, result: str, retreating: set[int] | None = None
) -> set[int]:
    """The sets of defenders that a result may cost; more than one where it depends on how their owner retreats.

    ``retreating`` is what a retreat of all defenders may cost, where that is known. 11.6: mechanized corps that
    defended actively are lost in any case, all of them by DL.
    """
    active_corps = battle.active & CORPS
    if result == "DE":
        return {battle.defenders}
    if result == "-" or (result == "DR" and holds_out(state, battle)):
        return {active_corps}
    corps = battle.defenders & CORPS
    if result == "DR" or not corps:
        if retreating is None:
            retreating = retreat_losses(state, battle.hex, battle.defenders)
        return {lost | active_corps for lost in retreating}
    after = state.copy()
    for unit in members(corps):
        after.put(unit, POOL)
    return {lost | corps for lost in retreat_losses(after, battle.hex, battle.defenders & ~corps)}


def retreat_text(battle: Battle, losses: set[int]) -> str:
    """Who can retreat after a DR, by what it may cost."""
    if losses == {0}:
        return "possible"
    if losses == {battle.defenders}:
        return "none (eliminated)"
    return f"not for all; {loss_text(losses)}"


def loss_text(losses: set[int]) -> str:
    """Which units are lost; where that depends on their owner, how many at least."""
    certain, doubtful = -1, 0
    for lost in losses:
        certain &= lost
        doubtful |= lost
    doubtful &= ~certain
    least = min((lost & doubtful).bit_count() for lost in losses)
    parts = [unit_labels(certain)] if certain else []
    if least:
        parts.append(f"{NUMBERS[least]} of {unit_labels(doubtful)}")
    elif doubtful:
        parts.append(f"perhaps {unit_labels(doubtful)}")
    return f"lost: {'; '.join(parts)}"


def chances(state: BlitzkriegState, battle: Battle, odds: int, retreating: set[int]) -> list[Chance]:
    if odds < 1:
        return [Chance("fails", Fraction(1), failure(battle), "11.3.5")]
    row = CRT[min(odds, TOP_COLUMN)][1:]
    return [
        Chance(result, Fraction(row.count(result), 6), meaning(state, battle, result, retreating), "11.3.6")
        for result in RESULTS
        if result in row
    ]


def failure(battle: Battle) -> str:
    text = "the attackers and active defenders are spent"
    return text + lost_too({battle.active & CORPS})


def lost_too(losses: set[int]) -> str:
    return "" if losses == {0} else f"; {loss_text(losses)}"


def meaning(state: BlitzkriegState, battle: Battle, result: str, retreating: set[int]) -> str:
    """What a result would mean in this combat."""
    losses = possible_losses(state, battle, result, retreating)
    if result == "-":
        return "no effect" + lost_too(losses)
    if result == "DR" and holds_out(state, battle):
        return "no effect: the Hero City holds" + lost_too(losses)
    if losses == {battle.defenders}:
        return "the defenders are eliminated"
    text = "the defenders are spent and retreat" if result == "DL" else "the defenders retreat"
    return text + lost_too(losses)


def worth(state: BlitzkriegState, battle: Battle, result: str) -> float:
    """What a result is worth to the attacker, in units: one lost counts 1, one driven off or spent a bit."""
    if result == "-" or (result == "DR" and holds_out(state, battle)):
        return 0.0
    if result == "DE":
        return float(battle.defenders.bit_count())
    lost = trapped(state, battle) | (battle.defenders & CORPS if result == "DL" else 0)
    left = battle.defenders & ~lost
    spent = (left & state.fresh).bit_count() if result == "DL" else 0
    return lost.bit_count() + 0.3 * left.bit_count() + 0.3 * spent
