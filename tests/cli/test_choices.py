"""What a typed text means, and how choices are listed."""

from __future__ import annotations

import pytest

import rasputitsa as ra
from rasputitsa.cli.choices import Ambiguous, Choice, choices, completed, find, lines_of, marks_of
from rasputitsa.cli.listing import units
from rasputitsa.cli.scene import Scene
from rasputitsa.cli.texts import beside, in_columns, markdown, width_of, wrap
from rasputitsa.core import State

from .tools import GAME


def at_question(*actions: str) -> tuple[list[Choice], Scene]:
    state: State = ra.game(GAME).start()
    for action in ("standard", "done", *actions):
        state.take(action)
    scene = Scene(state.game, state.view(state.side))
    return choices(state, scene), scene


def meant(text: str, *actions: str) -> str | None:
    found, scene = at_question(*actions)
    choice = find(text, found, scene)
    return choice.action if choice else None


MOVING = ("done", "unit 24pz")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("1", "attack 0301"),
        ("12", "done"),
        ("attack 0405", "attack 0405"),
        ("  ATTACK   0405 ", "attack 0405"),
        ("0405", "attack 0405"),
        ("a 0405", "attack 0405"),
        ("att 0405", "attack 0405"),
        ("do", "done"),
        ("bryansk", "attack 0509"),
        ("attack bry", "attack 0509"),
        ("00", None),
        ("13", "with 57pz"),
        ("44", None),
        ("0406", None),
        ("", None),
        ("attack 0405 now", None),
        ("smolensk", None),
    ],
)
def test_texts_for_a_battle(text: str, action: str | None) -> None:
    assert meant(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [("24", "unit 24pz"), ("24th panzer", "unit 24pz"), ("unit 42nd", "unit 42ak"), ("u 8ak", "unit 8ak")],
)
def test_texts_for_a_unit(text: str, action: str) -> None:
    assert meant(text, "done") == action


def test_a_number_is_the_number_of_a_choice_before_it_is_a_name() -> None:
    found, scene = at_question("done")
    assert len(found) > 8
    assert find("8", found, scene) is found[7]
    assert find("1103", found, scene) is None  # a hex, and no choice has this number


@pytest.mark.parametrize("text", ["attack", "a", "05", "attack 05"])
def test_what_fits_several_choices_is_ambiguous(text: str) -> None:
    with pytest.raises(Ambiguous, match=r"could mean attack 05\d\d|could mean attack 0301"):
        meant(text)


def test_an_ambiguous_text_names_a_few_and_counts_the_rest() -> None:
    with pytest.raises(Ambiguous) as caught:
        meant("attack")
    assert str(caught.value).count("attack 0") == 6
    assert "and 5 more" in str(caught.value)


def test_a_bare_place_is_completed_with_the_verb_of_the_question() -> None:
    found, scene = at_question("done", "unit 24pz")
    assert completed("1103", found, scene) == "move 1103"
    assert completed("Moscow", found, scene) == "move 1103"
    assert completed("nonsense", found, scene) == "nonsense"
    found, scene = at_question("done")
    assert completed("3rd army", found, scene) == "unit 3a"


def test_choices_are_explained() -> None:
    found, _ = at_question()
    by_action = {choice.action: choice for choice in found}
    attack = by_action["attack 0509"]
    assert attack.full == "  9 attack 0509  Bryansk, 30th Army 4-4 reduced (3:1)"
    assert attack.brief == "  9 attack 0509 (3:1)"
    assert attack.sentence.startswith("9 attack 0509 - Bryansk, 30th Army 4-4 reduced; 3:1: ")
    assert by_action["done"].sentence == "12 done - No attacks"
    found, _ = at_question("done")
    assert "24th Panzer Corps 12-6 in 0407" in next(choice.full for choice in found if choice.action == "unit 24pz")


