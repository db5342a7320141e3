"""The exchange of words: sealed before any is shown, shown only as they were sealed, closed before the first roll."""

from __future__ import annotations

import pytest

from rasputitsa.match import NO_WORD, Exchange, ExchangeError, Word
from rasputitsa.match.dice import seal_of

A, B = "ab" * 16, "cd" * 16


@pytest.fixture
def exchange() -> Exchange:
    return Exchange("m1", ["german", "soviet"], {}, {})


def seal(side: str, word: str) -> str:
    return seal_of("m1", side, word)


def test_both_seal_then_both_show(exchange: Exchange) -> None:
    assert exchange.missing == ["german", "soviet"] and not exchange.sealed and not exchange.closed
    exchange.seal("soviet", seal("soviet", B))
    assert exchange.missing == ["german"]
    exchange.seal("german", seal("german", A))
    assert exchange.sealed and exchange.missing == ["german", "soviet"]
    exchange.show("german", A)
    assert exchange.missing == ["soviet"] and not exchange.closed
    exchange.show("soviet", B)
    assert exchange.closed and exchange.missing == []
    assert exchange.words == {"german": Word(1, A), "soviet": Word(1, B)}


def test_no_word_is_shown_before_all_are_sealed(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", A))
    with pytest.raises(ExchangeError, match="before all are sealed"):
        exchange.show("german", A)
    assert exchange.words == {}


def test_no_seal_is_changed_once_a_word_may_be_shown(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", B))
    exchange.seal("german", seal("german", A))  # another device: no word is known yet
    exchange.seal("soviet", seal("soviet", B))
    for _ in range(2):
        with pytest.raises(ExchangeError, match="no seal can be changed"):
            exchange.seal("german", seal("german", B))
        if "soviet" not in exchange.words:
            exchange.show("soviet", B)
    exchange.show("german", A)


def test_only_the_sealed_word_can_be_shown_and_only_once(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", A))
    exchange.seal("soviet", seal("german", A))  # a copy of the other's seal
    for side, word in (("german", B), ("soviet", A), ("soviet", B)):
        with pytest.raises(ExchangeError, match="not the word that was sealed"):
            exchange.show(side, word)
    exchange.show("german", A)
    with pytest.raises(ExchangeError, match="has shown its word"):
        exchange.show("german", A)


@pytest.mark.parametrize("word", ["", "xyz", "AB" * 16, "ab" * 15, "ab" * 33, A + "\n"])
def test_words_that_are_none(exchange: Exchange, word: str) -> None:
    exchange.seal("german", seal("german", word))
    exchange.seal("soviet", seal("soviet", B))
    with pytest.raises(ValueError, match="32 to 64 hexadecimal digits"):
        exchange.show("german", word)


@pytest.mark.parametrize(
    "wrong", ["", "ab" * 32, "sha256:" + "ab" * 31, "sha256:" + "AB" * 32, "sha256:" + "ab" * 32 + "\n"]
)
def test_seals_that_are_none(exchange: Exchange, wrong: str) -> None:
    with pytest.raises(ValueError, match="A seal is"):
        exchange.seal("german", wrong)
    assert exchange.seals == {}


def test_a_side_that_goes_without_is_not_waited_for(exchange: Exchange) -> None:
    exchange.go_without("soviet")
    with pytest.raises(ExchangeError, match="goes without"):
        exchange.seal("soviet", seal("soviet", B))
    exchange.seal("german", seal("german", A))
    with pytest.raises(ExchangeError):
        exchange.show("soviet", B)
    exchange.show("german", A)
    assert exchange.closed and exchange.words == {"german": Word(1, A), "soviet": NO_WORD}


def test_who_does_not_show_the_word_goes_without_but_the_seal_stays(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", A))
    exchange.seal("soviet", seal("soviet", B))
    exchange.show("soviet", B)
    exchange.go_without("german")
    exchange.go_without("soviet")  # has shown its word
    assert exchange.closed and exchange.words == {"soviet": Word(1, B), "german": NO_WORD}
    assert set(exchange.seals) == {"german", "soviet"}
    with pytest.raises(ExchangeError):
        exchange.show("german", A)
