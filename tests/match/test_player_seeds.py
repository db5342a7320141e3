"""Words that players add to the dice: mixed in from their first roll on, in the record, and checked."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import rasputitsa
from rasputitsa.match import NO_SEED, CommittedDice, Match, PlayerSeed, RecordError, read, replay, verify, write
from rasputitsa.match.dice import seal_of
from rasputitsa.match.record_replay import resume

SECRET = bytes(range(32))
SEEDS = {"german": PlayerSeed(1, "ab" * 16), "soviet": PlayerSeed(4, "cd" * 32)}
DOCUMENT = Path(__file__).parents[2] / "docs" / "dice.md"


SEALED = {"german": PlayerSeed(1, "ab" * 16), "soviet": PlayerSeed(1, "cd" * 32)}
SEALS = {side: seal_of("m1", side, seed.text) for side, seed in SEALED.items()}


def played(
    seeds: dict[str, PlayerSeed],
    game: str = "battle-for-moscow",
    seals: dict[str, str] | None = None,
    match_id: str = "m1",
) -> Match:
    match = Match(rasputitsa.game(game), dice=CommittedDice(SECRET, match_id, seeds, seals))
    rng = Random(3)
    while match.side is not None:
        actions = match.state.actions()
        attacks = [action for action in actions if action.verb in ("attack", "with")]
        match.play(match.side, rng.choice(attacks if attacks and rng.random() < 0.5 else actions))
    return match


MATCH = played(SEEDS)
TEXT = write(MATCH)


def rolls(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("chance ")]


def test_seeds_change_the_rolls_that_they_count_for() -> None:
    def stream(seeds: dict[str, PlayerSeed], number: int) -> bytes:
        found = CommittedDice(SECRET, "m1", seeds)._stream(number, ["german", "soviet"])
        return bytes(next(found) for _ in range(40))

    only = {"german": SEEDS["german"]}
    for number in (1, 2, 3):
        assert stream(SEEDS, number) == stream(only, number) != stream({}, number)
    for number in (4, 5, 100):
        assert len({stream(seeds, number) for seeds in (SEEDS, only, {})}) == 3


def test_the_record_has_the_seeds_and_proves_the_rolls() -> None:
    assert f"\nword.german: 1 {'ab' * 16}\nword.soviet: 4 {'cd' * 32}\n" in TEXT
    record = read(TEXT)
    assert record.player_seeds == SEEDS
    found = verify(record)
    assert found.fair and found.checked == MATCH.rolls > 10
    assert write(replay(record)) == TEXT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("word.german: 1 abab", "word.german: 1 abac"),
        ("word.german: 1 ", "word.german: 1000 "),
        ("word.soviet: 4 ", "word.soviet: 1000 "),
        (f"word.soviet: 4 {'cd' * 32}\n", ""),
    ],
)
def test_another_seed_does_not_prove_them(old: str, new: str) -> None:
    assert old in TEXT
    assert verify(read(TEXT.replace(old, new))).fair is False


def test_a_side_without_a_seed_adds_nothing_and_the_record_says_so() -> None:
    match = played({"german": SEALED["german"], "soviet": NO_SEED}, seals={"german": SEALS["german"]})
    assert rolls(write(match)) == rolls(write(played({"german": SEALED["german"]})))
    text = write(match)
    assert f"\nseal.german: {SEALS['german']}\nword.german: 1 {'ab' * 16}\nword.soviet: none\n" in text
    record = read(text)
    assert record.player_seeds["soviet"] == NO_SEED and record.seals == {"german": SEALS["german"]}
    assert write(replay(record)) == text
    found = verify(record)
    assert found.fair and found.text.endswith("rolls and draws. The Russian player added no seed.")


@pytest.mark.parametrize(
    ("seeds", "seals", "says"),
    [
        (SEALED, SEALS, ""),
        (SEEDS, {}, "The players' seeds were not sealed, so the last of them could be chosen."),
        ({}, {}, ""),
        (SEALED | {"german": NO_SEED}, SEALS, "The German player did not show the sealed seed."),
    ],
)
def test_the_verification_says_what_the_seeds_are_worth(
    seeds: dict[str, PlayerSeed], seals: dict[str, str], says: str
) -> None:
    found = verify(read(write(played(seeds, seals=seals))))
    assert found.fair and found.seeds == says
    assert found.text.endswith(f"draws. {says}".rstrip())


@pytest.mark.parametrize(
    ("seeds", "seals", "match_id"),
    [
        (SEALED | {"german": PlayerSeed(1, "ac" * 16)}, SEALS, "m1"),  # another seed
        (SEALED | {"german": PlayerSeed(2, "ab" * 16)}, SEALS, "m1"),  # a seed that was added late
        (SEALED | {"soviet": SEALED["german"]}, SEALS | {"soviet": SEALS["german"]}, "m1"),  # a copied seal
        (SEALED, SEALS, "m2"),  # seals of another match
    ],
)
def test_a_seed_that_does_not_fit_its_seal_is_not_fair(
    seeds: dict[str, PlayerSeed], seals: dict[str, str], match_id: str
) -> None:
    found = verify(read(write(played(seeds, seals=seals, match_id=match_id))))
    assert found.fair is False and "not the sealed one" in found.text


def test_a_match_is_resumed_with_its_seeds() -> None:
    lines = TEXT.splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if line.startswith("chance "))
    match = resume(read("".join(lines[:last])), SECRET)
    assert str(match.log[-1].action) == lines[last].split(" ", 1)[1].strip() or match.side != "chance"
    assert match.dice.player_seeds == SEEDS


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("word.french: 1 " + "ab" * 16, "no side 'french'"),
        ("word.german: 0 " + "ab" * 16, "number of the first roll"),
        ("word.german: ab", "number of the first roll"),
        ("word.german: 1 xyz", "32 to 64 hexadecimal digits"),
        ("word.german: 1 " + "AB" * 16, "32 to 64 hexadecimal digits"),
        ("word.german: 1", "32 to 64 hexadecimal digits"),
        ("seal.french: sha256:" + "ab" * 32, "no side 'french'"),
        ("seal.german: " + "ab" * 32, "A seal is"),
        ("seal.german: sha256:" + "AB" * 32, "A seal is"),
    ],
)
def test_seeds_that_are_none(line: str, says: str) -> None:
    text = re.sub("word.german: .*", line, TEXT)
    with pytest.raises(RecordError, match=says):
        read(text)


def test_seeds_need_a_commitment() -> None:
    text = "".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith(("commitment", "secret")))
    with pytest.raises(RecordError, match="need the key 'commitment'"):
        read(text)


def test_a_finished_record_without_its_secret_fails() -> None:
    text = "".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith("secret"))
    found = verify(read(text))
    assert found.fair is False and "not shown" in found.text


def test_old_records_are_still_verified() -> None:
    old = played({})
    assert "word." not in write(old)
    assert verify(read(write(old))).fair
    assert rolls(write(old)) != rolls(TEXT)


@pytest.mark.parametrize("seeds", [SEEDS, SEALED, SEALED | {"german": NO_SEED}, {}])
@pytest.mark.parametrize("game", ["battle-for-moscow", "blitzkrieg-to-moscow-2"])
def test_the_program_in_the_document_checks_a_record(tmp_path: Path, game: str, seeds: dict[str, PlayerSeed]) -> None:
    program = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[0]
    match = played(seeds, game, SEALS if SEALED["soviet"] in seeds.values() else {})
    text = write(match)
    (tmp_path / "check.py").write_text(program)
    (tmp_path / "right.txt").write_text(text)
    roll = re.search(r"chance roll \d", text)
    assert roll is not None
    wrong = roll[0][:-1] + str(int(roll[0][-1]) % 6 + 1)
    (tmp_path / "wrong.txt").write_text(text.replace(roll[0], wrong, 1))

    def check(name: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(tmp_path / "check.py"), str(tmp_path / name)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert check("right.txt").stdout == f"All {match.rolls} rolls are right.\n"
    assert "roll 1 is wrong" in check("wrong.txt").stderr
