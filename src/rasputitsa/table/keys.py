"""Keys: who may play which side. Only their hashes are stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe

from .rows import Seat

_KEY_BYTES = 24  # 192 random bits
LONGEST_KEY = 100


def new_key() -> str:
    return token_urlsafe(_KEY_BYTES)


def hash_of(key: str) -> bytes:
    """What is stored of a key. Keys are random and long, so one plain hash keeps them safe."""
    return sha256(key.encode(errors="surrogatepass")).digest()


@dataclass(frozen=True, slots=True)
class Access:
    """What somebody's keys open in a match: seats (with the key of each), or the view of a spectator."""

    sides: tuple[str, ...] = ()
    spectator: bool = False
    keys: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sides) or self.spectator

    def of_players(self, seats: Mapping[str, Seat]) -> Access:
        """This access without the seats that it opens by a link's key: nobody looks at a seat without taking it."""
        sides = tuple(side for side in self.sides if seats[side].used)
        return Access(sides, self.spectator)


def fits(digest: bytes, seat: Seat) -> bool:
    """Whether a key with this hash opens the seat: its key, or the one that is about to replace it."""
    present, coming = compare_digest(digest, seat.key or b""), compare_digest(digest, seat.next_key or b"")
    return present or coming


def opened(keys: Iterable[str], seats: Mapping[str, Seat], spectators: bytes) -> Access:
    """What these keys open. All hashes are compared, each in constant time."""
    hashes = [(key, hash_of(key)) for key in keys]
    sides: list[str] = []
    used: list[str] = []
    for side, seat in seats.items():
        fitting = [key for key, digest in hashes if fits(digest, seat)]
        if fitting:
            sides.append(side)
            used.append(fitting[0])
    watching = [compare_digest(digest, spectators) for _, digest in hashes]
    return Access(tuple(sides), any(watching), tuple(used))
