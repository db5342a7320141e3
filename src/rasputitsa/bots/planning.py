"""Plans for a whole phase: made step by step, each version better than the last, then carried out click by click.

A planner is a generator of ever better plans, so a bot that must answer at once always has one at hand. A plan is made
from the position in which its phase began. Making it again gives the same plan, so a bot may forget it at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

from ..core import Action, State, Step
from ..core.moves import MoveRecord, cities_taken, take_back
from .attacks import Group, Places
from .bot import Stop
from .search import Found

T = TypeVar("T")
S = TypeVar("S", bound=State)


@dataclass(slots=True)
class Plan:
    """Where each unit is to end, and which attacks that is for."""

    places: Places = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    found: Found[Any] | None = None  # by the search that it comes from, if it does


def best_so_far(versions: Iterable[T], stop: Stop, useful: Callable[[T], bool] = bool) -> tuple[T, bool]:
    """The last of ever better versions, and whether there was time for all of them.

    When ``stop`` says so, the first useful version is taken. There must be at least one version.
    """
    for version in versions:
        if stop() and useful(version):
            return version, False
    return version, True


class Cache(dict[Hashable, T]):
    """What was worked out for the last few positions, by their keys. Forgetting it costs time and changes nothing."""

    def __init__(self, size: int = 1) -> None:
        super().__init__()
        self.size = size

    def __setitem__(self, key: Hashable, value: T) -> None:
        super().__setitem__(key, value)
        while len(self) > self.size:
            del self[next(iter(self))]  # the oldest

    def get_or_compute(self, key: Hashable, compute: Callable[[], T]) -> T:
        """What belongs to this key; it is computed if it is not known."""
        if key not in self:
            self[key] = compute()
        return self[key]


class PhasePlanner(ABC, Generic[S]):
    """Plans the moves of a phase, and keeps to the plan as long as every unit that has moved did.

    Where the moves so far differ from the plan (a person moved before the bot took over), it plans from there on.
    """

    movement: ClassVar[type[Any]]  # the step that asks for the next unit; it has ``move_records``
    moving: ClassVar[type[Any]]  # the step that asks where a unit goes: ``unit``, ``origin``, ``cities``

    def __init__(self) -> None:
        self._plan: Cache[Plan] = Cache()
        self._cut_short: Cache[Plan] = Cache()
        self.followed = Plan()  # the plan behind the last decision

    # What a game provides.

    @abstractmethod
    def first_step(self) -> Step[Any]:
        """The step with which a phase begins, before any move."""

    @abstractmethod
    def key(self, start: S) -> Hashable:
        """Everything that a plan depends on."""

    @abstractmethod
    def plans(self, start: S) -> Iterator[Plan]:
        """The policy's plans from this position on, ever better."""

    def searched(self, start: S, own: Plan) -> Iterator[Plan]:
        """Better ones than the policy's own, by search."""
        yield from ()

    @abstractmethod
    def useful(self, state: S, plan: Plan) -> bool:
        """Whether the plan moves a unit in this position and ends in a legal one, though it may not be finished."""

    def can_return(self, state: S, unit: int) -> bool:
        """Whether the move of a unit can be taken back at all."""
        return True

    # The position in which the phase began.

    def movement_step(self, state: S) -> Any:
        return next(step for step in reversed(state.stack) if isinstance(step, self.movement))

    def phase_start(self, state: S) -> S:
        """The position in which the phase began."""
        start: Any = self.before_move(state)
        for record in self.movement_step(state).move_records:
            self._take_back(start, record, 0)
        start.stack = (self.first_step(),)
        return start  # type: ignore[no-any-return]

    def before_move(self, state: S) -> S:
        """The position before the unit that is moving left its place."""
        start = state.copy()
        top: Any = state.stack[-1]
        if isinstance(top, self.moving):
            others = cities_taken(self.movement_step(state).move_records)
            self._take_back(start, MoveRecord(top.unit, top.origin, top.cities), others)
            start.stack = state.stack[:-1]
        return start

    def _take_back(self, state: Any, record: MoveRecord, taken_by_others: int) -> None:
        if self.can_return(state, record.unit):
            take_back(state, record, taken_by_others, 1 - state.active)

    # The plan to follow.

    def plan_for(self, state: S, stop: Stop) -> Plan:
        """The plan to follow in this position."""
        plan = self._plan_of_phase(state, stop)
        if not self.follows(state, plan):
            plan, _ = self._best(self.before_move(state), state, stop)
        self.followed = plan
        return plan

    def follows(self, state: S, plan: Plan) -> bool:
        """Whether all units that have moved are where the plan wants them."""
        where = state.where  # type: ignore[attr-defined]
        records = self.movement_step(state).move_records
        return all(plan.places.get(record.unit, record.origin) == where[record.unit] for record in records)

    def _plan_of_phase(self, state: S, stop: Stop) -> Plan:
        """The plan made at the start of the phase. One that was cut short is followed only if the next is so too."""
        start = self.phase_start(state)
        key = self.key(start)
        if key not in self._plan:
            plan, complete = self._best(start, state, stop)
            if not complete:
                before = self._cut_short.get(key)
                if before is not None and self.follows(state, before) and self.useful(state, before):
                    return before
                self._cut_short[key] = plan
                return plan
            self._plan[key] = plan
        return self._plan[key]

    def _best(self, start: S, state: S, stop: Stop) -> tuple[Plan, bool]:
        """The best plan from ``start`` on, and whether there was time for it; if not, one that is useful in this
        position, or the policy's whole one. None of those that a search has still to find may be useful: no plan may
        want what others have begun.
        """
        own, complete = best_so_far(self.plans(start), stop, lambda plan: self.useful(state, plan))
        if not complete:
            return own, False
        found, complete = best_so_far(chain([own], self.searched(start, own)), stop)
        return (found, complete) if complete or self.useful(state, found) else (own, False)


