"""The page in Firefox: whether it starts, plays and finds its match again. Where there is no Firefox, that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..tools import firefox
from .host import Host


@pytest.mark.soak
def test_a_match_in_firefox(host: Host) -> None:
    if why := firefox.left_out():
        pytest.skip(why)
    found = firefox.run(Path(__file__).with_name("firefox.mjs"), host.url, seconds=400)
    assert found["again"] == found["reached"] > found["before"]
