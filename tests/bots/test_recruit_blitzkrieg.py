"""The recruit of Blitzkrieg to Moscow 2, in positions where the right thing is plain."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.bots import bot, decide
from rasputitsa.bots.blitzkrieg_to_moscow_2.combat import best_attack
from rasputitsa.bots.blitzkrieg_to_moscow_2.evaluator import Evaluator
from rasputitsa.bots.blitzkrieg_to_moscow_2.ground import AWAY, attack_range, march
from rasputitsa.bots.blitzkrieg_to_moscow_2.movement import Planner
from rasputitsa.bots.blitzkrieg_to_moscow_2.odds import expected_gain, outcome, prospect
from rasputitsa.bots.blitzkrieg_to_moscow_2.weights import weights_of
from rasputitsa.core import CHANCE
from rasputitsa.core.sets import members
from rasputitsa.games.blitzkrieg_to_moscow_2.combat import Combat
from rasputitsa.games.blitzkrieg_to_moscow_2.facts import BOARD, CARDS_OF, CORPS, GERMAN, SOVIET, UNIT_IDS, legal_stack
from rasputitsa.games.blitzkrieg_to_moscow_2.fight import RollDie
from rasputitsa.games.blitzkrieg_to_moscow_2.forecast import forecast, trapped
from rasputitsa.games.blitzkrieg_to_moscow_2.net import supply_net
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from rasputitsa.match import CommittedDice

from ..blitzkrieg_to_moscow_2.helpers import (
    GAME,
    KIEV,
    LENINGRAD,
    MINSK,
    RIGA,
    SMOLENSK,
    at,
    at_the_die,
    attack,
    german_cities,
    hand,
    logistics,
    open_step,
    play,
    position,
    random_walk,
    sample,
    start,
)
from ..tools import soak

HEX = BOARD.ids
GERMAN_WEIGHTS, SOVIET_WEIGHTS = weights_of("first-recruit")
CITY_HEXES = BOARD.features["city"]
OPTIONS: list[dict[str, str]] = [
    {},
    {"free-setup": "on"},
    {"odessa": "on"},
    {"moscow": "on"},
    {"free-setup": "on", "odessa": "on", "moscow": "on"},
]


def choose(state: BlitzkriegState) -> str:
    """What the recruit does here."""
    return str(bot("recruit", GAME.name).choose(state.copy(), Random(0)))


def play_phase(state: BlitzkriegState, rolls: str = "") -> list[str]:
    """Let the recruit play both sides until the phase is over. The rolls are given."""
    turn, phase, dice = state.turn, state.phase, iter(rolls.split())
    player = bot("recruit", GAME.name)
    done = []
    while state.outcome is None and (state.turn, state.phase) == (turn, phase):
        action = f"roll {next(dice)}" if state.side == CHANCE else str(player.choose(state.copy(), Random(0)))
        done.append(action)
        state.take(action)
    return done


def german_evaluator(state: BlitzkriegState) -> Evaluator:
    return Evaluator(state.copy(), GERMAN, GERMAN_WEIGHTS)


def soviet_evaluator(state: BlitzkriegState) -> Evaluator:
    return Evaluator(state.copy(), SOVIET, SOVIET_WEIGHTS)


# The ground.


def test_distances_from_a_city() -> None:
    kiev = AWAY[HEX[KIEV]]
    assert (kiev[HEX[KIEV]], kiev[HEX["0803"]], kiev[HEX["south"]]) == (0, 1, 4)


def test_marches_know_the_terrain() -> None:
    """10.2.2, 10.2.3: tanks stop in the forest, everybody in a marsh."""
    assert not march(HEX["1302"], 2, True) >> HEX[MINSK] & 1  # the forest of 1303 lies between
    assert march(HEX["1302"], 2, False) >> HEX[MINSK] & 1
    assert march(HEX["1302"], 3, True) >> HEX[MINSK] & 1
    assert not march(HEX["1102"], 2, False) >> HEX["1104"] & 1
    assert attack_range(HEX["1302"], 2, True) >> HEX[MINSK] & 1


# Odds.


@pytest.mark.parametrize("seed", soak.first(1, range(2)))
def test_chances_agree_with_the_forecast(seed: int) -> None:
    """In random games: what the recruit expects of a combat is the mean over the chances that the forecast tells."""
    checked = 0
    for state in random_walk(seed):
        step = state.stack[-1]
        if isinstance(step, RollDie):
            battle = step.battle
            evaluator = Evaluator(state.copy(), battle.attacker, GERMAN_WEIGHTS)
            doomed = trapped(state, battle)
            told = forecast(state, battle).chances
            mean = sum(float(chance.probability) * outcome(evaluator, battle, chance.result, doomed) for chance in told)
            assert expected_gain(evaluator, battle, doomed) == pytest.approx(mean)
            checked += 1
    assert checked


def test_a_closed_retreat_is_worth_more() -> None:
    """11.4.1: those who cannot retreat are eliminated."""
    free = position("german-combat", "G-2PzA 1206, S-3A 1207, S-4A 1212, S-8A 1112")
    barred = position("german-combat", "G-2PzA 1206, S-3A 1207, G-3PzA 1308, G-4A 1108, S-4A 1212, S-8A 1112")
    panzer = 1 << UNIT_IDS["G-2PzA"]
    values = [prospect(german_evaluator(state), HEX["1207"], panzer).gain for state in (free, barred)]
    assert values[1] > values[0]


# Movement.


def test_germans_walk_into_an_empty_city() -> None:
    state = position("german-movement", "G-2PzA 1302, G-9A 1301, S-8A 1512, S-20A 1410", turn=2)
    play_phase(state)
    assert MINSK in german_cities(state)


def test_the_last_german_turn_takes_a_scoring_city() -> None:
    state = position("german-movement", "G-2PzA 1305, G-9A 1304, S-8A 1512, S-20A 1410", turn=6, german=MINSK)
    play_phase(state)
    assert SMOLENSK in german_cities(state)


def test_germans_keep_their_supply() -> None:
    """13.1: nobody goes where he must surrender at the end of the turn."""
    units = "G-1PzA 0804, G-2PzA 1304, G-9A 1302, S-8A 1609, S-20A 1410, S-16A 1210, S-22A 0709, S-21A 0508"
    state = position("german-movement", units, turn=4, german=f"{KIEV} {MINSK}")
    play_phase(state)
    supplied = supply_net(state, GERMAN)[1]
    assert all(supplied >> HEX[at(state, unit).rstrip("-")] & 1 for unit in ("G-1PzA", "G-2PzA", "G-9A"))


def test_soviets_take_an_empty_city_back() -> None:
    state = position("soviet-movement", "G-9A 1301, S-8A 1308, S-20A 1410", turn=6, german=f"{MINSK} {SMOLENSK}")
    play_phase(state)
    assert SMOLENSK not in german_cities(state)


def test_soviets_garrison_a_city_in_danger() -> None:
    units = "G-2PzA 1304, G-3PzA 1305, G-9A 1302, S-8A 1408, S-20A 1408, S-16A 1410"
    state = position("soviet-movement", units, turn=1, german=MINSK)
    play_phase(state)
    assert state.occupied[SOVIET] >> HEX[SMOLENSK] & 1


def test_soviets_do_not_walk_into_a_pocket() -> None:
    units = "G-2PzA 1304, G-3PzA 1307, G-4A 1206, G-9A 1302, S-8A 1310, S-20A 1410, S-16A 1210"
    state = position("soviet-movement", units, turn=3, german=f"{MINSK} {SMOLENSK}")
    play_phase(state)
    supplied = supply_net(state, SOVIET)[1]
    assert all(supplied >> hex & 1 for hex in members(state.occupied[SOVIET]))


@pytest.mark.soak
def test_plans_keep_within_the_stacking_limits() -> None:
    """8.0, 8.3: in random positions nobody is sent where there is no room."""
    for state in sample("Movement", 40):
        places = {unit: state.where[unit] for unit in members(state.in_play(state.active))}
        planner = Planner(lambda state: (GERMAN_WEIGHTS, SOVIET_WEIGHTS)[state.active])
        places |= list(planner.plans(planner.phase_start(state)))[-1].places
        for hex in set(places.values()) & set(members(BOARD.hexes)):
            units = sum(1 << unit for unit, space in places.items() if space == hex)
            assert legal_stack(state.active, units)


# Combat.


def test_no_attack_that_cannot_do_anything() -> None:
    """11.3.5: at 1:2 or less an attack only spends the attackers."""
    state = position("german-combat", "R-3A 1309, G-9A 1302, S-8A 1410, S-20A 1410", turn=4, german=MINSK)
    assert choose(state) == "done"


def test_an_attack_that_is_sure_is_made() -> None:
    """11.3.6: 7:1 eliminates."""
    state = position("german-combat", "G-2PzA 1206, G-3PzA 1306, S-3A- 1207, S-20A 1410", german=MINSK)
    assert choose(state) == "attack 1207"


def test_a_city_that_can_be_taken_is_attacked_and_entered() -> None:
    units = "G-2PzA 1306, G-3PzA 1406, G-4A 1206, S-3A- 1307, S-20A 1410"
    state = position("german-combat", units, turn=6, german=MINSK)
    done = play_phase(state, "6 6")
    assert f"attack {SMOLENSK}" in done
    assert SMOLENSK in german_cities(state)


def test_a_weak_city_is_attacked_with_what_stands_around() -> None:
    units = "G-2PzA 1306, G-3PzA 1406, S-3A 1307, S-20A 1410"
    state = position("german-combat", units, turn=5, german=MINSK)
    step = state.stack[-1]
    assert isinstance(step, Combat)
    best = best_attack(german_evaluator(state), step)
    assert best is not None
    assert best.hex == HEX[SMOLENSK]


def test_active_defence_where_it_holds_the_city() -> None:
    """11.3.2: against 5 attackers' points 2 is 2:1, less one column for the city; passively it would be 4:1."""
    state = position("german-combat", "G-9A 1306, S-3A 1307, S-20A 1410", turn=4, german=MINSK)
    play(state, f"attack {SMOLENSK}", "with G-9A", "fight")
    assert choose(state) == "active S-3A"


