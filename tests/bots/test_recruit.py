"""The recruit, chapter by chapter, in positions where the right thing is plain."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.bots import bot, decide
from rasputitsa.bots.attacks import best_choice
from rasputitsa.bots.battle_for_moscow.combat import choices, plan_battles
from rasputitsa.bots.battle_for_moscow.ground import MARCH, SHIFT, TO_MOSCOW
from rasputitsa.bots.battle_for_moscow.odds import PROSPECTS, battle_value, payment, prospect, retreat_from
from rasputitsa.bots.battle_for_moscow.weights import weights_of
from rasputitsa.core import CHANCE
from rasputitsa.games.battle_for_moscow.battle import Battle
from rasputitsa.games.battle_for_moscow.facts import BOARD, MOSCOW, UNIT_IDS
from rasputitsa.games.battle_for_moscow.forecast import forecast
from rasputitsa.games.battle_for_moscow.retreat import COSTLY, DEATH, FREE
from rasputitsa.games.battle_for_moscow.state import BattleForMoscowState

from ..tools import soak
from .positions import GAME, at, choose, play_phase, position

HEX = BOARD.ids
GERMAN_WEIGHTS, SOVIET_WEIGHTS = weights_of("recruit")


def battle(hex: str, *attackers: str) -> Battle:
    return Battle(HEX[hex], tuple(UNIT_IDS[name] for name in attackers))


# The ground.


def test_distances() -> None:
    assert TO_MOSCOW[HEX["1103"]] == 0
    assert TO_MOSCOW[HEX["1003"]] == 1
    assert TO_MOSCOW[HEX["0204"]] == 9
    assert MARCH[HEX["1001"]] == 2
    assert MARCH[HEX["0901"]] == 3  # the forest itself is not entered
    assert MARCH[HEX["0801"]] == 4  # round the forests


def test_shifts() -> None:
    german, soviet = SHIFT
    assert (german[HEX["1107"]], soviet[HEX["1107"]]) == (1, 2)
    assert (german[HEX["0405"]], soviet[HEX["0405"]]) == (1, 1)
    assert (german[HEX["0507"]], soviet[HEX["0507"]]) == (0, 1)


# Odds.


def test_chances_of_a_column() -> None:
    three = PROSPECTS[3][1][FREE][False]  # DR DR DR EX EX DRL against a reduced unit
    assert three == pytest.approx((0, 1 / 2, 1, 0, 1 / 3))
    surrounded = PROSPECTS[3][1][DEATH][False]
    assert surrounded == pytest.approx((0, 1, 1, 0, 1 / 3))
    costly = PROSPECTS[3][2][COSTLY][False]  # a retreat costs the full unit a step; after a loss it kills
    assert costly == pytest.approx((1 / 2, 1 / 2, 1, 0, 1 / 3))
    city = PROSPECTS[3][2][FREE][True]  # it stands fast on DR
    assert city == pytest.approx((1, 0, 1 / 2, 0, 1 / 3))
    one = PROSPECTS[1][1][FREE][False]  # DR EX EX NE NE AL
    assert one == pytest.approx((0, 1 / 3, 1 / 2, 1 / 6, 1 / 3))


@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_chances_agree_with_the_forecast(seed: int) -> None:
    """In random games: what the recruit reckons is what the engine's forecast says."""
    rng = Random(seed)
    state = GAME.start()
    checked = 0
    while state.outcome is None:
        assert isinstance(state, BattleForMoscowState)
        for option in [choices(state, hex, GERMAN_WEIGHTS) for hex in members_attacked(state)]:
            for fight in (choice.attack for choice in option):
                told = {chance.result: chance for chance in forecast(state, fight).chances}
                if "EX" in told and "depending" in told["EX"].meaning:
                    continue  # the recruit does not look ahead to its own losses
                expected = prospect(state, fight, retreat_from(state, fight.hex))
                assert expected.loss == pytest.approx(float(told["AL"].probability) if "AL" in told else 0)
                assert expected.exchange == pytest.approx(float(told["EX"].probability) if "EX" in told else 0)
                dead = [chance.probability for chance in told.values() if means_death(chance.meaning)]
                assert expected.eliminated == pytest.approx(float(sum(dead)))
                checked += 1
        state.apply(rng.choice(state.actions()))
    assert checked


def members_attacked(state: BattleForMoscowState) -> list[int]:
    step = type(state.stack[-1]).__name__
    return [action.number for action in state.actions() if action.verb == "attack"] if step == "DeclareBattles" else []


