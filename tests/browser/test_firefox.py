"""Each game in Firefox: a match opens, zooms, pans and takes an answer. Where there is no Firefox, that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

import rasputitsa as ra

from ..tools import firefox
from .server import Server


def test_every_game_in_firefox(server: Server) -> None:
    if why := firefox.left_out():
        pytest.skip(why)
    urls = [match_of(server, game) for game in ra.games()]
    found = firefox.run(Path(__file__).with_name("firefox.mjs"), *urls, seconds=400)
    for game, one in zip(ra.games(), found, strict=True):
        assert one == {"zoomed": True, "panned": True, "complaints": []}, game


def match_of(server: Server, game: str) -> str:
    """The address of a new match, for the side that is asked first."""
    match = ra.Match(ra.game(game))
    made = server.create(game=game, record=ra.record.write(match))
    return f"{server.url}/match/{made['match']}#{made['keys'][match.side]}"
