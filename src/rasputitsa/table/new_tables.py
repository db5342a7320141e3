"""New tables: what is stored of a match that begins."""

from __future__ import annotations

from collections.abc import Iterable

from ..match import Clock, CommittedDice, Entry, Match
from ..match.match import ACCEPTS, CLAIMS, CONCEDES, OFFERS
from .rows import Header, LoggedCommand, Seat, Stored
from .table import Table

_COMMANDS = {CONCEDES: "concede", OFFERS: "offer_draw", ACCEPTS: "accept_draw", CLAIMS: "claim_win"}


def logged_commands(entries: Iterable[Entry], now: float) -> list[LoggedCommand]:
    """The log of a match as commands."""
    return [
        LoggedCommand(seq, _COMMANDS.get(entry.action, "play"), entry.side, str(entry.action), "", now)
        for seq, entry in enumerate(entries)
    ]


def header_of(
    match: Match, match_id: str, secret: bytes | None, spectators: bytes, now: float, exchange: bool
) -> Header:
    """The header of a match as it is now; ``exchange`` says whether words are exchanged before the first roll."""
    outcome = match.outcome
    return Header(
        id=match_id,
        game=match.game.name,
        rules=match.rules_version,
        scenario=match.scenario,
        options=dict(match.options),
        dice_id=match.id,
        commitment=match.dice.commitment,
        secret=secret,
        spectators=spectators,
        created=now,
        number=len(match.log),
        asked=match.side,
        outcome=outcome._asdict() if outcome else None,
        since=len(match.log),
        position=match.position,
        words=dict(match.dice.player_seeds),
        clock=Clock.fresh(match.clock, match.players) if match.clock else None,
        seals=dict(match.dice.seals) if exchange or match.dice.seals else None,
        edition=match.game.edition,
        data=match.game.fingerprint,
    )


def new_table(match: Match, seats: list[Seat], now: float, spectators: bytes = b"", exchange: bool = False) -> Table:
    """A table for a match that begins, whose dice are its own; the players may exchange words for them first.

    ``spectators`` is the hash of the key that lets people watch.
    """
    assert isinstance(match.dice, CommittedDice)
    header = header_of(match, match.id, match.dice.secret, spectators, now, exchange)
    *_, table = Table.rebuild(Stored(header, seats, logged_commands(match.log, now)))
    return table
