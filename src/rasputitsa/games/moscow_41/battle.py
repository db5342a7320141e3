"""10.12 to 10.15: a battle, from the Showdown to its end."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Fate, Forecast, Kind, Refusal
from ...core.sets import contains, members
from ...core.step_codec import Place
from .command import TACTICAL_IMPULSE
from .course import AIRSTRIKE, ANTI_AIR, ARTILLERY, FIRST_FIRE, OVER, SECOND_FIRE
from .dice import EMPTY, Handful, count_hits, expected_hits
from .dice_step import DiceStep
from .facts import (
    ALL_OF,
    BOARD,
    COMBAT,
    FAST,
    GERMAN,
    GREEN,
    SIDES,
    SUNNY,
    TITLES,
    space_label,
    unit_label,
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
from .forecast import roll_forecast
from .losses import AirLosses, Losses
from .state import Moscow41State

STAGE_RULES = ("10.12.2", "10.12.3", "10.12.4", "10.12.5", "10.12.5", "10.15")


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
            text = ""
            if state.tells_all:
                text = f"{self.what(state)}, {dice_text(handful)}: {action.object}. {hit_text(hits)}"
            firing = SIDES[self.firing(state)]
            state.emit(Kind.BATTLE, text, STAGE_RULES[self.stage], firing, [BOARD.names[self.area]])
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
            side, spaces = SIDES[1 - state.active], [BOARD.names[self.area]]
            state.emit(Kind.BATTLE, f"Hits absorbed: {absorbed}.", "10.13", side, spaces)
        hits -= absorbed
        defender = 1 - state.active
        if hits and contains(state.lines_of(defender), self.area):
            hits -= 1
            text = f"The defensive line in {space_label(self.area)} is destroyed."
            state.emit(Kind.LOSS, text, "10.14", SIDES[defender], [BOARD.names[self.area]])
            state.set_line(defender, self.area, False)
        if hits:
            state.push(Losses(defender, self.area, hits))

    def auto_advance(self, state: Moscow41State) -> bool:
        if self.stage == OVER or not contains(state.contested, self.area):
            state.finish()
            end_battle(state, self.area)
            return True
        if self.stage == FIRST_FIRE and not self.tanks and under_tank_attack(state, self.area):
            text, spaces = "Tank Attack: the attacker fires first.", [BOARD.names[self.area]]
            state.emit(Kind.BATTLE, text, "10.12.5.2", SIDES[state.active], spaces)
            state.replace(Battle(self.area, FIRST_FIRE, self.absorb, True))
            return True
        if sum(self.handful(state)):
            return False
        state.replace(Battle(self.area, self.stage + 1, self.absorb, self.tanks))
        return True


def begin_battle(state: Moscow41State, area: int) -> None:
    """10.12.1: the Showdown reveals all blocks in the area."""
    shown = state.at[area] & (ALL_OF[0] | ALL_OF[1])
    state.revealed |= shown
    if state.events is not None:
        sides = []
        for side in (state.active, 1 - state.active):
            blocks = state.blocks(side, area)
            parts = [f"{unit_label(unit)} {state.strength[unit] or 'heart'}" for unit in members(blocks)]
            if contains(state.lines_of(side), area):
                parts.append("defensive line")
            sides.append(", ".join(parts))
        text = f"Battle in {space_label(area)}: {sides[0]} against {sides[1]}."
        tokens = state.fates(members(shown), Fate.REVEALED)
        state.emit(Kind.REVEAL, text, "10.12.1", SIDES[state.active], [BOARD.names[area]], tokens, reveals=True)
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
        text = f"{TITLES[winner]} units hold {space_label(area)}."
        kept = state.fates(members(keep), Fate.TOOK_PART)
        state.emit(Kind.BATTLE, text, "10.15", SIDES[winner], [BOARD.names[area]], kept)


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
