"""The client's page has all that belongs to it."""

from __future__ import annotations

from pathlib import Path

import rasputitsa

WEB = Path(rasputitsa.__file__).parent / "web"


def test_every_stylesheet_is_linked() -> None:
    page = (WEB / "index.html").read_text()
    assert [sheet.name for sheet in (WEB / "css").glob("*.css") if f"web/css/{sheet.name}" not in page] == []
