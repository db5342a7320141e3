"""What a side is warned of before it ends a phase or the like, from what it may know.

A *grave* warning is about the end of the game: the player is asked once more. A *costly* one is about what is given
up by ending it now, so the button that ends it is not the one that Enter presses. A *notice* only stands beside it.
The games say in their ``warnings.py`` what the enemy can do, and steps say what would be left undone (`Step.unused`);
`State.warnings` hands both out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict, get_args

from .numbers import counted

Gravity = Literal["grave", "costly", "notice"]
GRAVITIES: tuple[Gravity, ...] = get_args(Gravity)  # the worst first
MOST_NAMES = 4  # as many are named in a sentence


class WarningData(TypedDict):
    """A warning as plain data."""

    rule: str
    text: str
    spaces: list[str]
    gravity: Gravity


class PlayerWarning(NamedTuple):
    """The rule, a sentence, the spaces that it is about, and how grave it is."""

    rule: str
    text: str
    spaces: tuple[str, ...] = ()
    gravity: Gravity = "notice"

    def data(self) -> WarningData:
        return {"rule": self.rule, "text": self.text, "spaces": list(self.spaces), "gravity": self.gravity}


def grave(rule: str, text: str, spaces: Sequence[str] = ()) -> PlayerWarning:
    return PlayerWarning(rule, text, tuple(spaces), "grave")


def costly(rule: str, text: str, spaces: Sequence[str] = ()) -> PlayerWarning:
    return PlayerWarning(rule, text, tuple(spaces), "costly")


def notice(rule: str, text: str, spaces: Sequence[str] = ()) -> PlayerWarning:
    return PlayerWarning(rule, text, tuple(spaces), "notice")


def left_to_move(rule: str, count: int, spaces: Sequence[str]) -> PlayerWarning:
    """Units that have not moved and could: in every game the same words."""
    return notice(rule, f"{counted(count, 'unit has', 'units have')} not moved and could.", spaces)


def listed_names(names: Sequence[str]) -> str:
    """Names in a sentence: the first few, and how many others there are."""
    if len(names) > MOST_NAMES + 1:  # "and 1 other" would take as much room as its name
        return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES} others"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def are(names: Sequence[object]) -> str:
    return "is" if len(names) == 1 else "are"


def them(names: Sequence[object]) -> str:
    return "it" if len(names) == 1 else "them"
