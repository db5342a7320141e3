"""The documentation site, without building it: every page is in it, every link leads somewhere, every module exists."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from rasputitsa.cli.command import parser

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
INCLUDED = re.compile(r"```\{include\} (\S+)")


def entries(page: str) -> list[str]:
    """The pages that a table of contents lists."""
    blocks = re.findall(r"```\{toctree\}\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line and not line.startswith(":")]


def test_every_page_is_listed_once() -> None:
    assert sorted(entries(PAGES["index"])) == sorted(set(PAGES) - {"index"})


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_one_title(page: str) -> None:
    text = PAGES[page]
    included = INCLUDED.match(text)
    if included:
        text = (DOCS / included[1]).read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert text.startswith("# ") and len(re.findall(r"^# ", text, re.MULTILINE)) == 1


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


FILES = [*DOCS.glob("*.md"), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, heading = target.partition("#")
        found = path.parent / name if name else path
        assert found.is_file(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in map(anchor, headings), target


@pytest.mark.parametrize(
    ("kind", "name"), re.findall(r"\.\. auto(\w+):: (\S+)", "\n".join(PAGES.values())), ids=lambda part: str(part)
)
def test_what_is_documented_exists(kind: str, name: str) -> None:
    if kind == "module":
        assert import_module(name).__doc__
    else:
        module, _, attribute = name.rpartition(".")
        assert getattr(import_module(module), attribute).__doc__


def test_commands_that_the_documents_show_can_be_read() -> None:
    """Of the pages about what can be studied and built; the README has a test of its own."""
    shown = [line for name in ("cookbook", "editions", "studies", "problems") for line in PAGES[name].splitlines()]
    commands = [line.strip() for line in shown if line.startswith("    rasputitsa ")]
    assert len(commands) >= 10
    guests = re.compile(r"my_bots:\w+")
    for command in commands:
        words = [guests.sub("recruit", word) for word in shlex.split(command)[1:]]
        if "--bot" not in words and "my-problems" not in words:
            assert parser().parse_args(words).command == words[0], command
