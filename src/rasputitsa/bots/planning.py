"""Plans for a whole phase: made step by step, each version better than the last, then carried out click by click.

A planner is a generator of ever better plans, so a bot that is told to hurry always has one at hand. A plan is made
from the position in which its phase began. Making it again gives the same plan, so a bot may forget it at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, MutableMapping
from typing import Generic, TypeVar

from ..core import State
from .bot import Stop

T = TypeVar("T")
P = TypeVar("P")
S = TypeVar("S", bound=State)


def best_so_far(versions: Iterable[T], stop: Stop, useful: Callable[[T], bool] = bool) -> tuple[T, bool]:
    """The last of ever better versions, and whether there was time for all of them.

    When ``stop`` says so, the first useful version is taken. There must be at least one version.
    """
    for version in versions:
        if stop() and useful(version):
            return version, False
    return version, True


class Remembered(dict[Hashable, T]):
    """What was worked out for the last few positions, by their keys. Forgetting it costs time and changes nothing."""

    def __init__(self, size: int = 1) -> None:
        super().__init__()
        self.size = size

    def __setitem__(self, key: Hashable, value: T) -> None:
        super().__setitem__(key, value)
        while len(self) > self.size:
            del self[next(iter(self))]  # the oldest

    def find(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """What belongs to this key; it is worked out if it is not known."""
        if key not in self:
            self[key] = work_out()
        return self[key]


class PhasePlanner(ABC, Generic[S, P]):
    """Plans the moves of a phase, and keeps to the plan as long as everybody has.

    Where somebody has moved otherwise (a person who let the bot take over, or an undo), it plans from there on.
    """

    def __init__(self) -> None:
        self._plan: Remembered[P] = Remembered()
        self.followed: P | None = None  # the plan behind the last decision

    @abstractmethod
    def phase_start(self, state: S) -> S:
        """The position in which the phase began."""

    @abstractmethod
    def before_move(self, state: S) -> S:
        """The position before the unit that is moving left its place."""

    @abstractmethod
    def key(self, start: S) -> Hashable:
        """Everything that a plan depends on."""

    @abstractmethod
    def plans(self, start: S) -> Iterator[P]:
        """Ever better plans from this position on."""

    @abstractmethod
    def follows(self, state: S, plan: P) -> bool:
        """Whether all units that have moved are where the plan wants them."""

    @abstractmethod
    def useful(self, state: S, plan: P) -> bool:
        """Whether the plan has something to do in this position."""

    def plan_for(self, state: S, stop: Stop) -> P:
        """The plan to follow in this position."""
        plan = self._plan_of_phase(state, stop)
        if not self.follows(state, plan):
            plan, _ = self._best(self.before_move(state), state, stop)
        self.followed = plan
        return plan

    def _plan_of_phase(self, state: S, stop: Stop) -> P:
        """The plan made at the start of the phase. One that was cut short is not remembered."""
        start = self.phase_start(state)
        key = self.key(start)
        if key not in self._plan:
            plan, complete = self._best(start, state, stop)
            if not complete:
                return plan
            self._plan[key] = plan
        return self._plan[key]

    def _best(self, start: S, state: S, stop: Stop) -> tuple[P, bool]:
        return best_so_far(self.plans(start), stop, lambda plan: self.useful(state, plan))


def place_in_turn(
    places: MutableMapping[int, int], order: Iterable[int], best_place: Callable[[int], int], rounds: int = 1
) -> Iterator[None]:
    """Let each unit in turn take the place that is best while the others stay where they are.

    ``places`` is changed; whoever iterates may look at it after each unit.
    """
    units = list(order)
    for _ in range(rounds):
        for unit in units:
            places[unit] = best_place(unit)
            yield