def test_a_move_that_ends_in_an_enemy_zone_is_marked() -> None:
    found, _ = at_question("done", "unit 5ak")
    by_action = {choice.action: choice.brief.strip() for choice in found}
    notes = {choice.action: choice.mark.note for choice in found}
    assert by_action["move 0406"].endswith("move 0406 (2)") and "enemy zone of control" in notes["move 0406"]
    assert by_action["move 0106"].endswith("move 0106 (1)")


def test_units_are_marked_where_they_are() -> None:
    found, scene = at_question("done")
    marks = marks_of(found, scene)
    assert marks.keys() == {scene.tokens[choice.object].at for choice in found if choice.kind == "piece"}
    assert "0407" in marks and "0405" not in marks


def test_only_what_can_be_chosen_on_the_map_is_marked_there() -> None:
    """At the attackers: the target is in hand, those to choose from are marked, ending and cancelling are not."""
    found, scene = at_question("attack 0405", "with 46pz")
    roles = {choice.action: choice.offer.role for choice in found}
    assert (roles["without 46pz"], roles["declare"], roles["cancel"]) == ("toggle", "plain", "cancel")
    assert {choice.object for choice in found if choice.on_map} >= {"46pz", "48pz"}
    assert "0405" not in marks_of(found, scene)


# Lines and columns.


def test_columns_are_filled_downwards() -> None:
    assert in_columns(["a", "bb", "c", "d", "e"], 8) == ["a    d", "bb   e", "c"]
    assert in_columns(["long entry"], 4) == ["long entry"]
    assert in_columns([], 80) == []


def test_widths_do_not_count_colours() -> None:
    assert width_of("\x1b[1;38;5;231mab\x1b[0m") == 2
    assert beside(["\x1b[1mab\x1b[0m", "c"], ["x", "y", "z"], 4) == ["\x1b[1mab\x1b[0m    x", "c     y", "      z"]


def test_rules_are_filled_and_tables_lined_up() -> None:
    text = "One\ntwo **three**.\n\n| A | Long |\n|---|---|\n| 1 | 2 |\n\n- item\n  goes on\n- next"
    assert markdown(text, 40) == [
        "One two three.",
        "",
        "A  Long",
        "1  2",
        "",
        "- item goes on",
        "- next",
    ]
    assert markdown("1. one two three four five six\n2. x", 20) == ["1. one two three", "   four five six", "2. x"]
    assert wrap("a b c d e f g h i j k l m n o", 20, "  ") == ["a b c d e f g h i j", "  k l m n o"]
    assert markdown("2. Panzerarmee\nattacks with\n4. Armee.", 40) == ["2. Panzerarmee attacks with 4. Armee."]
    assert markdown("1. one\n2. two\n\nThen:\n\n3. three", 40) == ["1. one", "2. two", "", "Then:", "", "3. three"]


@pytest.mark.rule("drive-on-moscow", "3.0")
def test_among_very_many_choices_those_that_are_not_on_the_map_come_first() -> None:
    """The set-ups that are offered are not hidden behind a thousand hexes, which are not all listed."""
    state = ra.game("drive-on-moscow").start()
    found = choices(state, Scene(state.game, state.view("soviet")))
    assert [choice.action for choice in found[:6]] == [
        "type RD", "type RB", "type GRD", "offer historical", "offer forward", "offer deep",
    ]  # fmt: skip
    assert len(found) == len(state.actions()) > 1000
    lines = lines_of(found, lambda choice: choice.sentence)
    assert len(lines) == 6 + 12 + 1 and lines[6] == "7 place 1301"
    assert lines[-1] == "    place SPACE: 1065 more, to 4045 (1083)"
    assert find("1083", found, Scene(state.game, state.view("soviet"))) == found[-1]


def test_units_that_are_alike_are_counted() -> None:
    state = ra.game("drive-on-moscow").start()
    lines = units(Scene(state.game, state.view("soviet")), 1)
    waiting = next(line for line in lines if "Not yet in play" in line)
    assert "135 Rifle Division, 48 Rifle Brigade" in waiting and "grd-1G 1st Guards Rifle Division 4-6" in waiting
