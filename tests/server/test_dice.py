"""The dice of live matches: words of the players are mixed in, stored, and proved by the record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rasputitsa.match import read, verify

from .test_play import refusal
from .tools import ME, Running

ONE, OTHER = "ab" * 16, "cd" * 24


def test_words_of_both_players_are_in_a_record_that_proves_them(run: Callable[..., Running]) -> None:
    server = run()
    made = server.create(ME, ME)
    rng = Random(5)
    with server.join(made, "german", "soviet") as both:
        assert both.seen()["words"] == {}
        both.command("word", side="german", word=ONE)
        both.until_state(lambda state: state["words"] == {"german": {"from": 1, "word": ONE}})
        while not any(entry["side"] == "chance" for entry in both.log):
            both.play_any(rng)
    server.stop()
    server = run()
    with server.join(made, "german", "soviet") as both:
        rolled = sum(entry["side"] == "chance" for entry in both.seen()["log"])
        both.command("word", side="soviet", word=OTHER)
        both.until_state(lambda state: "soviet" in state["words"])
        assert both.state["words"]["soviet"] == {"from": rolled + 1, "word": OTHER}
        while sum(entry["side"] == "chance" for entry in both.log) < 3:
            both.play_any(rng)
        both.act("concede", "german")
        both.until_state(lambda state: state["outcome"] is not None)
    record = read(server.record(made))
    assert {side: word.text for side, word in record.words.items()} == {"german": ONE, "soviet": OTHER}
    found = verify(record)
    assert found.fair and found.checked > rolled
    report = server.get(f"/api/matches/{made['match']}/report", made["spectators"]).json()
    assert report["dice"]["fair"]
    again = server.create(ME, ME, game=None, record=server.record(made))
    assert verify(read(server.record(again))).fair, "an imported record keeps its words"


def test_a_side_adds_one_word(server: Running) -> None:
    made = server.create()
    with server.join(made, "german") as anna, server.join(made) as spectator:
        anna.command("word", side="german", word=ONE)
        anna.command("word", side="german", word=ONE)  # sent again, as if the reply had been lost
        assert refusal(anna, "word", side="german", word=OTHER).code == "forbidden"
        assert refusal(anna, "word", side="soviet", word=OTHER).code == "forbidden"
        assert refusal(spectator, "word", side="german", word=OTHER).code == "forbidden"
        for word in ("", "xyz", "AB" * 16, "ab" * 15, "ab" * 33):
            assert refusal(anna, "word", side="german", word=word).code == "malformed"


@pytest.mark.parametrize("how", ["over", "tutorial"])
def test_where_nothing_is_promised_words_are_refused(server: Running, how: str) -> None:
    made = server.create(ME, ME, **({"tutorial": True} if how == "tutorial" else {}))
    with server.join(made, "german", "soviet") as both:
        both.seen()
        if how == "over":
            both.act("concede", "german")
        assert refusal(both, "word", side="german", word=ONE).code == "forbidden"
