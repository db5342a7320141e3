"""What a match has cost, for its report: losses by kind of unit, the costliest battles, and who holds what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from ..core import State
from ..core.events import LOST, Event, Kind
from ..core.sets import members, union
from ..match import Match
from .protocol import CostlyBattle, LossesOfKind, PlaceHeld

MOST_BATTLES = 5
CITIES = ("city", "major_city")
REST = "other"  # the kind of a unit whose name nobody was told
GOES_ON = {
    Kind.BATTLE,
    Kind.LOSS,
    Kind.RETREAT,
    Kind.ADVANCE,
    Kind.CONTROL,
    Kind.REVEAL,
    Kind.SUPPORT,
    Kind.CARD,
    Kind.DETAIL,
}


def losses_by_kind(match: Match) -> list[LossesOfKind]:
    """How many units of each kind each side has lost, the commonest first."""
    kinds = {piece["id"]: piece["type"] for piece in match.game.manifest()["pieces"]}
    found = {side.name: Counter[str]() for side in match.game.sides}
    for side, counts in found.items():
        for event in (event for entry in match.log for event in entry.events if event.is_for(side)):
            counts.update(
                kinds.get(fate.token, REST) for fate in event.tokens if fate.fate in LOST and fate.side == side
            )
    names = sorted(
        set().union(*found.values()), key=lambda kind: (-sum(counts[kind] for counts in found.values()), kind)
    )
    return [{"kind": kind, "lost": {side: counts[kind] for side, counts in found.items()}} for kind in names]


def costly_battles(match: Match, turns: dict[int, int]) -> list[CostlyBattle]:
    """The battles in which the most units were lost or places changed hands. ``turns`` has the turn of each number."""
    found = [battle for battle in _battles(match, turns) if sum(battle["lost"].values()) or battle["taken"]]
    weight = {battle["number"]: sum(battle["lost"].values()) + len(battle["taken"]) for battle in found}
    return sorted(found, key=lambda battle: (-weight[battle["number"]], battle["number"]))[:MOST_BATTLES]


def _battles(match: Match, turns: dict[int, int]) -> Iterator[CostlyBattle]:
    """Each battle from its first event to the next battle, or to something that belongs to none."""
    now: CostlyBattle | None = None
    titled = {match.game.board.names[space.id] for space in match.game.board.spaces if space.title}
    for entry in match.log:
        for event in entry.events:
            place = event.spaces[0] if event.kind is Kind.BATTLE and event.spaces else ""
            if now is not None and ((place and place != now["space"]) or event.kind not in GOES_ON):
                yield now
                now = None
            if now is None and place:
                lost = {side.name: 0 for side in match.game.sides}
                now = {"number": entry.number, "turn": turns[entry.number], "space": place, "lost": lost, "taken": []}
            if now is not None:
                _add(now, event, titled)
    if now is not None:
        yield now


def _add(battle: CostlyBattle, event: Event, titled: set[str]) -> None:
    """Each loss once: an event that is told in two versions counts in its owner's."""
    for fate in event.tokens:
        if fate.fate in LOST and event.is_for(fate.side):
            battle["lost"][fate.side] += 1
    if event.kind is Kind.CONTROL:
        battle["taken"] += [space for space in event.spaces if space in titled and space not in battle["taken"]]


def places_held(state: State) -> list[PlaceHeld]:
    """What counts for victory and whose it is in the end: the lines of the score or, where none is kept, the cities."""
    view = state.view(None)
    scored = [
        {"text": line["text"], "side": line.get("side", ""), "points": line["points"]} for line in view.get("score", [])
    ]
    if scored:
        return cast(list[PlaceHeld], scored)
    board = state.game.board
    cities = union(board.features.get(name, 0) for name in CITIES)
    titles = {board.names[space]: board.by_id[space].title for space in members(cities)}
    sides = {name: view["control"].get(name) for name in titles}
    return [{"text": titles[name], "side": side, "points": None} for name, side in sides.items() if side]
