"""After the end of a match: figures by turn, the luck of the dice, and whether the dice kept their commitment."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import CHANCE, State
from ..core.view import outcome_data
from ..match import Record, replay, verify
from .course import course
from .looking_back import all_states
from .protocol import DiceCheck, FigureByTurn, Luck, LuckRoll, Report
from .toll import costly_battles, losses_by_kind, places_held


def report(record: Record) -> Report:
    """The report of a match that is over, by its record. Takes a while for a long one."""
    match = replay(record)
    assert match.outcome is not None
    ends: dict[int, State] = {}  # the last position of each turn
    turns: dict[int, int] = {}  # the turn of each position
    luck: dict[str, Luck] = {side.name: {"total": 0.0, "rolls": []} for side in match.game.sides}
    for entry, state in zip([*match.log, None], all_states(match.start(), match.log), strict=True):
        turn = state.view(None)["turn"]
        ends[turn] = state.copy()
        turns[entry.number if entry else len(match.log)] = turn
        found = state.luck(entry.action) if entry and entry.side == CHANCE else None
        if entry and found is not None:
            side, value = found
            roll: LuckRoll = {
                "number": entry.number,
                "turn": turn,
                "action": str(entry.action),
                "value": round(value, 4),
            }
            luck[side]["rolls"].append(roll)
            luck[side]["total"] = round(luck[side]["total"] + value, 4)
    return {
        "turns": sorted(ends),
        "figures": _figures([ends[turn] for turn in sorted(ends)]),
        "losses": losses_by_kind(match),
        "battles": costly_battles(match, turns),
        "places": places_held(match.state),
        "luck": luck,
        "course": course(match),
        "dice": _check(record),
        "outcome": outcome_data(match.outcome),
        "commitment": record.commitment,
        "seals": dict(record.seals),
        "words": {side: word.text or None for side, word in record.player_seeds.items()},
        "secret": record.secret.hex() if record.commitment and record.secret else None,
    }


def _figures(states: Sequence[State]) -> list[FigureByTurn]:
    found: dict[str, FigureByTurn] = {}
    for state in states:
        for line in state.statistics():
            empty: FigureByTurn = {"name": line["name"], "title": line["title"], "values": {}}
            figure = found.setdefault(line["name"], empty)
            for side, value in line["values"].items():
                figure["values"].setdefault(side, []).append(value)
    return list(found.values())


def _check(record: Record) -> DiceCheck:
    found = verify(record)
    return {
        "fair": found.fair,
        "checked": found.checked,
        "line": found.line,
        "text": found.text,
        "seeds": found.seeds,
    }
