"""11.4: retreats, their restrictions and priorities. Reading 5."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rasputitsa.core import CHANCE
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from . import reference
from .helpers import (
    CITIES,
    DNEPROPETROVSK,
    GAME,
    KHARKOV,
    LENINGRAD,
    MINSK,
    ODESSA,
    RIGA,
    asked,
    at,
    at_the_die,
    kinds,
    play,
    sample,
    texts,
    to_phase,
    told,
    where,
    why,
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
    events = play(state, "retreat 0808")
    assert told(events, "retreat") == [
        "The Soviet 8th Army retreats to 0808.",
        "The Soviet 8th Army retreats to 0709 Kharkov.",
    ]
    assert reference.distance("0807", KHARKOV) == 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_the_owner_of_the_units_chooses() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert (state.side, asked(state)) == ("soviet", "Retreat")
    state = driven("S-8A 1202, S-11A 1202, R-3A- 1203", "1203", phase="soviet-combat", german="1304")
    assert (state.side, asked(state)) == ("german", "Retreat")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_every_step_leads_away_from_the_battle() -> None:
    """The rear area is the only source: three hexes lead there, then three again, never sideways."""
    state = driven("G-4A 0806, S-8A- 0807", "0807", german=" ".join(sorted(set(CITIES) - {"1410"})))
    assert texts(state) == ["retreat 0708", "retreat 0808", "retreat 0908"]
    play(state, "retreat 0808")
    assert texts(state) == ["retreat 0709", "retreat 0809", "retreat 0909"]
    for hex in ("0708", "0908", "0807"):
        assert why(state, f"retreat {hex}") == ("11.4", f"{hex} does not lead away from 0807.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_retreat_goes_hex_by_hex() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert why(state, "retreat 0709") == ("11.4", "0709 Kharkov is not next to 0807; a retreat goes hex by hex.")
    assert why(state, "advance G-4A")[0] == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_terrain_and_movement_allowance_do_not_matter() -> None:
    """By 1003, a marsh, where a move would end, to a forest beyond it."""
    state = driven("G-4A 1001, S-8A- 1002, S-12MC 1002", "1002", turn=3, passive="S-12MC")
    events = play(state, "retire S-12MC")
    while at(state, "S-8A") == "1002-" and asked(state) == "Retreat":
        events += play(state, next(a for a in ("retreat 1003", "retreat 0904") if a in texts(state)))
    assert told(events, "retreat")[:2] == [
        "The Soviet 12th Mechanized Corps retreats to 1003.",
        "The Soviet 12th Mechanized Corps retreats to 0904.",
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_stack_retreats_unit_by_unit_and_may_split() -> None:
    state = driven("G-2PzA 0806, S-8A- 0807, S-11A- 0807", "0807")
    assert (asked(state), texts(state)) == ("ChooseRetreat", ["retire S-8A", "retire S-11A"])
    assert why(state, "retire S-3A") == ("11.4", "The Soviet 3rd Army does not retreat from 0807.")
    play(state, "retire S-11A", "retreat 0808")
    assert at(state, "S-11A") == KHARKOV + "-" and at(state, "S-8A") == "0807-"
    play(state, "retreat 0708")
    assert at(state, "S-8A") == KHARKOV + "-"


# 11.4.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_nobody_retreats_onto_an_enemy() -> None:
    """Romanian armies, which have no zone, bar only their own hexes."""
    state = driven("G-4A 0806, R-3A 0908, S-8A- 0807", "0807", "G-4A")
    assert why(state, "retreat 0908") == ("11.4.1", "There are enemies in 0908.")
    state = driven("G-4A 0806, R-3A 0808, S-8A- 0807", "0807", "G-4A")
    assert (asked(state), at(state, "S-8A")) == ("Advance", KHARKOV + "-")  # by 0708, the only way


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
def test_nobody_retreats_into_a_zone_of_control() -> None:
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    for hex in ("0907", "0707"):  # next to 4. Armee
        assert why(state, f"retreat {hex}") == ("9.5", f"{hex} is in an enemy zone of control and no friend holds it.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.5")
def test_a_friend_opens_a_hex_in_a_zone_of_control() -> None:
    """Between two tanks; 11th Army in 0908, in the zone of one of them, holds the door to 1008 open."""
    units = "G-2PzA- 0806, G-3PzA- 0808, S-8A- 0807"
    assert retreat_of(at_the_die(units + ELSEWHERE, "0807", "G-2PzA")) == "none (eliminated)"
    state = driven(units + ", S-11A 0908", "0807", "G-2PzA")
    assert at(state, "S-8A") == "0908-"
    assert texts(state) == ["retreat 1007", "retreat 1008"]  # 0909 is in the zone too


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_nobody_retreats_into_an_enemy_rear_area() -> None:
    """8th Army in 1201, and around it zones of control: Army Group Center is no way out."""
    state = at_the_die("G-2PzA 1202, G-3PzA 1301, G-9A center, S-8A- 1201" + ELSEWHERE, "1201", "G-9A")
    assert retreat_of(state) == "none (eliminated)"
    state = driven("R-3A 1202, R-4A 1301, S-8A- 1201", "1201", german=MINSK)
    assert asked(state) == "Retreat"
    assert why(state, "retreat center") == ("11.4.1", "The Soviet 8th Army may not enter Army Group Center.")


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
    assert asked(state) == "Retreat"
    for hex in ("1804", "1905"):
        assert why(state, f"retreat {hex}") == ("11.4.1", f"Only water lies between 1805 and {hex}.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_a_unit_without_a_retreat_is_eliminated() -> None:
    state = at_the_die("G-4A 0806, G-9A 0808, S-8A- 0807" + ELSEWHERE, "0807", "G-4A")
    events = play(state, "roll 1")
    assert told(events, "retreat") == ["The Soviet 8th Army has no way out of 0807."]
    assert [(event.kind, event.rule) for event in events][-1] == ("eliminated", "11.4.1")
    assert at(state, "S-8A") == "pool" and asked(state) == "Advance"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
def test_a_retreat_that_could_not_be_completed_is_none() -> None:
    """0908 is open, but what lies beyond is not: 8th Army is lost at once, without a first step."""
    units = "G-4A 0806, R-3A 0808, R-4A 0708, G-9A 1107, G-6A 1109, G-17A 0910, S-8A- 0807"
    state = at_the_die(units + ELSEWHERE, "0807", "G-4A")
    assert slow_steps(reference.Table(state.position()), "S-8A", "0807", "0807", 0) == {"0908"}
    assert retreat_of(state) == "none (eliminated)"
    events = play(state, "roll 1")
    assert told(events, "retreat") == ["The Soviet 8th Army has no way out of 0807."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_where_stacking_would_be_broken_the_unit_goes_on() -> None:
    """By 0708 alone, and two hexes away are full stacks of infantry: 8th Army goes on; a corps finds room there."""
    full = "S-11A 0709, S-3A 0709, S-10A 0608, S-4A 0608, S-5A 0607, S-6A 0607"
    units = f"G-4A 0806, R-3A 0808, R-4A 0908, {full}, S-8A- 0807, S-12MC 0807"
    state = driven(units, "0807", "G-4A", passive="S-12MC")
    play(state, "retire S-8A")
    assert at(state, "S-8A") == "0708-"
    assert texts(state) == ["retreat 0607", "retreat 0608", "retreat 0709"]
    play(state, "retreat 0709")
    assert (asked(state), at(state, "S-8A")) == ("Retreat", "0709-")
    play(state, texts(state)[0])
    assert reference.distance("0807", at(state, "S-8A").rstrip("-")) == 3
    assert at(state, "S-12MC") == KHARKOV  # the only source, two hexes away, and no third infantry


# 11.4.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.4")
def test_the_rear_area_comes_first_and_ends_the_retreat() -> None:
    """1412 is next to the rear area, but 1312 and 1512 are open too."""
    state = driven("G-4A 1411, S-8A- 1412", "1412")
    assert asked(state) == "Advance"  # nothing was asked of the Soviet player
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
def test_the_rear_area_at_the_second_step() -> None:
    """From 1311 the unit may go to 1312, and then it must go home."""
    state = driven("G-4A 1310, S-8A- 1311", "1311")
    play(state, "retreat 1312")
    assert (asked(state), at(state, "S-8A")) == ("Advance", "track3")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_german_units_go_to_the_rear_area_of_their_code() -> None:
    """2. Armee, which has none, chooses where 1101 touches two areas."""
    state = driven("S-Gd1 1102, S-Gd2 1102, G-4A- 1101", "1101", phase="soviet-combat", turn=4)
    assert at(state, "G-4A") == "track5"
    state = driven("S-Gd1 1102, S-Gd2 1102, G-2A- 1101", "1101", phase="soviet-combat", turn=4)
    assert (asked(state), texts(state)) == ("Retreat", ["retreat center", "retreat south"])
    assert why(state, "retreat north") == ("11.4.2", "1101 does not touch Army Group North.")
    play(state, "retreat south")
    assert at(state, "G-2A") == "track5"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_then_a_hex_nearer_to_a_supply_source() -> None:
    """East of 0807 lies Kharkov: 0708 and 0808 are nearer to it, 0908 is open but not nearer."""
    state = driven("G-4A 0806, S-8A- 0807", "0807")
    assert texts(state) == ["retreat 0708", "retreat 0808"]
    assert why(state, "retreat 0908") == ("11.4.2", "Another hex comes before 0908 in the order of priority.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_the_city_that_is_lost_is_no_source_for_its_own_garrison() -> None:
    """Out of Kharkov the way leads to Dnepropetrovsk, though Kharkov itself would be nearer from every hex around."""
    state = driven("R-3A 0710, R-4A 0809, S-8A- 0709", KHARKOV)
    assert (asked(state), at(state, "S-8A")) == ("Advance", DNEPROPETROVSK + "-")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_then_an_empty_hex_then_one_within_stacking() -> None:
    """From 1311, next to Moscow and Tula, 1312, 1411 and 1211 are open, and none is nearer to a source than it is."""
    units = "G-4A 1310, S-8A- 1311"
    assert texts(driven(units, "1311")) == ["retreat 1211", "retreat 1312", "retreat 1411"]
    state = driven(units + ", S-11A 1411", "1311")
    assert texts(state) == ["retreat 1211", "retreat 1312"]
    assert why(state, "retreat 1411") == ("11.4.2", "Another hex comes before 1411 in the order of priority.")
    units += ", S-11A 1411, S-3A 1312, S-10A 1211"
    assert texts(driven(units, "1311")) == ["retreat 1211", "retreat 1312", "retreat 1411"]
    assert texts(driven(units + ", S-4A 1411", "1311")) == ["retreat 1211", "retreat 1312"]
    assert texts(driven(units + ", S-12MC 1411, S-3MC 1211", "1311")) == [
        "retreat 1211", "retreat 1312", "retreat 1411",
    ]  # fmt: skip


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_a_friend_in_a_zone_of_control_is_the_last_resort() -> None:
    """11th Army stands in 0708, nearer to Kharkov, but in the zone of 9. Armee: the farther 0908 comes first."""
    units = "G-4A 0806, G-9A 0607, R-3A 0808, S-8A- 0807, S-11A 0708"
    state = driven(units, "0807", "G-4A")
    assert (asked(state), at(state, "S-8A")) == ("Retreat", "0908-")  # the first step was not asked
    state = driven(units + ", R-4A 0908", "0807", "G-4A")
    assert at(state, "S-8A") == KHARKOV + "-"  # by 0708


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


def slow_end(table: reference.Table, unit: str, battle: str, here: str, gone: int) -> bool:
    """Whether a retreat that got here can be completed."""
    if gone >= 2 and reference.fits(table.at(here) | {unit}):
        return True
    if any(here in reference.TOUCHES[area] for area in reference.homes(unit)):
        return True
    steps = slow_steps(table, unit, battle, here, gone)
    return any(slow_end(table, unit, battle, hex, gone + 1) for hex in steps)


def slow_ways(table: reference.Table, unit: str, battle: str, here: str, gone: int) -> set[str]:
    """11.4.2: the spaces of the first class that has any."""
    german = reference.is_german(unit)
    homes = {area for area in reference.homes(unit) if here in reference.TOUCHES[area]}
    if homes:
        return homes
    open_ = {hex for hex in slow_steps(table, unit, battle, here, gone) if slow_end(table, unit, battle, hex, gone + 1)}
    distance = source_distance(table, german, battle)
    far = len(reference.HEXES)

    def rank(hex: str) -> int:
        empty = not table.at(hex) - {unit}
        fits = reference.fits(table.at(hex) | {unit})
        if hex in table.zone(not german):
            return 5 if fits else 6
        if distance.get(hex, far) < distance.get(here, far) and (fits or gone == 0):
            return 1
        return 2 if empty else 3 if fits else 4

    best = min(map(rank, open_), default=0)
    return {hex for hex in open_ if rank(hex) == best}


def melee(rng: Random) -> BlitzkriegState:
    """A crowd in some part of the map, at the beginning of a Combat Phase with somebody to attack, without cards."""
    while True:
        data = random_data(rng, rng.choice(("german-combat", "soviet-combat")), 2, radius=3)
        state = GAME.position({**data, "hands": [], "hero_stands": False})
        if asked(state) == "Combat" and texts(state, "attack"):
            return state


def check_retreats(state: BlitzkriegState, rng: Random) -> int:
    """Play a combat on and compare every way that is offered, taken without asking, or missing."""
    seen = 0
    while state.question is not None and asked(state) in ("ChooseRetreat", "Retreat"):
        if asked(state) == "Retreat":
            step = state.position()["stack"][-1]
            unit, battle, gone = step["unit"], step["battle"]["hex"], step["gone"]
            table = reference.Table(state.position())
            assert set(texts(state, "retreat")) == slow_ways(table, unit, battle, table.where[unit], gone)
            seen += 1
        state.apply(rng.choice(state.actions()))
    return seen


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_ways_in_random_melees_agree_with_the_reference() -> None:
    rng = Random(1941)
    compared = 0
    for _ in range(70):
        state = melee(rng)
        hex = rng.choice(texts(state, "attack"))
        play(state, f"attack {hex}")
        for unit in texts(state, "with"):
            if rng.random() < 0.7 or "fight" not in texts(state):
                play(state, f"with {unit}")
        play(state, "fight")
        while state.question is not None and asked(state) == "ChooseDefence":
            play(state, rng.choice(texts(state)))
        if state.side != CHANCE:
            continue
        table = reference.Table(state.position())
        forecast = state.forecast()
        assert forecast is not None
        defenders = table.at(hex)
        doomed = {unit for unit in defenders if not slow_ways(table, unit, hex, hex, 0)}
        text = "none (eliminated)" if doomed == defenders else "possible" if not doomed else "none for "
        assert retreat_of(state).startswith(text)
        for face in range(1, 7):
            copy = state.copy()
            events = play(copy, f"roll {face}")
            assert "battle" in kinds(events)
            compared += check_retreats(copy, rng)
    assert compared > 60


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4.2")
def test_ways_in_random_games_agree_with_the_reference() -> None:
    states = sample("Retreat", 60)
    assert len(states) == 60
    for state in states:
        assert check_retreats(state.copy(), Random(3)) > 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.3")
def test_after_every_retreat_stacking_holds() -> None:
    for state in sample("Advance", 100):
        table = reference.Table(state.position())
        for hex in table.held(german=True) | table.held(german=False):
            assert reference.fits(table.at(hex)), where(state, " ".join(table.at(hex)))
