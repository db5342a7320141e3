"""Tests that are left to the soak: `make soak` runs all, `make test` what is not marked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """For `parametrize`: all values, of which only the first few are tested outside the soak."""
    return [value if number < count else left(value) for number, value in enumerate(values)]


def less(few: Any, many: Any) -> list[Any]:
    """For `parametrize`: how much of something is tested, a little of it outside the soak."""
    return [few, left(many)]


def left(value: Any) -> Any:
    """A value for `parametrize` that is tested in the soak alone."""
    if hasattr(value, "marks"):  # made by `pytest.param`
        return pytest.param(*value.values, id=value.id, marks=pytest.mark.soak)
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.soak)
