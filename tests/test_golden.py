"""Golden records stay playable and end as they ended; the counts of positions stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import rasputitsa
from rasputitsa import record
from rasputitsa.core import Game

from . import golden
from .tools import soak

RECORDS = sorted(golden.HERE.glob("*.record"))
OUTDATED = [path for path in RECORDS if path.name.startswith("blitzkrieg-to-moscow-2") and ".v1." in path.name]


def test_every_game_has_golden_files() -> None:
    for name in rasputitsa.games():
        assert list(golden.HERE.glob(f"{name}.*.record")) and (golden.HERE / f"{name}.counts").exists()


@pytest.mark.parametrize("name", rasputitsa.games())
def test_every_version_of_the_rules_has_a_record(name: str) -> None:
    """It is replayed below for ever. `OUTDATED` is from before the first release; nothing is added to it."""
    versions = {int(path.suffixes[-2].removeprefix(".v")) for path in RECORDS if path.name.startswith(f"{name}.")}
    assert versions == set(range(1, rasputitsa.game(name).rules_version + 1))


def without_defaults(text: str, game: Game) -> str:
    """A record as it is written now: older ones also name the options that have their default."""
    usual = {f"option.{option.name}: {option.default_choice}" for option in game.options}
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() not in usual)


def as_then(text: str, before: str) -> str:
    """A record as it was written before: older ones name neither the edition nor the fingerprint of its data."""
    if "\ndata: " in before:
        return text
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("edition: ", "data: ")))


PLAYABLE = [path for path in RECORDS if path not in OUTDATED]
FIRST = {path.name.partition(".")[0] + path.suffixes[1]: path for path in reversed(PLAYABLE)}  # of a game and version


@pytest.mark.parametrize(
    "path",
    [path if path in FIRST.values() else soak.left(path) for path in PLAYABLE],
    ids=lambda path: path.stem,
)
def test_golden_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    read = record.read(path)
    match = record.replay(read)
    assert match.outcome is not None
    match.dice.secret = read.secret
    assert as_then(record.write(match), text) == without_defaults(text, read.game)
    assert read.game.edition == read.game.older_editions.get(read.rules, "")


NEWEST = {path.name.partition(".")[0]: path for path in PLAYABLE}


@pytest.mark.parametrize(
    "path", [path if path in NEWEST.values() else soak.left(path) for path in PLAYABLE], ids=lambda path: path.stem
)
def test_golden_dice(path: Path) -> None:
    verification = record.verify(record.read(path))
    assert verification.fair is True and verification.checked > 10


@pytest.mark.parametrize("path", OUTDATED, ids=lambda path: path.stem)
def test_a_record_of_older_rules_says_so(path: Path) -> None:
    """It can still be read, and replayed up to the first action that the present rules do not allow."""
    read = record.read(path)
    with pytest.raises(record.RecordError) as caught:
        record.replay(read)
    assert read.rules == 1 and read.game.rules_version == 2
    assert "the record was made under rules version 1, and 2 is played here" in caught.value.reason
    done = next(number for number, line in enumerate(read.lines) if line.number == caught.value.line)
    assert len(record.replay(read, done).log) == done > 0


def test_records_are_added_but_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "HERE", tmp_path)
    monkeypatch.setattr(golden, "match_of_bots", lambda game, seed: f"{game.name} {seed}\n")
    monkeypatch.setattr(golden, "counts", lambda game: ["counted"])
    version = rasputitsa.game("battle-for-moscow").rules_version
    kept, added = (tmp_path / f"battle-for-moscow.{number}.v{version}.record" for number in (1, 2))
    kept.write_text("kept\n", encoding="utf-8")
    golden.make(["battle-for-moscow"])
    assert kept.read_text(encoding="utf-8") == "kept\n"
    assert added.read_text(encoding="utf-8") == "battle-for-moscow 2\n"
    assert (tmp_path / "battle-for-moscow.counts").read_text(encoding="utf-8") == "counted\n"


@pytest.mark.parametrize("name", rasputitsa.games())
def test_counts(name: str) -> None:
    expected = (golden.HERE / f"{name}.counts").read_text(encoding="utf-8").splitlines()
    assert list(golden.counts(rasputitsa.game(name))) == expected
