"""6.0 The sequence of play, from segment to segment, and 13.0 the Final Phase."""

from __future__ import annotations

from ...core import Fate, Kind, Phase
from ...core.sets import contains, members
from .activation import Activation, deactivate
from .blitz import begin_blitz
from .bombers import bomber_fates, bring_back
from .combat import Battles
from .command import (
    NO_LIMIT,
    PASSING,
    REINFORCING_IMPULSE,
    STRATEGIC_IMPULSE,
    TACTICAL_IMPULSE,
    Command,
)
from .facts import (
    ABORTED,
    AIR_HQS,
    AREAS,
    BOARD,
    CHERNIGOV,
    COUNT,
    DESTROYED,
    GERMAN,
    KIEV,
    KIEV_BLOCKS,
    MONTHS,
    NOVEMBER,
    NOVEMBER_BLOCKS,
    POOL,
    REMOVED,
    ROMNY,
    SIDES,
    SOVIET,
    TITLES,
    WAITING,
)
from .impulse import ChooseImpulse, Exploit, may_exploit, spend_disc
from .logistics import begin_logistics
from .logistics_value import logistics_value
from .move_rules import ATTACKING, QUIET
from .options import CRUSADER
from .reinforcements import CallReinforcements, Drawing
from .road import Advance, advance_is_due, leningrad_falls
from .setup import SetUp
from .state import Moscow41State
from .supply import isolation_check, supply_check
from .support import Support
from .victory import judge

SETUP, LOGISTICS, IMPULSE, ACTIVATION, COMMAND, COMBAT, BLITZ, EXPLOITATION, FINAL = range(9)


def begin_combat(state: Moscow41State) -> None:
    """10.9 to 10.12: the road to Leningrad, support, battles."""
    state.push(Battles(False))
    state.push(Support(False))
    if advance_is_due(state):
        state.push(Advance())


def begin_exploitation_segment(state: Moscow41State) -> None:
    """10.18: whoever may spend the disc is asked."""
    if may_exploit(state):
        state.push(Exploit())


def begin_command(state: Moscow41State) -> None:
    """10.7, 11.0, 12.0: who may act in the Command Segment."""
    if state.kind == TACTICAL_IMPULSE:
        state.push(Command(NO_LIMIT, ATTACKING))
    elif state.kind == STRATEGIC_IMPULSE:
        state.push(Command(logistics_value(state, state.active), ATTACKING))
    elif state.kind == REINFORCING_IMPULSE:
        if state.rules_version == 1:  # which drew as many as it could
            state.push(Drawing(state.active, logistics_value(state, state.active), False))
        else:
            state.push(CallReinforcements(state.active))
    else:
        state.push(Command(1, QUIET))


def next_phase(state: Moscow41State) -> None:
    """6.0: what follows the phase or segment that is over."""
    phase = state.phase
    if phase == SETUP:
        begin_turn(state, state.setting.logistics)
    elif phase == LOGISTICS:
        begin_impulses(state)
    elif phase == IMPULSE:
        supply_check(state, state.active)
        state.before = state.contested
        state.phase = ACTIVATION if state.kind == TACTICAL_IMPULSE else COMMAND
    elif phase == ACTIVATION:
        state.phase = COMMAND
    elif phase == COMMAND:
        if state.kind == PASSING:
            end_impulse(state)
        else:
            state.phase = COMBAT
    elif phase == COMBAT:
        if state.kind == TACTICAL_IMPULSE:
            state.phase = BLITZ
        else:
            spend_disc(state, state.active)
            end_impulse(state)
    elif phase == BLITZ:
        deactivate(state)
        isolation_check(state, state.active)
        state.phase = EXPLOITATION
    elif phase == EXPLOITATION:
        clear_impulse(state)
        other_player(state)
    else:
        next_turn(state)
    if state.outcome is None:
        state.game.open_phase(state)


def begin_turn(state: Moscow41State, logistics: bool) -> None:
    state.emit(Kind.TURN, f"{MONTHS[state.month - 1]} begins.", "6.0")
    if state.month == NOVEMBER:
        release_november_blocks(state)
    if logistics:
        state.phase = LOGISTICS
    else:
        begin_impulses(state)


def release_november_blocks(state: Moscow41State) -> None:
    """5.1: at the beginning of November the N blocks that are not yet in play join the Soviet pool."""
    blocks = NOVEMBER_BLOCKS & state.at[WAITING]
    if blocks and state.events is not None:
        text = f"The {TITLES[SOVIET]} N blocks join the Reinforcement Pool."
        state.emit(Kind.ARRIVAL, text, "5.1", SIDES[SOVIET], (), state.fates(members(blocks), Fate.MOVED, POOL))
    for unit in members(blocks):
        state.put(unit, POOL)


