"""Steps as plain data: what is written can be read in again, and wrong data is refused with the place named."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.core.sets import set_of
from rasputitsa.core.step_codec import BadStepData, Place, Places, StepCodec, Unit, Units

UNITS = [f"unit-{n}" for n in range(12)]
PLACES = ["", "0101", "0102", "", "0201", "0202", "moscow"]
REAL_PLACES = [number for number, name in enumerate(PLACES) if name]


@dataclass(frozen=True, slots=True)
class Battle:
    hex: Place
    attackers: Units
    odds: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Move:
    unit: Unit
    points: int


@dataclass(frozen=True, slots=True)
class Everything:
    unit: Unit
    place: Place
    units: Units
    places: Places
    chosen: Unit | None
    away: Places | None
    name: str
    count: int
    ready: bool
    battle: Battle
    next: Battle | None
    path: tuple[Place, ...]
    battles: tuple[Battle, ...]
    stand: tuple[Unit, Place]
    groups: tuple[Units, ...]
    note: str | None


CODEC = StepCodec(UNITS, PLACES, [Empty, Move, Everything])

BATTLE = Battle(hex=1, attackers=set_of([0, 3]), odds=(3, 1))
FULL = Everything(
    unit=2,
    place=6,
    units=set_of(range(9)),
    places=set_of([1, 4]),
    chosen=11,
    away=0,
    name="first",
    count=-3,
    ready=True,
    battle=BATTLE,
    next=BATTLE,
    path=(1, 2, 1),
    battles=(BATTLE, Battle(2, 0)),
    stand=(5, 4),
    groups=(set_of([1, 2]), 0),
    note="n",
)
DATA: dict[str, Any] = {
    "step": "Everything",
    "unit": "unit-2",
    "place": "moscow",
    "units": [f"unit-{n}" for n in range(9)],
    "places": ["0101", "0201"],
    "chosen": "unit-11",
    "away": [],
    "name": "first",
    "count": -3,
    "ready": True,
    "battle": {"hex": "0101", "attackers": ["unit-0", "unit-3"], "odds": [3, 1]},
    "next": {"hex": "0101", "attackers": ["unit-0", "unit-3"], "odds": [3, 1]},
    "path": ["0101", "0102", "0101"],
    "battles": [
        {"hex": "0101", "attackers": ["unit-0", "unit-3"], "odds": [3, 1]},
        {"hex": "0102", "attackers": [], "odds": [1, 1]},
    ],
    "stand": ["unit-5", "0201"],
    "groups": [["unit-1", "unit-2"], []],
    "note": "n",
}


def test_a_step_is_written_with_the_names_people_know() -> None:
    assert CODEC.write_step(FULL) == DATA
    assert CODEC.write_step(Empty()) == {"step": "Empty"}
    assert CODEC.write_step(Move(0, 4)) == {"step": "Move", "unit": "unit-0", "points": 4}


def test_a_step_is_read_in_again() -> None:
    assert CODEC.read_step(DATA) == FULL
    assert CODEC.read_step({"step": "Empty"}) == Empty()
    assert CODEC.read_step({"points": 4, "unit": "unit-0", "step": "Move"}) == Move(0, 4)


def test_reading_does_not_change_the_data() -> None:
    data = json.loads(json.dumps(DATA))
    CODEC.read_step(data)
    assert data == DATA


def test_optional_fields_may_be_none() -> None:
    data = DATA | {"chosen": None, "next": None, "note": None, "away": None}
    step = CODEC.read_step(data)
    assert (step.chosen, step.next, step.note, step.away) == (None, None, None, None)
    assert CODEC.write_step(step) == data


battles = st.builds(
    Battle,
    hex=st.sampled_from(REAL_PLACES),
    attackers=st.integers(0, 2 ** len(UNITS) - 1),
    odds=st.tuples(st.integers(1, 6), st.integers(1, 6)),
)
place_sets = st.sets(st.sampled_from(REAL_PLACES)).map(set_of)
unit_sets = st.integers(0, 2 ** len(UNITS) - 1)
units = st.integers(0, len(UNITS) - 1)


@given(
    st.builds(
        Everything,
        unit=units,
        place=st.sampled_from(REAL_PLACES),
        units=unit_sets,
        places=place_sets,
        chosen=st.none() | units,
        away=st.none() | place_sets,
        name=st.text(),
        count=st.integers(),
        ready=st.booleans(),
        battle=battles,
        next=st.none() | battles,
        path=st.lists(st.sampled_from(REAL_PLACES)).map(tuple),
        battles=st.lists(battles, max_size=3).map(tuple),
        stand=st.tuples(units, st.sampled_from(REAL_PLACES)),
        groups=st.lists(unit_sets, max_size=3).map(tuple),
        note=st.none() | st.text(),
    )
)
def test_any_step_survives_a_round_trip_through_json(step: Everything) -> None:
    again = CODEC.read_step(json.loads(json.dumps(CODEC.write_step(step))))
    assert again == step
    assert type(again.ready) is bool
    assert isinstance(again.path, tuple)
    assert hash(again) == hash(step)


# Wrong data.


def refused(data: object) -> str:
    with pytest.raises(BadStepData) as caught:
        CODEC.read_step(data)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"step": "Retreat"}, "Retreat"),
        ({"step": ""}, ""),
        ({"step": None}, "None"),
        ({"step": 5}, "5"),
        ({"step": ["Move"]}, "['Move']"),
        ({"step": {"Move": 1}}, "{'Move': 1}"),
        ({}, "None"),
        ("Move", "Move"),
        (["Move"], "['Move']"),
        (None, "None"),
        (7, "7"),
        ({"step": "Battle", "hex": "0101", "attackers": [], "odds": [1, 1]}, "Battle"),
    ],
)
def test_unknown_steps(data: object, name: str) -> None:
    assert refused(data) == f"there is no step {name!r} (steps: Empty, Move, Everything)"


def test_missing_and_superfluous_keys() -> None:
    assert refused({"step": "Move", "unit": "unit-0"}) == "Move needs exactly the keys unit, points"
    assert (
        refused({"step": "Move", "unit": "unit-0", "points": 1, "x": 2}) == "Move needs exactly the keys unit, points"
    )
    assert refused({"step": "Empty", "unit": "unit-0"}) == "Empty needs exactly the keys (none)"
    assert refused({"step": "Move", "unit": "unit-0", 5: 1}) == "Move needs exactly the keys unit, points"


WRONG: list[tuple[str, object, str]] = [
    ("unit", "unit-99", "Everything.unit: there is no unit 'unit-99'"),
    ("unit", "0101", "Everything.unit: there is no unit '0101'"),
    ("unit", 2, "Everything.unit: there is no unit '2'"),
    ("unit", None, "Everything.unit: there is no unit 'None'"),
    ("unit", ["unit-1"], "Everything.unit: there is no unit"),
    ("unit", "", "Everything.unit: there is no unit ''"),
    ("place", "9999", "Everything.place: there is no place '9999'"),
    ("place", "", "Everything.place: there is no place ''"),
    ("place", {}, "Everything.place: there is no place '{}'"),
    ("units", "unit-1", "Everything.units must be a list, not 'unit-1'"),
    ("units", 5, "Everything.units must be a list, not '5'"),
    ("units", None, "Everything.units must be a list, not 'None'"),
    ("units", {"unit-1": 1}, "Everything.units must be a list"),
    ("units", ["unit-1", "unit-x"], "Everything.units: there is no unit 'unit-x'"),
    ("units", [1], "Everything.units: there is no unit '1'"),
    ("units", ["unit-1", "unit-2", "unit-1"], "Everything.units names one unit twice"),
    ("places", ["0101", "0101"], "Everything.places names one place twice"),
    ("places", ["0101", "unit-1"], "Everything.places: there is no place 'unit-1'"),
    ("places", [["0101"]], "Everything.places: there is no place"),
    ("chosen", "unit-99", "Everything.chosen: there is no unit 'unit-99'"),
    ("chosen", False, "Everything.chosen: there is no unit 'False'"),
    ("away", "0101", "Everything.away must be a list"),
    ("name", 5, "Everything.name must be of type str, not '5'"),
    ("name", None, "Everything.name must be of type str, not 'None'"),
    ("count", "5", "Everything.count must be of type int, not '5'"),
    ("count", True, "Everything.count must be of type int, not 'True'"),
    ("count", 1.0, "Everything.count must be of type int, not '1.0'"),
    ("count", None, "Everything.count must be of type int, not 'None'"),
    ("ready", 1, "Everything.ready must be of type bool, not '1'"),
    ("ready", "true", "Everything.ready must be of type bool, not 'true'"),
    ("battle", None, "Battle needs exactly the keys hex, attackers, odds"),
    ("battle", ["0101", [], [1, 1]], "Battle needs exactly the keys hex, attackers, odds"),
    ("battle", {"hex": "0101"}, "Battle needs exactly the keys hex, attackers, odds"),
    ("battle", {"hex": "x", "attackers": [], "odds": [1, 1]}, "Battle.hex: there is no place 'x'"),
    ("battle", {"hex": "0101", "attackers": ["x"], "odds": [1, 1]}, "Battle.attackers: there is no unit 'x'"),
    ("battle", {"hex": "0101", "attackers": [], "odds": [1, True]}, "Battle.odds must be of type int, not 'True'"),
    ("battle", {"hex": "0101", "attackers": [], "odds": [1]}, "Battle.odds must be a list of 2, not of 1"),
    ("battle", {"hex": "0101", "attackers": [], "odds": [1, 2, 3]}, "Battle.odds must be a list of 2, not of 3"),
    ("next", {}, "Battle needs exactly the keys hex, attackers, odds"),
    ("next", 5, "Battle needs exactly the keys hex, attackers, odds"),
    ("path", "0101", "Everything.path must be a list, not '0101'"),
    ("path", None, "Everything.path must be a list"),
    ("path", ["0101", None], "Everything.path: there is no place 'None'"),
    ("battles", [{}], "Battle needs exactly the keys hex, attackers, odds"),
    ("battles", {}, "Everything.battles must be a list"),
    ("stand", ["unit-1"], "Everything.stand must be a list of 2, not of 1"),
    ("stand", ["0101", "unit-1"], "Everything.stand: there is no unit '0101'"),
    ("stand", ["unit-1", "unit-1"], "Everything.stand: there is no place 'unit-1'"),
    ("groups", ["unit-1"], "Everything.groups must be a list, not 'unit-1'"),
    ("groups", [["unit-x"]], "Everything.groups: there is no unit 'unit-x'"),
    ("note", 5, "Everything.note must be of type str, not '5'"),
]


@pytest.mark.parametrize(("key", "value", "message"), WRONG)
def test_errors_name_the_wrong_field(key: str, value: object, message: str) -> None:
    assert refused(DATA | {key: value}).startswith(message)


def test_long_values_are_cut_in_the_message() -> None:
    assert len(refused(DATA | {"unit": "x" * 10_000})) < 120
    assert len(refused(DATA | {"count": "x" * 10_000})) < 120
    assert len(refused({"step": "x" * 10_000})) < 120


@given(
    st.sampled_from(sorted(DATA)),
    st.recursive(
        st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=8) | st.sampled_from(UNITS),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=6,
    ),
)
def test_any_value_is_read_exactly_or_refused(key: str, value: object) -> None:
    data = DATA | {key: value}
    try:
        step = CODEC.read_step(data)
    except BadStepData:
        return
    assert type(step) is Everything
    assert CODEC.read_step(CODEC.write_step(step)) == step


@pytest.mark.parametrize(
    "step",
    [Move(unit=-1, points=1), Move(unit=12, points=1)],
)
def test_numbers_without_a_unit_are_not_written(step: Move) -> None:
    with pytest.raises(BadStepData, match=f"there is no unit with the number {step.unit}"):
        CODEC.write_step(step)


def test_numbers_without_a_place_are_not_written() -> None:
    with pytest.raises(BadStepData, match="there is no place with the number 3"):
        StepCodec(UNITS, PLACES, [Battle]).write_step(Battle(hex=3, attackers=0))
