"""What players read, in all games: one is singular, no zero is negative, and no word is a programmer's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rasputitsa as ra
from rasputitsa.core import CHANCE, State
from rasputitsa.core.offers import listed
from rasputitsa.match import tutorial

from .properties import GAMES
from .tools import soak

NOUNS = (
    "action|area|attack|attacker|battle|block|bomber|card|choice|column|counter|defender|division|event|factor|hit|"
    "piece|point|position|problem|roll|rule|shift|space|step|turn|unit"
)
FAULTS = {
    "one of several": re.compile(rf"(?<![\d.,:/–+−-])\b1 (?:[a-z]+ )?(?:(?:{NOUNS})s|armies|cities|hexes|dice)\b"),
    "several of one": re.compile(
        rf"(?<![\d.:/])\b(?:0|[2-9]|\d\d+) (?:[a-z]+ )?(?:{NOUNS}|army|city|hex|die)(?= (?:left|in)\b|[,.;])"
    ),
    "a negative zero": re.compile(r"[-−]0(?:\.0+)?(?![\d.])"),
    "a mark of the data files": re.compile(r"\b(?:RULE|INFERRED|FOUND|REBUILT|PRINTED)\b"),
    "a letter for a choice": re.compile(r"\b[Oo]ption [AB]\b"),
    "an unfinished text": re.compile(r"\{\w*\}|\bNone\b(?! of)|\bTrue\b|\bFalse\b|  "),
    "a Roman number": re.compile(r"\b[IVXL]{2,} (?:\w+ )?Corps\b"),
    "no space": re.compile(r"[a-z][.!?][A-Z]"),
}


TO_READ = GAMES


def faults(text: str) -> list[str]:
    return [f"{name}: {text!r}" for name, pattern in FAULTS.items() if pattern.search(text)]


def texts(data: Any) -> Iterator[str]:
    """All strings of plain data that people read: those that are no names."""
    if isinstance(data, str):
        if " " in data:
            yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)


def shown(state: State, rng: Random) -> Iterator[str]:
    """What is shown of a position: views, questions, choices, forecasts, overlays, refusals."""
    for viewer in (None, *(side.name for side in state.game.sides)):
        yield from texts(state.view(viewer))
        question = state.question_for(viewer)
        if question:
            yield question.text
    if state.side != CHANCE:
        yield from texts([(offer.label, offer.mark) for offer in listed(state, state.side)])
    actions = state.actions()
    for action in rng.sample(actions, min(3, len(actions))):
        forecast = state.forecast(action, state.side)
        if forecast:
            yield from texts(forecast.data())
    for action in rng.sample(list(state.game.words), 4):
        refusal = state.why_not(action)
        if refusal:
            yield refusal.reason


@pytest.mark.parametrize("name", ["battle-for-moscow", "blitzkrieg-to-moscow-2"])
def test_a_unit_is_called_what_its_counter_says(name: str) -> None:
    for piece in ra.game(name).manifest()["pieces"]:
        if piece["number"]:
            assert re.findall(r"\d+", piece["title"])[:1] == re.findall(r"\d+", piece["number"])[:1], piece["title"]


@pytest.mark.parametrize("name", TO_READ)
def test_the_printed_texts(name: str) -> None:
    found = [fault for text in texts(ra.game(name).manifest()) for fault in faults(text)]
    assert found == []


@pytest.mark.parametrize("name", TO_READ)
def test_the_lessons(name: str) -> None:
    game = ra.game(name)
    lessons = [tutorial.load(game, lesson) for lesson in tutorial.names(game)]
    said = [step["say"] for lesson in lessons if lesson for step in lesson.steps]
    assert said
    assert [fault for text in said for fault in faults(text)] == []


@pytest.mark.parametrize("name", TO_READ)
def test_the_rules(name: str) -> None:
    unwanted = [FAULTS[kind] for kind in ("a negative zero", "a mark of the data files", "a letter for a choice")]
    texts = [" ".join(rule.text.split()) for rule in ra.game(name).rules.values()]
    assert [text for text in texts for pattern in unwanted if pattern.search(text)] == []


@pytest.mark.parametrize(("actions", "every"), soak.less((600, 17), (3000, 7)))
@pytest.mark.parametrize("name", TO_READ)
def test_texts_in_play(name: str, actions: int, every: int) -> None:
    rng = Random(name)
    found: set[str] = set()
    for scenario in ra.game(name).scenarios:
        state = ra.game(name).start(scenario.name)
        for number in range(actions):
            if state.outcome is not None:
                break
            if number % every == 0:
                found.update(fault for text in shown(state, rng) for fault in faults(text))
            for event in state.take(rng.choice(state.actions())):
                found.update(faults(event.text))
    assert sorted(found) == []
