"""Records: a match as a text file that people can read, compare, cut short, edit and replay.

::

    rasputitsa record 1
    game: battle-for-moscow
    rules: 1
    scenario: ...
    option.NAME: value                 only those that are not the usual ones
    player.SIDE: name
    match: 7c9e2f
    commitment: sha256:...
    clock: 3 days a turn               if there was one (see `clock`)
    seal.SIDE: sha256:...              what a player promised of a seed before any was shown (see `exchange`)
    word.SIDE: 1 9f86d081...           what a player added to the dice, and the first roll that it counts for, or "none"
    position.KEY: value                where the match began with a position (see `core.positions`)

    ## a heading, written for the reader and ignored when read
    # a note, kept with its position
    german move 0406
    chance roll 5
    soviet concedes
    secret: 8d0b...

``game`` and ``rules`` must be there. A blank line follows the header; more of them, and notes, may be anywhere.
Each line ends with a line break, so that a file which was cut within a line shows it. The secret is written once the
match is over. What the players do about the match itself has lines too: ``concedes``, ``offers a draw``, ``accepts the
draw``, ``claims the win on time``; the game's rules know nothing of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from ..core import CHANCE, Game, IllegalAction, RasputitsaError, UnknownGame
from ..core.positions import text_lines
from ..games import game as find_game
from .clock import TimeControl
from .dice import NO_SEED, CommittedDice, PlayerSeed, TableDice, check_match_id, check_seed, commitment_to, seal_of
from .exchange import check_seal
from .match import ACCEPTS, AGREEMENTS, CLAIMS, CONCEDES, OFFERS, Match, NotYourTurn, check_player

FORMAT = 1
LARGEST = 8 * 2**20
LONGEST_LINE = 64 * 1024  # of a position: a step that holds all units

_FIRST_LINE = re.compile(r"rasputitsa record ([0-9]{1,6})")
_KEY_LINE = re.compile(r"([^\s:]+):(.*)")
_KEYS = dict.fromkeys(("game", "rules", "scenario", "match", "commitment", "clock"), "") | dict.fromkeys(
    ("option", "player", "seal", "word", "position"), "."
)
NONE = "none"  # instead of the seed of a side that went without
IN_HEADER = ("game", "rules", "scenario", "options")
_VERSION = re.compile(r"[1-9][0-9]{0,5}")
_COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")
_SECRET = re.compile(r"(?:[0-9a-f]{2}){16,64}")
_CUT = "The line is cut off: each line ends with a line break."


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
    that of the first wrong one, 0 if there is none; ``text`` says it all in a sentence.
    """

    fair: bool | None
    checked: int
    line: int
    text: str


# Writing.


def write(match: Match, notes: Mapping[int, Sequence[str]] | None = None) -> str:
    """The record of a match so far; with its secret once it is over. ``notes`` are lines of text by position."""
    lines = [f"rasputitsa record {FORMAT}", *(f"{key}: {value}" for key, value in _header(match) if value), ""]
    state = match.start()
    heading = ""
    for entry in match.log:
        if state.heading != heading:
            heading = state.heading
            lines.append(f"## {heading}")
        lines += _comments(notes, entry.number)
        lines.append(f"{entry.side} {entry.action}")
        if entry.action not in AGREEMENTS:
            state.apply(entry.action)
    lines += _comments(notes, len(match.log))
    if match.outcome and match.dice.secret:
        lines.append(f"secret: {match.dice.secret.hex()}")
    return "\n".join(lines) + "\n"


def _header(match: Match) -> Iterator[tuple[str, str]]:
    yield "game", match.game.name
    yield "rules", str(match.rules_version)
    yield "scenario", match.scenario
    usual = match.game.check_options({})
    yield from ((f"option.{name}", value) for name, value in match.options.items() if value != usual[name])
    yield from ((f"player.{side}", name) for side, name in match.players.items())
    yield "match", match.id
    yield "commitment", match.dice.commitment
    yield "clock", str(match.clock or "")
    for side in match.players:
        yield f"seal.{side}", match.dice.seals.get(side, "")
        if side in match.dice.player_seeds:
            seed = match.dice.player_seeds[side]
            yield f"word.{side}", f"{seed.since} {seed.text}" if seed.text else NONE
    if match.position is not None:
        facts = {key: value for key, value in match.position.items() if key not in IN_HEADER}
        yield from ((f"position.{key}", value) for key, value in text_lines(facts))


