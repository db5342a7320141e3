from __future__ import annotations

import os
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.core import CHANCE
from rasputitsa.games import games
from rasputitsa.match import (
    CommittedDice,
    Match,
    Record,
    RecordError,
    ScriptedDice,
    read,
    replay,
    resume,
    verify,
    write,
)
from rasputitsa.match.record_format import LARGEST, LONGEST_LINE

from .toy import BLUE, RED, TOY, toy_view

SECRET = bytes(range(32))
COMMITMENT = "sha256:630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
HEADER = "rasputitsa record 1\ngame: toy\nrules: 2\n\n"


def random_match(seed: int, actions: int = 10_000) -> Match:
    rng = Random(seed)
    scenario = rng.choice(["plain", "dealt"])
    players = {RED: "Ánna Ω", BLUE: "x: # y"}
    match = Match(TOY, scenario, {"pace": "fast"}, players, CommittedDice(SECRET, f"m{seed}"))
    while match.side and len(match.log) < actions:
        match.play(match.side, rng.choice(match.state.actions()))
    return match


FINISHED = random_match(1)
TEXT = write(FINISHED)


def same(one: Match, two: Match) -> bool:
    return (one.log, one.state.position(), one.outcome, one.players, one.options, one.scenario, one.id) == (
        two.log,
        two.state.position(),
        two.outcome,
        two.players,
        two.options,
        two.scenario,
        two.id,
    )


def broken(text: str | bytes | Path) -> str:
    """The one sentence about a record that cannot be read or replayed."""
    with pytest.raises(RecordError) as caught:
        replay(read(text))
    message = str(caught.value)
    assert "\n" not in message
    assert message[-1] in ".?”"
    assert message.endswith(caught.value.reason)
    return message


# Writing and reading.


def test_record_format() -> None:
    match = Match(TOY, players={RED: "Anna"}, dice=CommittedDice(SECRET, "m7"))
    for side, action in [(RED, "step"), (RED, "attack"), (RED, "done"), (BLUE, "done"), (RED, "done")]:
        match.play(side, action)
    match.concede(BLUE)
    assert (
        write(match, {1: ["Why not?", "", "  Indented."], 7: ["Well played."]})
        == f"""\
rasputitsa record 1
game: toy
rules: 2
scenario: plain
player.red: Anna
match: m7
commitment: {COMMITMENT}

## Round 1
red step
# Why not?
#
#   Indented.
red attack
chance roll 6
red done
blue done
## Round 2
red done
blue concedes
# Well played.
secret: {SECRET.hex()}
"""
    )


def test_a_running_match_keeps_its_secret() -> None:
    match = Match(TOY, dice=CommittedDice(SECRET, "m7"))
    match.play(RED, "attack")
    assert SECRET.hex() not in write(match)
    assert COMMITMENT in write(match)


def test_scripted_dice_promise_nothing() -> None:
    match = Match(TOY, dice=ScriptedDice(["roll 1"]))
    match.play(RED, "attack")
    assert write(match) == (
        "rasputitsa record 1\ngame: toy\nrules: 2\nscenario: plain\n\n## Round 1\nred attack\nchance roll 1\n"
    )


@given(st.integers(0, 10**6), st.integers(0, 60))
def test_round_trip(seed: int, actions: int) -> None:
    match = random_match(seed, actions)
    text = write(match)
    again = replay(read(text))
    assert same(again, match)
    assert write(again) == text


def test_round_trip_of_agreements() -> None:
    match = random_match(3, 7)
    assert match.side
    offerer = match.side
    match.offer_draw(offerer)
    assert same(replay(read(write(match))), match)
    match.accept_draw(TOY.other(offerer))
    again = replay(read(write(match)))
    assert again.outcome == match.outcome
    assert same(again, match)


def test_notes_are_kept_with_their_position() -> None:
    text = HEADER.replace("game", "# first\ngame") + "#second\nred step\n\n#   third\n## heading\nred step\n# last\n"
    record = read(text)
    assert record.notes == {0: ["first", "second"], 1: ["  third"], 2: ["last"]}
    assert read(write(replay(record), record.notes)).notes == record.notes


def test_reading_is_lenient_about_layout() -> None:
    text = "\ufeffrasputitsa record 1  \r\n\r\ngame:toy\r\n\r\nrules:   2\r\n\r\n\tred \t step \r\n\r\n"
    record = read(text)
    assert [(line.number, line.side, line.action) for line in record.lines] == [(7, "red", "step")]
    assert (record.scenario, record.options) == ("plain", {"pace": "slow"})
    assert len(replay(record).log) == 1


