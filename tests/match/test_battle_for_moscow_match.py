"""The match and its record on a real game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games import game
from rasputitsa.match import CommittedDice, Match, RecordError, read, replay, resume, verify, write

from ..tools import soak

MOSCOW = game("battle-for-moscow")
SECRET = b"a secret of thirty-two bytes, ok"


def warlike_match(seed: int, actions: int = 10_000) -> Match:
    """Random play that likes to attack, so that dice fall."""
    rng = Random(seed)
    match = Match(MOSCOW, players={"german": "Anna"}, dice=CommittedDice(SECRET, f"moscow-{seed}"))
    match.play("german", "standard")
    while match.side and len(match.log) < actions:
        choices = match.state.actions()
        attacks = [action for action in choices if action.verb in ("unit", "attack", "battle")]
        match.play(match.side, rng.choice(attacks if attacks and rng.random() < 0.7 else choices))
    return match


@pytest.fixture(scope="module")
def played() -> Match:
    return warlike_match(2)


def test_round_trip_of_a_whole_match(played: Match) -> None:
    text = write(played)
    again = replay(read(text))
    assert again.log == played.log
    assert again.state.position() == played.state.position()
    assert again.outcome == played.outcome
    assert write(again) == text


def test_the_dice_of_a_whole_match_are_verified(played: Match) -> None:
    check = verify(read(write(played)))
    assert played.rolls > 5
    assert (check.fair, check.checked) == (True, played.rolls)


def test_the_record_has_headings(played: Match) -> None:
    headings = [line for line in write(played).splitlines() if line.startswith("##")]
    assert headings[0] == "## Set-up"
    assert len(headings) > 40
    assert "## Turn 7, " in "\n".join(headings)


def test_an_illegal_move_is_refused_by_line_and_rule() -> None:
    lines = write(warlike_match(2, 400)).splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("german move "))
    lines[number] = "german move 1402"
    with pytest.raises(RecordError) as caught:
        replay(read("\n".join(lines) + "\n"))
    assert caught.value.line == number + 1
    assert caught.value.rule.startswith("8.")
    assert str(caught.value).startswith(f"Line {number + 1}, rule 8.")


def test_a_match_can_be_resumed_from_any_point(played: Match) -> None:
    lines = write(played).splitlines(keepends=True)
    record = read("".join(lines[:-1]))
    for end in range(50, len(record.lines), 800):
        record = read("".join(lines[:-1]))
        record.lines = record.lines[:end]
        match = resume(record, SECRET)
        for entry in played.log[len(match.log) :]:
            if entry.side != CHANCE:
                match.play(entry.side, entry.action, len(match.log))
        assert match.log == played.log


@pytest.mark.parametrize("moments", soak.less((300, 700), range(300, 1200, 100)))
def test_undo_reaches_back_to_the_last_dice_or_the_other_side(moments: Sequence[int]) -> None:
    stops = set()
    for actions in moments:
        match = warlike_match(2, actions)
        side = match.log[-1].side
        while match.can_undo(side):
            match.undo(side)
        stops.add(CHANCE if match.log[-1].side == CHANCE else "other")
        assert match.log[-1].side != side
        assert match.state.position() == replay(read(write(match))).state.position()
    assert stops == {CHANCE, "other"}


# Versions of the rules.

ROUTE = """
turn: 2
phase: german-movement
units.5ak: 0908
units.3a: 1401
"""


def controls_orel(match: Match) -> bool:
    for action in ("unit 5ak", "move 0810"):
        match.play("german", action)
    return "0809" in match.state.position()["german_cities"]


def test_a_new_match_is_played_by_the_present_rules() -> None:
    match = Match(MOSCOW)
    assert match.rules_version == match.state.rules_version == MOSCOW.rules_version == 2
    assert "\nrules: 2\n" in write(match)
    assert controls_orel(Match(MOSCOW, position=ROUTE))


def test_a_match_of_version_1_is_played_on_by_version_1() -> None:
    match = Match(MOSCOW, dice=CommittedDice(SECRET, "old"), rules=1)
    match.play("german", "standard")
    text = write(match)
    assert "\nrules: 1\n" in text
    for again in (replay(read(text)), resume(read(text), SECRET)):
        assert again.rules_version == again.state.rules_version == 1
        assert write(again) == text


def test_a_position_keeps_its_version_of_the_rules() -> None:
    match = Match(MOSCOW, position=ROUTE + "rules: 1\n")
    assert match.rules_version == 1
    assert not controls_orel(match)
    again = replay(read(write(match)))
    assert again.rules_version == 1 and again.state.position() == match.state.position()


def test_a_version_that_can_no_longer_be_played_becomes_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(MOSCOW), "oldest_rules", 0)
    assert Match(MOSCOW, rules=1).rules_version == 2
    text = "rasputitsa record 1\ngame: battle-for-moscow\nrules: 1\n\ngerman standard\ngerman roll 5\n"
    with pytest.raises(RecordError, match="the record was made under rules version 1, and 2 is played here"):
        replay(read(text))
