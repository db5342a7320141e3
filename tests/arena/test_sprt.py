"""The sequential test: what it proves, what it refutes, and how often it errs."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.arena import BadTournament, Sprt, run, text
from rasputitsa.arena.sprt import OPEN, PROVED, REFUTED

GAME = "battle-for-moscow"


def test_the_evidence_is_the_ratio_of_likelihoods() -> None:
    """By hand: mean 0.625, variance 0.046875; 4 * 0.1 * (0.625 - 0.55) / 0.046875."""
    assert Sprt(0.5, 0.6).evidence([0.5, 0.5, 1.0, 0.5]) == pytest.approx(0.64)
    assert Sprt().evidence([]) == 0.0
    assert Sprt(risk=0.05).bound == pytest.approx(2.9444, abs=1e-4)


def test_a_few_pairs_prove_nothing() -> None:
    assert Sprt().verdict([1.0, 1.0, 1.0]) == OPEN
    assert Sprt().verdict([1.0] * 4) == PROVED
    assert Sprt().verdict([0.0] * 4) == REFUTED
    assert Sprt().verdict([0.55] * 40) == OPEN


@pytest.mark.parametrize(("strength", "right"), [(0.5, REFUTED), (0.6, PROVED)])
def test_errors_are_as_rare_as_promised(strength: float, right: str) -> None:
    rng = Random(7)
    wrong = 0
    for _ in range(200):
        scores: list[float] = []
        while (verdict := Sprt(0.5, 0.6).verdict(scores)) == OPEN:
            scores.append(sum(rng.random() < strength for _ in range(2)) / 2)
        wrong += verdict != right
    assert wrong <= 0.08 * 200


def test_a_tournament_stops_when_strength_is_proved() -> None:
    players = {"german": "recruit", "soviet": "random"}
    result = run(GAME, players, n=40, seed=3, sprt=Sprt())
    assert (result.verdict, len(result.rows)) == (PROVED, 8)
    assert "proved; evidence" in text(result)
    weak = run(GAME, {"german": "random", "soviet": "recruit"}, n=40, seed=3, sprt=Sprt())
    assert (weak.verdict, len(weak.rows)) == (REFUTED, 8)


@pytest.mark.soak
def test_jobs_beside_each_other_come_to_the_same_verdict() -> None:
    assert run(GAME, {"german": "recruit", "soviet": "random"}, n=40, seed=3, jobs=2, sprt=Sprt()).verdict == PROVED


def test_it_needs_two_bots_on_both_sides() -> None:
    with pytest.raises(BadTournament, match="two bots that swap sides"):
        run(GAME, {"german": "random", "soviet": "random"}, sprt=Sprt())
    with pytest.raises(BadTournament, match="two bots that swap sides"):
        run(GAME, {"german": "random", "soviet": "recruit"}, swap=False, sprt=Sprt())
