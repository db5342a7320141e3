"""The search for a plan: better plans with more playouts, the same plan for the same seed, an answer at any time."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from random import Random

import pytest

from rasputitsa.bots.sampling import Sample
from rasputitsa.bots.search import Budget, Found, Problem, certainty, search, trusting
from rasputitsa.core import DataError
from rasputitsa.core.data import Source

Numbers = tuple[int, ...]
Told = tuple[str, list[float]] | None
GOAL = (7, 1, 5, 2, 6, 3)


class Guessing(Problem[Numbers]):
    """Six numbers from 0 to 7; a plan is worth more the nearer each is to its goal, with some luck of the dice."""

    def __init__(self) -> None:
        self.tried: list[tuple[Numbers, int]] = []

    def candidates(self, rng: Random) -> Iterator[tuple[Numbers, str]]:
        yield (0,) * 6, "low"
        yield (0,) * 6, "low again"
        yield (7,) * 6, "high"

    def mutated(self, plan: Numbers, rng: Random) -> Numbers:
        place = rng.randrange(6)
        return (*plan[:place], rng.randrange(8), *plan[place + 1 :])

    def crossed(self, one: Numbers, other: Numbers, rng: Random) -> Numbers:
        place = rng.randrange(6)
        return (*one[:place], *other[place:])

    def acts(self, plan: Numbers) -> Numbers:
        return plan

    def value(self, plan: Numbers, sample: Sample) -> float:
        self.tried.append((plan, sample.index))
        return quality(plan) + 0.1 * (sample.number(sum(plan)) - 0.5)


def quality(plan: Numbers) -> float:
    return 1 - sum(abs(a - b) for a, b in zip(plan, GOAL, strict=True)) / 42


def last(found: Iterator[Found[Numbers]]) -> Found[Numbers]:
    *_, best = found
    return best


def test_more_playouts_find_better_plans() -> None:
    few = last(search(Guessing(), Budget(20, 8, 3, 2, 4), "a"))
    many = last(search(Guessing(), Budget(1500, 16, 4, 2, 4), "a"))
    assert quality(many.plan) > quality(few.plan) > quality((0,) * 6) - 0.01
    assert quality(many.plan) > 0.85


def test_the_same_seed_finds_the_same_plan() -> None:
    budget = Budget(300, 12, 4, 2, 8)
    assert last(search(Guessing(), budget, "a")) == last(search(Guessing(), budget, "a"))
    assert last(search(Guessing(), budget, "a")) != last(search(Guessing(), budget, "b"))


class Beside:
    """A partner in another thread."""

    def __init__(self, place: int, here: Queue[Told], there: Queue[Told]) -> None:
        self.place, self._here, self._there = place, here, there

    def exchange(self, key: str, values: list[float]) -> list[float] | None:
        self._there.put((key, values))
        told = self._here.get(timeout=10)
        return told[1] if told and told[0] == key else None


def test_two_who_share_the_work_find_what_one_finds() -> None:
    budget, queues = Budget(300, 8, 3, 2, 4), (Queue[Told](), Queue[Told]())
    problems = Guessing(), Guessing()
    with ThreadPoolExecutor(2) as threads:
        partners = Beside(0, *queues), Beside(1, *queues[::-1])
        both = zip(problems, partners, strict=True)
        one, other = threads.map(lambda each: last(search(each[0], budget, "a", each[1])), both)
    alone = Guessing()
    assert one == other == last(search(alone, budget, "a"))
    assert set(problems[0].tried) | set(problems[1].tried) == set(alone.tried)
    assert len(problems[0].tried) == len(problems[1].tried) == len(alone.tried) / 2


def test_whoever_is_left_alone_goes_on() -> None:
    queues = Queue[Told](), Queue[Told]()
    queues[0].put(None)
    budget = Budget(100, 8, 3, 2, 4)
    assert last(search(Guessing(), budget, "a", Beside(0, *queues))) == last(search(Guessing(), budget, "a"))


def test_the_budget_counts_playouts() -> None:
    problem = Guessing()
    found = last(search(problem, Budget(137, 12, 4, 2, 8), "a"))
    assert len(problem.tried) == found.playouts == 137


def test_no_plan_is_tried_twice_on_a_sample() -> None:
    problem = Guessing()
    last(search(problem, Budget(400, 12, 4, 2, 8), "a"))
    assert len(problem.tried) == len(set(problem.tried))


def test_the_policys_plan_is_there_before_the_first_playout() -> None:
    problem = Guessing()
    first = next(search(problem, Budget(100), "a"))
    assert (first.plan, first.intention, problem.tried) == ((0,) * 6, "low", [])


def test_the_leader_is_always_the_best_of_those_tried_alike() -> None:
    problem = Guessing()
    for found in search(problem, Budget(200, 8, 2, 2, 4), "c"):
        if found.playouts:
            assert found.value >= quality((0,) * 6) - 0.1


def test_a_gain_is_surer_than_what_it_is_the_difference_of() -> None:
    """Plans share their dice: luck that is the same for both is no doubt about which of them is better."""

    class Alike(Guessing):
        def value(self, plan: Numbers, sample: Sample) -> float:
            return sample.number(0) * 0.5 + quality(plan) / 2

    found = last(search(Alike(), Budget(60, 6, 2, 4, 8), "d"))
    assert found.gain > 0.05
    assert found.doubt < 1e-9 < 0.01 < found.error


def test_the_first_plan_can_be_kept_to_be_compared_with_the_best() -> None:
    class Keeping(Guessing):
        keeps_first = True

    budget = Budget(200, 8, 2, 2, 16)
    tries = {}
    for problem in (Guessing(), Keeping()):
        best = last(search(problem, budget, "e"))
        tries[type(problem)] = [sum(plan == tried for tried, _ in problem.tried) for plan in ((0,) * 6, best.plan)]
    assert tries[Guessing][0] < tries[Guessing][1]
    assert tries[Keeping][0] >= tries[Keeping][1]


def test_the_policys_plan_is_kept_where_too_little_is_gained() -> None:
    found = [
        Found("own", "a"),
        Found("other", "b", value=0.6, gain=0.05),
        Found("best", "b", value=0.7, gain=0.15),
    ]
    kept = list(trusting(iter(found), lambda each: each.gain > 0.1))
    assert [each.plan for each in kept] == ["own", "own", "best"]
    assert (kept[1].intention, round(kept[1].value, 6), kept[1].gain) == ("a", 0.55, 0.0)
    assert kept[2] == found[2]


def test_shared_dice() -> None:
    """The same key gives the same number in the same sample, in whatever order it is asked for."""
    one, other = Sample("seed", 3), Sample("seed", 3)
    assert [one.number(key) for key in (5, 0, 9)] == [other.number(key) for key in (5, 0, 9)]
    assert one.number(9) == other.number(9) != one.number(5)
    assert one.number(5) != Sample("seed", 4).number(5) != Sample("tree", 4).number(5)
    assert all(0 <= one.number(key) < 1 for key in range(100))


def test_budgets_are_data() -> None:
    text = "playouts = 9\nfield = 4\nelite = 2\nfirst = 1\nmost = 3"
    assert Budget.read(Source.parse(text, "x.toml")) == Budget(9, 4, 2, 1, 3)
    with pytest.raises(DataError, match="at least 1"):
        Budget.read(Source.parse(text.replace("9", "0"), "x.toml"))


def test_how_sure_a_plan_is() -> None:
    assert certainty(Found("p", "", 0.624, 0.03, 0.051, 200)) == (
        "The plan wins about 62 % (give or take 6) of 200 imagined futures, 5 points more than by the first plan."
    )
    assert "more than" not in certainty(Found("p", "", 0.5, 0.1, 0.0, 9))
