"""13.0 to 15.0: balance, credits, notes."""

from __future__ import annotations

import pytest

from rasputitsa.core import BadOption

from .helpers import GAME, phase_of, position

QUIET = "5ak- 0101, 3a- 1401"


def steps(phase: str, turn: int, options: dict[str, str]) -> int:
    """The replacement steps at the beginning of a replacement phase, 0 if it is skipped."""
    state = position(phase, QUIET, turn=turn, options=options)
    stack = state.position()["stack"]
    return int(stack[0]["left"]) if phase_of(state) == phase else 0


@pytest.mark.rule("battle-for-moscow", "13.0")
def test_the_options_and_their_defaults() -> None:
    assert [(option.name, option.choices, option.default_choice, option.rule) for option in GAME.options] == [
        ("soviet-replacements", ("printed", "4", "3"), "printed", "13.0"),
        ("german-replacements", ("printed", "turns 2 4 6"), "printed", "13.0"),
    ]
    assert GAME.start().position()["options"] == {
        "soviet-replacements": "printed",
        "german-replacements": "printed",
    }


@pytest.mark.rule("battle-for-moscow", "13.0")
@pytest.mark.parametrize(
    "choice, expected",
    [("printed", [5, 5, 4, 4, 5, 5, 5]), ("4", [4] * 7), ("3", [3] * 7)],
)
def test_fewer_russian_replacements(choice: str, expected: list[int]) -> None:
    options = {"soviet-replacements": choice}
    assert [steps("soviet-replacement", turn, options) for turn in range(1, 8)] == expected
    assert [steps("german-replacement", turn, options) for turn in range(1, 8)] == [0, 1, 1, 1, 1, 1, 1]


@pytest.mark.rule("battle-for-moscow", "13.0")
def test_german_replacements_on_even_turns_only() -> None:
    options = {"german-replacements": "turns 2 4 6"}
    assert [steps("german-replacement", turn, options) for turn in range(1, 8)] == [0, 1, 0, 1, 0, 1, 0]
    assert [steps("soviet-replacement", turn, options) for turn in range(1, 8)] == [5, 5, 4, 4, 5, 5, 5]


@pytest.mark.rule("battle-for-moscow", "13.0")
def test_options_are_kept_through_the_game_and_its_copies() -> None:
    options = {"soviet-replacements": "3", "german-replacements": "turns 2 4 6"}
    state = GAME.start(options=options)
    assert state.position()["options"] == options
    assert state.copy().position()["options"] == options
    assert GAME.position(state.position()).position() == state.position()


@pytest.mark.rule("battle-for-moscow", "13.0")
def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption, match="cannot be '5'"):
        GAME.start(options={"soviet-replacements": "5"})
    with pytest.raises(BadOption, match="no option 'weather'"):
        GAME.start(options={"weather": "snow"})


@pytest.mark.rule("battle-for-moscow", "14.0")
def test_the_rules_name_designer_developer_and_publishers() -> None:
    text = GAME.rules["14.0"].text
    for name in ("Frank Chadwick", "Alan Emrich", "GDW", "1986", "Victory Point Games", "2009"):
        assert name in text
    assert "Frank Chadwick" in GAME.manifest()["about"]


@pytest.mark.rule("battle-for-moscow", "15.0")
def test_the_developers_notes_have_no_effect() -> None:
    rule = GAME.rules["15.0"]
    assert rule.title == "Developer's notes"
    assert "nothing of them is in force" in rule.text
