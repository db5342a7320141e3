"""Preparing new matches: from a scenario, a position, a record or a tutorial, and rematches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from secrets import token_hex
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple

from ..bots import bots
from ..core import CHANCE, Game, RasputitsaError
from ..games import game as find_game
from ..games import game_of_position
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
from ..match.clock import DAY, MINUTE
from ..table.keys import hash_of, new_key
from ..table.new_tables import header_of, logged_commands
from ..table.problems import Problem, problem
from ..table.seat_changes import bot_name, check_level
from ..table.texts import clean
from .limits import Limits
from .protocol import Bot, CorrespondenceClock, CreateMatch, Link, LiveClock, Me
from .storage import BOT, EMPTY, PERSON, Seat, Stored

if TYPE_CHECKING:
    from .live_match import LiveMatch


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


def prepare(wanted: CreateMatch, limits: Limits) -> NewlyPrepared:
    """A new match as it is wanted. Slow for long records."""
    match_id, spectators = token_hex(8), new_key()
    try:
        prepared = _prepared(wanted, match_id, limits)
        if not prepared.match.outcome:  # a record that is over keeps its own
            prepared.match.clock = _time_control(wanted)
        seats, keys = _seats(wanted, prepared.match, limits)
        prepared = _with_dice(prepared, seats, limits)
    except RasputitsaError as error:
        raise problem(error) from None
    stored = _stored(match_id, prepared, seats, hash_of(spectators))
    return NewlyPrepared(stored, keys, spectators)


def prepare_rematch(live: LiveMatch, limits: Limits) -> Stored:
    """All that is stored of the match that follows this one, with the sides swapped."""
    match_id = token_hex(8)
    seats = [replace(seat, side=live.game.other(seat.side), notified=-1, notes="") for seat in live.seats.values()]
    match = live.match
    game = live.game if match.position is not None else _present(live.game, match.rules_version)
    prepared = _fresh(game, match.scenario, match.options, match_id, match.position)
    prepared = _with_dice(prepared, seats, limits)
    prepared.match.clock = match.clock
    return _stored(match_id, prepared, seats, live.header.spectators)


def _present(game: Game, rules: int) -> Game:
    """The game that a rematch is of: not the edition that a match is in only because it began under older rules."""
    return find_game(game.name) if game.edition and game.older_editions.get(rules) == game.edition else game


def _time_control(wanted: CreateMatch) -> TimeControl | None:
    if wanted.clock is not None and wanted.tutorial:
        raise Problem("malformed", "A tutorial has no clock.")
    match wanted.clock:
        case CorrespondenceClock(days):
            return TimeControl("correspondence", days * DAY)
        case LiveClock(minutes, increment):
            return TimeControl("live", round(minutes * MINUTE), increment)
    return None


def _prepared(wanted: CreateMatch, match_id: str, limits: Limits) -> Prepared:
    if sum(part is not None and part is not False for part in (wanted.record, wanted.position, wanted.tutorial)) > 1:
        raise Problem("malformed", "A match starts from a record, a position or a tutorial, not from several of them.")
    if wanted.record is not None:
        return _from_record(wanted, read(wanted.record), match_id, limits)
    if wanted.game is None:
        raise Problem("malformed", "Say which game is to be played.")
    position = wanted.position
    game = find_game(wanted.game) if position is None else game_of_position(wanted.game, position)
    if wanted.tutorial:
        return _lesson(game, wanted, match_id)
    prepared = _fresh(game, wanted.scenario, wanted.options, match_id, wanted.position)
    if wanted.position is not None and prepared.match.outcome:
        raise Problem("malformed", "In this position the game is over.")
    return prepared


def _lesson(game: Game, wanted: CreateMatch, match_id: str) -> Prepared:
    """The match of a tutorial. What is drawn before the first question is drawn as its script says, too."""
    lesson = tutorial.load(game)
    if lesson is None:
        raise Problem("unknown", f"{game.title} has no tutorial.")
    match = Match(game, wanted.scenario, wanted.options, dice=TableDice())
    for outcome in lesson.dice:
        if match.side != CHANCE or match.state.why_not(outcome):
            break
        match.play(CHANCE, outcome)
    dice = CommittedDice.fresh(match_id)
    match.dice, match.id = dice, match_id
    match.resolve_chance()
    return Prepared(match, dice.secret, "", lesson.dice)


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


def _with_dice(prepared: Prepared, seats: Iterable[Seat], limits: Limits) -> Prepared:
    """The match with its first rolls, unless they wait for the words of the players."""
    match, secret = prepared.match, prepared.secret
    people = any(seat.kind != BOT for seat in seats)
    if not prepared.exchange or secret is None or (people and limits.word_seconds):
        return prepared
    words = {} if people else dict.fromkeys(match.players, NO_SEED)
    match.dice = CommittedDice(secret, match.id, words)
    match.resolve_chance()
    return prepared._replace(exchange=not people)


def _from_record(wanted: CreateMatch, record: Record, match_id: str, limits: Limits) -> Prepared:
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


def _seats(wanted: CreateMatch, match: Match, limits: Limits) -> tuple[list[Seat], dict[str, str]]:
    sides = [side.name for side in match.game.sides]
    chosen = wanted.seats or {side: Me() for side in sides if wanted.tutorial}
    if sorted(chosen) != sorted(sides):
        raise Problem("malformed", f"Say who plays each of these sides: {', '.join(sides)}.")
    seats, keys = [], {}
    for side in sides:
        match chosen[side]:
            case Bot(level):
                check_level(match.game, level, bots(match.game.name))
                seats.append(Seat(side, bot_name(level), BOT, level, used=False))
            case Me(name) | Link(name) as player:
                keys[side] = new_key()
                kind = PERSON if isinstance(player, Me) else EMPTY
                name = clean(name, limits.name_characters, "A name") or match.players[side]
                seats.append(Seat(side, name, kind, key=hash_of(keys[side]), used=kind == PERSON))
    return seats, keys


def _stored(match_id: str, prepared: Prepared, seats: list[Seat], spectators: bytes) -> Stored:
    match, now = prepared.match, time()
    header = header_of(match, match_id, prepared.secret, spectators, now, exchange=prepared.exchange)
    header.commitment, header.script = prepared.commitment, prepared.script
    return Stored(header, seats, logged_commands(match.log, now))
