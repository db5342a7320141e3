"""Observations tell what views tell, and nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE, RasputitsaError
from rasputitsa.core.events import told
from rasputitsa.games import game as find_game
from rasputitsa.games import games
from rasputitsa.games.moscow_41.facts import BOMBER_NAMES
from rasputitsa.research.lens import lens
from rasputitsa.research.play import Play, start

from ..properties import POLICIES, counterpart, hides_pieces
from ..tools import soak
from .plays import EVERY, LENGTH, go_on, started

HIDDEN = [name for name in games() if find_game(name).hidden]
# By what is written beside a token: the vector that says so.
MARKS = {"river": "across a river"} | {
    mark: mark for mark in ("moved", "attacked", "assaulted", "isolated", "activated", "revealed", "acted")
}
BOMBERS = frozenset(BOMBER_NAMES)
# By game: the planes of units that do not count tokens.
COUNTS = {
    "blitzkrieg-to-moscow-2": ("strength",),
    "drive-on-moscow": ("attack", "defence"),
    "moscow-41": ("strength", "isolated", "across a river"),
}


def as_bytes(observation: dict[str, Any]) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in observation.items()}


@pytest.mark.parametrize("seed", soak.less(1, 2))
@pytest.mark.parametrize("name", games())
def test_pieces_are_where_views_show_them(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    play = started(name, rng)
    seen = play.lens
    for number in go_on(play, rng, LENGTH[name]):
        if number % EVERY[name]:
            continue
        for side, title in enumerate(seen.sides):
            view = play.state.view(title)
            found = play.observe(side)
            spaces = found["vectors"][seen.vectors.index("space")]
            places = {piece: int(spaces[index]) - 1 for piece, index in seen.pieces.items() if index < len(spaces)}
            shown = {token["piece"]: seen.places[token["at"] or ""] for token in view["tokens"] if token["piece"]}
            assert {piece: place for piece, place in places.items() if place >= 0} == {
                piece: place for piece, place in shown.items() if piece in places
            }
            check_marks(seen, found, view)
            if name in COUNTS:
                check_counts(seen, found, view, COUNTS[name])


def check_marks(seen: Any, found: dict[str, Any], view: Any) -> None:
    """What is written beside a token is in the vectors of its piece."""
    for mark, vector in MARKS.items():
        if vector in seen.vectors:
            row = found["vectors"][seen.vectors.index(vector)].tolist()
            for token in view["tokens"]:
                index = seen.pieces.get(token["piece"], len(row))
                assert index >= len(row) or bool(row[index]) == (mark in token["marks"]), (mark, token)


def check_counts(seen: Any, found: dict[str, Any], view: Any, others: tuple[str, ...]) -> None:
    """The planes of units count all tokens of a space, those included of which only the back is seen."""
    tokens = Counter(seen.places[token["at"]] for token in view["tokens"] if token["piece"] not in BOMBERS)
    rows = [row for row, plane in enumerate(seen.planes) if row >= len(seen.set_planes) and not plane.endswith(others)]
    counted = found["planes"][rows].sum(axis=0)
    if seen.game.name == "drive-on-moscow":  # Kampfgruppen that wait are a figure
        tokens[seen.places["reserves"]] -= sum(token.get("back") == "KG" for token in view["tokens"])
    assert {place: count for place, count in enumerate(counted.tolist()) if count} == {
        place: count for place, count in tokens.items() if count
    }


@pytest.mark.parametrize("name", games())
def test_what_is_drawn_again_is_as_if_drawn_anew(name: str) -> None:
    """Only what has changed is drawn again; positions that have nothing to do with each other come in between."""
    rng = Random(name)
    play, other = started(name, rng), started(name, rng)
    anew = type(play.lens)
    for number in go_on(play, rng, LENGTH[name]):
        if number % (4 * EVERY[name]):
            continue
        for side in range(2):
            lens(play.state.game).observe(other.state, side)
            first = play.lens.observe(play.state, side)
            assert as_bytes(first) == as_bytes(anew().observe(play.state, side))  # type: ignore[call-arg]


@pytest.mark.parametrize("name", games())
def test_arrays_have_the_shapes_that_are_declared_and_cannot_be_written_to(name: str) -> None:
    play = start(name)
    found = play.observe(0)
    assert {part: array.shape for part, array in found.items() if part != "history"} == play.lens.shapes
    for array in found.values():
        with pytest.raises(ValueError):
            array[...] = 0
    fresh = play.fresh_observation(0)
    for array in fresh.values():
        array[...] = 0


@pytest.mark.parametrize("name", games())
def test_what_is_in_hand_is_seen_by_its_player_alone(name: str) -> None:
    rng = Random(1)
    play = started(name, rng)
    some = 0
    for _ in go_on(play, rng, 200):
        actor = play.actor
        assert actor is not None
        some += bool(play.observe(actor)["hand"].any())
        assert not play.observe(1 - actor)["hand"].any()
    assert some


# Hidden information.


@pytest.mark.parametrize("seed", soak.less(1, 4))
@pytest.mark.parametrize("name", HIDDEN)
def test_two_states_that_differ_in_what_a_side_may_not_know_look_the_same_to_it(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    play = started(name, rng)
    differ = 0
    for number in go_on(play, rng, LENGTH[name]):
        if number % (2 * EVERY[name]):
            continue
        for side, title in enumerate(play.lens.sides):
            twin = play.state.guess(title, rng)
            mine = play.lens.observe(play.state, side)
            assert as_bytes(play.lens.observe(twin, side)) == as_bytes(mine)
            theirs = as_bytes(play.lens.observe(play.state, 1 - side))
            differ += as_bytes(play.lens.observe(twin, 1 - side)) != theirs
    assert differ, "the other side's observations tell the two apart"


def test_whether_the_other_asked_not_to_be_asked_is_not_seen() -> None:
    play = start("blitzkrieg-to-moscow-2")
    twin: Any = play.state.copy()
    twin.quiet ^= 2
    assert as_bytes(play.lens.observe(twin, 0)) == as_bytes(play.lens.observe(play.state, 0))
    assert as_bytes(play.lens.observe(twin, 1)) != as_bytes(play.lens.observe(play.state, 1))


@pytest.mark.parametrize("seed", soak.less(1, 5))
@pytest.mark.parametrize("name", HIDDEN)
def test_histories_stay_the_same_while_two_such_states_are_played_on(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    play = started(name, rng)
    compared = 0
    for number in go_on(play, rng, LENGTH[name]):
        if number % (10 * EVERY[name]) == 0:
            assert play.actor is not None
            side = 1 - play.actor  # who may not know what the other does
            twin = Play(play.state.guess(play.lens.sides[side], rng), lines=True)
            compared += played_alike(Play(play.state.copy(), lines=True), twin, side, rng)
    assert compared > 10


def played_alike(one: Play, other: Play, side: int, rng: Random, steps: int = 12) -> int:
    """Play both on as far as the side cannot tell them apart; what it sees and is told is the same."""
    name = one.lens.sides[side]
    for step in range(steps):
        assert as_bytes(one.observe(side)) == as_bytes(other.observe(side))
        assert one.knowledge(side) == other.knowledge(side)
        if one.state.outcome is not None:
            return step
        hidden = hides_pieces(one.state, name)
        mine, theirs = one.state.actions(), other.state.actions()
        if hidden and one.state.side not in (name, CHANCE):
            action = rng.choice(POLICIES)(mine, rng)
            found = counterpart(one.state, other.state, name, action)
        else:
            common = [action for action in mine if action in set(theirs)]
            action = found = rng.choice(common) if common else None  # type: ignore[assignment]
        if found is None:
            return step
        probes = one.state.copy().take(action), other.state.copy().take(found)
        if hidden and any(event.reveals for events in probes for event in events):
            return step  # from here the two may differ
        assert told(probes[0], name) == told(probes[1], name)
        for play, taken in ((one, action), (other, found)):
            if play.actor is None:
                play.happen(taken)
            else:
                play.take(taken)
    return steps


def test_an_edition_is_refused_with_a_sentence() -> None:
    with pytest.raises(RasputitsaError, match="not its edition 'level'"):
        start(find_game("moscow-41", "level"))
