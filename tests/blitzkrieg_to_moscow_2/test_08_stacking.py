"""8.0 to 8.3: stacking."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.core import BadPosition

from . import reference
from .helpers import (
    ARMIES,
    CORPS,
    GERMANS,
    GUARDS,
    MINSK,
    MOSCOW,
    UNITS,
    at,
    attack,
    column,
    german_cities,
    legal,
    listing,
    open_step,
    passing,
    phase_of,
    play,
    position,
    random_walk,
    refused,
    rule_of,
    to_phase,
    told,
    where,
)

OVERSTACKED = "too many units were stacked there"
FAR = "R-3A romania"


def stack_of(infantry: int, tanks: int, hex: str) -> str:
    return ", ".join(f"{unit} {hex}" for unit in [*ARMIES[:infantry], *CORPS[:tanks]])


# 8.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.0")
def test_units_never_stand_with_enemies() -> None:
    state = position("german-movement", "G-4A 1306, S-8A 1309, S-9A 1308")
    play(state, "unit G-4A")
    assert "1308" not in legal(state, "move")
    assert refused(state, "move 1308") == ("8.0", "There are enemy units in 1308: 9th Army.")
    with pytest.raises(BadPosition, match="units of both sides are in 1308"):
        position("german-movement", "G-4A 1308, S-8A 1308")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.0")
def test_rear_areas_have_no_limit() -> None:
    germans = "G-2PzA center, G-3PzA center, G-4A center, G-9A center, G-2A center"
    soviets = ", ".join(f"{unit} soviet" for unit in [*ARMIES, *CORPS, *GUARDS])
    state = position("german-movement", f"{germans}, {soviets}")
    assert "done" in legal(state)
    state = position("soviet-movement", f"{germans}, {soviets}")
    assert "done" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.0")
@pytest.mark.parametrize("seed", range(3))
def test_no_hex_ever_holds_both_sides(seed: int) -> None:
    for state in random_walk(seed):
        table = reference.Table(state.position())
        assert not table.held(german=True) & table.held(german=False)


# 8.1, 8.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.1")
def test_one_german_unit_in_a_hex() -> None:
    state = position("german-movement", "G-4A 1305, R-3A 1306, S-8A 0812")
    play(state, "unit R-3A", "move 1305", "stop")
    assert "done" not in legal(state)
    assert refused(state, "done") == ("8.3", "The phase cannot end while too many units are stacked in 1305.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.2")
@pytest.mark.parametrize("infantry, tanks", list(product(range(5), range(5))))
def test_soviet_stacks(infantry: int, tanks: int) -> None:
    """Three units, two of a type: 2 and 1 are legal, 3 of a type or 2 and 2 are not."""
    if not infantry + tanks:
        return
    fits = infantry <= 2 and tanks <= 2 and infantry + tanks <= 3
    state = position("soviet-movement", f"{stack_of(infantry, tanks, '1310')}, {FAR}")
    assert ("done" in legal(state)) == fits
    if not fits:
        assert rule_of(state, "done") == "8.3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.2")
def test_red_guards_are_infantry_and_spent_units_count_in_full() -> None:
    state = position("soviet-movement", f"S-Gd1 1310, S-8A- 1310, S-9A 1311, {FAR}")
    play(state, "unit S-9A", "move 1310", "stop")
    assert "done" not in legal(state)


# 8.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_stacking_does_not_matter_while_units_move() -> None:
    """A corps goes through a full stack, and on."""
    state = position("soviet-movement", f"S-8A 1209, S-9A 1209, S-12MC 1209, S-3MC 1208, {FAR}")
    play(state, "unit S-3MC")
    assert {"1209", "1110"} <= set(legal(state, "move"))
    play(state, "move 1209")
    assert open_step(state) == "Moving" and at(state, "S-3MC") == "1209"
    play(state, "move 1110", "stop")
    assert "done" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_germans_may_change_places() -> None:
    state = position("german-movement", "G-4A 1305, G-9A 1306, G-17A south, S-8A 0812")
    play(state, "unit G-4A", "move 1306", "stop")
    assert "done" not in legal(state)
    play(state, "unit G-9A", "move 1305", "stop")
    assert where(state, "G-4A G-9A") == ["1306", "1305"]
    assert "done" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_an_overstacked_unit_may_be_taken_back_and_moved_again() -> None:
    state = position("german-movement", "G-4A 1305, G-9A 1307, S-8A 0812")
    play(state, "unit G-9A", "move 1305", "stop")
    assert legal(state) == ["unit G-4A", "back G-9A", "remove G-4A", "remove G-9A"]
    events = play(state, "back G-9A")
    assert told(events, "taken-back") == ["The German 9. Armee returns to 1307 Smolensk."]
    assert at(state, "G-9A") == "1307"
    play(state, "unit G-9A", "move 1308", "stop")
    assert at(state, "G-9A") == "1308"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_taking_back_gives_up_the_cities_entered() -> None:
    state = position("german-movement", "G-2PzA 1302, G-9A 1305, S-8A 0812")
    play(state, "unit G-2PzA", f"move {MINSK}")
    assert german_cities(state) == [MINSK]
    play(state, "move 1305", "stop", "back G-2PzA")
    assert german_cities(state) == [] and at(state, "G-2PzA") == "1302"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_a_city_that_two_entered_stays_taken_when_one_goes_back() -> None:
    state = position("german-movement", "G-2PzA 1302, G-9A 1303, S-8A 0812")
    play(state, "unit G-2PzA", f"move {MINSK}", "stop", "unit G-9A", f"move {MINSK}", "stop", "back G-9A")
    assert german_cities(state) == [MINSK]
    state = position("german-movement", "G-2PzA 1302, G-9A 1303, S-8A 0812")
    play(state, "unit G-2PzA", f"move {MINSK}", "stop", "unit G-9A", f"move {MINSK}", "stop", "back G-2PzA")
    assert german_cities(state) == [MINSK]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_only_overstacked_units_are_taken_back_or_eliminated() -> None:
    state = position("german-movement", "G-4A 1305, G-9A 1307, G-6A 0805, G-17A south, S-8A 0812")
    play(state, "unit G-6A", "move 0806", "stop", "unit G-9A", "move 1305", "stop")
    assert refused(state, "back G-6A") == (
        "8.3",
        "The German 6. Armee is not in a hex with too many units; only then is a move taken back.",
    )
    assert rule_of(state, "back G-4A") == "8.3"  # it has not moved
    assert refused(state, "remove G-6A") == ("8.3", "The German 6. Armee is not in a hex with too many of your units.")
    play(state, "unit G-4A", "move 1304", "stop")
    assert rule_of(state, "back G-9A") == "8.3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_the_owner_eliminates_the_excess() -> None:
    state = position("soviet-movement", f"{stack_of(4, 0, MOSCOW)}, {FAR}")
    assert legal(state, "remove") == ARMIES[:4]
    events = play(state, f"remove {ARMIES[1]}")
    assert told(events, "eliminated") == [
        "The Soviet 11th Army is eliminated in 1410 Moscow: too many units were stacked there."
    ]
    assert "done" not in legal(state)
    play(state, f"remove {ARMIES[0]}")
    assert "done" in legal(state) and legal(state, "remove") == []
    assert where(state, " ".join(ARMIES[:4])) == ["pool", "pool", MOSCOW, MOSCOW]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_there_is_always_a_way_out() -> None:
    """Hemmed in on all sides, nobody can move: units must be given up."""
    ring = "S-Gd1 1304, S-Gd2 1306, S-Gd3 1204, S-Gd4 1205, S-8A 1404, S-9A 1405"
    state = position("german-movement", f"G-4A 1305, G-9A 1305, {ring}")
    assert phase_of(state) == "german-movement"
    assert legal(state) == ["remove G-4A", "remove G-9A"]
    play(state, "remove G-4A")
    assert phase_of(state) == "german-combat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_only_what_is_in_excess_can_be_eliminated() -> None:
    """Three armies and a corps: one army too many. To give up the corps would not help."""
    state = position("soviet-movement", f"S-8A 1310, S-9A 1310, S-10A 1310, S-12MC 1310, {FAR}")
    assert set(legal(state, "remove")) == {"S-8A", "S-9A", "S-10A"}
    assert refused(state, "remove S-12MC") == ("8.2", "There are too many units of the other type in this hex.")
    state = position("soviet-movement", f"S-8A 1310, S-9A 1310, S-12MC 1310, S-3MC 1310, {FAR}")
    assert len(legal(state, "remove")) == 4  # two and two: any of them


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
@pytest.mark.parametrize("seed", range(6))
def test_limits_hold_whenever_an_owner_has_ended_movement(seed: int) -> None:
    before = ""
    for state in random_walk(seed):
        phase = phase_of(state)
        side = phase.split("-")[0]
        if before == f"{side}-movement" and phase == f"{side}-combat":
            table = reference.Table(state.position())
            assert all(reference.fits(table.at(hex)) for hex in table.held(side == "german"))
        before = phase


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_an_advance_may_overstack_until_the_next_movement_phase() -> None:
    units = ", ".join(f"{unit} {hex}" for unit, hex in zip(GUARDS, listing("1409 1411 1310 1510"), strict=True))
    state = position("soviet-combat", f"{units}, R-3A- {MOSCOW}, G-4A center")
    attack(state, MOSCOW)
    passing(state)
    play(state, "roll 6", *(f"advance {unit}" for unit in GUARDS))
    assert sum(at(state, unit).startswith(MOSCOW) for unit in GUARDS) == 4
    to_phase(state, "soviet-movement")
    assert "done" not in legal(state) and set(legal(state, "remove")) == set(GUARDS)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.1")
def test_a_move_by_tank_action_may_overstack() -> None:
    state = position("german-breakthrough", "G-2PzA 0901, G-4A 0902, S-8A 0812", hands="G3")
    play(state, "card G3")
    if open_step(state) == "ChooseFunction":
        play(state, "as tank-action")
    play(state, "unit G-2PzA", "move 0902", "stop")
    assert where(state, "G-2PzA G-4A") == ["0902", "0902"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_an_overstacked_defender_eliminates_the_excess_before_the_defence() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-9A 0807, S-10A 0807, S-12MC 0807")
    play(state, "attack 0807", "with G-4A", "fight")
    assert (open_step(state), state.side) == ("RemoveExcess", "soviet")
    assert set(legal(state, "remove")) == {"S-8A", "S-9A", "S-10A"}
    assert refused(state, "remove S-12MC")[0] == "8.2" and refused(state, "remove S-3A")[0] == "8.3"
    events = play(state, "remove S-9A")
    assert told(events, "eliminated") == [
        "The Soviet 9th Army is eliminated in 0807: too many units were stacked there."
    ]
    assert open_step(state) == "ChooseDefence"
    assert state.view(None)["battles"][0]["defenders"] == ["S-8A", "S-10A", "S-12MC"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_an_overstacked_attacker_eliminates_first() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0806, S-8A 0807")
    play(state, "attack 0807", "with G-4A", "with G-9A", "fight")
    assert (open_step(state), state.side) == ("RemoveExcess", "german")
    play(state, "remove G-9A", "active S-8A")
    assert column(state) == "2:1"  # 5 to 2: 9. Armee does not take part any more


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_an_attack_that_nobody_is_left_to_make_is_not_made() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0806, S-8A 0807, G-18A 1702, S-23A 1801")
    play(state, "attack 0807", "with G-4A", "fight")
    events = play(state, "remove G-4A")
    assert told(events, "battle") == ["The attack on 0807 is not made."]
    assert open_step(state) == "Combat" and where(state, "G-9A S-8A") == ["0806", "0807"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_stacks_that_take_no_part_in_a_combat_are_left_alone() -> None:
    state = position("german-combat", "G-4A 0806, G-6A 0706, G-17A 0706, S-8A 0807")
    play(state, "attack 0807", "with G-4A", "fight")
    assert open_step(state) == "ChooseDefence"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.2")
def test_every_pair_of_units_against_the_reference() -> None:
    for a, b in product(UNITS, UNITS):
        if a < b and (a in GERMANS) == (b in GERMANS):
            side = "german" if a in GERMANS else "soviet"
            other = "S-50A 2012" if side == "german" else "G-6A 0801"
            if {a, b} & {"S-50A", "G-6A"}:
                continue
            state = position(f"{side}-movement", f"{a} 1205, {b} 1205, {other}")
            assert ("done" in legal(state)) == reference.fits({a, b})
