"""Decisions under fog: several guesses of the true state, and the option that does best over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from ..core import State
from .bot import Stop, never

S = TypeVar("S", bound=State)
T = TypeVar("T")


def guesses(state: S, rng: Random, count: int) -> list[S]:
    """States that the side that must act could be in; ``state``, a guess itself, comes first."""
    assert state.side is not None
    return [state, *(state.guess(state.side, rng) for _ in range(count - 1))]


def sequential_halving(options: Sequence[T], value: Callable[[T, int], float], samples: int, stop: Stop = never) -> T:
    """The option with the best mean value over some samples, without trying all options on all of them.

    All options are tried on a few samples, the better half of them on twice as many more, and so on until one is left
    or the samples are used up. ``value(option, sample)`` is the value of an option in sample number 0, 1, 2 and so on.
    When ``stop`` says so, the option that leads is taken.
    """
    totals = [0.0] * len(options)
    left = list(range(len(options)))
    rounds = (len(options) - 1).bit_length()
    more = max(1, samples // max(1, 2**rounds - 1))
    done = 0
    while len(left) > 1 and done < samples:
        until = min(samples, done + more)
        for sample in range(done, until):
            for option in left:
                totals[option] += value(options[option], sample)
            if stop():
                return options[max(left, key=lambda option: totals[option])]
        left.sort(key=lambda option: -totals[option])  # of equals the first stays first
        left = left[: (len(left) + 1) // 2]
        done, more = until, 2 * more
    return options[left[0]]
