"""The search for a plan: many plans are tried in imagined futures, the worse half is dropped again and again, and
the best are mutated and crossed.

A game supplies a `Problem`: the plans it thinks of first, how to change a plan a little, how to make one out of two,
and what a plan is worth in a sample. Budgets count playouts, never seconds, so the same seed finds the same plan on any
machine. The best plan so far is there at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, pstdev, stdev
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ..core.data import Source
from .sampling import Sample

P = TypeVar("P")

TRIES_FOR_A_CHILD = 8  # before a generation goes on with fewer children
CROSSED = 0.3  # the share of children that have two parents


class Problem(ABC, Generic[P]):
    """What is searched: plans from one position on. Everything follows from the position and the seed."""

    keeps_first: ClassVar[bool] = False  # whether the first plan is tried as often as the best, to be compared with it

    @abstractmethod
    def candidates(self, rng: Random) -> Iterable[tuple[P, str]]:
        """The plans to begin with, the policy's own first, each with its intention in a few words."""

    @abstractmethod
    def mutated(self, plan: P, rng: Random) -> P:
        """The same plan, a little different."""

    @abstractmethod
    def crossed(self, one: P, other: P, rng: Random) -> P:
        """A plan that does a part of it as the one and the rest as the other."""

    @abstractmethod
    def acts(self, plan: P) -> Hashable:
        """What a plan does: plans for which this is equal are the same."""

    @abstractmethod
    def value(self, plan: P, sample: Sample) -> float:
        """A playout: how good it is for the side that plans, from 0 (lost) to 1 (won)."""


class Partner(Protocol):
    """Somebody who makes the very same search elsewhere at the same time; each does half of the playouts."""

    place: int  # 0, or 1 for the other one

    def exchange(self, key: str, values: list[float]) -> list[float] | None:
        """What the other one found where this one found ``values``; None if it is not at this point of the search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried. Each generation has ``field`` plans, of which the ``elite`` has children."""

    playouts: int
    field: int = 16
    elite: int = 4
    first: int = 2  # samples on which every plan is tried
    most: int = 16  # samples on which the elite of a generation is tried; each generation adds half as many

    @classmethod
    def read(cls, source: Source) -> Budget:
        """The budget of a table in a data file."""
        names = [each.name for each in fields(cls)]
        source.only(*names)
        for name in names:
            if source.get(name, int) < 1:
                raise source.error(name, f"is {source.data[name]}; it must be at least 1")
        return cls(**source.data)

    def times(self, factor: int) -> Budget:
        """The same plans on so many times the samples."""
        return replace(self, playouts=factor * self.playouts, first=factor * self.first, most=factor * self.most)


@dataclass(slots=True)
class Entry(Generic[P]):
    """A plan in the field: its intention, and what it was worth in the first samples."""

    plan: P
    intention: str
    values: list[float] = field(default_factory=list)

    def mean(self, samples: int) -> float:
        return fmean(self.values[:samples]) if self.values else 0.0


class Found(NamedTuple, Generic[P]):
    """The best plan so far: what it is worth, how sure that is, by how much the first plan is worse on the same
    samples, and how sure that is."""

    plan: P
    intention: str = ""
    value: float = 0.0
    error: float = 0.0
    gain: float = 0.0
    playouts: int = 0
    doubt: float = 0.0  # the standard error of the gain


def search(problem: Problem[P], budget: Budget, seed: str, partner: Partner | None = None) -> Iterator[Found[P]]:
    """Ever better plans; each playout yields the best one so far."""
    return _Search(problem, budget, seed, partner).run()


