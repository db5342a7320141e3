"""Which questions can be open, and when, so that a position from outside can be played on.

Which of them can lie on which is declared on the steps (`Step.lies_on`); here is what must agree besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .activation import Activation
from .battle import Battle
from .blitz import Blitz, Blitzing
from .combat import Battles
from .command import (
    Command,
)
from .facts import (
    ALL_OF,
    GERMAN,
    HAND,
    SOVIET,
    TITLES,
)
from .impulse import ChooseImpulse, Exploit, WeatherRoll
from .lines import Disbanding
from .logistics import Exhausting, Logistics, Regeneration, Replacement
from .losses import AirLosses, Losses
from .movement import Moving
from .recall import Recalling
from .reinforcements import CallReinforcements, Deploying, Drawing, Entering
from .road import Advance
from .setup import Placing, SetUp
from .state import Moscow41State
from .step_checks import (
    check_activation,
    check_advance,
    check_aiming,
    check_air_losses,
    check_battle,
    check_blitz_flag,
    check_blitzing,
    check_call,
    check_command,
    check_committing,
    check_deploying,
    check_disbanding,
    check_drawing,
    check_entering,
    check_exhausting,
    check_exploit,
    check_logistics,
    check_losses,
    check_moving,
    check_placing,
    check_recalling,
    check_recovery,
    check_set_up,
    check_weather,
)
from .support import Aiming, Committing, Support

_ENTERING = (Drawing, Deploying, Entering)
_FIGHTING = (Support, Aiming, Committing, Battles, Battle, Losses, AirLosses)
STEPS: Mapping[str, tuple[type, ...]] = MappingProxyType(  # that may lie on the stack in a phase of each kind
    {
        "set-up": (SetUp, Placing),
        "logistics": (Logistics, Regeneration, Replacement, Exhausting, *_ENTERING),
        "impulse": (ChooseImpulse, WeatherRoll),
        "activation": (Activation, Moving),
        "command": (Command, Moving, Disbanding, Recalling, CallReinforcements, *_ENTERING),
        "combat": (Advance, *_FIGHTING),
        "blitz": (Blitz, Blitzing, *_FIGHTING),
        "exploitation": (Exploit, Command, Moving),
        "final": (),
    }
)


def hand_problem(state: Moscow41State) -> str:
    """5.0: blocks in hand have been drawn and are being deployed."""
    sides = {step.side for step in state.stack if isinstance(step, Drawing | Deploying)}
    for side in (GERMAN, SOVIET):
        if state.phase and side not in sides and state.at[HAND] & ALL_OF[side]:
            return f"{TITLES[side]} blocks are in hand, but nobody deploys them (5.0)"
    return ""


CHECKS: Mapping[type, Callable[[Any, Any, Any], str]] = MappingProxyType(
    {
        SetUp: check_set_up,
        Placing: check_placing,
        Logistics: check_logistics,
        Exhausting: check_exhausting,
        Regeneration: check_recovery,
        Replacement: check_recovery,
        CallReinforcements: check_call,
        Drawing: check_drawing,
        Deploying: check_deploying,
        Entering: check_entering,
        WeatherRoll: check_weather,
        Exploit: check_exploit,
        Activation: check_activation,
        Command: check_command,
        Moving: check_moving,
        Disbanding: check_disbanding,
        Recalling: check_recalling,
        Support: check_blitz_flag,
        Battles: check_blitz_flag,
        Aiming: check_aiming,
        Committing: check_committing,
        Advance: check_advance,
        Blitzing: check_blitzing,
        Battle: check_battle,
        Losses: check_losses,
        AirLosses: check_air_losses,
    }
)
