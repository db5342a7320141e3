"""Limits and small parts, without a server."""

from __future__ import annotations

import pytest

from rasputitsa.core import BadOption, IllegalAction, RasputitsaError, UnknownGame, UnreadableAction
from rasputitsa.match import CannotUndo, MatchError, MatchOver, NotYourTurn, RecordError, StaleAction
from rasputitsa.server import limits
from rasputitsa.server.limits import Addresses, Bucket
from rasputitsa.server.origins import Hosts, Origins
from rasputitsa.server.problems import status_of
from rasputitsa.server.storage import PERSON, Seat
from rasputitsa.table.keys import hash_of, new_key, opened
from rasputitsa.table.problems import Problem, problem
from rasputitsa.table.texts import clean, one_line


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_lets_some_pass_at_once_and_then_at_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(rate=2, size=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.4
    assert not bucket.take()
    clock.now = 0.5
    assert bucket.take() and not bucket.take()
    clock.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_its_own_bucket_and_old_ones_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEYS_REMEMBERED", 2)
    addresses = Addresses(rate=0, size=1, clock=Clock())
    assert addresses.take("a") and not addresses.take("a")
    assert addresses.take("b") and not addresses.take("b")
    assert addresses.take("c")
    assert not addresses.take("b") and addresses.take("a")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotYourTurn("x"), "not-your-turn"),
        (StaleAction("x"), "stale"),
        (IllegalAction("8.0", "x"), "illegal"),
        (UnreadableAction("x"), "unreadable"),
        (CannotUndo("x"), "no-undo"),
        (MatchOver("x"), "over"),
        (UnknownGame("x"), "unknown"),
        (BadOption("x"), "malformed"),
        (RecordError(3, "8.0", "x"), "malformed"),
        (MatchError("x"), "forbidden"),
        (RasputitsaError("x"), "forbidden"),
    ],
)
def test_every_error_of_the_engine_has_a_code(error: RasputitsaError, code: str) -> None:
    made = problem(error)
    assert made.code == code and "x" in made.text and 400 <= status_of(made) < 500
    assert made.rule == ("8.0" if isinstance(error, IllegalAction | RecordError) else "")


def test_keys() -> None:
    keys = [new_key() for _ in range(1000)]
    assert len(set(keys)) == 1000 and all(len(key) == 32 for key in keys)
    seats = {"red": Seat("red", "", PERSON, key=hash_of(keys[0])), "blue": Seat("blue", "", PERSON, key=None)}
    bench = hash_of(keys[1])
    assert opened([keys[0]], seats, bench).sides == ("red",)
    assert opened([keys[1], keys[0]], seats, bench).keys == (keys[0],)
    assert opened([keys[1]], seats, bench).spectator and opened([keys[1]], seats, bench)
    assert not opened([keys[2], "", hash_of(keys[0]).hex()], seats, bench)
    assert not opened([], seats, bench)


def test_texts() -> None:
    assert one_line(" a\tb\n c\x00d\u202ee\ud800f ") == "a b c d e f"
    assert clean("äöü 漢字 🙂", 10, "It") == "äöü 漢字 🙂"
    assert clean("a  " * 3, 5, "It") == "a a a"
    with pytest.raises(Problem, match="at most 4"):
        clean("aaaaa", 4, "It")


@pytest.mark.parametrize(
    ("headers", "good"),
    [
        ({"host": "localhost:80"}, True),
        ({"host": "LOCALHOST"}, True),
        ({"host": "[::1]:80"}, True),
        ({"host": "[::1]"}, True),
        ({"host": "localhost:80", "origin": "http://localhost:80"}, True),
        ({"host": "localhost:80", "origin": "https://friend.example"}, True),
        ({"host": "localhost:80", "origin": "http://localhost:81"}, False),
        ({"host": "localhost:80", "origin": "http://localhost"}, False),
        ({"host": "localhost:80", "origin": "null"}, False),
        ({"host": "localhost:80", "origin": ""}, False),
        ({"host": "localhost:80", "origin": "http://["}, False),
        ({"host": "evil.example", "origin": "http://evil.example"}, False),
        ({"host": "evil.example"}, False),
        ({}, False),
    ],
)
def test_origins(headers: dict[str, str], good: bool) -> None:
    origins = Origins(Hosts(("localhost", "[::1]")), ["https://friend.example"])
    if good:
        origins.check(headers)
    else:
        with pytest.raises(Problem):
            origins.check(headers)
