"""The rules in our own words: parsing, summaries, finding, quoting, and errors."""

from __future__ import annotations

import pytest

from rasputitsa.core import DataError, RasputitsaError, Rule, Rulebook

TEXT = """# Rules of the toy

What this is.

## 8.0 Movement

Units move from hex to hex. Each hex costs points.

A second paragraph. It is not the summary.

### 8.1 Zones of control

Does it stop? It does, at 2.5 points!
And more.

#### 8.1.1 Exceptions

no end in sight

## 10.0 Winning the game

Hold Moscow
at the end. Then you
have won.
"""


def test_rules_are_in_order_with_title_and_text() -> None:
    book = Rulebook.read(TEXT)
    assert list(book) == ["8.0", "8.1", "8.1.1", "10.0"]
    assert len(book) == 4
    assert book["8.0"] == Rule(
        "8.0",
        "Movement",
        "Units move from hex to hex. Each hex costs points.\n\nA second paragraph. It is not the summary.",
    )
    assert book["8.1"].title == "Zones of control"
    assert book["10.0"].title == "Winning the game"
    assert book["10.0"].text == "Hold Moscow\nat the end. Then you\nhave won."
    assert "9.0" not in book
    assert book.get("9.0") is None
    assert "8.1.1" in book


def test_text_before_the_first_rule_is_the_preface() -> None:
    assert Rulebook.read(TEXT).preface == "# Rules of the toy\n\nWhat this is."
    assert Rulebook.read("## 1.0 A\n\nText.").preface == ""


def test_empty_rulebook() -> None:
    book = Rulebook.read("Nothing yet.")
    assert len(book) == 0
    assert book.preface == "Nothing yet."


@pytest.mark.parametrize(
    "heading", ["# 1.0 Title", "##### 1.0 Title", "##1.0 Title", "## 1.0", "## Title", "1.0 Title"]
)
def test_other_headings_are_not_rules(heading: str) -> None:
    book = Rulebook.read(f"{heading}\n\nText.\n\n## 2.0 Real\n\nText.")
    assert list(book) == ["2.0"]
    assert book.preface == f"{heading}\n\nText."


def test_line_endings() -> None:
    assert dict(Rulebook.read(TEXT.replace("\n", "\r\n"))) == dict(Rulebook.read(TEXT))


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("Units move. Then they fight.", "Units move."),
        ("Do they? They do.", "Do they?"),
        ("Stop! Go.", "Stop!"),
        ("It costs 2.5 points. Always.", "It costs 2.5 points."),
        ("See 8.1 for more. Or not.", "See 8.1 for more."),
        ("One sentence\nover two lines. More.", "One sentence over two lines."),
        ("No end\n\nSecond paragraph.", "No end"),
        ("The end.", "The end."),
        ("A summary.\n\nB.", "A summary."),
        ("A Blitz! card is played. Then another.", "A Blitz! card is played."),
        ("Really?! Yes.", "Really?!"),
    ],
)
def test_the_summary_is_the_first_sentence(text: str, summary: str) -> None:
    assert Rule("1.0", "T", text).summary == summary
    assert Rulebook.read(f"## 1.0 T\n\n{text}\n")["1.0"].summary == summary


def test_sentences() -> None:
    text = "One *bold* hex. Two `plain` ones!\n\n- A list. Of two.\n- And more\n  lines.\n\nReading: We read it so."
    assert Rule("1.0", "T", text).sentences() == [
        "One bold hex.",
        "Two plain ones!",
        "A list.",
        "Of two.",
        "And more lines.",
        "We read it so.",
    ]


def test_quote() -> None:
    book = Rulebook.read(TEXT)
    assert book.quote("8.0", "hex costs") == "Each hex costs points."
    assert book.quote("8.0", "") == "", "nothing is quoted where no words are given"
    assert book.quote("8.0", "in the sky") == "" and book.quote("9.9", "hex") == ""


@pytest.mark.parametrize(
    ("asked", "found"), [("8", "8.0"), ("8.0", "8.0"), ("8.1", "8.1"), ("8.1.1", "8.1.1"), ("10", "10.0")]
)
def test_find(asked: str, found: str) -> None:
    assert Rulebook.read(TEXT).find(asked).number == found


def test_find_prefers_the_exact_number() -> None:
    book = Rulebook.read("## 8.1 A\n\nText.\n\n## 8.1.0 B\n\nText.")
    assert book.find("8.1").title == "A"


@pytest.mark.parametrize("asked", ["9", "9.0", "8.2", "8.", "", "movement", "1", "0.0"])
def test_find_lists_the_numbers_when_there_is_no_such_rule(asked: str) -> None:
    with pytest.raises(RasputitsaError) as caught:
        Rulebook.read(TEXT).find(asked)
    assert str(caught.value) == f"There is no rule {asked!r}. The numbers run 8.0, 8.1, 8.1.1, 10.0."


def test_duplicate_rule() -> None:
    with pytest.raises(DataError, match=r"toy\.md, 8\.1: there are two rules of this number") as caught:
        Rulebook.read(TEXT + "\n## 8.1 Again\n\nText.\n", "toy.md")
    assert (caught.value.file, caught.value.key) == ("toy.md", "8.1")


@pytest.mark.parametrize("text", ["## 1.0 A\n\n## 2.0 B\n\nText.", "## 2.0 B\n\nText.\n\n## 1.0 A\n\n  \n"])
def test_rule_without_text(text: str) -> None:
    with pytest.raises(DataError, match=r"rules\.md, 1\.0: this rule has a heading but no text"):
        Rulebook.read(text)