def test_bytes_and_files(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(TEXT, encoding="utf-8")
    for source in (TEXT, TEXT.encode(), file):
        assert same(replay(read(source)), FINISHED)


# Replaying.


def test_replay_up_to_a_position() -> None:
    record = read(TEXT)
    for upto in range(len(record.lines) + 1):
        assert replay(record, upto).log == FINISHED.log[:upto]


def test_edited_rolls_are_replayed() -> None:
    text = HEADER + "red barrage\nchance roll 6 1\n"
    assert toy_view(replay(read(text)).view(None))["points"][RED] == 7
    assert toy_view(replay(read(text.replace("6 1", "6 6"))).view(None))["points"][RED] == 12


def test_replay_keeps_what_can_be_undone() -> None:
    for actions in range(1, 40):
        match = random_match(11, actions)
        again = replay(read(write(match)))
        assert (again.can_undo(RED), again.can_undo(BLUE)) == (match.can_undo(RED), match.can_undo(BLUE))


def test_resume_continues_with_the_same_dice() -> None:
    match = random_match(5, 9)
    again = resume(read(write(match)), SECRET)
    for action in ("attack", "dig", "barrage"):
        for each in (match, again):
            assert each.side
            each.play(each.side, action)
    assert same(again, match)


def test_resume_rolls_what_was_due() -> None:
    match = Match(TOY, dice=CommittedDice(SECRET, "m"))
    match.play(RED, "attack")
    text = write(match)
    cut = "".join(text.splitlines(keepends=True)[:-1])
    assert replay(read(cut)).side == CHANCE
    assert same(resume(read(cut), SECRET), match)


def test_resume_needs_the_right_secret() -> None:
    with pytest.raises(RecordError) as caught:
        resume(read(TEXT), SECRET[::-1])
    assert str(caught.value) == "The secret does not match the record's commitment."


# Broken records.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Line 1: This is no record, which begins with 'rasputitsa record 1'."),
        ("PK\x03\x04\n", "Line 1: This is no record, which begins with 'rasputitsa record 1'."),
        ("rasputitsa record 2\n", "Line 1: The record has format 2, but only format 1 is known here."),
        ("rasputitsa record 1", "Line 1: The line is cut off: each line ends with a line break."),
        ("rasputitsa record 1\n", "Line 1: The header is cut off: a blank line must follow it."),
        (HEADER[:-1], "Line 3: The header is cut off: a blank line must follow it."),
        (HEADER[:-1] + "red step\n", "Line 4: There must be a blank line between the header and the first action."),
        (
            HEADER + "match: m\nred step\n",
            "Line 6: There must be a blank line between the header and the first action.",
        ),
        (HEADER.replace("game: toy\n", ""), "Line 1: The header lacks the key 'game'."),
        (HEADER.replace("rules: 2\n", ""), "Line 1: The header lacks the key 'rules'."),
        (HEADER.replace("rules", "rulez"), "Line 3: The header knows no key 'rulez'."),
        (HEADER.replace("rules", "rules.x"), "Line 3: The header knows no key 'rules.x'."),
        (HEADER.replace("rules", "option"), "Line 3: The header knows no key 'option'."),
        (HEADER.replace("rules: 2", "secret: " + "ab" * 32), "Line 3: The header knows no key 'secret'."),
        (HEADER.replace("rules: 2", "rules:"), "Line 3: The key 'rules' has no value."),
        (HEADER + "game: toy\n\n", "Line 5: The key 'game' is given twice."),
        (HEADER + "red step\nmatch: m\n\n", "Line 6: The key 'match' belongs before the first action."),
        (
            HEADER.replace("toy", "chess"),
            f"Line 2: There is no game 'chess'. Available: {', '.join(games())}.",
        ),
        (
            HEADER.replace("2", "9"),
            "Line 3: The record was made under rules version 9 of Toy, but only versions up to 2 are known here.",
        ),
        (HEADER.replace("2", "two"), "Line 3: The version of the rules is a number from 1 up, not 'two'."),
        (HEADER.replace("2", "0"), "Line 3: The version of the rules is a number from 1 up, not '0'."),
        (HEADER + "scenario: x\n\n", "Line 5: Toy has no scenario 'x'. It has: plain, dealt."),
        (HEADER + "option.x: y\n\n", "Line 5: Toy has no option 'x'. It has: pace."),
        (HEADER + "option.pace: y\n\n", "Line 5: Option pace cannot be 'y'. It can be: slow, fast."),
        (HEADER + "player.green: y\n\n", "Line 5: Toy has no side 'green'."),
        (
            HEADER + f"player.red: {'y' * 101}\n\n",
            f"Line 5: A player's name is one line of at most 100 characters, not '{'y' * 40}'.",
        ),
        (HEADER + "match: a b\n\n", "Line 5: A match id has 1 to 64 letters, digits, '.', '-' or '_', not 'a b'."),
        (HEADER + "commitment: x\n\n", "Line 5: The commitment must be 'sha256:' and 64 hexadecimal digits."),
        (HEADER + f"commitment: {COMMITMENT}\n\n", "Line 5: A commitment needs the key 'match' beside it."),
        (HEADER + "secret: xyz\n", "Line 5: The secret must be written as 32 to 128 hexadecimal digits."),
        (HEADER + f"secret: {'ab' * 32}\nred step\n", "Line 6: Only notes may follow the secret."),
        (HEADER + "green step\n", "Line 5: 'green' is none of chance, red, blue."),
        (HEADER + "red\n", "Line 5: The line does not say what red does."),
        (HEADER + "red st", "Line 5: The line is cut off: each line ends with a line break."),
        (HEADER + "red step\n# \x1b[2J x\n", "Line 6: The line holds characters that cannot be shown."),
        (HEADER + "#" * LONGEST_LINE + "\n", f"Line 5: The line is longer than {LONGEST_LINE} bytes."),
        (HEADER + "red step\n# \ud800\n", "Line 6: The line is not UTF-8 text."),
        (HEADER.encode() + b"# caf\xc3\n", "Line 5: The line is not UTF-8 text."),
        (HEADER.encode() + b"# caf\xc3", "Line 5: The line is cut off: each line ends with a line break."),
        (bytes(range(256)) * 4, "Line 1: This is no record, which begins with 'rasputitsa record 1'."),
    ],
)
def test_unreadable_records(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError):
        read(text)
    assert broken(text) == message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("red step\n\nred jump 2\n", "Line 7, rule 1.3: Jumping needs five points."),
        ("red stp\n", "Line 5: 'stp' is not an action: there is no verb 'stp'. Did you mean 'step'?"),
        ("red done\nred step\n", "Line 6: It is the turn of blue, not of red."),
        ("chance roll 5\n", "Line 5: It is the turn of red, not of chance."),
        ("red attack\nred step\n", "Line 6: It is the turn of chance, not of red."),
        (
            "red barrage\nchance roll 5\n",
            "Line 6, rule 2.1: You cannot play 'roll 5' now: Roll 2 dice.",
        ),
        ("red concedes\nblue step\n", "Line 6: The match is over: The Red player concedes."),
        ("blue offers a draw\n", "Line 5: It is the turn of red, not of blue."),
        ("blue accepts the draw\n", "Line 5: There is no offer of a draw for the Blue player to accept."),
        ("chance concedes\n", "Line 5: Toy has no side 'chance'."),
    ],
)
def test_records_that_cannot_be_replayed(lines: str, message: str) -> None:
    assert broken(HEADER + lines) == message


