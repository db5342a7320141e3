"""What views, overlays and figures show of a position."""

from __future__ import annotations

import json
from random import Random

import pytest

from rasputitsa.core import RasputitsaError
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from . import reference
from .helpers import (
    GAME,
    MINSK,
    UNITS,
    attack,
    badges,
    legal,
    open_step,
    play,
    position,
    random_walk,
    start,
    tokens,
)
from .random_positions import random_position

PHASES = [phase.name for phase in GAME.scenarios[0].phases]


def random_states() -> list[BlitzkriegState]:
    """Moments of random games, and random positions."""
    rng = Random(9)
    found = [state.copy() for number, state in enumerate(random_walk(1)) if number % 60 == 0]
    return found + [random_position(rng) for _ in range(15)]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_a_view_is_plain_data_and_names_the_moment() -> None:
    for state in random_states():
        for side in ("german", "soviet", None):
            view = state.view(side)
            assert json.loads(json.dumps(view)) == view
            assert view["game"] == GAME.name and view["turn"] == state.turn
            assert view["phase"] == state.position()["phase"] and view["side"] == state.side
            assert view["question"] is not None and view["question"]["step"] == open_step(state)
            assert set(tokens(view)) == set(UNITS)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_the_two_sides_see_the_same_but_for_the_hands() -> None:
    for state in random_states():
        views = [state.view(side) for side in ("german", "soviet", None)]
        for view in views:
            del view["hands"]
        assert views[0] == views[1] == views[2]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.6")
def test_faces_of_units() -> None:
    state = position("german-movement", "G-2PzA 1304, G-4A- 1303, S-8A- 1412, S-12MC 1412, S-11A track3")
    units = tokens(state.view(None))
    faces = {piece["id"]: piece["faces"] for piece in GAME.manifest()["pieces"]}
    shown = [faces[name][units[name]["face"]]["print"] for name in ("G-2PzA", "G-4A", "S-8A", "S-12MC")]
    assert shown == ["7(4)-6", "3-3", "1-3", "1(0)-4"]
    assert units["S-11A"]["at"] == "turn-3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "9.0")
def test_overlays_of_zones_and_control_agree_with_the_reference() -> None:
    for state in random_states():
        table = reference.Table(state.position())
        for name, german, soviet in (
            ("zones", table.zone(german=True), table.zone(german=False)),
            ("control", table.cities(german=True), table.cities(german=False)),
        ):
            tones = {hex: mark.tone for hex, mark in state.overlay(name).items()}
            assert {hex for hex, tone in tones.items() if tone in ("german", "both")} == german
            assert {hex for hex, tone in tones.items() if tone in ("soviet", "both")} == soviet


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.0")
def test_the_overlay_of_reach_agrees_with_the_referee() -> None:
    rng = Random(4)
    for state in random_states():
        table = reference.Table(state.position())
        for unit in rng.sample(sorted(table.where), min(3, len(table.where))):
            found = {space: int(mark.badge) for space, mark in state.overlay("reach", token=unit).items()}
            side = "german" if reference.is_german(unit) else "soviet"
            over = state.phase > PHASES.index(f"{side}-movement")
            reached = {}
            if state.turn + over <= 6:
                reached = table.reached(unit, table.where[unit], reference.allowance(unit, state.turn + over))
            assert found == reached
    assert position("german-movement", "G-4A 0901, S-8A 1412").overlay("reach", token="G-9A") == {}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.0")
