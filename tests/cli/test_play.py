"""Matches through pipes: commands, saving and resuming, whole games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rasputitsa as ra
from rasputitsa.cli.play import _ask_seats as ask_seats
from rasputitsa.match import read, replay, verify, write

from .tools import GAME, Here, program

PLAY = ("play", GAME, "--german", "human", "--soviet", "human", "--seed", "3")
AGAINST_RECRUIT = ("play", GAME, "--german", "human", "--soviet", "recruit", "--seed", "3")
BEGIN = "standard\ndone\n"


def after(out: str, command: str) -> list[str]:
    """What was printed after a command and before the next one."""
    return out.split(f"> {command}\n")[-1].split("\n> ")[0].splitlines()


class Typist:
    """A screen at which these lines are typed."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.said, self.width = list(lines), list[str](), 100

    def say(self, *lines: str) -> None:
        self.said += lines

    def read(self, prompt: str) -> str | None:
        return self.lines.pop(0) if self.lines else None


@pytest.mark.parametrize(
    ("typed", "seats"),
    [
        (["1", "1"], ("human", "recruit")),
        (["1", "2"], ("human", "random")),
        (["2", ""], ("recruit", "human")),
        (["3"], ("human", "human")),
        (["4"], ("recruit", "recruit")),
        (["x", "0", "5", " 3 "], ("human", "human")),
        ([], ("human", "recruit")),
    ],
)
def test_who_plays_is_asked(typed: list[str], seats: tuple[str, str]) -> None:
    screen = Typist(*typed)
    found = ask_seats(ra.game(GAME), screen)  # type: ignore[arg-type]
    assert (found["german"], found["soviet"]) == seats
    assert list(found) == ["german", "soviet"] and not screen.lines
    assert screen.said[0] == "Battle for Moscow"
    assert screen.said.count("Type a number from 1 to 4.") == max(0, len(typed) - 1) * (typed[:1] == ["x"])


# A position in words.


def test_each_phase_begins_with_the_position_in_words(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN)
    assert ran.status == 0
    shown = after(ran.out, "done")
    assert shown[0] == "Turn 1 (Oct I) begins; the ground is clear."
    assert "German units on the map, 22:" in shown
    contacts = "24a 4-4 reduced in 0507, 29a 4-4 reduced in 0508"
    assert f"  24pz 24th Panzer Corps 12-6 in 0407; adjacent to {contacts}" in shown
    assert "  16a 16th Army 4-4 reduced in 0405 (forest), out of communication; adjacent to " in "\n".join(shown)
    assert "Russian units in the box Replacement pool: 49a 49th Army (full 8-4), 50a 50th Army (full 8-4)." in shown
    assert "German control: 0204 Smolensk, 0307 Roslavl." in shown
    assert any(line.startswith("German: Declare your attacks") and line.endswith("[9.0]") for line in shown)
    assert "12 done - No attacks" in shown


def test_within_a_phase_only_the_question_is_repeated(run: Here) -> None:
    shown = after(run(*PLAY, typed=BEGIN + "attack 0405\n").out, "attack 0405")
    assert shown[0].startswith("German: Which units attack the Russian 16th Army")
    assert not any("on the map" in line for line in shown)


def test_a_pipe_gets_no_colours_and_no_drawing(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "zones\nmap\nunits\n")
    assert "\x1b" not in ran.out
    assert not set(ran.out) & set("─│♣≈●½")
    assert ran.status == 0 and ran.err == ""


def test_without_sides_a_person_plays_the_germans_against_a_bot(run: Here) -> None:
    ran = run("play", "--seed", "3", typed=BEGIN + "done\ndone\n")
    assert "Turn 1, Russian Movement Phase" in after(ran.out, "done")
    assert any(line.startswith("Turn 2, German ") for line in after(ran.out, "done"))
    alone = run(typed=BEGIN)
    assert "German: Declare your attacks" in alone.out


# Commands.


def test_a_wrong_command_says_so_and_the_match_goes_on(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "frobnicate\nattack 0406\nattack\n0102\nattack 0405\n")
    assert ran.status == 0
    assert after(ran.out, "frobnicate") == ["'frobnicate' is neither an action nor a command. Type 'help' for help."]
    refused = after(ran.out, "attack 0406")
    assert refused[0] == "There is no enemy unit in 0406."
    assert refused[1].startswith("  Rule 9.0")  # on a line of its own
    assert "could mean" in after(ran.out, "attack")[0]
    assert "There is no enemy unit in 0102." in after(ran.out, "0102")[0]
    assert after(ran.out, "attack 0405")[0].startswith("German: Which units attack")


