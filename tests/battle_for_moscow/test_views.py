"""What a table shows of the rules: the view, marks on actions, overlays, figures, luck."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import RasputitsaError
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from . import reference
from .helpers import GAME, asked, at_the_die, play, position, sample


def badges(state: BattleForMoscowState) -> dict[str, str]:
    return {offer["action"]: offer["badge"] for offer in state.offers() if offer["badge"]}


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_answers_of_a_combat_phase_bear_their_odds() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1108, 5ak 1307, 3a 1208, 5a 1308")
    assert badges(state) == {"attack 1208": "3:1", "attack 1308": "2:1"}  # 24 to 8; 18 to 8
    play(state, "attack 1208", "with 24pz")
    assert badges(state) == {"with 41pz": "3:1"}
    play(state, "declare")
    assert badges(state) == {"attack 1308": "<1:1", "drop 1208": "1:1"}  # the V Corps alone, 6 to 8


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_battles_that_wait_bear_their_odds() -> None:
    state = position("german-combat", "24pz 1207, 35ak 1307, 3a- 1208, 5a- 1308")
    play(state, "attack 1208", "with 24pz", "declare", "attack 1308", "with 35ak", "declare", "done")
    assert badges(state) == {"battle 1208": "3:1", "battle 1308": "2:1"}


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_the_view_lists_every_battle_once() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1209, 35ak 1307, 3a 1208, 5a- 1308")
    play(state, "attack 1208", "with 24pz", "with 41pz", "declare", "attack 1308", "with 35ak", "declare")
    both = [
        {"space": "1208", "attackers": ["24pz", "41pz"]},
        {"space": "1308", "attackers": ["35ak"]},
    ]
    assert state.view(None)["battles"] == both
    play(state, "done", "battle 1208", "roll 4")
    assert asked(state) == "AttackerLoss"
    assert state.view("german")["battles"] == both[::-1]


@pytest.mark.rule("battle-for-moscow", "2.0")
def test_nothing_is_hidden() -> None:
    for state in sample("Movement", 5):
        assert state.view("german") == state.view("soviet") == state.view(None)


@pytest.mark.rule("battle-for-moscow", "7.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_overlays_of_zones_communication_and_control() -> None:
    for state in sample("Movement", 5):
        table = reference.Table(state.position())
        for name, german, soviet in (
            ("zones", table.zone(german=True), table.zone(german=False)),
            ("control", table.german_cities, reference.CITIES - table.german_cities),
            (
                "communication",
                {hex for hex in reference.HEXES if table.communicates(hex, german=True)},
                {hex for hex in reference.HEXES if table.communicates(hex, german=False)},
            ),
        ):
            tones = {hex: mark.tone for hex, mark in state.overlay(name).items()}
            assert {hex for hex, tone in tones.items() if tone in ("german", "both")} == german
            assert {hex for hex, tone in tones.items() if tone in ("soviet", "both")} == soviet


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_the_overlay_of_threats_has_the_odds_if_all_neighbours_attack() -> None:
    state = position("german-movement", "24pz 1207, 41pz 1108, 3a- 1208, 5a 1401")
    found = {hex: (mark.badge, mark.tone) for hex, mark in state.overlay("threats").items()}
    assert found == {"1208": ("6:1", "german"), "1207": ("<1:1", "soviet"), "1108": ("<1:1", "soviet")}


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "12.1")
@pytest.mark.parametrize("turn", [2, 3])
def test_the_overlay_of_a_units_reach(turn: int) -> None:
    state = position("german-combat", "47pz 0706, 3a 0808", turn=turn)
    table = reference.Table(state.position())
    for unit in ("47pz", "3a"):
        reached = table.reached(unit, table.where[unit], table.allowance(unit))
        reached.pop(table.where[unit], None)
        assert {hex: int(mark.badge) for hex, mark in state.overlay("reach", unit).items()} == reached
    assert state.overlay("reach", "1sh") == {}


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_overlays_name_existing_rules_and_unknown_ones_are_refused() -> None:
    assert [overlay.name for overlay in GAME.overlays] == ["zones", "communication", "control", "threats", "reach"]
    assert all(overlay.rule in GAME.rules for overlay in GAME.overlays)
    state = position("german-combat", "47pz 0706, 3a 0808")
    with pytest.raises(RasputitsaError, match="There is no overlay 'snow'"):
        state.overlay("snow")
    with pytest.raises(RasputitsaError, match="The reach needs a unit"):
        state.overlay("reach", "9th")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_luck_is_fair_and_follows_the_table() -> None:
    state = at_the_die("24pz 1207, 41pz 1209, 3a 1208", "1208")  # 3:1: DR DR DR EX EX DRL, no free retreat
    luck = []
    for action in state.actions():
        found = state.luck(action)
        assert found is not None and found[0] == "german"
        luck.append(found[1])
    assert abs(sum(luck)) < 1e-9
    assert luck[0] == luck[1] == luck[2] and luck[3] == luck[4]
    assert luck[5] == max(luck)  # two steps for nothing


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_the_figures_count_steps_on_the_map_and_cities() -> None:
    state = position("german-movement", "24pz 1207, 41pz- 1108, 3a- 1208, 1sh 1410", cities="0204")
    assert [(chart["name"], chart["values"]) for chart in state.statistics()] == [
        ("steps", {"german": 3, "soviet": 3}),
        ("cities", {"german": 1, "soviet": 10}),
    ]


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_a_guess_is_the_position_itself() -> None:
    for state in sample("Moving", 3):
        guess = state.guess("german", Random(1))
        assert guess.position() == state.position()
        guess.apply(guess.actions()[0])
        assert guess.position() != state.position()
