"""Samples: imagined futures. Every plan that is tried on a sample meets the same dice and the same enemy there."""

from __future__ import annotations

from random import Random


class Sample:
    """One imagined future: random numbers by key, so that the same battle gets the same die under every plan."""

    __slots__ = ("_numbers", "_rng", "index")

    def __init__(self, seed: str, index: int) -> None:
        self.index = index
        self._rng = Random(f"{seed} {index}")
        self._numbers: list[float] = []

    def number(self, key: int) -> float:
        """The random number of this key, at least 0 and less than 1."""
        numbers = self._numbers
        if len(numbers) <= key:
            draw = self._rng.random
            numbers += [draw() for _ in range(key + 1 - len(numbers))]
        return numbers[key]