def test_passive_defence_where_nothing_helps() -> None:
    """11.3.2: 25 against 2 is 7:1 as well as against 1."""
    units = "G-1PzA 1108, G-2PzA 1206, G-3PzA 1208, G-9A 1308, S-3A 1207, S-20A 1410"
    state = position("german-combat", units, turn=4, german=MINSK)
    play(state, "attack 1207", "with G-1PzA", "with G-2PzA", "with G-3PzA", "with G-9A", "fight")
    assert choose(state) == "passive S-3A"


def test_a_corps_is_not_thrown_away_where_it_does_not_help() -> None:
    """11.6: stacked with an army a mechanized corps may stay passive and live."""
    units = "G-1PzA 1108, G-2PzA 1206, G-3PzA 1208, G-9A 1308, S-3A 1207, S-3MC 1207, S-20A 1410"
    state = position("german-combat", units, turn=4, german=MINSK)
    play(state, "attack 1207", "with G-1PzA", "with G-2PzA", "with G-3PzA", "with G-9A", "fight")
    while open_step(state) == "ChooseDefence":
        action = choose(state)
        assert action != "active S-3MC"
        state.take(action)


def test_a_bad_roll_is_rolled_again() -> None:
    """7.1: Tactical Edge! Of its own best result a side is not asked at all."""
    units = "G-2PzA 1306, S-3A 1307, S-20A 1410"  # 3:1, less one column for the city
    state = at_the_die(units, SMOLENSK, turn=5, german=MINSK, hands="G3")
    good = state.copy()
    play(state, "roll 1")
    assert open_step(state) == "ReRoll"
    assert choose(state) == "card G3"
    play(good, "roll 6")
    assert open_step(good) != "ReRoll"


