"""Whether the problem of a match is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..match.puzzles import is_solved
from .dice import equal_face, is_analysis
from .game_facts import Judgement, known_puzzle
from .keys import Access
from .problems import Problem

if TYPE_CHECKING:
    from .table import Table


def judgement(table: Table, access: Access, name: str) -> Judgement:
    """Only of a match that began as a problem: of any other it could tell what a side may not know."""
    if not access.sides:
        raise Problem("forbidden", "Only who plays a match is told whether its problem is solved.")
    if not equal_face(table.header.script or []) or is_analysis(table.header.script):
        raise Problem("malformed", "This match did not begin as a problem.")
    return {"solved": is_solved(known_puzzle(table.game, name), table.match.state)}
