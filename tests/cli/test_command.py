"""The command as a whole: what it lists, what it refuses, its exit statuses."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import rasputitsa as ra
from rasputitsa.cli import main
from rasputitsa.cli.command import parser
from rasputitsa.devtools.rule_coverage import tests_by_rule as rules_named_in

from ..tools import soak
from .tools import GAME, Here, program

COMMANDS = ["play", "replay", "games", "rules", "map", "verify", "export", "arena", "study", "bench", "completion"]


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


RECORD = Path(__file__).parents[1] / "golden" / "battle-for-moscow.1.v2.record"
BOTS = ("--german", "random", "--soviet", "random")

WRONG_ARGUMENTS: dict[str, list[tuple[list[str | Path], str]]] = {
    "": [
        (["frobnicate"], "frobnicate"),
        (["--frobnicate"], "--frobnicate"),
    ],
    "play": [
        (["chess"], "there is no game 'chess'"),
        ([""], "there is no game ''"),
        ([GAME, "more"], "more"),
        ([GAME, "--german", "napoleon"], "there is no player 'napoleon'"),
        ([GAME, "--option", "mud"], "'mud' is not of the form NAME=VALUE"),
        ([GAME, "--option", "mud=deep"], "has no option 'mud'"),
        ([GAME, "--option", "soviet-replacements=99"], "cannot be '99'"),
        ([GAME, "--scenario", "citadel"], "has no scenario 'citadel'"),
        ([GAME, "--scenario", ""], "scenario is empty"),
        ([GAME, "--seed", "x"], "'x' is not a whole number from 0"),
        ([GAME, "--seed", "٣"], "'٣' is not a whole number from 0"),
        ([GAME, "--seed", "99999999999999"], "to 1000000000000"),
        ([GAME, "--sed", "1"], "--sed"),
        ([GAME, "--record", ""], "record is empty"),
        ([GAME, "--record", "."], "'.' already exists"),
        ([GAME, "--record", "/no/such/folder/record"], "/no/such/folder/record"),
        (["--resume", ""], "resume is empty"),
        (["--resume", "/no/such/record"], "There is no file '/no/such/record'"),
        (["--resume", __file__], "This is no record"),
        (["--resume", RECORD, "--position", "x"], "either --resume or --position"),
        (["--resume", RECORD, "--scenario", "typhoon"], "leave out --scenario and --option"),
        (["--resume", RECORD, "--option", "mud=deep"], "leave out --scenario and --option"),
        (["blitzkrieg-to-moscow-2", "--resume", RECORD], "is a match of battle-for-moscow"),
        (["--position", "/no/such/position"], "'/no/such/position' cannot be read"),
        (["--position", "."], "'.' cannot be read"),
        (["--position", __file__], "does not say of which game it is"),
    ],
    "replay": [
        ([], "FILE"),
        ([""], "file is empty"),
        (["/no/such/record"], "/no/such/record"),
        (["."], "is a directory, not a record"),
        ([__file__], "This is no record"),
        ([RECORD, "--to", "-1"], "--to"),
        ([RECORD, "--side", "finnish"], "has no side 'finnish'"),
    ],
    "games": [(["more"], "more")],
    "rules": [
        ([], "Name the game"),
        (["chess"], "there is no game 'chess'"),
        ([GAME, "99.9"], "There is no rule '99.9'"),
        ([GAME, ""], "number is empty"),
        ([GAME, "8.0", "--all"], "either rule '8.0' or all"),
        ([GAME, "--tests", "."], "add --coverage"),
        ([GAME, "--coverage", "--tests", "/no/such/folder"], "There is no folder '/no/such/folder'"),
    ],
    "map": [([], "GAME"), (["chess"], "there is no game 'chess'")],
    "problems": [
        (["chess"], "there is no game 'chess'"),
        ([GAME, "nothing"], "has no problem 'nothing'"),
        (["--folder", "/no/such/folder"], "'/no/such/folder'"),
    ],
    "verify": [([], "FILE"), (["/no/such/record"], "/no/such/record"), ([__file__], "This is no record")],
    "export": [
        ([RECORD], "--json"),
        (["/no/such/record", "--json"], "/no/such/record"),
        ([RECORD, "--json", "--out", "/no/such/folder/x"], "'/no/such/folder/x' cannot be written"),
        ([RECORD, "--json", "--side", "finnish"], "has no side 'finnish'"),
    ],
    "fit": [
        ([GAME], "--out"),
        ([GAME, "-n", "0", "--out", "value.toml"], "'0' is not a whole number from 1"),
        ([GAME, "--scenario", "citadel", "--out", "value.toml"], "has no scenario 'citadel'"),
    ],
    "tune": [
        ([GAME, "--side", "german", "--out", "tuned.toml"], "--weights"),
        ([GAME, "--side", "finnish", "--weights", "fear", "--out", "tuned.toml"], "finnish"),
        (
            ["moscow-41", "--side", "german", "--weights", "fear", "--out", "x"],
            "No weights are tuned for Moscow '41 yet",
        ),
    ],
    "arena": [
        ([GAME], "--german, --soviet"),
        ([GAME, "--pool", "recruit,zhukov"], "there is no player 'zhukov'"),
        ([GAME, *BOTS, "--sprt", "0.7:0.5"], "'0.7:0.5' is not of the form LOW:HIGH"),
        ([GAME, "--german", "human", "--soviet", "random"], "there is no player 'human'"),
        ([GAME, *BOTS, "-n", "0"], "'0' is not a whole number from 1"),
        ([GAME, *BOTS, "--jobs", "many"], "'many' is not a whole number from 1"),
        ([GAME, *BOTS, "--scenario", "citadel"], "has no scenario 'citadel'"),
        ([GAME, *BOTS, "--option", "mud=deep"], "has no option 'mud'"),
        ([GAME, *BOTS, "--out", "x.txt"], "must end in .csv or .json"),
        ([GAME, *BOTS, "-n", "1", "--out", "/no/such/x.csv"], "There is no folder '/no/such'"),
    ],
    "study": [
        ([], "FILE"),
        (["/no/such.toml"], "There is no file '/no/such.toml'"),
        ([RECORD, "--jobs", "0"], "'0' is not a whole number from 1"),
        ([RECORD, "--out", RECORD], "is a file, not a folder"),
        ([RECORD, "--bot", "nobody:Nothing"], "cannot be loaded"),
    ],
    "bench": [
        (["chess"], "there is no game 'chess'"),
        (["--seconds", "0"], "'0' is not a number of seconds"),
        (["--seconds", "nan"], "'nan' is not a number of seconds"),
    ],
    "serve": [
        (["--port", "x"], "'x' is not a port from 0 to 65535"),
        (["--port", "70000"], "'70000' is not a port from 0 to 65535"),
        (["--host", ""], "host is empty"),
        (["--data", ""], "its name is empty"),
        (["--data", __file__], "is a file, not a folder"),
        (["--database", "mysql://x"], "begins with postgresql://"),
        (["--edition", "my-copy"], "'my-copy' is not of the form GAME=EDITION"),
        (["--edition", "chess=my-copy"], "there is no game 'chess'"),
        (["--edition", "moscow-41=nowhere"], "has no edition 'nowhere'"),
        (["--limit", "connections"], "'connections' is not of the form NAME=VALUE"),
        (["--limit", "patience=1"], "There is no limit 'patience'"),
        (["--limit", "connections=many"], "must be a number, not 'many'"),
        (["--limit", "bot_seconds=nan"], "must be above 0, not 'nan'"),
        (["--origin", "nonsense"], "'nonsense' is not an address like https://example.org"),
        (["--origin", "https://user@example.org"], "is not an address like https://example.org"),
        (["--origin", "https://example.org/path"], "without a path"),
        (["--proxy", "nonsense"], "'nonsense' is not an IP address or network"),
    ],
    "backup": [
        ([], "FILE"),
        (["."], "already exists"),
        (["/no/such/folder/x", "--data", "/no/such/data"], "There are no matches in /no/such/data"),
    ],
    "restore": [([], "FILE"), (["x", "--database", "mysql://x"], "begins with postgresql://")],
    "completion": [
        ([], "the following arguments are required: SHELL"),
        (["tcsh"], "invalid choice: 'tcsh'"),
    ],
    "site": [
        ([], "the following arguments are required: FOLDER"),
        ([""], "its name is empty"),
    ],
    "load": [
        (["chess"], "there is no game 'chess'"),
        (["--rate", "nan"], "'nan' is not a number above 0"),
        (["--p99", "-5"], "'-5' is not a number of milliseconds"),
        (["--url", "nonsense"], "'nonsense' is not an address"),
        (["--url", "http://127.0.0.1:99999"], "is not an address"),
        (["--url", "http://example.org"], "servers of this machine only"),
        (["--url", "http://127.0.0.1:9", "--matches", "1"], "does not respond"),
    ],
}


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [(command, arguments, said) for command, cases in WRONG_ARGUMENTS.items() for arguments, said in cases],
)
def test_wrong_arguments_are_one_sentence_and_status_2(
    run: Here, command: str, arguments: list[object], said: str
) -> None:
    ran = run(*command.split(), *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1 and ran.err.endswith(".\n") and ran.err.startswith("rasputitsa")
    assert ran.out == "" or command == "load"


def test_every_command_has_wrong_arguments() -> None:
    assert {*WRONG_ARGUMENTS} - {""} == {*_commands()}


def _commands() -> list[str]:
    (found,) = [action.choices for action in parser()._actions if action.dest == "command"]
    return list(found or ())


def test_a_port_in_use_is_said_in_a_sentence(run: Here, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("serve", "--port", port, "--data", tmp_path)
    assert ran.status == 2
    assert f"Port {port} of 127.0.0.1 is in use" in ran.err and ran.err.count("\n") == 1


def test_the_version(run: Here) -> None:
    ran = run("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"rasputitsa {version('rasputitsa')}\n", "")


FULL = [
    f"play {GAME} --german random --soviet random --seed 1",
    f"rules {GAME}",
    "--help",
    "--version",
    "play --help",
    "games",
    "games --check",
    f"map {GAME}",
    f"replay {RECORD} --to 3",
    f"verify {RECORD}",
    f"export {RECORD} --json",
    f"arena {GAME} --german random --soviet random -n 1",
]


@pytest.mark.parametrize("arguments", soak.first(2, FULL))
def test_a_full_disk_is_said_in_a_sentence(arguments: str) -> None:
    done = started(arguments, "> /dev/full")
    assert done.returncode == 1
    assert done.stderr == "rasputitsa: The output cannot be written: No space left on device.\n"


@pytest.mark.parametrize("arguments", soak.first(2, FULL))
def test_a_closed_pipe_is_quiet(arguments: str) -> None:
    done = started(arguments, "| true; exit ${PIPESTATUS[0]}")
    assert done.returncode in (0, 141) and done.stderr == ""


def test_errors_that_nobody_can_read_are_still_errors() -> None:
    assert started("play chess", "2> /dev/full").returncode == 2
    assert started("verify /no/such/record", "2> /dev/full").returncode == 2


def started(arguments: str, rest: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m rasputitsa {arguments} < /dev/null {rest}"
    return subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, text=True)


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("rasputitsa.cli.rulebook.run_games", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_pipe_that_closes_later_is_quiet() -> None:
    done = started(f"rules {GAME} --all", "| head -n 1")
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
    assert ran.status == 2
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


STUDY = """
matches = 1
[[series]]
game = "battle-for-moscow"
german = "random"
soviet = "random"
"""


def test_a_study_writes_its_tables(run: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    Path("small.toml").write_text(STUDY)
    ran = run("study", "small.toml")
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0] == "small: 1 match"
    assert "pip install 'rasputitsa[study]'" in ran.out and not Path("small/index.html").exists()
    assert len(Path("small/matches.csv").read_text().splitlines()) == 2
    before = Path("small/matches.csv").read_text()
    assert run("study", "small.toml").status == 0  # nothing is played again, so even the times are the same
    assert Path("small/matches.csv").read_text() == before


def test_a_study_draws_a_page(run: Here, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "small.toml").write_text(STUDY)
    ran = run("study", tmp_path / "small.toml", "--out", tmp_path / "out")
    assert ran.status == 0 and f"{tmp_path / 'out' / 'index.html'}." in ran.out


def test_a_bad_study_is_refused_before_anything_is_played(run: Here, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(STUDY.replace('soviet = "random"', 'soviet = "zhukov"'))
    ran = run("study", tmp_path / "bad.toml", "--out", tmp_path / "out")
    assert (ran.status, ran.out) == (1, "")
    assert "bad.toml, series[0].soviet: is 'zhukov': There is no bot 'zhukov'" in ran.err
    assert not (tmp_path / "out").exists()


GUEST = """
from rasputitsa.bots import Bot

class First(Bot):
    def choose(self, state, rng, stop=None):
        return rng.choice(state.actions())
"""


def test_a_study_plays_a_guest_only_if_the_command_allows_it(
    run: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("studied_bots.py").write_text(GUEST)
    Path("guest.toml").write_text(STUDY.replace('german = "random"', 'german = "studied_bots:First"'))
    ran = run("study", "guest.toml")
    assert ran.status == 1 and "allow it to run with --bot studied_bots:First" in ran.err
    assert "studied_bots" not in sys.modules
    assert run("study", "guest.toml", "--bot", "studied_bots:First").status == 0
    assert ",studied_bots:First,random," in Path("guest/matches.csv").read_text()


@pytest.mark.soak
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
