"""Where a game may be named: in its own package, its bots, and nowhere below or beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rasputitsa

SOURCE = Path(rasputitsa.__file__).parent
EXAMPLE = "battle-for-moscow"  # named in examples in docstrings


@pytest.mark.parametrize("name", [name for name in rasputitsa.games() if name != EXAMPLE])
@pytest.mark.parametrize("layer", ["core", "match", "arena", "server", "web", "cli"])
def test_no_layer_names_a_game(layer: str, name: str) -> None:
    game = rasputitsa.game(name)
    words = [name, name.replace("-", "_"), game.title]
    for file in (SOURCE / layer).rglob("*"):
        if file.suffix in (".py", ".js", ".css", ".html"):
            text = file.read_text().casefold()
            assert not any(word.casefold() in text for word in words), file
