"""What players are shown: tokens, fog, overlays, offers, and positions both ways."""

from __future__ import annotations

import json
import zlib
from random import Random

import pytest

from rasputitsa.core import BadPosition, RasputitsaError
from rasputitsa.core.positions import to_text
from rasputitsa.core.values import Data
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import UNIT_IDS
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from .table import hex_id, play, position, stack, start


def tokens(state: DriveOnMoscowState, viewer: str | None, hex: str) -> list[dict[str, object]]:
    return [token for token in state.view(viewer)["tokens"] if token["at"] == hex]


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_the_enemy_sees_the_top_unit_and_the_count() -> None:
    state = position({"1019": "inf-5 pz-1"}, {"1120": "2-3:RD RD", "3030": "RD 3-5:RD"}, phase="german-movement")
    assert [token["piece"] for token in tokens(state, "german", "1019")] == ["inf-5", "pz-1"]
    assert [token["piece"] for token in tokens(state, "soviet", "1019")] == [None, "pz-1"]
    assert [token["piece"] for token in tokens(state, None, "1019")] == [None, "pz-1"]
    untried = tokens(state, "german", "1120")
    assert [(token["name"], token.get("back")) for token in untried] == [("1120.1", "unit"), ("1120.2", "RD")]
    own = tokens(state, "soviet", "1120")
    assert [(token["name"], token["face"]) for token in own] == [("rd-1", 1), ("rd-2", 0)]
    assert own[0]["print"] == "2-3"
    veteran = tokens(state, "german", "3030")[1]
    assert (veteran["piece"], veteran["print"]) == ("rd-4", "3-5")


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_a_guess_keeps_what_a_side_sees_and_changes_what_it_does_not() -> None:
    state = play(start(), "offer deep", "done", "offer historical", "done", "offer historical", "done")
    seen = json.dumps(state.view("german"))
    guesses = [state.guess("german", Random(seed)) for seed in range(5)]
    assert all(json.dumps(guess.view("german")) == seen for guess in guesses)
    assert len({json.dumps(guess.view("soviet")) for guess in guesses}) == 5
    assert all(guess.units_in(1) == state.units_in(1) for guess in guesses)


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_a_guess_draws_concealed_conversions_anew() -> None:
    state = position({"0101": "inf-5"}, {"3030": "RD", "3131": "RD"}, phase="guards-conversion")
    play(state, "guards GRD", "convert rd-1")
    state.apply(state.actions()[0])
    unit = UNIT_IDS["rd-1"]
    faces = {state.guess("german", Random(seed)).face[unit] for seed in range(20)}
    assert len(faces) > 5
    assert {state.guess("soviet", Random(seed)).face[unit] for seed in range(5)} == {state.face[unit]}


@pytest.mark.rule("drive-on-moscow", "8.0")
def test_overlays() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD", "1018": "2-3:RD RD"})
    assert "1120" in state.overlay("zones", "german")
    assert state.overlay("german-supply", None)["0101"].badge == "S"
    assert state.overlay("soviet-supply", None)["4005"].badge == "S"
    assert state.overlay("control", None)["0519"].tone == "german"
    assert "2734" in state.overlay("entry", "soviet")
    assert " to " in state.overlay("threats", "german")["1019"].badge
    assert state.overlay("reach", "german", "inf-5")["1020"].badge == "1"
    line = state.overlay("supply-line", "german", "inf-5")
    assert line["1019"].toward in line
    assert state.overlay("reach", "german", "1120.1")  # the top unit of an enemy stack may be looked at
    with pytest.raises(RasputitsaError, match="that you can look at"):
        state.overlay("reach", "german", "1018.1")
    with pytest.raises(RasputitsaError, match="that you can look at"):
        state.overlay("reach", "german", "rd-2")


@pytest.mark.rule("drive-on-moscow", "11.13")
def test_no_threat_by_units_that_may_not_attack_into_marsh() -> None:
    state = position({"0707": "pz-1", "0101": "inf-5"}, {"0807": "2-4:RD"}, phase="german-movement")
    assert "0807" not in state.overlay("threats", "german")
    state = position({"0707": "pz-1 inf-5"}, {"0807": "2-4:RD"}, phase="german-movement")
    assert state.overlay("threats", "german")["0807"].badge == "1:1"


