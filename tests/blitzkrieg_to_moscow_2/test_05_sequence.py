"""5.0: the sequence of play."""

from __future__ import annotations

import pytest

from .helpers import (
    GAME,
    PHASES,
    idle,
    kinds,
    legal,
    open_step,
    phase_of,
    play,
    position,
    random_walk,
    refused,
    start,
    told,
)

ORDER = ["Logistics", "Movement", "Combat", "Breakthrough", "Supply"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_five_phases_a_side_german_first() -> None:
    titles = [f"{side} {phase} Phase" for side in ("German", "Soviet") for phase in ORDER]
    assert [phase.title for phase in GAME.scenarios[0].phases] == ["Set-up", *titles]
    assert [GAME.sides[phase.side or 0].name for phase in GAME.scenarios[0].phases[1:]] == ["german"] * 5 + [
        "soviet"
    ] * 5


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_six_turns_in_order() -> None:
    state = start()
    events = []
    while state.outcome is None:
        events += play(state, idle(state))
    headings = [
        f"Turn {turn}, {side} {phase} Phase" for turn in range(1, 7) for side in ("German", "Soviet") for phase in ORDER
    ]
    assert told(events, "phase") == headings[1:]  # the first was open at the start
    assert told(events, "turn") == [
        "Turn 2 (Jul/Aug 1941) begins. Weather: clear.",
        "Turn 3 (Sep/Oct 1941) begins. Weather: mud.",
        "Turn 4 (Nov/Dec 1941) begins. Weather: snow.",
        "Turn 5 (Jan/Feb 1942) begins. Weather: snow.",
        "Turn 6 (Mar/Apr 1942) begins. Weather: thaw.",
    ]
    assert kinds(events)[-1] == "end"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
@pytest.mark.parametrize("seed", range(6))
def test_phases_never_run_backwards_and_the_right_side_acts(seed: int) -> None:
    last = (1, 0)
    others = {
        "RollDie",
        "ChooseDefence",
        "HitlerOrder",
        "ShiftCard",
        "ReRoll",
        "ChooseRetreat",
        "Retreat",
        "RemoveExcess",
    }
    for state in random_walk(seed):
        now = (state.turn, PHASES.index(phase_of(state)))
        assert now >= last
        last = now
        if open_step(state) not in others:
            assert state.side == GAME.sides[GAME.scenarios[0].phases[now[1]].side or 0].name
    assert last[0] == 6


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_a_whole_player_turn_of_the_germans() -> None:
    state = position("german-logistics", "G-2PzA- 1305, G-4A 1303, S-8A 1306, S-9A 0812", turn=6)
    play(state, "take G1", "take G3", "take G5")
    seen = [phase_of(state)]
    while phase_of(state) != "soviet-logistics":
        play(state, idle(state))
        if phase_of(state) != seen[-1]:
            seen.append(phase_of(state))
    # Supply asks for Activation as long as somebody is spent
    assert seen == PHASES[1:7]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_phases_with_nothing_to_do_are_skipped() -> None:
    state = position("german-movement", "G-4A 1304, S-8A 0812", turn=2)
    play(state, "done")  # nobody next to an enemy, no tank unit, no card
    assert phase_of(state) == "soviet-logistics"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_actions_of_other_phases_are_refused() -> None:
    state = position("german-movement", "G-4A 1304, S-8A 1305")
    assert refused(state, "attack 1305")[0] == "5.0"
    assert refused(state, "take G1")[0] == "5.0"
    assert refused(state, "unit S-8A") == (
        "5.0",
        "The Soviet 8th Army is an enemy unit; this is the German Movement Phase.",
    )
    play(state, "done")
    assert phase_of(state) == "german-combat"
    assert refused(state, "unit G-4A")[0] == "5.0"
    assert refused(state, "move 1303")[0] == "5.0"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_the_game_is_over_after_the_sixth_turn() -> None:
    state = position("soviet-movement", "G-4A 1304, S-8A 0812", turn=6)
    events = play(state, "done")
    assert state.outcome is not None and state.side is None and legal(state) == []
    assert kinds(events)[-1] == "end"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_after_the_soviet_supply_phase_the_turn_marker_advances() -> None:
    state = position("soviet-movement", "G-4A 1304, S-8A 0812", turn=2)
    events = play(state, "done")
    assert (state.turn, phase_of(state)) == (3, "german-logistics")
    assert told(events, "turn") == ["Turn 3 (Sep/Oct 1941) begins. Weather: mud."]