class _Search(Generic[P]):
    def __init__(self, problem: Problem[P], budget: Budget, seed: str, partner: Partner | None) -> None:
        self.problem = problem
        self.budget = budget
        self.seed = seed
        self.partner = partner
        self.rng = Random(seed)
        self.samples: list[Sample] = []
        self.known: set[Hashable] = set()
        self.playouts = 0

    def run(self) -> Iterator[Found[P]]:
        budget = self.budget
        field = list(islice(self.distinct(self.problem.candidates(self.rng)), budget.field))
        first = field[0]
        yield Found(first.plan, first.intention)
        if len(field) == 1:
            field += self.children(field, budget.field - 1)
        most = budget.most
        while len(field) > 1 and self.playouts < budget.playouts:
            elite = field
            for leader, elite in self.halved(field, most, first):  # noqa: B007
                yield self.found(leader, first)
            field = elite + self.children(elite, budget.field - len(elite))
            most += budget.most // 2

    def distinct(self, plans: Iterable[tuple[P, str]]) -> Iterator[Entry[P]]:
        """Plans that do something new."""
        for plan, intention in plans:
            key = self.problem.acts(plan)
            if key not in self.known:
                self.known.add(key)
                yield Entry(plan, intention)

    def halved(self, field: list[Entry[P]], most: int, first: Entry[P]) -> Iterator[tuple[Entry[P], list[Entry[P]]]]:
        """Try all on a few samples, the better half on twice as many, and so on; yields the leader and who is left."""
        samples = self.budget.first
        ranked = sorted(field, key=lambda entry: -len(entry.values))  # those that were tried before come first
        leader = ranked[0]
        while True:
            for _ in self.tried(ranked, samples):
                yield leader, ranked
            ranked = [entry for entry in ranked if len(entry.values) >= samples] or ranked
            ranked.sort(key=lambda entry: -entry.mean(samples))  # of equals the first stays first
            leader = ranked[0]
            ranked = ranked[: max(self.budget.elite, (len(ranked) + 1) // 2)]
            if self.problem.keeps_first and not any(entry is first for entry in ranked):
                ranked = [*ranked[: max(1, len(ranked) - 1)], first]
            yield leader, ranked
            if samples >= most or self.playouts >= self.budget.playouts:
                return
            samples = min(2 * samples, most)

    def tried(self, entries: list[Entry[P]], samples: int) -> Iterator[None]:
        """Try these plans on so many samples, as far as the budget goes."""
        due = [(entry, index) for entry in entries for index in range(len(entry.values), samples)]
        due = due[: self.budget.playouts - self.playouts]
        if self.partner is not None:
            yield from self.shared(due, self.partner)
            return
        for entry, index in due:
            entry.values.append(self.value(entry, index))
            self.playouts += 1
            yield

    def shared(self, due: list[tuple[Entry[P], int]], partner: Partner) -> Iterator[None]:
        """The same in two: whoever has the same list does every other playout, and both tell each other."""
        values = [0.0] * len(due)
        for number in range(partner.place, len(due), 2):
            values[number] = self.value(*due[number])
            yield
        others = range(1 - partner.place, len(due), 2)
        found = partner.exchange(f"{self.seed} {self.playouts}", values[partner.place :: 2])
        if found is None or len(found) != len(others):
            self.partner = None
        for place, number in enumerate(others):
            if self.partner is None:
                values[number] = self.value(*due[number])
                yield
            else:
                assert found is not None
                values[number] = found[place]
        for (entry, _), value in zip(due, values, strict=True):
            entry.values.append(value)
        self.playouts += len(due)
        yield

    def value(self, entry: Entry[P], index: int) -> float:
        return self.problem.value(entry.plan, self.sample(index))

    def sample(self, index: int) -> Sample:
        while len(self.samples) <= index:
            self.samples.append(Sample(self.seed, len(self.samples)))
        return self.samples[index]

    def children(self, parents: list[Entry[P]], count: int) -> list[Entry[P]]:
        """New plans out of the best."""
        made: list[Entry[P]] = []
        for _ in range(TRIES_FOR_A_CHILD * count):
            if len(made) == count:
                break
            made += self.distinct([self.child(parents)])
        return made

    def child(self, parents: list[Entry[P]]) -> tuple[P, str]:
        rng = self.rng
        parent = rng.choice(parents)
        if len(parents) > 1 and rng.random() < CROSSED:
            other = rng.choice([entry for entry in parents if entry is not parent])
            return self.problem.crossed(parent.plan, other.plan, rng), parent.intention
        return self.problem.mutated(parent.plan, rng), parent.intention

    def found(self, leader: Entry[P], first: Entry[P]) -> Found[P]:
        count = len(leader.values)
        gains = [one - other for one, other in zip(leader.values, first.values, strict=False)]
        gain = fmean(gains) if gains else 0.0
        error = pstdev(leader.values) / sqrt(count) if count else 0.0
        doubt = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
        return Found(leader.plan, leader.intention, leader.mean(count), error, gain, self.playouts, doubt)


def trusting(versions: Iterator[Found[P]], is_sure: Callable[[Found[P]], bool]) -> Iterator[Found[P]]:
    """The same, but the first plan, which is the policy's, for as long as it is not sure that another one is better."""
    first = next(versions)
    yield first
    for found in versions:
        if not is_sure(found):
            found = found._replace(plan=first.plan, intention=first.intention, value=found.value - found.gain, gain=0.0)
        yield found


def certainty(found: Found[P]) -> str:
    """How sure a plan is, in one sentence."""
    chance, error = round(100 * found.value), round(196 * found.error)
    gain = round(100 * found.gain)
    better = f", {gain} points more than by the first plan" if gain > 0 else ""
    return f"The plan wins about {chance} % (give or take {error}) of {found.playouts} imagined futures{better}."
