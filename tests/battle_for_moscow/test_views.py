"""What players are shown: view, offers, marks, overlays, statistics, luck."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import CHANCE, RasputitsaError
from rasputitsa.core.offers import listed
from rasputitsa.games.battle_for_moscow.facts import BOARD, CROSSES
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from ..tools.states import tokens
from . import reference
from .helpers import GAME, UNITS, at_the_die, marks, offered, open_step, play, position, sample, start


def badges(state: BattleForMoscowState) -> dict[str, str]:
    return {action: mark.badge for action, mark in marks(state).items()}


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_attacks_are_marked_with_their_odds() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1108, 5ak 1307, 3a 1208, 5a 1308")
    assert badges(state) == {"attack 1208": "3:1", "attack 1308": "2:1"}  # 24 to 8; 18 to 8
    play(state, "attack 1208", "with 24pz")
    assert badges(state) == {"with 41pz": "3:1"}
    play(state, "declare")
    assert badges(state) == {
        "attack 1308": "<1:1",
        "change 1208": "1:1",
        "drop 1208": "1:1",
    }  # the 5th Corps alone, 6 to 8


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_declared_battles_are_marked_with_their_odds() -> None:
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
    assert open_step(state) == "AttackerLoss"
    assert state.view("german")["battles"] == both[::-1]


@pytest.mark.rule("battle-for-moscow", "2.0")
def test_nothing_is_hidden() -> None:
    for state in sample("Movement", 5):
        assert state.view("german") == state.view("soviet") == state.view(None)


@pytest.mark.rule("battle-for-moscow", "7.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_zone_communication_and_control_overlays() -> None:
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
def test_threats_overlay() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1108, 3a- 1208, 5a 1401")
    found = {hex: (mark.badge, mark.tone) for hex, mark in state.overlay("threats").items()}
    assert found == {"1208": ("6:1", "german"), "1207": ("<1:1", "soviet"), "1108": ("<1:1", "soviet")}


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "12.1")
@pytest.mark.parametrize("turn", [2, 3])
def test_reach_overlay(turn: int) -> None:
    state = position("german-combat", "47pz 0706, 3a 0808", turn=turn)
    table = reference.Table(state.position())
    for unit in ("47pz", "3a"):
        reached = table.reached(unit, table.where[unit], table.allowance(unit))
        reached.pop(table.where[unit], None)
        assert {hex: int(mark.badge) for hex, mark in state.overlay("reach", token=unit).items()} == reached
    assert state.overlay("reach", token="1sh") == {}


@pytest.mark.rule("battle-for-moscow", "12.1")
@pytest.mark.rule("battle-for-moscow", "12.2")
@pytest.mark.parametrize(
    ("phase", "turn", "german", "russian"),  # whether there is mud when they next move; None if they do not
    [
        ("german-movement", 2, False, False),
        ("soviet-combat", 2, True, False),
        ("soviet-movement", 3, True, True),
        ("soviet-movement", 4, False, True),
        ("panzer-movement", 5, False, False),
        ("soviet-movement", 7, None, False),
    ],
)
def test_reach_and_threats_are_those_of_the_turn_in_which_a_side_acts(
    phase: str, turn: int, german: bool | None, russian: bool
) -> None:
    state = position(phase, "47pz 0706, 3a 0808, 24pz 1207, 41pz 1108, 3a- 1208, 5a 1401", turn=turn)
    for unit, mud in (("47pz", german), ("5a", russian)):
        costs = [int(mark.badge) for mark in state.overlay("reach", token=unit).values()]
        assert max(costs, default=0) == (0 if mud is None else 1 if mud else 6 if unit == "47pz" else 4)
    over = phase != "panzer-movement"  # their Combat Phase of this turn
    muddy = turn + over in (3, 4)
    threat = state.overlay("threats").get("1208")
    assert (threat and threat.badge) == (None if turn == 7 else "3:1" if muddy else "6:1")


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_overlays_have_rules_and_unknown_overlays_are_refused() -> None:
    names = [overlay.name for overlay in GAME.overlays]
    assert names == ["zones", "communication", "control", "threats", "reach", "enemy-reach"]
    assert all(overlay.rule in GAME.rules for overlay in GAME.overlays)
    state = position("german-combat", "47pz 0706, 3a 0808")
    with pytest.raises(RasputitsaError, match="There is no overlay 'snow'"):
        state.overlay("snow")
    with pytest.raises(RasputitsaError, match="There is no unit '9th' to show the reach of"):
        state.overlay("reach", token="9th")


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_luck_sums_to_zero_and_follows_the_table() -> None:
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
def test_statistics_count_steps_on_the_map_and_cities() -> None:
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


# Tokens


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_a_token_is_the_piece_itself() -> None:
    state = position("german-movement", "24pz 1207, 41pz- 1108, 3a- 1401")
    shown = tokens(state.view(None))
    assert list(shown) == UNITS, "every piece of the game, wherever it is"
    assert shown["41pz"] == {
        "name": "41pz", "piece": "41pz", "at": "1108", "owner": "german", "face": 1, "marks": []
    }  # fmt: skip
    assert (shown["24pz"]["at"], shown["24pz"]["face"]) == ("1207", 2)
    assert (shown["3a"]["owner"], shown["3a"]["face"]) == ("soviet", 1)
    assert (shown["5a"]["at"], shown["5a"]["face"]) == ("pool", 0)
    assert (shown["1sh"]["at"], shown["1sh"]["face"]) == ("track", 2)


@pytest.mark.rule("battle-for-moscow", "8.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_tokens_are_marked_as_moved_and_out_of_communication() -> None:
    state = position("german-movement", "24pz 1207, 5ak 0101, 3a 1205")
    assert {name: token["marks"] for name, token in tokens(state.view(None)).items() if token["marks"]} == {}
    play(state, "unit 5ak", "move 0102", "stop")
    assert tokens(state.view("soviet"))["5ak"]["marks"] == ["moved"]
    cut_off = position("german-movement", "5ak 1301, 3a 1202, 5a 1303, 10a 1402")
    assert tokens(cut_off.view(None))["5ak"]["marks"] == ["out of communication"]


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_faces_by_steps_left() -> None:
    pieces = {piece["id"]: piece for piece in GAME.manifest()["pieces"]}
    assert pieces["24pz"]["faces"] == [
        None,
        {"print": "6-6", "big": "6", "words": "strength 6, movement 6", "title": "reduced", "striped": True},
        {"print": "12-6", "big": "12", "words": "strength 12, movement 6", "title": "", "striped": False},
    ]


# The sequence of a turn


def sequence(state: BattleForMoscowState) -> dict[str, str]:
    return {phase["name"]: phase["status"] for phase in state.view(None)["sequence"]}


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_the_sequence_says_what_is_done_now_and_to_come() -> None:
    state = position("german-combat", "24pz 1207, 3a 1208")
    assert sequence(state) == {
        "german-replacement": "done",
        "panzer-movement": "done",
        "german-combat": "now",
        "german-movement": "to come",
        "soviet-replacement": "to come",
        "rail-movement": "to come",
        "soviet-combat": "to come",
        "soviet-movement": "to come",
        "housekeeping": "to come",
    }
    assert state.view(None)["sequence"][2] == {
        "name": "german-combat", "title": "German Combat Phase", "side": "german", "status": "now"
    }  # fmt: skip


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_turn_1_begins_with_combat() -> None:
    state = start()
    assert list(sequence(state))[:2] == ["set-up", "german-combat"]
    assert sequence(state)["set-up"] == "now"
    play(state, "standard", "done")
    assert list(sequence(state))[:2] == ["german-combat", "german-movement"]
    earlier = position("panzer-movement", "24pz 0608, 3a 1401", turn=1)  # only a hand-written position is there
    assert list(sequence(earlier))[:3] == ["german-replacement", "panzer-movement", "german-combat"]
    assert sequence(state)["german-combat"] == "now"
    assert len(sequence(state)) == 7


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_the_scenario_is_part_of_state_position_and_view() -> None:
    state = start()
    assert state.scenario is GAME.scenarios[0]
    assert state.position()["scenario"] == state.view(None)["scenario"] == "typhoon"
    assert [turn.label for turn in state.scenario.turns][2] == "Oct III/IV"
    assert [turn.notes for turn in state.scenario.turns] == [(), (), ("mud",), ("mud",), (), (), ()]
    assert GAME.manifest()["scenarios"][0]["turns"][3] == {"label": "Nov I/II", "notes": ["mud"], "space": ""}


# Offers


def roles(state: BattleForMoscowState) -> dict[str, str]:
    offers = state.offers(state.side)
    assert offers is not None
    return {group["verb"]: group["role"] for group in offers["groups"]}


def selection(state: BattleForMoscowState) -> tuple[list[str], list[str]]:
    offers = state.offers(state.side)
    assert offers is not None
    return offers["selection"]["tokens"], offers["selection"]["spaces"]


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_selection_while_declaring() -> None:
    state = position("german-combat", "24pz 1207, 41pz 1209, 3a 1208")
    assert selection(state) == ([], [])
    assert roles(state) == {"attack": "main", "done": "end", "with": "main"}
    play(state, "attack 1208", "with 24pz")
    assert selection(state) == (["24pz"], ["1208"])
    assert roles(state) == {"with": "toggle", "without": "toggle", "declare": "plain", "cancel": "cancel"}
    play(state, "with 41pz")
    assert selection(state) == (["24pz", "41pz"], ["1208"])
    play(state, "without 24pz", "declare")
    assert selection(state) == ([], [])
    assert roles(state) == {"change": "toggle", "drop": "toggle", "done": "end"}


@pytest.mark.rule("battle-for-moscow", "8.0")
def test_selection_while_moving() -> None:
    state = position("german-movement", "24pz 1207, 3a 1401")
    assert roles(state) == {"unit": "main", "done": "end"}
    play(state, "unit 24pz")
    assert selection(state) == (["24pz"], [])
    assert roles(state) == {"move": "main", "stop": "cancel"}


@pytest.mark.rule("battle-for-moscow", "6.0")
@pytest.mark.rule("battle-for-moscow", "10.0")
def test_selection_while_placing() -> None:
    state = start()
    play(state, "place 24pz")
    assert selection(state) == (["24pz"], [])
    assert roles(state) == {"at": "main", "cancel": "cancel"}
    state = position("soviet-replacement", "5ak 0101, 3a 1401")
    play(state, "place 5a")
    assert selection(state) == (["5a"], [])


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_labels_of_offers() -> None:
    state = position("german-combat", "24pz 1102, 3a 1103")
    offers = {offer.action: offer.label for offer in listed(state, "german")}
    assert offers == {
        "attack 1103": "Attack 1103 Moscow",
        "done": "No attacks",
        "with 24pz": "Attack with the 24th Panzer Corps",
    }
    play(state, "attack 1103")
    assert {offer.label for offer in listed(state, "german")} == {"With the 24th Panzer Corps", "Never mind"}
    play(state, "with 24pz", "declare")
    assert {offer.label for offer in listed(state, "german") if offer.action == "done"} == {"Begin the fighting"}


@pytest.mark.rule("battle-for-moscow", "9.0")
def test_short_labels_for_what_is_done_with_a_declared_attack() -> None:
    state = position("german-combat", "24pz 1102, 3a 1103")
    play(state, "attack 1103", "with 24pz", "declare")
    groups = {group["verb"]: group for group in offered(state)["groups"]}
    assert (groups["change"]["short"], groups["drop"]["short"]) == ("Change", "Call off")
    assert "short" not in groups["done"]


@pytest.mark.rule("battle-for-moscow", "6.0")
def test_free_crosses_are_marked_during_the_set_up() -> None:
    state = start()
    marked = {marker["space"] for marker in state.view(None)["markers"]}
    assert marked == set(BOARD.names_of(CROSSES)) and len(marked) == 22
    play(state, "place 24pz", "at 0407")
    assert "0407" not in {marker["space"] for marker in state.view(None)["markers"]}
    assert "markers" not in position("german-combat", "24pz 1102, 3a 1103").view(None)


@pytest.mark.rule("battle-for-moscow", "12.0")
def test_every_note_of_a_turn_has_a_style() -> None:
    manifest = GAME.manifest()
    notes = {note for scenario in manifest["scenarios"] for turn in scenario["turns"] for note in turn["notes"]}
    assert notes == {"mud"} and notes <= manifest["styles"]["notes"].keys()


@pytest.mark.rule("battle-for-moscow", "2.0")
def test_only_the_side_that_must_act_is_offered_something() -> None:
    state = position("german-combat", "24pz 1102, 3a- 1103")
    assert state.offers("soviet") is None and state.offers(None) is None
    play(state, "attack 1103", "with 24pz", "declare", "done")
    assert state.side == CHANCE
    assert state.offers("german") is None and state.offers("soviet") is None
