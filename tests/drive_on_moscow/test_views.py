"""What players are shown: tokens, fog, overlays, offers, and positions both ways."""

from __future__ import annotations

import json
import zlib
from random import Random
from typing import Any

import pytest

from rasputitsa.core import Kind, RasputitsaError
from rasputitsa.core.events import told
from rasputitsa.core.offers import OfferGroup
from rasputitsa.core.view import Token
from rasputitsa.games.drive_on_moscow import GAME
from rasputitsa.games.drive_on_moscow.facts import UNIT_IDS
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from ..tools import soak
from .helpers import after, hex_id, play, position, stack, start


def tokens(state: DriveOnMoscowState, viewer: str | None, hex: str) -> list[Token]:
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
    state = after(start(), "offer deep", "done", "offer historical", "done", "offer historical", "done")
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
    state = after(start(), "offer deep", "done", "place 0706")
    groups = offer_groups(state, "soviet")
    assert groups["type"]["marks"]["TB"]["badge"] == "9"
    missing = {name for name, mark in groups["place"]["marks"].items() if mark.get("tone") == "bad"}
    assert len(missing) == 53 and "0706" not in missing
    assert groups["place"]["brush"] == groups["remove"]["brush"] == "Rifle Division"
    assert "brush" not in groups["type"]
    german = after(state, "offer historical", "done")
    groups = offer_groups(after(german, "place 0612"), "german")
    assert groups["place"]["brush"] == "Infantry Division" and groups["remove"]["brush"] == "any unit"


def offer_groups(state: DriveOnMoscowState, viewer: str) -> dict[str, OfferGroup]:
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
@pytest.mark.parametrize("actions", soak.less(40, 120))
def test_messages_stay_small(actions: int) -> None:
    """At most 30 kB for a view with its offers, in the set-up too."""
    state = start()
    rng = Random(2)
    for number in range(actions):
        for viewer in ("german", "soviet"):
            data = json.dumps([state.view(viewer), state.offers(viewer)], separators=(",", ":")).encode()
            assert len(zlib.compress(data, 6)) < 30_000
        state.apply(rng.choice(state.actions()[-6:] if number < 12 else state.actions()))
        if state.outcome is not None:
            break


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_the_owner_chooses_the_top_unit_of_a_stack_that_cannot_move() -> None:
    """Four Germans around the stack: every open hex is in their zone of control."""
    german = {"1019": "inf-5", "1121": "inf-6", "1219": "inf-7", "1118": "inf-8"}
    state = position(german, {"1120": "RD 2-3:RD", "3030": "RD RD"}, phase="soviet-movement")
    assert state.why_not("unit rd-1") is not None
    play(state, "arrange", "on-top rd-1")
    assert stack(state, "1120") == ["rd-2", "rd-1"]
    assert state.why_not("on-top inf-5") is not None and state.why_not("on-top rd-1") is not None
    assert "moving units" in str(state.question_for("german"))
    play(state, "stop")
    assert [token["name"] for token in tokens(state, "german", "1120")] == ["1120.1", "1120.2"]
    assert GAME.position(state.position()).position() == state.position()


@pytest.mark.rule("drive-on-moscow", "11.6")
def test_where_nobody_can_move_stacks_can_still_be_arranged() -> None:
    german = {"1019": "inf-5", "1121": "inf-6", "1219": "inf-7", "1118": "inf-8"}
    state = position(german, {"1120": "RD RD"}, phase="soviet-movement")
    assert {str(action) for action in state.actions()} == {"arrange", "done"}
    assert state.question is not None and state.question.text.startswith("None of your units can move.")
    old = position(german, {"1120": "RD RD"}, phase="soviet-movement", rules_version=1)
    assert old.mode != "movement"  # in version 1 the phase is over


# Overlays of the turn in which a side acts next.


def odds(state: DriveOnMoscowState, hex: str, viewer: str = "german") -> str:
    return state.overlay("threats", viewer)[hex].badge


