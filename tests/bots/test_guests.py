"""Bots of other packages: the one of the cookbook, and those that are no bots."""

from __future__ import annotations

import importlib.metadata
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from random import Random

import pytest

import rasputitsa as ra
from rasputitsa import bots
from rasputitsa.arena import run
from rasputitsa.bots import guests
from rasputitsa.cli import main
from rasputitsa.table.hints import decided

GAME = "battle-for-moscow"
COOKBOOK = (Path(__file__).parents[2] / "docs" / "cookbook.md").read_text(encoding="utf-8")
BOT = re.findall(r"```python\n(.*?)```", COOKBOOK, re.DOTALL)[0]
OTHERS = """
from rasputitsa.bots import Bot
class Idle(Bot): pass
class Broken(Bot):
    def __init__(self, game, seed): raise OSError("no model")
    def choose(self, state, rng, stop): pass
class Cheat(Bot):
    def choose(self, state, rng, stop): return self.game.action("done")
NUMBER = 7
"""
HOTHEAD = "my_bots:Hothead"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with modules of bots, from which commands are run."""
    (tmp_path / "my_bots.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "other_bots.py").write_text(OTHERS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(guests, "_invited", {})
    yield tmp_path
    for name in ("my_bots", "other_bots"):
        sys.modules.pop(name, None)


@pytest.fixture
def entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a package with the bot of the cookbook were installed."""
    known = EntryPoints([EntryPoint("hothead", HOTHEAD, guests.GROUP)])
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **chosen: known.select(**chosen))


def test_the_bot_of_the_cookbook_has_thirty_lines_and_plays_a_match() -> None:
    assert len(BOT.splitlines()) <= 30
    rows = run(GAME, {"german": HOTHEAD, "soviet": "random"}, n=2, seed=1).rows
    assert [row.players["german"] for row in rows] == [HOTHEAD, "random"]
    assert all(row.turns == 7 and row.rolls > 10 for row in rows)


def test_it_is_repeatable_and_legal() -> None:
    state = ra.game(GAME).start()
    rng = Random(1)
    for number in range(60):
        if state.side in (None, ra.CHANCE):
            state.apply(rng.choice(state.actions()))
            continue
        chosen = [bots.decide(bots.bot(HOTHEAD, GAME, 5), state, number) for _ in range(2)]
        assert chosen[0] == chosen[1] and chosen[0] in state.actions()
        state.apply(chosen[0])


@pytest.mark.usefixtures("entry_point")
def test_an_entry_point_is_enough() -> None:
    assert bots.installed() == ["hothead"]
    assert type(bots.bot("hothead", GAME)).__name__ == "Hothead"
    assert main(["arena", GAME, "--german", "hothead", "--soviet", "random", "-n", "1"]) == 0
    with pytest.raises(ra.UnknownBot, match="There is no bot 'coolhead'"):
        bots.bot("coolhead", GAME)


@pytest.mark.usefixtures("entry_point")
def test_a_level_is_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    known = EntryPoints([EntryPoint("random", HOTHEAD, guests.GROUP)])
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **chosen: known.select(**chosen))
    assert type(bots.bot("random", GAME)).__name__ == "RandomBot"


def test_two_guests_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", GAME, "--german", HOTHEAD, "--soviet", HOTHEAD, "--seed", "1", "--plain"]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("my_bots:Missing", "cannot be loaded: AttributeError"),
        ("my_bots:", "is not of the form module:Class"),
        (":Hothead", "is not of the form module:Class"),
        ("other_bots:NUMBER", "is no bot"),
        ("other_bots:Idle", "is no bot"),
        ("other_bots:Broken", "cannot be loaded: OSError: no model"),
    ],
)
def test_what_is_no_bot_is_refused(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ra.UnknownBot, match=said):
        bots.bot(name, GAME)
    assert main(["arena", GAME, "--german", name, "--soviet", "random", "-n", "1"]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


def test_a_game_that_it_does_not_play_is_refused() -> None:
    with pytest.raises(ra.UnknownBot, match="does not play Moscow '41, only: battle-for-moscow"):
        bots.bot(HOTHEAD, "moscow-41")


def test_its_illegal_action_ends_the_match() -> None:
    with pytest.raises(ra.RasputitsaError, match=r"other_bots:Cheat.*failed"):
        run(GAME, {"german": "other_bots:Cheat", "soviet": "random"}, n=1, seed=1)


def test_a_table_knows_only_guests_that_its_host_invites() -> None:
    position = ra.game(GAME).start().position()
    with pytest.raises(ra.UnknownBot, match="There is no bot 'my_bots:Hothead' here"):
        decided(GAME, HOTHEAD, 1, 0, position, bots.never)
    bots.invite(HOTHEAD)
    assert bots.bots(GAME)[-1] == HOTHEAD and HOTHEAD not in bots.bots("moscow-41")
    assert bots.adviser(GAME) == "officer"
    action, why = decided(GAME, HOTHEAD, 1, 0, position, bots.never)
    assert ra.game(GAME).start().why_not(action) is None and why.endswith("why wait?")
