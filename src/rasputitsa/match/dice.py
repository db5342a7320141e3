"""Dice: where the actions of CHANCE come from.

`CommittedDice` are fair and can be checked by anybody. The match publishes the SHA-256 of a secret before the first
action and the secret itself after the last one. Chance action number *n* (the first is 1) is made of the bytes ::

    HMAC-SHA256(secret, "<match id> <n> 0") + HMAC-SHA256(secret, "<match id> <n> 1") + ...

Whoever made the secret could have tried many. So each player may add a seed, after the commitment was published and
before the first roll (see `exchange`), which is appended to these messages: ``"<match id> <n> 0 german <seed> soviet
<seed>"``. In older records a seed counts from a later roll on. ``docs/dice.md`` says what this proves, and how to check
a record by hand.

A number below *k* takes as many of these bytes as the bits of *k* - 1 fill, reads them as a big-endian number and
keeps the low bits; where that is *k* or more, it throws it away and takes the next bytes. Each die is a number below
six, plus one. A draw is a number below the common denominator of all chances, found among them in their order.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from hmac import digest
from itertools import count, islice
from math import lcm
from secrets import token_bytes
from typing import NamedTuple

from ..core import Action, RasputitsaError, State, UnreadableAction

FACES = 6
_SECRET_BYTES = 32
_SECRET_BYTES_AT_LEAST = 16
_WORD = re.compile(r"[0-9a-f]{32,64}")
_MATCH_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class BadScript(RasputitsaError):
    """Scripted dice that ran out, or whose next entry cannot fall here."""


class PlayerSeed(NamedTuple):
    """What a player adds to the dice: hexadecimal digits, and the number of the first roll that they count for."""

    since: int
    text: str


NO_SEED = PlayerSeed(0, "")  # of a side that goes without


class Dice(ABC):
    """The actions of CHANCE in a match.

    ``match_id`` names the match they belong to ("" if they serve any), ``commitment`` is published at its start
    ("" if nothing), ``secret`` is what proves it after its end. ``player_seeds`` are what the players added, ``seals``
    what they promised of them before.
    """

    match_id: str = ""
    commitment: str = ""
    secret: bytes | None = None
    player_seeds: Mapping[str, PlayerSeed] = {}
    seals: Mapping[str, str] = {}

    @abstractmethod
    def resolve(self, state: State, number: int) -> Action | None:
        """What falls as chance action ``number`` of the match; None where somebody has to enter it."""


class CommittedDice(Dice):
    """Fair dice that follow from a secret, which is committed to by its hash and shown at the end."""

    def __init__(
        self,
        secret: bytes,
        match_id: str,
        player_seeds: Mapping[str, PlayerSeed] | None = None,
        seals: Mapping[str, str] | None = None,
    ) -> None:
        if len(secret) < _SECRET_BYTES_AT_LEAST:
            raise ValueError(f"A secret needs {_SECRET_BYTES_AT_LEAST} bytes or more.")
        self.secret: bytes = secret
        self.match_id = check_match_id(match_id)
        self.commitment = commitment_to(secret)
        self.player_seeds = player_seeds if player_seeds is not None else {}
        self.seals = seals or {}

    @classmethod
    def fresh(cls, match_id: str) -> CommittedDice:
        """Dice that nobody can foresee."""
        return cls(token_bytes(_SECRET_BYTES), match_id)

    @classmethod
    def seeded(cls, seed: int | str, match_id: str = "seeded") -> CommittedDice:
        """Dice that fall the same way for the same seed, for matches that must be repeatable."""
        return cls(sha256(f"rasputitsa seed {seed}".encode()).digest(), match_id)

    def resolve(self, state: State, number: int) -> Action:
        stream = self._stream(number, [side.name for side in state.game.sides])
        dice = state.dice()
        if not dice:
            return draw(state.chances(), stream)
        verb = state.actions()[0].verb
        faces = [1 + below(FACES, stream) for _ in range(dice)]
        return state.game.action(" ".join([verb, *map(str, faces)]))

    def _stream(self, number: int, sides: Sequence[str] = ()) -> Iterator[int]:
        """The bytes of one chance action, without end."""
        counting = [(side, self.player_seeds[side]) for side in sides if side in self.player_seeds]
        seeds = "".join(f" {side} {seed.text}" for side, seed in counting if seed.text and seed.since <= number)
        for block in count():
            yield from digest(self.secret, f"{self.match_id} {number} {block}{seeds}".encode(), "sha256")


class EqualDice(Dice):
    """Dice that all show the same face; of what is drawn, the likeliest comes first. For problems."""

    def __init__(self, face: int) -> None:
        self.face = face

    def resolve(self, state: State, number: int) -> Action:
        dice = state.dice()
        if not dice:
            return max(state.chances(), key=lambda chance: chance[1])[0]
        verb = state.actions()[0].verb
        return state.game.action(" ".join([verb, *[str(self.face)] * dice]))


class ScriptedDice(Dice):
    """Outcomes written down beforehand: entry *n* is chance action *n* of the match. For tests and problems."""

    def __init__(self, script: Sequence[str]) -> None:
        self.script = tuple(script)

    def resolve(self, state: State, number: int) -> Action:
        question = state.question
        if number > len(self.script):
            asked = question.text if question else ""
            raise BadScript(f"The script ends after {len(self.script)} outcomes, but one more is due: {asked}")
        text = self.script[number - 1]
        try:
            action = state.game.action(text)
        except UnreadableAction as error:
            raise BadScript(f"Outcome {number} of the script cannot be read: {error}") from None
        refusal = state.why_not(action)
        if refusal is not None:
            raise BadScript(f"Outcome {number} of the script, {text!r}, cannot fall here: {refusal.reason}")
        return action


class TableDice(Dice):
    """Dice that fall elsewhere, on a real table or in a record: CHANCE waits until somebody enters what they show."""

    def __init__(
        self,
        match_id: str = "",
        commitment: str = "",
        secret: bytes | None = None,
        player_seeds: Mapping[str, PlayerSeed] | None = None,
        seals: Mapping[str, str] | None = None,
    ) -> None:
        self.match_id = match_id
        self.commitment = commitment
        self.secret = secret
        self.player_seeds = player_seeds or {}
        self.seals = seals or {}

    def resolve(self, state: State, number: int) -> None:
        return None


def commitment_to(secret: bytes) -> str:
    """What is published of a secret at the start of a match."""
    return "sha256:" + sha256(secret).hexdigest()


def seal_of(match_id: str, side: str, seed: str) -> str:
    """What is published of a player's seed before any seed is shown. It fits no other match and no other side."""
    return "sha256:" + sha256(f"{match_id} {side} {seed}".encode()).hexdigest()


def check_seed(text: str) -> str:
    if not _WORD.fullmatch(text):
        raise ValueError("A player's seed for the dice has 32 to 64 hexadecimal digits.")
    return text


def check_match_id(match_id: str) -> str:
    """The name of a match stands in records and in the message that dice are made of: it must be plain."""
    if not _MATCH_ID.fullmatch(match_id):
        raise ValueError(f"A match id has 1 to 64 letters, digits, '.', '-' or '_', not {match_id[:80]!r}.")
    return match_id


def below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 to ``limit - 1``, each equally likely if the bytes of the stream are."""
    bits = (limit - 1).bit_length()
    while True:
        number = int.from_bytes(islice(stream, (bits + 7) // 8), "big") & ((1 << bits) - 1)
        if number < limit:
            return number


def draw(chances: Sequence[tuple[Action, Fraction]], stream: Iterator[int]) -> Action:
    """One of these, each with exactly its probability."""
    parts = lcm(*(probability.denominator for _, probability in chances))
    rest = below(parts, stream)
    for action, probability in chances:
        rest -= probability.numerator * (parts // probability.denominator)
        if rest < 0:
            return action
    raise ValueError(f"The chances sum to {sum(probability for _, probability in chances)}, not to 1.")
