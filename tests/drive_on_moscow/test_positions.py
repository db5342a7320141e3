"""Positions both ways: written down, read again, and refused where they contradict themselves or the rules."""

from __future__ import annotations

import json

import pytest

from rasputitsa.core import BadPosition
from rasputitsa.core.positions import to_text
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import UNIT_IDS
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .helpers import hex_id, play, position, stack


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
    assert GAME.position(text).rules_version == 1
    with pytest.raises(BadPosition, match="Kampfgruppen"):
        GAME.position(f"{text}{ELEVEN}\n")


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