def _comments(notes: Mapping[int, Sequence[str]] | None, number: int) -> list[str]:
    return [f"# {line}".rstrip() for line in (notes or {}).get(number, ())]


# Reading.


def read(source: str | bytes | Path) -> Record:
    """The record in a text, in the bytes of one, or in the file at a path; else `RecordError`."""
    if isinstance(source, Path):
        source = _contents(source)
    elif isinstance(source, str):
        source = source.encode(errors="surrogatepass")
    if len(source) > LARGEST:
        raise RecordError(0, "", f"The record is larger than {LARGEST >> 20} MB, the most that is read.")
    return _Reader().read(source)


def _contents(path: Path) -> bytes:
    """The bytes of a file, though hardly more of them than a record may have."""
    shown = repr(str(path)[:200])
    try:
        if not path.exists():
            raise RecordError(0, "", f"There is no file {shown}.")
        if path.is_dir():
            raise RecordError(0, "", f"{shown} is a directory, not a record.")
        if not path.is_file():
            raise RecordError(0, "", f"{shown} is no plain file.")
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(0, "", f"{shown} cannot be read: {error.strerror}.") from None


class _Reader:
    """Takes a record apart line by line, then checks that its header fits the game."""

    def __init__(self) -> None:
        self.header: dict[str, tuple[int, str]] = {}
        self.position: list[tuple[int, str]] = []
        self.lines: list[Line] = []
        self.notes: dict[int, list[str]] = {}
        self.secret: bytes | None = None
        self.separated = False  # a blank line has followed the header

    def read(self, data: bytes) -> Record:
        number = 1
        lines = BytesIO(data)
        _check_first_line(lines.readline())
        for number, raw in enumerate(lines, 2):
            self._take(number, _text(number, raw))
        if not self.separated:
            raise RecordError(number, "", "The header is cut off: a blank line must follow it.")
        return self._record()

    def _take(self, number: int, text: str) -> None:
        if not text:
            self.separated = True
        elif text.startswith("#"):
            if not text.startswith("##"):
                self.notes.setdefault(len(self.lines), []).append(text[1:].removeprefix(" "))
        elif self.secret is not None:
            raise RecordError(number, "", "Only notes may follow the secret.")
        elif match := _KEY_LINE.fullmatch(text):
            self._take_key(number, match[1], match[2].strip())
        elif not self.separated:
            raise RecordError(number, "", "There must be a blank line between the header and the first action.")
        else:
            side, _, action = text.partition(" ")
            self.lines.append(Line(number, side, action.strip()))

    def _take_key(self, number: int, key: str, value: str) -> None:
        if key == "secret" and self.separated:
            self.secret = _secret(number, value)
            return
        kind, dot, name = key.partition(".")
        if _KEYS.get(kind) != dot or (kind == "position" and name.partition(".")[0] in IN_HEADER):
            raise RecordError(number, "", f"The header knows no key {_short(key)}.")
        if self.lines:
            raise RecordError(number, "", f"The key {_short(key)} belongs before the first action.")
        if key in self.header and key != "position.stack":
            raise RecordError(number, "", f"The key {_short(key)} is given twice.")
        if not value:
            raise RecordError(number, "", f"The key {_short(key)} has no value.")
        if kind == "position":
            self.position.append((number, f"{key.removeprefix('position.')}: {value}"))
        self.header[key] = (number, value)
        self.separated = False

    def _record(self) -> Record:
        for key in ("game", "rules"):
            if key not in self.header:
                raise RecordError(1, "", f"The header lacks the key {key!r}.")
        game = self._game()
        record = Record(game, self._rules(game), game.check_scenario(None), game.check_options({}))
        for key, (number, value) in self.header.items():
            try:
                _enter_key(record, key, value)
            except (RasputitsaError, ValueError) as error:
                raise RecordError(number, "", str(error)) from None
        if self.position:
            self._check_position(record)
        if (record.player_seeds or record.seals) and not record.commitment:
            raise RecordError(0, "", "The players' seeds for the dice need the key 'commitment' beside them.")
        if record.commitment and not record.match_id:
            raise RecordError(self.header["commitment"][0], "", "A commitment needs the key 'match' beside it.")
        actors = [CHANCE, *(side.name for side in game.sides)]
        for line in self.lines:
            if line.side not in actors:
                raise RecordError(line.number, "", f"{_short(line.side)} is none of {', '.join(actors)}.")
            if not line.action:
                raise RecordError(line.number, "", f"The line does not say what {line.side} does.")
        record.lines, record.notes, record.secret = self.lines, self.notes, self.secret
        return record

    def _check_position(self, record: Record) -> None:
        """The position has the scenario and the options of the header. Its lines keep their numbers, for errors."""
        lines = [""] * self.position[-1][0]
        for number, line in self.position:
            lines[number - 1] = line
        options = [f"options.{name}: {value}" for name, value in record.options.items()]
        rules = record.game.playable_rules(record.rules)
        record.position = "\n".join([*lines, f"rules: {rules}", f"scenario: {record.scenario}", *options])
        try:
            record.game.position(record.position)
        except RasputitsaError as error:
            raise RecordError(self.position[0][0], "", str(error)) from None

    def _game(self) -> Game:
        number, name = self.header["game"]
        try:
            return find_game(name)
        except UnknownGame as error:
            raise RecordError(number, "", str(error)) from None

    def _rules(self, game: Game) -> int:
        number, value = self.header["rules"]
        if not _VERSION.fullmatch(value):
            raise RecordError(number, "", f"The version of the rules is a number from 1 up, not {_short(value)}.")
        if int(value) > game.rules_version:
            raise RecordError(
                number,
                "",
                f"The record was made under rules version {value} of {game.title}, "
                f"but only versions up to {game.rules_version} are known here.",
            )
        return int(value)