class StandingPlanner(ABC, Generic[S]):
    """Keeps a plan for a phase while it has something to do, and plans again from the new position when it has not.

    For games with hundreds of units, whose moves cannot be taken back or in which every decision is made on another
    guess: there a plan cannot be made again from the start of its phase. A bot that has lost its plan (the server was
    restarted) makes a new one from where it is, so the rest of that phase may be played differently, but no worse.
    """

    def __init__(self) -> None:
        self._plan: Cache[Plan] = Cache()
        self.followed = Plan()  # the plan behind the last decision

    @abstractmethod
    def phase_key(self, state: S) -> Hashable:
        """What distinguishes this phase from all others: the turn, the phase, the side."""

    @abstractmethod
    def plans(self, state: S) -> Iterator[Plan]:
        """Ever better plans for what is left of the phase."""

    @abstractmethod
    def next_action(self, state: S, plan: Plan) -> Action | None:
        """What the plan wants next and the rules allow; None if it has nothing to do any more."""

    def choose(self, state: S, stop: Stop) -> Action | None:
        """The next action; None if there is nothing left worth doing in this phase."""
        key = self.phase_key(state)
        if key in self._plan:
            action = self._follow(state, self._plan[key])
            if action is not None:
                return action
        plan, _ = best_so_far(self.plans(state), stop, lambda plan: self.next_action(state, plan) is not None)
        self._plan[key] = plan
        return self._follow(state, plan)

    def _follow(self, state: S, plan: Plan) -> Action | None:
        self.followed = plan
        return self.next_action(state, plan)


def place_in_turn(
    places: MutableMapping[int, int], order: Iterable[int], best_place: Callable[[int], int], rounds: int = 1
) -> Iterator[None]:
    """Let each unit in turn take the place that is best while the others stay where they are.

    ``places`` is changed; it yields after each unit.
    """
    units = list(order)
    for _ in range(rounds):
        for unit in units:
            places[unit] = best_place(unit)
            yield
