"""Levels that search, with next to no playouts, so that tests of other things stay quick."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rasputitsa.bots.battle_for_moscow import officer
from rasputitsa.bots.blitzkrieg_to_moscow_2 import officer as blitzkrieg
from rasputitsa.bots.drive_on_moscow import officer as drive
from rasputitsa.bots.moscow_41 import officer as moscow
from rasputitsa.bots.search import Budget


@pytest.fixture
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    real = officer.level
    little = Budget(6, 3, 2, 1, 2)

    def level(name: str) -> officer.Level:
        found = real(name)
        trials = [replace(each, before=little, battles=little, movement=little) for each in found.trials]
        return replace(found, trials=tuple(trials))

    monkeypatch.setattr(officer, "level", level)
    real_blitzkrieg = blitzkrieg.level

    def blitzkrieg_level(name: str) -> blitzkrieg.Level:
        found = real_blitzkrieg(name)
        return replace(found, turns=1, answer_turns=1, budgets=dict.fromkeys(found.budgets, Budget(2, 2, 1, 1, 1)))

    monkeypatch.setattr(blitzkrieg, "level", blitzkrieg_level)
    real_drive = drive.level

    def drive_level(name: str) -> drive.Level:
        found = real_drive(name)
        return replace(found, turns=1, to_the_end=99, budgets=dict.fromkeys(found.budgets, little))

    monkeypatch.setattr(drive, "level", drive_level)
    real_moscow = moscow.level

    def moscow_level(name: str) -> moscow.Level:
        found = real_moscow(name)
        impulses, budgets = dict.fromkeys(found.impulses, 1), dict.fromkeys(found.budgets, little)
        return replace(found, impulses=impulses, sure=0.0, budgets=budgets)

    monkeypatch.setattr(moscow, "level", moscow_level)
