"""Refusals: each names the one rule that stops the action and quotes the sentence that matters."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

from rasputitsa.core import Refusal
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..properties import POLICIES, check_conditions
from ..tools import soak
from .helpers import GAME, legal, logistics, play, position, random_walk, refused

SEA = set(GAME.board.names_of(GAME.board.features["sea"]))
PACKAGE = "rasputitsa.games.blitzkrieg_to_moscow_2"


def constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module gives names to."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            target, value = node.targets[0], node.value
            names = [target] if isinstance(target, ast.Name) else target.elts
            values = [value] if isinstance(target, ast.Name) else getattr(value, "elts", [])
            for name, text in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found[name.id] = text.value
    return found


def quoted(node: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """The rule and the words of a refusal, or of a condition."""
    name = getattr(node.func, "id", "")
    if name == "Refusal":
        return (node.args[0], node.args[2]) if len(node.args) == 3 else None
    if name != "Condition":
        return None
    return next(((node.args[1], key.value) for key in node.keywords if key.arg == "quotation"), None)


def quotations() -> Iterator[tuple[str, str, str]]:
    """Every refusal in the source that gives words of its rule: module and line, rule, words."""
    for path in files(PACKAGE).iterdir():
        if not path.name.endswith(".py"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = constants(tree)
        for node in ast.walk(tree):
            found = quoted(node) if isinstance(node, ast.Call) else None
            if isinstance(node, ast.Call) and found is not None:
                rule, words = found
                text = words.value if isinstance(words, ast.Constant) else named.get(getattr(words, "id", ""), "")
                if isinstance(rule, ast.Constant) and text:
                    yield f"{path.name}:{node.lineno}", str(rule.value), str(text)


FOUND = sorted(set(quotations()))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.0")
@pytest.mark.parametrize("most", soak.less(12, 120))
def test_legal_is_exactly_what_meets_all_conditions(most: int) -> None:
    rng = Random(0)
    seen = Counter[type]()
    checked: set[tuple[str, str]] = set()
    for seed in range(45):
        for state in random_walk(seed, POLICIES[seed % 3]):
            step = state.stack[-1]
            if step.conditions_of and seen[type(step)] < most:
                seen[type(step)] += 1
                check_conditions(state, rng)
                checked.update((type(step).__name__, verb) for verb in step.conditions_of)
    assert {
        ("RailMove", "load"),
        ("RailMove", "move"),
        ("Logistics", "card"),
        ("ChooseFunction", "as"),
        ("HitlerOrder", "card"),
        ("Activate", "activate"),
        ("Movement", "unit"),
        ("Movement", "back"),
        ("Movement", "remove"),
        ("Movement", "card"),
        ("Moving", "move"),
        ("Combat", "attack"),
        ("Combat", "with"),
        ("Combat", "card"),
        ("ChooseTarget", "attack"),
        ("NameAttackers", "with"),
        ("RemoveExcess", "remove"),
        ("ShiftCard", "card"),
        ("ReRoll", "card"),
        ("Breakthrough", "card"),
        ("TankAction", "unit"),
        ("TankAction", "attack"),
        ("Supply", "card"),
    } <= checked


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.3")
def test_the_same_of_corps_that_move_together() -> None:
    """Random games hardly ever come to this question."""
    state = position("soviet-breakthrough", "S-12MC 0807, S-3MC 0807, S-11MC 0806, G-4A 0901", hands="S3")
    play(state, "card S3", "unit S-12MC")
    assert set(state.stack[-1].conditions_of) == {"with"}
    for action in ("with S-3MC", "without S-3MC"):
        check_conditions(state, Random(0))
        play(state, action)


def test_there_are_quotations() -> None:
    assert len(FOUND) > 60


@pytest.mark.parametrize("place, rule, words", FOUND, ids=[place for place, _, _ in FOUND])
def test_the_words_occur_in_exactly_one_sentence_of_the_rule(place: str, rule: str, words: str) -> None:
    sentences = [sentence for sentence in GAME.rules[rule].sentences() if words in sentence]
    assert len(sentences) == 1, f"{place}: {words!r} occurs in {len(sentences)} sentences of rule {rule}"


# A move that is not possible: the one rule that stops it.


def moving(unit: str, units: str, turn: int = 2) -> BlitzkriegState:
    state = position("german-movement", units, turn=turn)
    play(state, f"unit {unit}")
    return state


@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.4")
def test_a_zone_on_the_way() -> None:
    state = moving("G-4A", "G-4A 0806, S-Gd1 0708, S-Gd2 0908, S-8A 2012")
    assert refused(state, "move 0808") == (
        "9.4",
        "The German 4. Armee must stop in an enemy zone of control on the way to 0808.",
    )
    refusal = state.why_not("move 0808")
    assert refusal is not None and refusal.quotation == "A unit that enters an EZOC must stop."


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_terrain_zones_and_enemies_are_told_apart() -> None:
    seen = set()
    for start in ("1002", "1103", "1402", "0904", "0602", "1609", "1805"):
        for unit in ("G-2PzA", "G-4A"):
            state = moving(unit, f"{unit} {start}, S-12MC 1408, S-Gd1 0804, S-8A 2012", turn=2)
            for hex in GAME.board.names_of(GAME.board.within(GAME.board.ids[start], 4)):
                if hex.isdigit() and hex not in SEA | {start} and f"move {hex}" not in legal(state):
                    seen.add(refused(state, f"move {hex}")[0])
    assert {"9.4", "10.1", "10.2.2", "10.2.3"} <= seen <= {"8.0", "9.4", "10.1", "10.2.2", "10.2.3", "10.2.6"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.parametrize(
    "unit, turn, goal, reason",
    [
        ("G-4A", 3, "0809", "0809 is too far in mud: the German 4. Armee has 2 hexes left."),
        ("G-2PzA", 4, "0810", "0810 is too far in snow: the German 2. Panzerarmee has 3 hexes left."),
        ("G-2PzA", 6, "0810", "0810 is too far in thaw: the German 2. Panzerarmee has 3 hexes left."),
    ],
)
def test_the_weather(unit: str, turn: int, goal: str, reason: str) -> None:
    assert refused(moving(unit, f"{unit} 0806, S-8A 2012", turn), f"move {goal}") == ("10.3", reason)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.1")
def test_too_far_in_any_weather() -> None:
    state = moving("G-4A", "G-4A 0806, S-8A 2012", turn=3)
    assert refused(state, "move 0810") == ("10.1", "0810 is too far: the German 4. Armee has 2 hexes left.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.0")
def test_enemies_in_the_hex_and_on_the_way() -> None:
    state = moving("G-4A", "G-4A 0807, S-8A 0808, S-9A 0707, S-10A 0708, S-11A 0907, S-12A 0908, S-3A 2012")
    assert refused(state, "move 0808") == ("8.0", "There are enemy units in 0808: 8th Army.")
    assert refused(state, "move 0809") == ("8.0", "Enemy units block the way to 0809.")


# Others that named the wrong rule once.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_a_second_hero_city() -> None:
    state = logistics("soviet", "S-8A- 1412, S-9A 1312, G-4A center", hands="S1 S2", hero="0804", hero_stands=True)
    play(state, "card S1")
    refusal = state.why_not("as hero")
    assert refusal == Refusal(
        "14.1",
        "0804 Kiev has already been designated as the Hero City.",
        "This can be done only once in a game, and the choice cannot be changed.",
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_a_card_without_activation_is_not_said_to_come_too_late() -> None:
    state = position("german-movement", "G-4A- 1304, G-2PzA 0806, S-8A 0807, S-9A 2012", hands="G1 G3")
    play(state, "unit G-4A", "move 1303", "stop")
    functions = "Its functions: Tank Action x2, Combat Shift."
    assert refused(state, "card G1") == ("7.1", f"Blitz! (G1) cannot be played now. {functions}")
    assert refused(state, "card G3")[1].startswith("Activation can be played only at the start of the phase")
