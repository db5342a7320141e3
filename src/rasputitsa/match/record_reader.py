"""Reading a record: every line is checked, and an error names its line."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from ..core import CHANCE, Game, RasputitsaError, UnknownEdition, UnknownGame
from ..games import game_of
from .clock import TimeControl
from .dice import NO_SEED, PlayerSeed, check_match_id, check_seed
from .exchange import check_seal
from .match import check_player
from .record_format import (
    FORMAT,
    IN_HEADER,
    LARGEST,
    LONGEST_LINE,
    NONE,
    Line,
    Record,
    RecordError,
    short,
)

_FIRST_LINE = re.compile(r"rasputitsa record ([0-9]{1,6})")
_KEY_LINE = re.compile(r"([^\s:]+):(.*)")
_KEYS = {
    **dict.fromkeys(("game", "edition", "data", "rules", "scenario", "match", "commitment", "clock"), ""),
    **dict.fromkeys(("option", "player", "seal", "word", "position"), "."),
}
_VERSION = re.compile(r"[1-9][0-9]{0,5}")
_COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")
_SECRET = re.compile(r"(?:[0-9a-f]{2}){16,64}")
_CUT = "The line is cut off: each line ends with a line break."


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
            raise RecordError(number, "", f"The header knows no key {short(key)}.")
        if self.lines:
            raise RecordError(number, "", f"The key {short(key)} belongs before the first action.")
        if key in self.header and key != "position.stack":
            raise RecordError(number, "", f"The key {short(key)} is given twice.")
        if not value:
            raise RecordError(number, "", f"The key {short(key)} has no value.")
        if kind == "position":
            self.position.append((number, f"{key.removeprefix('position.')}: {value}"))
        self.header[key] = (number, value)
        self.separated = False

    def _record(self) -> Record:
        for key in ("game", "rules"):
            if key not in self.header:
                raise RecordError(1, "", f"The header lacks the key {key!r}.")
        rules = self._rules()
        game = self._game(rules)
        record = Record(game, rules, game.check_scenario(None), game.check_options({}))
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
                raise RecordError(line.number, "", f"{short(line.side)} is none of {', '.join(actors)}.")
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

    def _game(self, rules: int) -> Game:
        """The game with the data that the record was played with."""
        line, name = self.header["game"]
        try:
            line, edition = self.header.get("edition", (line, ""))
            game = game_of(name, edition, rules)
            _check_version(self.header["rules"][0], rules, game)
            line, fingerprint = self.header.get("data", (line, ""))
            return game_of(name, edition, rules, fingerprint)
        except (UnknownGame, UnknownEdition) as error:
            raise RecordError(line, "", str(error)) from None

    def _rules(self) -> int:
        number, value = self.header["rules"]
        if not _VERSION.fullmatch(value):
            raise RecordError(number, "", f"The version of the rules is a number from 1 up, not {short(value)}.")
        return int(value)


def _check_version(number: int, rules: int, game: Game) -> None:
    if rules > game.rules_version:
        raise RecordError(
            number,
            "",
            f"The record was made under rules version {rules} of {game.title}, "
            f"but only versions up to {game.rules_version} are known here.",
        )


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
        raise ValueError(f"{game.title} has no side {short(name)}.")
    return name


def _player_seed(value: str) -> PlayerSeed:
    since, _, text = value.partition(" ")
    if not _VERSION.fullmatch(since):
        raise ValueError(
            f"A seed begins with the number of the first roll that it counts for, not with {short(since)}."
        )
    return PlayerSeed(int(since), check_seed(text))
