"""Requests for new matches as the screens send them, read into what the table knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..match import TimeControl
from ..match.clock import DAY, MINUTE
from ..table.new_matches import MatchWanted, SeatWanted, lesson_name
from ..table.problems import Problem
from .host import Data

KINDS = ("me", "bot")


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of another match, to play on from."""

    match: str
    number: int


def match_wanted(body: Data) -> MatchWanted:
    """The match that is wanted; else `Problem`. A seat for a guest needs a server."""
    try:
        return MatchWanted(
            seats={str(side): _seat(seat) for side, seat in (body.get("seats") or {}).items()},
            game=_text(body.get("game")),
            scenario=_text(body.get("scenario")),
            options={str(name): str(value) for name, value in (body.get("options") or {}).items()},
            record=_text(body.get("record")),
            position=body.get("position"),
            tutorial=lesson_name(body.get("tutorial") or False),
            after=bool(body.get("after")),
            problem=_text(body.get("problem")) or "",
            analysis=None if body.get("analysis") is None else min(6, max(0, int(body["analysis"]))),
            clock=_clock(body["clock"]) if body.get("clock") else None,
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Problem("malformed", f"This is not what is expected here: {str(error)[:200]}") from None


def moment(body: Data) -> Moment | None:
    """The moment of another match that is to be played on from."""
    wanted = body.get("from")
    return Moment(str(wanted["match"]), int(wanted["number"])) if wanted else None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _seat(data: Data) -> SeatWanted:
    kind = data["kind"]
    if kind not in KINDS:
        raise Problem("malformed", "Without a server a side is played by you or by a bot.")
    return SeatWanted(kind, str(data.get("name") or ""), str(data.get("level") or ""))


def _clock(data: Data) -> TimeControl:
    if data["kind"] == "correspondence":
        return TimeControl("correspondence", int(data["days"]) * DAY)
    return TimeControl("live", round(float(data["minutes"]) * MINUTE), int(data.get("increment") or 0))
