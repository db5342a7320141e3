"""Ratings and pools; rows that are kept on disk."""

from __future__ import annotations

import json
from dataclasses import replace
from math import log10
from pathlib import Path

import pytest

from rasputitsa.arena import BadRows, BadTournament, matches, pool_text, run, run_pool, tournament
from rasputitsa.arena.elo import Meeting, ratings

GAME = "battle-for-moscow"
MIXED = {"german": "recruit", "soviet": "random"}


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    found = ratings(["a", "b"], {("a", "b"): Meeting(25.0, 100)})
    assert found["a"].elo == 0
    assert found["b"].elo == pytest.approx(400 * log10(3), abs=2)
    assert 60 < found["b"].error < 90


def test_ratings_add_up_over_a_chain() -> None:
    found = ratings(["a", "b", "c"], {("a", "b"): Meeting(300.0, 1000), ("b", "c"): Meeting(300.0, 1000)})
    assert found["c"].elo == pytest.approx(2 * found["b"].elo, rel=1e-3)
    assert found["c"].error > found["b"].error


def test_who_wins_all_is_not_infinitely_strong() -> None:
    found = ratings(["a", "b"], {("a", "b"): Meeting(0.0, 10)})
    assert 300 < found["b"].elo < 1000


def test_a_pool() -> None:
    result = run_pool(GAME, ["random", "recruit", "first-recruit"], n=2, seed=5)
    assert list(result.results) == [("random", "recruit"), ("random", "first-recruit"), ("recruit", "first-recruit")]
    told = pool_text(result)
    assert told.splitlines()[0].split() == ["Elo", "95%"]
    assert "random against recruit" in told
    assert "rasputitsa arena battle-for-moscow --pool random,recruit,first-recruit -n 2 --seed 5" in told
    with pytest.raises(BadTournament, match="two bots or more"):
        run_pool(GAME, ["random"])


# Rows on disk.


def test_a_campaign_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.jsonl"
    whole = run(GAME, MIXED, n=4, seed=3)
    run(GAME, MIXED, n=2, seed=3, keep=path)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number": 2, "seed"')  # the program was killed while it wrote
    played: list[int] = []
    real = matches.play

    def play(pairing: matches.Pairing) -> matches.Row:
        played.append(pairing.number)
        return real(pairing)

    monkeypatch.setattr(matches, "play", play)
    result = run(GAME, MIXED, n=4, seed=3, keep=path)
    assert played == [2, 3]
    assert [replace(row, seconds=0.0) for row in result.rows] == [replace(row, seconds=0.0) for row in whole.rows]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["number"] for line in lines[1:]] == [0, 1, 2, 3]


def test_rows_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    run(GAME, MIXED, n=1, seed=3, keep=path)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(BadRows, match="another campaign: its seed is 3, not 4"):
        run(GAME, MIXED, n=1, seed=4, keep=path)
    assert path.read_text(encoding="utf-8") == before
    path.write_text("something else\n", encoding="utf-8")
    with pytest.raises(BadRows, match="does not hold rows"):
        run(GAME, MIXED, n=1, seed=3, keep=path)
    with pytest.raises(BadRows, match="cannot be written"):
        run(GAME, MIXED, n=1, seed=3, keep=tmp_path / "nowhere" / "rows.jsonl")


def test_how_to_repeat_a_tournament() -> None:
    result = tournament.run(GAME, {"german": "random", "soviet": "random"}, n=2, seed=9, swap=False)
    assert result.command == (
        "rasputitsa arena battle-for-moscow --german random --soviet random -n 2 --seed 9 --no-swap"
    )
