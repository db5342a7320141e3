"""The command as a whole: what it lists, what it refuses, its exit statuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rasputitsa as ra
from rasputitsa.cli import main
from rasputitsa.devtools.rule_coverage import tests_by_rule as rules_named_in

from .tools import GAME, Here, program

COMMANDS = ["play", "replay", "games", "rules", "map", "verify", "export", "arena", "bench"]


def test_games_are_listed(run: Here) -> None:
    ran = run("games")
    assert ran.status == 0
    for name in ra.games():
        assert f"{name}: {ra.game(name).title}" in ran.lines
    assert "scenario typhoon" in ran.out and "option soviet-replacements" in ran.out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(run: Here, command: str) -> None:
    ran = run(*command.split(), "--help")
    assert ran.status == 0
    assert f"rasputitsa {command}".strip() in ran.out.split("examples:")[1]
    assert ran.err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frobnicate"], "frobnicate"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", GAME, "--german", "napoleon"], "there is no player 'napoleon'"),
        (["play", GAME, "--option", "mud"], "'mud' is not of the form NAME=VALUE"),
        (["play", GAME, "--option", "mud=deep"], "has no option 'mud'"),
        (["play", GAME, "--option", "soviet-replacements=99"], "cannot be '99'"),
        (["play", GAME, "--scenario", "citadel"], "has no scenario 'citadel'"),
        (["play", GAME, "--seed", "x"], "'x' is not a whole number from 0 up"),
        (["play", GAME, "--sed", "1"], "--sed"),
        (["replay"], "FILE"),
        (["replay", "x", "--to", "-1"], "--to"),
        (["export", "x"], "--json"),
        (["arena", GAME], "--german, --soviet"),
        (["arena", GAME, "--german", "human", "--soviet", "random"], "there is no player 'human'"),
        (["arena", GAME, "--german", "random", "--soviet", "random", "-n", "0"], "'0' is not a whole number from 1 up"),
        (["arena", GAME, "--german", "random", "--soviet", "random", "--out", "x.txt"], "must end in .csv or .json"),
        (["bench", "--seconds", "0"], "'0' is not a number of seconds"),
        (["map"], "GAME"),
    ],
)
def test_wrong_arguments_are_one_sentence_and_status_2(run: Here, arguments: list[str], said: str) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1 and ran.err.endswith(".\n")
    assert ran.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", GAME, "99.9"], "There is no rule '99.9'"),
        (["rules"], "Name the game"),
        (["rules", GAME, "--coverage", "--tests", "/no/such/folder"], "There is no folder '/no/such/folder'"),
        (["verify", "/no/such/record"], "/no/such/record"),
        (["replay", "/no/such/record"], "/no/such/record"),
        (["export", "/no/such/record", "--json"], "/no/such/record"),
        (["play", "--resume", "/no/such/record"], "/no/such/record"),
        (["play", "--record", "/no/such/folder/record"], "/no/such/folder/record"),
        (
            ["arena", GAME, "--german", "random", "--soviet", "random", "-n", "1", "--out", "/no/such/x.csv"],
            "There is no folder '/no/such'",
        ),
    ],
)
def test_what_fails_is_said_in_a_sentence_with_status_1(run: Here, arguments: list[str], said: str) -> None:
    ran = run(*arguments)
    assert ran.status == 1
    assert said in ran.err
    assert ran.err.startswith("rasputitsa: ") and "Traceback" not in ran.err and ran.err.count("\n") == 1


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("rasputitsa.cli.rulebook.run_games", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m rasputitsa rules {GAME} --all | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, text=True)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_the_module_is_the_command() -> None:
    ran = program("games")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{GAME}: ")


# Rules.


def test_rules_are_listed_by_number(run: Here) -> None:
    ran = run("rules", GAME)
    assert ran.status == 0
    rules = ra.game(GAME).rules
    assert [line.strip() for line in ran.lines] == [f"{number} {rule.title}" for number, rule in rules.items()]
    assert "    8.2.1 Enemy units" in ran.lines


def test_one_rule_is_shown_with_its_text(run: Here) -> None:
    ran = run("rules", GAME, "8.2.1")
    assert ran.lines[0] == "8.2.1 Enemy units"
    assert " ".join(ra.game(GAME).rules["8.2.1"].text.split()) == " ".join(ran.lines[2:])
    assert run("rules", GAME, "8").lines[0] == "8.0 Movement"


def test_all_rules_can_be_read_at_once(run: Here) -> None:
    ran = run("rules", GAME, "--all")
    for rule in ra.game(GAME).rules.values():
        assert f"{rule.number} {rule.title}" in ran.lines
    assert max(map(len, ran.lines)) <= 120


# Tests of rules.

TESTS = """
import pytest
from pytest import mark

GAME = "battle-for-moscow"
other = pytest.mark.other

