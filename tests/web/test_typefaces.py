"""The client's typefaces are as `tests.tools.typefaces` makes them: their letters, their names, their licence."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from ..tools.typefaces import FACES, LETTERS, NAMED, PLACE


@pytest.mark.parametrize("file", FACES)
def test_a_typeface_has_the_letters_and_the_name_it_is_given(file: str) -> None:
    _, _, name = FACES[file]
    font = TTFont(PLACE / f"{file}.woff2")
    assert set(map(chr, font.getBestCmap())) == set(LETTERS)
    names = {str(entry) for entry in font["name"].names if entry.nameID in NAMED}
    assert names <= {name, name.replace(" ", "")} and names


def test_no_other_files_are_there() -> None:
    assert {file.name for file in PLACE.iterdir()} == {"LICENSE", *(f"{file}.woff2" for file in FACES)}
    assert "SIL OPEN FONT LICENSE" in (PLACE / "LICENSE").read_text("utf-8").upper()