def test_partisans_strike_at_a_good_german_roll() -> None:
    units = "G-2PzA 1306, S-3A 1307, S-20A 1410"  # 3:1, less one column for the city
    state = at_the_die(units, SMOLENSK, turn=5, german=MINSK, hands="S5")
    bad = state.copy()
    play(state, "roll 6")
    assert state.side == "soviet"
    assert choose(state) == "card S5"
    play(bad, "roll 1")
    assert open_step(bad) != "ReRoll"


def test_a_shift_is_played_where_it_matters() -> None:
    """City Fights! in defence of a city, where a column is a good deal."""
    units = "G-2PzA 1306, S-3A 1307, S-20A 1410"  # 3:1, less one column for the city
    state = position("german-combat", units, turn=5, german=MINSK, hands="S4")
    attack(state, SMOLENSK)
    assert (state.side, open_step(state)) == ("soviet", "ShiftCard")
    assert choose(state) == "card S4"


def test_no_shift_where_it_makes_no_difference() -> None:
    units = "G-1PzA 1108, G-2PzA 1206, G-3PzA 1208, G-9A 1308, S-3A- 1207, S-20A 1410"
    state = position("german-combat", units, turn=4, german=MINSK, hands="S3")
    attack(state, "1207")
    assert open_step(state) == "RollDie"  # a column more or less makes no difference, so nobody is asked


def test_hitler_order_strikes_a_blitz() -> None:
    units = "G-2PzA 1304, G-3PzA 1306, S-3A 1410, S-20A 1410"
    state = position("german-breakthrough", units, turn=2, german=MINSK, hands="G1 S6")
    play(state, "card G1")
    assert open_step(state) == "HitlerOrder"
    assert choose(state) == "card S6"


# Breakthrough and supply.