def _check_first_line(raw: bytes) -> None:
    match = _FIRST_LINE.fullmatch(raw.decode("utf-8-sig", "replace").rstrip())
    if not match:
        raise RecordError(1, "", f"This is no record, which begins with 'rasputitsa record {FORMAT}'.")
    if int(match[1]) != FORMAT:
        raise RecordError(1, "", f"The record has format {int(match[1])}, but only format {FORMAT} is known here.")
    if not raw.endswith(b"\n"):
        raise RecordError(1, "", _CUT)


def _text(number: int, raw: bytes) -> str:
    if len(raw) > LONGEST_LINE:
        raise RecordError(number, "", f"The line is longer than {LONGEST_LINE} bytes.")
    if not raw.endswith(b"\n"):
        raise RecordError(number, "", _CUT)
    try:
        text = raw.decode().replace("\t", " ").strip()
    except UnicodeDecodeError:
        raise RecordError(number, "", "The line is not UTF-8 text.") from None
    if not text.isprintable():
        raise RecordError(number, "", "The line holds characters that cannot be shown.")
    return text


def _secret(number: int, value: str) -> bytes:
    if not _SECRET.fullmatch(value):
        raise RecordError(number, "", "The secret must be written as 32 to 128 hexadecimal digits.")
    return bytes.fromhex(value)


def _enter_key(record: Record, key: str, value: str) -> None:
    kind, _, name = key.partition(".")
    match kind:
        case "scenario":
            record.scenario = record.game.check_scenario(value)
        case "option":
            record.options[name] = record.game.check_options({name: value})[name]
        case "player":
            record.players[_side(record.game, name)] = check_player(value)
        case "match":
            record.match_id = check_match_id(value)
        case "commitment":
            if not _COMMITMENT.fullmatch(value):
                raise ValueError("The commitment must be 'sha256:' and 64 hexadecimal digits.")
            record.commitment = value
        case "clock":
            record.clock = TimeControl.read(value)
        case "seal":
            record.seals[_side(record.game, name)] = check_seal(value)
        case "word":
            record.player_seeds[_side(record.game, name)] = NO_SEED if value == NONE else _player_seed(value)


def _side(game: Game, name: str) -> str:
    if name not in [side.name for side in game.sides]:
        raise ValueError(f"{game.title} has no side {_short(name)}.")
    return name


def _player_seed(value: str) -> PlayerSeed:
    since, _, text = value.partition(" ")
    if not _VERSION.fullmatch(since):
        raise ValueError(
            f"A seed begins with the number of the first roll that it counts for, not with {_short(since)}."
        )
    return PlayerSeed(int(since), check_seed(text))


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


# Replaying.


