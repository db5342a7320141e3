"""Bots in live matches: they play in a process of their own, and nothing stops them for long."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random

import pytest

from rasputitsa.server import bot_worker, opponents
from rasputitsa.server.bot_process import Decision
from rasputitsa.server.bot_workers import Workers, usable_processes

from .test_api import RECORD
from .test_play import refusal
from .tools import LINK, ME, Client, Running, bot, limits, wait_for

SLOW_BOT = """
import sys, time
from rasputitsa.server import bot_process
fast = bot_process.decide_for
def decide_for(question, stop):
    with open({log!r}, "a") as file:
        print(question.number, file=file)
    {what}
    return fast(question, stop)
bot_process.decide_for = decide_for
bot_process.main()
"""


THINKER = """
import time
from rasputitsa.bots import Bot
from rasputitsa.server import bot_process
from rasputitsa.table import hints
class Thinker(Bot):
    def choose(self, state, rng, stop):
        best = state.actions()[0]
        for better in state.actions()[1:]:
            if str(better) == "standard":
                best = better
        with open({log!r}, "a") as file:
            print("found", best, file=file)
        while not stop():
            time.sleep(0.01)
        return best
hints._bot = lambda level, game, seed: Thinker(game, seed)
bot_process.main()
"""


UNTIL_STOPPED = """
    while not stop():
        time.sleep(0.01)