def test_tanks_break_through_to_an_empty_city() -> None:
    units = "G-2PzA 1304, G-9A 1302, S-3A 1412, S-20A 1412"
    state = position("german-breakthrough", units, turn=2, german=MINSK, hands="G3")
    done = play_phase(state)
    assert done[0] == "card G3"
    assert SMOLENSK in german_cities(state)


def test_a_spent_tank_is_activated_at_the_end() -> None:
    """4.1: after the sixth turn only fresh tank units count."""
    units = "G-2PzA- 1206, G-3PzA 1304, G-9A 1302, S-3A 1410, S-20A 1410"
    state = position("german-supply", units, turn=6, german=MINSK, hands="G5")
    assert choose(state) == "card G5"


# Logistics.


def test_the_hand_for_the_first_turn_is_for_the_attack() -> None:
    state = start()
    while open_step(state) == "ChooseCards":
        state.take(choose(state))
    assert {"G1", "G2", "G3", "G4"} <= set(hand(state, "german"))


def test_soviets_take_reinforcements_when_many_wait() -> None:
    units = "G-2PzA 1304, S-20A 1410, S-16A 1210, S-23A 2006"
    state = position("soviet-logistics", units, turn=2, german=MINSK)
    while open_step(state) in ("Withdraw", "ChooseCards"):
        state.take(choose(state))
    assert "S1" in hand(state, "soviet")
    assert choose(state) == "card S1"


def test_a_lost_panzer_army_is_rebuilt() -> None:
    state = logistics("german", "G-1PzA 0804, G-9A 1302, S-20A 1410", hands="G5", turn=3)
    play(state, "card G5")
    assert choose(state) == "as rebuilt"
    play(state, "as rebuilt")
    assert choose(state) in ("rebuild G-2PzA", "rebuild G-3PzA", "rebuild G-4PzA")


def test_soviet_reserves_go_by_rail_to_a_city_in_danger() -> None:
    units = "G-4PzA 1906, G-18A 1905, G-16A 1703, S-20A soviet, S-21A soviet, S-16A 1410, S-24A 1609"
    state = logistics("soviet", units, turn=3, german=RIGA)
    done = []
    while open_step(state) in ("Logistics", "RailMove") and "done" not in done:
        done.append(choose(state))
        state.take(done[-1])
    assert "rail" in done
    assert f"move {LENINGRAD}" in done


def test_free_set_up_fills_cities_and_leaves_no_corps_alone() -> None:
    """15.1, 11.6"""
    state = start(free_setup="on")
    before = state.occupied[SOVIET] & CITY_HEXES
    while open_step(state) in ("FreeSetup", "FreeSetupAt"):
        state.take(choose(state))
    assert (state.occupied[SOVIET] & CITY_HEXES).bit_count() > before.bit_count()
    assert all(state.at[hex] & ~CORPS for hex in members(state.occupied[SOVIET]))


# Whatever others did before; the hidden hand.


@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_taking_over_in_the_middle_of_anything(seed: int) -> None:
    """From any position of a random game, mid-phase too, the recruit plays both sides to the end."""
    rng = Random(seed)
    state = GAME.start(options=OPTIONS[-1])
    for _ in range(rng.randrange(30, 600)):
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
        assert number < 5000


@pytest.mark.parametrize(("options", "every"), [({}, 40), *(soak.left((options, 13)) for options in OPTIONS)])
def test_decisions_are_legal_repeatable_and_blind(options: dict[str, str], every: int) -> None:
    """Every answer is legal; asked anew, its memory lost and the enemy's hand another, the bot does the same."""
    player = bot("recruit", GAME.name, 7)
    rng = Random(str(options))
    dice = CommittedDice.seeded(str(options))
    state = GAME.start(options=options)
    number = rolls = 0
    while (side := state.side) is not None:
        assert isinstance(state, BlitzkriegState)
        if side == CHANCE:
            rolls += 1
            state.apply(dice.resolve(state, rolls))
            continue
        action = decide(player, state, number)
        assert action in state.actions()
        if number % every == 0:
            assert decide(bot("recruit", GAME.name, 7), with_another_hand(state, side, rng), number) == action
            assert player.explain().endswith(".")
        state.apply(action)
        number += 1
    assert number > 100


def with_another_hand(state: BlitzkriegState, side: str, rng: Random) -> BlitzkriegState:
    """The same for all that this side knows, but the enemy holds other cards."""
    enemy = CARDS_OF[SOVIET if side == "german" else GERMAN]
    other = state.copy()
    unseen = members(enemy & ~state.played)
    held = rng.sample(unseen, (state.hands & enemy).bit_count())
    other.hands = state.hands & ~enemy | sum(1 << card for card in held)
    return other