def test_commands_can_be_abbreviated_where_no_choice_is_meant(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "und\nchar\nru 9.1\nd\nco\n")
    assert after(ran.out, "und")[0] == "Undone: done"
    assert after(ran.out, "char")[0] == "Combat results [9.3]"
    assert after(ran.out, "ru 9.1")[0] == "9.1 Limits of the odds"
    assert "Turn 1, German Combat Phase" in after(ran.out, "d")  # done is the only answer, though draw is a command
    assert ran.lines[-1].startswith("The Russian player wins.")


def test_undo_and_redo(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "attack 0405\nwith 46pz\nundo 2\nredo\nundo\nundo\nundo\nundo\nundo\n")
    assert after(ran.out, "undo 2")[:2] == ["Undone: with 46pz", "Undone: attack 0405"]
    assert "Which units attack" in after(ran.out, "redo")[0]
    assert "There is nothing for the German player to undo" in after(ran.out, "undo")[0]
    assert ran.out.count("Undone: attack 0405") == 2


def test_dice_cannot_be_taken_back(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "attack 0304; 41pz; 56pz; declare; done\nundo\n")
    assert "the die shows" in ran.out
    assert "nothing for the German player to undo" in after(ran.out, "undo")[0]


def test_several_commands_go_on_one_line(run: Here) -> None:
    shown = after(run(*PLAY, typed="standard; done; 0405; 46pz\n").out, "standard; done; 0405; 46pz")
    assert sum("Which units attack" in line for line in shown) == 1  # nothing is shown in between
    assert "Forecast: 1:1; NE 33%, AL 17%, EX 33%, DR 17%." in shown


def test_a_wrong_command_on_a_line_drops_the_rest(run: Here) -> None:
    shown = after(run(*PLAY, typed="standard; done; 0405; 99pz; cancel\n").out, "standard; done; 0405; 99pz; cancel")
    assert any("Which units attack the Russian 16th Army" in line for line in shown)  # nothing was cancelled
    assert shown[-1] == "'99pz' is neither an action nor a command. Type 'help' for help."  # and the error comes last


def test_forecast(run: Here) -> None:
    typed = BEGIN + "forecast\nforecast attack 0405\nattack 0405\nwith 46pz\nforecast\nforecast 23ak\n"
    ran = run(*PLAY, typed=typed)
    assert after(ran.out, "forecast attack 0405")[0].endswith("against the Russian 16th Army in 0405:")
    alone = after(ran.out, "forecast")
    assert "  46th Panzer Corps: 10 [9.0]" in alone and "  fought at 1:1" in alone
    assert "  33% (1/3) NE: no effect" in alone
    assert "  fought at 3:1" in after(ran.out, "forecast 23ak")
    assert "There is no battle to forecast." in ran.out
    assert "Forecast: 1:1; NE 33%, AL 17%, EX 33%, DR 17%." in ran.out


def test_why(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "why attack 0405\nwhy attack 0803\nwhy 0803\nwhy\n")
    assert after(ran.out, "why attack 0405") == ["'attack 0405' is allowed."]
    state = ra.game(GAME).start()
    state.take("standard")
    state.take("done")
    refusal = state.why_not("attack 0803")
    assert refusal is not None
    refused = after(ran.out, "why attack 0803")
    assert refused[0] == refusal.reason
    assert refused[1].startswith(f"  Rule {refusal.rule}")
    assert after(ran.out, "why 0803") == after(ran.out, "why attack 0803")
    assert after(ran.out, "why") == ["Name the action: why ACTION."]


def test_hint_names_a_legal_action(run: Here) -> None:
    ran = run(*PLAY, typed="hint\n" + BEGIN + "hint\n")
    assert after(ran.out, "hint")[0].startswith("The officer would play: ")
    state = ra.game(GAME).start()
    state.take("standard")
    state.take("done")
    said = re.search(r"would play: (\w+(?: \w+)?)", after(ran.out, "hint")[0])
    assert said and said[1] in [str(action) for action in state.actions()]


