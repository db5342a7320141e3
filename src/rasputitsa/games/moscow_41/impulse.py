"""3.0, 6.0, 8.0, 10.18, 11.0, 12.0: what an impulse is to be, the weather, and the Initiative Disc."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...core import CHANCE, Action, Chance, Forecast, Kind, Modifier, Refusal, Step
from ...core.conditions import Condition, passing, where
from ...core.sets import SpaceSet, contains
from .activation import can_be_activated
from .command import TACTICAL_IMPULSE, Command
from .facts import (
    ALL_OF,
    BLIZZARD,
    DECEMBER,
    GERMAN,
    OCTOBER,
    RAIN,
    ROLLED,
    SIDES,
    SNOW,
    SUNNY,
    TACTICAL,
    TITLES,
    TRACK_END,
    WEATHERS,
)
from .logistics_value import logistics_value
from .move_rules import EXPLOITING
from .options import BLIZZARD_RULE
from .refusals import Conditions, RuledStep
from .remarks import of_exploitation, of_impulses, pool_size
from .state import Moscow41State
from .supply import unsupplied
from .words import DONE, EXPLOIT, PASS, REINFORCE, ROLL, STRATEGIC
from .words import TACTICAL as TACTICAL_ACTION

KINDS = ("tactical", "strategic", "reinforce", "pass")
KIND_TITLES = (
    "Tactical Impulse",
    "Strategic Impulse, move and fight",
    "Strategic Impulse, reinforcements",
    "Pass",
)


def is_disc_used(state: Moscow41State) -> bool:
    """15.1, 15.3: in two scenarios each player may spend the disc only once, or once a month."""
    return state.setting.disc != "free" and contains(state.disc_used, state.initiative)


DISC: Conditions = (  # 3.2.1: whoever holds the Initiative Disc may spend it
    Condition(
        lambda state, step: where(state.initiative == state.active),
        "11.0",
        lambda state, step, number: "A Strategic Impulse takes the Initiative Disc, and the other player holds it.",
    ),
    Condition(
        lambda state, step: where(state.setting.disc != "once" or not is_disc_used(state)),
        "15.1",
        lambda state, step, number: "You have used the Initiative Disc, and may only once.",
    ),
    Condition(
        lambda state, step: where(state.setting.disc != "monthly" or not is_disc_used(state)),
        "15.3",
        lambda state, step, number: "You have used the Initiative Disc, and may only once a month.",
    ),
)
HQ_READY: Conditions = (
    Condition(
        lambda state, step: where(hqs_to_activate(state)),
        "10.0",
        lambda state, step, number: "No Tactical HQ can be activated.",
    ),
)


IMPULSES = {"tactical": HQ_READY, "strategic": DISC, "reinforce": DISC}  # by verb


def spend_disc(state: Moscow41State, side: int) -> None:
    """10.18, 11.0: afterwards the disc goes to the other player."""
    state.disc_used |= 1 << side
    state.initiative = 1 - side
    state.emit(Kind.ORDER, f"The Initiative Disc goes to the {TITLES[1 - side]} player.", "3.2.1", SIDES[side])


def hqs_to_activate(state: Moscow41State) -> SpaceSet:
    """10.0: isolation is checked at the beginning of the impulse, so the marks of earlier ones do not count."""
    isolated, side = state.isolated, state.active
    state.isolated = isolated & ~ALL_OF[side] | unsupplied(state, side)[0]
    found = can_be_activated(state) & TACTICAL
    state.isolated = isolated
    return found


@dataclass(frozen=True, slots=True)
class ChooseImpulse(RuledStep):
    """3.0: a Tactical Impulse, a Strategic Impulse, or a Pass."""

    rule = "6.0"
    always_ask = True
    first = "First choose the kind of impulse."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        return "Choose your impulse."

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return IMPULSES.get(verb, ())

    def actions(self, state: Moscow41State) -> list[Action]:
        kinds = (TACTICAL_ACTION, STRATEGIC, REINFORCE)
        return [*(action for action in kinds if self.passing(state, action.verb)), PASS]

    def role(self, state: Moscow41State, verb: str) -> str:
        """11.0: nobody draws from an empty pool but by mistake."""
        return "aside" if verb == "reinforce" and not pool_size(state, state.active) else ""

    def remarks(self, state: Moscow41State) -> dict[Action, str]:
        return of_impulses(state, hqs_to_activate(state))

    def take(self, state: Moscow41State, action: Action) -> None:
        state.kind = KINDS.index(action.verb)
        state.impulse += 1
        if state.active == GERMAN:
            state.german_impulses += 1
        state.finish()
        text = f"{TITLES[state.active]} impulse: {KIND_TITLES[state.kind]}."
        state.emit(Kind.PHASE, text, ("10.0", "11.0", "11.0", "12.0")[state.kind], SIDES[state.active])
        check_weather(state)


# The weather: 8.0.


def check_weather(state: Moscow41State) -> None:
    """8.1: from the second German impulse of October on, each German impulse may bring the next weather."""
    if state.active != GERMAN or state.weather == BLIZZARD:
        return
    if state.optional & BLIZZARD_RULE and state.month == DECEMBER and state.german_impulses >= 2:
        state.weather = BLIZZARD
        state.emit(Kind.WEATHER, "A blizzard sets in.", "14.5")
        return
    if state.weather == SNOW or not ROLLED[state.month]:
        return
    if state.month == OCTOBER and state.german_impulses < 2:
        return
    state.track = min(state.track + 1, TRACK_END)
    state.push(WeatherRoll())


@dataclass(frozen=True, slots=True)
class WeatherRoll(Step[Moscow41State]):
    """8.1: the weather changes on a roll up to the number of the marker's box."""

    rule = "8.1"

    def actor(self, state: Moscow41State) -> str:
        return CHANCE

    def text(self, state: Moscow41State) -> str:
        return f"The weather: it changes on a roll of {self.faces(state)}."

    def faces(self, state: Moscow41State) -> str:
        """The faces that change the weather, in words."""
        return f"1 to {state.track}" if state.track > 1 else "1"

    def dice(self, state: Moscow41State) -> int:
        return 1

    def actions(self, state: Moscow41State) -> list[Action]:
        return ROLL[1:]

    def chances(self, state: Moscow41State) -> list[tuple[Action, Fraction]]:
        return [(action, Fraction(1, 6)) for action in ROLL[1:]]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        changes = action.number <= state.track
        text = f"Weather roll: {action.object}; it changes on {self.faces(state)}."
        state.emit(Kind.ROLL, text, "8.1", result=WEATHERS[state.weather + changes])
        if changes:
            state.track = 0
            state.weather += 1
            state.emit(Kind.WEATHER, f"The weather changes: {WEATHERS[state.weather]}.", "8.1")

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal("8.1", "One die is rolled for the weather.")

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        changes = Fraction(state.track, 6)
        next_weather, same = WEATHERS[state.weather + 1], WEATHERS[state.weather]
        chances = [Chance(next_weather, changes, "", "8.1"), Chance(same, 1 - changes, "", "8.1")]
        return Forecast(
            "The weather",
            f"{next_weather} on {self.faces(state)}",
            (Modifier("Box of the weather track", str(state.track), "8.1"),),
            tuple(chance for chance in chances if chance.probability),
        )


