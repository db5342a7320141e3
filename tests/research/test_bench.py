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


LEAST = {"drive-on-moscow": 0.35}  # what is left of the speed; of the other games more
OF_OTHERS = 0.45


@pytest.mark.soak
@pytest.mark.parametrize("name", games())
def test_observations_leave_most_of_half_the_speed(name: str) -> None:
    (speeds,) = bench.measure(10, names=[name])
    assert speeds.share(1) >= LEAST.get(name, OF_OTHERS)