@pytest.mark.rule("drive-on-moscow", "11.6")
@pytest.mark.rule("drive-on-moscow", "11.13")
def test_threats_do_not_tell_who_lies_under_the_top_unit() -> None:
    """Whether it is the panzer division, which may not attack into marsh, or one that may."""
    seen = [
        position(
            {"0707": f"{here} inf-5", "0101": f"{there} inf-7"}, {"0807": "2-4:RD"}, phase="german-movement"
        ).overlay("threats", "soviet")["0807"]
        for here, there in (("pz-1", "inf-6"), ("inf-6", "pz-1"))
    ]
    assert seen[0] == seen[1] and " to " in seen[0].badge


@pytest.mark.rule("drive-on-moscow", "10.4")
def test_what_is_in_hand_is_said() -> None:
    state = position({"0110": "inf-5 inf-6"})
    play(state, "unit inf-5", "unit inf-6")
    offers = state.offers("german")
    assert offers is not None and offers["selection"] == {"tokens": ["inf-5", "inf-6"], "spaces": ["0110"]}
    roles = {group["verb"]: group["role"] for group in offers["groups"]}
    assert roles == {"move": "main", "unit": "toggle", "stop": "cancel"}
    assert state.offers("soviet") is None


@pytest.mark.rule("drive-on-moscow", "3.3")
def test_the_set_up_says_what_is_left_and_what_is_missing() -> None:
    state = play(start(), "offer deep", "done", "place 0706")
    groups = offer_groups(state, "soviet")
    assert groups["type"]["marks"]["TB"]["badge"] == "9"
    missing = {name for name, mark in groups["place"]["marks"].items() if mark.get("tone") == "bad"}
    assert len(missing) == 53 and "0706" not in missing
    assert groups["place"]["brush"] == groups["remove"]["brush"] == "Rifle Division"
    assert "brush" not in groups["type"]
    german = play(state, "offer historical", "done")
    groups = offer_groups(play(german, "place 0612"), "german")
    assert groups["place"]["brush"] == "Infantry Division" and groups["remove"]["brush"] == "any unit"


def offer_groups(state: DriveOnMoscowState, viewer: str) -> dict[str, Data]:
    offers = state.offers(viewer)
    assert offers is not None
    return {group["verb"]: group for group in offers["groups"]}


@pytest.mark.rule("drive-on-moscow", "3.7")
def test_territory_is_public() -> None:
    state = position({"1019": "inf-5"}, {"1120": "RD"})
    found = state.view(None)["territory"]
    german, soviet = (int(found[side], 16) for side in ("german", "soviet"))
    assert german >> hex_id("1019") & 1 and soviet >> hex_id("1120") & 1
    assert not german & soviet and (german | soviet).bit_count() == 1800
    assert found == state.view("german")["territory"] == state.view("soviet")["territory"]
    ids = {space["name"]: space["id"] for space in GAME.manifest()["board"]["spaces"]}
    assert ids["1019"] == hex_id("1019")


@pytest.mark.rule("drive-on-moscow", "10.4")
def test_the_reach_of_a_stack_is_that_of_its_slowest_unit() -> None:
    state = position({"0110": "inf-5 pz-3"}, {"1120": "RD RD"})
    infantry, panzers = (state.overlay("reach", "german", unit) for unit in ("inf-5", "pz-3"))
    together = state.overlay("stack-reach", "german", "pz-3")
    assert together.keys() <= infantry.keys() & panzers.keys()  # infantry may enter marsh, panzers may not
    assert together.keys() < panzers.keys()
    assert max(int(mark.badge) for mark in together.values()) == max(int(mark.badge) for mark in infantry.values())
    # Of an enemy stack only the top unit counts: what lies under it is not known.
    assert state.overlay("stack-reach", "german", "1120.2") == state.overlay("reach", "german", "1120.2")


@pytest.mark.rule("drive-on-moscow", "3.0")
def test_messages_stay_small() -> None:
    """At most 30 kB for a view with its offers, in the set-up too."""
    state = start()
    rng = Random(2)
    for number in range(120):
        for viewer in ("german", "soviet"):
            data = json.dumps([state.view(viewer), state.offers(viewer)], separators=(",", ":")).encode()
            assert len(zlib.compress(data, 6)) < 30_000
        state.apply(rng.choice(state.actions()[-6:] if number < 12 else state.actions()))
        if state.outcome is not None:
            break


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
