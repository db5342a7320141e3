"""Preparing new matches: from a scenario, a position, a record or a tutorial, and rematches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any, Literal, NamedTuple

from ..bots import bots
from ..core import CHANCE, Game, RasputitsaError
from ..games import game_of_position, offered
from ..match import (
    NO_SEED,
    CommittedDice,
    Match,
    Record,
    TableDice,
    TimeControl,
    read,
    replay,
    tutorial,
    verify,
)
from ..match.dice import EqualDice
from .dice import ANALYSIS, EACH
from .game_facts import known_lesson, known_puzzle
from .keys import hash_of, new_key
from .limits import TableLimits
from .new_tables import header_of, logged_commands
from .problems import Problem, problem
from .rows import BOT, EMPTY, PERSON, Seat, Stored
from .seat_changes import bot_name, check_level
from .table import Table
from .texts import clean


@dataclass(frozen=True, slots=True)
class SeatWanted:
    """Who is to play a side: the creator ("me"), whoever comes by a link ("link"), or a bot ("bot") of some level."""

    kind: Literal["me", "link", "bot"]
    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchWanted:
    """What kind of match is wanted; ``docs/protocol.md`` explains it.

    ``tutorial`` names a lesson; ``after`` says that the match begins where that lesson ends, with fair dice.
    """

    seats: Mapping[str, SeatWanted]
    game: str | None = None
    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    record: str | None = None
    position: str | dict[str, Any] | None = None
    tutorial: str = ""
    after: bool = False
    problem: str = ""
    analysis: int | None = None
    clock: TimeControl | None = None


class Prepared(NamedTuple):
    """A new match, the secret of its dice, their commitment ("" if they make none), and the dice of a tutorial.

    ``exchange`` says whether the players exchange words before the first roll.
    """

    match: Match
    secret: bytes | None
    commitment: str
    script: list[str] | None = None
    exchange: bool = False


class NewlyPrepared(NamedTuple):
    """All that is stored of a new match, the keys of its seats and that of its spectators."""

    stored: Stored
    keys: dict[str, str]
    spectators: str


def prepare(wanted: MatchWanted, limits: TableLimits, now: float, exchange: bool = False) -> NewlyPrepared:
    """A new match as it is wanted. Slow for long records. ``exchange``: players add words to the dice first."""
    match_id, spectators = token_hex(8), new_key()
    try:
        prepared = _prepared(wanted, match_id, limits)
        if not prepared.match.outcome:  # a record that is over keeps its own
            prepared.match.clock = _time_control(wanted)
        seats, keys = _seats(wanted, prepared.match, limits)
        prepared = _with_dice(prepared, seats, exchange)
    except RasputitsaError as error:
        raise problem(error) from None
    stored = _stored(match_id, prepared, seats, hash_of(spectators), now)
    return NewlyPrepared(stored, keys, spectators)


def prepare_rematch(table: Table, now: float, exchange: bool = False) -> Stored:
    """All that is stored of the match that follows this one, with the sides swapped."""
    match_id = token_hex(8)
    seats = [replace(seat, side=table.game.other(seat.side), notified=-1, notes="") for seat in table.seats.values()]
    match = table.match
    game = table.game if match.position is not None else _present(table.game, match.rules_version)
    prepared = _fresh(game, match.scenario, match.options, match_id, match.position)
    prepared = _with_dice(prepared, seats, exchange)
    prepared.match.clock = match.clock
    return _stored(match_id, prepared, seats, table.header.spectators, now)


def _present(game: Game, rules: int) -> Game:
    """The game that a rematch is of: not the edition that a match is in only because it began under older rules."""
    return offered(game.name) if game.edition and game.older_editions.get(rules) == game.edition else game


def _time_control(wanted: MatchWanted) -> TimeControl | None:
    if wanted.clock is not None and wanted.tutorial and not wanted.after:
        raise Problem("malformed", "A tutorial has no clock.")
    return wanted.clock


def _prepared(wanted: MatchWanted, match_id: str, limits: TableLimits) -> Prepared:
    if sum(part is not None for part in (wanted.record, wanted.position, wanted.tutorial or None)) > 1:
        raise Problem("malformed", "A match starts from a record, a position or a tutorial, not from several of them.")
    if wanted.record is not None:
        return _from_record(wanted, read(wanted.record), match_id, limits)
    if wanted.game is None:
        raise Problem("malformed", "Say which game is to be played.")
    position = wanted.position
    game = offered(wanted.game) if position is None else game_of_position(wanted.game, position)
    if wanted.tutorial and wanted.after:
        end = replay(known_lesson(game, wanted.tutorial).record).state
        return _fresh(game, None, {}, match_id, end.position())
    if wanted.tutorial:
        return _lesson(game, wanted.tutorial, match_id)
    if wanted.problem:
        return _puzzle(game, wanted.problem, match_id)
    if wanted.analysis is not None:
        return _analysis(game, wanted, match_id)
    prepared = _fresh(game, wanted.scenario, wanted.options, match_id, wanted.position)
    if wanted.position is not None and prepared.match.outcome:
        raise Problem("malformed", "In this position the game is over.")
    return prepared


def lesson_name(wanted: bool | str) -> str:
    """The lesson that a request asks for: true is the first one."""
    return (tutorial.FIRST if wanted else "") if isinstance(wanted, bool) else wanted


def _lesson(game: Game, name: str, match_id: str) -> Prepared:
    """The match of a lesson. What is drawn before the first question is drawn as its script says, too."""
    lesson = known_lesson(game, name)
    record = lesson.record
    match = Match(game, record.scenario, record.options, dice=TableDice(), position=record.position or None)
    for outcome in lesson.dice:
        if match.side != CHANCE or match.state.why_not(outcome):
            break
        match.play(CHANCE, outcome)
    dice = CommittedDice.fresh(match_id)
    match.dice, match.id = dice, match_id
    match.resolve_chance()
    return Prepared(match, dice.secret, "", lesson.dice)


def _puzzle(game: Game, name: str, match_id: str) -> Prepared:
    """The match of a problem. Its dice show what the problem says."""
    puzzle = known_puzzle(game, name)
    match = Match(game, dice=EqualDice(puzzle.dice), position=puzzle.position)
    match.id = match_id
    return Prepared(match, None, "", [f"{EACH}{puzzle.dice}"])


def _analysis(game: Game, wanted: MatchWanted, match_id: str) -> Prepared:
    """A board of one's own. The dice are rolled, or all show what is wanted; everything can be taken back."""
    if any(seat.kind != "me" for seat in wanted.seats.values()):
        raise Problem("malformed", "In an analysis one person moves both sides.")
    script = [ANALYSIS, *[f"{EACH}{wanted.analysis}"] * bool(wanted.analysis)]
    dice = EqualDice(wanted.analysis) if wanted.analysis else CommittedDice.fresh(match_id)
    match = Match(game, wanted.scenario, wanted.options, dice=dice, position=wanted.position, match_id=match_id)
    return Prepared(match, None, "", script)


