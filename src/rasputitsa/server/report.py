"""After the end: figures by turn, the luck of the dice, and whether the dice kept their promise."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import CHANCE, State
from ..match import Match, read, verify, write
from .protocol import DiceCheck, Figure, Luck, LuckRoll, OutcomeData, Report
from .table import Table


def report(table: Table, frames: Sequence[State]) -> Report:
    """The report of a match that is over; ``frames`` are all its positions. Takes a while for a long match."""
    match = table.match
    assert match.outcome is not None
    turns = [int(state.view(None).get("turn", 0)) for state in frames]
    return Report(
        turns=sorted(set(turns)),
        figures=_figures(frames, turns),
        luck=_luck(match, frames, turns),
        dice=_check(match),
        outcome=OutcomeData(*match.outcome),
        commitment=match.dice.commitment,
        secret=table.secret(),
    )


def _figures(frames: Sequence[State], turns: Sequence[int]) -> list[Figure]:
    """The figures at the end of each turn."""
    last = dict(zip(turns, frames, strict=True))
    found: dict[str, Figure] = {}
    for turn in sorted(last):
        for line in last[turn].statistics():
            figure = found.setdefault(line["name"], Figure(line["name"], line["title"], {}))
            for side, value in line["values"].items():
                figure.values.setdefault(side, []).append(value)
    return list(found.values())


def _luck(match: Match, frames: Sequence[State], turns: Sequence[int]) -> dict[str, Luck]:
    luck = {side.name: Luck(0.0, []) for side in match.game.sides}
    for entry, state, turn in zip(match.log, frames, turns, strict=False):
        found = state.luck(entry.action) if entry.side == CHANCE else None
        if found is not None:
            side, value = found
            luck[side].rolls.append(LuckRoll(entry.number, turn, str(entry.action), round(value, 4)))
            luck[side].total = round(luck[side].total + value, 4)
    return luck


def _check(match: Match) -> DiceCheck:
    found = verify(read(write(match)))
    return DiceCheck(found.fair, found.checked, found.line, found.text)
