"""1.0 Introduction, 2.0 Components, 3.0 Set-up and control."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.core.sets import members
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.deployment import PLANS, QUOTAS, plan_problems
from rasputitsa.games.drive_on_moscow.facts import (
    ALL_COUNTERS,
    ATTACK,
    BOARD,
    CITIES,
    COUNTERS,
    DEFENSE,
    FORTS,
    FORWARD,
    FRONT,
    GERMAN,
    HEXES,
    KAMPFGRUPPEN,
    MARSH,
    MECH,
    OF_TYPE,
    PLACES,
    POOL,
    RESERVE,
    SIDES,
    SOVIET,
    TURNS,
    TWO_STEP,
    UNIT_IDS,
    UNITS,
    WEST,
)
from rasputitsa.games.drive_on_moscow.reach import movement_factors
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .helpers import after, hex_id, legal, open_step, play, position, rule_of, stack, start


@pytest.mark.rule("drive-on-moscow", "1.0")
@pytest.mark.rule("drive-on-moscow", "1.1")
@pytest.mark.rule("drive-on-moscow", "5.4")
def test_the_game_has_nine_weekly_turns_and_two_sides() -> None:
    assert [side.name for side in GAME.sides] == ["german", "soviet"]
    assert [turn.label for turn in GAME.scenarios[0].turns][::4] == ["Oct I", "Nov I", "Dec I"]
    assert len(TURNS) == 9
    assert {unit.type.size for unit in UNITS} == {"XX", "X", "III", "KG"}


@pytest.mark.rule("drive-on-moscow", "2.0")
@pytest.mark.rule("drive-on-moscow", "2.3")
@pytest.mark.rule("drive-on-moscow", "2.12")
def test_343_units() -> None:
    printed = [unit for unit in UNITS if unit.type.size != "KG"]
    assert len(printed) + KAMPFGRUPPEN == 343
    assert KAMPFGRUPPEN == 10
    assert ATTACK[UNIT_IDS["kgpz-1"]] == [2] and DEFENSE[UNIT_IDS["kgpz-1"]] == [1]
    assert ATTACK[UNIT_IDS["kgpg-1"]] == [1] and DEFENSE[UNIT_IDS["kgpg-1"]] == [2]


@pytest.mark.rule("drive-on-moscow", "2.1")
def test_the_map() -> None:
    assert HEXES.bit_count() == 1800
    assert BOARD.names_of(BOARD.adjacent[hex_id("3511")]) == ["3410", "3411", "3510", "3512", "3610", "3611"]
    assert (CITIES.bit_count(), PLACES.bit_count(), FORTS.bit_count(), MARSH.bit_count()) == (7, 75, 42, 32)


@pytest.mark.rule("drive-on-moscow", "2.2")
def test_seating() -> None:
    """The German player sits in the west: the units of that side are set up there."""
    west = min(members(WEST))
    assert BOARD.by_id[west].centre[0] < BOARD.by_id[hex_id("4001")].centre[0]


@pytest.mark.rule("drive-on-moscow", "2.4")
@pytest.mark.rule("drive-on-moscow", "2.6")
@pytest.mark.rule("drive-on-moscow", "2.7")
def test_units_have_names_sizes_and_types() -> None:
    names = {unit.name: unit for unit in UNITS}
    assert names["pz-1"].title == "1st Panzer Division"
    assert names["pg-GD"].title == "Gross Deutschland Regiment" and names["pg-GD"].type.size == "III"
    assert names["pg-L"].title == "Lehr Brigade" and names["pg-L"].type.size == "X"
    assert names["grd-1G"].title == "1st Guards Rifle Division"
    assert "3rd Moscow Rifle Division" in {counter.title for counter in ALL_COUNTERS}


@pytest.mark.rule("drive-on-moscow", "2.5")
@pytest.mark.rule("drive-on-moscow", "2.8")
def test_mechanized_and_other_units() -> None:
    mech = {UNITS[unit].type.name for unit in members(MECH)}
    assert mech == {
        "panzer", "grenadier", "cavalry", "lehr", "grossdeutschland", "panzer-kg", "grenadier-kg",
        "GCD", "GTB", "CD", "TB", "MRB", "MRD",
    }  # fmt: skip
    kinds = {piece["id"]: piece["kind"] for piece in GAME.manifest()["pieces"]}
    assert kinds["grd-1G"] == "guards foot" and kinds["pz-1"] == "mechanized"


@pytest.mark.rule("drive-on-moscow", "2.9")
@pytest.mark.rule("drive-on-moscow", "2.11")
def test_factors_and_steps() -> None:
    infantry = UNIT_IDS["inf-5"]
    assert (ATTACK[infantry], DEFENSE[infantry]) == ([4, 2], [8, 4])
    state = position({"1020": "inf-5 inf-102 pz-1/reduced"})
    assert [state.steps(UNIT_IDS[name]) for name in ("inf-5", "inf-102", "pz-1")] == [2, 2, 1]
    assert not TWO_STEP & OF_TYPE["RD"]


@pytest.mark.rule("drive-on-moscow", "2.10")
def test_movement_factors() -> None:
    state = position(turn=1)
    assert movement_factors(state, GERMAN) == movement_factors(state, SOVIET) == (10, 6)
    assert movement_factors(position(turn=5), SOVIET) == (3, 3)
    assert movement_factors(position(turn=7), GERMAN) == (6, 4)


@pytest.mark.rule("drive-on-moscow", "2.13")
def test_untried_units_are_drawn_when_they_first_fight() -> None:
    state = position({"1019": "inf-5 inf-6 inf-7"}, {"1120": "2-3:RD RD"}, phase="german-combat")
    play(state, "attack 1120", "all", "fight")
    assert open_step(state) == "Reveal" and state.side == CHANCE
    chances = {ALL_COUNTERS[action.number].factors: chance for action, chance in state.chances()}
    assert chances[2, 3] == Fraction(32, 134)  # one of the 33 counters with 2-3 has been seen
    assert chances[3, 5] == Fraction(5, 134)
    rifle = UNIT_IDS["rd-2"]
    assert state.is_untried(rifle)
    number = next(action for action, _ in state.chances() if ALL_COUNTERS[action.number].factors == (3, 5))
    state.take(number)
    assert (ATTACK[rifle][state.face[rifle]], DEFENSE[rifle][state.face[rifle]]) == (3, 5)
    assert state.drawn.bit_count() == 2


@pytest.mark.rule("drive-on-moscow", "2.14")
def test_aircraft_markers() -> None:
    assert max(turn.air[GERMAN] for turn in TURNS) == 2
    assert max(turn.air[SOVIET] for turn in TURNS) == 1


@pytest.mark.rule("drive-on-moscow", "3.0")
@pytest.mark.rule("drive-on-moscow", "3.2")
@pytest.mark.rule("drive-on-moscow", "3.3")
@pytest.mark.rule("drive-on-moscow", "3.6")
def test_set_up_by_offers() -> None:
    for soviet in ("historical", "forward", "deep"):
        for german in ("historical", "north", "south"):
            state = start()
            assert open_step(state) == "SovietSetUp" and state.side == "soviet"
            play(state, f"offer {soviet}", "done", f"offer {soviet}", "done", f"offer {german}", "done")
            assert state.turn == 1 and state.side == "german" and open_step(state) == "DeclareOrder"
            assert state.units_in(GERMAN).bit_count() == 72
            assert state.units_in(SOVIET).bit_count() == 15 + 125
            assert max(map(len, state.stacks.values())) <= 5


@pytest.mark.rule("drive-on-moscow", "3.0")
def test_offers_follow_the_rules() -> None:
    for stage, name in PLANS:
        assert plan_problems(stage, name) == [], (stage, name)


@pytest.mark.rule("drive-on-moscow", "3.1")
def test_reinforcements_of_turn_1() -> None:
    assert TURNS[0].reinforcements == {"RD": 7, "RB": 2, "CD": 2, "TB": 1}
    assert sorted(counter.factors for counter in COUNTERS["MRD"])[-1] == (4, 3)


@pytest.mark.rule("drive-on-moscow", "3.2")
def test_the_reserve_front_is_set_up_one_to_a_hex() -> None:
    state = start()
    assert QUOTAS["reserve"] == {"MRD": 1, "RD": 4, "RB": 4, "GRD": 6}
    assert len(legal(state, "place")) == (RESERVE & ~MARSH).bit_count()
    play(state, "place 3411")
    assert rule_of(state, "place 3411") == "3.2"
    assert rule_of(state, "place 1018") == "3.2"
    assert rule_of(state, "done") == "3.2"
    play(state, "type GRD", "place 3511")
    assert stack(state, "3511") == ["grd-1G"]
    play(state, "remove grd-1G")
    assert stack(state, "3511") == []


@pytest.mark.rule("drive-on-moscow", "3.3")
def test_every_front_line_hex_needs_a_rifle_division() -> None:
    state = after(start(), "offer deep", "done")
    assert FRONT.bit_count() == 54
    front = set(BOARD.names_of(FRONT))
    for _ in range(78 - 54):
        free = [name for name in legal(state, "place") if name not in front]
        play(state, f"place {free[0]}")
    assert set(legal(state, "place")) == front
    assert rule_of(state, "place 1217") == "3.3"
    play(state, "offer historical")
    assert all(any(name.startswith("rd-") for name in stack(state, name)) for name in front)
    play(state, "done")
    assert open_step(state) == "GermanSetUp"


@pytest.mark.rule("drive-on-moscow", "3.3")
def test_other_units_leave_room_for_the_rifle_division_of_a_front_line_hex() -> None:
    front = BOARD.names_of(FRONT)[3]
    state = after(start(), "offer deep", "done", "type RB", *[f"place {front}"] * 4)
    assert rule_of(state, f"place {front}") == "3.3"
    play(state, "type RD", f"place {front}", "remove rd-5", "offer historical", "done")
    assert open_step(state) == "GermanSetUp"


@pytest.mark.rule("drive-on-moscow", "3.3")
def test_a_set_up_that_leaves_no_room_for_them_is_not_completed() -> None:
    """A position may begin like that; units must be taken back before an offered set-up fits."""
    state = after(start(), "offer deep", "done")
    front = members(FRONT)[3]
    state.put_down(SOVIET, tuple(members(OF_TYPE["RB"])[4:9]), front)
    assert rule_of(state, "offer historical") == "3.3"
    play(state, "type RB", "remove rb-5", "offer historical", "done")
    assert open_step(state) == "GermanSetUp"


@pytest.mark.rule("drive-on-moscow", "3.3")
def test_no_tanks_are_set_up_in_marsh() -> None:
    state = after(start(), "offer deep", "done", "type TB")
    assert rule_of(state, "place 0808") == "10.8"
    play(state, "type CD", "place 0808")
    assert stack(state, "0808") == ["cd-1"]


@pytest.mark.rule("drive-on-moscow", "3.4")
def test_the_guards_pool() -> None:
    state = start()
    waiting = [UNITS[unit].type.name for unit in range(len(UNITS)) if state.where[unit] == POOL]
    assert {kind: waiting.count(kind) for kind in set(waiting)} == {"GCD": 2, "GRD": 2, "GTB": 4}


@pytest.mark.rule("drive-on-moscow", "3.5")
def test_every_counter_is_used_once() -> None:
    for kind, counters in COUNTERS.items():
        used = sum(quota.get(kind, 0) for quota in QUOTAS.values())
        coming = sum(turn.reinforcements.get(kind, 0) for turn in TURNS)
        assert used + coming == len(counters), kind
    assert sum(sum(turn.reinforcements.values()) for turn in TURNS) == 113


@pytest.mark.rule("drive-on-moscow", "3.6")
def test_german_units_are_set_up_west_of_the_line_one_by_one() -> None:
    state = after(start(), "offer deep", "done", "offer deep", "done")
    assert open_step(state) == "GermanSetUp"
    play(state, "unit pz-1", "place 0612")
    assert stack(state, "0612") == ["pz-1"]
    assert rule_of(state, "place 0712") == "3.6"
    assert rule_of(state, "done") == "3.6"
    play(state, "unit pz-1")
    assert state.question is not None
    assert (
        state.question.text == "Put the 1st Panzer Division elsewhere west of the front line. Units left to set up: 71."
    )
    play(state, "unit pz-2")
    assert rule_of(state, "place 0409") == "10.8"
    play(state, "unit cav-1", "place 0409", "unit pz-1", "place 0513", "offer north", "done")
    assert stack(state, "0513") == ["pz-1"]
    assert state.units_in(GERMAN).bit_count() == 72


def in_hand(state: DriveOnMoscowState) -> list[str]:
    offers = state.offers("german")
    assert offers is not None
    return list(offers["selection"]["tokens"])


@pytest.mark.rule("drive-on-moscow", "3.6")
def test_german_units_can_be_taken_back_until_the_set_up_is_complete() -> None:
    state = after(start(), "offer deep", "done", "offer deep", "done", "unit pz-1", "place 0612")
    assert rule_of(state, "remove pz-2") == "3.6"
    play(state, "unit pz-2", "remove pz-1")
    assert stack(state, "0612") == []
    assert in_hand(state) == ["pz-2"]
    # With all units set up, the one that is taken back is in hand.
    play(state, "offer north", "remove pz-1")
    assert in_hand(state) == ["pz-1"]
    assert rule_of(state, "done") == "3.6"


@pytest.mark.rule("drive-on-moscow", "3.6")
def test_an_offered_set_up_is_in_the_log_of_its_owner() -> None:
    for side, before in (("soviet", ()), ("german", ("offer deep", "done", "offer deep", "done"))):
        state = after(start(), *before)
        [event] = state.take("offer historical")
        assert event.text == f"The rest of the {side.title()} units are set up: historical."
        assert event.visible_to == side  # it tells what lies in the stacks


@pytest.mark.rule("drive-on-moscow", "3.7")
def test_control_at_the_start_and_by_entering() -> None:
    state = position({"1019": "inf-5"}, phase="german-movement")
    assert state.control >> hex_id("0519") & 1
    assert not state.control >> hex_id("1120") & 1
    play(state, "unit inf-5", "move 1222")
    assert state.control >> hex_id("1222") & 1
    assert (FORWARD & ~WEST).bit_count() == 246


@pytest.mark.rule("drive-on-moscow", "3.7")
def test_units_entering_a_hex_take_control_of_it() -> None:
    state = position({}, {"1120": "RD"}, german_control="1219 1220", phase="soviet-movement")
    play(state, "unit rd-1", "move 1219", "move 1220")
    assert not state.control & (1 << hex_id("1219") | 1 << hex_id("1220"))
    assert SIDES == ("german", "soviet")
