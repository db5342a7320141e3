"""Tests that are left to the soak: `make soak` runs all, `make test` what is not marked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """For `parametrize`: all values, of which only the first few are tested outside the soak."""
    return [
        value if number < count else pytest.param(*several(value), marks=pytest.mark.soak)
        for number, value in enumerate(values)
    ]


def several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
