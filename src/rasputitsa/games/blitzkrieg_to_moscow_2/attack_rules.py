"""11.0 to 12.3: the conditions of an attack: the hex, the units that attack it, and a card before the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core import Refusal
from ...core.conditions import Condition
from ...core.sets import contains, set_of
from .battle import adjacent_units, hexes_beside
from .cards import ACTIVATION_CARDS, FITS
from .facts import BESIDE, BOARD, CORPS, TANKS, space_label, unit_label, unit_labels
from .refusals import Conditions, of_card, of_space, of_unit, own_units, units_in_play, units_that
from .state import BlitzkriegState

if TYPE_CHECKING:
    from .combat import Combat, NameAttackers

NO_ENEMY: Condition[BlitzkriegState, Any] = Condition(
    lambda state, step: state.occupied[1 - state.active],
    "11.0",
    of_space("There is no enemy unit in {}."),
    implied=True,
)


def attacked_already(state: BlitzkriegState, step: Combat, hex: int) -> str:
    tried = state.at[hex] & step.defended
    verb = "have" if tried & (tried - 1) else "has"
    return f"{unit_labels(tried)} in {space_label(hex)} {verb} already been attacked in this phase."


ATTACK_HEX: Conditions = (  # which hex is attacked
    NO_ENEMY,
    Condition(
        lambda state, step: ~step.attacked_hexes(state),
        "11.1",
        attacked_already,
        implied=True,
        quotation="be attacked only once",
    ),
    Condition(
        lambda state, step: hexes_beside(state, state.in_play(state.active)),
        "11.0",
        of_space("None of your units is adjacent to {}."),
        implied=True,
        quotation="attack adjacent enemy units",
    ),
    Condition(
        lambda state, step: step.targets(state),
        "11.1",
        of_space("Your units adjacent to {} have already attacked in this phase."),
        quotation="can attack only once",
    ),
)
ATTACK_WITH: Conditions = (  # which unit attacks, if that is chosen first
    own_units("11.1"),
    units_in_play("11.0"),
    Condition(
        lambda state, step: ~step.attacked,
        "11.1",
        of_unit("The {} has already attacked in this phase."),
        implied=True,
    ),
    Condition(
        lambda state, step: set_of(step.attackers(state)),
        "11.0",
        of_unit("The {} is not adjacent to an enemy unit that can still be attacked."),
    ),
)
PLAY_ACTIVATION: Conditions = (
    *ACTIVATION_CARDS,
    Condition(
        lambda state, step: 0 if step.attacked else -1,
        "7.1",
        of_card("Activation can be played only at the start of the phase, before any attack."),
        implied=True,
        quotation="at the start of any of your phases",
    ),
    FITS,
)
CHOOSE_TARGET: Conditions = (  # what that unit attacks
    NO_ENEMY,
    Condition(
        lambda state, step: BESIDE[state.where[step.unit]],
        "11.0",
        lambda state, step, hex: f"{space_label(hex)} is not adjacent to the {unit_label(step.unit)}.",
        implied=True,
    ),
    Condition(lambda state, step: step.targets, "11.1", of_space("{} has already been attacked in this phase.")),
)


def across_water(state: BlitzkriegState, step: NameAttackers, unit: int) -> bool:
    """10.2.6: whether there is only water between a unit and the hex."""
    here = state.where[unit]
    return contains(BOARD.adjacent[here] & ~BESIDE[here], step.hex)


def only_water(state: BlitzkriegState, step: NameAttackers, unit: int) -> str:
    return f"There is only water between {space_label(state.where[unit])} and {space_label(step.hex)}."


def not_adjacent(state: BlitzkriegState, step: NameAttackers, unit: int) -> str:
    return f"The {unit_label(unit)} is not adjacent to {space_label(step.hex)}."


def one_too_many(state: BlitzkriegState, step: NameAttackers, unit: int) -> Refusal:
    """12.1 to 12.3: why a tank unit cannot join those that have been chosen."""
    if contains(CORPS, unit):
        return Refusal("12.3", f"The {unit_label(unit)} is not stacked with the other attackers.", "of one stack")
    if step.tank_actions > 1:
        return Refusal("12.2", "Two tank units have already been chosen.", "two tank units act")
    return Refusal("12.1", "Another tank unit has already been chosen.", "attack alone")


JOIN_ATTACK: Conditions = (  # who takes part in an attack
    own_units("11.0"),
    units_in_play("11.0"),
    Condition(lambda state, step: ~step.units, "11.2", of_unit("The {} is already part of this attack."), implied=True),
    Condition(
        units_that(lambda state, step, unit: not across_water(state, step, unit)),
        "10.2.6",
        only_water,
        implied=True,
        quotation="attack across such a hexside",
    ),
    Condition(
        lambda state, step: adjacent_units(state, state.in_play(state.active), step.hex),
        "11.0",
        not_adjacent,
        implied=True,
        quotation="attack adjacent enemy units",
    ),
    Condition(
        lambda state, step: -1 if step.tank_actions else step.available,
        "11.1",
        of_unit("The {} has already attacked in this phase."),
        implied=True,
        quotation="can attack only once",
    ),
    Condition(
        lambda state, step: TANKS if step.tank_actions else -1,
        "12.0",
        of_unit("The {} is not a tank unit."),
        implied=True,
        quotation="only tank units act",
    ),
    Condition(
        lambda state, step: step.available,
        "12.2",
        of_unit("The {} has already acted by this card."),
        implied=True,
        quotation="two different units",
    ),
    Condition(lambda state, step: step.candidates(state), "12.1", one_too_many),
)