@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "8.1")
def test_one(): ...

@mark.rule(GAME, "8.2")
async def test_two(): ...

@pytest.mark.rule("battle-for-moscow", "9.0")
class TestCombat:
    def test_three(self): ...
    def helper(self): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("battle-for-moscow", "9.1"))])
def test_four(x): ...

@pytest.mark.skip(reason="later")
@pytest.mark.rule("battle-for-moscow", "9.2")
def test_five(): ...

@pytest.mark.rule("battle-for-moscow", "9.3")
def no_test(): ...

def test_without(): ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_some.py").write_text(TESTS)
    marked = 'import pytest\npytestmark = [pytest.mark.rule("battle-for-moscow", "10.0")]\ndef test_six(): ...\n'
    (tmp_path / "test_all.py").write_text(marked)
    (tmp_path / "helper.py").write_text(
        'import pytest\n@pytest.mark.rule("battle-for-moscow", "11.0")\ndef test_x(): ...'
    )
    return tmp_path


def test_marks_are_found_wherever_they_stand(folder: Path) -> None:
    found = rules_named_in(folder)
    place = "deep/test_some.py::"
    assert found == {
        (GAME, "8.0"): [f"{place}test_one"],
        (GAME, "8.1"): [f"{place}test_one"],
        (GAME, "8.2"): [f"{place}test_two"],
        (GAME, "9.0"): [f"{place}TestCombat::test_three"],
        (GAME, "9.1"): [f"{place}test_four"],
        (GAME, "10.0"): ["test_all.py::test_six"],
    }


def test_coverage_tells_what_is_missing(run: Here, folder: Path) -> None:
    ran = run("rules", GAME, "--coverage", "--tests", folder)
    assert ran.status == 1
    assert f"{GAME} 8.0 Movement" in ran.lines
    assert "    deep/test_some.py::test_one" in ran.lines
    assert f"{GAME} 9.2 Terrain in combat: MISSING" in ran.lines
    assert "9.2" in ran.err and "8.0" not in ran.err.replace("8.0.", "")


def test_coverage_is_content_when_each_rule_has_a_test(run: Here, tmp_path: Path) -> None:
    numbers = [(game, number) for game in ra.games() for number in ra.game(game).rules]
    marks = "".join(f'@pytest.mark.rule("{game}", "{number}")\n' for game, number in numbers)
    (tmp_path / "test_all.py").write_text(f"import pytest\n{marks}def test_everything(): ...\n")
    ran = run("rules", "--coverage", "--tests", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "MISSING" not in ran.out and ran.out.count("test_everything") == len(numbers)
    (tmp_path / "test_more.py").write_text(f'import pytest\n@pytest.mark.rule("{GAME}", "77.7")\ndef test_odd(): ...\n')
    ran = run("rules", GAME, "--coverage", "--tests", tmp_path)
    assert ran.status == 1
    assert "77.7" in ran.err


def test_coverage_of_a_file_that_is_no_python(run: Here, tmp_path: Path) -> None:
    (tmp_path / "test_bad.py").write_text("def test_(:\n")
    ran = run("rules", GAME, "--coverage", "--tests", tmp_path)
    assert ran.status == 1
    assert "test_bad.py" in ran.err


# Contests.


def test_an_arena_counts_and_writes_its_results(run: Here, tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    arguments = ("arena", GAME, "--german", "random", "--soviet", "random", "-n", "3", "--seed", "7", "--no-swap")
    ran = run(*arguments, "--out", out)
    assert (ran.status, ran.err) == (0, "")  # and no bar where nobody looks
    assert "3 matches" in ran.out
    matches = json.loads(out.read_text())["matches"]
    assert [match["seed"] for match in matches] == [7, 8, 9]
    table = tmp_path / "results.csv"
    assert run(*arguments, "--out", table).status == 0
    assert len(table.read_text().splitlines()) == 4


def test_an_option_reaches_the_arena(run: Here) -> None:
    ran = run("arena", GAME, "--german", "random", "--soviet", "random", "-n", "1", "--option", "soviet-replacements=7")
    assert ran.status == 2
    assert "cannot be '7'" in ran.err


def test_bench_measures(run: Here) -> None:
    ran = run("bench", GAME, "--seconds", "0.1")
    assert ran.status == 0
    assert GAME in ran.out and "actions/s" in ran.out and "us a click" in ran.out
    assert "moscow-41" not in ran.out


def test_the_map_can_be_drawn_into_a_file(run: Here) -> None:
    ran = run("map", GAME)
    assert ran.status == 0
    assert "Moscow" in ran.out and "\x1b" not in ran.out and "≈ river" in ran.lines[-1]
    assert len(ran.lines) == 46
    plain = run("map", GAME, "--plain")
    assert "Russian units on the map, 14:" in plain.lines
