"""The exchange of seeds before the first roll: commit and reveal, so that nobody can choose a seed after the others'.

Each player's browser draws a seed and publishes its *seal*, a hash. Once every side has sealed a seed, or goes without
one, no seal changes any more and the seeds are shown; each must fit its seal. Once every side has shown its seed, or
goes without one, the dice may roll. A side that sealed a seed and never showed it keeps its seal, for all to see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core import RasputitsaError
from .dice import NO_SEED, PlayerSeed, check_seed, seal_of

_SEAL = re.compile(r"sha256:[0-9a-f]{64}")


class ExchangeError(RasputitsaError):
    """A seal or a seed that cannot be taken now."""


def check_seal(text: str) -> str:
    if not _SEAL.fullmatch(text):
        raise ValueError("A seal is 'sha256:' and 64 hexadecimal digits.")
    return text


class Exchange:
    """``seals`` and ``player_seeds`` by side, as far as they are known; both are changed in place."""

    def __init__(
        self, match_id: str, sides: Sequence[str], seals: dict[str, str], player_seeds: dict[str, PlayerSeed]
    ) -> None:
        self._match_id = match_id
        self._sides = sides
        self.seals = seals
        self.player_seeds = player_seeds

    @property
    def sealed(self) -> bool:
        """Whether seeds may be shown: every side has sealed one or goes without."""
        return all(side in self.seals or side in self.player_seeds for side in self._sides)

    @property
    def closed(self) -> bool:
        """Whether the dice may roll: every side has shown its seed or goes without."""
        return all(side in self.player_seeds for side in self._sides)

    @property
    def missing(self) -> list[str]:
        """The sides that have to do something: to seal a seed or, when all are sealed, to show it."""
        sealed = self.sealed
        return [side for side in self._sides if side not in self.player_seeds and (sealed or side not in self.seals)]

    def seal(self, side: str, seal: str) -> None:
        """Seal a seed. As long as no seed may be shown, another seal may replace it."""
        if self.sealed:
            raise ExchangeError("All seeds for the dice are sealed; no seal can be changed any more.")
        if side in self.player_seeds:
            raise ExchangeError("This side goes without a seed.")
        self.seals[side] = check_seal(seal)

    def show(self, side: str, text: str) -> None:
        """Show the seed that was sealed."""
        if not self.sealed:
            raise ExchangeError("No seed is shown before all are sealed.")
        if side in self.player_seeds:
            raise ExchangeError("This side has shown its seed for the dice, or goes without one.")
        if self.seals[side] != seal_of(self._match_id, side, check_seed(text)):
            raise ExchangeError("This is not the seed that was sealed.")
        self.player_seeds[side] = PlayerSeed(1, text)

    def go_without(self, side: str) -> None:
        """This side is not waited for any longer."""
        self.player_seeds.setdefault(side, NO_SEED)
