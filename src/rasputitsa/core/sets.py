"""Sets of small numbers as integers, and the walks over a board that rules are made of.

A set of spaces (or of pieces) is a Python int: bit *n* is set when number *n* is a member. Union, intersection,
difference and counting are single operations on ints. The functions here are the hot paths of every game; they are
plain and typed so that they could be compiled without touching a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import compress

SpaceSet = int
Spread = Callable[[SpaceSet], SpaceSet]

# The members of every byte, for reading a set byte by byte.
_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
# The same for each byte of a long set, as far as one was needed. Never changed in place: threads may share it.
_BYTES_AT: tuple[tuple[tuple[int, ...], ...], ...] = ()


def _bytes_at(count: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    global _BYTES_AT
    known = _BYTES_AT
    if len(known) < count:
        bases = range(8 * len(known), 8 * count, 8)
        known += tuple(tuple(tuple(map(base.__add__, bits)) for bits in _BYTE) for base in bases)
        _BYTES_AT = known
    return known


def contains(set_: SpaceSet, member: int) -> bool:
    """Whether this number is a member. Hot loops write ``set_ >> member & 1`` themselves."""
    return bool(set_ >> member & 1)


def union(sets: Iterable[SpaceSet]) -> SpaceSet:
    """All members of all sets."""
    found = 0
    for each in sets:
        found |= each
    return found


def members(numbers: SpaceSet) -> list[int]:
    """The members in rising order."""
    found: list[int] = []
    count = numbers.bit_count()
    if count < 7 or count < numbers.bit_length() >> 7:  # so few that one by one is faster
        while numbers:
            low = numbers & -numbers
            found.append(low.bit_length() - 1)
            numbers ^= low
        return found
    octets = numbers.to_bytes((numbers.bit_length() + 7) >> 3, "little")
    for octet, table in compress(zip(octets, _bytes_at(len(octets)), strict=False), octets):
        found += table[octet]
    return found


def first_of(numbers: SpaceSet) -> int:
    """The lowest member."""
    return (numbers & -numbers).bit_length() - 1


def set_of(numbers: Iterable[int]) -> SpaceSet:
    """The set with these members."""
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def flood(spread: Spread, seeds: SpaceSet, open_to: SpaceSet) -> SpaceSet:
    """All that can be reached from the open seeds by way of open spaces."""
    reached = frontier = seeds & open_to
    while frontier:
        frontier = spread(frontier) & open_to & ~reached
        reached |= frontier
    return reached


def reach(spread: Spread, start: SpaceSet, points: int, costs: Sequence[SpaceSet], stops: SpaceSet) -> list[SpaceSet]:
    """Where movement can get: element *n* of the result is the set first entered with *n* points spent.

    ``costs[c]`` is the set of spaces that cost ``c + 1`` points to enter; a space in none of them is barred. Whoever
    enters one of ``stops`` goes no farther (starting in one is no hindrance).
    """
    levels = [0] * (points + 1)
    levels[0] = seen = start
    for spent in range(points):
        here = levels[spent]
        if spent:
            here &= ~stops
        if here:
            around = spread(here) & ~seen
            seen |= around
            total = spent
            for kind in costs:
                total += 1
                if total > points:
                    break
                levels[total] |= around & kind
    return levels


def cheapest(
    adjacent: Sequence[SpaceSet],
    start: int,
    cost: Callable[[int, int], int | None],
    stops: SpaceSet = 0,
    goal: int | None = None,
) -> tuple[dict[int, int], dict[int, int]]:
    """Least total cost from ``start`` to every space (or until ``goal`` is settled), and each one's predecessor.

    ``cost(a, b)`` is what the step from a to b costs; None forbids it. A path never goes on from one of ``stops``.
    """
    spent = {start: 0}
    came: dict[int, int] = {}
    settled = 0
    queue = [(0, start)]
    while queue:
        total, here = heappop(queue)
        if settled >> here & 1:
            continue
        settled |= 1 << here
        if here == goal:
            break
        if here != start and stops >> here & 1:
            continue
        for there in members(adjacent[here] & ~settled):
            price = cost(here, there)
            if price is None:
                continue
            new = total + price
            if new < spent.get(there, new + 1):
                spent[there] = new
                came[there] = here
                heappush(queue, (new, there))
    return spent, came


def path_to(goal: int, came: dict[int, int]) -> list[int]:
    """The spaces entered on the way to ``goal``, in order, the start left out."""
    path: list[int] = []
    while goal in came:
        path.append(goal)
        goal = came[goal]
    path.reverse()
    return path