def test_the_overlay_of_threats_has_the_odds_if_all_neighbours_attack() -> None:
    state = position("german-movement", "G-4A 0806, G-9A 0808, S-8A 0807, S-11A 1412")
    found = {hex: (mark.badge, mark.tone) for hex, mark in state.overlay("threats").items()}
    assert found == {"0807": ("5:1", "german"), "0806": ("1:3", "soviet"), "0808": ("1:3", "soviet")}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_threats_are_those_of_the_turn_in_which_the_enemy_attacks() -> None:
    """In snow, from turn 4 on, Soviet attacks gain a column."""
    for phase, turn, odds in (
        ("soviet-combat", 3, "1:3"),
        ("soviet-breakthrough", 3, "1:2"),
        ("german-movement", 4, "1:2"),
        ("soviet-combat", 5, "1:2"),
        ("soviet-supply", 5, "1:3"),
        ("soviet-supply", 6, None),
    ):
        state = position("german-movement", "G-4A 0806, G-9A 0808, S-8A 0807, S-11A 1412", turn=turn)
        state.phase = PHASES.index(phase)
        mark = state.overlay("threats").get("0806")
        assert (mark and mark.badge) == odds, (phase, turn)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_overlays_name_existing_rules_and_unknown_ones_are_refused() -> None:
    names = [overlay.name for overlay in GAME.overlays]
    assert names == ["zones", "german-supply", "soviet-supply", "control", "threats", "reach", "enemy-reach"]
    assert all(overlay.rule in GAME.rules for overlay in GAME.overlays)
    state = position("german-movement", "G-4A 0901, S-8A 1412")
    with pytest.raises(RasputitsaError, match="There is no overlay 'snow'"):
        state.overlay("snow")
    with pytest.raises(RasputitsaError, match="There is no unit '9th' to show the reach of"):
        state.overlay("reach", token="9th")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
def test_the_view_shows_the_combat_in_hand_from_its_declaration_to_its_end() -> None:
    state = position("german-combat", "G-4A 0806, G-9A 0808, S-8A 0807, S-12MC 0807, G-18A 1702, S-23A 1801")
    assert state.view(None)["battles"] == []
    play(state, "attack 0807", "with G-4A")
    assert state.view("soviet")["battles"] == [{"space": "0807", "attackers": ["G-4A"]}]
    play(state, "with G-9A", "fight", "active S-8A")
    shown = {
        "space": "0807",
        "attackers": ["G-4A", "G-9A"],
        "defenders": ["S-8A", "S-12MC"],
        "active": ["S-8A"],
    }
    assert state.view(None)["battles"] == [shown]
    play(state, "passive S-12MC", "roll 6")
    assert open_step(state) == "Advance" and state.view(None)["battles"] == [shown]
    play(state, "stay")
    assert state.view(None)["battles"] == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_figures() -> None:
    state = position("german-movement", "G-2PzA 1304, G-4A- 1303, G-9A center, S-8A- 1412, S-12MC 1412, S-3A soviet")
    figures = {figure["name"]: figure["values"] for figure in state.statistics()}
    assert figures["strength"] == {"german": 7 + 3, "soviet": 1 + 1}  # on the map
    assert figures["cities"] == {"german": 1, "soviet": 12}
    assert figures["score"]["german"] == state.view(None)["total"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_the_facts_beside_the_map() -> None:
    state = start()
    facts = {fact["label"]: fact["value"] for fact in state.view(None)["status"]}
    assert facts["Weather"] == "clear"
    assert facts["Cards in hand"] == "German 0 (takes 5 this turn), Soviet 0 (takes 2 this turn)"
    assert facts["German score"] == "0 of 9"
    state = position("soviet-movement", "S-8A 1412, G-4A center", turn=4, hero=MINSK, hero_stands=True)
    facts = {fact["label"]: fact["value"] for fact in state.view(None)["status"]}
    assert facts["Weather"] == "snow" and facts["Hero City"] == "Minsk"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.2")
def test_answers_of_a_defender_bear_the_odds() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807, S-11A 0807")
    play(state, "attack 0807", "with G-4A", "fight")
    shown = badges(state)
    assert shown == {"active S-8A": "1:1", "passive S-8A": "1:1"}  # the other one active: 5 to 4, 5 to 3
    play(state, "passive S-8A")
    shown = badges(state)
    assert shown == {"active S-11A": "1:1", "passive S-11A": "2:1"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_a_card_bears_the_odds_that_it_makes() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 S3")
    attack(state, "0807")
    assert badges(state)["card G1"] == "3:1"
    play(state, "pass")
    assert badges(state)["card S3"] == "1:1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3")
def test_questions_of_a_combat_name_it_and_its_odds() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 G3 S3 S5")
    attack(state, "0807")
    for action in ("pass", "pass"):
        assert state.question is not None
        assert "4. Armee against 0807, 2:1" in state.question.text
        play(state, action)
    play(state, "roll 4")
    assert state.question is not None and "4. Armee against 0807, 2:1: the die shows 4, DR." in state.question.text
    assert legal(state) == ["card G3", "pass", "quiet"]
