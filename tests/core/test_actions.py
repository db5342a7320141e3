"""Actions and their text form: what can be written can be read, and nothing else."""

from __future__ import annotations

import pickle
from copy import copy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rasputitsa.core import Action, UnreadableAction, Vocabulary

PLACES = ["", "0101", "0102", "", "0406", "moscow"]
UNITS = ["24pz", "46pz", "sov 1", "sov 2"]


def vocabulary() -> Vocabulary:
    words = Vocabulary()
    words.plain("done")
    words.plain("advance")
    words.verb("move", PLACES)
    words.verb("unit", UNITS)
    words.verb("advance", UNITS)
    words.dice("roll")
    words.dice("draw", 20)
    words.verb("card", [])
    return words


WORDS = vocabulary()


def refused(text: str) -> str:
    with pytest.raises(UnreadableAction) as caught:
        WORDS.read(text)
    return str(caught.value)


# The text form, both ways.


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("done"), "done"),
        (Action("move", "0406"), "move 0406"),
        (Action("unit", "sov 1"), "unit sov 1"),
        (Action("roll", "5"), "roll 5"),
        (Action("roll", "6 3 5 1"), "roll 6 3 5 1"),
        (Action("draw", "17"), "draw 17"),
        (Action("advance"), "advance"),
        (Action("advance", "24pz"), "advance 24pz"),
    ],
)
def test_text_form_both_ways(action: Action, text: str) -> None:
    assert str(action) == text
    assert WORDS.read(text) == action


def test_every_action_of_a_vocabulary_can_be_read_in_again() -> None:
    words = Vocabulary()
    actions = [words.plain("done"), *words.verb("unit", UNITS), *words.dice("roll", 12)[1:]]
    actions += [action for action in words.verb("move", PLACES) if action.object]
    assert len(actions) == 1 + 4 + 12 + 4
    for action in actions:
        assert words.read(str(action)) is action, "each action exists once"


def test_the_number_of_the_object_comes_with_the_text() -> None:
    assert WORDS.read("move 0406").number == 4
    assert WORDS.read("unit sov 2").number == 3
    assert WORDS.read("roll 6").number == 6
    assert WORDS.read("draw 20").number == 20
    assert WORDS.read("done").number == 0


def test_actions_of_a_verb_are_listed_by_the_number_of_the_object() -> None:
    words = Vocabulary()
    move = words.verb("move", PLACES)
    assert [action.number for action in move] == list(range(6))
    assert [action.object for action in move] == PLACES
    roll = words.dice("roll")
    assert len(roll) == 7
    assert [str(roll[face]) for face in range(1, 7)] == [f"roll {face}" for face in range(1, 7)]


@pytest.mark.parametrize(
    "text",
    [" move 0406", "move 0406 ", "move  0406", "move\t0406", "move 0406\n", "\r\nmove\u00a00406", "move\u30000406"],
)
def test_white_space_does_not_matter(text: str) -> None:
    assert WORDS.read(text) is WORDS.read("move 0406")


def test_objects_can_be_added_to_a_verb() -> None:
    words = Vocabulary()
    words.verb("move", ["0101"])
    words.verb("move", ["off-map"])
    assert str(words.read("move 0101")) == "move 0101"
    assert str(words.read("move off-map")) == "move off-map"


def test_a_vocabulary_lists_its_actions_once() -> None:
    words = Vocabulary()
    words.plain("done")
    words.verb("move", ["", "0101"])
    words.verb("move", ["0102", "0101"])
    words.dice("roll", 2)
    assert [str(action) for action in words] == ["done", "move 0101", "move 0102", "roll 1", "roll 2"]


def test_labels() -> None:
    words = Vocabulary()
    done = words.plain("done")
    skip = words.plain("skip", "Skip it")
    words.verb("move", ["", "0101"], "space", "Move to {}", ["", "Moscow {1}"])
    words.verb("move", ["off"], "space", "Move to {}", ["off the map"])
    words.verb("unit", UNITS, "piece")
    words.dice("roll")
    assert words.label(done) == "Done"
    assert words.label(skip) == "Skip it"
    assert words.label(words.read("move 0101")) == "Move to Moscow {1}"
    assert words.label(words.read("move off")) == "Move to off the map"
    assert words.label(words.read("unit sov 1")) == "Unit sov 1"
    assert words.label(words.read("roll 6 1")) == "Roll 6 1"
    assert [words.kind(verb) for verb in ("done", "move", "unit", "roll")] == ["", "space", "piece", ""]


