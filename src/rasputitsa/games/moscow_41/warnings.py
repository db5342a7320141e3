"""What a player is warned of before a segment or an impulse ends: Sudden Death first (1.7), then attrition (9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import SpaceSet, members, set_of
from ...core.warnings import PlayerWarning, are, grave, listed_names, notice, them
from .activation import deactivate
from .command import PASSING
from .enemy_reach import enemy_reach, exploited
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    CHERNIGOV,
    GERMAN,
    KIEV,
    LENINGRAD,
    ROMNY,
    SIDES,
    SOVIET,
    TITLES,
    VICTORY_PLACES,
    space_label,
    spread,
)
from .loader import Goal
from .state import Moscow41State
from .supply import isolation_check, supply_check, unsupplied
from .victory import RULES, judge

FEW = 2  # so many places are few enough to be spoken of


def dangers(state: Moscow41State, side: str) -> list[PlayerWarning]:
    if not state.phase:
        return []
    own = SIDES.index(side)
    after = after_impulse(state, own)
    found = [*surrenders(state, after, own), *exhausted_hqs(state, own)] if after is not state else []
    if after.outcome is None:
        reach = enemy_reach(after, 1 - own, own)
        if not state.setting.goals:
            found += sudden_death(after, own, reach)
        elif own == SOVIET:
            for goal in state.setting.goals:
                found += goal_reached(after, goal, reach)
        found += open_victory_areas(after, own, reach, found)
    return [*found, *cut_off(state, own), *last_month(state, own)]


def open_victory_areas(
    state: Moscow41State, own: int, reach: SpaceSet, told: list[PlayerWarning]
) -> Iterator[PlayerWarning]:
    """1.7, 7.2.1: empty Victory Areas within the enemy's reach, besides those that a warning has told of."""
    empty = VICTORY_PLACES & AREAS & state.controlled(own) & ~state.units[own] & reach
    empty &= ~set_of(BOARD.ids[name] for warning in told for name in warning.spaces)
    if empty:
        names = names_of(empty)
        which = f"{listed_names(names)} {are(names)} empty, and {TITLES[1 - own]} blocks can reach {them(names)}"
        yield notice("1.7", f"{which}: a Victory Point{'' if len(names) == 1 else ' each'}.", BOARD.names_of(empty))


def after_impulse(state: Moscow41State, own: int) -> Moscow41State:
    """9.1, 9.3, 10.17: the position when this impulse is over, if nothing is done in what is left of it.

    Before the impulse the Supply Check is still to come; in an Exploitation Move the Isolation Check is over.
    """
    if state.active != own or state.mode == "exploitation":
        return state
    checked = state.mode != "impulse"
    isolated = bool(state.isolated & ALL_OF[own] or state.isolated_lines & state.lines_of(own))
    if checked and not isolated and not exhausted(state):
        return state
    if not checked and not any(unsupplied(state, own)):
        return state
    after = state.copy()
    if checked:
        deactivate(after)
    else:
        supply_check(after, own)
    isolation_check(after, own)
    return after


def exhausted(state: Moscow41State) -> SpaceSet:
    """10.17: the activated HQs that are destroyed when the impulse ends."""
    return set_of(hq for hq in members(state.activated) if not state.strength[hq])


def exhausted_hqs(state: Moscow41State, own: int) -> Iterator[PlayerWarning]:
    units = members(exhausted(state))
    if units:
        text = f"Exhausted HQs that are destroyed when this impulse ends: {len(units)}."
        yield notice("10.17", text, BOARD.names_of(set_of(state.where[unit] for unit in units)))


def last_month(state: Moscow41State, own: int) -> Iterator[PlayerWarning]:
    """1.7, 12.0: two passes in a row end the last month, and then the game is judged."""
    passing = state.mode == "impulse" or state.kind == PASSING
    if state.active != own or state.month != state.setting.last or not passing:
        return
    after = state.copy()
    after.german |= falling_boxes(state, 0)
    outcome = judge(after)
    if outcome.winner == SIDES[own]:
        return
    if state.passes:
        text = "The other player has passed: with your Pass the game ends, and you would lose."
        yield grave(outcome.rule, f"{text} {outcome.reason}")
    else:
        yield notice(outcome.rule, f"If both players pass the game ends, and you would lose. {outcome.reason}")


def names_of(areas: SpaceSet) -> list[str]:
    return [BOARD.by_id[area].title or space_label(area) for area in members(areas)]


def missing_places(state: Moscow41State, enemy: int) -> SpaceSet:
    """1.7: the Victory Points that the enemy does not hold."""
    return VICTORY_PLACES & ~(state.german if enemy == GERMAN else ~state.german)