@pytest.mark.rule("drive-on-moscow", "5.3")
@pytest.mark.rule("drive-on-moscow", "12.2")
@pytest.mark.rule("drive-on-moscow", "12.3")
def test_threats_are_those_of_the_turn_in_which_the_enemy_attacks() -> None:
    german, soviet = {"1019": "inf-5 inf-6"}, {"1120": "2-3:RD", "3030": "RD"}

    def german_odds(turn: int, phase: str, **fields: Any) -> str:
        return odds(position(german, soviet, turn=turn, phase=phase, **fields), "1120")

    assert german_odds(1, "german-movement") == "3:1"  # 8 against 3, and the momentum of turn 1
    assert german_odds(1, "soviet-movement") == "2:1"  # the Germans attack next on turn 2
    assert german_odds(4, "soviet-movement", november=4) == "3:1"  # the offensive is executed on turn 5
    assert german_odds(5, "soviet-movement", november=4) == "2:1"
    assert german_odds(6, "soviet-movement") == "1:1"  # on turn 7 none was declared
    assert german_odds(3, "soviet-movement", fight_first=True) == "2:1"  # it is the Soviets who fight first
    assert german_odds(3, "german-movement", fight_first=True) == "2:1"  # this turn's combat is over
    last = position(german, soviet, turn=9, november=4, phase="soviet-movement")
    assert "1120" not in last.overlay("threats", "german")  # there is no further German turn
    lull = position(german, soviet, turn=4, november=4)
    assert "1120" not in lull.overlay("threats", "german") and "1019" in lull.overlay("threats", "german")


@pytest.mark.rule("drive-on-moscow", "2.10")
@pytest.mark.rule("drive-on-moscow", "12.2")
def test_reach_is_that_of_the_turn_in_which_a_unit_moves_next() -> None:
    german, soviet = {"0120": "inf-5 pz-1"}, {"3030": "RD", "3031": "TB"}

    def farthest(unit: str, turn: int, phase: str, **fields: Any) -> int:
        state = position(german, soviet, turn=turn, phase=phase, **fields)
        marks = state.overlay("reach", "german" if unit in UNIT_IDS else "soviet", unit)
        return max((int(mark.badge) for mark in marks.values()), default=0)

    assert farthest("pz-1", 1, "soviet-movement") == 8  # 10 on turn 1, 8 on turn 2
    assert farthest("pz-1", 5, "soviet-movement", november=5) == 7  # turn 6 with the offensive
    assert farthest("pz-1", 5, "german-movement", november=5) == 1
    assert farthest("pz-1", 4, "german-combat") == 3  # it has moved on turn 4; 3 on turn 5
    assert farthest("pz-1", 4, "german-combat", fight_first=True) == 3
    assert farthest("pz-1", 9, "soviet-movement") == 0
    state = position(german, soviet, turn=2)
    play(state, "unit pz-1", "move 0220")
    assert max(int(mark.badge) for mark in state.overlay("reach", "german", "pz-1").values()) == 7
    assert max(int(mark.badge) for mark in state.overlay("reach", "soviet", "tb-1").values()) == 8


# Boxes beside the map, and names.


def boxed(state: DriveOnMoscowState, viewer: str | None, box: str) -> list[Token]:
    return [token for token in state.view(viewer)["tokens"] if token["at"] == box]


@pytest.mark.rule("drive-on-moscow", "3.4")
@pytest.mark.rule("drive-on-moscow", "3.5")
@pytest.mark.rule("drive-on-moscow", "2.12")
def test_every_counter_is_on_the_map_or_in_a_box() -> None:
    state = after(start(), "offer deep", "done", "offer historical", "done", "offer historical", "done")
    for viewer in ("german", "soviet", None):
        assert len(state.view(viewer)["tokens"]) == 343
        assert len(boxed(state, viewer, "pool")) == 8 and not boxed(state, viewer, "dead")
        waiting = boxed(state, viewer, "reserves")
        assert len(waiting) == 113 + 10
        assert {token["piece"] is None for token in waiting if token["owner"] == "soviet"} == {viewer != "soviet"}
        backs = [token["back"] for token in waiting if token["piece"] is None]
        assert backs.count("KG") == 10 and (viewer == "soviet" or backs.count("RD") == 53)


