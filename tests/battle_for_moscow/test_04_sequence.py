"""4.0: the sequence of play."""

from __future__ import annotations

import pytest

from .helpers import (
    GAME,
    PHASES,
    happened,
    kinds,
    legal,
    open_step,
    pass_all,
    phase_of,
    play,
    position,
    random_walk,
    refused,
    start,
)

ORDER = [
    "German Replacement Phase",
    "German Panzer Movement Phase",
    "German Combat Phase",
    "German Movement Phase",
    "Russian Replacement Phase",
    "Russian Rail Movement Phase",
    "Russian Combat Phase",
    "Russian Movement Phase",
]


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_nine_phases_and_whose_they_are() -> None:
    assert [phase.title for phase in GAME.scenarios[0].phases] == ["Set-up", *ORDER, "Housekeeping Phase"]
    sides = [GAME.sides[phase.side or 0].name for phase in GAME.scenarios[0].phases[1:9]]
    assert sides == ["german"] * 4 + ["soviet"] * 4


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.rule("battle-for-moscow", "6.0")
def test_seven_turns_in_order_and_turn_1_opens_with_german_combat() -> None:
    state = start()
    events = pass_all(state)
    headings = [event.text for event in events if happened(event) == "phase"]
    expected = [f"Turn 1, {phase}" for phase in ORDER[2:]]
    expected += [f"Turn {turn}, {phase}" for turn in range(2, 8) for phase in ORDER]
    assert headings == expected
    assert state.outcome is not None
    turns = [event.text for event in events if happened(event) == "turn"]
    assert turns == [
        "Turn 1 (Oct I) begins; the ground is clear.",
        "Turn 2 (Oct II) begins; the ground is clear.",
        "Turn 3 (Oct III/IV) begins; the ground is muddy.",
        "Turn 4 (Nov I/II) begins; the ground is muddy.",
        "Turn 5 (Nov III) begins; the ground is clear.",
        "Turn 6 (Nov IV) begins; the ground is clear.",
        "Turn 7 (Dec I) begins; the ground is clear.",
    ]


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.parametrize("seed", range(5))
def test_phases_never_run_backwards_and_the_right_side_acts(seed: int) -> None:
    last = (1, 0)
    for state in random_walk(seed):
        data = state.position()
        now = (data["turn"], PHASES.index(data["phase"]))
        assert now >= last
        last = now
        owner = GAME.sides[GAME.scenarios[0].phases[now[1]].side or 0].name
        if open_step(state) not in ("RollDie", "StandFast"):
            assert state.side == owner
    assert last[0] == 7


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_panzers_move_in_phase_2_and_again_in_phase_4() -> None:
    state = position("panzer-movement", "47pz 0108, 5ak 0110, 3a 1401")
    assert legal(state) == ["unit 47pz", "done"]
    play(state, "unit 47pz", "move 0107", "stop")
    assert phase_of(state) == "german-movement"  # no unit is adjacent to an enemy, so there is nothing to attack
    assert legal(state) == ["unit 5ak", "unit 47pz", "done"]
    play(state, "unit 47pz", "move 0106")
    assert state.question is not None and state.question.text.endswith("It has 5 movement points left.")


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.rule("battle-for-moscow", "8.1")
def test_russians_move_by_rail_and_again_in_phase_8() -> None:
    state = position("rail-movement", "5ak 0101, 3a 0803")
    play(state, "unit 3a", "move 1103")
    assert phase_of(state) == "rail-movement"  # a point is left
    play(state, "stop")
    assert phase_of(state) == "soviet-movement"
    play(state, "unit 3a", "move 1105")
    assert state.question is not None and state.question.text.endswith("It has 2 movement points left.")


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_phases_with_nothing_to_do_are_skipped() -> None:
    state = position("german-replacement", "5ak 0101, 3a 1401", turn=2)  # many lost units: steps can be used
    assert phase_of(state) == "german-replacement"
    play(state, "done")  # no panzer, nobody adjacent
    assert phase_of(state) == "german-movement"
    play(state, "done")
    assert phase_of(state) == "soviet-replacement"
    play(state, "done")
    assert phase_of(state) == "rail-movement"  # 1401 is on a line
    play(state, "done")
    assert phase_of(state) == "soviet-movement"


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_the_phase_is_skipped_when_no_unit_can_move() -> None:
    state = position("german-movement", "5ak 0101, 3a 0102, 5a 0201", turn=7)
    assert phase_of(state) == "soviet-replacement"


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_a_game_of_two_distant_units_is_movement_only() -> None:
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=6)
    seen = set()
    while state.outcome is None:
        seen.add(phase_of(state))
        play(state, "done")
    assert seen == {"german-replacement", "german-movement", "soviet-replacement", "rail-movement", "soviet-movement"}


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_the_combat_phase_is_skipped_without_adjacent_enemies() -> None:
    assert phase_of(position("german-combat", "5ak 0305, 3a 0307")) == "german-movement"
    assert phase_of(position("german-combat", "5ak 0305, 3a 0306")) == "german-combat"


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_the_rail_phase_is_skipped_without_units_on_rail_lines() -> None:
    assert phase_of(position("rail-movement", "5ak 0101, 3a 1208")) == "soviet-movement"
    assert phase_of(position("rail-movement", "5ak 0101, 3a 1108")) == "rail-movement"


