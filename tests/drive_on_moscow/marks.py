"""The mark that names a rule of the game."""

from __future__ import annotations

import pytest


def dom(number: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("drive-on-moscow", number)
