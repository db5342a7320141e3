"""What a record consists of: its keys and lines, and what can be wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core import Game, RasputitsaError
from .clock import TimeControl
from .dice import PlayerSeed

FORMAT = 1
LARGEST = 8 * 2**20
LONGEST_LINE = 64 * 1024  # of a position: a step that holds all units
NONE = "none"  # instead of the seed of a side that went without
IN_HEADER = ("game", "edition", "data", "rules", "scenario", "options")


class RecordError(RasputitsaError):
    """A record that cannot be used: the line (0 for the file as a whole), the rule if one forbids it, the reason."""

    def __init__(self, line: int, rule: str, reason: str) -> None:
        where = [f"line {line}"] * bool(line) + [f"rule {rule}"] * bool(rule)
        super().__init__(f"{', '.join(where).capitalize()}: {reason}" if where else reason)
        self.line = line
        self.rule = rule
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Line:
    """One action of a record: the number of its line in the file, who acts, and the action's text."""

    number: int
    side: str
    action: str


@dataclass
class Record:
    """What a record says. The header fits its game; whether the actions do shows when it is replayed.

    ``notes`` has the comments by the number of their position.
    """

    game: Game
    rules: int
    scenario: str
    options: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    match_id: str = ""
    commitment: str = ""
    clock: TimeControl | None = None
    player_seeds: dict[str, PlayerSeed] = field(default_factory=dict)
    seals: dict[str, str] = field(default_factory=dict)
    position: str = ""
    lines: list[Line] = field(default_factory=list)
    notes: dict[int, list[str]] = field(default_factory=dict)
    secret: bytes | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether the dice of a record are those it was committed to.

    ``fair`` is None where that cannot be known (yet); ``checked`` counts the rolls and draws found right; ``line`` is
    that of the first wrong one, 0 if there is none; ``text`` says it all in a sentence. Where the dice are fair,
    ``seeds`` is the part of it about the players' seeds, "" if there is nothing to say of them.
    """

    fair: bool | None
    checked: int
    line: int
    text: str
    seeds: str = ""


def short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