# Exploitation: 10.18.


def may_exploit(state: Moscow41State) -> bool:
    """10.18: after a Tactical Impulse, with the disc; Germans in good weather, Soviets not in rain."""
    if state.kind != TACTICAL_IMPULSE or not passing(DISC, state, None):
        return False
    return state.weather == SUNNY if state.active == GERMAN else state.weather != RAIN


@dataclass(frozen=True, slots=True)
class Exploit(Step[Moscow41State]):
    """10.18: spend the Initiative Disc to move fast blocks once more?"""

    rule = "10.18"
    labels: ClassVar[dict[str, str]] = {"done": "Keep the disc"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        return "Spend the Initiative Disc for an Exploitation Move?"

    def actions(self, state: Moscow41State) -> list[Action]:
        return [EXPLOIT, DONE]

    def remarks(self, state: Moscow41State) -> dict[Action, str]:
        return of_exploitation(state)

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb == "exploit":
            begin_exploitation(state)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal("10.18", "Decide first whether you spend the Initiative Disc.")


def begin_exploitation(state: Moscow41State) -> None:
    state.emit(Kind.ORDER, f"{TITLES[state.active]} Exploitation Move.", "10.18", SIDES[state.active])
    value = logistics_value(state, state.active)
    state.acted = 0
    spend_disc(state, state.active)
    state.push(Command(value, EXPLOITING))
