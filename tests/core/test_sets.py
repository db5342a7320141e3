"""Sets as integers, and the walks over them, against slow and simple versions of the same."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rasputitsa.core import sets
from rasputitsa.core.sets import cheapest, contains, flood, members, path_to, reach, set_of

Graph = list[int]


def random_graph(rng: Random, size: int, density: float) -> Graph:
    """The neighbours of each space, as sets; symmetric, no space its own neighbour."""
    adjacent = [0] * size
    for a in range(size):
        for b in range(a):
            if rng.random() < density:
                adjacent[a] |= 1 << b
                adjacent[b] |= 1 << a
    return adjacent


def spreading(adjacent: Graph) -> sets.Spread:
    return lambda spaces: set_of(b for a in members(spaces) for b in members(adjacent[a]))


# Members.


@given(st.sets(st.integers(0, 2500), max_size=40))
@example(set())
@example({0})
@example(set(range(7)))
@example(set(range(8)))
@example(set(range(64)))
@example({2499})
def test_members_gives_back_what_set_of_took(numbers: set[int]) -> None:
    assert members(set_of(numbers)) == sorted(numbers)


@given(st.sets(st.integers(0, 300), max_size=40), st.integers(0, 301))
def test_contains_is_membership(numbers: set[int], number: int) -> None:
    assert contains(set_of(numbers), number) is (number in numbers)


@given(st.integers(0, 2**200 - 1))
def test_set_of_gives_back_what_members_took(numbers: int) -> None:
    assert set_of(members(numbers)) == numbers
    assert len(members(numbers)) == numbers.bit_count()


@pytest.mark.parametrize("count", [6, 7, 8, 9, 10])
@pytest.mark.parametrize("first", [0, 1, 7, 8, 63, 1000])
@pytest.mark.parametrize("gap", [1, 7, 8, 97])
def test_members_on_both_sides_of_the_switch_at_eight(count: int, first: int, gap: int) -> None:
    numbers = [first + gap * n for n in range(count)]
    assert members(set_of(numbers)) == numbers


def test_set_of_takes_any_iterable_and_repeated_numbers() -> None:
    assert set_of(iter([3, 1, 3])) == 0b1010
    assert set_of({5: "five"}) == 32
    assert set_of([]) == 0


def test_members_are_a_new_list_each_time() -> None:
    full = set_of(range(20))
    members(full).clear()
    assert members(full) == list(range(20))


def test_members_in_many_threads_that_all_need_a_longer_table(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [list(range(8 * n, 8 * n + 12)) for n in range(40)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            for _ in range(4):
                monkeypatch.setattr(sets, "_BYTES_AT", type(sets._BYTES_AT)())
                found = list(pool.map(members, map(set_of, numbers)))
                assert found == numbers
                assert [members(set_of(some)) for some in numbers] == numbers
    finally:
        sys.setswitchinterval(interval)


# Flood.


@given(st.randoms(use_true_random=False), st.integers(1, 30), st.floats(0.02, 0.5))
def test_flood_against_a_walk(rng: Random, size: int, density: float) -> None:
    adjacent = random_graph(rng, size, density)
    seeds, open_to = rng.getrandbits(size), rng.getrandbits(size)
    found: set[int] = set()
    waiting = [n for n in range(size) if seeds >> n & 1 and open_to >> n & 1]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += [n for n in range(size) if adjacent[here] >> n & 1 and open_to >> n & 1]
    assert flood(spreading(adjacent), seeds, open_to) == set_of(found)


def test_flood_starts_only_from_open_seeds() -> None:
    chain = [0b10, 0b101, 0b1010, 0b100]
    assert flood(spreading(chain), 0b0001, 0b1110) == 0
    assert flood(spreading(chain), 0b0010, 0b1110) == 0b1110
    assert flood(spreading(chain), 0b1001, 0b1011) == 0b1011
    assert flood(spreading(chain), 0, 0b1111) == 0


# Reach.


def brute_reach(adjacent: Graph, start: int, points: int, price: list[int], stops: int) -> list[int]:
    """The least cost of every space by relaxing until nothing changes, sorted into levels. Price 0 bars a space."""
    size = len(adjacent)
    spent = dict.fromkeys(members(start), 0)
    changed = True
    while changed:
        changed = False
        for here, cost in list(spent.items()):
            if stops >> here & 1 and not start >> here & 1:
                continue
            for there in range(size):
                if not adjacent[here] >> there & 1 or not price[there]:
                    continue
                new = cost + price[there]
                if new <= points and new < spent.get(there, points + 1):
                    spent[there] = new
                    changed = True
    return [set_of(n for n in spent if spent[n] == level) for level in range(points + 1)]


@given(st.randoms(use_true_random=False), st.integers(1, 16), st.floats(0.1, 0.6), st.integers(0, 8))
def test_reach_against_relaxation(rng: Random, size: int, density: float, points: int) -> None:
    adjacent = random_graph(rng, size, density)
    price = [rng.choice([0, 1, 1, 2, 3]) for _ in range(size)]
    costs = [set_of(n for n in range(size) if price[n] == cost) for cost in (1, 2, 3)]
    stops = rng.getrandbits(size) & rng.getrandbits(size)
    start = 1 << rng.randrange(size) | (1 << rng.randrange(size) if rng.random() < 0.3 else 0)
    expected = brute_reach(adjacent, start, points, price, stops)
    assert reach(spreading(adjacent), start, points, costs, stops) == expected


CHAIN = [0b00010, 0b00101, 0b01010, 0b10100, 0b01000]


def test_reach_counts_points_stops_and_bars() -> None:
    spread = spreading(CHAIN)
    assert reach(spread, 1, 3, [0b11111], 0) == [1, 2, 4, 8]
    assert reach(spread, 1, 0, [0b11111], 0) == [1]
    assert reach(spread, 1, 5, [0b11011, 0b00100], 0) == [1, 2, 0, 4, 8, 16]
    assert reach(spread, 1, 2, [0b11011, 0b00100], 0) == [1, 2, 0], "two points are not enough for the third space"
    assert reach(spread, 1, 4, [0b11111], 0b00100) == [1, 2, 4, 0, 0], "a stop is entered and not left"
    assert reach(spread, 1, 4, [0b11111], 0b00001) == [1, 2, 4, 8, 16], "starting in a stop is no hindrance"
    assert reach(spread, 1, 4, [0b11011], 0) == [1, 2, 0, 0, 0], "a space without a cost is barred"
    assert reach(spread, 1, 4, [], 0) == [1, 0, 0, 0, 0]


# Cheapest paths.


@given(st.randoms(use_true_random=False), st.integers(1, 14), st.floats(0.1, 0.6))
def test_cheapest_against_relaxation(rng: Random, size: int, density: float) -> None:
    adjacent = random_graph(rng, size, density)
    edges = {(a, b): rng.choice([None, 1, 1, 2, 3]) for a in range(size) for b in range(size) if adjacent[a] >> b & 1}
    stops = rng.getrandbits(size) & rng.getrandbits(size)
    start = rng.randrange(size)
    expected = {start: 0}
    for _ in range(size):
        for (a, b), price in edges.items():
            if price is not None and a in expected and (a == start or not stops >> a & 1):
                expected[b] = min(expected.get(b, 10**6), expected[a] + price)

    spent, came = cheapest(adjacent, start, lambda a, b: edges[a, b], stops)
    assert spent == expected
    assert set(came) == set(expected) - {start}
    for goal, least in expected.items():
        path = [start, *path_to(goal, came)]
        assert path[-1] == goal
        assert sum(edges[step] or 0 for step in pairwise(path)) == least
        assert not any(stops >> space & 1 for space in path[1:-1])

    goal = rng.randrange(size)
    early, came_early = cheapest(adjacent, start, lambda a, b: edges[a, b], stops, goal)
    assert early.get(goal) == expected.get(goal)
    if goal in expected:
        assert sum(edges[step] or 0 for step in pairwise([start, *path_to(goal, came_early)])) == expected[goal]


def test_cheapest_stops_at_the_goal() -> None:
    asked: list[tuple[int, int]] = []

    def cost(a: int, b: int) -> int:
        asked.append((a, b))
        return 1

    spent, _ = cheapest(CHAIN, 0, cost, goal=2)
    assert spent[2] == 2
    assert asked == [(0, 1), (1, 2)]


def test_costs_may_differ_by_direction() -> None:
    spent, _ = cheapest(CHAIN, 2, lambda a, b: 1 if b > a else 5)
    assert spent == {0: 10, 1: 5, 2: 0, 3: 1, 4: 2}


def test_a_step_may_be_free() -> None:
    spent, came = cheapest(CHAIN, 0, lambda a, b: 0 if b == 1 else 2)
    assert spent == {0: 0, 1: 0, 2: 2, 3: 4, 4: 6}
    assert path_to(2, came) == [1, 2]


def test_path_to_excludes_the_start() -> None:
    _, came = cheapest(CHAIN, 1, lambda a, b: None if b == 3 else 1)
    assert path_to(1, came) == []
    assert path_to(0, came) == [0]
    assert path_to(2, came) == [2]
    assert path_to(4, came) == []
    _, came = cheapest(CHAIN, 0, lambda a, b: 1)
    assert path_to(4, came) == [1, 2, 3, 4]
