"""11.4: retreats, their restrictions and priorities. Reading 5."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    ARMIES,
    CITIES,
    DNEPROPETROVSK,
    GAME,
    KHARKOV,
    LENINGRAD,
    MINSK,
    ODESSA,
    RIGA,
    at,
    at_the_die,
    happened,
    kinds,
    legal,
    listing,
    open_step,
    play,
    refused,
    rule_of,
    sample,
    to_phase,
    told,
)
from .random_positions import random_data

ELSEWHERE = ", G-18A 1702, S-23A 1801"  # a pair far away, so that the phase is not over with the combat in hand


def driven(units: str, hex: str, attackers: str = "", **more: Any) -> BlitzkriegState:
    """The defenders of a hex must retreat (DR): asked is the first retreat that leaves a choice, or the advance.

    The die is the lowest that gives DR.
    """
    state = at_the_die(units + ELSEWHERE, hex, attackers, **more)
    forecast = state.forecast()
    assert forecast is not None
    for face in range(1, 7):
        copy = state.copy()
        events = play(copy, f"roll {face}")
        if told(events, "battle")[0].endswith("DR."):
            return copy
    raise AssertionError(f"no DR at {forecast.headline}")


def retreat_of(state: BlitzkriegState) -> str:
    """What the forecast says of the way out."""
    forecast = state.forecast()
    assert forecast is not None
    return forecast.notes[0].text.removeprefix("Retreat: ")


# 11.4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_retreat_ends_two_hexes_away() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert legal(state) == ["retreat 0607", "retreat 0608", "retreat 0709", "retreat 0809"]
    events = play(state, "retreat 0709")
    assert told(events, "retreat") == ["The Soviet 8th Army retreats from 0807 to 0709 Kharkov."]
    assert reference.distance("0807", KHARKOV) == 2 and at(state, "S-8A") == KHARKOV + "-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_the_owner_of_the_units_chooses() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert (state.side, open_step(state)) == ("soviet", "Retreat")
    state = driven("S-8A 1202, S-11A 1202, R-3A- 1203", "1203", phase="soviet-combat", german="1304")
    assert (state.side, open_step(state)) == ("german", "Retreat")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_every_step_leads_away_from_the_battle() -> None:
    """The event names the hexes on the way, each one farther from the battle."""
    state = driven("G-4A 0806, S-8A- 0807", "0807", german=" ".join(sorted(set(CITIES) - {"1410"})))
    assert legal(state) == [f"retreat {hex}" for hex in listing("0608 0709 0809 0909 1007 1008")]
    for action in legal(state):
        copy = state.copy()
        (event,) = [event for event in copy.take(action) if happened(event) == "retreat"]
        assert [reference.distance("0807", hex) for hex in event.spaces] == [0, 1, 2]
        assert all(b in reference.beside(a) for a, b in pairwise(event.spaces))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_it_does_not_end_nearer_or_farther() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert refused(state, "retreat 0808") == ("11.4", "0808 is not two hexes away from 0807.")
    assert refused(state, "retreat 0710") == ("11.4", "0710 is more than two hexes away.")
    assert refused(state, "advance G-4A")[0] == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_terrain_and_movement_allowance_do_not_matter() -> None:
    """By 1003, a marsh, where a move would end, to a forest beyond it."""
    state = driven("G-4A 1001, S-8A- 1002, S-12MC 1002", "1002", turn=3, passive="S-12MC")
    events = play(state, "retire S-12MC")
    if open_step(state) == "Retreat":
        events += play(state, "retreat 0904")
    assert told(events, "retreat") == ["The Soviet 12th Mechanized Corps retreats from 1002 to 0904."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_stack_retreats_unit_by_unit_and_may_split() -> None:
    state = driven("G-2PzA 0806, S-8A- 0807, S-11A- 0807", "0807")
    assert (open_step(state), legal(state)) == ("ChooseRetreat", ["retire S-8A", "retire S-11A"])
    assert refused(state, "retire S-3A") == ("11.4", "The Soviet 3rd Army is not one of the defeated units.")
    play(state, "retire S-11A", "retreat 0709")
    assert at(state, "S-11A") == KHARKOV + "-" and at(state, "S-8A") == "0807-"
    play(state, "retreat 0809")
    assert at(state, "S-8A") == "0809-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_unit_retreats_once() -> None:
    state = driven("G-2PzA 0806, S-8A- 0807, S-11A- 0807, S-12MC 0807", "0807", turn=3, passive="S-12MC")
    play(state, "retire S-11A", "retreat 0709")
    assert (open_step(state), legal(state)) == ("ChooseRetreat", ["retire S-8A", "retire S-12MC"])
    assert refused(state, "retire S-11A") == ("11.4", "The Soviet 11th Army has already retreated.")


# 11.4.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_nobody_retreats_onto_an_enemy() -> None:
    """Romanian armies, which have no zone, bar only their own hexes."""
    state = driven("G-4A 0806, R-3A 0908, S-8A- 0807", "0807", "G-4A")
    assert refused(state, "retreat 0908") == ("11.4.1", "There are enemy units in 0908.")
    state = driven("G-4A 0806, R-3A 0908, S-8A- 0807, R-4A 0809", "0807", "G-4A")
    assert refused(state, "retreat 0809") == ("11.4.1", "There are enemy units in 0809.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
def test_nobody_retreats_into_a_zone_of_control() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    for hex in ("0907", "0707"):  # next to 4. Armee
        assert refused(state, f"retreat {hex}") == (
            "9.5",
            f"{hex} is in an enemy zone of control, and no friendly unit is there.",
        )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
def test_a_friend_opens_a_hex_in_a_zone_of_control() -> None:
    """Between two tanks; 11th Army in 0908, in the zone of one of them, holds the door to 1008 open."""
    units = "G-2PzA- 0806, G-3PzA- 0808, S-8A- 0807"
    assert retreat_of(at_the_die(units + ELSEWHERE, "0807", "G-2PzA")) == "none (eliminated)"
    state = driven(units + ", S-11A 0908", "0807", "G-2PzA")
    assert legal(state) == ["retreat 1007", "retreat 1008"]  # by 0908; 0909 is in the zone too


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_nobody_retreats_into_an_enemy_rear_area() -> None:
    """8th Army in 1201, and around it zones of control: Army Group Center is no way out."""
    state = at_the_die("G-2PzA 1202, G-3PzA 1301, G-9A center, S-8A- 1201" + ELSEWHERE, "1201", "G-9A")
    assert retreat_of(state) == "none (eliminated)"
    state = driven("R-3A 1202, R-4A 1301, S-8A- 1201", "1201", german=MINSK)
    assert open_step(state) == "Retreat"
    assert refused(state, "retreat center") == ("11.4.1", "Army Group Center is an enemy rear area.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_german_units_do_not_retreat_into_another_rear_area() -> None:
    """1201 touches Center alone, and all around are Red Guards: 4. Armee (Center) escapes, 16. Armee (North) not."""
    units = "S-Gd1 1202, S-Gd2 1301, S-Gd3 1001, {} 1201" + ELSEWHERE
    none = "none (eliminated)"
    for unit, expected in (("G-16A-", none), ("G-4A-", "possible"), ("G-2A-", "possible"), ("R-3A-", none)):
        state = at_the_die(units.format(unit), "1201", phase="soviet-combat")
        assert retreat_of(state) == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.6")
def test_nobody_retreats_across_water() -> None:
    """Odessa, attacked from 0403: 0303 and 0404 are in its zone, and the bay bars 0305. Then Lake Peipus."""
    assert retreat_of(at_the_die("G-11A 0403, S-9A- 0304" + ELSEWHERE, ODESSA)) == "none (eliminated)"
    state = driven("R-3A 1806, S-9A- 1805", "1805", german=f"{RIGA} {LENINGRAD}")
    assert open_step(state) == "Retreat"
    assert not {"1803", "1904"} & set(legal(state, "retreat"))  # beyond the lake


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_a_unit_without_a_retreat_is_eliminated() -> None:
    state = at_the_die("G-4A 0806, G-9A 0808, S-8A- 0807" + ELSEWHERE, "0807", "G-4A")
    events = play(state, "roll 1")
    assert told(events, "eliminated") == ["The Soviet 8th Army is eliminated in 0807: it cannot retreat."]
    assert [(happened(event), event.rule) for event in events][-1] == ("eliminated", "11.4.1")
    assert at(state, "S-8A") == "pool" and open_step(state) == "Advance"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_a_retreat_that_could_not_be_completed_is_none() -> None:
    """0908 is open, but what lies beyond is not: 8th Army is lost at once, without a first step."""
    units = "G-4A 0806, R-3A 0808, R-4A 0708, G-9A 1107, G-6A 1109, G-17A 0910, S-8A- 0807"
    state = at_the_die(units + ELSEWHERE, "0807", "G-4A")
    assert slow_steps(reference.Table(state.position()), "S-8A", "0807", "0807", 0) == {"0908"}
    assert retreat_of(state) == "none (eliminated)"
    events = play(state, "roll 1")
    assert told(events, "eliminated") == ["The Soviet 8th Army is eliminated in 0807: it cannot retreat."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_where_stacking_would_be_broken_the_unit_goes_on() -> None:
    """By 0708 alone, and two hexes away are full stacks of infantry: 8th Army goes on; a corps finds room there."""
    full = "S-11A 0709, S-3A 0709, S-10A 0608, S-4A 0608, S-5A 0607, S-6A 0607"
    units = f"G-4A 0806, R-3A 0808, R-4A 0908, {full}, S-8A- 0807, S-12MC 0807"
    state = driven(units, "0807", "G-4A", passive="S-12MC")
    play(state, "retire S-8A")
    ends = legal(state, "retreat")
    assert ends and {reference.distance("0807", end) for end in ends} == {3}
    assert refused(state, "retreat 0709") == ("11.4.1", "Too many units would be stacked in 0709 Kharkov.")
    play(state, f"retreat {ends[0]}")
    assert set(legal(state, "retreat")) == {"0607", "0608", "0709"}  # the corps


# 11.4.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_the_rear_area_comes_first_and_ends_the_retreat() -> None:
    """1412 is next to the rear area, but 1312 and 1512 are open too."""
    state = driven("G-4A 1411, S-8A- 1412", "1412")
    assert open_step(state) == "Advance"  # nothing was asked of the Soviet player
    assert at(state, "S-8A") == "track3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_a_unit_in_the_rear_area_is_back_next_turn_fresh() -> None:
    state = driven("G-4A 1411, S-8A- 1412, S-11A 1312", "1412")
    play(state, "stay")
    to_phase(state, "soviet-movement")
    assert at(state, "S-8A") == "track3"  # not yet in the Soviet turn that follows
    to_phase(state, "german-movement")
    to_phase(state, "soviet-movement")
    assert (state.turn, at(state, "S-8A")) == (3, "soviet")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_the_rear_area_wins_if_it_can_be_reached_at_all() -> None:
    """8th Army in 1411 is attacked from 1512. By 1312 it reaches the rear area, so it must go there."""
    state = driven("G-4A 1512, S-8A- 1411", "1411")
    assert (open_step(state), at(state, "S-8A")) == ("Advance", "track3")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_the_rear_area_at_the_second_step() -> None:
    """From 1311 by 1312 home, though 1411 and 1211 are open and lead to hexes next to sources."""
    state = driven("G-4A 1310, S-8A- 1311", "1311")
    assert (open_step(state), at(state, "S-8A")) == ("Advance", "track3")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_a_third_step_is_not_made_to_get_home() -> None:
    """1310 is three hexes from the rear area."""
    state = driven("G-4A 1309, S-8A- 1310", "1310")
    assert open_step(state) == "Retreat" and "soviet" not in legal(state, "retreat")
    assert refused(state, "retreat soviet")[0] == "11.4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_german_units_go_to_the_rear_area_of_their_code() -> None:
    """2. Armee, which has none, chooses where 1101 touches two areas."""
    state = driven("S-Gd1 1102, S-Gd2 1102, G-4A- 1101", "1101", phase="soviet-combat", turn=4)
    assert at(state, "G-4A") == "track5"
    state = driven("S-Gd1 1102, S-Gd2 1102, G-2A- 1101", "1101", phase="soviet-combat", turn=4)
    assert (open_step(state), legal(state)) == ("Retreat", ["retreat center", "retreat south"])
    assert refused(state, "retreat north") == ("11.4", "No retreat from 1101 reaches Army Group North.")
    play(state, "retreat south")
    assert at(state, "G-2A") == "track5"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_then_an_end_nearer_to_a_supply_source() -> None:
    """0807 is two hexes from Kharkov. 0709 is Kharkov itself, 0608 and 0809 are next to it, 0607 to Dnepropetrovsk."""
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert legal(state, "retreat") == ["0607", "0608", "0709", "0809"]
    better = "0607, 0608, 0709 Kharkov, 0809"
    assert refused(state, "retreat 1008") == ("11.4.2", f"1008 is not as good an end as {better}.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_the_city_that_is_lost_is_no_source_for_its_own_garrison() -> None:
    """Out of Kharkov towards Dnepropetrovsk and the rear area, though Kharkov is nearer from every hex around."""
    state = driven("R-3A 0710, R-4A 0809, S-8A- 0709", KHARKOV)
    assert legal(state, "retreat") == [DNEPROPETROVSK, "0509", "0607"]


ALL_GERMAN = " ".join(CITIES)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_then_an_end_without_other_units_then_one_within_stacking() -> None:
    """Every city is German, so the east is nearer to a source. Romanians close it: ends in the west are left."""
    units = "R-3A 0808, R-4A 0908, G-16A 0708, G-17A 0809, S-8A- 0807"
    state = driven(units, "0807", "R-3A", german=ALL_GERMAN)
    ends = legal(state, "retreat")
    assert len(ends) > 1
    friends = ", ".join(f"{unit} {hex}" for unit, hex in zip(ARMIES[5:], ends[1:], strict=False))
    assert legal(driven(f"{units}, {friends}", "0807", "R-3A", german=ALL_GERMAN), "retreat") in ([], [ends[0]])
    everywhere = ", ".join(f"{unit} {hex}" for unit, hex in zip(ARMIES[5:], ends, strict=False))
    assert legal(driven(f"{units}, {everywhere}", "0807", "R-3A", german=ALL_GERMAN), "retreat") == ends


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_a_friend_in_a_zone_of_control_is_the_last_resort() -> None:
    """The end beside a friend in an enemy zone is nearer to Kharkov, but every other end comes first."""
    units = "G-4A 0806, S-8A- 0807, S-11A 0809, G-9A 0810"
    state = driven(units, "0807", "G-4A")
    assert "0809" not in legal(state, "retreat")
    assert rule_of(state, "retreat 0809") == "11.4.2"
    only = "G-4A 0806, R-3A 0708, R-4A 0908, G-9A 0810, G-6A 0910, S-8A- 0807, S-11A 0809, S-3A 0808"
    state = driven(only, "0807", "G-4A", german=ALL_GERMAN)
    assert at(state, "S-8A") in ("0809-", "pool", KHARKOV + "-")


# Against the reference


def source_distance(table: reference.Table, german: bool, lost: str) -> dict[str, int]:
    """Hexes over land to the nearest supply source; enemies do not matter."""
    areas = reference.GERMAN_AREAS if german else ("soviet",)
    found = dict.fromkeys(table.sources(german) - {lost}, 0)
    ring = {near for hex in found for near in reference.beside(hex)}
    ring |= {hex for area in areas for hex in reference.TOUCHES[area] - reference.SEA}
    steps = 1
    while ring - set(found):
        ring -= set(found)
        found |= dict.fromkeys(ring, steps)
        ring = {near for hex in ring for near in reference.beside(hex)}
        steps += 1
    return found


def slow_steps(table: reference.Table, unit: str, battle: str, here: str, gone: int) -> set[str]:
    """11.4.1: hexes one farther from the battle, without enemies, and outside their zones unless a friend is there."""
    german = reference.is_german(unit)
    farther = {hex for hex in reference.beside(here) if reference.distance(battle, hex) == gone + 1}
    friends = {table.where[other] for other in table.units(german) - {unit}}
    return {hex for hex in farther - table.held(not german) if hex not in table.zone(not german) or hex in friends}


def slow_routes(table: reference.Table, unit: str, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every whole retreat that begins like this one: two steps, more to satisfy stacking, or into the rear area."""
    here, gone = way[-1], len(way) - 1
    if gone >= 2 and reference.fits(table.at(here) | {unit}):
        yield way
        return
    homes = {area for area in reference.homes(unit) if here in reference.TOUCHES[area]}
    if homes:
        yield from ((*way, area) for area in homes)
        return
    for hex in slow_steps(table, unit, way[0], here, gone):
        yield from slow_routes(table, unit, (*way, hex))


