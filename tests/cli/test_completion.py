"""Shell completion is written from the parser, and works in the shells that are installed here."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import rasputitsa as ra
from rasputitsa.bots import bots, challengers
from rasputitsa.cli.completion import bash, fish, zsh

from .tools import Here

BASH = """
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_rasputitsa
printf '%s\\n' "${COMPREPLY[@]}"
"""
GAME = ra.games()[0]


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("completion") / "rasputitsa.bash"
    file.write_text(bash(), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["re"], ["replay", "restore"]),
        (["--v"], ["--version"]),
        (["play", "--german", ""], ["human", *bots()]),
        (["arena", GAME, "--soviet", ""], [*bots(), *challengers()]),
        (["play", ""], [*ra.games()]),
        (["play", "--rec"], ["--record"]),
        (["tune", GAME, "--side", ""], ["german", "soviet"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["replay", "--to", ""], []),
    ],
)
def test_bash_completes(script: Path, line: list[str], words: list[str]) -> None:
    ran = subprocess.run(
        ["bash", "-c", BASH, "bash", script, "rasputitsa", *line], capture_output=True, text=True, check=True
    )
    found = ran.stdout.split()
    if not line[-1] and not line[-2].startswith("--"):
        found = [word for word in found if not word.startswith("-")]  # options can stand there too
    assert found == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_a_script(run: Here, shell: str) -> None:
    ran = run("completion", shell)
    assert ran.status == 0 and ran.err == ""
    assert f"rasputitsa completion {shell}" in ran.out.splitlines()[0 if shell != "zsh" else 1]


def test_zsh_and_fish_know_every_command_and_option() -> None:
    flags = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", bash()))
    commands = re.findall(r"^        ([a-z]+)\) words=", bash(), re.MULTILINE)
    assert len(flags) > 40 and len(commands) > 15
    in_zsh, in_fish = zsh(), fish()
    assert [flag for flag in flags if f"{flag}[" not in in_zsh or f"-l {flag[2:]} " not in in_fish] == []
    assert [name for name in commands if f"  {name}) _arguments" not in in_zsh or f" -a {name} " not in in_fish] == []


@pytest.mark.parametrize(("shell", "text"), [("zsh", zsh), ("fish", fish)])
def test_the_script_can_be_read_by_its_shell(shell: str, text: object, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    file = tmp_path / "script"
    file.write_text(text(), encoding="utf-8")  # type: ignore[operator]
    subprocess.run([program, "-n", file], check=True)
