"""14.0 to 14.2.2: the Soviet Hero City."""

from __future__ import annotations

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from . import reference
from .helpers import (
    CITIES,
    KHARKOV,
    KIEV,
    LENINGRAD,
    MINSK,
    MOSCOW,
    SMOLENSK,
    at,
    at_the_die,
    german_cities,
    legal,
    logistics,
    open_step,
    play,
    played,
    position,
    refused,
    rule_of,
    told,
    where,
)

ELSEWHERE = ", G-18A 1702, S-23A 1801"  # a pair far away, so that the phase is not over with the combat in hand


def hero(state: BlitzkriegState) -> tuple[str | None, bool]:
    data = state.position()
    return data["hero"], data["hero_stands"]


def points(state: BlitzkriegState, city: str) -> int:
    """What the score sheet gives for a city."""
    title = next(space.title for space in state.game.board.spaces if space.name == city)
    return sum(line["points"] for line in state.view(None)["score"] if line["text"].startswith(title))


# 14.0, 14.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_a_reinforcements_card_makes_a_city_the_hero_city() -> None:
    state = logistics("soviet", "S-8A 1412, G-4A center", hands="S1 S4")
    events = play(state, "card S1", "as hero")
    assert set(legal(state, "hero")) == set(CITIES)
    events = play(state, f"hero {SMOLENSK}")
    assert told(events, "order") == ["1307 Smolensk becomes the Hero City."]
    assert hero(state) == (SMOLENSK, True)
    assert state.view(None)["hero"] == {"city": SMOLENSK, "stands": True}
    assert played(state, "soviet") == ["S1"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_only_cities_under_soviet_control_can_be_chosen() -> None:
    state = logistics("soviet", "S-8A 1412, G-4A center", hands="S1", german=f"{MINSK} {SMOLENSK}")
    play(state, "card S1", "as hero")
    assert set(legal(state, "hero")) == set(CITIES) - {MINSK, SMOLENSK}
    assert refused(state, f"hero {MINSK}") == ("14.1", "1304 Minsk is under German control.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_a_city_without_supply_or_garrison_can_be_chosen() -> None:
    state = logistics("soviet", "S-8A 1412, G-1PzA 0803, G-2PzA 0805, G-4A center", hands="S1")
    play(state, "card S1", "as hero")
    assert KIEV in legal(state, "hero")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_no_other_card_does_it_and_not_in_another_phase() -> None:
    state = logistics("soviet", "S-8A- 1412, S-11A 1312, G-4A center", hands="S3 S4 S5 S6")
    for card in ("S3", "S4", "S5", "S6"):
        copy = state.copy()
        if f"card {card}" in legal(copy):
            play(copy, f"card {card}")
        assert "as hero" not in legal(copy)
    assert rule_of(state, f"hero {KIEV}") == "7.0"
    state = position("soviet-combat", "S-8A- 0807, R-3A 0806", hands="S1")
    play(state, "card S1")  # Activation is all that it can be played for here
    assert at(state, "S-8A") == "0807" and hero(state) == (None, False)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_once_per_game() -> None:
    for stands in (True, False):
        german = "" if stands else KIEV
        units = "S-8A- 1412, S-11A 1312, G-4A center"
        state = logistics("soviet", units, hands="S1 S2", hero=KIEV, hero_stands=stands, german=german)
        play(state, "card S1")
        assert "as hero" not in legal(state)
        assert refused(state, "as hero") == ("14.1", "0804 Kiev has already been designated as the Hero City.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_the_marker_goes_when_the_city_falls_and_does_not_come_back() -> None:
    units = "G-4A 1303, G-9A 1403, S-8A- 1304" + ELSEWHERE
    state = at_the_die(units, MINSK, hero=MINSK, hero_stands=True)
    events = play(state, "roll 6", "advance G-4A")
    assert "1304 Minsk is no longer the Hero City." in told(events, "control")
    assert hero(state) == (MINSK, False) and german_cities(state) == [MINSK]
    state = position("soviet-movement", "S-8A 1305, G-2A center", german=MINSK, hero=MINSK, hero_stands=False)
    play(state, "unit S-8A", f"move {MINSK}", "stop")
    assert german_cities(state) == [] and hero(state) == (MINSK, False)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_the_marker_goes_when_a_german_unit_moves_in() -> None:
    state = position("german-movement", "G-2PzA 1303, S-8A 1412", hero=MINSK, hero_stands=True)
    play(state, "unit G-2PzA", f"move {MINSK}", "stop", "done")
    assert hero(state) == (MINSK, False)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
def test_an_attack_that_does_not_take_the_city_leaves_the_marker() -> None:
    state = at_the_die("G-4A 1303, G-9A 1403, S-8A- 1304" + ELSEWHERE, MINSK, hero=MINSK, hero_stands=True)
    play(state, "roll 6", "stay")  # DE, and nobody advances
    assert at(state, "S-8A") == "pool" and hero(state) == (MINSK, True)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_the_marker_goes_when_a_german_unit_retreats_into_the_city() -> None:
    """4. Armee is driven west from 1305 and passes through Minsk, or ends there."""
    units = "S-Gd1 1306, S-Gd2 1306, G-4A- 1305" + ELSEWHERE
    state = at_the_die(units, "1305", phase="soviet-combat", hero=MINSK, hero_stands=True)
    play(state, "roll 5")
    for action in legal(state):
        copy = state.copy()
        events = play(copy, action)
        taken = MINSK in german_cities(copy)
        assert hero(copy) == (MINSK, not taken)
        assert ("1304 Minsk is no longer the Hero City." in told(events, "control")) == taken
    assert any(MINSK in german_cities(after(state, action)) for action in legal(state))


def after(state: BlitzkriegState, action: str) -> BlitzkriegState:
    copy = state.copy()
    play(copy, action)
    return copy


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.1")
def test_a_dr_against_the_hero_city_says_that_it_has_no_effect() -> None:
    units = "G-4A 1303, S-8A- 1304" + ELSEWHERE
    state = at_the_die(units, MINSK, hero=MINSK, hero_stands=True, hands="G3")
    events = play(state, "roll 1")
    assert told(events, "battle") == [
        "Combat at 1304 Minsk, 4:1: the die shows 1, DR, which has no effect on the Hero City."
    ]
    assert state.question is not None and "which has no effect on the Hero City" in state.question.text


# 14.2.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_a_german_attack_does_not_drive_anybody_out_of_the_hero_city() -> None:
    units = "G-4A 1303, S-8A- 1304" + ELSEWHERE  # 5 to 1, a city: 4:1
    state = at_the_die(units, MINSK, hero=MINSK, hero_stands=True)
    found = state.forecast()
    assert found is not None
    assert {chance.result: chance.meaning for chance in found.chances}["DR"] == "no effect: the Hero City holds"
    for face in (1, 2, 3):  # DR
        copy = state.copy()
        play(copy, f"roll {face}")
        assert where(copy, "S-8A G-4A") == [MINSK + "-", "1303-"] and open_step(copy) == "Combat"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.1")
def test_dl_and_de_are_unchanged() -> None:
    units = "G-4A 1303, G-16A- 1403, S-8A 1304" + ELSEWHERE
    state = at_the_die(units, MINSK, passive="S-8A", hero=MINSK, hero_stands=True)  # 7 to 1, a city: 6:1
    for face in (2, 3):  # DL
        copy = state.copy()
        play(copy, f"roll {face}")
        while open_step(copy) == "Retreat":
            play(copy, legal(copy)[0])
        assert open_step(copy) == "Advance" and at(copy, "S-8A").endswith("-")
        assert reference.distance(MINSK, at(copy, "S-8A").rstrip("-")) == 2
    copy = state.copy()
    play(copy, "roll 6")
    assert at(copy, "S-8A") == "pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.1")
def test_active_defenders_of_the_hero_city_are_spent_all_the_same() -> None:
    units = "G-4A 1303, G-9A 1403, S-8A 1304" + ELSEWHERE  # 10 to 2, a city: 4:1
    state = at_the_die(units, MINSK, hero=MINSK, hero_stands=True)
    play(state, "roll 1")
    assert where(state, "S-8A G-4A G-9A") == [MINSK + "-", "1303-", "1403-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.1")
def test_only_the_hero_city_only_while_it_stands_and_only_against_germans() -> None:
    units = "G-4A 1303, S-8A- 1304" + ELSEWHERE
    for city, stands in ((None, False), (KIEV, True), (MINSK, False)):
        state = at_the_die(units, MINSK, hero=city, hero_stands=stands)
        play(state, "roll 1")
        assert open_step(state) in ("Retreat", "Advance")
    units = "S-Gd1 1303, S-Gd2 1303, R-3A- 1304" + ELSEWHERE
    state = at_the_die(units, MINSK, phase="soviet-combat", hero=MINSK, hero_stands=False)
    play(state, "roll 1")  # 6 to 1, a city: 5:1, DR
    assert open_step(state) in ("Retreat", "Advance")


# 14.2.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.4")
def test_units_in_the_hero_city_do_not_surrender() -> None:
    germans = ["G-1PzA", "G-2PzA", "G-3PzA", "G-4PzA", "G-4A", "G-9A"]
    ring = ", ".join(f"{unit} {hex}" for unit, hex in zip(germans, sorted(reference.beside(KIEV)), strict=False))
    for city, stands, expected in ((KIEV, True, KIEV), (KIEV, False, "surrendered"), (KHARKOV, True, "surrendered")):
        state = position("soviet-supply", f"S-8A {KIEV}, {ring}", hero=city, hero_stands=stands)
        assert at(state, "S-8A") == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_the_hero_city_is_worth_two_points_even_when_it_has_fallen() -> None:
    for city, expected in ((None, 1), (MINSK, 2), (KIEV, 1)):
        state = position("german-movement", f"G-4A {MINSK}, S-8A 1412", hero=city)
        assert points(state, MINSK) == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.2")
def test_a_fortress_as_the_hero_city_stays_at_two() -> None:
    for city in (MOSCOW, None):
        state = position("german-movement", f"G-4A {MOSCOW}, S-8A 2012", german=f"{MINSK} {SMOLENSK}", hero=city)
        assert points(state, MOSCOW) == 2
    state = position("german-movement", "G-4A center, S-8A 2012", german=f"1703 {LENINGRAD}", hero=LENINGRAD)
    assert points(state, LENINGRAD) == 2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.2")
def test_without_supply_the_hero_city_scores_nothing() -> None:
    state = position("german-movement", f"G-4A {SMOLENSK}, S-8A 1412", hero=SMOLENSK)
    assert points(state, SMOLENSK) == 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.2")
def test_retaken_by_the_soviets_it_scores_nothing() -> None:
    state = position("german-movement", "G-4A center, S-8A 1412", hero=MINSK)
    assert points(state, MINSK) == 0
