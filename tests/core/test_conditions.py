"""Legality written once: what passes all conditions is legal, the first that fails is the refusal."""

from __future__ import annotations

import pytest

from rasputitsa.core import Refusal
from rasputitsa.core.conditions import Condition, first_failing, passing

SMALL: tuple[Condition[int, int], ...] = (
    Condition(lambda state, about: 0b1110, "1.0", lambda state, about, number: f"{number} is too small."),
    Condition(lambda state, about: state | 0b0110, "2.0", lambda state, about, number: "Implied.", implied=True),
    Condition(lambda state, about: about, "3.0", lambda state, about, number: f"{number} is not among {about}."),
)


def test_what_passes_all_is_legal() -> None:
    assert passing(SMALL, 0b1000, 0b0101) == 0b0100
    assert passing(SMALL, 0, 0b1000) == 0b1000, "an implied condition takes nothing away"
    assert passing(SMALL, 0, 0) == 0


def test_the_first_that_fails_is_told() -> None:
    assert first_failing(SMALL, 0b1000, 0, 0) == Refusal("1.0", "0 is too small.")
    assert first_failing(SMALL, 0, 0, 3) == Refusal("2.0", "Implied."), "one that is implied names the reason"
    assert first_failing(SMALL, 0b1000, 0, 3) == Refusal("3.0", "3 is not among 0.")
    with pytest.raises(ValueError, match="is not refused"):
        first_failing(SMALL, 0, 0b0100, 2)