def test_label_pattern_and_title_of_the_object() -> None:
    words = Vocabulary()
    words.verb("move", ["0101"], "space", "To {}", ["Moscow"])
    assert words.pattern("move") == "To {}"
    assert words.title("move", "0101") == "Moscow"
    assert words.title("move", "0999") == "0999", "what nobody has named is called by its name"


def test_titles_that_no_client_can_know_come_with_the_vocabulary() -> None:
    """Spaces, pieces and cards have their titles in the manifest."""
    words = Vocabulary()
    words.verb("move", ["0101"], "space", "To {}", ["Moscow"])
    words.verb("order", ["hold"], "", "Order: {}", ["Hold the line"])
    words.dice("roll")
    assert words.own_titles("order")["hold"] == "Hold the line"
    assert not words.own_titles("move") and not words.own_titles("roll")


def test_roles() -> None:
    words = Vocabulary()
    words.plain("done", "End the phase", "end")
    words.plain("skip")
    words.verb("move", ["0101"], "space")
    words.verb("with", UNITS, "piece", role="toggle")
    assert [words.role(verb) for verb in ("done", "skip", "move", "with")] == ["end", "plain", "main", "toggle"]


def test_every_name_needs_a_title() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Vocabulary().verb("move", ["0101", "0102"], titles=["Moscow"])


# Comparing.


def test_equality_and_hash_ignore_the_number() -> None:
    known, made = WORDS.read("move 0406"), Action("move", "0406")
    assert (known.number, made.number) == (4, -1)
    assert known == made
    assert len({known, made}) == 1
    assert hash(known) == hash(made)
    assert Action("move", "0406") != Action("move", "0407")
    assert Action("move", "0406") != Action("rail", "0406")
    assert Action("done") != "done"


def test_an_action_cannot_be_changed() -> None:
    action = WORDS.read("move 0406")
    with pytest.raises(AttributeError):
        action.object = "0101"  # type: ignore[misc]


def test_an_action_is_shown_without_its_number() -> None:
    assert repr(WORDS.read("move 0406")) == "Action(verb='move', object='0406')"


def test_the_number_is_not_the_callers_to_give() -> None:
    with pytest.raises(TypeError):
        Action("move", "0406", 4)  # type: ignore[call-arg]


def test_an_action_from_another_process_has_no_number() -> None:
    """Rules compare their own actions by identity, so a copy must be looked up like one that a caller made."""
    for made in (pickle.loads(pickle.dumps(WORDS.read("move 0406"))), copy(WORDS.read("move 0406"))):
        assert made == WORDS.read("move 0406")
        assert made.number == -1


# Dice.


@given(st.lists(st.integers(1, 6), min_size=1, max_size=100))
@example([6] * 100)
def test_rolls_of_many_dice_both_ways(faces: list[int]) -> None:
    action = WORDS.roll("roll", faces)
    assert action.faces == tuple(faces)
    assert str(action) == "roll " + " ".join(map(str, faces))
    assert WORDS.read(str(action)) == action
    assert WORDS.read(str(action)).faces == tuple(faces)


def test_the_roll_of_one_die_has_its_face_as_number() -> None:
    assert WORDS.roll("roll", [3]) is WORDS.read("roll 3")
    assert WORDS.roll("roll", [3]).number == 3
    assert WORDS.roll("draw", [20, 11]).faces == (20, 11)


def test_dice_in_another_order_are_another_roll() -> None:
    assert WORDS.read("roll 1 2") != WORDS.read("roll 2 1")


@pytest.mark.parametrize(
    "rest",
    ["0", "7", "-1", "+1", "1.0", "01", "1,2", "six", "٣", "３", "²", "1 7", "7 1", "1 ٣", "1_0", "0x1", "", "1 2 x"],
)
def test_impossible_die_faces(rest: str) -> None:
    message = refused(f"roll {rest}")
    assert "is not a roll: give each die a face from 1 to 6." in message


