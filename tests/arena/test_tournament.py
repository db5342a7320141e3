"""Tournaments: pairs with the same dice, the same matches whatever the number of jobs, and what breaks."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rasputitsa import bots
from rasputitsa.arena import (
    ArenaError,
    BadTournament,
    Result,
    Row,
    Score,
    check_path,
    matches,
    pairings,
    play,
    progress_bar,
    run,
    text,
    write,
)
from rasputitsa.bots import Bot, Stop, UnknownBot, never
from rasputitsa.core import Action, Game, State, UnknownGame
from rasputitsa.match import CommittedDice

GAME = "battle-for-moscow"
MIXED = {"german": "recruit", "soviet": "random"}


def timeless(result: Result) -> list[Row]:
    return [replace(row, seconds=0.0) for row in result.rows]


@pytest.fixture(scope="module")
def result() -> Result:
    return run(GAME, MIXED, n=6, seed=3)


@pytest.mark.soak
def test_jobs_do_not_matter(result: Result) -> None:
    parallel = run(GAME, MIXED, n=6, seed=3, jobs=2)
    assert timeless(parallel) == timeless(result)


def test_a_tournament_can_be_repeated_and_cut(result: Result) -> None:
    again = run(GAME, MIXED, n=3, seed=4)
    assert [row.seed for row in again.rows] == [4, 4, 5]
    wanted = [replace(row, number=row.number - 2) for row in timeless(result)[2:5]]
    assert timeless(again) == wanted


def test_pairs_swap_sides_and_share_the_seed() -> None:
    seats = list(pairings(GAME, MIXED, 5, 10))
    assert [(seat.seed, seat.players["german"]) for seat in seats] == [
        (10, "recruit"),
        (10, "random"),
        (11, "recruit"),
        (11, "random"),
        (12, "recruit"),
    ]
    assert all(set(seat.players.values()) == {"recruit", "random"} for seat in seats)


def test_a_bot_against_itself_gets_new_dice_each_time() -> None:
    seats = pairings(GAME, {"german": "random", "soviet": "random"}, 3, 1)
    assert [seat.seed for seat in seats] == [1, 2, 3]


def test_without_swapping() -> None:
    seats = pairings(GAME, MIXED, 3, 1, swap=False)
    assert [(seat.seed, seat.players["german"]) for seat in seats] == [(number, "recruit") for number in (1, 2, 3)]


def test_pair_members_roll_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[list[str]] = []
    real = CommittedDice.resolve

    def resolve(self: CommittedDice, state: State, number: int) -> Action:
        if number == 1:
            rolled.append([])
        rolled[-1].append(str(real(self, state, number)))
        return real(self, state, number)

    monkeypatch.setattr(CommittedDice, "resolve", resolve)
    run(GAME, MIXED, n=4, seed=5)
    first, second, third, _ = rolled
    common = min(len(first), len(second))
    assert common >= 5
    assert first[:common] == second[:common]
    assert first[:common] != third[:common]


def test_scores(result: Result) -> None:
    assert result.bots["recruit"] == Score(6, 0, 0)
    assert result.bots["random"] == Score(0, 0, 6)
    assert result.sides["german"] == Score(3, 0, 3)
    assert result.seats["recruit", "soviet"] == Score(3, 0, 0)
    assert result.pairs == Score(3, 0, 0)


def test_text(result: Result) -> None:
    told = text(result)
    assert "Battle for Moscow: recruit (german) against random (soviet)" in told
    assert "6 matches, seed 3, sides swapped with the same dice" in told
    assert "Pairs: recruit did better in 3, random in 0, 0 were even." in told
    assert "7.0 turns" in told
    held = [row.figures["Cities controlled"]["german"] for row in result.rows]
    assert f"Cities controlled at the end, on average: german {sum(held) / 6:.2f}, soviet" in told
    line = next(line for line in told.splitlines() if line.startswith("recruit as german"))
    assert line.split()[3:] == ["3", "0", "0", "100.0%", "43.9", "to", "100.0%"]


def test_csv(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "matches.csv"
    write(result, path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert " ".join(rows[0]) == "match seed german soviet winner reason actions rolls turns seconds"
    assert len(rows) == 6
    assert rows[1]["german"] == "random"
    assert rows[1]["winner"] == "soviet"
    assert int(rows[1]["actions"]) == result.rows[1].actions


def test_json(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "matches.json"
    write(result, path)
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert read["game"] == GAME
    assert read["bots"]["recruit"]["wins"] == 6
    assert [match["seed"] for match in read["matches"]] == [3, 3, 4, 4, 5, 5]
    assert read["matches"][0]["reason"] == result.rows[0].reason


def test_other_files_are_refused(result: Result, tmp_path: Path) -> None:
    with pytest.raises(BadTournament, match=r"end in \.csv or \.json"):
        check_path(tmp_path / "matches.txt")
    with pytest.raises(BadTournament, match="cannot be written"):
        write(result, tmp_path / "nowhere" / "matches.csv")


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    run(GAME, {"german": "random", "soviet": "random"}, n=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_shows_on_a_terminal_only() -> None:
    assert progress_bar(io.StringIO()) is None
    stream = Terminal()
    bar = progress_bar(stream)
    assert bar is not None
    bar(1, 2)
    bar(2, 2)
    assert stream.getvalue().endswith("] 2/2\n")


def test_wrong_names_are_found_before_anything_is_played() -> None:
    with pytest.raises(UnknownGame):
        run("chess", MIXED)
    with pytest.raises(UnknownBot, match="no bot 'guderian'"):
        run(GAME, {"german": "guderian", "soviet": "random"})
    with pytest.raises(BadTournament, match="each of its sides: german, soviet"):
        run(GAME, {"german": "random"})
    with pytest.raises(BadTournament, match="at least 1, not 0"):
        run(GAME, MIXED, n=0)
    with pytest.raises(BadTournament, match="number of jobs must be at least 1"):
        run(GAME, MIXED, jobs=0)


class Faulty(Bot):
    """Fails in the matches with an even seed."""

    name = "faulty"

    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        if self.seed % 2 == 0:
            raise KeyError("no idea")
        return rng.choice(state.actions())


class Cheat(Bot):
    """Does what is not allowed."""

    name = "cheat"

    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        return self.game.action("roll 6")


@pytest.fixture
def strange_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    real = bots.bot

    def find(name: str, game: Game, seed: int = 0) -> Bot:
        kinds = {"faulty": Faulty, "cheat": Cheat}
        return kinds[name](game, seed) if name in kinds else real(name, game, seed)

    monkeypatch.setattr("rasputitsa.arena.tournament.bot", find)
    monkeypatch.setattr(matches, "bot", find)
    yield


@pytest.mark.usefixtures("strange_bots")
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_fails_is_reported_with_its_seed(jobs: int) -> None:
    with pytest.raises(ArenaError) as caught:
        run(GAME, {"german": "faulty", "soviet": "random"}, n=4, seed=7, jobs=jobs)
    assert caught.value.seed == 8
    assert "seed 8" in str(caught.value)
    assert "KeyError: 'no idea'" in str(caught.value)
    assert "rasputitsa arena battle-for-moscow --german faulty --soviet random -n 1 --seed 8 --jobs 1" in str(
        caught.value
    )
    assert "Traceback" in caught.value.details


@pytest.mark.usefixtures("strange_bots")
def test_illegal_actions_are_not_played() -> None:
    with pytest.raises(ArenaError, match="IllegalAction"):
        run(GAME, {"german": "cheat", "soviet": "random"}, n=1)


class Doomed(ThreadPoolExecutor):
    """Its workers die."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_a_dead_worker_is_told() -> None:
    with Doomed() as doomed, pytest.raises(BadTournament, match="seeds 9 to 9"):
        run(GAME, MIXED, n=2, seed=9, jobs=2, executor=doomed)


@pytest.mark.soak
def test_any_executor_will_do(result: Result) -> None:
    with ThreadPoolExecutor(1) as threads:
        assert timeless(run(GAME, MIXED, n=6, seed=3, executor=threads)) == timeless(result)


def test_one_match_by_itself(result: Result) -> None:
    pairing = next(iter(pairings(GAME, MIXED, 1, 3)))
    assert replace(play(pairing), seconds=0.0) == timeless(result)[0]


def test_how_to_repeat_a_match_names_its_options() -> None:
    pairing = next(iter(pairings(GAME, MIXED, 1, 5, options={"soviet-replacements": "3"})))
    assert pairing.command.endswith("--seed 5 --jobs 1 --option soviet-replacements=3")
