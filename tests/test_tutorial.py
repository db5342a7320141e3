"""Tutorials cannot go stale: every one is played through, and everything it points at exists."""

from __future__ import annotations

from typing import Any

import pytest

import rasputitsa
from rasputitsa.core import Game
from rasputitsa.match import Match, ScriptedDice, record, tutorial, ways

TUTORIALS = [name for name in rasputitsa.games() if tutorial.load(rasputitsa.game(name))]


def load(name: str) -> tuple[Game, tutorial.Tutorial]:
    game = rasputitsa.game(name)
    found = tutorial.load(game)
    assert found is not None
    return game, found


def test_battle_for_moscow_has_a_tutorial() -> None:
    assert "battle-for-moscow" in TUTORIALS


@pytest.mark.parametrize("name", TUTORIALS)
def test_play_through(name: str) -> None:
    game, lesson = load(name)
    match = Match(game, dice=ScriptedDice(lesson.dice))
    for step in lesson.steps:
        for action in step.get("do", []):
            assert match.side is not None
            if not step.get("auto"):
                assert match.side == lesson.side, f"{action} is not the learner's to do"
            match.play(match.side, action)
    assert match.rolls == len(lesson.dice)
    assert match.state.position() == record.replay(lesson.record).state.position()


@pytest.mark.parametrize("name", TUTORIALS)
def test_everything_it_mentions_exists(name: str) -> None:
    game, lesson = load(name)
    pieces = {piece["id"] for piece in game.manifest()["pieces"]}
    overlays = {overlay.name for overlay in game.overlays}
    for step in lesson.steps:
        assert step.get("say"), "a step without a word"
        assert step.get("rule", "0.0") in game.rules
        assert set(step.get("show", [])) <= pieces | set(game.board.ids)
        assert step.get("overlay") in {None, *overlays}
    assert [bool(step.get("free")) for step in lesson.steps].index(True) == len(lesson.steps) - 1
    assert lesson.title and lesson.about


def test_a_tutorial_without_a_title_is_refused() -> None:
    text = "rasputitsa record 1\ngame: battle-for-moscow\nrules: 1\n\n# side: german\n# Look.\ngerman standard\n"
    with pytest.raises(tutorial.BadTutorial, match="title, about"):
        tutorial.parse(text)


def test_a_tutorial_must_not_act_before_its_first_note() -> None:
    text = "rasputitsa record 1\ngame: battle-for-moscow\nrules: 1\n\ngerman standard\n"
    with pytest.raises(tutorial.BadTutorial, match="Line 5"):
        tutorial.parse(text)


def test_notes_become_steps() -> None:
    text = (
        "rasputitsa record 1\ngame: battle-for-moscow\nrules: 1\n\n# title: T\n# about: A\n# side: german\n# next\n"
        "# rule: 6.0\n# show: 0407 24pz\n# One\n# line.\n#\n# Two.\n# next\n# auto\n# Three.\ngerman standard\n"
        "german done\n# free\n# Four.\n"
    )
    lesson = tutorial.parse(text)
    assert (lesson.title, lesson.about, lesson.side, lesson.dice) == ("T", "A", "german", [])
    assert lesson.steps == [
        {"rule": "6.0", "show": ["0407", "24pz"], "say": "One line.\n\nTwo."},
        {"auto": True, "say": "Three.", "do": ["standard", "done"]},
        {"free": True, "say": "Four."},
    ]


@pytest.mark.parametrize("name", TUTORIALS)
def test_every_way_through_a_lesson_leads_to_its_goal(name: str) -> None:
    """The script's own is among them, and from each place what is best leads on."""
    _, lesson = load(name)
    for step in ways.steps_with_ways(lesson):
        if "ways" not in step:
            assert step.get("auto") or not step.get("do")
            continue
        found = step["ways"]
        at = 0
        for action in step["do"]:
            assert found[at]["best"] == action
            at = found[at]["to"][action]
        assert at == len(found) - 1 and found[at] == {"best": "", "left": 0, "to": {}}
        for place in found[:-1]:
            assert min(found[then]["left"] for then in place["to"].values()) == place["left"] - 1
            assert place["best"] in place["to"]


def test_units_may_be_sent_in_any_order_or_taken_in_hand_one_by_one() -> None:
    _, lesson = load("drive-on-moscow")
    steps = [step for step in ways.steps_with_ways(lesson) if "ways" in step]

    def leads(step: dict[str, Any], *actions: str) -> bool:
        at: int | None = 0
        for action in actions:
            at = step["ways"][at]["to"].get(action) if at is not None else None
        return at == len(step["ways"]) - 1

    sent = next(step for step in steps if "advance pz-17" in step["do"])
    assert leads(sent, "advance pg-29", "advance pz-17", "advance pz-18")
    assert not leads(sent, "advance pg-29", "done")
    named = next(step for step in steps if "attack 1541" in step["do"])
    assert leads(named, "attack 1541", "unit pz-18", "unit pg-29", "unit pz-17")
    assault = next(step for step in steps if "assault 1842" in step["do"])
    assert leads(assault, "unit pg-25", "unit pz-9", "unit pg-16", "assault 1842", "fight")