@pytest.mark.rule("drive-on-moscow", "3.3")
@pytest.mark.rule("drive-on-moscow", "11.6")
def test_what_waits_does_not_tell_what_has_been_set_up() -> None:
    """The enemy and spectators see how many units are left, not which: that would tell what lies in the stacks."""
    state = after(start(), "offer deep", "done", "place 0706")
    for viewer in ("german", None):
        assert {token["back"] for token in boxed(state, viewer, "reserves") if token["owner"] == "soviet"} == {
            "waiting"
        }
    assert {token["piece"] for token in boxed(state, "soviet", "reserves") if token["owner"] == "soviet"} >= {"tb-1"}
    play(state, "offer historical", "done", "place 0612")
    for viewer in ("soviet", None):
        theirs = [token for token in boxed(state, viewer, "reserves") if token["owner"] == "german"]
        assert {token.get("back") for token in theirs} == {"waiting", "KG"} and len(theirs) == 71 + 10


@pytest.mark.rule("drive-on-moscow", "2.11")
@pytest.mark.rule("drive-on-moscow", "9.3")
def test_losses_and_withdrawn_units_are_shown() -> None:
    state = position(
        {"1019": "pz-1 pz-2 inf-5", "0110": "inf-6"}, {"1120": "1-2:RD", "3030": "RD"}, phase="german-combat"
    )
    play(state, "attack 1120", "all", "fight")
    for viewer in ("german", "soviet", None):
        (dead,) = boxed(state, viewer, "dead")
        assert (dead["piece"], dead["title"]) == ("rd-1", "174th Rifle Division")
    (lost,) = [fact for fact in state.view(None)["status"] if fact["label"] == "Units lost"]
    assert lost["sides"] == {"german": 0, "soviet": 1} and lost["rule"] == "2.11"
    figures = {figure["name"]: figure["values"] for figure in state.statistics(None)}
    assert figures["losses"] == {"german": 0, "soviet": 1}
    state = position({"0110": "inf-5 inf-6"}, {"3030": "RD"}, turn=5, phase="german-replacement")
    play(state, "decline", "move-first", "withdraw inf-6")
    assert [token["piece"] for token in boxed(state, "soviet", "withdrawn")] == ["inf-6"]


@pytest.mark.rule("drive-on-moscow", "9.4")
def test_a_converted_unit_keeps_its_secret_in_the_box() -> None:
    soviet = {"3030": "2-3:RD RD", "3131": "RD"}
    state = position({"0101": "inf-5"}, soviet, phase="guards-conversion")
    state.take("guards GRD")
    events = state.take("convert rd-1")
    for viewer in ("german", None):
        (dead,) = boxed(state, viewer, "dead")
        assert dead["piece"] is None and dead["back"] == "RD" and "title" not in dead
        assert [event.text for event in told(events, viewer) if event.kind == Kind.ARRIVAL] == [
            "The 8th Guards Rifle Division enters play."
        ]
    (known,) = boxed(state, "soviet", "dead")
    assert known["title"] == "126th Rifle Division"
    (lost,) = [fact for fact in state.view(None)["status"] if fact["label"] == "Units lost"]
    assert lost["sides"] == {"german": 0, "soviet": 0} and lost["rule"] == "2.11"


@pytest.mark.rule("drive-on-moscow", "2.13")
@pytest.mark.rule("drive-on-moscow", "3.1")
def test_revealed_units_have_their_names() -> None:
    state = position({"1019": "inf-5"}, {"1120": "4-3:MRD 2-3:RD RD", "3030": "RD"}, phase="soviet-movement")
    shown = {token["name"]: token for token in tokens(state, "soviet", "1120")}
    tank, rifles, untried = shown["mrd-1"], shown["rd-1"], shown["rd-2"]
    assert (tank["title"], tank["number"], tank["type"]) == ("108th Tank Division", "108", "panzer")
    assert (rifles["title"], rifles["number"], rifles["type"]) == ("126th Rifle Division", "126", "infantry")
    assert "title" not in untried
    titles = offer_groups(state, "soviet")["unit"]["titles"]
    assert titles["rd-1"] == "126th Rifle Division" and "rd-2" not in titles
