"""10.12 to 10.15: a battle, from the Showdown to its end."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Forecast, Refusal, Step
from ...core.sets import SpaceSet, members
from ...core.step_codec import Place
from .command import TACTICAL_IMPULSE
from .course import AIRSTRIKE, ANTI_AIR, ARTILLERY, FIRST_FIRE, OVER, SECOND_FIRE
from .dice import EMPTY, Handful, count_hits, expected_hits
from .dice_step import DiceStep
from .facts import (
    ABORTED,
    ALL_OF,
    BOARD,
    BOMBER_NAMES,
    BOMBERS,
    COMBAT,
    DESTROYED,
    FAST,
    GERMAN,
    GREEN,
    SIDE,
    SIDES,
    SUNNY,
    TITLES,
    UNIT_NAMES,
    space_label,
    unit_label,
    unit_labels,
    unit_names,
    unit_subject,
)
from .fire import (
    absorb_bonus,
    airstrike_dice,
    anti_air_dice,
    artillery_dice,
    attack_dice,
    attackers,
    bombers_over,
    defence_dice,
    under_tank_attack,
)
from .forecast import air_losses_forecast, losses_forecast, roll_forecast
from .state import Moscow41State
from .words import ABORT, DESTROY, HIT

STAGE_RULES = ("10.12.2", "10.12.3", "10.12.4", "10.12.5", "10.12.5", "10.15")


# Losses: 10.14.


def strongest(state: Moscow41State, side: int, area: int) -> SpaceSet:
    """10.14.1: the blocks with the most dots or stars."""
    best, found = -1, 0
    for unit in members(state.blocks(side, area)):
        strength = state.strength[unit]
        if strength > best:
            best, found = strength, 1 << unit
        elif strength == best:
            found |= 1 << unit
    return found


def steps_in(state: Moscow41State, side: int, area: int) -> int:
    """How many hits it takes to destroy all blocks of a side in an area."""
    return sum(state.strength[unit] or 1 for unit in members(state.blocks(side, area)))


def damage(state: Moscow41State, unit: int) -> None:
    """4.2.3.1: one hit on a block."""
    before, area = state.strength[unit], state.where[unit]
    equals = strongest(state, SIDE[unit], area) & ~(1 << unit) if state.events is not None else 0
    if state.reduce(unit):
        state.remove(unit, False, "10.14.3")
    elif state.events is not None:
        now = state.strength[unit] or "the heart"
        who = "among the strongest" if equals else "the strongest"
        text = f"{unit_subject(unit)}, {who} at {before}, is reduced to {now}."
        state.emit("reduced", text, "10.14", [BOARD.names[area]], [UNIT_NAMES[unit]])


@dataclass(frozen=True, slots=True)
class Losses(Step[Moscow41State]):
    """10.14: the owner applies hits, strongest block first; among equals the owner chooses."""

    side: int
    area: Place
    hits: int

    rule = "10.14.1"
    lies_on = ("Battle",)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def text(self, state: Moscow41State) -> str:
        hits = f"{self.hits} hit{'s' if self.hits != 1 else ''}"
        return f"{hits} to take in {space_label(self.area)}: which of the strongest blocks takes the next?"

    def actions(self, state: Moscow41State) -> list[Action]:
        return [HIT[unit] for unit in members(strongest(state, self.side, self.area))]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.replace(Losses(self.side, self.area, self.hits - 1))
        damage(state, action.number)

    def auto_advance(self, state: Moscow41State) -> bool:
        """All blocks lie face up in a battle, so whatever leaves no choice is plain to everybody."""
        blocks = state.blocks(self.side, self.area)
        if not self.hits or not blocks:
            state.finish()
        elif self.hits >= steps_in(state, self.side, self.area):
            state.finish()
            for unit in members(blocks):
                state.remove(unit, False, "10.14.3")
        else:
            first = strongest(state, self.side, self.area)
            if first & (first - 1):
                return False
            state.replace(Losses(self.side, self.area, self.hits - 1))
            damage(state, first.bit_length() - 1)
        return True

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        return losses_forecast(state, battle_in_hand(state), self.side, self.hits)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "hit" and state.blocks(self.side, self.area) >> action.number & 1:
            return Refusal("10.14.1", f"{unit_subject(action.number)} is not among the strongest blocks.")
        return Refusal("10.14", "The hits must be applied first, to your own blocks in the battle.")


@dataclass(frozen=True, slots=True)
class AirLosses(Step[Moscow41State]):
    """10.12.3: the German player turns hits into aborted bombers, two at a time into a destroyed one."""

    area: Place
    hits: int

    rule = "10.12.3"
    lies_on = ("Battle",)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[GERMAN]

    def text(self, state: Moscow41State) -> str:
        if self.hits == 1:
            return "One anti-air hit left: which bomber is aborted?"
        return f"{self.hits} anti-air hits left: abort a bomber for one of them, or lose one for two?"

    def actions(self, state: Moscow41State) -> list[Action]:
        bombers = unlike_bombers(bombers_over(state, self.area))
        found = [ABORT[bomber] for bomber in bombers]
        if self.hits > 1:
            found += [DESTROY[bomber] for bomber in bombers]
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        bomber, lost = action.number, action.verb == "destroy"
        state.replace(AirLosses(self.area, self.hits - (2 if lost else 1)))
        state.air[bomber] = DESTROYED if lost else ABORTED
        text = f"A {BOMBERS[bomber].title} is {'destroyed' if lost else 'aborted'}."
        state.emit("bomber", text, "10.12.3", [BOARD.names[self.area]], [BOMBER_NAMES[bomber]])

    def auto_advance(self, state: Moscow41State) -> bool:
        bombers = bombers_over(state, self.area)
        if not self.hits or not bombers:
            state.finish()
        elif self.hits > 1 or len(unlike_bombers(bombers)) > 1:
            return False
        else:
            self.take(state, ABORT[bombers[0]])
        return True

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        return air_losses_forecast(state, battle_in_hand(state), self.hits)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "destroy" and self.hits < 2:
            return Refusal("10.12.3", "It takes two hits to destroy a bomber; one is left.")
        return Refusal("10.12.3", "The anti-air hits must be applied first, to bombers over this battle.")


def unlike_bombers(bombers: list[int]) -> list[int]:
    """One bomber of each type and Fliegerkorps: the others are the same."""
    found: dict[tuple[str, str], int] = {}
    for bomber in bombers:
        found.setdefault((BOMBERS[bomber].type, BOMBERS[bomber].hq), bomber)
    return list(found.values())


# The battle.


@dataclass(frozen=True, slots=True)
class Battle(DiceStep):
    """10.12: the dice of one step of a battle. ``absorb`` is what is left of the one pool for the whole battle (10.13);
    ``tanks`` whether the attacker fires first (10.12.5.2)."""

    area: Place
    stage: int
    absorb: int
    tanks: bool

    rule = "10.12"
    lies_on = ("Battles",)

    def firing(self, state: Moscow41State) -> int:
        """The side that rolls."""
        if self.stage == ANTI_AIR or self.stage == (SECOND_FIRE if self.tanks else FIRST_FIRE):
            return 1 - state.active
        return state.active

    def handful(self, state: Moscow41State) -> Handful:
        if self.stage == ARTILLERY:
            return artillery_dice(state, self.area)
        if self.stage == ANTI_AIR:
            return anti_air_dice(state, self.area) if bombers_over(state, self.area) else EMPTY
        if self.stage == AIRSTRIKE:
            return airstrike_dice(state, self.area)
        side = self.firing(state)
        if side == state.active:
            return attack_dice(state, self.area, attackers(state, self.area))
        return defence_dice(state, side, self.area)

    def what(self, state: Moscow41State) -> str:
        names = ("artillery fire", "anti-air fire", "airstrike", "fire", "fire")
        return f"{TITLES[self.firing(state)]} {names[self.stage]}"

    def text(self, state: Moscow41State) -> str:
        return f"Battle in {space_label(self.area)}: {self.what(state)}, {dice_text(self.handful(state))}."

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal(STAGE_RULES[self.stage], self.due(state))

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        return roll_forecast(state, self)

    def luck(self, state: Moscow41State, action: Action) -> tuple[str, float] | None:
        handful = self.handful(state)
        return SIDES[self.firing(state)], float(count_hits(handful, action.faces) - expected_hits(handful))

    def take(self, state: Moscow41State, action: Action) -> None:
        handful = self.handful(state)
        hits = count_hits(handful, action.faces)
        if state.events is not None:
            text = f"{self.what(state)}, {dice_text(handful)}: {action.object}. {hit_text(hits)}"
            state.emit("roll", text, STAGE_RULES[self.stage], [BOARD.names[self.area]])
        if self.stage == ANTI_AIR:
            state.replace(Battle(self.area, AIRSTRIKE, self.absorb, False))
            state.push(AirLosses(self.area, hits))
        elif self.firing(state) == state.active:
            self.hit_defender(state, hits)
        else:
            state.replace(Battle(self.area, self.stage + 1, self.absorb, self.tanks))
            state.push(Losses(state.active, self.area, hits))

    def hit_defender(self, state: Moscow41State, hits: int) -> None:
        """10.13, 10.14: hits are absorbed, then destroy the line, then damage blocks."""
        absorbed = min(hits, self.absorb)
        state.replace(Battle(self.area, self.stage + 1, self.absorb - absorbed, self.tanks))
        if absorbed and state.events is not None:
            state.emit("absorbed", f"Hits absorbed: {absorbed}.", "10.13", [BOARD.names[self.area]])
        hits -= absorbed
        defender = 1 - state.active
        if hits and state.lines_of(defender) >> self.area & 1:
            hits -= 1
            text = f"The defensive line in {space_label(self.area)} is destroyed."
            state.emit("line", text, "10.14", [BOARD.names[self.area]])
            state.set_line(defender, self.area, False)
        if hits:
            state.push(Losses(defender, self.area, hits))

    def auto_advance(self, state: Moscow41State) -> bool:
        if self.stage == OVER or not state.contested >> self.area & 1:
            state.finish()
            end_battle(state, self.area)
            return True
        if self.stage == FIRST_FIRE and not self.tanks and under_tank_attack(state, self.area):
            state.emit("tanks", "Tank Attack: the attacker fires first.", "10.12.5.2", [BOARD.names[self.area]])
            state.replace(Battle(self.area, FIRST_FIRE, self.absorb, True))
            return True
        if sum(self.handful(state)):
            return False
        state.replace(Battle(self.area, self.stage + 1, self.absorb, self.tanks))
        return True


def battle_in_hand(state: Moscow41State) -> Battle:
    """The battle in which hits are being applied."""
    return next(step for step in state.stack if isinstance(step, Battle))


def begin_battle(state: Moscow41State, area: int) -> None:
    """10.12.1: the Showdown reveals all blocks in the area."""
    shown = state.at[area] & (ALL_OF[0] | ALL_OF[1])
    state.revealed |= shown
    if state.events is not None:
        sides = []
        for side in (state.active, 1 - state.active):
            blocks = state.blocks(side, area)
            parts = [f"{unit_label(unit)} {state.strength[unit] or 'heart'}" for unit in members(blocks)]
            if state.lines_of(side) >> area & 1:
                parts.append("defensive line")
            sides.append(", ".join(parts))
        text = f"Battle in {space_label(area)}: {sides[0]} against {sides[1]}."
        state.emit("reveal", text, "10.12.1", [BOARD.names[area]], unit_names(shown))
    state.push(Battle(area, ARTILLERY, absorb_bonus(state, area, 1 - state.active), False))


def end_battle(state: Moscow41State, area: int) -> None:
    """10.15: one round only. Who stays face up, and who may blitz (10.16)."""
    bit, side = 1 << area, state.active
    state.fought |= bit
    blocks = state.at[area] & (ALL_OF[0] | ALL_OF[1])
    if state.contested & bit:
        owner = GERMAN if state.german & bit else 1 - GERMAN
        state.revealed &= ~(blocks & ALL_OF[owner])
        return
    won = bool(state.units[side] & bit)
    keep = 0
    if won and GREEN & bit and state.weather == SUNNY and state.kind == TACTICAL_IMPULSE:
        keep = blocks & ALL_OF[side] & FAST & COMBAT & ~state.isolated
        state.blitzers |= keep
    state.revealed &= ~blocks | keep
    if state.events is not None:
        winner = side if won else 1 - side
        held = unit_labels(blocks & ALL_OF[winner]) if won else ""
        text = f"{TITLES[winner]} units hold {space_label(area)}."
        state.emit("won", text, "10.15", [BOARD.names[area]], unit_names(keep) if held else [])


# Words.


def dice_text(handful: Handful) -> str:
    """A handful in words: "3 dice at 4+, 1 die at 6"."""
    parts = []
    for count, text in zip(handful, ("4+", "5+", "6"), strict=True):
        if count:
            parts.append(f"{count} {'die' if count == 1 else 'dice'} at {text}")
    return ", ".join(parts) or "no dice"


def hit_text(hits: int) -> str:
    return f"{hits} hit{'s' if hits != 1 else ''}." if hits else "No hit."