def test_more_than_a_hundred_dice_are_refused() -> None:
    assert WORDS.read("roll" + " 1" * 100).faces == (1,) * 100
    assert "is not a roll" in refused("roll" + " 1" * 101)


def test_each_kind_of_dice_has_its_own_faces() -> None:
    assert WORDS.read("draw 20 1").faces == (20, 1)
    assert "a face from 1 to 20" in refused("draw 21")


# Texts that are no action.


def test_unknown_verbs_suggest_the_nearest_or_all() -> None:
    assert refused("mvoe 0406") == "'mvoe 0406' is not an action: there is no verb 'mvoe'. Did you mean 'move'?"
    message = refused("xyzzy")
    assert message.startswith("'xyzzy' is not an action: there is no verb 'xyzzy'.")
    assert message.endswith("Known verbs: done, advance, move, unit, roll, draw, card.")


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_empty_text_lists_the_verbs(text: str) -> None:
    assert "Known verbs: done, advance, move" in refused(text)


def test_verbs_are_written_exactly() -> None:
    assert "Did you mean" in refused("Done")
    assert "no verb" in refused("move0406")


def test_unknown_objects_suggest_the_nearest() -> None:
    assert refused("move 0407") == "'move 0407' is not an action: 'move' knows no '0407'. Did you mean '0406'?"
    assert refused("move xx") == "'move xx' is not an action: 'move' knows no 'xx'."
    assert "knows no '0406 0101'" in refused("move 0406 0101")
    assert "knows no '0٤06'" in refused("move 0٤06")


def test_missing_and_superfluous_objects() -> None:
    assert refused("move") == "'move' needs an object, for example 'move 0101'."
    assert refused("unit") == "'unit' needs an object, for example 'unit 24pz'."
    assert refused("done 0406") == "'done' takes no object, but '0406' was given."
    assert "knows no 'panzer'" in refused("advance panzer")


def test_a_verb_without_any_object_in_the_game() -> None:
    assert refused("card") == "'card' needs an object."
    assert refused("card blitz") == "'card blitz' is not an action: 'card' knows no 'blitz'."


def test_empty_vocabulary() -> None:
    with pytest.raises(UnreadableAction, match="there is no verb 'done'"):
        Vocabulary().read("done")


# Hostile texts.

HOSTILE = [
    "\0",
    "move \0",
    "done\0",
    "move 0406\x1b[2J",
    "\u202emove 0406",
    "move \ud800",
    "\ud800",
    "move 0406; done",
    "done\ndone",
    "roll 1\nroll 2",
    "'\"\\",
    "{}",
    "move {0}",
    "%s%n",
    "roll " + "9" * 5000,
    "roll " + "1" * 5000,
    "x" * 100_000,
    "move " + "ab" * 50_000,
    "roll " + "6 " * 50_000,
    "unit " + "24pz " * 20_000,
    "m " * 50_000,
    "\n" * 100_000,
    "é" * 10_000,
    "🂡 🂱",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_gets_a_short_printable_error(text: str) -> None:
    message = refused(text)
    assert message.isprintable()
    assert len(message) < 400


@given(st.sampled_from(["", "done", "move ", "move\n", "unit ", "roll ", "roll 6 ", "card ", "advance "]), st.text())
@example("roll ", "1 6 3")
@example("move ", "0406")
def test_any_text_is_an_action_or_unreadable(verb: str, text: str) -> None:
    try:
        action = WORDS.read(verb + text)
    except UnreadableAction as error:
        assert str(error).isprintable()
    else:
        assert WORDS.read(str(action)) == action
        assert str(action).isascii()


def test_long_texts_get_no_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for near words takes long in a long text; only its beginning is compared."""
    asked: list[str] = []

    def spy(word: str, *_: object) -> list[str]:
        asked.append(word)
        return []

    monkeypatch.setattr("rasputitsa.core.actions.get_close_matches", spy)
    refused("x" * 100_000)
    refused("move " + "y" * 100_000)
    assert len(asked) == 2
    assert max(map(len, asked)) <= 40