def means_death(meaning: str) -> bool:
    return meaning.startswith("the defender is eliminated")


def test_payment_takes_the_cheapest() -> None:
    state = position("german-combat", "24pz 0406, 34ak 0407, 3a- 0507")
    panzer, corps = UNIT_IDS["24pz"], UNIT_IDS["34ak"]
    cheap = payment(state, (panzer, corps), 2, GERMAN_WEIGHTS)
    assert cheap == pytest.approx(GERMAN_WEIGHTS.point[0] * 2)  # 4 points become 2
    dear = payment(state, (panzer, corps), 6, GERMAN_WEIGHTS)
    assert dear == pytest.approx(GERMAN_WEIGHTS.point[0] * 6)  # 12 become 6


# Combat.


def test_attackers_combine_for_a_column() -> None:
    state = position("german-combat", "24pz 0606, 41pz 0706, 3a- 0707, 5a 1103")
    plan = plan_battles(state, GERMAN_WEIGHTS)
    assert [set(fight.attackers) for fight in plan] == [{UNIT_IDS["24pz"], UNIT_IDS["41pz"]}]


def test_no_attack_that_cannot_do_anything() -> None:
    state = position("german-combat", "48pz 0705, 3a 0706, 5a 1103")  # 1:1, but across the Ugra
    assert choose(state) == "done"


def test_nobody_attacks_twice() -> None:
    state = position("german-combat", "24pz 0606, 41pz 0706, 57pz 0707, 3a- 0607, 5a- 0708, 10a- 0806, 13a 1103")
    plan = plan_battles(state, GERMAN_WEIGHTS)
    attackers = [unit for fight in plan for unit in fight.attackers]
    assert len(attackers) == len(set(attackers)) == 3
    options = [choices(state, hex, GERMAN_WEIGHTS) for hex in (HEX["0607"], HEX["0708"], HEX["0806"])]
    assert len(best_choice(options)) == len(plan)


def test_a_retreat_that_is_death_is_worth_more() -> None:
    free = position("german-combat", "24pz 0606, 3a- 0607, 5a 1103")
    barred = position("german-combat", "24pz 0606, 3a- 0607, 41pz 0708, 57pz 0507, 46pz 0608, 5a 1103")
    fight = battle("0607", "24pz")
    assert retreat_from(free, HEX["0607"]) == FREE
    assert retreat_from(barred, HEX["0607"]) == COSTLY  # for a reduced unit that is death too
    values = [battle_value(state, fight, retreat_from(state, fight.hex), GERMAN_WEIGHTS) for state in (free, barred)]
    assert values[1] > values[0]


def test_the_cheapest_attacker_pays() -> None:
    state = position("german-combat", "24pz 0606, 23ak 0706, 3a- 0707, 5a 1103")
    done = play_phase(state, "3")  # 20 : 4 is 5:1; were it 4:1, a 3 would be an exchange
    assert "lose 24pz" not in done
    state = position("german-combat", "24pz 0606, 23ak 0706, 3a- 0707, 5a 1103", turn=3)
    for action in ("attack 0707", "with 24pz", "with 23ak", "declare", "done", "roll 4"):
        state.take(action)  # in the mud 14 : 4 is 3:1, and a 4 an exchange for 4 points
    assert choose(state) == "lose 23ak"


def test_moscow_is_attacked_when_it_can_be_taken() -> None:
    state = position("german-combat", "24pz 1102, 41pz 1202, 57pz 1203, 3a- 1103, 5a- 1405", turn=7)
    done = play_phase(state, "5")
    assert "attack 1103" in done
    assert any(action.startswith("advance") for action in done)
    assert state.position()["german_cities"].count("1103") == 1


@pytest.mark.parametrize(("garrison", "answer"), [("3a", "hold"), ("3a-", "yield")])
def test_stand_fast(garrison: str, answer: str) -> None:
    state = position("german-combat", f"24pz 1002, 41pz 1003, 57pz 1102, {garrison} 1103", turn=6)
    for action in ("attack 1103", "with 24pz", "with 41pz", "with 57pz", "declare", "done", "roll 1"):
        state.take(action)
    assert state.side == "soviet"
    assert choose(state) == answer


def test_the_beaten_are_chased_away_from_moscow() -> None:
    state = position("german-combat", "24pz 0904, 41pz 0903, 3a- 1003, 5a 1405", turn=5)
    for action in ("attack 1003", "with 24pz", "with 41pz", "declare", "done"):
        state.take(action)
    while state.side == CHANCE:
        state.take("roll 1")
    goals = [str(action) for action in state.actions()]
    chosen = choose(state)
    assert chosen in goals
    assert TO_MOSCOW[HEX[chosen.split()[1]]] == max(TO_MOSCOW[HEX[goal.split()[1]]] for goal in goals)


