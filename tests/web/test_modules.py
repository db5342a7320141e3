"""The client's modules stay small enough to read."""

from __future__ import annotations

from pathlib import Path

import rasputitsa

WEB = Path(rasputitsa.__file__).parent / "web"
LONGEST = 400
WIDEST = 140
WRITTEN = ("types.js",)  # from the declarations of the server


def test_no_module_is_too_long() -> None:
    files = [file for suffix in ("js", "css") for file in WEB.rglob(f"*.{suffix}")]
    lengths = {str(file.relative_to(WEB)): len(file.read_text().splitlines()) for file in files}
    assert len(lengths) > 60
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST and name not in WRITTEN} == {}


def test_no_line_is_too_long() -> None:
    lines = ((file, line) for file in WEB.rglob("*.js") for line in file.read_text().splitlines())
    assert [f"{file.name}: {line}" for file, line in lines if len(line) > WIDEST] == []


def test_every_stylesheet_is_linked() -> None:
    page = (WEB / "index.html").read_text()
    assert [sheet.name for sheet in (WEB / "css").glob("*.css") if f"web/css/{sheet.name}" not in page] == []
