"""After the end of a match: figures by turn, the luck of the dice, and whether the dice kept their commitment."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import CHANCE, State
from ..match import Record, replay, verify
from .protocol import DiceCheck, FigureByTurn, Luck, LuckRoll, OutcomeData, Report
from .replay_cache import all_states


def report(record: Record) -> Report:
    """The report of a match that is over, by its record. Takes a while for a long one."""
    match = replay(record)
    assert match.outcome is not None
    ends: dict[int, State] = {}  # the last position of each turn
    luck = {side.name: Luck(0.0, []) for side in match.game.sides}
    for entry, state in zip([*match.log, None], all_states(match.start(), match.log), strict=True):
        turn = int(state.view(None).get("turn", 0))
        ends[turn] = state.copy()
        found = state.luck(entry.action) if entry and entry.side == CHANCE else None
        if entry and found is not None:
            side, value = found
            luck[side].rolls.append(LuckRoll(entry.number, turn, str(entry.action), round(value, 4)))
            luck[side].total = round(luck[side].total + value, 4)
    return Report(
        turns=sorted(ends),
        figures=_figures([ends[turn] for turn in sorted(ends)]),
        luck=luck,
        dice=_check(record),
        outcome=OutcomeData(*match.outcome),
        commitment=record.commitment,
        seals=dict(record.seals),
        words={side: word.text or None for side, word in record.player_seeds.items()},
        secret=record.secret.hex() if record.commitment and record.secret else None,
    )


def _figures(states: Sequence[State]) -> list[FigureByTurn]:
    found: dict[str, FigureByTurn] = {}
    for state in states:
        for line in state.statistics():
            figure = found.setdefault(line["name"], FigureByTurn(line["name"], line["title"], {}))
            for side, value in line["values"].items():
                figure.values.setdefault(side, []).append(value)
    return list(found.values())


def _check(record: Record) -> DiceCheck:
    found = verify(record)
    return DiceCheck(found.fair, found.checked, found.line, found.text)
