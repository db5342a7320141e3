"""A bot heeds the warnings of the rules: it does not hand over to the enemy what would lose the game at once.

Where it would do so, a way out is looked for: one more unit, and the space where it goes, after which no warning is
grave any more. At the question where it goes the way is looked for again, so a bot needs no memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core import Action, State

MOST_TRIED = 300  # positions that are looked at
Way = tuple[Action, Action]  # the unit, and where it goes


def careful(state: State, chosen: Action) -> Action:
    """The action that a bot has chosen, or a better one where that would end its turn under a grave warning."""
    side = state.side or ""
    begun = way_begun(state, side)
    if begun is not None:
        return begun
    if role(state, chosen) != "end" or not is_grave(state, side) or not hands_over(state, chosen, side):
        return chosen
    way = way_out(state, side)
    return chosen if way is None else way[0]


def role(state: State, action: Action) -> str:
    return state.stack[-1].role(state, action.verb) or state.game.words.role(action.verb)


def is_grave(state: State, side: str) -> bool:
    return state.outcome is None and any(danger.gravity == "grave" for danger in state.dangers(side))


def after(state: State, action: Action) -> State:
    new = state.copy()
    new.apply(action)
    return new


def hands_over(state: State, action: Action, side: str) -> bool:
    return after(state, action).side != side


def could_hand_over(state: State, side: str) -> bool:
    """Whether the turn could be ended here. Elsewhere no unit is taken because of a warning."""
    ending = (action for action in state.actions() if role(state, action) == "end")
    return any(hands_over(state, action, side) for action in ending)


def way_begun(state: State, side: str) -> Action | None:
    """Where the unit in hand goes, if it was taken because of a warning."""
    if not is_grave(state, side):
        return None
    back = next((action for action in state.actions() if role(state, action) == "cancel"), None)
    if back is None:
        return None
    before = after(state, back)
    if before.side != side or not could_hand_over(before, side) or not is_grave(before, side):
        return None
    way = way_out(before, side)
    return way[1] if way is not None and after(before, way[0]).stack == state.stack else None


def way_out(state: State, side: str) -> Way | None:
    """A unit and its goal after which no warning is grave; None where none is found."""
    for count, way in enumerate(ways(state, side)):
        if count == MOST_TRIED:
            return None
        probe = after(after(state, way[0]), way[1])
        winner = probe.outcome.winner if probe.outcome else side
        if winner == side and not is_grave(probe, side):
            return way
    return None


def ways(state: State, side: str) -> Iterator[Way]:
    """All ways of two actions into the spaces that grave warnings are about."""
    wanted = {name for danger in state.dangers(side) if danger.gravity == "grave" for name in danger.spaces}
    for first in state.actions():
        if role(state, first) != "main" or not first.object:
            continue
        probe = after(state, first)
        if probe.side == side:
            yield from ((first, second) for second in probe.actions() if second.object in wanted)
