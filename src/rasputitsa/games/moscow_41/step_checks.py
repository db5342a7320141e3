"""What must be true of an open question in a position from outside, besides on which step it lies: a check each."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...core.conditions import passing
from ...core.sets import SpaceSet, contains, members, set_of
from .activation import Activation, can_be_activated
from .battle import Battle
from .blitz import Blitz, Blitzing
from .combat import Battles
from .command import (
    NO_LIMIT,
    PASSING,
    REINFORCING_IMPULSE,
    STRATEGIC_IMPULSE,
    TACTICAL_IMPULSE,
    Command,
    may_go_by_rail,
)
from .course import AIRSTRIKE, ANTI_AIR, FIRST_FIRE, OVER, SECOND_FIRE
from .facts import (
    ALL_OF,
    AREAS,
    FAST,
    GERMAN,
    HAND,
    HQS,
    LEADER_OF,
    LEADERS,
    POOL,
    ROAD_SET,
    ROLLED,
    SIDE,
    SNOW,
    SOVIET,
    STACKING,
    TITLES,
    UNIT_NAMES,
    matching,
    space_label,
    unit_label,
)
from .fire import absorb_bonus, anti_air_dice, attackers, bombers_over, under_tank_attack
from .impulse import Exploit, WeatherRoll, may_exploit
from .lines import Disbanding, builders, lines_left
from .logistics import Exhausting, Logistics, Regeneration, Replacement, has_logistics
from .logistics_value import logistics_value
from .losses import AirLosses, Losses
from .move_rules import ACTIVATING, ATTACKING, BY_WAY_OF, EXPLOITING, QUIET
from .movement import Moving
from .reach import allowance
from .recall import Recalling, recalled
from .reinforcements import CallReinforcements, Deploying, Drawing, Entering
from .road import Advance, advance_is_due
from .setup import Placing, SetUp, candidates
from .state import Moscow41State
from .support import Aiming, Committing, Support

MOST = 99  # blocks and hits: no Logistics Value is so high, but one may have fallen since the impulse began


def first_of(*found: tuple[object, str]) -> str:
    """The first thing that is wrong."""
    return next((text for wrong, text in found if wrong), "")


# Set-up: 15.0.


def check_set_up(state: Moscow41State, step: SetUp, below: None) -> str:
    """The Soviets set up first, and one order after another has been carried out."""
    if step.side not in (GERMAN, SOVIET) or not 0 <= step.number < len(state.setting.orders[step.side]):
        return "there is no such order"
    order, side = step.order(state), step.side
    left = left_for_order(state, side, step.number)
    total = order.lines or order.draw or len(order.at) or matching(order, side, left).bit_count()
    expected = left.bit_count() - (0 if order.lines else step.done)
    others = ALL_OF[1 - side] if side == SOVIET else 0
    return first_of(
        (not 0 <= step.done <= total, f"done must be a number from 0 to {total}"),
        ((state.at[HAND] & ALL_OF[side]).bit_count() != expected, f"{expected} {TITLES[side]} blocks must be in hand"),
        (state.at[HAND] & ALL_OF[1 - side] != others, "the Soviets set up first, then the Germans"),
        (any(not state.at[place] & ALL_OF[side] for place in members(step.used)), "used must be places with a block"),
        (step.used.bit_count() > step.done, "more places are used than blocks placed"),
        (not order.lines and candidates(state, side, order).bit_count() < total - step.done, "too few blocks are left"),
        (lacks_room(state, step), f"no room is left for {TITLES[side]} blocks that are set up in a given area (2.7)"),
    )


def lacks_room(state: Moscow41State, step: SetUp) -> bool:
    """2.7: whether an area is too full for the blocks that this order and the later ones put there."""
    orders = state.setting.orders[step.side][step.number :]
    places = [order.at[0 if later else step.done :] for later, order in enumerate(orders) if not order.lines]
    coming = Counter(area for areas in places for area in areas)
    return any(
        (state.at[area] & ALL_OF[step.side]).bit_count() + count > STACKING[area]
        for area, count in coming.items()
        if contains(AREAS, area)
    )


def left_for_order(state: Moscow41State, side: int, number: int) -> SpaceSet:
    """15.0: how many blocks the orders before one leave in hand; which of those that are alike does not matter."""
    left = ALL_OF[side]
    for order in state.setting.orders[side][:number]:
        blocks = 0 if order.lines else matching(order, side, left)
        wanted = blocks.bit_count() if order.where else order.draw or len(order.at) or blocks.bit_count()
        left &= ~set_of(members(blocks)[:wanted])
    return left


def check_placing(state: Moscow41State, step: Placing, below: SetUp) -> str:
    order = below.order(state)
    return first_of(
        (step.setup != below, "setup must be the step below"),
        (not contains(candidates(state, below.side, order), step.unit), f"{UNIT_NAMES[step.unit]} is not placed now"),
        (not below.places(state), "there is no place for it"),
    )


# The Logistics Phase: 7.0.


def check_logistics(state: Moscow41State, step: Logistics | Exhausting, below: Logistics | None) -> str:
    """The player without the Initiative decides first, and so is asked on top of the other."""
    if step.side not in (GERMAN, SOVIET):
        return "side must be 0 or 1"
    first = 1 - state.initiative
    return first_of(
        (not has_logistics(state, step.side), f"without {unit_label(LEADER_OF[step.side])} there is none (4.2.4)"),
        (below and (step.side, below.side) != (first, state.initiative), "the player without the Initiative is first"),
        (
            not below and step.side == first and has_logistics(state, state.initiative),
            "the other player comes after it",
        ),
    )


def check_exhausting(state: Moscow41State, step: Exhausting, below: Logistics | None) -> str:
    return check_logistics(state, step, below) or first_of((state.stack[-1] is step, "it comes after the deployment"))


def check_recovery(state: Moscow41State, step: Regeneration | Replacement, below: Replacement | Drawing) -> str:
    if step.side != below.side:
        return "side must be that of the step below"
    most = logistics_value(state, step.side)
    return first_of(
        (not 0 <= step.points <= most, f"points must be a number from 0 to {most}, the Logistics Value (7.2.1)"),
    )


# Reinforcements: 5.0, 11.0.


def wrong_owner(state: Moscow41State, side: int, below: Any) -> str:
    """Whose reinforcements they are: in the Logistics Phase the leader's, else the active player's."""
    if below is not None:
        return first_of((side != below.side, "side must be that of the step below"))
    if state.mode == "logistics":
        return "in the Logistics Phase the leader is reduced at the end"
    return first_of(
        (side != state.active, "side must be the active player's"),
        (state.kind != REINFORCING_IMPULSE, "this is no Strategic Impulse for reinforcements"),
    )


def check_call(state: Moscow41State, step: CallReinforcements, below: None) -> str:
    old = state.rules_version == 1
    return wrong_owner(state, step.side, below) or first_of((old, "by rules version 1 nobody is asked"))


def check_drawing(state: Moscow41State, step: Drawing, below: Exhausting | None) -> str:
    problem = wrong_owner(state, step.side, below)
    if problem:
        return problem
    left, most = (state.at[POOL] & ALL_OF[step.side]).bit_count(), logistics_value(state, step.side)
    return first_of(
        (not 0 <= step.count <= most, f"count must be a number from 0 to {most}, the Logistics Value (7.2.1)"),
        (step.begun and step.count > left, "so many blocks cannot be drawn"),
        (step.begun and state.stack[-1] is not step, "it has begun, so nothing comes before it"),
    )


def check_deploying(state: Moscow41State, step: Deploying, below: Exhausting | None) -> str:
    problem = wrong_owner(state, step.side, below)
    if problem:
        return problem
    wrong = step.used & ~(AREAS | ROAD_SET) or any(
        not state.at[place] & ALL_OF[step.side] for place in members(step.used)
    )
    return first_of((wrong, "used must be places that have received a block"))


def check_entering(state: Moscow41State, step: Entering, below: Deploying) -> str:
    return first_of(
        (state.where[step.unit] != HAND or SIDE[step.unit] != below.side, f"{UNIT_NAMES[step.unit]} was not drawn"),
        (step.used != below.used, "used must be that of the step below"),
        (not step.passing(state, "at"), f"there is no place for {UNIT_NAMES[step.unit]}"),
    )


# Impulses: 6.0 to 8.0.


def check_weather(state: Moscow41State, step: WeatherRoll, below: None) -> str:
    rolled = state.active == GERMAN and ROLLED[state.month] and state.weather < SNOW and state.track
    return first_of((not rolled, "nobody rolls for the weather now (8.1)"))


def check_exploit(state: Moscow41State, step: Exploit, below: None) -> str:
    return first_of((not may_exploit(state), "there can be no Exploitation Move now (10.18)"))


# Activation and command: 10.1, 10.7.


def check_activation(state: Moscow41State, step: Activation, below: None) -> str:
    return first_of((state.kind != TACTICAL_IMPULSE, "HQs are activated in a Tactical Impulse only"))


LIMITS = {TACTICAL_IMPULSE: (NO_LIMIT, NO_LIMIT), STRATEGIC_IMPULSE: (0, MOST), PASSING: (1, 1)}


def check_command(state: Moscow41State, step: Command, below: None) -> str:
    if state.mode == "exploitation":
        wrong = state.kind != TACTICAL_IMPULSE or step.part != EXPLOITING or not 0 <= step.limit <= MOST
        return first_of((wrong, f"in an Exploitation Move part is {EXPLOITING} and limit a number up to {MOST}"))
    part = QUIET if state.kind == PASSING else ATTACKING
    least, most = LIMITS.get(state.kind, (1, 0))
    return first_of(
        (state.kind not in LIMITS, "with reinforcements nobody is commanded (11.0)"),
        (step.part != part, f"part must be {part} in such an impulse"),
        (not least <= step.limit <= most, f"limit must be from {least} to {most} in such an impulse"),
    )


def check_moving(state: Moscow41State, step: Moving, below: Activation | Command) -> str:
    unit, bit, name = step.unit, 1 << step.unit, UNIT_NAMES[step.unit]
    if not contains(AREAS, state.where[unit]):
        return f"{name} is not on the map"
    if SIDE[unit] != state.active or bit & LEADERS:
        return f"{name} is not a block that the active player can move"
    part = below.part if isinstance(below, Command) else ACTIVATING
    wrong = first_of(
        (step.part != part, f"part must be {part} here"),
        (not 0 <= step.spent <= allowance(state, unit), f"spent must be from 0 to {allowance(state, unit)}"),
        ((state.isolated | state.acted | state.activated) & bit, f"{name} cannot act any more"),
    )
    if wrong:
        return wrong
    return has_begun_problem(state, step) if step.spent else is_chosen_problem(state, step, below)


def is_chosen_problem(state: Moscow41State, step: Moving, below: Activation | Command) -> str:
    """A block that has just been taken in hand."""
    name = UNIT_NAMES[step.unit]
    if isinstance(below, Activation):
        able, rail = contains(can_be_activated(state), step.unit), False
    else:
        able, rail = contains(below.candidates(state), step.unit), may_go_by_rail(state, step.unit)
    return first_of(
        (not able, f"{name} cannot be chosen"),
        (step.rail != rail, f"rail must be {'true' if rail else 'false'}"),
        (step.waypoint and not can_go_on(state, step), f"{name} cannot go by way of anywhere"),
    )


def has_begun_problem(state: Moscow41State, step: Moving) -> str:
    """A block on its way: where a waypoint can be, and able to go on."""
    name, area = UNIT_NAMES[step.unit], state.where[step.unit]
    fit = HQS if step.part == ACTIVATING else FAST if step.part == EXPLOITING else ALL_OF[state.active]
    return first_of(
        (not contains(fit, step.unit), f"{name} cannot move in this segment"),
        (
            not contains(state.friendly(state.active), area),
            f"{name} is on its way, so {space_label(area)} must be its own",
        ),
        (step.rail, f"{name} has begun to move, so rail must be false"),
        (step.waypoint and not can_go_on(state, step), f"{name} cannot go by way of anywhere"),
    )


def can_go_on(state: Moscow41State, step: Moving) -> bool:
    return bool(passing(BY_WAY_OF, state, step))


def check_disbanding(state: Moscow41State, step: Disbanding, below: Moving) -> str:
    free = lines_left(state, SIDE[below.unit]) > 0
    return first_of(
        (step.unit != below.unit, "unit must be the one in hand"),
        (below.spent or below.part not in (ATTACKING, QUIET), f"{UNIT_NAMES[step.unit]} cannot build now"),
        (free or not builders(state, 1 << step.unit), "no line has to be disbanded"),
    )


def check_recalling(state: Moscow41State, step: Recalling, below: Command) -> str:
    able = below.candidates(state) & recalled(state)
    return first_of((not contains(able, step.unit), f"{UNIT_NAMES[step.unit]} cannot be brought to the map now (14.2)"))


# Combat: 10.4 to 10.16.


def check_blitz_flag(state: Moscow41State, step: Any, below: Any) -> str:
    blitz = state.mode == "blitz"
    return first_of((step.blitz != blitz, f"blitz must be {'true' if blitz else 'false'} in this segment"))


def check_aiming(state: Moscow41State, step: Aiming, below: Support) -> str:
    able = contains(below.guns(state), step.hq)
    return check_blitz_flag(state, step, below) or first_of((not able, f"{UNIT_NAMES[step.hq]} has no target now"))


def check_committing(state: Moscow41State, step: Committing, below: Support) -> str:
    able = step.bomber >= 0 and contains(below.bombers(state), step.bomber)
    return check_blitz_flag(state, step, below) or first_of((not able, "that bomber cannot be committed now"))


def check_advance(state: Moscow41State, step: Advance, below: Support) -> str:
    return first_of((not advance_is_due(state), "Hoepner does not advance now (10.9)"))


def check_blitzing(state: Moscow41State, step: Blitzing, below: Blitz) -> str:
    return first_of((not contains(below.candidates(state), step.unit), f"{UNIT_NAMES[step.unit]} cannot blitz now"))


def check_battle(state: Moscow41State, step: Battle, below: Battles) -> str:
    area, defender = step.area, 1 - state.active
    blocks = state.blocks(state.active, area) | state.blocks(defender, area)
    if not contains(AREAS, area) or not contains(state.contested, area) or contains(state.fought, area):
        return f"there is no battle in {space_label(area)}"
    if not 0 <= step.stage <= OVER:
        return f"stage must be a number from 0 to {OVER}"
    most, applying = absorb_bonus(state, area, defender), state.stack[-1] is not step
    under = (step.stage in (SECOND_FIRE, OVER) and step.tanks) or (step.stage == FIRST_FIRE and not applying)
    return first_of(
        (not attackers(state, area), f"nobody attacks in {space_label(area)}"),
        (blocks & ~state.revealed, f"all blocks in {space_label(area)} are revealed by the Showdown (10.12.1)"),
        (not 0 <= step.absorb <= most, f"absorb must be from 0 to {most}"),
        (not step.stage and step.absorb != most, f"nothing has been absorbed yet: absorb must be {most}"),
        (step.stage == OVER and not applying, "the battle is over"),
        (step.tanks and not (under and under_tank_attack(state, area)), "there is no Tank Attack (10.12.5.2)"),
    )


def check_losses(state: Moscow41State, step: Losses, below: Battle) -> str:
    """The battle has gone on to the next stage; the hits are those of the stage before."""
    attacker_fired = below.stage in (ANTI_AIR, FIRST_FIRE) or below.stage == (SECOND_FIRE if below.tanks else OVER)
    side = 1 - state.active if attacker_fired else state.active
    shield = attacker_fired and (below.absorb or contains(state.lines_of(side), below.area))
    return first_of(
        (step.area != below.area, "area must be that of the battle"),
        (below.stage not in (ANTI_AIR, FIRST_FIRE, SECOND_FIRE, OVER), "nobody has fired at blocks"),
        (step.side != side, f"side must be {side}"),
        (shield, "hits are absorbed first, and destroy the defensive line (10.14)"),
        (not 1 <= step.hits <= MOST, f"hits must be a number from 1 to {MOST}"),
    )


def check_air_losses(state: Moscow41State, step: AirLosses, below: Battle) -> str:
    return first_of(
        (step.area != below.area, "area must be that of the battle"),
        (below.stage != AIRSTRIKE or not bombers_over(state, step.area), "there is no anti-air fire"),
        (not 1 <= step.hits <= sum(anti_air_dice(state, step.area)), "the defender cannot have scored so many hits"),
    )
