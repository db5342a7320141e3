"""11.22 to 11.31: what a combat result does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.sets import members
from ...core.step_codec import Place, Unit, Units
from .aftermath import aftermath, meaning
from .battle import (
    SHIFT_NAMES,
    Battle,
    attack_total,
    columns_text,
    defense_total,
    final_odds,
    odds_name,
    ratio,
    shifts,
)
from .facts import (
    BOARD,
    CITIES,
    FIRST_HEX,
    GERMAN,
    SIDE,
    SIDES,
    SOVIET,
    STACK_LIMIT,
    hex_label,
)
from .fates import emit_fates
from .losses import defenders_eliminated, eliminate_fully, lose_step, steps_to_lose
from .moves import enter
from .names import capital, unit_label, units_label
from .retreat import can_retreat, eligible, enemy_cities, for_unit, places_for, together
from .sequence import out_of_phase
from .state import DriveOnMoscowState
from .victory import check_isolation
from .words import ADVANCE, BLOODBATH, DONE, FALL_BACK, LOSE, RETREAT, STALL, STAND


def emit_result(state: DriveOnMoscowState, battle: Battle, text: str, rule: str, result: str = "") -> None:
    state.emit(Kind.BATTLE, text, rule, SIDES[battle.attacker], [BOARD.names[battle.hex]], result=result)


def resolve(state: DriveOnMoscowState, battle: Battle, result: str, face: int) -> None:
    """Apply what the table says, after the conversions for cities (11.17, 11.28)."""
    if state.events is not None:
        roll = f"The die shows {face}" if face else "No roll"
        means = meaning(battle, result, aftermath(state, battle, battle.defender))
        text = f"Battle at {hex_label(battle.hex)}: {odds_text(state, battle)}. {roll}: {result} ({means})."
        emit_result(state, battle, text, "11.21" if face else "11.9", result)
    if CITIES >> battle.hex & 1:
        if battle.attacker == SOVIET and result in ("AS", "DR"):
            emit_result(state, battle, f"In a city {result} becomes AL1.", "11.17")
            result = "AL1"
        elif battle.attacker == GERMAN and result == "DR":
            state.push(CityAssault(battle))
            return
    elif result == "DR" and battle.defender == GERMAN and steps_to_lose(state, battle.defenders) > 1:
        state.push(RetreatOrStand(battle))
        return
    apply(state, battle, result)


def odds_text(state: DriveOnMoscowState, battle: Battle) -> str:
    """How the odds came about: "20 against 6 is 3:1 (Concentric attack, one column right: 4:1)"."""
    attack = attack_total(state, battle.attackers, battle.hex)
    defense = defense_total(state, battle.defenders)
    found = f"{attack} against {defense} is {odds_name(ratio(attack, defense))}"
    moved = [f"{SHIFT_NAMES[shift.name]}, {columns_text(shift.columns)}" for shift in shifts(state, battle)]
    return f"{found} ({'; '.join(moved)}: {odds_name(final_odds(state, battle))})" if moved else found


def apply(state: DriveOnMoscowState, battle: Battle, result: str) -> None:
    """11.23 to 11.29"""
    if result == "AS":
        stalled(state, battle)
    elif result == "AL1":
        state.push(LoseSteps(battle, battle.attacker, 1, "11.24"))
    elif result == "DR":
        retreat(state, battle)
    else:
        eliminated(state, battle)
        finish(state, battle)


def stalled(state: DriveOnMoscowState, battle: Battle) -> None:
    """10.19, 11.23: everybody stays; units of a mobile assault stay in the launch hex for the rest of the phase."""
    if battle.mobile:
        finish_assault(state, battle, battle.attackers, vacant=False)


def eliminated(state: DriveOnMoscowState, battle: Battle) -> int:
    """11.29, and the units that had retreated into the hex (11.27). The answer is how many steps the defenders lost."""
    lost = defenders_eliminated(state, battle.defenders, "11.29")
    lose_bystanders(state, battle)
    return lost


def lose_bystanders(state: DriveOnMoscowState, battle: Battle) -> None:
    """11.27: units that retreated into the hex earlier in the phase are lost with any result but AS and AL1."""
    eliminate_fully(state, battle.bystanders, battle.hex, "11.27")


def finish(state: DriveOnMoscowState, battle: Battle) -> None:
    """What a battle leads to once the defender has taken its result: advance, or movement goes on."""
    check_isolation(state)
    if state.outcome is not None:
        return
    vacant = not state.at(battle.hex)
    survivors = sum(1 << unit for unit in members(battle.attackers) if state.where[unit] >= FIRST_HEX)
    if battle.mobile:
        finish_assault(state, battle, survivors, vacant)
    elif vacant and survivors:
        state.push(Advance(battle.hex, survivors, 0))


def finish_assault(state: DriveOnMoscowState, battle: Battle, survivors: int, vacant: bool) -> None:
    """10.19, 10.20: into the hex if it was cleared, where movement goes on; else back to the launch hex."""
    if not vacant or not survivors:
        state.finished |= survivors
        state.stack[-1].resume(state, 0)
        return
    if state.events is not None:
        units = members(survivors)
        names = [state.place(units[0]), BOARD.names[battle.hex]]
        text = f"{capital(units_label(state, survivors))}: into {hex_label(battle.hex)}."
        emit_fates(state, Kind.ADVANCE, text, "10.20", units, Fate.MOVED, battle.hex, names)
    enter(state, GERMAN, members(survivors), battle.hex)
    check_isolation(state)
    state.stack[-1].resume(state, survivors)


# Choices.


@dataclass(frozen=True, slots=True)
class CityAssault(Step[DriveOnMoscowState]):
    """11.28: in a city DR becomes, as the German player chooses, AS or a bloodbath."""

    battle: Battle

    rule = "11.28"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        steps = "one step" if self.price() == 1 else f"{self.price()} steps"
        city = hex_label(self.battle.hex)
        return f"{city} is a city: is the attack stalled, or a bloodbath in which both sides lose {steps}?"

    def price(self) -> int:
        """How many steps both sides would lose."""
        return self.battle.defenders.bit_count()

    def affordable(self, state: DriveOnMoscowState) -> bool:
        """At least one step of the attackers must survive."""
        return steps_to_lose(state, self.battle.attackers) > self.price()

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [STALL, BLOODBATH]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if self.affordable(state):
            return False
        self.take(state, STALL)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        battle = self.battle
        state.finish()
        if action is STALL:
            emit_result(state, battle, "The attack is stalled.", "11.28")
            apply(state, battle, "AS")
            return
        emit_result(state, battle, "A bloodbath.", "11.28")
        lost = eliminated(state, battle)
        state.push(LoseSteps(battle, GERMAN, lost, "11.28"))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class RetreatOrStand(Step[DriveOnMoscowState]):
    """11.28: German defenders outside cities may lose a step instead of retreating."""

    battle: Battle

    rule = "11.28"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        if not can_retreat(state, self.battle, self.battle.defenders):
            return f"There is no retreat from {hex_label(self.battle.hex)}: stand and lose one step, or be eliminated?"
        return f"Retreat from {hex_label(self.battle.hex)}, or stand and lose one step?"

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [FALL_BACK, STAND]

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        state.finish()
        if action is FALL_BACK:
            apply(state, self.battle, "DR")
            return
        lose_bystanders(state, self.battle)
        state.push(LoseSteps(self.battle, GERMAN, 1, "11.28"))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class LoseSteps(Step[DriveOnMoscowState]):
    """11.24, 11.28: a player takes steps from any of the involved units, one after another."""

    battle: Battle
    side: int
    count: int
    why: str

    @property
    def rule(self) -> str:  # type: ignore[override]
        return self.why

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.side]

    def text(self, state: DriveOnMoscowState) -> str:
        more = f" Steps still to lose: {self.count}." if self.count > 1 else ""
        return f"Which unit loses a step?{more}"

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        involved = self.battle.attackers if self.side == self.battle.attacker else self.battle.defenders
        return [unit for unit in members(involved) if state.where[unit] >= FIRST_HEX]

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [LOSE[unit] for unit in self.candidates(state)]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        found = self.candidates(state)
        if len(found) != 1:
            return False
        self.take(state, LOSE[found[0]])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = action.number
        battle, attacking = self.battle, self.side == self.battle.attacker
        left = lose_step(state, unit, self.why)
        if left is not None and left != unit:
            if attacking:
                battle = replace(battle, attackers=battle.attackers | 1 << left)
            else:
                battle = replace(battle, defenders=battle.defenders | 1 << left)
        if self.count > 1:
            state.replace(LoseSteps(battle, self.side, self.count - 1, self.why))
            return
        state.finish()
        finish(state, battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "lose":
            if SIDE[action.number] != self.side:
                return Refusal(self.why, "That unit is not yours.")
            return Refusal(self.why, f"The {unit_label(state, action.number)} is not involved in this battle.")
        return out_of_phase(state, action)


# Retreat: 11.25, 11.26.


def retreat(state: DriveOnMoscowState, battle: Battle) -> None:
    """11.26: the whole force retreats, or it stands its ground and is eliminated."""
    lose_bystanders(state, battle)
    if not can_retreat(state, battle, battle.defenders):
        if state.events is not None:
            text = f"There is no retreat from {hex_label(battle.hex)}."
            emit_result(state, battle, text, "11.26")
        eliminated(state, replace(battle, bystanders=0))
        finish(state, battle)
        return
    if together(state, battle, battle.defenders):
        state.push(Retreat(battle))
    else:
        stack = state.at(battle.hex)
        order = tuple(unit for unit in reversed(stack) if battle.defenders >> unit & 1)
        state.push(SplitRetreat(battle, order))


def go_back(state: DriveOnMoscowState, battle: Battle, units: list[int], hex: int) -> None:
    if state.events is not None:
        label = units_label(state, sum(1 << unit for unit in units))
        names = [BOARD.names[battle.hex], BOARD.names[hex]]
        text = f"{label}: retreat to {hex_label(hex)}."
        rule = "10.22" if battle.mobile else "11.25"
        emit_fates(state, Kind.RETREAT, text, rule, units, Fate.MOVED, hex, names)
    enter(state, battle.defender, units, hex)


@dataclass(frozen=True, slots=True)
class Retreat(Step[DriveOnMoscowState]):
    """11.25, 10.22: the force retreats together; the owner chooses among the hexes that come first."""

    battle: Battle

    @property
    def rule(self) -> str:  # type: ignore[override]
        return "10.22" if self.battle.mobile else "11.25"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        units = capital(units_label(state, self.battle.defenders))
        return f"{units}: where to retreat from {hex_label(self.battle.hex)}?"

    def hexes(self, state: DriveOnMoscowState) -> int:
        return together(state, self.battle, self.battle.defenders)

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [RETREAT[hex] for hex in members(self.hexes(state))]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        hexes = self.hexes(state)
        if hexes & (hexes - 1):
            return False
        self.take(state, RETREAT[hexes.bit_length() - 1])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        state.finish()
        go_back(state, self.battle, members(self.battle.defenders), action.number)
        finish(state, self.battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "retreat":
            return why_no_retreat(state, self.battle, action.number)
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class SplitRetreat(Step[DriveOnMoscowState]):
    """11.26: no hex can take the whole force, so its units retreat one by one, from the top of the stack."""

    battle: Battle
    waiting: tuple[Unit, ...]

    rule = "11.26"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.battle.defender]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Where does the {unit_label(state, self.waiting[0])} retreat from {hex_label(self.battle.hex)}?"

    def hexes(self, state: DriveOnMoscowState) -> int:
        unit, *others = self.waiting
        return places_for(state, self.battle, unit, sum(1 << other for other in others))

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [RETREAT[hex] for hex in members(self.hexes(state))]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        hexes = self.hexes(state)
        if hexes & (hexes - 1):
            return False
        self.take(state, RETREAT[hexes.bit_length() - 1])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit, *others = self.waiting
        if others:
            state.replace(SplitRetreat(self.battle, tuple(others)))
        else:
            state.finish()
        go_back(state, self.battle, [unit], action.number)
        if not others:
            finish(state, self.battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "retreat":
            return why_no_retreat(state, self.battle, action.number)
        return out_of_phase(state, action)


def why_no_retreat(state: DriveOnMoscowState, battle: Battle, hex: int) -> Refusal:
    """The one rule that bars a hex to this retreat."""
    label, here = hex_label(hex), hex_label(battle.hex)
    if not BOARD.adjacent[battle.hex] >> hex & 1:
        return Refusal("11.25", f"{label} is not adjacent to {here}.")
    if not eligible(state, battle) >> hex & 1:
        if hex == battle.launch:
            return Refusal("10.22", f"The mobile assault was launched from {label}.")
        if state.occupied(battle.attacker) >> hex & 1:
            return Refusal("11.25", f"There are enemy units in {label}.")
        if enemy_cities(state, battle.defender) >> hex & 1:
            return Refusal("11.17", f"{label} is an enemy-controlled city.")
        if battle.defender == SOVIET and state.german_zone() >> hex & 1:
            return Refusal("11.26", f"{label} is in a German zone of control.")
        return Refusal("10.10", f"A reservoir lies between {here} and {label}.")
    if any(not for_unit(1 << hex, unit) for unit in members(battle.defenders)):
        return Refusal("10.8", f"{label} is marsh: mechanized units other than cavalry may not enter it.")
    if state.full_for(battle.defender, battle.defenders.bit_count()) >> hex & 1:
        return Refusal("11.26", f"{label} cannot take all the retreating units.")
    rule = "10.22" if battle.mobile else "11.25"
    return Refusal(rule, f"Another hex has priority over {label}.")


# Advance: 11.31.


@dataclass(frozen=True, slots=True)
class Advance(Step[DriveOnMoscowState]):
    """11.31: victorious attackers may enter the vacated hex, one by one."""

    hex: Place
    units: Units
    advanced: int

    rule = "11.31"
    labels = MappingProxyType({"done": "No further advance"})
    together = frozenset({"advance"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection((), (BOARD.names[self.hex],))

    def text(self, state: DriveOnMoscowState) -> str:
        if self.forced(state):
            return f"Your units must advance into {hex_label(self.hex)}. Which goes next?"
        return f"Which unit advances into {hex_label(self.hex)}?"

    def forced(self, state: DriveOnMoscowState) -> bool:
        """12.1: after a spoiling attack as many as possible must advance."""
        return state.active == SOVIET and state.november == state.turn

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [ADVANCE[unit] for unit in members(self.units)]
        if not self.forced(state):
            found.append(DONE)
        return found

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if not self.units or self.advanced >= STACK_LIMIT:
            state.finish()
            return True
        if self.units & (self.units - 1) or not self.forced(state):
            return False
        self.take(state, ADVANCE[self.units.bit_length() - 1])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
            return
        unit = action.number
        if state.events is not None:
            names = [state.place(unit), BOARD.names[self.hex]]
            text = f"The {unit_label(state, unit)} advances to {hex_label(self.hex)}."
            emit_fates(state, Kind.ADVANCE, text, "11.31", [unit], Fate.MOVED, self.hex, names)
        state.replace(Advance(self.hex, self.units & ~(1 << unit), self.advanced + 1))
        enter(state, SIDE[unit], [unit], self.hex)
        check_isolation(state)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == DONE:
            return Refusal("12.1", "After a spoiling attack as many units as possible must advance.")
        if action.verb == "advance":
            return self.why_no_advance(state, action.number)
        return out_of_phase(state, action)

    def why_no_advance(self, state: DriveOnMoscowState, unit: int) -> Refusal:
        if SIDE[unit] != state.active:
            return Refusal("11.31", "That unit is not yours.")
        name = f"The {unit_label(state, unit)}"
        if state.where[unit] == self.hex:
            return Refusal("11.31", f"{name} has already advanced.")
        return Refusal("11.31", f"{name} did not take part in the attack on {hex_label(self.hex)}.")
