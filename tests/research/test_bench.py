"""The bench of observations: sane figures."""

from __future__ import annotations

import pytest

from rasputitsa.cli import main
from rasputitsa.devtools import research_bench as bench
from rasputitsa.games import games


def test_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "SLICE", 1e-9)
    assert main(["bench", "--research", "--seconds", "0.01"]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in (*games(), *bench.WAYS, "100%"))


LEAST, LEAST_WITH_HISTORY = 0.5, 0.4  # what is left of the speed


@pytest.mark.soak
@pytest.mark.parametrize("name", games())
def test_observations_leave_half_the_speed(name: str) -> None:
    (speeds,) = bench.measure(10, names=[name])
    assert speeds.share(1) >= LEAST
    assert speeds.share(2) >= LEAST_WITH_HISTORY
