"""The bench of play: sane figures, and no python-chess needed."""

from __future__ import annotations

import pytest

from rasputitsa.devtools import play_bench as bench
from rasputitsa.games import games


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little as gives every figure."""
    for name, value in {"SAMPLES": 5, "SLICE": 1e-9, "PLAYOUT_SECONDS": 0.0}.items():
        monkeypatch.setattr(bench, name, value)


@pytest.mark.soak
def test_figures() -> None:
    result = bench.measure(seconds=0.0)
    assert [speed.name for speed in result.games] == games()
    assert result.slices == 1
    for speed in result.games:
        counts = speed.counts
        assert counts.games >= 1
        assert counts.actions > counts.rolls >= 0
        assert counts.speed == pytest.approx(counts.actions / counts.seconds)
        assert set(speed.calls) == {"copy", "actions", "take", "view", "position"}
        assert all(value > 0 for value in speed.calls.values())


@pytest.mark.usefixtures("short")
def test_text_has_every_figure() -> None:
    pytest.importorskip("chess")
    result = bench.measure(seconds=0.0, names=["battle-for-moscow"])
    told = bench.text(result)
    assert result.chess is not None
    assert result.games[0].ratio == pytest.approx(result.games[0].counts.speed / result.chess.speed)
    for word in ("actions/s", "battle-for-moscow", "python-chess", "times chess", "position"):
        assert word in told


@pytest.mark.usefixtures("short")
def test_without_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_chess", lambda: None)
    result = bench.measure(seconds=0.0, names=["battle-for-moscow"])
    assert result.chess is None
    assert result.games[0].ratio is None
    assert "python-chess is not installed" in bench.text(result)
