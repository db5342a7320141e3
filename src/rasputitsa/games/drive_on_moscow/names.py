"""Units and hexes for people."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.sets import contains, members
from .facts import ATTACK, COUNTERS, DEFENSE, TITLES, TYPE, UNIT_NAMES, UNITS, UNTRIED_KIND
from .loader import Counter
from .state import DriveOnMoscowState


def unit_label(state: DriveOnMoscowState, unit: int) -> str:
    """A unit by its name; a Soviet unit that is untried by its type."""
    facts = UNITS[unit]
    if state.is_untried(unit):
        return f"untried {facts.title}"
    counter = revealed_counter(state, unit)
    return counter.title if counter else facts.title


def revealed_counter(state: DriveOnMoscowState, unit: int) -> Counter | None:
    """2.13: which counter a Soviet unit that is not guards has turned out to be."""
    face = state.face[unit]
    return COUNTERS[TYPE[unit]][face - 1] if face and contains(UNTRIED_KIND, unit) else None


def factors_label(state: DriveOnMoscowState, unit: int) -> str:
    """The factors of a unit, such as 8-4, or ?-? while it is untried."""
    if state.is_untried(unit):
        return "?-?"
    face = state.face[unit]
    return f"{ATTACK[unit][face]}-{DEFENSE[unit][face]}"


def units_label(state: DriveOnMoscowState, units: int) -> str:
    """Several units for people, equal ones counted."""
    counted: dict[str, int] = {}
    for unit in members(units):
        label = unit_label(state, unit)
        counted[label] = counted.get(label, 0) + 1
    return ", ".join(f"{count} x {label}" if count > 1 else label for label, count in counted.items())


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[0].upper() + text[1:]


def count_label(count: int, side: int | None = None) -> str:
    """ "one German unit", "3 Soviet units"."""
    who = f"{TITLES[side]} " if side is not None else ""
    return f"one {who}unit" if count == 1 else f"{count} {who}units"


def public_names(state: DriveOnMoscowState, units: Iterable[int]) -> list[str]:
    """The names of units that everybody sees: untried units have none (2.13)."""
    return [UNIT_NAMES[unit] for unit in units if not state.is_untried(unit)]
