"""Positions both ways: written down, read again, and refused where they contradict themselves or the rules."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rasputitsa
from rasputitsa.core import BadPosition
from rasputitsa.core.positions import to_text
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import UNIT_IDS
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from ..tools import soak
from ..tools.states import junk_with, leaves, problems_of
from .helpers import hex_id, play, position, random_positions, stack, start


@pytest.mark.rule("drive-on-moscow", "3.7")
def test_positions_written_by_hand() -> None:
    text = """
    turn: 2
    phase: german-combat
    units.pz-1: 1019 level=2
    units.inf-5: 1019 reduced level=1
    units.rd-7: 1120 RD-126
    units.rd-8: 3030
    """
    state = GAME.position(text)
    assert isinstance(state, DriveOnMoscowState)
    assert stack(state, "1019") == ["inf-5", "pz-1"]
    assert state.control >> hex_id("0519") & 1 and state.control >> hex_id("1019") & 1
    assert state.is_reduced(UNIT_IDS["inf-5"]) and not state.is_untried(UNIT_IDS["rd-7"])
    again = GAME.position(to_text(state.position()))
    assert again.position() == state.position()


@pytest.mark.rule("drive-on-moscow", "6.0")
@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("units.pz-1: 0807", "mechanized units in the marsh"),
        ("units.pz-1: 1019\nunits.rd-1: 1019", "units of both sides are in 1019"),
        ("units.rd-1: 1120 RD-126\nunits.rd-2: 1220 RD-126", "two units are the counter RD-126"),
        ("units.rd-1: 1120 TB-126", "rd-1 cannot be the counter 'TB-126'"),
        ("units.pz-1: 1019 level=9", "level '9'; it must be from 1 to 5"),
        ("units.pz-1: 1019\ncontrol: 0101", "control lacks 1019"),
        ("units.rd-1: 1120 reduced", "rd-1 cannot have step 'reduced'"),
    ],
)
def test_positions_that_cannot_be(lines: str, problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.position(f"turn: 2\nphase: german-combat\n{lines}\n")
    assert problem in str(caught.value)


ELEVEN = "\n".join(f"units.kgpz-{number}: 01{number + 10}" for number in range(1, 11)) + "\nunits.kgpg-1: 0140"
RING = "\n".join(
    f"units.{unit}: {hex}"
    for unit, hex in zip(
        ("inf-5", "inf-6", "inf-7", "inf-8", "inf-15", "inf-17", "inf-23"),
        ("3310", "3410", "3510", "3611", "3512", "3412", "3311"),
        strict=True,
    )
)


@pytest.mark.rule("drive-on-moscow", "2.12")
@pytest.mark.rule("drive-on-moscow", "4.1")
@pytest.mark.rule("drive-on-moscow", "4.2")
@pytest.mark.rule("drive-on-moscow", "4.4")
@pytest.mark.rule("drive-on-moscow", "11.19")
@pytest.mark.rule("drive-on-moscow", "12.0")
@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (ELEVEN, "11 Kampfgruppen are or were in play; there are only 10 (2.12)"),
        ("german_air: 5", "german_air is 5; on turn 2 it is at most 2 (11.19)"),
        ("soviet_air: 1", "soviet_air is 1; on turn 2 it is at most 0 (11.19)"),
        ("units.rd-1: 0519", "the Soviets control 0519 Smolensk, with which the game is over (4.4)"),
        ("units.pz-1: 3411", "the Germans control 3411 Moscow, with which the game is over (4.1)"),
        (RING, "neither hex of Moscow can trace supply to the map edge, with which the game is over (4.2)"),
        ("november: 9", "november is 9; the offensive is declared on a turn from 4 to 7 (12.0)"),
        ("november: 5", "november is 5, but it is turn 2"),
        ("ordered: 6", "ordered has a number, but no offensive was declared"),
        ("launched: 3", "launched is 3, but nothing was ordered (12.1)"),
        ("units.rd-1: pool", "rd-1 is in the guards pool, but it is no guards unit (3.4)"),
        ("units.pg-GD: withdrawn", "pg-GD is never withdrawn (9.3)"),
        ("units.rd-1: withdrawn", "rd-1 is never withdrawn (9.3)"),
        ("units.inf-5: withdrawn", "1 infantry divisions are withdrawn; by turn 2 there can be 0 (9.3)"),
        ("units.inf-5: 1019 spent=3", "inf-5 has spent points, but it is not its Movement Phase (10.0)"),
        ("finished: inf-5", "finished names units, but it is no Movement Phase"),
        ("fought: rd-1", "fought names units that are not German ones"),
        ("far: pz-1", "far names units, but the Guderian effect belongs to the German player turn 1 (5.3)"),
        ("converted: rd-1", "converted names rd-1, which was not converted (9.4)"),
        ("\n".join(f"units.rd-{number}: dead" for number in range(1, 91)), "only 44 RD have not been in play"),
    ],
)
def test_positions_that_the_rules_exclude(lines: str, problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.position(f"turn: 2\nphase: german-combat\nunits.rd-135: 3030\n{lines}\n")
    assert problem in str(caught.value)


@pytest.mark.rule("drive-on-moscow", "10.1")
@pytest.mark.rule("drive-on-moscow", "12.1")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("turn: 2\nphase: german-movement\nunits.inf-5: 1019 spent=6", "spent 6 points, more than it has (2.10)"),
        ("turn: 4\nphase: soviet-combat\nnovember: 4\nordered: 4", "ordered is 4; it must be a die times 3 (12.1)"),
        ("turn: 2\nphase: german-set-up\nunits.inf-5: 1019", "the set-up belongs to turn 1"),
        ("turn: 1\nphase: soviet-reserve\nunits.inf-5: 0612", "German units are set up last"),
        ("turn: 1\nphase: soviet-reserve\nunits.rd-1: 0706", "outside the zone that is being set up"),
        ("turn: 1\nphase: soviet-forward\nunits.rd-1: 0706", "the Soviet reserve set-up is not complete"),
        (
            "turn: 1\nphase: soviet-reserve\nunits.mrd-1: 3030\nunits.mrd-2: 3131",
            "2 MRD are set up in the reserve zone instead of 1",
        ),
        ("turn: 1\nphase: soviet-reserve\nunits.rd-1: 3030\nunits.rd-2: 3030", "one to a hex: 3030 has more (3.2)"),
    ],
)
def test_positions_that_other_phases_exclude(text: str, problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.position(f"{text}\nunits.grd-1G: 3232\n")
    assert problem in str(caught.value)


@pytest.mark.rule("drive-on-moscow", "2.12")
def test_a_match_of_version_1_may_begin_where_it_began() -> None:
    """Records and running matches of older rules stay playable, unless they could not be played on at all."""
    text = "rules: 1\nturn: 2\nphase: german-combat\ngerman_air: 5\nunits.rd-1: 3030\n"
    level = rasputitsa.game("drive-on-moscow", "level")
    assert level.position(text).rules_version == 1
    with pytest.raises(BadPosition, match="Kampfgruppen"):
        level.position(f"{text}{ELEVEN}\n")
    with pytest.raises(BadPosition, match="rules is '1'; it needs the edition 'level'"):
        GAME.position(text)


@pytest.mark.rule("drive-on-moscow", "4.1")
def test_a_game_that_is_over_may_be_written_down() -> None:
    text = 'turn: 2\nphase: german-combat\nunits.pz-1: 3411\noutcome: ["german", "Moscow was entered.", "4.1"]\n'
    assert GAME.position(text).outcome is not None


@pytest.mark.rule("drive-on-moscow", "11.0")
def test_positions_may_stop_in_the_middle_of_a_battle() -> None:
    state = position({"1019": "inf-5 inf-6", "0101": "inf-7"}, {"1120": "2-4:RD", "3030": "RD"}, phase="german-combat")
    play(state, "attack 1120", "all", "fight")
    again = GAME.position(json.loads(json.dumps(state.position())))
    assert again.question == state.question
    play(again, "roll 5")
    data = state.position()
    data["stack"][-1]["battle"]["defenders"] = ["rd-2"]
    with pytest.raises(BadPosition, match="are not as the battle says"):
        GAME.position(data)


# There and back


def check_both_ways(state: DriveOnMoscowState) -> None:
    """A position survives plain data, JSON and text, and asks the same again."""
    data = state.position()
    for again in (GAME.position(json.loads(json.dumps(data))), GAME.position(to_text(data))):
        assert again == state and again.position() == data
        assert (again.side, again.question, again.actions()) == (state.side, state.question, state.actions())
        for viewer in ("german", "soviet", None):
            assert again.view(viewer) == state.view(viewer)


@pytest.mark.rule("drive-on-moscow", "5.1")
@pytest.mark.parametrize("seed", soak.first(1, range(3)))
def test_round_trip_in_random_games(seed: int) -> None:
    for state in random_positions(seed, every=30):
        check_both_ways(state)


@pytest.mark.rule("drive-on-moscow", "3.0")
def test_round_trip_in_the_set_up() -> None:
    state = start()
    actions = ["place 3030", "offer deep", "remove grd-1G", "type GRD", "place 3131", "done", "type TB", "place 0907"]
    for action in actions:
        if action in [str(one) for one in state.actions()]:
            play(state, action)
        check_both_ways(state)


@pytest.mark.rule("drive-on-moscow", "11.21")
@pytest.mark.parametrize("seed", soak.first(3, range(6)))
def test_round_trip_in_battles(seed: int) -> None:
    """From the attack to the advance, with every answer that can come in between."""
    rng = Random(seed)
    state = position(
        {"1019": "pz-1 inf-5/reduced", "1118": "inf-6 pg-3/reduced", "0101": "inf-8"},
        {"1120": "RD GRD RD", "1219": "RD", "3030": "RD"},
        phase=("german-combat", "soviet-combat", "german-movement")[seed % 3],
        turn=2,
    )
    for _ in range(30):
        if state.outcome is not None:
            break
        check_both_ways(state)
        actions = [action for action in state.actions() if action.verb not in ("done", "cancel", "stop")]
        state.apply(rng.choice(actions or state.actions()))


# Every contradiction is refused with a sentence

BATTLE = ({"1019": "inf-5 inf-6", "1018": "pz-1", "0101": "inf-7"}, {"1120": "RD GRD", "3030": "RD TB"})


def with_stack(state: DriveOnMoscowState, *steps: dict[str, Any]) -> dict[str, Any]:
    return {**state.position(), "stack": list(steps)}


def attack(**changes: Any) -> dict[str, Any]:
    return {"step": "Attack", "hex": "1120", "units": ["inf-5"], "air": 0, **changes}


def advance(**changes: Any) -> dict[str, Any]:
    return {"step": "Advance", "hex": "1121", "units": [], "advanced": 0, **changes}


COMBAT = {"step": "Combat"}


@pytest.mark.rule("drive-on-moscow", "11.4")
@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ([attack()], "step Attack: it cannot lie at the bottom of the stack, only on Combat"),
        ([COMBAT, COMBAT], "step Combat: it cannot lie on Combat, only at the bottom"),
        ([{"step": "Movement"}], "step Movement does not belong to this phase"),
        ([COMBAT, attack(hex="3030")], "step Attack: 3030 cannot be attacked"),
        ([COMBAT, attack(units=["inf-7"])], "step Attack: not all of the units can attack 1120"),
        ([COMBAT, attack(air=9)], "step Attack: not that many aircraft are left"),
        ([COMBAT, advance(hex="1120")], "step Advance: 1120 is not vacant"),
        ([COMBAT, advance(units=["inf-7"])], "step Advance: the units must be next to 1121 Yelnya"),
    ],
)
def test_steps_that_cannot_be_open_in_combat(steps: list[dict[str, Any]], problem: str) -> None:
    state = position(*BATTLE, phase="german-combat")
    assert problems_of(GAME, with_stack(state, *steps)) == [problem]


@pytest.mark.rule("drive-on-moscow", "10.4")
@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ([{"step": "Moving", "units": ["pz-1"]}], "it cannot lie at the bottom of the stack, only on Movement"),
        ([{"step": "Movement"}, {"step": "Moving", "units": []}], "units must be on the map and of the side"),
        ([{"step": "Movement"}, {"step": "Moving", "units": ["rd-1"]}], "units must be on the map and of the side"),
        (
            [{"step": "Movement"}, {"step": "Moving", "units": ["inf-5", "pz-1"]}],
            "the units in hand must have begun the phase together (10.4)",
        ),
        (
            [
                {"step": "Movement"},
                {"step": "Moving", "units": ["pz-1"]},
                {"step": "Assault", "hex": "3030", "launch": "1018", "units": ["pz-1"], "air": 0},
            ],
            "the units cannot assault 3030",
        ),
    ],
)
def test_steps_that_cannot_be_open_in_movement(steps: list[dict[str, Any]], problem: str) -> None:
    (found,) = problems_of(GAME, with_stack(position(*BATTLE), *steps))
    assert problem in found


@pytest.mark.rule("drive-on-moscow", "9.1")
@pytest.mark.parametrize(
    ("phase", "step", "problem"),
    [
        ("soviet-reinforcement", {"step": "Reinforcements", "hexes": [], "left": [1], "chosen": 0}, "for each type"),
        (
            "soviet-reinforcement",
            {"step": "Reinforcements", "hexes": [], "left": [200, 0, 0, 0, 0, 0], "chosen": 0},
            "turn 2 brings 7 RD, not 200 (9.1)",
        ),
        (
            "soviet-reinforcement",
            {"step": "Reinforcements", "hexes": ["pool"], "left": [1, 0, 0, 0, 0, 0], "chosen": 0},
            "hexes must be on the map",
        ),
        ("guards-conversion", {"step": "Conversion", "guards": "rd-1"}, "guards must be a guards unit of the pool"),
        ("guards-conversion", {"step": "ShowConverted", "unit": "rd-1"}, "that has just been converted"),
    ],
)
def test_steps_that_contradict_the_units(phase: str, step: dict[str, Any], problem: str) -> None:
    state = position(*BATTLE, phase=phase)
    (found,) = problems_of(GAME, with_stack(state, step) | {"phase": phase, "turn": 2})
    assert problem in found


INFANTRY_LEAVES = {"step": "Withdrawal", "cavalry": False}
CAVALRY_LEAVES = {"step": "Withdrawal", "cavalry": True}


def replacements(mech: int, other: int) -> dict[str, Any]:
    return {"step": "Replacements", "mech": mech, "other": other}


@pytest.mark.rule("drive-on-moscow", "9.3")
@pytest.mark.rule("drive-on-moscow", "12.2")
@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ([CAVALRY_LEAVES, INFANTRY_LEAVES, replacements(4, 0)], "there are at most 3 steps of each kind (12.2)"),
        ([CAVALRY_LEAVES, INFANTRY_LEAVES, replacements(0, -1)], "there are at most 3 steps of each kind (12.2)"),
        ([CAVALRY_LEAVES, replacements(3, 3)], "an infantry division is withdrawn first"),
        ([INFANTRY_LEAVES], "an infantry division is withdrawn first"),
        ([CAVALRY_LEAVES, INFANTRY_LEAVES, INFANTRY_LEAVES], "an infantry division is withdrawn first"),
        ([CAVALRY_LEAVES, CAVALRY_LEAVES, INFANTRY_LEAVES], "the cavalry division is withdrawn last, and once (9.3)"),
        ([replacements(3, 3)], "it cannot lie at the bottom of the stack, only on Withdrawal"),
        ([{"step": "DeclareOrder"}], "it cannot lie at the bottom of the stack, only on Replacements or on"),
    ],
)
def test_nobody_is_withdrawn_or_replaced_more_than_the_turn_says(steps: list[dict[str, Any]], problem: str) -> None:
    state = position({"1019": "inf-5/reduced pz-1 cav-1"}, BATTLE[1], phase="german-combat", turn=7, november=6)
    (found,) = problems_of(GAME, with_stack(state, *steps) | {"phase": "german-replacement"})
    assert problem in found


@pytest.mark.rule("drive-on-moscow", "11.19")
@pytest.mark.rule("drive-on-moscow", "11.24")
@pytest.mark.parametrize(
    ("step", "air", "problem"),
    [
        ({"step": "DefensiveAir"}, [3, 0], "the turn does not bring so many aircraft (11.19)"),
        ({"step": "DefensiveAir"}, [0, 1], "the turn does not bring so many aircraft (11.19)"),
        ({"step": "LoseSteps", "side": 0, "count": 2, "why": "11.24"}, [0, 0], "no result of a battle costs these"),
        ({"step": "LoseSteps", "side": 0, "count": 1, "why": "11.28"}, [0, 0], "no result of a battle costs these"),
        ({"step": "LoseSteps", "side": 1, "count": 1, "why": "11.28"}, [0, 0], "no result of a battle costs these"),
        ({"step": "LoseSteps", "side": 0, "count": 1, "why": "tea"}, [0, 0], "no result of a battle costs these"),
    ],
)
def test_battles_with_too_many_aircraft_or_losses(step: dict[str, Any], air: list[int], problem: str) -> None:
    state = position(*BATTLE, phase="german-combat", german_air=0)
    defenders = [name for name, facts in state.position()["units"].items() if facts["at"] == "1120"]
    fought = {"attacker": 0, "hex": "1120", "launch": None, "attackers": ["inf-5"], "bystanders": [], "air": air}
    (found,) = problems_of(GAME, with_stack(state, COMBAT, {**step, "battle": {**fought, "defenders": defenders}}))
    assert problem in found


@pytest.mark.rule("drive-on-moscow", "11.25")
@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ({"step": "Roll"}, "untried units must be revealed first"),
        ({"step": "CityAssault"}, "1120 is not a city"),
        ({"step": "RetreatOrStand"}, "only German units may stand"),
        ({"step": "LoseSteps", "side": 0, "count": 0, "why": "11.24"}, "there must be a step to lose"),
        ({"step": "SplitRetreat", "waiting": ["rd-2"]}, "the units that wait must be in 1120"),
    ],
)
def test_battles_that_cannot_be(step: dict[str, Any], problem: str) -> None:
    battle = {
        "attacker": 0,
        "hex": "1120",
        "launch": None,
        "attackers": ["inf-5"],
        "defenders": ["rd-1", "grd-1G"],
        "bystanders": [],
        "air": [0, 0],
    }
    state = position(*BATTLE, phase="german-combat")
    names = state.position()["units"]
    battle["defenders"] = [name for name, facts in names.items() if facts["at"] == "1120"]
    (found,) = problems_of(GAME, with_stack(state, COMBAT, {**step, "battle": battle}))
    assert problem in found


@pytest.mark.rule("drive-on-moscow", "1.0")
@pytest.mark.parametrize("positions", soak.less(12, 32))
def test_corrupted_stacks_are_playable_or_refused(positions: int) -> None:
    rng = Random(0)
    counted = {"refused": 0, "played": 0}
    for _ in range(positions):
        phase = rng.choice(("german-combat", "soviet-combat", "german-movement", "soviet-movement"))
        state = position(*BATTLE, phase=phase)
        for _ in range(8):
            if state.outcome is not None or not leaves(state.position()["stack"]):
                break
            data = copy.deepcopy(state.position())
            corrupt(data["stack"], rng)
            try:
                again = GAME.position(data)
            except BadPosition as error:
                counted["refused"] += 1
                assert all(error.problems)
            else:
                counted["played"] += 1
                for _ in range(6):
                    if again.outcome is None:
                        again.take(rng.choice(again.actions()))
            state.apply(rng.choice(state.actions()))
    assert counted["refused"] > 0.6 * positions and counted["played"], counted


def corrupt(steps: Any, rng: Random) -> None:
    """Change one thing in the open steps."""
    way = rng.choice(leaves(steps))
    inside = steps
    for key in way[:-1]:
        inside = inside[key]
    old = inside[way[-1]]
    if isinstance(old, str):
        units = [name for name in UNIT_IDS if name.startswith(("inf-5", "inf-6", "pz-1", "rd-1", "rd-2"))]
        inside[way[-1]] = rng.choice(units) if old in UNIT_IDS else rng.choice(["1120", "1019", "1121", "pool", "Roll"])
    elif isinstance(old, int):
        inside[way[-1]] = rng.randint(-3, 8)
    elif isinstance(old, list):
        inside[way[-1]] = old + old[:1] if rng.random() < 0.5 else old[1:]
    else:
        inside[way[-1]] = None


KEYS = ["game", "rules", "turn", "phase", "units", "control", "fallen", "stack", "outcome", "spent", "far"]


@pytest.mark.rule("drive-on-moscow", "1.0")
@given(key=st.sampled_from(KEYS), value=junk_with(["pz-1", "rd-1", "1120", "Combat", "german-combat"]))
def test_junk_in_one_field_is_refused_in_words_or_harmless(key: str, value: Any) -> None:
    data = {"turn": 2, "phase": "german-combat", "units": {"pz-1": {"at": "1019"}, "rd-1": {"at": "3030"}}, key: value}
    try:
        state = GAME.position(data)
    except BadPosition as error:
        assert error.problems and all(isinstance(problem, str) and problem for problem in error.problems)
    else:
        assert state.outcome is not None or len(state.actions()) > 1
