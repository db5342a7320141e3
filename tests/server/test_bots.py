"""Bots at the table: they play in a process of their own, and nothing stops them for long."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rasputitsa.server import workers

from .test_api import RECORD
from .test_play import refusal
from .tools import LINK, ME, Client, Running, bot, limits, wait_for

SLOW_BOT = """
import sys, time
from rasputitsa.server import thinking
fast = thinking.think
def think(question):
    with open({log!r}, "a") as file:
        print(question.number, file=file)
    {what}
    return fast(question)
thinking.think = think
thinking.main()
"""


def use_bot(monkeypatch: pytest.MonkeyPatch, log: Path, what: str) -> None:
    """Let the worker do something before it thinks, and note the number of each position that it is asked about."""
    code = SLOW_BOT.format(log=str(log), what=what)
    monkeypatch.setattr(workers, "COMMAND", (workers.COMMAND[0], "-c", code))


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_a_bot_answers(table: Running, level: str) -> None:
    made = table.create(bot(level), ME)
    with table.join(made, "soviet") as anna:
        anna.until_state(lambda state: state["asked"] == "soviet")
        assert {entry["side"] for entry in anna.log} >= {"german"}
        assert anna.state["thinking"] is None
        assert anna.state["seats"]["german"]["level"] == level


def test_bots_finish_a_match_by_themselves(table: Running) -> None:
    lines = RECORD.splitlines(keepends=True)
    cut = "".join(line for line in lines[:-100] if not line.startswith("secret"))
    made = table.create(bot(), bot(), record=cut)
    with table.join(made) as onlooker:
        number = onlooker.seen()["number"]
        onlooker.until_state(lambda state: state["outcome"])
        assert len(onlooker.log) == onlooker.state["number"] > number


def test_a_thinking_bot_is_shown_and_can_be_interrupted(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_bot(monkeypatch, tmp_path / "asked", "time.sleep(600)")
    table = run()
    made = table.create(bot(), ME)
    with table.join(made, "soviet") as anna, table.join(made) as onlooker:
        assert anna.seen()["thinking"] == "german"
        wait_for(lambda: (tmp_path / "asked").exists())
        assert table.get("/api/health").json()["ok"]  # nobody waits for it
        assert refusal(onlooker, "interrupt").code == "forbidden"
        before = time.monotonic()
        anna.wish("interrupt")
        anna.until_state(lambda state: state["number"] > 0)
        assert time.monotonic() - before < 5


def test_a_bot_that_takes_too_long_is_not_waited_for(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_bot(monkeypatch, tmp_path / "asked", "time.sleep(600 if question.number == 0 else 0)")
    table = run(limits=limits(bot_seconds=0.5))
    with table.join(table.create(bot(), ME), "soviet") as anna:
        anna.until_state(lambda state: state["number"] >= 3)


def test_a_killed_worker_is_started_and_asked_again(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "asked"
    use_bot(monkeypatch, log, f"time.sleep(600 * (question.number == 3 and open({str(log)!r}).read().count('3') == 1))")
    table = run()
    with table.join(table.create(bot(), bot())) as onlooker:
        wait_for(lambda: log.exists() and "3" in log.read_text().split())
        pid = table.server.worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        onlooker.until_state(lambda state: state["number"] >= 5)
        assert table.server.worker.pid not in (None, pid)
    assert log.read_text().split()[:6] == ["0", "1", "2", "3", "3", "4"]


@pytest.mark.parametrize(
    "what", ["os_exit", "raise ValueError('bug')", "return thinking.Thought(question.ticket, 'fly 9')"]
)
def test_a_broken_bot_is_replaced_by_some_legal_action(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(workers, "PAUSE_SECONDS", 0.01)
    use_bot(monkeypatch, tmp_path / "asked", "import os; os._exit(3)" if what == "os_exit" else what)
    with (table := run()).join(table.create(bot(), ME), "soviet") as anna:
        anna.until_state(lambda state: state["number"] >= 2)


def test_a_bot_takes_an_empty_seat_and_leaves_it(table: Running) -> None:
    made = table.create(ME, LINK)
    with table.join(made, "german") as anna:
        assert refusal(anna, "bot", side="soviet", level="nobody").code == "malformed"
        assert refusal(anna, "bot", side="chance", level="random").code == "malformed"
        anna.wish("bot", side="soviet", level="random")
        anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "bot")
        done = anna.wish("bot", side="soviet", level=None)
        assert "key" not in done, "the link that was sent is still good"
        with table.join(made, "soviet") as boris:
            assert boris.seen()["seats"]["soviet"]["kind"] == "person"
            assert refusal(anna, "bot", side="soviet", level="random").code == "forbidden"


def test_a_seat_that_was_a_bots_gets_a_key(table: Running) -> None:
    made = table.create(ME, bot())
    with table.join(made, "german") as anna:
        key = anna.wish("bot", side="soviet", level=None)["key"]
        another = anna.wish("bot", side="soviet", level=None)["key"]  # as if the first had been lost
        assert another != key
        with Client(table.url, made["match"], [key]) as nobody:
            assert nobody.bye()["code"] == "forbidden"
        with Client(table.url, made["match"], [another]) as boris:
            assert boris.seen()["you"] == ["soviet"]
            assert refusal(anna, "bot", side="soviet", level=None).code == "forbidden"
            boris.wish("leave", side="soviet")
            assert refusal(anna, "bot", side="soviet", level=None).code == "forbidden"
        with Client(table.url, made["match"], [another]) as boris:
            assert boris.seen()["you"] == ["soviet"]
            anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "person")


def test_a_player_lets_a_bot_play_for_a_while(table: Running) -> None:
    made = table.create(ME, LINK)
    with table.join(made, "german") as anna:
        anna.wish("bot", side="german", level="random")
        anna.until_state(lambda state: state["number"] >= 2)
        anna.wish("bot", side="german", level=None)
        anna.settle()
        number = anna.state["number"]
        if anna.state["asked"] == "german":
            anna.play_any(Random(3))
            assert anna.state["number"] > number
        assert anna.state["seats"]["german"]["kind"] == "person"


def test_nobody_plays_for_a_bot(table: Running) -> None:
    made = table.create(ME, LINK)
    with table.join(made, "german") as anna, table.join(made, "soviet") as boris:
        anna.wish("bot", side="german", level="random")
        anna.until_state(lambda state: state["asked"] == "soviet")
        boris.wish("bot", side="soviet", level="random")
        assert "bot" in refusal(boris, "concede", side="soviet", number=boris.state["number"]).text


def test_bots_go_on_after_a_restart(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        use_bot(patch, tmp_path / "asked", "time.sleep(600)")
        table = run()
        made = table.create(bot(), ME)
        wait_for(lambda: (tmp_path / "asked").exists())
        table.stop()
    again = run()
    with again.join(made, "soviet") as anna:
        anna.until_state(lambda state: state["asked"] == "soviet")


def test_a_match_against_a_bot(table: Running) -> None:
    with table.join(table.create(ME, bot()), "german") as anna:
        anna.play("standard")
        for _ in range(10):
            if anna.state["asked"] != "german":
                anna.until_state(lambda state: state["asked"] == "german")
            done = [offer["action"] for offer in anna.state["offers"] if offer["action"] == "done"]
            anna.play(done[0] if done else anna.state["offers"][0]["action"])
        assert {entry["side"] for entry in anna.log} >= {"german", "soviet"}


def test_a_hint_is_refused_where_the_bot_fails(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_bot(monkeypatch, tmp_path / "asked", "raise ValueError('bug')")
    table = run()
    with table.join(table.create(), "german") as anna:
        anna.seen()
        assert refusal(anna, "ask", what="hint").code == "unavailable"


def test_one_hint_at_a_time(run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_bot(monkeypatch, tmp_path / "asked", "time.sleep(0.5)")
    table = run()
    with table.join(table.create(), "german") as anna:
        anna.seen()
        anna.send({"type": "ask", "id": 1, "what": "hint"})
        assert refusal(anna, "ask", what="hint").code == "too-fast"
        assert anna.play("standard")["number"] == 1  # other wishes do not wait
        answer = anna.until(lambda message: message.get("id") == 1)
        assert answer["type"] == "answer"
        assert anna.ask("hint")["action"]


def test_what_a_bot_did_cannot_be_taken_back(table: Running) -> None:
    made = table.create(ME, LINK)
    with table.join(made, "german") as anna:
        anna.wish("bot", side="german", level="random")
        anna.until_state(lambda state: state["number"] >= 3)
        assert anna.state["can_undo"] is False