def replay(record: Record, upto: int | None = None) -> Match:
    """The match of the record, or its first ``upto`` actions, with the rolls and draws of the record.

    In this match nobody rolls: should chance be asked at its end, what falls can be played for CHANCE. `resume` goes on
    with the dice that the match began with.
    """
    dice = TableDice(record.match_id, record.commitment, record.secret, record.player_seeds, record.seals)
    position = record.position or None
    match = Match(
        record.game,
        record.scenario,
        record.options,
        record.players,
        dice,
        position=position,
        rules=record.rules,
        clock=record.clock,
    )
    for line in record.lines[:upto]:
        _replay_line(record, match, line)
    return match


def resume(record: Record, secret: bytes) -> Match:
    """The match of the record, ready to be played on with its own dice."""
    if commitment_to(secret) != record.commitment:
        raise RecordError(0, "", "The secret does not match the record's commitment.")
    match = replay(record)
    match.dice = CommittedDice(secret, match.id, record.player_seeds, record.seals)
    match.resolve_chance()
    return match


def verify(record: Record) -> Verification:
    """Check the secret against the commitment, the seeds against their seals, and every roll and draw against both."""
    if not record.commitment:
        replay(record)
        return Verification(None, 0, 0, "The record has no commitment, so its dice cannot be verified.")
    if record.secret is None:
        match = replay(record)
        rolls = _rolls(match.rolls)
        if match.outcome:
            text = f"The match is over, but the secret is not shown, so {rolls} cannot be checked."
            return Verification(False, 0, 0, text)
        text = f"The secret is not shown, because the match is not over, so {rolls} cannot be checked."
        return Verification(None, 0, 0, text)
    if commitment_to(record.secret) != record.commitment:
        return Verification(False, 0, 0, "The secret does not match the commitment.")
    for side, seal in record.seals.items():
        seed = record.player_seeds.get(side, NO_SEED)
        if seed.text and (seed.since != 1 or seal != seal_of(record.match_id, side, seed.text)):
            return Verification(
                False, 0, 0, f"The seed of the {record.game.side(side).title} player is not the sealed one."
            )
    dice = CommittedDice(record.secret, record.match_id, record.player_seeds)
    match = replay(record, 0)
    for line in record.lines:
        if line.side == match.state.side == CHANCE:
            promised = str(dice.resolve(match.state, match.rolls + 1))
            if _plain(line.action) != promised:
                text = f"Line {line.number} says {_short(line.action)}, but the secret gives {promised!r}."
                return Verification(False, match.rolls, line.number, text)
        _replay_line(record, match, line)
    return Verification(
        True, match.rolls, 0, f"The commitment was kept in {_rolls(match.rolls)}.{_about_seeds(record)}"
    )


def _about_seeds(record: Record) -> str:
    """What the reader should know of the players' seeds; "" if all were in, or if there was never any."""
    if not record.seals:
        late = any(seed.text for seed in record.player_seeds.values())
        return " The players' seeds were not sealed, so the last of them could be chosen." if late else ""
    text = ""
    for side in record.game.sides:
        if not record.player_seeds.get(side.name, NO_SEED).text:
            sealed = side.name in record.seals
            text += f" The {side.title} player {'did not show the sealed seed' if sealed else 'added no seed'}."
    return text


def _replay_line(record: Record, match: Match, line: Line) -> None:
    try:
        _act(match, line.side, _plain(line.action))
    except NotYourTurn:
        raise _broken(record, line, "", f"It is the turn of {match.side}, not of {line.side}.") from None
    except IllegalAction:
        step = match.state.stack[-1]
        rule, reason, _ = step.why_refused(match.state, record.game.action(line.action))
        raise _broken(record, line, rule, reason) from None
    except RasputitsaError as error:
        raise _broken(record, line, "", str(error)) from None


def _act(match: Match, side: str, action: str) -> None:
    if action == str(CONCEDES):
        match.concede(side)
    elif action == str(OFFERS):
        match.offer_draw(side)
    elif action == str(ACCEPTS):
        match.accept_draw(side)
    elif action == str(CLAIMS):
        match.claim_win(side)
    else:
        match.play(side, action)


def _broken(record: Record, line: Line, rule: str, reason: str) -> RecordError:
    """What is wrong with a line; for a record under older rules, that this may be why."""
    made, now = record.rules, record.game.playable_rules(record.rules)
    if made < now:
        reason = f"{reason.rstrip('.')}; the record was made under rules version {made}, and {now} is played here."
    return RecordError(line.number, rule, reason)


def _plain(action: str) -> str:
    return " ".join(action.split())


def _rolls(number: int) -> str:
    return "1 roll or draw" if number == 1 else f"{number} rolls and draws"
