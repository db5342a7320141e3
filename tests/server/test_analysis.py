"""Boards of one's own: analysis from a moment of a match, and problems."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rasputitsa
from rasputitsa.match import puzzles, tutorial

from .test_positions import HIDDEN, from_moment
from .tools import GAME, LINK, ME, Client, Running, bot

PUZZLE = "two-gaps"


def take_back(client: Client) -> None:
    """Undo, and see the position before."""
    number = client.seen()["number"]
    client.act("undo", "german")
    if client.state["number"] >= number:
        client.until_state(lambda new: new["number"] < number)


def test_everything_can_be_taken_back_and_survives_a_restart(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(ME, ME)
    board = from_moment(server, made, 0, analysis=4)
    with server.join(board, "german", "soviet") as both:
        for action in ("standard", "done"):
            both.play(action)
        while both.state["can_undo"]:
            take_back(both)
        assert both.state["number"] == 0
        both.play("standard")
        log = list(both.log)
    server.stop()
    with run().join(board, "german", "soviet") as both:
        both.seen()
        assert both.log == log and both.state["can_undo"]


def test_dice_are_taken_back(server: Running) -> None:
    """In any other match they cut undo."""
    puzzle = puzzles.puzzles(rasputitsa.game(GAME))[PUZZLE]
    body = {"position": puzzle.position, "analysis": 5}
    made = server.create(ME, ME, **body)
    with server.join(made, "german", "soviet") as both:
        for action in puzzle.solution[:10]:
            both.play(action)
        assert [entry["action"] for entry in both.log if entry["side"] == "chance"] == ["roll 5"]
        take_back(both)
        assert not [entry for entry in both.log if entry["side"] == "chance"]
        both.play("battle 0508")
        assert [entry["action"] for entry in both.log if entry["side"] == "chance"] == ["roll 5"]


def test_an_analysis_has_no_opponents_and_shows_nothing_hidden(server: Running) -> None:
    body = {"game": GAME, "seats": {"german": ME, "soviet": bot("recruit")}, "analysis": 0}
    assert "one person moves both sides" in server.post("/api/matches", body).json()["error"]["text"]
    made = server.create(ME, LINK, game=HIDDEN)
    wanted = {"seats": {"german": ME, "soviet": ME}, "from": {"match": made["match"], "number": 0}, "analysis": 0}
    refused = server.post("/api/matches", wanted, made["keys"]["german"])
    assert refused.status_code == 403 and "once it is over" in refused.json()["error"]["text"]


def test_a_problem_is_judged(server: Running) -> None:
    puzzle = puzzles.puzzles(rasputitsa.game(GAME))[PUZZLE]
    listed = server.get(f"/api/games/{GAME}/problems").json()
    assert [one["title"] for one in listed if one["name"] == PUZZLE] == [puzzle.title]
    made = server.create(ME, bot("recruit"), problem=PUZZLE)
    path, key = f"/api/matches/{made['match']}/problem?name={PUZZLE}", made["keys"]["german"]
    with server.join(made, "german") as client:
        assert server.get(path, key).json() == {"solved": None}
        for action in puzzle.solution:
            client.play(action)
    assert server.get(path, key).json() == {"solved": True}
    assert server.get(path, made["spectators"]).status_code == 403
    unknown = {"game": GAME, "seats": {"german": ME, "soviet": bot("recruit")}, "problem": "no-such"}
    assert server.post("/api/matches", unknown).status_code == 404


def test_a_match_that_is_no_problem_is_not_judged(server: Running) -> None:
    """The judgement could tell what a side may not know."""
    made = server.create(ME, LINK, game=HIDDEN)
    answer = server.get(f"/api/matches/{made['match']}/problem?name=two-cities", made["keys"]["german"])
    assert answer.status_code == 400 and "did not begin as a problem" in answer.json()["error"]["text"]


@pytest.mark.parametrize("game", ["battle-for-moscow", "moscow-41"])
def test_a_match_begins_where_a_lesson_ends(server: Running, game: str) -> None:
    lesson = tutorial.load(rasputitsa.game(game))
    assert lesson is not None
    made = server.create(ME, bot("recruit"), game=game, tutorial=tutorial.FIRST, after=True)
    with server.join(made, "german") as client:
        assert client.seen()["asked"] == lesson.side and client.log == []
    other = server.get(f"/api/games/{game}/tutorial/no-such")
    assert other.status_code == 404
