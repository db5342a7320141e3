"""The package as it is installed: what it says of itself, and versions that do not change by themselves."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = re.findall(r"^([\w.-]+)==[\w.]+$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)


def plain(name: str) -> str:
    """The name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=; ]", name)[0]).lower()


def test_all_that_is_installed_for_development_is_pinned() -> None:
    pinned = set(map(plain, PINNED))
    wanted = set(map(plain, PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]))
    assert wanted - pinned == set()


def test_constraints_are_names_and_versions_alone() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert len(PINNED) == sum(not line.startswith("#") for line in lines)
    assert "rasputitsa" not in map(plain, PINNED)


def test_make_installs_by_the_constraints() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [line for line in makefile.splitlines() if "pip install" in line]
    assert installs and all("--constraint constraints.txt" in line for line in installs)


def test_the_changelog_begins_with_this_version() -> None:
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first is not None and first[1] == PROJECT["version"]


def test_what_contributing_names_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in re.findall(r"(?:src|docs|tests)/[\w/.]+\.\w+", text):
        assert (ROOT / path).is_file(), path
    for name in re.findall(r"`((?:core|games|bots)/[\w/]+\.py)`", text):
        assert (ROOT / "src/rasputitsa" / name).is_file(), name
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z]+)\b", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_package_is_typed() -> None:
    assert (ROOT / "src/rasputitsa/py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]
