"""6.0 to 6.2.4: the hand, reinforcements, replacements, withdrawal. Rail moves are in `test_06_rail`."""

from __future__ import annotations

import json

import pytest

from ..tools import soak
from . import reference
from .helpers import (
    AREAS,
    ARMIES,
    CORPS,
    GAME,
    GERMANS,
    GUARDS,
    at,
    hand,
    happened,
    kinds,
    legal,
    logistics,
    open_step,
    phase_of,
    play,
    played,
    position,
    random_walk,
    refused,
    rule_of,
    sample,
    start,
    told,
    where,
)

QUIET_FRONT = "G-4A 1304, S-8A 1410"  # nobody next to anybody


# 6.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
def test_the_order_of_a_soviet_logistics_phase() -> None:
    """Discards, withdrawals, hand, arrivals, then cards and rail moves."""
    units = f"{QUIET_FRONT}, S-16A track2, S-9A pool"
    state = position("german-supply", units, turn=2, hands="S3 S6")
    assert (open_step(state), state.side) == ("Withdraw", "soviet")
    assert hand(state, "soviet") == []  # discarded
    assert at(state, "S-16A") == "track2"
    play(state, "done")
    assert open_step(state) == "ChooseCards" and at(state, "S-16A") == "track2"
    events = play(state, "take S1", "take S6")
    assert open_step(state) == "Logistics" and at(state, "S-16A") == "soviet"
    assert kinds(events) == ["card", "card", "card", "arrival"]
    assert legal(state) == ["card S1", "card S6", "rail", "done", "quiet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
def test_the_order_of_a_german_logistics_phase() -> None:
    state = position("soviet-movement", f"{QUIET_FRONT}, G-6A track3, G-17A pool", turn=2, hands="G1 G2")
    play(state, "done")
    assert (phase_of(state), open_step(state), state.turn) == ("german-logistics", "ChooseCards", 3)
    assert hand(state, "german") == [] and at(state, "G-6A") == "track3"
    play(state, "take G1", "take G5", "take G6")
    assert open_step(state) == "Logistics" and at(state, "G-6A") == "south"
    assert legal(state) == ["card G5", "card G6", "done", "quiet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
@pytest.mark.parametrize("order", [("rebuilt", "activation"), ("activation", "rebuilt")])
def test_cards_are_played_one_after_another_in_any_order(order: tuple[str, str]) -> None:
    state = logistics("german", f"{QUIET_FRONT}, G-9A- 1303, G-16A- 1302", hands="G1 G5 G6")
    actions = {"rebuilt": "rebuild G-17A", "activation": "activate G-9A"}
    for card, function in zip(("G5", "G6"), order, strict=True):
        play(state, f"card {card}", f"as {function}", actions[function])
    assert where(state, "G-17A G-9A G-16A") == ["south-", "1303", "1302-"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
def test_the_phase_is_skipped_where_nothing_can_be_done() -> None:
    state = position("german-logistics", "G-4A 1304, S-8A 0812", turn=1)
    play(state, "take G1", "take G2", "take G3", "take G4", "take G5")
    assert phase_of(state) == "german-logistics"  # units are eliminated: G5 could rebuild one
    everybody = ", ".join(
        f"{unit} track6" for unit in [piece.name for piece in GAME.pieces] if unit not in ("G-4A", "S-8A")
    )
    state = position("german-logistics", f"G-4A 1305, S-8A 0812, {everybody}", turn=1)
    play(state, "take G1", "take G2", "take G3", "take G4", "take G5")
    assert phase_of(state) == "german-movement"  # nobody spent, nobody lost, no city for the railway


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
def test_the_phase_ends_when_its_player_says_so() -> None:
    for answer in ("done", "quiet"):
        state = logistics("german", f"{QUIET_FRONT}, G-17A pool", hands="G5")
        play(state, answer)
        assert phase_of(state) == "german-movement" and hand(state, "german") == ["G5"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.0")
def test_what_belongs_to_another_moment_of_the_phase() -> None:
    state = position("soviet-logistics", f"{QUIET_FRONT}, G-2A track3")
    assert rule_of(state, "take S1") == "5.0"  # units withdraw first
    state = logistics("soviet", QUIET_FRONT, hands="S1 S3")
    for action in ("load S-8A", "raise S-9A", "activate S-8A", "hero 1410"):
        assert refused(state, action) == ("7.0", "Play a card for this first.")
    assert rule_of(state, "unit S-8A") == "5.0"
    play(state, "card S1", "as reinforcements")
    assert rule_of(state, "rail") == "5.0"
    play(state, "done", "card S3")
    assert rule_of(state, "done") == "5.0"  # somebody must come back
    state = position("german-logistics", f"{QUIET_FRONT}, G-2A track3", turn=3)
    play(state, "take G1", "take G2", "take G3")
    assert rule_of(state, "done") == "5.0"  # 2. Armee must be placed


# 6.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
@pytest.mark.parametrize("turn, cards", list(enumerate([5, 4, 3, 2, 2, 3], 1)))
def test_german_cards_by_turn(turn: int, cards: int) -> None:
    state = position("german-logistics", f"{QUIET_FRONT}, G-2A center", turn=turn)
    for number in range(cards):
        assert open_step(state) == "ChooseCards"
        assert len(legal(state)) == 6 - number
        play(state, legal(state)[0])
    assert len(hand(state, "german")) == cards
    assert rule_of(state, "take G6") == "6.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
@pytest.mark.parametrize("turn, cards", list(enumerate([2, 2, 3, 4, 4, 3], 1)))
def test_soviet_cards_by_turn(turn: int, cards: int) -> None:
    state = position("soviet-logistics", QUIET_FRONT, turn=turn)
    play(state, "done")
    for number in range(cards):
        assert open_step(state) == "ChooseCards"
        assert len(legal(state)) == 6 - number
        play(state, legal(state)[-1])
    assert len(hand(state, "soviet")) == cards
    assert open_step(state) == "Logistics"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_the_hand_is_chosen_from_all_six() -> None:
    state = start()
    assert legal(state) == [f"take G{number}" for number in range(1, 7)]
    play(state, "take G2")
    assert legal(state) == [f"take G{number}" for number in (1, 3, 4, 5, 6)]
    assert refused(state, "take G2") == ("6.1", "Blitz! (G2) is already in your hand.")
    assert refused(state, "take S1") == ("2.3", "Reinforcements! (S1) is one of the other side's cards.")
    assert refused(state, "card G2") == ("6.0", "Choose your hand before you play a card.")
    assert rule_of(state, "done") == "5.0"  # fewer are not taken


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_the_choice_is_secret() -> None:
    first, second = start(), start()
    one = [event for card in ("G1", "G3") for event in first.take(f"take {card}")]
    two = [event for card in ("G5", "G6") for event in second.take(f"take {card}")]
    assert {event.visible_to for event in one + two} == {"german"}
    for viewer in ("soviet", None):
        assert json.dumps(first.view(viewer)) == json.dumps(second.view(viewer))
        seen = first.view(viewer)["hands"]["german"]
        assert (seen["count"], seen["cards"], seen["played"]) == (2, None, [])
    assert first.view("german")["hands"]["german"]["cards"] == ["G1", "G3"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_everybody_is_told_how_many_cards_were_taken() -> None:
    state = position("german-logistics", f"{QUIET_FRONT}, G-17A pool", turn=5)
    events = play(state, "take G5", "take G6")
    public = [event.text for event in events if event.visible_to is None and happened(event) == "card"]
    assert public == ["The German player takes two cards."]
    assert not any("Replacement" in event.text for event in events if event.visible_to is None)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_cards_can_be_played_at_once() -> None:
    state = position("german-logistics", f"{QUIET_FRONT}, G-17A pool, S-9A soviet", turn=5)
    play(state, "take G5", "take G1")
    assert "card G5" in legal(state)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_the_soviets_hold_no_cards_in_the_first_german_player_turn() -> None:
    state = start()
    while phase_of(state) != "soviet-logistics":
        assert hand(state, "soviet") == [] and state.side == "german"
        play(state, next(a for a in ("done", legal(state)[0]) if a in legal(state)))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_never_larger_than_the_track_says(seed: int) -> None:
    german, soviet = [0, 5, 4, 3, 2, 2, 3], [0, 2, 2, 3, 4, 4, 3]
    for state in random_walk(seed):
        assert len(hand(state, "german")) <= german[state.turn - (phase_of(state) == "set-up")]
        chosen = phase_of(state).startswith("soviet")
        assert len(hand(state, "soviet")) <= soviet[state.turn if chosen else state.turn - 1]


# 6.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2")
def test_soviet_reinforcements_arrive_in_their_rear_area() -> None:
    state = position("soviet-logistics", f"{QUIET_FRONT}, S-16A track2, S-19A track2, S-50A track3", turn=2)
    events = play(state, "done", "take S1", "take S2")
    assert where(state, "S-16A S-19A S-50A") == ["soviet", "soviet", "track3"]
    assert told(events, "arrival") == [
        "The Soviet 16th Army arrives in the Soviet rear area.",
        "The Soviet 19th Army arrives in the Soviet rear area.",
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2")
@pytest.mark.parametrize("area", AREAS[:4])
def test_the_second_army_is_placed_freely(area: str) -> None:
    state = position("german-logistics", f"{QUIET_FRONT}, G-2A track2", turn=2)
    play(state, "take G1", "take G2", "take G3", "take G4")
    assert open_step(state) == "PlaceUnit"
    assert legal(state) == [f"at {area}" for area in AREAS[:4]]
    assert refused(state, "at soviet") == ("6.2", "It arrives in a German rear area, not in the Soviet rear area.")
    assert rule_of(state, "at 1304") == "6.2"
    play(state, f"at {area}")
    assert at(state, "G-2A") == area


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2")
@pytest.mark.parametrize(
    "unit, area", [("G-4PzA", "north"), ("G-9A", "center"), ("G-6A", "south"), ("R-3A", "romania")]
)
def test_units_with_a_code_come_back_to_the_rear_area_of_their_code(unit: str, area: str) -> None:
    state = position("german-logistics", f"{QUIET_FRONT}, {unit} track5", turn=5)
    play(state, "take G1", "take G2")
    assert at(state, unit) == area


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2")
def test_units_wait_for_their_own_sides_phase() -> None:
    state = position("german-logistics", f"{QUIET_FRONT}, S-16A track2", turn=2)
    play(state, "take G1", "take G2", "take G3", "take G4")
    assert at(state, "S-16A") == "track2"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2")
def test_when_each_army_of_the_track_arrives() -> None:
    """In a game where nobody does anything."""
    state = start()
    arrival: dict[str, tuple[int, str]] = {}
    while state.outcome is None:
        actions = legal(state)
        for event in play(state, next(a for a in ("done", "pass", actions[0]) if a in actions)):
            if happened(event) == "arrival":
                arrival[event.tokens[0].token] = (state.turn, event.spaces[0])
    soviet = {1: ["S-20A", "S-21A", "S-22A"], 2: ["S-16A", "S-19A", "S-24A"], 3: ["S-50A"], 4: GUARDS}
    expected = {unit: (turn, "soviet") for turn, units in soviet.items() for unit in units}
    assert arrival == {"G-2A": (2, "north"), **expected}


# 6.2.1, 6.2.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.1")
@pytest.mark.parametrize(
    "side, card, function", [("german", "G5", "rebuilt"), ("soviet", "S1", "reinforcements"), ("soviet", "S3", "t34")]
)
def test_cards_that_bring_units_back(side: str, card: str, function: str) -> None:
    """Only these, and only if there is somebody to bring back."""
    state = logistics(side, "G-4A 1304, S-8A 1410", hands=card)
    assert f"card {card}" in legal(state)
    names = [
        function["name"] for entry in GAME.manifest()["cards"] if entry["id"] == card for function in entry["functions"]
    ]
    assert names[0] == function


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.1")
@pytest.mark.parametrize("card", ["G1", "G3"])
def test_other_cards_bring_nobody_back(card: str) -> None:
    state = logistics("german", "G-4A 1304, S-8A 1410", hands=f"{card} G5")
    assert legal(state, "card") == ["G5"]
    assert rule_of(state, f"card {card}") == "7.1"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
@pytest.mark.parametrize(
    "unit, area",
    [("G-2PzA", "center"), ("G-4PzA", "north"), ("G-17A", "south"), ("R-4A", "romania"), ("G-11A", "romania")],
)
def test_one_eliminated_unit_is_rebuilt_spent(unit: str, area: str) -> None:
    state = logistics("german", "G-9A 1305, S-8A 1410", hands="G5 G6")
    play(state, "card G5")
    if open_step(state) == "ChooseFunction":
        play(state, "as rebuilt")
    assert open_step(state) == "Rebuild"
    assert len(legal(state)) == 13  # everybody but 9. Armee
    events = play(state, f"rebuild {unit}")
    assert at(state, unit) == f"{area}-"
    assert told(events, "arrival")[0].endswith("spent.")
    assert hand(state, "german") == ["G6"] and played(state, "german") == ["G5"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
@pytest.mark.parametrize("area", AREAS[:4])
def test_the_second_army_is_rebuilt_where_its_player_likes(area: str) -> None:
    state = logistics("german", "G-9A 1305, S-8A 1410", hands="G5")
    play(state, "card G5", "rebuild G-2A")
    assert legal(state) == [f"at {area}" for area in AREAS[:4]]
    play(state, f"at {area}")
    assert at(state, "G-2A") == f"{area}-"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
def test_a_choice_of_one_is_not_asked() -> None:
    others = ", ".join(f"{unit} track6" for unit in GERMANS if unit not in ("G-9A", "G-17A"))
    state = logistics("german", f"G-9A 1305, S-8A 1410, {others}", hands="G5 G6")
    events = play(state, "card G5")  # neither a spent unit nor a station: only Rebuilt fits, and only for 17. Armee
    assert at(state, "G-17A") == "south-"
    assert told(events, "arrival") == ["The German 17. Armee arrives in Army Group South, spent."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
def test_each_card_rebuilds_one() -> None:
    state = logistics("german", "G-9A 1305, S-8A 1410", hands="G5 G6")
    for card, unit in (("G5", "G-2PzA"), ("G6", "G-3PzA")):
        play(state, f"card {card}")
        if open_step(state) == "ChooseFunction":
            play(state, "as rebuilt")
        play(state, f"rebuild {unit}")
    assert where(state, "G-2PzA G-3PzA") == ["center-", "center-"]
    assert phase_of(state) == "german-movement"  # no card is left


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
def test_who_cannot_be_rebuilt() -> None:
    state = logistics("german", "G-9A 1305, S-8A 1410, G-6A surrendered, S-3A surrendered", hands="G5")
    play(state, "card G5")
    assert "rebuild G-6A" not in legal(state)
    assert refused(state, "rebuild S-3A") == ("6.2.2", "The Soviet 3rd Army is not an eliminated German unit.")
    assert refused(state, "rebuild G-6A") == (
        "13.1",
        "The German 6. Armee has surrendered, and one card is not enough to rebuild it.",
    )
    assert refused(state, "rebuild G-9A") == ("6.2.2", "The German 9. Armee is not an eliminated German unit.")
    assert rule_of(state, "rebuild S-9A") == "6.2.2"
    assert rule_of(state, "done") == "5.0"  # the card is on the table


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_two_cards_at_once_rebuild_a_surrendered_unit() -> None:
    state = logistics("german", "G-9A 1305, S-8A 1410, G-6A surrendered, G-17A surrendered", hands="G3 G5 G6")
    play(state, "both")
    assert played(state, "german") == ["G5", "G6"] and hand(state, "german") == ["G3"]
    assert legal(state) == ["rebuild G-6A", "rebuild G-17A"]
    assert refused(state, "rebuild G-2PzA") == ("13.1", "The two cards were played for a surrendered unit.")
    play(state, "rebuild G-17A")
    assert where(state, "G-17A G-6A") == ["south-", "surrendered"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_one_card_does_not_rebuild_a_surrendered_unit() -> None:
    others = ", ".join(f"{unit} track6" for unit in ("G-2PzA", "G-3PzA", "G-1PzA", "G-4PzA", "G-16A", "G-18A", "G-4A"))
    others += ", G-17A track6, G-11A track6, G-2A track6, R-3A track6, R-4A track6"
    units = f"G-9A- 1305, S-8A 1410, G-6A surrendered, {others}"
    state = logistics("german", units, hands="G3 G5")
    assert legal(state, "card") == ["G3", "G5"]
    play(state, "card G5")  # nobody is eliminated, no city for the railway: Activation alone is left
    assert at(state, "G-9A") == "1305"
    state = logistics("german", units, hands="G3 G5")
    assert refused(state, "both") == ("13.1", "You do not hold two Replacement! cards.")
    state = logistics("german", units.replace("surrendered", "south"), hands="G5 G6")
    assert refused(state, "both")[0] == "13.1"


# 6.2.3


LOST = "S-9A pool, S-10A pool, S-11A pool, S-Gd1 pool, S-3A pool"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
def test_up_to_four_infantry_units_come_back_fresh() -> None:
    state = logistics("soviet", "G-4A 1304, S-8A 1410", hands="S1 S6")
    play(state, "card S1", "as reinforcements")
    assert set(legal(state, "raise")) == {*ARMIES, *GUARDS} - {"S-8A"}
    for unit in ("S-9A", "S-Gd1", "S-11A"):
        play(state, f"raise {unit}")
    assert open_step(state) == "RaiseInfantry" and "done" in legal(state)
    play(state, "raise S-3A")
    assert open_step(state) == "Logistics"  # four are enough
    assert where(state, "S-9A S-Gd1 S-11A S-3A") == ["soviet"] * 4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_fewer_than_four_may_come_back(number: int) -> None:
    state = logistics("soviet", "G-4A 1304, S-8A 1410", hands="S1")
    play(state, "card S1", "as reinforcements", *(f"raise {unit}" for unit in ARMIES[1 : number + 1]), "done")
    assert open_step(state) == "Logistics"
    assert where(state, " ".join(ARMIES[1:5])) == ["soviet"] * number + ["pool"] * (4 - number)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
def test_each_reinforcements_card_brings_four() -> None:
    state = logistics("soviet", "G-4A 1304, S-8A 1410", hands="S1 S2", free_rail=False)
    play(state, "card S1", "as reinforcements", *(f"raise {unit}" for unit in ARMIES[1:5]))
    play(state, "card S2", "as reinforcements", *(f"raise {unit}" for unit in ARMIES[5:9]))
    assert where(state, " ".join(ARMIES[1:9])) == ["soviet"] * 8
    assert played(state, "soviet") == ["S1", "S2"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
def test_who_does_not_come_back_by_reinforcements() -> None:
    state = logistics("soviet", "G-4A 1304, S-8A 1410, S-16A track4", hands="S1")
    play(state, "card S1", "as reinforcements")
    assert refused(state, "raise S-12MC") == (
        "6.2.3",
        "The Soviet 12th Mechanized Corps is not an eliminated Soviet infantry unit.",
    )
    assert rule_of(state, "raise S-8A") == "6.2.3"
    assert rule_of(state, "raise S-16A") == "6.2.3"
    assert rule_of(state, "raise G-9A") == "6.2.3"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_a_surrendered_infantry_unit_counts_two() -> None:
    """The example of 13.1: one card brings back four infantry units, or two surrendered ones."""
    gone = ", ".join(f"{unit} surrendered" for unit in ARMIES[1:6])
    state = logistics("soviet", f"G-4A 1304, S-8A 1410, {gone}", hands="S1", free_rail=False)
    play(state, "card S1", "as reinforcements", f"raise {ARMIES[1]}", f"raise {ARMIES[2]}")
    assert where(state, " ".join(ARMIES[1:6])) == ["soviet", "soviet", "surrendered", "surrendered", "surrendered"]
    assert phase_of(state) == "soviet-movement"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_eliminated_and_surrendered_units_mixed() -> None:
    state = logistics("soviet", f"G-4A 1304, S-8A 1410, {ARMIES[1]} surrendered, {ARMIES[2]} surrendered", hands="S1")
    play(state, "card S1", "as reinforcements", f"raise {ARMIES[1]}", f"raise {ARMIES[3]}")
    assert ARMIES[2] not in legal(state, "raise") and ARMIES[4] in legal(state, "raise")
    assert rule_of(state, f"raise {ARMIES[2]}") == "13.1"
    play(state, f"raise {ARMIES[4]}")
    assert open_step(state) == "Logistics"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
@pytest.mark.parametrize("unit", CORPS[:3])
def test_t34_brings_back_one_tank_unit(unit: str) -> None:
    state = logistics("soviet", "G-4A 1304, S-8A 1410", hands="S3")
    play(state, "card S3")
    assert legal(state) == [f"raise {corps}" for corps in CORPS]
    assert refused(state, "raise S-9A") == ("6.2.3", "The Soviet 9th Army is not an eliminated Soviet tank unit.")
    play(state, f"raise {unit}")
    assert at(state, unit) == "soviet"
    assert sum(at(state, corps) == "soviet" for corps in CORPS) == 1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.3")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_a_surrendered_tank_unit_never_returns() -> None:
    """Our reading: it would cost two T-34! cards, and there is one."""
    corps = ", ".join(f"{unit} surrendered" for unit in CORPS[:9])
    state = logistics("soviet", f"G-4A 1304, S-8A 1410, {corps}", hands="S3")
    play(state, "card S3")  # a single candidate is not asked for
    assert at(state, CORPS[9]) == "soviet"
    state = logistics("soviet", f"G-4A 1304, S-8A 1410, {corps}, {CORPS[9]} surrendered", hands="S3")
    assert "card S3" not in legal(state)
    assert rule_of(state, "card S3") == "7.1"
    state = logistics(
        "soviet", f"G-4A 1304, S-8A 1410, {', '.join(f'{unit} surrendered' for unit in CORPS[:8])}", hands="S3"
    )
    play(state, "card S3")
    assert refused(state, f"raise {CORPS[0]}") == (
        "6.2.3",
        "The Soviet 12th Mechanized Corps has surrendered and would take two T-34! cards.",
    )


# 6.2.4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_units_in_supply_may_withdraw() -> None:
    state = position("soviet-logistics", "G-4A 1304, S-8A 1410, S-3MC 1410, S-9A- 1411, S-10A soviet")
    assert legal(state) == ["withdraw S-8A", "withdraw S-9A", "withdraw S-3MC", "done"]
    events = play(state, "withdraw S-9A", "withdraw S-3MC")
    assert where(state, "S-9A S-3MC S-8A") == ["pool", "pool", "1410"]
    assert told(events, "departure") == [
        "The Soviet 9th Army is withdrawn from 1411.",
        "The Soviet 3rd Mechanized Corps is withdrawn from 1410 Moscow.",
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_withdrawn_units_can_come_back_at_once_by_cards() -> None:
    state = position("soviet-logistics", "G-4A 1304, S-8A 1410, S-9A- 1411, S-3MC 1411", turn=2)
    play(state, "withdraw S-9A", "withdraw S-3MC", "done", "take S1", "take S3")
    play(state, "card S1", "as reinforcements", "raise S-9A", "done", "card S3", "raise S-3MC")
    assert where(state, "S-9A S-3MC") == ["soviet", "soviet"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_units_without_a_supply_line_cannot_withdraw() -> None:
    around = "G-4A 1304, G-9A 1305, G-16A 1206, G-18A 1405, S-9A 1306"
    state = position("soviet-logistics", f"{around}, S-8A 1410, S-10A 1704")
    assert "withdraw S-9A" not in legal(state)
    assert refused(state, "withdraw S-9A") == ("6.2.4", "The Soviet 9th Army in 1306 cannot trace a supply line.")
    assert refused(state, "withdraw S-11A") == ("6.2.4", "The Soviet 11th Army is not on the map.")
    assert refused(state, "withdraw G-4A") == ("6.2.4", "Only Soviet units can withdraw.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_not_even_from_a_fortress_that_is_cut_off() -> None:
    ring = "G-4A 1409, G-9A 1411, G-16A 1510, G-18A 1310"
    state = position("soviet-logistics", f"{ring}, S-8A 1410, S-9A 0712", hands="")
    assert legal(state, "withdraw") == ["S-9A"]
    assert rule_of(state, "withdraw S-8A") == "6.2.4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_withdrawal_at_the_beginning_only() -> None:
    state = position("soviet-logistics", "G-4A 1304, S-8A 1410", turn=2)
    play(state, "done")
    assert rule_of(state, "withdraw S-8A") == "5.0"  # the hand is being chosen
    play(state, "take S1", "take S2")
    assert refused(state, "withdraw S-8A") == ("6.2.4", "Units can withdraw only at the beginning of the phase.")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_the_germans_do_not_withdraw() -> None:
    state = position("german-logistics", "G-4A 1304, S-8A 1410", turn=2)
    assert open_step(state) == "ChooseCards"
    play(state, "take G1", "take G2", "take G3", "take G5")
    assert rule_of(state, "withdraw G-4A") == "6.2.4"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
def test_a_withdrawal_can_cut_the_line_of_others() -> None:
    """S-9A holds 1411 in a German zone; without it Moscow's neighbour in 1409 has no line any more."""
    units = "G-4PzA 1510, G-9A 1311, G-2A 1507, G-6A 1307, S-9A 1411, S-10A 1410"
    state = position("soviet-logistics", units)
    table = reference.Table(state.position())
    assert table.supplied("S-10A") and "withdraw S-10A" in legal(state)
    play(state, "withdraw S-9A")
    assert not reference.Table(state.position()).supplied("S-10A")
    assert open_step(state) == "ChooseCards"  # nobody is left who could


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.2.4")
@pytest.mark.parametrize("size", soak.less(15, 60))
def test_who_may_withdraw_against_the_supply_reference(size: int) -> None:
    states = sample("Withdraw", size)
    assert len(states) == size
    for state in states:
        table = reference.Table(state.position())
        expected = {
            unit for unit in table.units(german=False) if table.where[unit] != "soviet" and table.supplied(unit)
        }
        assert set(legal(state, "withdraw")) == expected
