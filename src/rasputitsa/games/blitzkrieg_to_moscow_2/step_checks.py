"""What the fields of the open steps must agree with, so that a position from outside can be played on.

Which step can lie on which is declared on the steps (`Step.lies_on`) and checked in `core.positions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.moves import units_moved
from ...core.sets import contains, members
from .battle import Battle, column
from .breakthrough import Breakthrough, FightAttacks, MoveCorps, TankAction
from .cards import Activate, CardStep, ChooseFunction, HitlerOrder, card_ids
from .combat import ChooseTarget, Combat, NameAttackers
from .defence import ChooseDefence
from .facts import (
    ALL_OF,
    BESIDE,
    CARD_FUNCTIONS,
    CARD_SIDE,
    CARDS_OF,
    CITIES,
    CORPS,
    FUNCTION_IDS,
    GERMAN,
    HOMES,
    LAND_HEXES,
    POOL,
    QUOTA,
    SIDE,
    SOVIET,
    SURRENDERED,
    TANKS,
    TRACK,
    space_label,
    unit_label,
)
from .fight import ReRoll, RollDie, ShiftCard
from .hero_city import NameHeroCity
from .logistics import Arrivals, ChooseCards, Logistics, Withdraw
from .movement import Movement, Moving
from .overstacking import RemoveExcess
from .rail import RailMove
from .reach import allowance, may_move
from .reinforcements import PlaceUnit, RaiseInfantry, RaiseTank, Rebuild
from .results import Advance
from .retreat import ChooseRetreat, Retreat
from .setup import FREE_AT_MOST, FreeSetup, FreeSetupAt, free_cities
from .state import BlitzkriegState
from .supply import Supply

PLAYED = (ChooseFunction, HitlerOrder, Activate)
IN_BATTLE = (
    RemoveExcess,
    ChooseDefence,
    ShiftCard,
    RollDie,
    ReRoll,
    Advance,
    ChooseRetreat,
    Retreat,
)  # steps that hold a battle
FIGHT = (NameAttackers, *IN_BATTLE)

# The steps that may lie on the stack in a phase of each kind.
STEPS: Mapping[str, tuple[type, ...]] = {
    "set-up": (FreeSetup, FreeSetupAt),
    "logistics": (
        Withdraw, ChooseCards, Arrivals, PlaceUnit, Logistics, RailMove, Rebuild, RaiseInfantry, RaiseTank,
        NameHeroCity, *PLAYED,
    ),
    "movement": (Movement, Moving, *PLAYED),
    "combat": (Combat, ChooseTarget, *FIGHT, *PLAYED),
    "breakthrough": (Breakthrough, TankAction, FightAttacks, MoveCorps, Moving, *FIGHT, *PLAYED),
    "supply": (Supply, *PLAYED),
}  # fmt: skip


def problem(wrong: object, text: str) -> str:
    return text if wrong else ""


# Set-up and logistics.


def check_free_setup(state: BlitzkriegState, step: FreeSetup, below: Any) -> str:
    wrong = step.moved & ~(ALL_OF[SOVIET] & ~TANKS) or step.moved.bit_count() > FREE_AT_MOST
    return problem(wrong, "moved must be at most five Soviet infantry units")


def check_free_setup_at(state: BlitzkriegState, step: FreeSetupAt, below: FreeSetup) -> str:
    most = below.moved.bit_count() >= FREE_AT_MOST
    wrong = most or not contains(below.candidates(state), step.unit) or not free_cities(state)
    return problem(wrong, f"the {unit_label(step.unit)} cannot be set up in a city")


def check_side(side: int) -> Callable[[BlitzkriegState, Any, Any], str]:
    def check(state: BlitzkriegState, step: Any, below: Any) -> str:
        return problem(state.active != side, "it does not belong to this side's phase")

    return check


def check_withdraw(state: BlitzkriegState, step: Withdraw, below: Any) -> str:
    if state.active != SOVIET:
        return "it does not belong to this side's phase"
    return problem(state.hand(SOVIET), "no hand has been chosen yet (6.2.4)") or put_back_problem(state)


def check_choose_cards(state: BlitzkriegState, step: ChooseCards, below: Any) -> str:
    most = QUOTA[state.turn][state.active] - state.hand(state.active).bit_count()
    return problem(not 0 <= step.left <= most, f"left must be from 0 to {most}") or put_back_problem(state)


def put_back_problem(state: BlitzkriegState) -> str:
    """7.2: all six cards are there to choose from."""
    played = state.played & CARDS_OF[state.active]
    return problem(played, f"{', '.join(card_ids(played))} must not be played: all cards have been put back (7.2)")


def check_place_unit(state: BlitzkriegState, step: PlaceUnit, below: Any) -> str:
    unit = step.unit
    if SIDE[unit] != state.active or len(HOMES[unit]) < 2:
        return f"the {unit_label(unit)} has no choice of rear areas"
    if isinstance(below, Arrivals):
        wrong = state.where[unit] != TRACK or state.due[unit] > state.turn or not step.fresh
    else:
        wrong = state.where[unit] not in (POOL, SURRENDERED) or step.fresh
    return problem(wrong, f"the {unit_label(unit)} does not arrive now")


def check_rail(state: BlitzkriegState, step: RailMove, below: Logistics) -> str:
    chosen = RailMove(0, step.free, step.by_sea)
    for unit in members(step.loaded):
        if not contains(chosen.candidates(state), unit):
            return f"the {unit_label(unit)} cannot move by rail with the others"
        chosen = RailMove(chosen.loaded | 1 << unit, step.free, step.by_sea)
    return problem(not chosen.candidates(state) and not step.loaded, "no unit can move by rail")


def check_raise(state: BlitzkriegState, step: RaiseInfantry, below: Any) -> str:
    if state.active != SOVIET:
        return "only Soviet units are raised"
    return problem(not 0 <= step.left <= 4, "left must be from 0 to 4")


def check_hero(state: BlitzkriegState, step: NameHeroCity, below: Any) -> str:
    return problem(state.active != SOVIET or state.hero, "no Hero City can be named")


# Cards.


def card_problem(state: BlitzkriegState, card: int, functions: tuple[str, ...], below: CardStep) -> str:
    if CARD_SIDE[card] != below.player(state) or not contains(state.played, card):
        return "a card that is being played must be one of the played cards of its side"
    for function in functions:
        number = FUNCTION_IDS.get(function)
        if function == "rebuilt-2":
            if not isinstance(below, Logistics) or not below.pair_fits(state):
                return "no surrendered unit can be rebuilt"
        elif number is None or not contains(CARD_FUNCTIONS[card], number):
            return f"the card that is being played has no function {function[:40]!r}"
    return ""


def check_function(state: BlitzkriegState, step: ChooseFunction, below: CardStep) -> str:
    if len(set(step.functions)) < 2 or len(set(step.functions)) != len(step.functions):
        return "functions must be two or more"
    if "rebuilt-2" in step.functions:
        return "two cards are played at once without a choice of function"
    return card_problem(state, step.card, step.functions, below)


def check_hitler(state: BlitzkriegState, step: HitlerOrder, below: CardStep) -> str:
    if CARD_SIDE[step.card] != GERMAN:
        return "only a German card can be negated"
    return card_problem(state, step.card, (step.function,), below)


# Movement and breakthrough.


def check_movement(state: BlitzkriegState, step: Movement, below: Any) -> str:
    """8.3: a move can be taken back, so the unit must be able to be where it began."""
    side = state.active
    if units_moved(step.move_records) != step.moved or len(step.move_records) != step.moved.bit_count():
        return "moved must be the units of the move records, each once"
    for record in step.move_records:
        unit, origin = record.unit, record.origin
        if SIDE[unit] != side or not may_move(state, unit):
            return f"the {unit_label(unit)} cannot move in this phase"
        if not can_begin(state, unit, origin):
            return f"the {unit_label(unit)} cannot have begun its move in {space_label(origin)}"
        if record.cities & ~CITIES:
            return f"the cities that the {unit_label(unit)} entered must be cities"
    return ""


def can_begin(state: BlitzkriegState, unit: int, origin: int) -> bool:
    on_map = contains(LAND_HEXES, origin) or origin in HOMES[unit]
    return bool(on_map) and not contains(state.occupied[1 - SIDE[unit]], origin)


def check_moving(state: BlitzkriegState, step: Moving, below: Any) -> str:
    unit, side = step.unit, state.active
    if SIDE[unit] != side or not contains(state.in_play(side), unit) or not may_move(state, unit):
        return f"the {unit_label(unit)} cannot move now"
    most = allowance(state, unit)
    if not 0 <= step.points <= most:
        return f"points must be from 0 to {most}"
    if step.points == most and state.where[unit] != step.origin:
        return f"the {unit_label(unit)} has all its movement, so it must be where it began"
    if not can_begin(state, unit, step.origin):
        return f"the {unit_label(unit)} cannot have begun its move in {space_label(step.origin)}"
    if step.riders & ~(CORPS & state.at[state.where[unit]]) or (step.riders and not contains(CORPS, unit)):
        return "only mechanized corps of the same hex move together (12.3)"
    if contains(step.riders, unit) or (step.riders and not step.by_tank_action):
        return "units move one by one (10.1)"
    return moving_from(state, step, below, most)


def moving_from(state: BlitzkriegState, step: Moving, below: Any, most: int) -> str:
    unit = step.unit
    if step.by_tank_action != isinstance(below, TankAction):
        return "by_tank_action must say whether a TankAction is below"
    if isinstance(below, Movement):
        if contains(below.moved, unit):
            return f"the {unit_label(unit)} has already moved"
    elif not contains(TANKS, unit) or below.acted & step.units or below.mode == "attack" or below.left < 1:
        return f"the {unit_label(unit)} cannot move by this tank action"
    wrong = step.points == most and not Moving.ends(step, state) if state.stack[-1] is step else False
    return problem(wrong, f"the {unit_label(unit)} has nowhere to go")


def check_tank_action(state: BlitzkriegState, step: TankAction, below: Any) -> str:
    if not 0 <= step.left <= 2 or step.mode not in ("", "move", "attack"):
        return "left must be from 0 to 2, its mode empty, move or attack"
    if step.acted & ~(ALL_OF[state.active] & TANKS):
        return "only tank units of the side whose phase it is act"
    return attacks_problem(state, step.attacks)


def attacks_problem(state: BlitzkriegState, attacks: tuple[Battle, ...]) -> str:
    """12.2: attacks that have been named, on different hexes and by different units."""
    hexes, units = [battle.hex for battle in attacks], [battle.attackers for battle in attacks]
    if len(set(hexes)) != len(hexes) or len(hexes) > 2 or (len(units) == 2 and units[0] & units[1]):
        return "the attacks of a tank action must be by different units on different hexes"
    for battle in attacks:
        found = sides_of_battle(state, battle)
        if found or state.at[battle.hex] != battle.defenders:
            return found or f"the defenders of {space_label(battle.hex)} are not as the combat says"
    return ""


def check_fights(state: BlitzkriegState, step: FightAttacks, below: Any) -> str:
    return attacks_problem(state, step.attacks) if state.stack[-1] is step else ""


def check_corps(state: BlitzkriegState, step: MoveCorps, below: TankAction) -> str:
    unit = step.unit
    if not contains(CORPS, unit) or unit not in below.movers(state):
        return f"the {unit_label(unit)} cannot move by this tank action"
    others = state.at[state.where[unit]] & CORPS & ~(1 << unit)
    return problem(not others or step.riders & ~others, "riders must be other corps of the same hex")


# Combat.


def check_combat(state: BlitzkriegState, step: Combat, below: Any) -> str:
    wrong = step.attacked & ~ALL_OF[state.active] or step.defended & ~ALL_OF[1 - state.active]
    return problem(wrong, "attacked and defended must be units of the right sides")


def check_target(state: BlitzkriegState, step: ChooseTarget, below: Combat) -> str:
    if step.unit not in below.attackers(state):
        return f"the {unit_label(step.unit)} cannot attack"
    wrong = step.targets != below.targets_of(state, step.unit, below.targets(state))
    return problem(wrong, "targets must be the hexes that the unit can attack")


def check_attackers(state: BlitzkriegState, step: NameAttackers, below: Any) -> str:
    if not contains(below.targets(state), step.hex):
        return f"nobody in {space_label(step.hex)} can be attacked"
    chosen = below.name_attackers(state, step.hex)
    if (step.available, step.tank_actions) != (chosen.available, chosen.tank_actions):
        return f"available must be the units that may attack {space_label(step.hex)}"
    for unit in members(step.units):
        if not contains(chosen.candidates(state), unit):
            return f"the {unit_label(unit)} cannot join the attack on {space_label(step.hex)}"
        chosen = chosen.with_units(chosen.units | 1 << unit)
    return ""


def check_battle(state: BlitzkriegState, step: Any, below: Any) -> str:
    battle: Battle = step.battle
    found = sides_of_battle(state, battle, isinstance(step, Advance))
    if found:
        return found
    if isinstance(step, ChooseDefence | ShiftCard | RollDie | ReRoll):
        return before_result(state, step, battle)
    if isinstance(below, Advance | ChooseRetreat) and below.battle != battle:
        return "only one combat can be fought at a time"
    return ""


def sides_of_battle(state: BlitzkriegState, battle: Battle, advancing: bool = False) -> str:
    """A battle is between neighbours of different sides."""
    side = state.active
    if not battle.attackers or battle.attackers & ~ALL_OF[side]:
        return f"the combat at {space_label(battle.hex)} needs attackers of the side whose phase it is"
    if not battle.defenders or battle.defenders & ~ALL_OF[1 - side] or battle.active & ~battle.defenders:
        return f"the combat at {space_label(battle.hex)} needs defenders of the other side"
    if not contains(LAND_HEXES, battle.hex):
        return f"no such combat can be at {space_label(battle.hex)}"
    for unit in members(battle.attackers):
        here = state.where[unit]
        advanced = advancing and here == battle.hex
        if not advanced and not contains(BESIDE[here], battle.hex):
            return f"the {unit_label(unit)} is not adjacent to {space_label(battle.hex)}"
    return ""


def before_result(state: BlitzkriegState, step: Any, battle: Battle) -> str:
    if state.at[battle.hex] != battle.defenders or battle.active & ~state.fresh:
        return f"the defenders of {space_label(battle.hex)} are not as the combat says"
    if isinstance(step, ChooseDefence):
        return ""
    if not battle.defenders & ~CORPS and not battle.active:
        return "of mechanized corps alone one must defend actively (11.6)"
    if isinstance(step, ShiftCard):
        return problem(step.side not in (GERMAN, SOVIET), "side must be 0 or 1")
    if column(state, battle) < 1:
        return f"no die is rolled for the combat at {space_label(battle.hex)}"
    wrong = isinstance(step, ReRoll) and (step.side not in (0, 1) or not 1 <= step.face <= 6)
    return problem(wrong, "it needs a side and a face of the die")


def check_retreats(state: BlitzkriegState, step: ChooseRetreat, below: Any) -> str:
    found = check_battle(state, step, below)
    if found:
        return found
    hex = step.battle.hex
    top = state.stack[-1]
    there = state.at[hex]
    if isinstance(top, Retreat):
        there &= ~(1 << top.unit)
    if there != step.waiting or step.waiting & ~step.battle.defenders:
        return f"waiting must be the units that are still in {space_label(hex)}"
    return ""


def check_retreat(state: BlitzkriegState, step: Retreat, below: ChooseRetreat) -> str:
    unit, hex = step.unit, step.battle.hex
    found = check_battle(state, step, below)
    if found:
        return found
    wrong = not contains(step.battle.defenders, unit) or contains(below.waiting, unit) or state.where[unit] != hex
    return problem(wrong, f"the {unit_label(unit)} does not retreat from {space_label(hex)}")


CHECKS: Mapping[type, Callable[[Any, Any, Any], str]] = {
    **dict.fromkeys(IN_BATTLE, check_battle),
    FreeSetup: check_free_setup,
    FreeSetupAt: check_free_setup_at,
    Withdraw: check_withdraw,
    ChooseCards: check_choose_cards,
    PlaceUnit: check_place_unit,
    RailMove: check_rail,
    Rebuild: check_side(GERMAN),
    RaiseInfantry: check_raise,
    RaiseTank: check_side(SOVIET),
    NameHeroCity: check_hero,
    ChooseFunction: check_function,
    HitlerOrder: check_hitler,
    Movement: check_movement,
    Moving: check_moving,
    TankAction: check_tank_action,
    FightAttacks: check_fights,
    MoveCorps: check_corps,
    Combat: check_combat,
    ChooseTarget: check_target,
    NameAttackers: check_attackers,
    ChooseRetreat: check_retreats,
    Retreat: check_retreat,
}