def sudden_death(state: Moscow41State, own: int, reach: SpaceSet) -> Iterator[PlayerWarning]:
    """1.7: all that the enemy still lacks can be his after his next impulse, or after this month."""
    enemy = 1 - own
    missing = missing_places(state, enemy)
    boxes = falling_boxes(state, reach) if enemy == GERMAN else 0
    if missing and not missing & ~boxes:
        text = f"{listed_names(names_of(missing))} can fall in the Final Phase of this month: you would lose at once."
        yield grave("1.7", text, BOARD.names_of(missing))
    yield from decisive(state, own, missing & ~boxes, reach, "1.7", "all seven Victory Points")


def falling_boxes(state: Moscow41State, reach: SpaceSet) -> SpaceSet:
    """13.2, 13.3: the boxes that can fall to the Germans in the next Final Phase."""
    found = 1 << LENINGRAD if state.leningrad_reached else 0
    gates = 1 << CHERNIGOV | 1 << ROMNY
    return found | (1 << KIEV if not gates & ~(state.german | reach) else 0)


def goal_reached(state: Moscow41State, goal: Goal, reach: SpaceSet) -> Iterator[PlayerWarning]:
    """15.1 to 15.3: a goal of the Germans that one impulse can reach."""
    rule = RULES[state.setting.name]
    if goal.controls:
        yield from decisive(state, SOVIET, goal.controls & ~state.german, reach, rule, "their goal")
    missing = goal.lines & ~state.german_lines
    builders = missing & state.friendly(GERMAN) & state.units[GERMAN]
    if missing and missing == builders:
        names = names_of(missing)
        text = (
            f"German blocks in {listed_names(names)} can build the defensive lines they need: you would lose at once."
        )
        yield grave(rule, text, BOARD.names_of(missing))


def decisive(
    state: Moscow41State, own: int, missing: SpaceSet, reach: SpaceSet, rule: str, what: str
) -> Iterator[PlayerWarning]:
    """The enemy lacks only these places: those without units can be entered, the others can be attacked."""
    if not missing or missing & ~AREAS:
        return
    enemy, names, spaces = TITLES[1 - own], names_of(missing), BOARD.names_of(missing)
    held = missing & state.units[own]
    open_ones = missing & ~held
    if not held:
        by_disc = bool(open_ones & ~reach)
        if by_disc and open_ones & ~(reach | exploited(state, 1 - own, reach)):
            return
        move = " with an Exploitation Move" if by_disc else ""
        which = f"{listed_names(names)} {are(names)} empty, and {enemy} blocks can reach {them(names)}{move}"
        yield grave(rule, f"{which}: you would lose at once.", spaces)
    elif len(names) == 1 and is_last_block(state, own, missing, reach):
        text = f"Only one of your blocks holds {names[0]}. If it leaves or is lost, you lose at once."
        yield notice(rule, text, spaces)
    elif len(names) <= FEW and not open_ones & ~reach and not held & ~spread(reach | state.units[1 - own]):
        last = f"{listed_names(names)} {are(names)} all that the {enemy} side lacks of {what}, and can be attacked"
        yield notice(rule, f"{last}. If {'it falls' if len(names) == 1 else 'they fall'}, you lose at once.", spaces)


def is_last_block(state: Moscow41State, own: int, place: SpaceSet, reach: SpaceSet) -> bool:
    """2.5: whether one block alone keeps the enemy, who is in a place or next to it, from controlling it."""
    area = place.bit_length() - 1
    alone = state.blocks(own, area).bit_count() == 1 and not state.lines_of(own) & place
    return bool(alone and place & (state.contested | spread(reach | state.units[1 - own])))


def surrenders(state: Moscow41State, after: Moscow41State, own: int) -> Iterator[PlayerWarning]:
    """9.3: what the Isolation Check at the end of this impulse would cost."""
    units = state.on_map(own)
    lost = [unit for unit in members(units & ~exhausted(state)) if after.where[unit] != state.where[unit]]
    units &= ~(set_of(lost) | state.activated)
    reduced = [unit for unit in members(units) if after.strength[unit] != state.strength[unit]]
    spaces = BOARD.names_of(set_of(state.where[unit] for unit in (*lost, *reduced)))
    if after.outcome is not None:
        text = "Isolated blocks surrender when this impulse ends: you would lose at once."
        yield grave(after.outcome.rule, text, spaces)
    elif lost or reduced:
        parts = [f"surrender: {len(lost)}"] * bool(lost) + [f"are reduced: {len(reduced)}"] * bool(reduced)
        yield notice("9.3", f"When this impulse ends, isolated blocks that {', that '.join(parts)}.", spaces)


def cut_off(state: Moscow41State, own: int) -> Iterator[PlayerWarning]:
    """9.1: who is out of supply now, and would be isolated in the next impulse."""
    blocks, _ = unsupplied(state, own)
    blocks &= ~state.isolated
    if blocks:
        areas = set_of(state.where[unit] for unit in members(blocks))
        where = listed_names([space_label(area) for area in members(areas)])
        text = f"Out of supply in {where}: these blocks will be isolated in your next impulse."
        yield notice("9.1", text, BOARD.names_of(areas))