def test_the_error_carries_line_rule_and_reason() -> None:
    with pytest.raises(RecordError) as caught:
        replay(read(HEADER + "red jump 2\n"))
    assert (caught.value.line, caught.value.rule, caught.value.reason) == (5, "1.3", "Jumping needs five points.")


def test_records_of_older_rules_are_replayed_where_possible() -> None:
    older = HEADER.replace("rules: 2", "rules: 1")
    assert len(replay(read(older + "red step\n")).log) == 1
    assert broken(older + "red jump 2\n") == (
        "Line 5, rule 1.3: Jumping needs five points; the record was made under rules version 1, and 2 is played here."
    )


def test_not_a_record_file(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert broken(missing) == f"There is no file {str(missing)!r}."
    assert broken(tmp_path) == f"{str(tmp_path)!r} is a directory, not a record."
    assert broken(tmp_path / ("x" * 300)).startswith(("There is no file", f"'{tmp_path}"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert broken(pipe) == f"{str(pipe)!r} is no plain file."


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "locked"
    file.touch()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert broken(file) == f"{str(file)!r} cannot be read: Permission denied."


def test_huge_files_are_not_read_completely(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.write(HEADER.encode())
        file.truncate(100 * 2**20)
    tracemalloc.start()
    try:
        assert broken(huge) == "The record is larger than 8 MB, the most that is read."
        assert tracemalloc.get_traced_memory()[1] < 3 * LARGEST
    finally:
        tracemalloc.stop()


def test_large_binary_files_are_refused_at_once() -> None:
    noise = Random(7).randbytes(2**20).replace(b"\n", b"") * 7
    assert broken(noise) == "Line 1: This is no record, which begins with 'rasputitsa record 1'."
    assert broken(HEADER.encode() + noise) == f"Line 5: The line is longer than {LONGEST_LINE} bytes."


@given(st.one_of(st.binary(max_size=300), st.binary(max_size=200).map(HEADER.encode().__add__)))
def test_any_bytes_are_a_record_or_a_record_error(data: bytes) -> None:
    try:
        replay(read(data))
    except RecordError as error:
        assert str(error).isprintable()


def test_truncated_records() -> None:
    """Cut between two actions, a record is the match so far; cut anywhere else, it is refused."""
    data = write(random_match(2, 25)).encode()
    header = data.index(b"\n\n") + 2
    assert not data.isascii()
    for length in range(len(data)):
        cut = data[:length]
        if length >= header and cut.endswith(b"\n"):
            record = read(cut)
            match = replay(record)
            assert len(match.log) == len(record.lines) == cut[header:].count(b"\n") - cut.count(b"##")
        else:
            with pytest.raises(RecordError):
                read(cut)


LINES = TEXT.splitlines()


@given(
    st.integers(0, len(LINES) - 1),
    st.one_of(
        st.text(max_size=30),
        st.sampled_from(["", "red step", "blue done", "chance roll 6", "chance roll 6 6", "chance draw gold", "# x"]),
        st.integers(0, len(LINES) - 1).map(LINES.__getitem__),
    ),
)
def test_records_with_one_edited_line(number: int, line: str) -> None:
    """It is replayed, or refused in a sentence; never anything else."""
    lines = [*LINES[:number], line, *LINES[number + 1 :]]
    try:
        match = replay(read("\n".join(lines) + "\n"))
    except RecordError as error:
        assert str(error).isprintable()
        assert 1 <= error.line <= len("\n".join(lines).split("\n"))
    else:
        assert same(replay(read(write(match))), match)


# Checking the dice.


def chance_lines(record: Record) -> list[int]:
    return [line.number for line in record.lines if line.side == CHANCE]


def test_the_dice_of_a_finished_match_can_be_verified() -> None:
    for seed in range(20):
        match = random_match(seed)
        check = verify(read(write(match)))
        assert match.rolls > 1
        assert (check.fair, check.checked, check.line) == (True, match.rolls, 0)
        assert check.text == f"The commitment was kept in {match.rolls} rolls and draws."


def test_verify_finds_the_first_wrong_roll() -> None:
    lines = TEXT.splitlines()
    numbers = chance_lines(read(TEXT))
    assert len(numbers) > 5
    for right, number in enumerate(numbers):
        was = lines[number - 1].removeprefix("chance ")
        now = was[:-1] + str(int(was[-1]) % 6 + 1) if "roll" in was else "draw gold"
        edited = [*lines]
        edited[number - 1] = f"chance {now}"
        check = verify(read("\n".join(edited) + "\n"))
        assert (check.fair, check.checked, check.line) == (False, right, number)
        assert check.text == f"Line {number} says {now!r}, but the secret gives {was!r}."


def test_verify_finds_a_wrong_secret() -> None:
    check = verify(read(TEXT.replace(SECRET.hex(), SECRET[::-1].hex())))
    assert (check.fair, check.checked) == (False, 0)
    assert check.text == "The secret does not match the commitment."


def test_dice_depend_on_the_match_id() -> None:
    check = verify(read(TEXT.replace("match: m1\n", "match: m2\n")))
    assert check.fair is False
    assert check.line in chance_lines(read(TEXT))


def test_a_running_match_cannot_be_checked_yet() -> None:
    match = Match(TOY, dice=CommittedDice(SECRET, "m"))
    match.play(RED, "attack")
    check = verify(read(write(match)))
    assert (check.fair, check.checked, check.line) == (None, 0, 0)
    assert check.text == "The secret is not shown, because the match is not over, so 1 roll or draw cannot be checked."


def test_verify_reports_a_missing_secret() -> None:
    text = TEXT.replace(f"secret: {SECRET.hex()}\n", "")
    assert verify(read(text)).text == (
        f"The match is over, but the secret is not shown, so {FINISHED.rolls} rolls and draws cannot be checked."
    )


def test_without_a_commitment_there_is_nothing_to_check() -> None:
    check = verify(read(HEADER + "red attack\nchance roll 6\n"))
    assert check.fair is None
    assert check.text == "The record has no commitment, so its dice cannot be verified."


def test_verify_replays_every_action() -> None:
    record = read(TEXT.replace("\nsecret", "\nred step\nsecret"))
    with pytest.raises(RecordError, match="The match is over"):
        verify(record)
