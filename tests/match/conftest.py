"""Records of the toy game can be read in these tests, beside those of the real games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rasputitsa.core import Game
from rasputitsa.games import game_of
from rasputitsa.match import record_reader

from .toy import TOY


def find(name: str, edition: str = "", rules: int | None = None, fingerprint: str = "") -> Game:
    return TOY if name == TOY.name else game_of(name, edition, rules, fingerprint)


@pytest.fixture(autouse=True, scope="package")
def toy_is_known() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record_reader, "game_of", find)
        yield
