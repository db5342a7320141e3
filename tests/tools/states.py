"""Shortcuts for playing and inspecting, for the tests of every game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from rasputitsa.core import BadPosition, Event, Game, Kind, Refusal, State


def play(state: State, *actions: str) -> list[Event]:
    """Take actions one after another; returns all events."""
    return [event for action in actions for event in state.take(action)]


def open_step(state: State) -> str:
    """The name of the step that must be answered."""
    assert state.question is not None
    return state.question.step


def phase_of(state: State) -> str:
    return str(state.position()["phase"])


def german_cities(state: State) -> list[str]:
    return list(state.position()["german_cities"])


def kinds(events: Iterable[Event]) -> list[str]:
    """What happened: the kind of each event or, of a loss or recovery, what became of its token."""
    return [happened(event) for event in events]


def happened(event: Event) -> str:
    return event.tokens[0].fate if event.kind in (Kind.LOSS, Kind.ATTRITION, Kind.RECOVERY) else event.kind


def told(events: Iterable[Event], kind: str) -> list[str]:
    """The sentences of the events of a kind, as `happened` names it."""
    return [event.text for event in events if happened(event) == kind]


def listing(text: str) -> list[str]:
    """A text split into words."""
    return text.split()


def legal(state: State, verb: str = "") -> list[str]:
    """The legal actions as text; with a verb the objects of its actions."""
    actions = state.actions()
    return [action.object for action in actions if action.verb == verb] if verb else [str(action) for action in actions]


def refused(state: State, action: str) -> tuple[str, str]:
    """Why an action is refused: rule and reason. A quotation is a sentence of the rule."""
    refusal = state.why_not(action)
    assert isinstance(refusal, Refusal), f"{action} is legal at {state.question}"
    assert re.match(r"^['\d\w].*[.?]$", refusal.reason), refusal.reason
    assert not refusal.quotation or refusal.quotation in state.game.rules[refusal.rule].sentences()
    return refusal.rule, refusal.reason


def rule_of(state: State, action: str) -> str:
    """The number of the rule that forbids an action."""
    return refused(state, action)[0]


def tokens(view: Mapping[str, Any]) -> dict[str, Any]:
    """The tokens of a view by name."""
    return {token["name"]: token for token in view["tokens"]}


# Positions as plain data, and junk.


def problems_of(game: Game, data: Any) -> list[str]:
    """What is wrong with a position."""
    with pytest.raises(BadPosition) as caught:
        game.position(data)
    assert str(caught.value).startswith("This position cannot be set up: ")
    return caught.value.problems


def step_problem(game: Game, data: Any) -> str:
    """The one thing that is wrong with the open steps of a position, without the name of the step."""
    (found,) = problems_of(game, data)
    step, _, problem = found.partition(": ")
    assert step.startswith("step "), found
    return problem


def junk_with(words: Sequence[str]) -> st.SearchStrategy[Any]:
    """Any plain data, with some words that mean something."""
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(words),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
        max_leaves=12,
    )


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, value in inner for found in [(*path, key), *leaves(value, (*path, key))]]
