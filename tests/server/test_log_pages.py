"""A long log comes in pages: the newest with the state, earlier ones when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from .test_play import refusal
from .tools import ME, Data, Running, limits

PAGE = 10


@pytest.fixture
def server(run: Callable[..., Running]) -> Running:
    return run(limits=limits(log_entries_at_once=PAGE))


def played(server: Running, actions: int = 35) -> tuple[Data, list[Data]]:
    """A match, and its log as it was told action by action."""
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both:
        rng = Random(3)
        while len(both.log) < actions:
            both.play_any(rng)
        assert both.log_first == 0
        return made, both.log


def test_the_newest_page_comes_first_and_the_others_on_demand(server: Running) -> None:
    made, log = played(server)
    with server.join(made, "german") as anna:
        state = anna.seen()
        assert state["log_gap"] and state["log_from"] == len(log) - PAGE and state["log"] == log[-PAGE:]
        page = anna.ask("log", before=state["log_from"])
        assert page == {"log_from": len(log) - 2 * PAGE, "log": log[-2 * PAGE : -PAGE]}
        assert anna.ask("log", before=3) == {"log_from": 0, "log": log[:3]}
        assert anna.ask("log", before=0) == {"log_from": 0, "log": []}
        assert anna.ask("log") == anna.ask("log", before=10**9) == {"log_from": len(log) - PAGE, "log": log[-PAGE:]}
        assert anna.whole_log() == log
        assert refusal(anna, "ask", what="log", before=-1).code == "malformed"


def test_a_client_that_has_the_log_gets_what_is_new(server: Running) -> None:
    made, log = played(server)
    with server.join(made, "german", log=len(log) - 3, undos=0) as anna:
        state = anna.seen()
        assert not state["log_gap"] and state["log_from"] == len(log) - 3 and state["log"] == log[-3:]
    for hello in ({"log": len(log) - PAGE - 1, "undos": 0}, {"log": len(log) - 3, "undos": 7}):
        with server.join(made, "german", **hello) as anna:
            assert anna.seen()["log_gap"] and anna.state["log"] == log[-PAGE:], hello


def test_a_short_log_has_no_gap(server: Running) -> None:
    made, log = played(server, PAGE)
    with server.join(made, "german") as anna:
        assert not anna.seen()["log_gap"] and anna.state["log_from"] == 0
        assert anna.log == log[:PAGE] or len(log) > PAGE


def test_undo_before_the_page_that_a_client_has(server: Running) -> None:
    made = server.create(ME, ME)
    with server.join(made, "german", "soviet") as both, server.join(made) as watching:
        for _ in range(2 * PAGE):  # placing units, all of which can be undone
            both.play(both.offered()[0])
        late = server.join(made)
        assert late.seen()["log_from"] == PAGE
        for number in reversed(range(PAGE - 2, 2 * PAGE)):
            both.act("undo", "german")
            both.until_state(lambda state, number=number: state["number"] == number)  # type: ignore[misc]
        both.play(both.offered()[1])
        for client in (late, watching):
            client.until_state(lambda state: state["number"] == PAGE - 1 and state["undos"] == PAGE + 2)
            assert client.whole_log() == both.log
        late.close()


def test_pages_show_no_more_than_the_state_does(run: Callable[..., Running]) -> None:
    """In a game that hides things, what a side may not know is missing in them too."""
    server = run(limits=limits(log_entries_at_once=PAGE))
    made = server.create(ME, ME, game="moscow-41")
    rng = Random(4)
    with server.join(made, "german", "soviet") as both:
        for _ in range(30):
            both.play_any(rng)
    viewers: list[tuple[str, ...]] = [(), ("german",), ("soviet",), ("german", "soviet")]
    logs = []
    for sides in viewers:
        with server.join(made, *sides) as client:
            logs.append(client.whole_log())
    server.stop()
    whole = run()
    for sides, log in zip(viewers, logs, strict=True):
        with whole.join(made, *sides) as client:
            assert client.seen()["log_from"] == 0 and client.log == log, sides
    assert len({str(log) for log in logs}) == len(viewers), "each of them may know something else"
