"""The exchange of seeds: sealed before any is shown, shown only as they were sealed, closed before the first roll."""

from __future__ import annotations

import pytest

from rasputitsa.match import NO_SEED, Exchange, ExchangeError, PlayerSeed
from rasputitsa.match.dice import seal_of

A, B = "ab" * 16, "cd" * 16


@pytest.fixture
def exchange() -> Exchange:
    return Exchange("m1", ["german", "soviet"], {}, {})


def seal(side: str, seed: str) -> str:
    return seal_of("m1", side, seed)


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
    assert exchange.player_seeds == {"german": PlayerSeed(1, A), "soviet": PlayerSeed(1, B)}


def test_no_seed_is_shown_before_all_are_sealed(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", A))
    with pytest.raises(ExchangeError, match="before all are sealed"):
        exchange.show("german", A)
    assert exchange.player_seeds == {}


def test_no_seal_is_changed_once_a_seed_may_be_shown(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", B))
    exchange.seal("german", seal("german", A))  # another device: no seed is known yet
    exchange.seal("soviet", seal("soviet", B))
    for _ in range(2):
        with pytest.raises(ExchangeError, match="no seal can be changed"):
            exchange.seal("german", seal("german", B))
        if "soviet" not in exchange.player_seeds:
            exchange.show("soviet", B)
    exchange.show("german", A)


def test_only_the_sealed_seed_can_be_shown_and_only_once(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", A))
    exchange.seal("soviet", seal("german", A))  # a copy of the other's seal
    for side, seed in (("german", B), ("soviet", A), ("soviet", B)):
        with pytest.raises(ExchangeError, match="not the seed that was sealed"):
            exchange.show(side, seed)
    exchange.show("german", A)
    with pytest.raises(ExchangeError, match="has shown its seed"):
        exchange.show("german", A)


@pytest.mark.parametrize("seed", ["", "xyz", "AB" * 16, "ab" * 15, "ab" * 33, A + "\n"])
def test_seeds_that_are_none(exchange: Exchange, seed: str) -> None:
    exchange.seal("german", seal("german", seed))
    exchange.seal("soviet", seal("soviet", B))
    with pytest.raises(ValueError, match="32 to 64 hexadecimal digits"):
        exchange.show("german", seed)


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
    assert exchange.closed and exchange.player_seeds == {"german": PlayerSeed(1, A), "soviet": NO_SEED}


def test_who_does_not_show_the_seed_goes_without_but_the_seal_stays(exchange: Exchange) -> None:
    exchange.seal("german", seal("german", A))
    exchange.seal("soviet", seal("soviet", B))
    exchange.show("soviet", B)
    exchange.go_without("german")
    exchange.go_without("soviet")  # has shown its seed
    assert exchange.closed and exchange.player_seeds == {"soviet": PlayerSeed(1, B), "german": NO_SEED}
    assert set(exchange.seals) == {"german", "soviet"}
    with pytest.raises(ExchangeError):
        exchange.show("german", A)
