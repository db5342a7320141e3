"""The longer campaigns, in short: crashes, forgeries, attacks, load."""

from __future__ import annotations

import pytest

from rasputitsa.devtools.load import LoadError, LoadReport, load
from rasputitsa.devtools.server_bench import click_cost

from .. import attack, crash, fuzz


@pytest.mark.soak
def test_kills_lose_nothing_that_was_acknowledged() -> None:
    assert crash.crash(2, matches=2, seed=7, say=lambda line: None) > 15


def test_what_a_kill_may_leave_behind() -> None:
    before = ["german a", "german b"]
    play = {"type": "play", "side": "german", "action": "c"}
    assert crash.possible(before, before, play)
    assert crash.possible(before, [*before, "german c"], play)
    assert crash.possible(before, [*before, "german c", "chance roll 5"], play)
    assert not crash.possible(before, before[:1], play)
    assert not crash.possible(before, [*before, "german c", "german c"], play)
    assert not crash.possible(before, [*before, "german d"], play)
    assert crash.possible(before, before[:1], {"type": "undo"})
    assert not crash.possible(before, [*before, "german c"], {"type": "undo"})
    assert crash.possible(before, [*before, "german c"], {"type": "redo"})
    assert not crash.possible(before, before[:1], {"type": "chat"})


def test_what_a_kill_may_leave_of_the_chat() -> None:
    lines = [str(number) for number in range(300)]
    assert crash.chat_is_kept([], []) and crash.chat_is_kept([], ["0"]) and crash.chat_is_kept(["0"], ["0", "1"])
    assert crash.chat_is_kept(lines, lines[-200:]) and crash.chat_is_kept(lines, [*lines[-199:], "new"])
    assert not crash.chat_is_kept(["0", "1"], ["0"]) and not crash.chat_is_kept(lines, lines[-200:-1])
    assert not crash.chat_is_kept(lines, lines[-100:]) and not crash.chat_is_kept(["0"], ["0", "1", "2"])


def test_forged_messages_change_nothing() -> None:
    answers = fuzz.fuzz(1500)
    assert answers.total() >= 1500
    kinds = {answer.split(":")[0] for answer in answers}
    assert kinds == {forgery.__name__ for forgery in fuzz.Fuzz.FORGERIES}


@pytest.mark.soak
def test_attacks_do_no_harm() -> None:
    results = attack.attack(0.03, say=lambda line: None)
    assert set(results) == {each.__name__ for each in attack.Attack.ATTACKS}


@pytest.mark.soak
def test_the_load_is_measured() -> None:
    said: list[str] = []
    report = load(matches=4, rate=10, seconds=1.5, say=said.append)
    assert len(report.times) >= 20 and report.refused == 0
    assert 0 < report.percentile(0.5) <= report.percentile(0.99) <= report.percentile(1) < 5
    assert any("p99" in line for line in said)


def test_percentiles() -> None:
    report = LoadReport(1, 1, 1, [number / 100 for number in range(100, 0, -1)])
    assert report.percentile(0.5) == 0.51 and report.percentile(0.99) == 1.0 and report.percentile(1) == 1.0


@pytest.mark.parametrize("url", ["http://example.org", "http://192.168.1.1:80", "nonsense"])
def test_a_load_is_put_on_this_machine_only(url: str) -> None:
    with pytest.raises(LoadError):
        load(url=url)


def test_what_a_click_costs() -> None:
    cost = click_cost("battle-for-moscow", 300)
    assert cost.clicks >= 300 and cost.bytes > 1000
    assert 0 < cost.median <= cost.p99 and cost.median < 3000
