"""Matches that begin with a position, and their records."""

from __future__ import annotations

import pytest

from rasputitsa.core import BadPosition
from rasputitsa.core.positions import to_text
from rasputitsa.games import game
from rasputitsa.match import CommittedDice, Match, RecordError, ScriptedDice, read, replay, resume, verify, write

MOSCOW = game("battle-for-moscow")
SECRET = bytes(range(32))
TULA = """
turn: 7
phase: german-combat
options.soviet-replacements: 3
units.24pz: 1006
units.41pz: 1108
units.3a: 1107 reduced
german_cities: 0204 0307 0509
"""
BEFORE = """
turn: 2
phase: german-combat
units.24pz: 1207
units.3a: 1208 reduced
stack: {"step": "ResolveBattles", "battles": []}
stack: {"step": "RollDie", "battle": {"hex": "1208", "attackers": ["24pz"]}}
"""


def tula() -> Match:
    return Match(MOSCOW, players={"german": "Anna"}, dice=CommittedDice(SECRET, "tula"), position=TULA)


def fight(match: Match) -> None:
    for action in ("attack 1107", "with 24pz", "with 41pz", "declare", "done"):
        match.play("german", action)


def test_a_match_begins_with_its_position() -> None:
    match = tula()
    assert match.state.position() == MOSCOW.position(TULA).position()
    assert (match.scenario, match.options["soviet-replacements"]) == ("typhoon", "3")
    assert match.side == "german" and match.log == []
    fight(match)
    assert match.rolls == 1


def test_a_position_may_be_data_or_text() -> None:
    data = MOSCOW.position(TULA).position()
    for position in (data, to_text(data), TULA):
        assert Match(MOSCOW, position=position).state.position() == data


def test_the_position_is_kept_as_it_was() -> None:
    data = MOSCOW.position(TULA).position()
    match = Match(MOSCOW, position=data)
    fight(match)
    assert match.start().position() == match.position == data


def test_a_bad_position_is_refused() -> None:
    with pytest.raises(BadPosition, match="turn is '9'"):
        Match(MOSCOW, position=TULA.replace("turn: 7", "turn: 9"))


def test_a_match_may_start_at_a_die() -> None:
    match = Match(MOSCOW, dice=ScriptedDice(["roll 6"]), position=BEFORE)
    assert [str(entry.action) for entry in match.log] == ["roll 6"]
    assert match.side == "german" and match.rolls == 1


def test_nothing_before_the_position_can_be_undone() -> None:
    match = tula()
    match.play("german", "attack 1107")
    match.undo("german")
    assert not match.can_undo("german")


# Records.


def test_the_record_has_the_position_in_its_header() -> None:
    match = tula()
    match.play("german", "attack 1107")
    assert write(match, {1: ["Tula must fall."]}) == (
        "rasputitsa record 1\n"
        "game: battle-for-moscow\n"
        f"data: {MOSCOW.fingerprint}\n"
        f"rules: {MOSCOW.rules_version}\n"
        "scenario: typhoon\n"
        "option.soviet-replacements: 3\n"
        "player.german: Anna\n"
        "match: tula\n"
        f"commitment: {match.dice.commitment}\n"
        "position.turn: 7\n"
        "position.phase: german-combat\n"
        "position.units.24pz: 1006 full\n"
        "position.units.41pz: 1108 full\n"
        "position.units.3a: 1107 reduced\n"
        "position.german_cities: 0204 0307 0509\n"
        'position.stack: {"step": "DeclareBattles", "battles": []}\n'
        "\n"
        "## Turn 7, German Combat Phase\n"
        "german attack 1107\n"
        "# Tula must fall.\n"
    )


def test_the_record_leads_back_to_the_match() -> None:
    match = tula()
    fight(match)
    while match.side:
        match.play(match.side, match.state.actions()[-1])
    text = write(match, {3: ["Here we go."]})
    record = read(text)
    again = replay(record)
    assert again.log == match.log and again.position == match.position
    assert again.state.position() == match.state.position()
    assert again.outcome == match.outcome is not None
    assert (again.options, again.players) == (match.options, match.players)
    assert record.notes == {3: ["Here we go."]}
    assert write(again, record.notes) == text
    assert verify(record).fair is True and verify(record).checked == match.rolls


def test_a_match_from_a_position_can_be_resumed() -> None:
    match = tula()
    match.play("german", "attack 1107")
    again = resume(read(write(match)), SECRET)
    for each in (match, again):
        for action in ("with 24pz", "with 41pz", "declare", "done"):
            each.play("german", action)
    assert again.log == match.log


def test_every_open_step_has_its_line() -> None:
    match = Match(MOSCOW, dice=CommittedDice(SECRET, "m"), position=BEFORE)
    text = write(match)
    assert text.count("\nposition.stack: ") == 2
    assert replay(read(text)).log == match.log
    assert resume(read(text.replace("chance " + str(match.log[0].action) + "\n", "")), SECRET).log == match.log


def test_a_long_stack_survives_its_record() -> None:
    state = MOSCOW.start()
    for action in ("standard", "done", "done"):
        state.take(action)
    while len(state.position()["stack"][0]["move_records"]) < 20:
        moves = [action for action in state.actions() if action.verb in ("move", "unit")]
        state.take(moves[0] if moves else state.actions()[-1])
    match = Match(MOSCOW, position=state.position())
    assert replay(read(write(match))).state.position() == state.position()


HEADER = "rasputitsa record 1\ngame: battle-for-moscow\nrules: 2\n"
HERE = "position.turn: 7\nposition.phase: german-combat\nposition.units.24pz: 1006\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("position: 5\n", "Line 4: The header knows no key 'position'."),
        ("position.turn: 7\nposition.turn: 7\n", "Line 5: The key 'position.turn' is given twice."),
        ("position.units.24pz: 9999\n", "24pz is at '9999', which is not a space on the map"),
        ("position.weather: mud\n", "line 4: there is no key 'weather'"),
        (HERE + "position.stack: {\n", "line 7: stack must be JSON"),
        (HERE.replace("7", "9"), "turn is '9'; it must be a number from 1 to 7"),
        (HERE + "position.scenario: typhoon\n", "Line 7: The header knows no key 'position.scenario'."),
        (HERE + "\ngerman unit 24pz\nposition.turn: 2\n\n", "belongs before the first action"),
    ],
)
def test_bad_positions_in_a_record(lines: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(HEADER + lines + "\n")
    assert message in str(caught.value)


def test_a_position_written_by_hand_into_a_record() -> None:
    match = replay(read(HEADER + HERE + "position.units.3a: 1107 reduced\n\ngerman attack 1107\n"))
    assert match.state.position()["units"]["3a"] == {"at": "1107", "step": "reduced"}
    assert [str(entry.action) for entry in match.log] == ["attack 1107"]
