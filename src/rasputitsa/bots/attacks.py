"""Which attacks to make: groups of attackers put together one by one, and the best choice among many attacks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

A = TypeVar("A")

Reach = dict[int, int]  # the spaces where each unit that may move can end, its own included
Places = dict[int, int]  # the space of each unit

NODES_AT_MOST = 4000  # how long the best choice of attacks is searched for


@dataclass(slots=True)
class Group:
    """An attack that is planned: which units attack the hex from where, and its score against other attacks."""

    hex: int
    places: Places
    score: float


G = TypeVar("G", bound=Group)


class Assault(ABC, Generic[G]):
    """Plans the attacks of a phase one by one, the one with the highest score first."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.groups: list[G] = []
        self.busy = 0  # units that have an attack
        self._known: dict[int, G | None] = {}

    @abstractmethod
    def targets(self) -> Iterable[int]:
        """The hexes with enemies."""

    @abstractmethod
    def best_at(self, hex: int) -> G | None:
        """The best attack on this hex with the units that have none yet; None if none is worth it."""

    @abstractmethod
    def place(self, group: G) -> None:
        """Put the attackers of a group in their places."""

    def outdated(self, known: G | None, placed: G) -> bool:
        """Whether a group that was just placed changes the best attack on another hex."""
        return True

    def run(self) -> Iterator[None]:
        """Place attacks until none is worth it any more. It yields after each of them."""
        while group := self.best_group():
            self.commit(group)
            yield

    def best_group(self) -> G | None:
        done = {group.hex for group in self.groups}
        best = None
        for hex in self.targets():
            if hex in done:
                continue
            if hex not in self._known:
                self._known[hex] = self.best_at(hex)
            group = self._known[hex]
            if group and (best is None or group.score > best.score):
                best = group
        return best

    def commit(self, group: G) -> None:
        group = self.refined(group)
        self.groups.append(group)
        self.place(group)
        for unit in self.attackers(group):
            self.busy |= 1 << unit
        self._known = {hex: known for hex, known in self._known.items() if not self.outdated(known, group)}

    def refined(self, group: G) -> G:
        """The group with its last improvements, made only once it is chosen."""
        return group

    def attackers(self, group: G) -> Iterable[int]:
        """The units that are taken up by the attack."""
        return group.places


# Choosing among attacks that share attackers.


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """An attack that could be made: what it is worth, and the set of its attackers."""

    value: float
    attackers: int
    attack: A


def best_choice(options: Sequence[Sequence[Choice[A]]], nodes_at_most: int = NODES_AT_MOST) -> list[A]:
    """At most one attack of each list, no attacker in two of them, with the greatest sum of values."""
    lists = sorted((list(option) for option in options if option), key=lambda option: -option[0].value)
    at_best = [0.0] * (len(lists) + 1)  # the most that the lists from here on could add
    for index in range(len(lists) - 1, -1, -1):
        at_best[index] = at_best[index + 1] + lists[index][0].value
    best: list[A] = []
    best_value = 0.0
    nodes = 0

    def search(index: int, busy: int, value: float, chosen: tuple[A, ...]) -> None:
        nonlocal best, best_value, nodes
        nodes += 1
        if value > best_value:
            best, best_value = list(chosen), value
        if index == len(lists) or nodes > nodes_at_most or value + at_best[index] <= best_value:
            return
        for choice in lists[index]:
            if not choice.attackers & busy:
                search(index + 1, busy | choice.attackers, value + choice.value, (*chosen, choice.attack))
        search(index + 1, busy, value, chosen)

    search(0, 0, 0.0, ())
    return best