@pytest.mark.rule("battle-for-moscow", "4.0")
@pytest.mark.parametrize(
    "phase, action",
    [
        ("german-replacement", "unit 5ak"),
        ("german-replacement", "attack 1208"),
        ("panzer-movement", "attack 1208"),
        ("panzer-movement", "restore 5ak"),
        ("german-combat", "unit 5ak"),
        ("german-combat", "move 1107"),
        ("german-combat", "place 7ak"),
        ("german-movement", "attack 1208"),
        ("german-movement", "roll 3"),
        ("soviet-combat", "unit 3a"),
        ("soviet-movement", "place 5a"),
        ("rail-movement", "attack 1108"),
    ],
)
def test_an_action_of_another_phase_is_refused(phase: str, action: str) -> None:
    state = position(phase, "5ak- 1109, 47pz 1108, 3a 1208, 10a- 1104")
    assert phase_of(state) == phase
    rule, sentence = refused(state, action)
    assert rule == "4.0"
    title = next(known.title for known in GAME.scenarios[0].phases if known.name == phase)
    when = {
        "unit": "Units move in a Movement Phase",
        "move": "Units move in a Movement Phase",
        "attack": "Attacks are declared in a Combat Phase",
        "roll": "Battles are fought in a Combat Phase",
        "place": "Units are placed and restored in a Replacement Phase",
        "restore": "Units are placed and restored in a Replacement Phase",
    }
    assert sentence == f"{when[action.split()[0]]}; this is the {title}."


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_an_enemy_unit_is_not_yours_to_move() -> None:
    state = position("german-movement", "5ak 1109, 3a 1208")
    assert refused(state, "unit 3a") == (
        "4.0",
        "The Russian 3rd Army is not yours to move: it is the German player's phase.",
    )


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_infantry_does_not_move_in_the_panzer_phase() -> None:
    state = position("panzer-movement", "5ak 1109, 47pz 1110")
    assert refused(state, "unit 5ak") == (
        "4.0",
        "The German 5th Corps is not a panzer corps.",
    )


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_housekeeping_leads_to_the_next_turn_or_to_the_end() -> None:
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=3)
    assert (state.turn, phase_of(state)) == (4, "german-replacement")
    state = position("housekeeping", "5ak 0101, 3a 1401", turn=7)
    assert state.outcome is not None and state.turn == 7


@pytest.mark.rule("battle-for-moscow", "4.0")
def test_the_last_move_of_turn_7_ends_the_game() -> None:
    state = position("soviet-movement", "5ak 0101, 3a 1401", turn=7)
    events = play(state, "done")
    assert kinds(events) == ["end"]
    assert state.side is None and state.question is None and state.actions() == []