def test_look_units_charts_rules_and_log(run: Here) -> None:
    typed = (
        BEGIN
        + "look kaluga\nlook 0405\nlook nowhere\nlook\nunits soviet\ncharts\nrules\nrules 9.1\nrules 99\nlog 1\nlog x\n"
    )
    ran = run(*PLAY, typed=typed)
    assert after(ran.out, "look kaluga")[0] == "0805 Kaluga: city, fortification."
    assert "River to 0706, 0806." in after(ran.out, "look kaluga")
    assert any("Here: 16a 16th Army" in line for line in after(ran.out, "look 0405"))
    assert any("adjacent to 0404: clear; 48pz 48th Panzer Corps 8-6" in line for line in after(ran.out, "look 0405"))
    assert after(ran.out, "look nowhere") == ["There is no space 'nowhere' on this map."]
    assert after(ran.out, "look") == ["Name the space: look SPACE."]
    assert after(ran.out, "units soviet")[0] == "Russian units on the map, 14:"
    assert not any("German units" in line for line in after(ran.out, "units soviet"))
    assert "Die  1:1  2:1  3:1  4:1  5:1  6:1" in after(ran.out, "charts")
    assert "8.2.2   Stacking" in after(ran.out, "rules")
    assert after(ran.out, "rules 9.1")[0] == "9.1 Limits of the odds"
    assert after(ran.out, "rules 99")[0].startswith("There is no rule '99'.")
    assert after(ran.out, "log 1") == ["Turn 1, German Combat Phase"]
    assert after(ran.out, "log x") == ["'x' is not a number from 1 up."]


def test_overlays_are_commands(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "zones\nthreats\nreach 24pz\nreach\n")
    german = next(line for line in after(ran.out, "zones") if line.startswith("German zone of control"))
    assert "0108" not in german and "0101" in german
    threats = after(ran.out, "threats")
    assert any(line.startswith("5:1: odds if all adjacent enemies attack:") and "0405" in line for line in threats)
    assert any(line.startswith("1:") and "0406" in line for line in after(ran.out, "reach 24pz"))
    assert after(ran.out, "reach") == ["Name the unit: reach UNIT."]


def test_help_names_every_command_and_overlay(run: Here) -> None:
    text = "\n".join(after(run(*PLAY, typed="help\n").out, "help"))
    words = ["undo", "forecast", "why", "hint", "map", "units", "look", "zones", "reach", "sequence", "save", "quit"]
    assert [word for word in words if word not in text] == []
    assert "reach UNIT" in text
    assert "OVERLAYS" not in text


