"""How fast games are played when each side observes what it may know before it acts: `rasputitsa bench --research`.

Random games with and without observations take turns, and processor time is measured, so that a busy machine does not
matter much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from ..core import CHANCE
from ..games import games
from ..research.play import MEMORY, Play, start

WAYS = ("without", "observations", "with history", "with masks")
SLICE = 0.25  # seconds that each of them gets at a time


@dataclass(slots=True)
class Speeds:
    """Actions of the players a second, by slice, for each of `WAYS`."""

    name: str
    slices: list[list[float]]

    def share(self, way: int) -> float:
        """How fast one of the ways is, compared with play without observations: the median over the slices."""
        return median(slice_[way] / slice_[0] for slice_ in self.slices)

    def speed(self, way: int) -> float:
        return median(slice_[way] for slice_ in self.slices)


class Player:
    """Plays at random in one of the ways; a game goes on in the next slice."""

    def __init__(self, name: str, way: int, seed: int) -> None:
        self.name, self.way, self.rng = name, way, Random(seed)
        self.play = self.begun()

    def begun(self) -> Play:
        return start(self.name, memory=MEMORY if self.way >= 2 else 0)

    def run(self, seconds: float) -> float:
        """Actions a second."""
        began, count = process_time(), 0
        while not count or process_time() - began < seconds:
            count += self.some()
        return count / (process_time() - began)

    def some(self) -> int:
        """A hundred steps of the game. Chance is drawn in all ways alike."""
        play, way, rng, count = self.play, self.way, self.rng, 0
        state = play.state
        for _ in range(100):
            if state.side == CHANCE:
                play.chance(rng)
            if state.outcome is not None:
                play = self.play = self.begun()
                state = play.state
                continue
            actions = state.actions()
            if not way:
                state.apply(rng.choice(actions))
                count += 1
                continue
            side = play.actor
            assert side is not None
            play.observe(side)
            if way == len(WAYS) - 1:
                play.lens.mask(actions)
            play.take(rng.choice(actions))
            count += 1
        return count


def measure(seconds: float = 10.0, seed: int = 1, names: Sequence[str] | None = None) -> list[Speeds]:
    """All games for about so many seconds of processor time in all."""
    chosen = list(names or games())
    found = []
    for name in chosen:
        players = [Player(name, way, seed) for way in range(len(WAYS))]
        for player in players:
            player.run(SLICE)  # what is computed once is not counted
        speeds = Speeds(name, [])
        began = process_time()
        while not speeds.slices or process_time() - began < seconds / len(chosen):
            speeds.slices.append([player.run(SLICE) for player in players])
        found.append(speeds)
    return found


def text(found: Sequence[Speeds]) -> str:
    """The figures as a table."""
    width = max(len(speeds.name) for speeds in found)
    lines = ["Random play with observations for the side that acts: actions a second, and compared with play without"]
    lines += ["", " " * width + "".join(f"{way:>20}" for way in WAYS)]
    for speeds in found:
        cells = [f"{speeds.speed(way):.0f}  {speeds.share(way):5.0%}" for way in range(len(WAYS))]
        lines.append(f"{speeds.name:{width}}" + "".join(f"{cell:>20}" for cell in cells))
    return "\n".join(lines)
