"""Tutorials cannot go stale: every one is played through, and everything it points at exists."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import rasputitsa
from rasputitsa.core import Game
from rasputitsa.match import Match, ScriptedDice, record, tutorial, ways
from rasputitsa.match.tutorial import LessonStep

from .tools import soak

LESSONS = [f"{game} {name}" for game in rasputitsa.games() for name in tutorial.names(rasputitsa.game(game))]


@cache
def load(name: str) -> tuple[Game, tutorial.Tutorial]:
    title, _, lesson = name.partition(" ")
    game = rasputitsa.game(title)
    found = tutorial.load(game, lesson or tutorial.FIRST)
    assert found is not None
    return game, found


@cache
def steps_with_ways(name: str) -> list[LessonStep]:
    return ways.steps_with_ways(load(name)[1])


def begin(lesson: tutorial.Tutorial) -> Match:
    record, dice = lesson.record, ScriptedDice(lesson.dice)
    return Match(record.game, record.scenario, record.options, dice=dice, position=record.position or None)


def test_every_game_has_a_tutorial() -> None:
    assert {f"{game} {tutorial.FIRST}" for game in rasputitsa.games()} <= set(LESSONS)
    assert len(LESSONS) == 8, "and a second, shorter lesson"


@pytest.mark.parametrize("name", LESSONS)
def test_play_through(name: str) -> None:
    _, lesson = load(name)
    match = begin(lesson)
    for step in lesson.steps:
        for action in step.get("do", []):
            assert match.side is not None
            if not step.get("auto"):
                assert match.side == lesson.side, f"{action} is not the learner's to do"
            match.play(match.side, action)
    assert match.rolls == len(lesson.dice)
    assert match.state.position() == record.replay(lesson.record).state.position()


@pytest.mark.parametrize("name", LESSONS)
def test_everything_it_mentions_exists(name: str) -> None:
    game, lesson = load(name)
    pieces = {piece["id"] for piece in game.manifest()["pieces"]}
    overlays = {overlay.name for overlay in game.overlays}
    for step in lesson.steps:
        assert step.get("say"), "a step without a word"
        assert step.get("rule", "0.0") in game.rules
        assert set(step.get("show", [])) | set(step.get("also", [])) <= pieces | set(game.board.ids)
        assert step.get("overlay") in {None, *overlays}
    assert [bool(step.get("free")) for step in lesson.steps].index(True) == len(lesson.steps) - 1
    assert lesson.title and lesson.about
    assert lesson.headings[-1] == "Play this now"


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


@pytest.mark.parametrize("name", LESSONS)
def test_every_way_through_a_lesson_leads_to_its_goal(name: str) -> None:
    """The script's own is among them, and from each place what is best leads on."""
    for step in steps_with_ways(name):
        if "ways" not in step:
            assert step.get("auto") or not step.get("do")
            continue
        found = step["ways"]
        at = 0
        for action in step["do"]:
            assert found[at]["best"] == action
            at = found[at]["to"][action]
        assert at == len(found) - 1 and found[at] == {"best": "", "left": 0, "to": {}}
        for place in (place for place in found if place["left"]):
            assert min(found[then]["left"] for then in place["to"].values()) == place["left"] - 1
            assert place["best"] in place["to"]


def test_units_may_be_sent_in_any_order_or_taken_in_hand_one_by_one() -> None:
    steps = [step for step in steps_with_ways("drive-on-moscow first") if "ways" in step]

    def leads(step: LessonStep, *actions: str) -> bool:
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


@pytest.mark.parametrize("name", LESSONS)
def test_a_learner_is_never_left_in_a_lost_position(name: str) -> None:
    _, lesson = load(name)
    state = record.replay(lesson.record).state
    assert state.outcome is None
    assert [warning.text for warning in state.dangers(lesson.side) if warning.gravity == "grave"] == []


def wander(lesson: tutorial.Tutorial, steps: list[LessonStep], rng: Random) -> Match:
    """A learner who does whatever the lesson allows, though not the same place twice."""
    match = begin(lesson)
    for step in steps:
        if "ways" not in step:
            for action in step.get("do", []):
                assert match.side is not None
                match.play(match.side, action)
            continue
        at = 0
        while step["ways"][at]["left"]:
            offered = {str(action) for action in match.actions()}
            places = step["ways"][at]
            nearer = [text for text, to in places["to"].items() if step["ways"][to]["left"] < places["left"]]
            text = rng.choice(sorted(offered.intersection(nearer)))
            match.play(lesson.side, text)
            at = places["to"][text]
    return match


@pytest.mark.parametrize("learners", soak.less(1, 3))
@pytest.mark.parametrize("name", LESSONS)
def test_every_learner_comes_to_a_good_end(name: str, learners: int) -> None:
    _, lesson = load(name)
    steps = steps_with_ways(name)
    for seed in range(learners):
        state = wander(lesson, steps, Random(seed)).state
        assert state.outcome is None
        assert all(warning.gravity != "grave" for warning in state.dangers(lesson.side))


def test_another_unit_may_do_what_the_lesson_asks_for() -> None:
    """Moscow '41: whichever block is sent to Smolensk, it has its garrison."""
    sent = next(step for step in steps_with_ways("moscow-41 first") if "also" in step)
    assert sent["do"] == ["unit G-2Pg-1C", "move 90"]
    for other in sent["also"]:
        at = sent["ways"][0]["to"][f"unit {other}"]
        assert sent["ways"][sent["ways"][at]["to"]["move 90"]]["left"] == 0
    assert "unit G-3Pg-LEHR" not in sent["ways"][0]["to"]
