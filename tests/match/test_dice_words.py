"""Words that players add to the dice: mixed in from their first roll on, in the record, and checked."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import rasputitsa
from rasputitsa.match import NO_WORD, CommittedDice, Match, RecordError, Word, read, replay, verify, write
from rasputitsa.match.dice import seal_of
from rasputitsa.match.record import resume

SECRET = bytes(range(32))
WORDS = {"german": Word(1, "ab" * 16), "soviet": Word(4, "cd" * 32)}
DOCUMENT = Path(__file__).parents[2] / "docs" / "dice.md"


SEALED = {"german": Word(1, "ab" * 16), "soviet": Word(1, "cd" * 32)}
SEALS = {side: seal_of("m1", side, word.text) for side, word in SEALED.items()}


def played(
    words: dict[str, Word], game: str = "battle-for-moscow", seals: dict[str, str] | None = None, match_id: str = "m1"
) -> Match:
    match = Match(rasputitsa.game(game), dice=CommittedDice(SECRET, match_id, words, seals))
    rng = Random(3)
    while match.side is not None:
        actions = match.state.actions()
        attacks = [action for action in actions if action.verb in ("attack", "with")]
        match.play(match.side, rng.choice(attacks if attacks and rng.random() < 0.5 else actions))
    return match


MATCH = played(WORDS)
TEXT = write(MATCH)


def rolls(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("chance ")]


def test_words_change_the_rolls_that_they_count_for() -> None:
    def stream(words: dict[str, Word], number: int) -> bytes:
        found = CommittedDice(SECRET, "m1", words)._stream(number, ["german", "soviet"])
        return bytes(next(found) for _ in range(40))

    only = {"german": WORDS["german"]}
    for number in (1, 2, 3):
        assert stream(WORDS, number) == stream(only, number) != stream({}, number)
    for number in (4, 5, 100):
        assert len({stream(words, number) for words in (WORDS, only, {})}) == 3


def test_the_record_has_the_words_and_proves_the_rolls() -> None:
    assert f"\nword.german: 1 {'ab' * 16}\nword.soviet: 4 {'cd' * 32}\n" in TEXT
    record = read(TEXT)
    assert record.words == WORDS
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
def test_another_word_does_not_prove_them(old: str, new: str) -> None:
    assert old in TEXT
    assert verify(read(TEXT.replace(old, new))).fair is False


def test_a_side_without_a_word_adds_nothing_and_the_record_says_so() -> None:
    match = played({"german": SEALED["german"], "soviet": NO_WORD}, seals={"german": SEALS["german"]})
    assert rolls(write(match)) == rolls(write(played({"german": SEALED["german"]})))
    text = write(match)
    assert f"\nseal.german: {SEALS['german']}\nword.german: 1 {'ab' * 16}\nword.soviet: none\n" in text
    record = read(text)
    assert record.words["soviet"] == NO_WORD and record.seals == {"german": SEALS["german"]}
    assert write(replay(record)) == text
    found = verify(record)
    assert found.fair and found.text.endswith("rolls and draws. The Russian player added no word.")


@pytest.mark.parametrize(
    ("words", "seals", "says"),
    [
        (SEALED, SEALS, "draws."),
        (WORDS, {}, "draws. The players' words were not sealed, so the last of them could be chosen."),
        ({}, {}, "draws."),
        (SEALED | {"german": NO_WORD}, SEALS, "draws. The German player did not show the sealed word."),
    ],
)
def test_the_verification_says_what_the_words_are_worth(
    words: dict[str, Word], seals: dict[str, str], says: str
) -> None:
    found = verify(read(write(played(words, seals=seals))))
    assert found.fair and found.text.endswith(says)


@pytest.mark.parametrize(
    ("words", "seals", "match_id"),
    [
        (SEALED | {"german": Word(1, "ac" * 16)}, SEALS, "m1"),  # another word
        (SEALED | {"german": Word(2, "ab" * 16)}, SEALS, "m1"),  # a word that was added late
        (SEALED | {"soviet": SEALED["german"]}, SEALS | {"soviet": SEALS["german"]}, "m1"),  # a copied seal
        (SEALED, SEALS, "m2"),  # seals of another match
    ],
)
def test_a_word_that_does_not_fit_its_seal_is_not_fair(
    words: dict[str, Word], seals: dict[str, str], match_id: str
) -> None:
    found = verify(read(write(played(words, seals=seals, match_id=match_id))))
    assert found.fair is False and "not the sealed one" in found.text


def test_a_match_is_resumed_with_its_words() -> None:
    lines = TEXT.splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if line.startswith("chance "))
    match = resume(read("".join(lines[:last])), SECRET)
    assert str(match.log[-1].action) == lines[last].split(" ", 1)[1].strip() or match.side != "chance"
    assert match.dice.words == WORDS


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
def test_words_that_are_none(line: str, says: str) -> None:
    text = re.sub("word.german: .*", line, TEXT)
    with pytest.raises(RecordError, match=says):
        read(text)


def test_words_need_a_commitment() -> None:
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


@pytest.mark.parametrize("words", [WORDS, SEALED, SEALED | {"german": NO_WORD}, {}])
@pytest.mark.parametrize("game", ["battle-for-moscow", "blitzkrieg-to-moscow-2"])
def test_the_program_in_the_document_checks_a_record(tmp_path: Path, game: str, words: dict[str, Word]) -> None:
    program = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[0]
    match = played(words, game, SEALS if SEALED["soviet"] in words.values() else {})
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