def _fresh(
    game: Game,
    scenario: str | None,
    options: Mapping[str, str],
    match_id: str,
    position: Mapping[str, Any] | str | None = None,
) -> Prepared:
    """A new match. A position has its own scenario and options. Nothing is rolled yet."""
    dice = CommittedDice.fresh(match_id)
    match = Match(game, scenario, options, dice=TableDice(match_id), position=position)
    return Prepared(match, dice.secret, dice.commitment, exchange=True)


def _with_dice(prepared: Prepared, seats: Iterable[Seat], exchange: bool) -> Prepared:
    """The match with its first rolls, unless they wait for the words of the players."""
    match, secret = prepared.match, prepared.secret
    people = any(seat.kind != BOT for seat in seats)
    if not prepared.exchange or secret is None or (people and exchange):
        return prepared
    words = {} if people else dict.fromkeys(match.players, NO_SEED)
    match.dice = CommittedDice(secret, match.id, words)
    match.resolve_chance()
    return prepared._replace(exchange=not people)


def _from_record(wanted: MatchWanted, record: Record, match_id: str, limits: TableLimits) -> Prepared:
    """The match of a record. One that is over keeps its dice if they are proved; any other goes on with new ones."""
    if wanted.game not in (None, record.game.name):
        raise Problem("malformed", f"The record is a game of {record.game.title}.")
    if len(record.lines) > limits.commands_per_match // 2:
        raise Problem("too-big", "The record is too long.")
    match = replay(record)
    if match.outcome:
        proved = record.secret is not None and verify(record).fair
        return Prepared(match, record.secret, record.commitment) if proved else Prepared(match, None, "")
    dice = CommittedDice.fresh(match_id)
    match.dice, match.id = dice, match_id
    match.resolve_chance()
    return Prepared(match, dice.secret, "")


def _seats(wanted: MatchWanted, match: Match, limits: TableLimits) -> tuple[list[Seat], dict[str, str]]:
    sides = [side.name for side in match.game.sides]
    chosen = wanted.seats or {side: SeatWanted("me") for side in sides if wanted.tutorial}
    if sorted(chosen) != sorted(sides):
        raise Problem("malformed", f"Say who plays each of these sides: {', '.join(sides)}.")
    seats, keys = [], {}
    for side in sides:
        player = chosen[side]
        if player.kind == "bot":
            check_level(match.game, player.level, bots(match.game.name))
            seats.append(Seat(side, bot_name(player.level), BOT, player.level, used=False))
            continue
        keys[side] = new_key()
        kind = PERSON if player.kind == "me" else EMPTY
        name = clean(player.name, limits.name_characters, "A name") or match.players[side]
        seats.append(Seat(side, name, kind, key=hash_of(keys[side]), used=kind == PERSON))
    return seats, keys


def _stored(match_id: str, prepared: Prepared, seats: list[Seat], spectators: bytes, now: float) -> Stored:
    match = prepared.match
    header = header_of(match, match_id, prepared.secret, spectators, now, exchange=prepared.exchange)
    header.commitment, header.script = prepared.commitment, prepared.script
    return Stored(header, seats, logged_commands(match.log, now))
