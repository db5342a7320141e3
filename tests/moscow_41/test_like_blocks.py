"""1.5: two concealed blocks of the same kind change places, and nobody but their owner notices, whatever is played."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from rasputitsa.core import Action, Event, Kind
from rasputitsa.core.events import told as told_to
from rasputitsa.games.moscow_41.facts import ALL_OF, AZUL, LEADERS, SIDES, UNIT_NAMES, UNITS
from rasputitsa.games.moscow_41.sight import known_blocks
from rasputitsa.games.moscow_41.state import Moscow41State

from .. import properties
from ..tools import soak
from .helpers import GAME
from .test_against_reference import random_position

FLAGS = ("revealed", "isolated", "activated", "acted", "crossed", "blitzers", "blitzed")
Pair = tuple[int, int]


def kind_of(unit: int) -> tuple[object, ...]:
    """All that the rules know of a block."""
    facts = UNITS[unit]
    own = (facts.side, facts.type, facts.colour, facts.speed, facts.fire, facts.size, facts.remnant, facts.letter)
    return *own, unit == AZUL


def like_blocks(state: Moscow41State, viewer: int, rng: Random) -> Pair | None:
    """Two blocks of the same kind in different places that the viewer cannot see."""
    hidden = ALL_OF[1 - viewer] & ~known_blocks(state, viewer) & ~LEADERS
    units = [unit for unit in range(120) if hidden >> unit & 1]
    rng.shuffle(units)
    pairs = [(a, b) for a in units[:20] for b in units if kind_of(a) == kind_of(b) and state.where[a] != state.where[b]]
    return rng.choice(pairs) if pairs else None


def exchanged(number: int, pair: Pair) -> int:
    return pair[1 - pair.index(number)] if number in pair else number


def exchanged_step(step: Any, pair: Pair) -> Any:
    changes: dict[str, Any] = {}
    for field in fields(step):
        value = getattr(step, field.name)
        if field.name in ("unit", "hq"):
            changes[field.name] = exchanged(value, pair)
        elif is_dataclass(value):
            changes[field.name] = exchanged_step(value, pair)
    return replace(step, **changes)


def exchange(state: Moscow41State, pair: Pair) -> Moscow41State:
    """The same position with the two blocks in each other's place."""
    new = state.copy()
    for unit, other in (pair, pair[::-1]):
        new.place(unit, state.where[other])
        new.strength[unit], new.target[unit] = state.strength[other], state.target[other]
        for flag in FLAGS:
            without = getattr(new, flag) & ~(1 << unit)
            setattr(new, flag, without | (getattr(state, flag) >> other & 1) << unit)
    new.stack = tuple(exchanged_step(step, pair) for step in state.stack)
    return new


def exchanged_action(action: Action, pair: Pair) -> Action:
    names = [UNIT_NAMES[unit] for unit in pair]
    return Action(action.verb, names[1 - names.index(action.object)]) if action.object in names else action


def seen(state: Moscow41State, viewer: str | None) -> list[object]:
    own = state.side == viewer
    return [
        state.question_for(viewer),
        json.dumps(state.view(viewer)),
        state.statistics(viewer),
        state.forecast(None, viewer),
        state.offers(viewer),
        [state.forecast(action, viewer) for action in state.actions()[:4]] if own else [],
    ]


def heard(events: tuple[Event, ...], viewer: str | None, revealed: bool) -> list[object]:
    """What is told; where faces were shown, only what happened where."""
    told = told_to(events, viewer)
    return [(event.kind, event.spaces) for event in told] if revealed else list(told)


@pytest.mark.rule("moscow-41", "1.5")
@pytest.mark.parametrize("seed", soak.first(1, [1, 0, *range(2, 12)]))
def test_like_blocks_change_places_unseen(seed: int) -> None:
    rng = Random(seed)
    state = random_position(rng) if seed % 3 else GAME.start(GAME.scenarios[seed % 4].name)
    assert isinstance(state, Moscow41State)
    policy, compared = properties.POLICIES[seed % 3], 0
    everything = properties.vocabulary(GAME)
    for _ in range(70):
        if state.outcome is not None:
            break
        action = policy(state.actions(), rng)
        for viewer, side in enumerate(SIDES):
            pair = like_blocks(state, viewer, rng)
            if pair is None:
                continue
            twin, compared = exchange(state, pair), compared + 1
            for who in (side, None):
                assert seen(state, who) == seen(twin, who), f"{state.question}: {pair}"
            if state.side == side:
                some = rng.choice(everything)
                assert state.why_not(some) == twin.why_not(some), f"{state.question}: {some}"
            after, other = state.copy(), twin.copy()
            events, twin_events = after.take(action), other.take(exchanged_action(action, pair))
            revealed = any(event.reveals or event.kind in (Kind.LOSS, Kind.ATTRITION) for event in events)
            for who in (side, None):
                assert heard(events, who, revealed) == heard(twin_events, who, revealed), f"{action}: {pair}"
                assert revealed or seen(after, who) == seen(other, who), f"{action}: {pair}"
        state.take(action)
    assert compared > 20