# Movement.


def test_germans_walk_into_an_empty_moscow() -> None:
    state = position("german-movement", "24pz 1003, 41pz 0903, 3a 1405", turn=5)
    play_phase(state)
    assert "1103" in state.position()["german_cities"]
    assert at(state, "24pz") == "1103" or at(state, "41pz") == "1103"


def test_germans_keep_moscow() -> None:
    units = "24pz 1103, 5ak 1003, 3a 1301, 5a 1405, 10a 1402, 13a 1406"
    state = position("german-movement", units, turn=7, cities="1103 0204")
    play_phase(state)
    assert at(state, "24pz") == "1103"


def test_panzers_gather_for_a_battle() -> None:
    state = position("panzer-movement", "24pz 0505, 41pz 0506, 57pz 0405, 3a- 0707, 5a 1103")
    play_phase(state)
    assert state.occupied[0] & BOARD.adjacent[HEX["0707"]]
    done = play_phase(state, "6 6")
    assert "attack 0707" in done
    assert sum(action.startswith("with") for action in done) >= 2


def test_russians_garrison_moscow_with_the_strongest() -> None:
    state = position("soviet-movement", "24pz 0803, 41pz 0804, 3a- 1103, 5a 1202, 10a- 1301, 13a- 1405", turn=4)
    play_phase(state)
    assert at(state, "5a") == "1103"


def test_russians_close_the_way_to_moscow() -> None:
    units = "24pz 0804, 41pz 0803, 3a 1103, 5a 1202, 10a 1203, 13a 1204, 16a 1104, 19a 1102"
    state = position("soviet-movement", units, turn=5)
    play_phase(state)
    assert at(state, "3a") == "1103"
    guarded = BOARD.spread(state.occupied[1]) | state.occupied[1]
    assert not BOARD.adjacent[MOSCOW] & ~guarded


def test_russians_take_an_empty_moscow_back() -> None:
    state = position("soviet-movement", "24pz 0803, 3a- 1203, 5a 1405", turn=7, cities="1103 0204")
    play_phase(state)
    assert state.outcome is not None
    assert state.outcome.winner == "soviet"


def test_russians_attack_an_exposed_panzer() -> None:
    state = position("soviet-combat", "24pz- 0904, 3a 1003, 5a 1004, 10a 0804, 13a 1103", turn=4)
    plan = plan_battles(state, SOVIET_WEIGHTS)
    assert [fight.hex for fight in plan] == [HEX["0904"]]


# Replacements.


def test_russians_fill_an_empty_moscow_first() -> None:
    state = position("soviet-replacement", "24pz 0803, 3a- 1301, 5a 1405", turn=3)
    state.take(choose(state))
    assert choose(state) == "at 1103"


def test_russians_restore_moscow() -> None:
    state = position("soviet-replacement", "24pz 0803, 3a- 1103, 5a- 1405", turn=3)
    assert choose(state) == "restore 3a"


def test_germans_restore_a_panzer() -> None:
    state = position("german-replacement", "24pz- 0603, 5ak- 0602, 41pz 0502, 3a 1103", turn=3, cities="0603 0204")
    assert choose(state) == "restore 24pz"


def test_the_shock_army_arrives() -> None:
    state = position("soviet-replacement", "24pz 0803, 3a 1103, 5a 1405", turn=4)
    assert choose(state) == "place 1sh"


# Whatever others did before.


@pytest.mark.parametrize("seed", soak.first(1, range(4)))
def test_taking_over_in_the_middle_of_anything(seed: int) -> None:
    """From any position of a random game, mid-phase too, the recruit plays both sides to the end."""
    rng = Random(seed)
    state = GAME.start()
    for _ in range(rng.randrange(30, 1000)):
        if state.outcome is None:
            state.apply(rng.choice(state.actions()))
    player = bot("recruit", GAME.name)
    number = 0
    while state.outcome is None:
        if state.side == CHANCE:
            state.apply(rng.choice(state.actions()))
        else:
            state.take(decide(player, state, number))
        number += 1
        assert number < 3000


def test_set_up_is_the_standard_one() -> None:
    state = GAME.start()
    state.take("place 24pz")
    assert choose(state) == "cancel"
    state.take("cancel")
    assert choose(state) == "standard"
    state.take("standard")
    assert choose(state) == "done"
