"""What the README shows works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from rasputitsa.cli.command import parser

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_library_tour(capsys: object) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) >= 5
    exec(compile("\n".join(blocks), "README.md", "exec"), {"__name__": "readme"})


def test_commands_exist() -> None:
    commands = re.findall(r"^    \.venv/bin/rasputitsa (.+)$", README, re.MULTILINE)
    assert len(commands) >= 8
    for command in commands:
        assert parser().parse_args(shlex.split(command)).command == command.split()[0]


def test_make_targets_exist() -> None:
    makefile = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:`|^    )make ([a-z]+)", README, re.MULTILINE)
    assert {"play", "test", "soak"} <= set(targets)
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target} is not in the Makefile"
