"""Problems: each has a solution, its obvious wrong line fails, and what cannot be used is refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import rasputitsa
from rasputitsa.bots import bot, decide, first_opponent
from rasputitsa.match import Match, puzzles
from rasputitsa.match.dice import EqualDice
from rasputitsa.match.puzzles import BadPuzzle, Puzzle

PUZZLES = [(game, name) for game in rasputitsa.games() for name in puzzles.puzzles(rasputitsa.game(game))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(puzzles, "_folders", [])
    yield tmp_path


def judged(game: str, puzzle: Puzzle, actions: Sequence[str]) -> bool | None:
    """How the problem is judged after these actions; the weakest bot answers for the other side."""
    match = Match(rasputitsa.game(game), dice=EqualDice(puzzle.dice), position=puzzle.position)
    enemy = bot(first_opponent(game), game, seed=1)
    left = iter(actions)
    while (solved := puzzles.is_solved(puzzle, match.state)) is None:
        side = match.side
        assert side is not None
        action = next(left, None) if side == puzzle.side else str(decide(enemy, match.state, len(match.log)))
        if action is None:
            return None
        match.play(side, action)
    assert next(left, None) is None, "the line goes on after the end"
    return solved


def test_every_game_has_three() -> None:
    assert [sum(game == one for one, _ in PUZZLES) for game in rasputitsa.games()] == [3, 3, 3, 3]


@pytest.mark.parametrize(("game", "name"), PUZZLES)
def test_the_solution_solves_it_and_the_wrong_line_does_not(game: str, name: str) -> None:
    puzzle = puzzles.puzzles(rasputitsa.game(game))[name]
    assert judged(game, puzzle, ()) is None, "it must not be over before it begins"
    assert judged(game, puzzle, puzzle.solution) is True
    assert judged(game, puzzle, puzzle.wrong) is False


def own(folder: Path, change: tuple[str, str] = ("", "")) -> None:
    """A problem of one's own: one of the game's, changed."""
    source = Path(puzzles.__file__).parents[1] / "games/battle_for_moscow/problems/two-gaps.toml"
    (folder / "battle-for-moscow").mkdir()
    (folder / "battle-for-moscow" / "mine.toml").write_text(source.read_text().replace(*change))
    puzzles.add_folder(folder)


def test_players_add_their_own(folder: Path) -> None:
    own(folder, ("Two gaps", "Mine"))
    found = puzzles.puzzles(rasputitsa.game("battle-for-moscow"))
    assert found["mine"].title == "Mine" and list(found)[-1] == "mine"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('side = "german"', 'side = "roman"'), "'side' must be one of the sides"),
        (("dice = 5", "dice = 7"), "'dice' must be a number from 1 to 6"),
        (("hold", "keep"), "There is no goal 'keep'"),
        (('"0405", "0508"]', '"9999"]'), "There is no space '9999'"),
        (("title", "titel"), "'title' is missing"),
        (("24pz: 0407", "24pz: 9999"), "9999"),
        (('side = "german"', 'side = "soviet"'), "it is not the turn of soviet"),
        (("[goal]", "[goal"), "cannot be used"),
    ],
)
def test_what_cannot_be_used_is_refused(folder: Path, change: tuple[str, str], reason: str) -> None:
    own(folder, change)
    with pytest.raises(BadPuzzle, match=reason):
        puzzles.puzzles(rasputitsa.game("battle-for-moscow"))


def test_a_folder_that_is_not_there() -> None:
    with pytest.raises(BadPuzzle, match="There is no folder"):
        puzzles.add_folder(Path("/nowhere/at/all"))
