"""Editions: the same game with other data, loaded beside it, and the matches that need them."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import pytest

import rasputitsa
from rasputitsa import Match, State, record
from rasputitsa.bots import bot, decide
from rasputitsa.cli import main
from rasputitsa.core import CHANCE, BadPosition, DataError, Game, UnknownEdition
from rasputitsa.core.corrections import corrected
from rasputitsa.games import add_edition, editions, game_of
from rasputitsa.match import CommittedDice, tutorial
from rasputitsa.table.new_tables import logged_commands, new_table
from rasputitsa.table.rows import BOT, Seat, Stored
from rasputitsa.table.table import Table

from .tools import soak

OLD = ("drive-on-moscow", "moscow-41")  # whose data were others up to version 2 of the rules


def folder(path: Path, name: str, **files: str) -> str:
    made = path / name
    made.mkdir()
    for file, text in files.items():
        (made / f"{file}.toml").write_text(text, encoding="utf-8")
    return str(made)


def play(game: Game, level: str, scenario: str | None = None, seed: int = 1) -> State:
    """A match between two bots, every action checked."""
    state = game.start(scenario)
    player, dice, rolls = bot(level, game, seed), CommittedDice.seeded(seed, "editions"), 0
    for number in range(20_000):
        if state.side is None:
            return state
        if state.side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
        else:
            state.take(decide(player, state, number))
    raise AssertionError("no end")


# Corrections.

DATA = {
    "crt": {"1:1": ["AL1"], "2:1": ["AS"]},
    "areas": [{"id": "1", "kind": "green"}, {"id": "2", "kind": "yellow", "city": True}],
    "orders": [{"at": "5"}, {"at": "6"}],
    "towns": {"Kirov": "1725", "Klin": "3006"},
}


def test_corrections_change_single_values() -> None:
    found = corrected(
        DATA,
        {
            "crt": {"2:1": ["DR"]},
            "areas": {"2": {"kind": "green"}},
            "orders": {"1": {"at": "7"}},
            "remove": ["towns.Kirov", "areas.2.city"],
        },
        "mine/map.toml",
    )
    assert found == {
        "crt": {"1:1": ["AL1"], "2:1": ["DR"]},
        "areas": [{"id": "1", "kind": "green"}, {"id": "2", "kind": "green"}],
        "orders": [{"at": "7"}, {"at": "6"}],
        "towns": {"Klin": "3006"},
    }
    assert DATA["towns"] == {"Kirov": "1725", "Klin": "3006"}, "the game itself keeps its data"


@pytest.mark.parametrize(
    ("correction", "said"),
    [
        ({"area": {}}, "mine/map.toml, area: is not known here; the game's file has crt, areas, orders, towns"),
        ({"areas": {"3": {"kind": "green"}}}, "areas.3: is not there to be corrected; there are: 1, 2"),
        ({"areas": {"2": "green"}}, "areas.2: is 'green'; it must be a table"),
        ({"crt": 5}, "crt: is 5; it must be a table"),
        ({"remove": ["towns.Rzhev"]}, "remove: names 'towns.Rzhev', which is not in the game's data"),
        ({"remove": "towns"}, "remove: is 'towns'; it must be a list of keys"),
    ],
)
def test_what_corrects_nothing_is_refused(correction: dict[str, object], said: str) -> None:
    with pytest.raises(DataError) as caught:
        corrected(DATA, correction, "mine/map.toml")
    assert said in str(caught.value)


# The edition that comes with two of the games.


@pytest.mark.parametrize("name", OLD)
def test_an_edition_is_a_game_of_its_own(name: str) -> None:
    plain, level = rasputitsa.game(name), rasputitsa.game(name, "level")
    assert editions(name) == ["level"] and (plain.edition, level.edition) == ("", "level")
    assert plain is not level and plain.fingerprint != level.fingerprint
    assert level is rasputitsa.game(name, "level") is game_of(name, rules=1) is game_of(name, rules=2)
    assert plain is game_of(name) is game_of(name, rules=3)
    assert level.check() == []
    state = level.start()
    assert pickle.loads(pickle.dumps(state)) == state and pickle.loads(pickle.dumps(level)) is level
    assert state != plain.start()


@pytest.mark.parametrize("level", soak.first(1, ["random", "recruit"]))
@pytest.mark.parametrize("name", soak.first(1, sorted(OLD, reverse=True)))
def test_bots_play_by_the_data_of_the_edition(name: str, level: str) -> None:
    game = rasputitsa.game(name, "level")
    assert play(game, level, {"moscow-41": "dnieper"}.get(name)).outcome is not None
    player = type(bot("recruit", game))
    assert player is not type(bot("recruit", name)) and player.__module__.split(".")[2].endswith("@level")


def test_a_running_match_of_older_rules_goes_on() -> None:
    """As it was stored then: without the name of an edition, and without a fingerprint."""
    game = game_of("moscow-41", rules=2)
    match = Match(game, "dnieper", rules=2, dice=CommittedDice.seeded(1, "stored"))
    seats = [Seat(side.name, "recruit", BOT, "recruit") for side in game.sides]
    table = new_table(match, seats, 0.0)
    assert (table.header.rules, table.header.edition, table.header.data) == (2, "level", game.fingerprint)
    table.header.edition = table.header.data = ""
    commands = logged_commands(match.log, 0.0)
    *_, again = Table.rebuild(Stored(table.header, seats, commands))
    assert again.match.game is game and again.match.state == match.state and again.match.rules_version == 2


def test_a_stored_match_with_other_data_is_refused() -> None:
    match = Match(rasputitsa.game("moscow-41"), "dnieper", dice=CommittedDice.seeded(1, "stored"))
    table = new_table(match, [Seat(side.name, "recruit", BOT, "recruit") for side in match.game.sides], 0.0)
    table.header.data = "0123456789abcdef"
    with pytest.raises(UnknownEdition, match="fingerprint 0123456789abcdef"):
        list(Table.rebuild(Stored(table.header, [], [])))


# Records and positions.


def test_a_record_says_which_edition_it_needs(tmp_path: Path) -> None:
    path = folder(tmp_path, "printed", map='[areas.61]\nkind = "green"\n')
    game = rasputitsa.game("moscow-41", path)
    match = Match(game, "dnieper", dice=CommittedDice.seeded(1, "m"))
    text = record.write(match)
    assert f"edition: printed\ndata: {game.fingerprint}\nrules: 3\n" in text
    assert record.replay(record.read(text)).state == match.state
    with pytest.raises(record.RecordError, match=r"Line 3: .* the edition 'other' of Moscow '41, which is not here"):
        record.read(text.replace("edition: printed", "edition: other"))
    with pytest.raises(record.RecordError, match=r"Line 4: .*the edition 'printed' of Moscow '41.*0123456789abcdef"):
        record.read(text.replace(game.fingerprint, "0123456789abcdef"))
    with pytest.raises(record.RecordError, match="which is not here"):
        record.read(text.replace("edition: printed", f"edition: {path}"))  # a record names no folder


def test_a_named_folder_is_found_by_the_name_in_a_record(tmp_path: Path) -> None:
    add_edition(folder(tmp_path, "found", tables="[movement]\nfast = 6\n"))
    assert game_of("moscow-41", "found").edition == "found"


def test_a_position_says_which_edition_it_needs() -> None:
    plain, level = rasputitsa.game("moscow-41"), rasputitsa.game("moscow-41", "level")
    data = level.start("gasp").position()
    assert (data["edition"], data["data"]) == ("level", level.fingerprint)
    with pytest.raises(BadPosition, match="it needs the edition 'level', and this is the game without an edition"):
        plain.position(data)
    with pytest.raises(BadPosition, match="it needs data with the fingerprint 'x'"):
        level.position({**data, "data": "x"})
    assert level.position({key: value for key, value in data.items() if key not in ("edition", "data")})


@pytest.mark.parametrize("name", rasputitsa.games())
def test_tutorials_play_in_the_game_itself_alone(name: str) -> None:
    lesson = tutorial.load(rasputitsa.game(name))
    assert lesson is not None and lesson.record.game is rasputitsa.game(name)
    for edition in editions(name):
        assert tutorial.load(rasputitsa.game(name, edition)) is None


# An edition of one's own.


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"map": '[areas.61]\nkind = "purple"\n'}, "/map.toml, areas.61.kind: is 'purple'; it must be one of"),
        ({"map": '[areas.61]\nkinds = "green"\n'}, "/map.toml, areas.61.kinds: is not known here"),
        ({"tables": "[movement]\nfasst = 6\n"}, "/tables.toml, movement.fasst: is not known here"),
        ({"tables": "[terrain.green]\nprice = 1\n"}, "/tables.toml, terrain.green.price: is not known here"),
        ({"maps": ""}, "/maps.toml: is no data file of the game; data files are map.toml, pieces.toml"),
        ({"map": "[areas"}, "/map.toml: not valid TOML"),
        ({}, "has no data file"),
    ],
)
def test_what_does_not_fit_is_told(
    files: dict[str, str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder(tmp_path, "wrong", **files)
    with pytest.raises(DataError) as caught:
        rasputitsa.game("moscow-41", path)
    assert said in str(caught.value) and str(caught.value).startswith("wrong/")
    assert main(["games", "--check", "moscow-41", "--edition", path]) == 1
    assert said in capsys.readouterr().err


def test_check_tells_what_contradicts_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder(tmp_path, "odd", tables='[crt]\n"1:1" = ["AL1", "AL1", "AL1", "AS", "DR", "DR"]\n')
    assert main(["games", "--check", "drive-on-moscow", "--edition", path]) == 1
    assert "drive-on-moscow, edition odd: 1 problem" in capsys.readouterr().out
    path = folder(tmp_path, "fine", map='[areas.61]\nkind = "green"\n')
    assert main(["games", "--check", "--edition", path]) == 0
    assert "moscow-41, edition fine: the data files are consistent" in capsys.readouterr().out


def test_two_editions_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first = folder(tmp_path, "twice", tables="[movement]\nfast = 6\n")
    second = folder(tmp_path / "other", "twice", tables="[movement]\nfast = 7\n")
    rasputitsa.game("moscow-41", first)
    with pytest.raises(UnknownEdition, match="another edition 'twice'"):
        rasputitsa.game("moscow-41", second)
    with pytest.raises(UnknownEdition, match="has no edition 'nowhere'"):
        rasputitsa.game("moscow-41", "nowhere")


def test_remarks_and_certainty_leave_the_fingerprint_alone(tmp_path: Path) -> None:
    path = folder(tmp_path, "surer", map='# seen\n[areas.61]\nsure = "PRINTED"\n')
    assert rasputitsa.game("moscow-41", path).fingerprint == rasputitsa.game("moscow-41").fingerprint


def test_the_command_plays_an_edition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "match.txt"
    bots = ["--german", "random", "--soviet", "random", "--seed", str(Random(1).randrange(9))]
    match = ["play", "moscow-41", "--scenario", "dnieper", "--edition", "level", "--plain", "--record", str(kept)]
    assert main([*match, *bots]) == 0
    assert "\nedition: level\n" in kept.read_text(encoding="utf-8")
    assert main(["verify", str(kept)]) == 0
    assert "The commitment was kept" in capsys.readouterr().out