def test_concede_ends_the_match(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    ran = run(*PLAY, "--record", record, typed=BEGIN + "concede\n")
    assert ran.status == 0
    assert "The Russian player wins. The German player concedes." in ran.lines
    assert record.read_text().splitlines()[-2] == "german concedes"


def test_a_draw_is_offered_and_accepted(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "draw\ndraw\ndone\ndone\ndraw\n")
    assert "The German player has already offered a draw." in ran.lines
    accepted = run(*PLAY, typed=BEGIN + "done\ndraw\ndone\ndraw\n")
    assert "The match is drawn. Draw by agreement." in accepted.lines


def test_quit_leaves(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "quit\nattack 0405\n")
    assert ran.status == 0
    assert "attack 0405\n" not in ran.out.split("> quit")[1]


def test_the_sequence_of_this_turn(run: Here) -> None:
    assert after(run(*PLAY, typed=BEGIN + "sequence\n").out, "sequence")[:3] == [
        "Turn 1, German Combat Phase",
        "  > German Combat Phase (now)",
        "    German Movement Phase (to come)",
    ]


def test_naming_a_chosen_attacker_again_takes_it_out(run: Here) -> None:
    ran = run(*PLAY, typed=BEGIN + "attack 0405\n46pz\n23ak\n46pz\n")
    assert any(line.split(" ", 1)[1].startswith("without 23ak") for line in after(ran.out, "23ak") if line[0].isdigit())
    last = after(ran.out, "46pz")
    assert any(" with 46pz " in f" {line} " for line in last) and not any("without 46pz" in line for line in last)


# Positions.

POSITION = """\
# The panzers are at the gates.
game: battle-for-moscow
turn: 5
phase: german-combat
units.24pz: 1003
units.41pz: 1102
units.3a: 1103 reduced
units.5a: 1405
units.1sh: track
german_cities: 0204 0307
"""


@pytest.mark.parametrize("form", ["text", "JSON", "without its game"])
def test_a_match_begins_with_a_position(run: Here, tmp_path: Path, form: str) -> None:
    path, record = tmp_path / "position.txt", tmp_path / "match.txt"
    text = POSITION
    if form == "JSON":
        text = json.dumps(ra.game(GAME).position(POSITION).position())
    elif form == "without its game":
        text = POSITION.replace("game: battle-for-moscow\n", "")
    path.write_text(text)
    game = [GAME] if form == "without its game" else []
    seats = ("--german", "human", "--soviet", "human", "--seed", "3")
    ran = run("play", *game, "--position", path, *seats, "--record", record, typed="attack moscow\n24pz\n")
    assert ran.status == 0
    assert ran.lines[0].startswith("Turn 5, German Combat Phase.")
    assert "position.units.24pz: 1003" in record.read_text()
    assert [line.action for line in read(record).lines] == ["attack 1103", "with 24pz"]
    again = run("play", "--resume", record, "--seed", "3", typed="41pz; declare; done\n")
    assert again.status == 0 and "the die shows" in again.out
    assert run("replay", record, "--to", "0", "--plain").lines[0].startswith("Turn 5, German Combat Phase.")


def test_a_moment_of_a_replay_is_a_position(run: Here, tmp_path: Path) -> None:
    record, path = tmp_path / "match.txt", tmp_path / "position.txt"
    run(*PLAY, "--record", record, typed=BEGIN + "attack 0405\n46pz\nconcede\n")
    path.write_text(run("replay", record, "--to", "3", "--position").out)
    ran = run("play", "--position", path, "--german", "human", "--soviet", "human", typed="46pz\n")
    assert ran.status == 0
    assert after(ran.out, "46pz")[0].startswith("German: Which units attack")


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        (POSITION.replace("24pz: 1003", "24pz: 9999"), [], "unit 24pz is at '9999', which is not a space on the map"),
        (POSITION.replace("turn: 5", "turn 5"), [], "line 3 must be 'key: value', not 'turn 5'"),
        (POSITION.replace("game: battle-for-moscow\n", ""), [], "does not say of which game it is"),
        (POSITION.replace("battle-for-moscow", "chess"), [], "There is no game 'chess'"),
        (POSITION, ["blitzkrieg-to-moscow-2"], "is a position of battle-for-moscow, not of blitzkrieg-to-moscow-2"),
        (POSITION, ["--option", "soviet-replacements=4"], "leave out --scenario and --option"),
        (POSITION, ["--resume", "x"], "use either --resume or --position"),
        ('{"turn": 5', [GAME], "begins like JSON but is not"),
        ("\xff", [GAME], "must be 'key: value'"),
    ],
)
def test_a_bad_position_is_refused_in_a_sentence(
    run: Here, tmp_path: Path, text: str, arguments: list[str], said: str
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(text)
    ran = run("play", *arguments, "--position", path)
    assert ran.status in (1, 2)
    assert said in ran.err and ran.err.count("\n") == 1 and "Traceback" not in ran.err


def test_a_position_that_is_not_there(run: Here) -> None:
    ran = run("play", "--position", "/no/such/position")
    assert (ran.status, ran.err) == (
        2,
        "rasputitsa: '/no/such/position' cannot be read: No such file or directory.\n",
    )


# Saving and resuming.


def test_every_action_is_in_the_file_at_once(run: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "match.txt"
    seen: list[list[str]] = []

    def crash(self: object, side: str, rest: str) -> None:
        seen.append([line.action for line in read(record).lines])
        raise ZeroDivisionError

    monkeypatch.setattr("rasputitsa.cli.session.Session.help", crash)
    with pytest.raises(ZeroDivisionError):
        run(*PLAY, "--record", record, typed=BEGIN + "attack 0405\nundo\nattack 0304\nwith 41pz\nhelp\n")
    assert seen == [["standard", "done", "attack 0304", "with 41pz"]]


def test_the_end_of_the_input_saves_and_says_how_to_continue(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    ran = run(*PLAY, "--record", record, typed=BEGIN)
    assert ran.status == 0
    assert ran.lines[-1] == f"Saved. Continue with: rasputitsa play --resume {record}"
    assert len(read(record).lines) == 2
    assert "secret" not in record.read_text()


def test_a_match_in_parts_is_the_match_in_one(run: Here, tmp_path: Path) -> None:
    """Whoever leaves and comes back meets the same dice."""
    typed = ["standard", "done", "attack 0304", "with 41pz", "with 46pz", "declare", "done", "stay", "done"]
    typed += ["attack 0405", "done", "done", "done"]
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    run(*AGAINST_RECRUIT, "--record", whole, typed="\n".join(typed) + "\n")
    run(*AGAINST_RECRUIT, "--record", parts, typed=typed[0] + "\n")
    for line in typed[1:]:
        ran = run("play", "--resume", parts, "--seed", "3", typed=line + "\n")
        assert ran.status == 0
    assert [line.action for line in read(parts).lines] == [line.action for line in read(whole).lines]
    assert read(parts).players == {"german": "human", "soviet": "recruit"}


def test_the_secret_of_fresh_dice_is_kept_beside_the_record_until_the_end(run: Here, tmp_path: Path) -> None:
    record, secret = tmp_path / "match.txt", tmp_path / "match.txt.secret"
    run("play", GAME, "--german", "human", "--soviet", "human", "--record", record, typed=BEGIN)
    assert secret.stat().st_mode & 0o077 == 0
    ran = run("play", "--resume", record, typed="attack 0304\n41pz\n46pz\ndeclare\ndone\nconcede\n")
    assert "without a commitment" not in ran.out
    assert not secret.exists()
    assert verify(read(record)).fair is True
    assert verify(read(record)).checked == 1


def test_without_its_secret_a_match_goes_on_with_other_dice(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    run("play", GAME, "--german", "human", "--soviet", "human", "--record", record, typed=BEGIN)
    (tmp_path / "match.txt.secret").unlink()
    ran = run("play", "--resume", record, typed="attack 0304\n41pz\n46pz\ndeclare\ndone\n")
    assert ran.lines[0] == "The secret of this match's dice is missing, so new dice without a commitment are used."
    assert "the die shows" in ran.out
    assert read(record).commitment == ""
    assert replay(read(record)).rolls == 1


def test_seats_can_change_on_resuming(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    run(*PLAY, "--record", record, typed=BEGIN)
    ran = run("play", "--resume", record, "--german", "random", "--soviet", "random")
    assert ran.status == 0
    assert "wins." in ran.out or "drawn" in ran.out


def test_a_match_that_is_over_is_shown_and_left_as_it_is(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    run(*PLAY, "--record", record, typed=BEGIN + "concede\n")
    before = record.read_bytes()
    ran = run("play", "--resume", record, typed="attack 0405\n")
    assert ran.status == 0
    assert "The Russian player wins. The German player concedes." in ran.lines
    assert record.read_bytes() == before


def test_notes_of_a_record_survive(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    run(*PLAY, "--record", record, typed=BEGIN)
    record.write_text(record.read_text() + "# A fine morning.\n")
    run("play", "--resume", record, "--seed", "3", typed="attack 0405\nundo\nconcede\n")
    assert "# A fine morning." in record.read_text().splitlines()


def test_a_file_that_is_there_is_not_overwritten(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    record.write_text("my diary")
    ran = run(*PLAY, "--record", record, typed=BEGIN)
    assert ran.status == 2
    assert "already exists" in ran.err
    ran = run(*PLAY, typed=BEGIN + f"save {record}\nsave\n")
    assert ran.status == 0
    assert "already exists" in " ".join(ran.out.split()) and "Name the file" in ran.out
    assert record.read_text() == "my diary"


def test_save_writes_the_match_and_goes_on_saving(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    ran = run(*PLAY, typed=BEGIN + f"save {record}\nattack 0405\n")
    assert "is saved in" in ran.out
    assert [line.action for line in read(record).lines] == ["standard", "done", "attack 0405"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: "", "This is no record"),
        (lambda text: text.replace("battle-for-moscow", "chess"), "There is no game 'chess'"),
        (lambda text: text + "german move 0101\n", "rule 4.0: "),
        (lambda text: text + "german fly\n", "'fly'"),
        (lambda text: text + "soviet done\n", "It is the turn of german"),
        (lambda text: text.rstrip("\n"), "cut off"),
        (lambda text: text.replace("rasputitsa record 1", "rasputitsa record 9"), "format 9"),
    ],
)
def test_broken_records_say_what_is_wrong(run: Here, tmp_path: Path, spoil: object, said: str) -> None:
    record = tmp_path / "match.txt"
    run(*PLAY, "--record", record, typed=BEGIN)
    text = record.read_text()
    record.write_text(spoil(text))  # type: ignore[operator]
    for command in (["play", "--resume"], ["replay"], ["verify"], ["export", "--json"]):
        ran = run(*command, record)
        assert ran.status == 2, command
        assert said in ran.err and ran.err.count("\n") == 1 and "Traceback" not in ran.err


def test_a_disk_that_fails_later_does_not_end_the_match(run: Here, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    record = folder / "match.txt"

    class Typed:
        """Takes the folder away in the middle of the match."""

        def __init__(self) -> None:
            self.lines = ["standard", "done", "attack 0405", "cancel"]

        def readline(self) -> str:
            if len(self.lines) == 2 and folder.exists():
                for file in folder.iterdir():
                    file.unlink()
                folder.rmdir()
            return self.lines.pop(0) + "\n" if self.lines else ""

        def isatty(self) -> bool:
            return False

    run.monkeypatch.setattr("io.StringIO", lambda text: Typed())
    ran = run(*PLAY, "--record", record)
    assert ran.status == 0
    assert "The match cannot be saved" in ran.out
    assert "Which units attack" in ran.out


# Whole games.


def test_two_bots_play_to_the_end(run: Here, tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    ran = run("play", GAME, "--german", "recruit", "--soviet", "recruit", "--seed", "11", "--record", record)
    assert ran.status == 0
    match = replay(read(record))
    assert match.outcome is not None
    assert match.outcome.reason in ran.lines[-2] and ran.lines[-1] == f"The record is in {record}."
    told = [event.text for event in match.events_for(None)]
    assert ran.lines[: len(told)] == told
    assert write(match) == record.read_text()


def test_the_same_seed_is_the_same_match(run: Here) -> None:
    bots = ("play", GAME, "--german", "random", "--soviet", "random", "--seed")
    first, second, other = run(*bots, "5"), run(*bots, "5"), run(*bots, "6")
    assert first.out == second.out != other.out


@pytest.mark.soak
def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    """A person who types what a bot would have done gets the very match of two bots."""
    bots, person = tmp_path / "bots.txt", tmp_path / "person.txt"
    seats = ("--soviet", "recruit", "--seed", "17", "--record")
    assert program("play", GAME, "--german", "recruit", *seats, bots).status == 0
    lines = read(bots).lines
    typed = "".join(f"{line.action}\n" for line in lines if line.side == "german")
    assert typed.count("\n") > 200
    ran = program("play", GAME, "--german", "human", *seats, person, typed=typed)
    assert (ran.status, ran.err) == (0, "")
    assert [(line.side, line.action) for line in read(person).lines] == [(line.side, line.action) for line in lines]
    outcome = replay(read(bots)).outcome
    assert outcome is not None and outcome.reason in ran.lines[-2]
    assert verify(read(person)).fair is True


def test_a_lazy_german_loses(run: Here) -> None:
    ran = run(*AGAINST_RECRUIT, typed=BEGIN + "done\nhold\n" * 60)
    assert ran.status == 0
    assert any(line.startswith("The Russian player wins.") for line in ran.lines)


def test_options_reach_the_match(run: Here) -> None:
    ran = run(*PLAY, "--option", "soviet-replacements=3", typed=BEGIN + "done\ndone\n")
    assert "Russian: You have 3 replacement steps left." in ran.out


def test_bytes_that_are_no_text_are_no_trouble() -> None:
    ran = program(*PLAY, typed=b"\xff\xfe\x00\x1b[2J\nstandard\n")
    assert (ran.status, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert "> standard" in ran.lines


def test_signs_that_cannot_be_shown_are_no_trouble() -> None:
    ran = program(*PLAY, typed=BEGIN + "attack 0406\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (ran.status, ran.err) == (0, "")
    assert "There is no enemy unit in 0406." in ran.out