"""


def use_bot(monkeypatch: pytest.MonkeyPatch, log: Path, what: str) -> None:
    """Let the worker do something before it thinks, and note the number of each position that it is asked about."""
    code = SLOW_BOT.format(log=str(log), what=what)
    monkeypatch.setattr(bot_worker, "COMMAND", (bot_worker.COMMAND[0], "-c", code))


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_a_bot_answers(server: Running, level: str) -> None:
    made = server.create(bot(level), ME)
    with server.join(made, "soviet") as anna:
        anna.until_state(lambda state: state["asked"] == "soviet")
        assert {entry["side"] for entry in anna.log} >= {"german"}
        assert anna.state["thinking"] is None
        assert anna.state["seats"]["german"]["level"] == level


def test_bots_finish_a_match_by_themselves(server: Running) -> None:
    lines = RECORD.splitlines(keepends=True)
    cut = "".join(line for line in lines[:-100] if not line.startswith("secret"))
    made = server.create(bot(), bot(), record=cut)
    with server.join(made) as spectator:
        number = spectator.seen()["number"]
        spectator.until_state(lambda state: state["outcome"])
        assert len(spectator.whole_log()) == spectator.state["number"] > number


def test_a_thinking_bot_is_shown_and_can_be_interrupted(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_bot(monkeypatch, tmp_path / "asked", UNTIL_STOPPED)
    server = run()
    made = server.create(bot(), ME)
    with server.join(made, "soviet") as anna, server.join(made) as spectator:
        assert anna.seen()["thinking"] == "german"
        wait_for(lambda: (tmp_path / "asked").exists())
        assert server.get("/api/health").json()["ok"]  # nobody waits for it
        assert refusal(spectator, "interrupt").code == "forbidden"
        before = time.monotonic()
        anna.command("interrupt")
        anna.until_state(lambda state: state["number"] > 0)
        assert time.monotonic() - before < 5


def test_a_bot_that_takes_too_long_is_not_waited_for(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_bot(monkeypatch, tmp_path / "asked", UNTIL_STOPPED)
    server = run(limits=limits(bot_seconds=0.5))
    with server.join(server.create(bot(), ME), "soviet") as anna:
        anna.until_state(lambda state: state["number"] >= 3)


@pytest.mark.parametrize("seconds", [600.0, 0.5])
def test_a_bot_that_must_move_now_plays_the_best_that_it_has_found(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """By "Move now", or because its time is over: the bot is told to stop, and never is anything played at random."""
    log = tmp_path / "found"
    monkeypatch.setattr(bot_worker, "GRACE_SECONDS", 60.0)  # the process needs time to start on a busy machine
    monkeypatch.setattr(bot_worker, "COMMAND", (bot_worker.COMMAND[0], "-c", THINKER.format(log=str(log))))
    server = run(limits=limits(bot_seconds=seconds))
    with server.join(server.create(bot("recruit"), ME), "soviet") as anna:
        wait_for(lambda: log.exists() and log.read_text().startswith("found standard\n"))
        if seconds > 60:
            anna.command("interrupt")
        anna.until_state(lambda state: state["number"] > 0)
        assert anna.log[0]["action"] == "standard"


def test_a_bot_that_never_stops_plays_nothing(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_worker, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(bot_worker, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(opponents, "PAUSES", (600.0,))
    use_bot(monkeypatch, tmp_path / "asked", "time.sleep(600)")
    server = run(limits=limits(bot_seconds=1.0))
    with server.join(server.create(bot("recruit"), ME), "soviet") as anna:
        anna.until(lambda message: message["type"] == "chat" and "cannot decide" in message["text"])
        assert anna.state["number"] == 0


def test_a_killed_worker_is_started_and_asked_again(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "asked"
    use_bot(monkeypatch, log, f"time.sleep(600 * (question.number == 3 and open({str(log)!r}).read().count('3') == 1))")
    server = run()
    with server.join(server.create(bot(), bot())) as spectator:
        wait_for(lambda: log.exists() and "3" in log.read_text().split())
        pids = server.internals.workers.pids
        assert len(pids) == 1
        os.kill(pids[0], signal.SIGKILL)
        spectator.until_state(lambda state: state["number"] >= 5)
        assert pids[0] not in server.internals.workers.pids
    assert log.read_text().split()[:6] == ["0", "1", "2", "3", "3", "4"]


@pytest.mark.parametrize(
    "what", ["os_exit", "raise ValueError('bug')", "return bot_process.Decision(question.ticket, 'fly 9')"]
)
def test_a_broken_bot_never_plays_at_random_and_says_so(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(bot_worker, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(opponents, "PAUSES", (0.05,))
    use_bot(monkeypatch, tmp_path / "asked", "import os; os._exit(3)" if what == "os_exit" else what)
    server = run()
    with server.join(server.create(bot(), ME), "soviet") as anna:
        anna.until(lambda message: message["type"] == "chat" and "cannot decide" in message["text"])
        assert anna.state["number"] == 0 and anna.state["thinking"] == "german"
        anna.command("bot", side="german", level=None)
        anna.until_state(lambda state: state["thinking"] is None)


def test_a_bot_that_recovers_plays_on(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "PAUSES", (0.05,))
    log = tmp_path / "asked"
    what = f"assert open({str(log)!r}).read().count('0') > 1"
    use_bot(monkeypatch, log, what)
    server = run()
    with server.join(server.create(bot(), ME), "soviet") as anna:
        anna.until_state(lambda state: state["number"] >= 2)


def test_a_bot_that_does_not_stop_is_killed_and_asked_again(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_worker, "GRACE_SECONDS", 0.5)
    log = tmp_path / "asked"
    use_bot(monkeypatch, log, f"time.sleep(600 * (open({str(log)!r}).read().count('0') == 1))")
    server = run(limits=limits(bot_seconds=0.5))
    with server.join(server.create(bot(), ME), "soviet") as anna:
        anna.until_state(lambda state: state["number"] >= 1)


def test_an_abandoned_hint_is_not_computed_any_further(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "asked"
    use_bot(monkeypatch, log, UNTIL_STOPPED)
    server = run(limits=limits(bot_seconds=600))
    for _ in range(5):
        with server.join(server.create(), "german") as anna:
            anna.seen()
            anna.send({"type": "ask", "id": 1, "what": "hint"})
            wait_for(lambda: server.internals.workers.load > 0)
        wait_for(lambda: not server.internals.workers.load)
    use_bot(monkeypatch, log, "pass")


def test_bots_go_before_hints_but_hints_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[str]:
        workers, order = Workers(1), []

        async def answer(thinking: bot_worker.Thinking) -> None:
            order.append(thinking.question.level)
            thinking.answer.set_result(Decision(thinking.question.ticket))

        monkeypatch.setattr(workers.workers[0], "_answer", answer)
        asked = [workers.ask("toy", f"hint {n}", 1, n, {}, 1.0, hint=True) for n in range(4)]
        asked += [workers.ask("toy", f"bot {n}", 1, n, {}, 1.0) for n in range(10)]
        asked[1].cancel()
        await asyncio.gather(*(thinking.answer for thinking in asked), return_exceptions=True)
        await workers.close()
        return order

    order = asyncio.run(work())
    assert order[:5] == ["bot 0", "bot 1", "bot 2", "bot 3", "hint 0"]
    assert order[5:10] == ["bot 4", "bot 5", "bot 6", "bot 7", "hint 2"]
    assert sorted(order[10:]) == ["bot 8", "bot 9", "hint 3"], "what was cancelled is never asked"


def test_a_bot_that_thinks_does_not_hold_up_others_while_a_worker_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        workers = Workers(2)
        released = asyncio.Event()

        async def answer(thinking: bot_worker.Thinking) -> None:
            if thinking.question.level == "marshal":
                await released.wait()
            thinking.answer.set_result(Decision(thinking.question.ticket))

        for worker in workers.workers:
            monkeypatch.setattr(worker, "_answer", answer)
        slow = workers.ask("toy", "marshal", 4, 0, {}, 1.0)
        await asyncio.sleep(0)
        quick = [workers.ask("toy", "recruit", seed, 0, {}, 1.0) for seed in (4, 6, 5)]
        await asyncio.wait_for(asyncio.gather(*(each.answer for each in quick)), 5)
        assert not slow.answer.done()
        released.set()
        await slow.answer
        await workers.close()

    asyncio.run(work())


def test_the_server_keeps_a_core_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, processes in ((None, 1), (1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert usable_processes() == processes == len(Workers().workers)


def test_a_bot_thinks_where_it_thought_before_while_nobody_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[int]:
        workers = Workers(3)
        asked: list[int] = []

        def answer_of(index: int) -> Callable[[bot_worker.Thinking], Coroutine[None, None, None]]:
            async def answer(thinking: bot_worker.Thinking) -> None:
                asked.append(index)
                thinking.answer.set_result(Decision(thinking.question.ticket))

            return answer

        for index, worker in enumerate(workers.workers):
            monkeypatch.setattr(worker, "_answer", answer_of(index))
        for seed in (7, 8, 7, 9, 7):
            await workers.ask("toy", "recruit", seed, 0, {}, 1.0).answer
        await workers.close()
        return asked

    assert asyncio.run(work()) == [1, 2, 1, 0, 1]


def test_a_bot_takes_an_empty_seat_and_leaves_it(server: Running) -> None:
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        assert refusal(anna, "bot", side="soviet", level="nobody").code == "malformed"
        assert refusal(anna, "bot", side="chance", level="random").code == "malformed"
        anna.command("bot", side="soviet", level="random")
        anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "bot")
        key = anna.command("bot", side="soviet", level=None)["key"]
        with server.join(made, "soviet") as nobody:
            assert nobody.bye()["code"] == "forbidden", "the link's key ended when the bot took the seat"
        made["keys"]["soviet"] = key
        with server.join(made, "soviet") as boris:
            assert boris.seen()["seats"]["soviet"]["kind"] == "person"
            assert refusal(anna, "bot", side="soviet", level="random").code == "forbidden"


def test_a_seat_that_was_a_bots_gets_a_key(server: Running) -> None:
    made = server.create(ME, bot())
    with server.join(made, "german") as anna:
        key = anna.command("bot", side="soviet", level=None)["key"]
        another = anna.command("bot", side="soviet", level=None)["key"]  # as if the first had been lost
        assert another != key
        with Client(server.url, made["match"], [key]) as nobody:
            assert nobody.bye()["code"] == "forbidden"
        with Client(server.url, made["match"], [another]) as boris:
            assert boris.seen()["you"] == ["soviet"]
            assert refusal(anna, "bot", side="soviet", level=None).code == "forbidden"
            boris.command("leave", side="soviet")
            assert refusal(anna, "bot", side="soviet", level=None).code == "forbidden"
        with Client(server.url, made["match"], [another]) as boris:
            assert boris.seen()["you"] == ["soviet"]
            anna.until_state(lambda state: state["seats"]["soviet"]["kind"] == "person")


def test_a_player_lets_a_bot_play_for_a_while(server: Running) -> None:
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        anna.command("bot", side="german", level="random")
        anna.until_state(lambda state: state["number"] >= 2)
        anna.command("bot", side="german", level=None)
        anna.drain()
        number = anna.state["number"]
        if anna.state["asked"] == "german":
            anna.play_any(Random(3))
            assert anna.state["number"] > number
        assert anna.state["seats"]["german"]["kind"] == "person"


def test_nobody_plays_for_a_bot(server: Running) -> None:
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna, server.join(made, "soviet") as boris:
        anna.command("bot", side="german", level="random")
        anna.until_state(lambda state: state["asked"] == "soviet")
        boris.command("bot", side="soviet", level="random")
        assert "bot" in refusal(boris, "concede", side="soviet", number=boris.state["number"]).text


def test_bots_go_on_after_a_restart(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        use_bot(patch, tmp_path / "asked", "time.sleep(600)")
        server = run()
        made = server.create(bot(), ME)
        wait_for(lambda: (tmp_path / "asked").exists())
        server.stop()
    again = run()
    with again.join(made, "soviet") as anna:
        anna.until_state(lambda state: state["asked"] == "soviet")


def test_a_match_against_a_bot(server: Running) -> None:
    with server.join(server.create(ME, bot()), "german") as anna:
        anna.play("standard")
        for _ in range(10):
            if anna.state["asked"] != "german":
                anna.until_state(lambda state: state["asked"] == "german")
            anna.play("done" if "done" in anna.offered() else anna.offered()[0])
        assert {entry["side"] for entry in anna.log} >= {"german", "soviet"}


def test_a_hint_is_refused_where_the_bot_fails(
    run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_bot(monkeypatch, tmp_path / "asked", "raise ValueError('bug')")
    server = run()
    with server.join(server.create(), "german") as anna:
        anna.seen()
        assert refusal(anna, "ask", what="hint").code == "unavailable"


def test_one_hint_at_a_time(run: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_bot(monkeypatch, tmp_path / "asked", "time.sleep(0.5)")
    server = run()
    with server.join(server.create(), "german") as anna:
        anna.seen()
        anna.send({"type": "ask", "id": 1, "what": "hint"})
        assert refusal(anna, "ask", what="hint").code == "too-fast"
        assert anna.play("standard")["number"] == 1  # other commands do not wait
        answer = anna.until(lambda message: message.get("id") == 1)
        assert answer["type"] == "reply"
        assert anna.ask("hint")["action"]


def test_what_a_bot_did_cannot_be_taken_back(server: Running) -> None:
    made = server.create(ME, LINK)
    with server.join(made, "german") as anna:
        anna.command("bot", side="german", level="random")
        anna.until_state(lambda state: state["number"] >= 3)
        assert anna.state["can_undo"] is False
