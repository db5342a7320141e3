"""Levels that search, with next to no playouts, so that tests of other things stay quick."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rasputitsa.bots.battle_for_moscow import officer
from rasputitsa.bots.search import Budget


@pytest.fixture
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    real = officer.level
    little = Budget(6, 3, 2, 1, 2)

    def level(name: str) -> officer.Level:
        return replace(real(name), movement=little, battles=little)

    monkeypatch.setattr(officer, "level", level)
