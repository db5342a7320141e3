"""Optional rules: each is declared once, with its name, title, text, default and rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """Something the players agree on before a match. Most are switches; others have ``choices`` of their own.

    The first choice is the game without the option, the second the one that ``default`` stands for where it is true.
    """

    name: str
    title: str
    text: str
    default: bool = False
    rule: str = ""
    choices: tuple[str, ...] = ("off", "on")

    @property
    def default_choice(self) -> str:
        return self.choices[self.default]

    def is_on(self, chosen: Mapping[str, str]) -> bool:
        """Whether the players chose anything but the game without it."""
        return chosen[self.name] != self.choices[0]