def slow_ends(table: reference.Table, unit: str, battle: str) -> set[str]:
    """11.4.2: the ends of the first class that has any."""
    german = reference.is_german(unit)
    ends = {way[-1] for way in slow_routes(table, unit, (battle,))}
    distance = source_distance(table, german, battle)
    far = len(reference.HEXES)

    def rank(end: str) -> int:
        if end in reference.TOUCHES:
            return 1
        if end in table.zone(not german):
            return 5
        if distance.get(end, far) < distance.get(battle, far):
            return 2
        return 4 if table.at(end) - {unit} else 3

    best = min(map(rank, ends), default=0)
    return {end for end in ends if rank(end) == best}


def melee(rng: Random) -> BlitzkriegState:
    """A crowd in some part of the map, at the beginning of a Combat Phase with somebody to attack, without cards."""
    while True:
        data = random_data(rng, rng.choice(("german-combat", "soviet-combat")), 2, radius=3)
        state = GAME.position({**data, "hands": [], "hero_stands": False})
        if open_step(state) == "Combat" and legal(state, "attack"):
            return state


def check_retreats(state: BlitzkriegState, rng: Random) -> int:
    """Play a combat on and compare every way that is offered, taken without asking, or missing."""
    seen = 0
    while state.question is not None and open_step(state) in ("ChooseRetreat", "Retreat"):
        if open_step(state) == "Retreat":
            step = state.position()["stack"][-1]
            unit, battle = step["unit"], step["battle"]["hex"]
            table = reference.Table(state.position())
            assert set(legal(state, "retreat")) == slow_ends(table, unit, battle)
            seen += 1
        state.apply(rng.choice(state.actions()))
    return seen


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
@pytest.mark.parametrize("melees", soak.less(12, 70))
def test_ways_in_random_melees_agree_with_the_reference(melees: int) -> None:
    rng = Random(1941)
    compared = 0
    for _ in range(melees):
        state = melee(rng)
        hex = rng.choice(legal(state, "attack"))
        play(state, f"attack {hex}")
        for unit in legal(state, "with"):
            if rng.random() < 0.7 or "fight" not in legal(state):
                play(state, f"with {unit}")
        play(state, "fight")
        while state.question is not None and open_step(state) == "ChooseDefence":
            play(state, rng.choice(legal(state)))
        if state.side != CHANCE:
            continue
        table = reference.Table(state.position())
        forecast = state.forecast()
        assert forecast is not None
        defenders = table.at(hex)
        doomed = {unit for unit in defenders if not slow_ends(table, unit, hex)}
        text = "none (eliminated)" if doomed == defenders else "possible"
        assert retreat_of(state).startswith(text)
        for face in range(1, 7):
            copy = state.copy()
            events = play(copy, f"roll {face}")
            assert "battle" in kinds(events)
            compared += check_retreats(copy, rng)
    assert compared > 0.8 * melees


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
@pytest.mark.parametrize("size", soak.less(15, 60))
def test_ways_in_random_games_agree_with_the_reference(size: int) -> None:
    states = sample("Retreat", size)
    assert len(states) == size
    for state in states:
        assert check_retreats(state.copy(), Random(3)) > 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
@pytest.mark.parametrize("size", soak.less(20, 100))
def test_after_every_retreat_stacking_holds_where_it_ended(size: int) -> None:
    ended = 0
    for state in sample("Retreat", size):
        unit = state.position()["stack"][-1]["unit"]
        for action in state.actions():
            copy = state.copy()
            copy.take(action)
            if copy.outcome is None and at(copy, unit)[:4].isdigit():
                table = reference.Table(copy.position())
                assert reference.fits(table.at(at(copy, unit).rstrip("-")))
                ended += 1
    assert ended > size
