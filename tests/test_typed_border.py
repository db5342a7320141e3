"""What crosses the border between rules and screen is exactly what its declared type says, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rasputitsa as ra
from rasputitsa.core.manifest import Manifest
from rasputitsa.core.view import Token
from rasputitsa.match import Match
from rasputitsa.match.dice import CommittedDice
from rasputitsa.table import game_facts
from rasputitsa.table.game_facts import GameLine, Lesson, RuleData
from rasputitsa.table.protocol import Report
from rasputitsa.table.report import report

from .properties import GAMES, anything, by_verb, check_types, eager
from .tools import soak
from .tools.typing_check import faults

EVERY = {"battle-for-moscow": 4, "blitzkrieg-to-moscow-2": 5, "drive-on-moscow": 12, "moscow-41": 6}


def test_what_a_type_does_not_say_is_found() -> None:
    token: Any = {"name": "1", "piece": None, "at": "A", "owner": "german", "face": 1, "marks": []}
    assert list(faults(token, Token)) == []
    assert list(faults(token | {"strength": 3}, Token, "token")) == ["token: Token has no key 'strength'"]
    assert list(faults(token | {"marks": [1]}, Token, "token")) == ["token.marks[0]: 1 is no str"]
    assert list(faults(token | {"face": "1"}, Token, "token")) == ["token.face: '1' is no int"]
    del token["owner"]
    assert list(faults(token, Token, "token")) == ["token: Token lacks 'owner'"]


@pytest.mark.parametrize("name", GAMES)
def test_manifests(name: str) -> None:
    assert list(faults(ra.game(name).manifest(), Manifest)) == []


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_lessons(name: str) -> None:
    assert list(faults(game_facts.rules(name), list[RuleData])) == []
    assert list(faults(game_facts.lesson(name), Lesson)) == []


def test_the_list_of_games() -> None:
    assert list(faults(game_facts.game_lines(), list[GameLine])) == []


@pytest.mark.parametrize("fewer", soak.less(6, 1))
@pytest.mark.parametrize("name", GAMES)
def test_views_offers_forecasts_and_events(name: str, fewer: int) -> None:
    rng = Random(name)
    policies = (anything, eager, by_verb)
    for scenario in ra.game(name).scenarios:
        options = {option.name: rng.choice(option.choices) for option in ra.game(name).options}
        state = ra.game(name).start(scenario.name, options)
        number = 0
        while state.outcome is None:
            if number % (EVERY[name] * fewer) == 0:
                check_types(state, rng)
            state.apply(rng.choice(policies)(state.actions(), rng))
            number += 1
        check_types(state, rng)


@pytest.mark.parametrize("name", soak.first(1, ["battle-for-moscow", "moscow-41"]))
def test_reports(name: str) -> None:
    match, rng = Match(ra.game(name), dice=CommittedDice.seeded(5, "report")), Random(name)
    while match.side is not None:
        match.play(match.side, anything(match.state.actions(), rng))
    found = report(ra.record.read(ra.record.write(match)))
    assert list(faults(found, Report)) == []