def begin_impulses(state: Moscow41State) -> None:
    """6.0: the player with the Initiative plays the first impulse."""
    state.phase = IMPULSE
    state.active = state.initiative
    state.passes = state.impulse = state.german_impulses = 0


def end_impulse(state: Moscow41State) -> None:
    """9.3: the last thing in an impulse without HQs is the Isolation Check, which may end the game."""
    isolation_check(state, state.active)
    if state.outcome is None:
        clear_impulse(state)
        other_player(state)


def clear_impulse(state: Moscow41State) -> None:
    """Markers of the impulse come off; bombers return, aborted ones included (10.12.3)."""
    for unit in members(state.blitzers):
        state.conceal(state.where[unit])
    state.acted = state.crossed = state.fought = state.blitzed = state.blitzers = state.activated = 0
    if any(state.target):
        state.target = bytearray(COUNT)
    back = [bomber for bomber, place in enumerate(state.air) if place == ABORTED or contains(AREAS, place)]
    bring_back(state, back, "The bombers return to their bases.", "10.12.3")


def other_player(state: Moscow41State) -> None:
    """6.0: two passes in a row end the Impulses Phase."""
    state.passes = state.passes + 1 if state.kind == PASSING else 0
    if state.passes == 2:
        state.phase = FINAL
    else:
        state.active = 1 - state.active
        state.phase = IMPULSE


# The Final Phase: 13.0.


def final_phase(state: Moscow41State) -> None:
    """13.0, 14.8: bombers, Kiev, Leningrad, and the end of the game."""
    state.impulse = 0
    lost = [bomber for bomber, place in enumerate(state.air) if place == DESTROYED]
    bring_back(state, lost, "The destroyed bombers are replaced.", "13.1")
    check_kiev(state)
    if state.setting.road:
        leningrad_falls(state)
    if state.optional & CRUSADER and state.month == NOVEMBER:
        withdraw_luftwaffe(state)
    if state.outcome is None and state.month == state.setting.last:
        state.outcome = judge(state)
        state.emit(Kind.END, state.outcome.reason, state.outcome.rule)


def check_kiev(state: Moscow41State) -> None:
    """13.2: with Chernigov and Romny German, Kiev falls for good."""
    both = 1 << CHERNIGOV | 1 << ROMNY
    if contains(state.german, KIEV) or state.german & both != both:
        return
    text = "Kiev falls: the southern edge no longer supplies the Soviets, and the 48th Panzer Corps joins the pool."
    freed = members(KIEV_BLOCKS & state.at[WAITING])
    tokens = state.fates(freed, Fate.MOVED, POOL)
    state.emit(Kind.CONTROL, text, "13.2", SIDES[GERMAN], [BOARD.names[KIEV]], tokens)
    for unit in freed:
        state.put(unit, POOL)
    state.give_control(GERMAN, 1 << KIEV)


def withdraw_luftwaffe(state: Moscow41State) -> None:
    """14.8: the Luftwaffe leaves for the Mediterranean."""
    text = "The Luftwaffe HQs and all bombers leave the game."
    leaving = [hq for hq in members(AIR_HQS) if state.where[hq] <= POOL]
    tokens = state.fates(leaving, Fate.WITHDRAWN, REMOVED)
    tokens += bomber_fates(state, range(len(state.air)), REMOVED, Fate.WITHDRAWN)
    state.emit(Kind.DEPARTURE, text, "14.8", SIDES[GERMAN], (), tokens, reveals=True)
    for hq in members(AIR_HQS):
        place = state.where[hq]
        if place <= POOL:
            state.isolated &= ~(1 << hq)
            state.put(hq, REMOVED)
            state.conceal(place)
    state.air[:] = bytes([REMOVED]) * len(state.air)


def next_turn(state: Moscow41State) -> None:
    """3.0, 15.3: a new month begins with the Logistics Phase, and the disc may be used again."""
    state.turn += 1
    if state.setting.disc == "monthly":
        state.disc_used = 0
    begin_turn(state, True)


SEQUENCE = (
    Phase("set-up", "Set-up", None, "set-up", SetUp(SOVIET, 0, 0, 0, False)),
    Phase("logistics", "Logistics Phase", None, "logistics", begin_logistics),
    Phase("impulse", "choice of impulse", None, "impulse", ChooseImpulse()),
    Phase("activation", "HQ Activation Segment", None, "activation", Activation()),
    Phase("command", "Command Segment", None, "command", begin_command),
    Phase("combat", "Combat Segment", None, "combat", begin_combat),
    Phase("blitz", "Blitz Segment", None, "blitz", begin_blitz),
    Phase("exploitation", "Exploitation Move", None, "exploitation", begin_exploitation_segment),
    Phase("final", "Final Phase", None, "final", final_phase),
)
