"""Somebody at the table: what their keys open, the sides they play, and what they have been told so far."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from .keys import Access

Seen = tuple[str | None, int]  # a viewer, and the number of the view that a client was shown last


class Now(NamedTuple):
    """What time it is, as whoever runs the table says: seconds since 1970, and those by which clocks go."""

    date: float
    clock: float


class Client:
    """Plays ``sides``, none for a spectator; ``sent`` is how much of the log it has, ``seen`` the view it has."""

    def __init__(self, access: Access | None = None) -> None:
        self.access = access or Access()
        self.sides: tuple[str, ...] = ()
        self.sent = 0
        self.seen: Seen | None = None
        self.issued: dict[str, str] = {}  # by side, a new key that this client was sent and has not confirmed

    def use_issued_key(self, side: str) -> None:
        """From now on this client is known by the new key that it was sent."""
        key = self.issued.pop(side)
        keys = [key if each == side else old for each, old in zip(self.access.sides, self.access.keys, strict=True)]
        self.access = replace(self.access, keys=tuple(keys))

    def lose_seat(self, side: str) -> None:
        """The key of this seat has ended. Who has no other has no place at the table any more."""
        self.sides = tuple(each for each in self.sides if each != side)
        left = [(each, key) for each, key in zip(self.access.sides, self.access.keys, strict=True) if each != side]
        self.access = replace(self.access, sides=tuple(e for e, _ in left), keys=tuple(k for _, k in left))
