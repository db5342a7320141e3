"""Golden records stay playable and end as they ended; the counts of positions stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import rasputitsa
from rasputitsa import record

from . import golden

RECORDS = sorted(golden.HERE.glob("*.record"))


def test_there_are_golden_files_for_every_game() -> None:
    for name in rasputitsa.games():
        assert list(golden.HERE.glob(f"{name}.*.record")) and (golden.HERE / f"{name}.counts").exists()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    read = record.read(path)
    match = record.replay(read)
    assert match.outcome is not None
    verification = record.verify(read)
    assert verification.fair is True and verification.checked == match.rolls > 10
    match.dice.secret = read.secret
    assert record.write(match) == text


@pytest.mark.parametrize("name", rasputitsa.games())
def test_counts(name: str) -> None:
    expected = (golden.HERE / f"{name}.counts").read_text(encoding="utf-8").splitlines()
    assert list(golden.counts(rasputitsa.game(name))) == expected
