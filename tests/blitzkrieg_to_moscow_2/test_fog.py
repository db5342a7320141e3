"""Hidden hands: what a side sees, is told and is asked does not depend on the cards that the other holds."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from random import Random
from typing import Any

import pytest

from rasputitsa import Match
from rasputitsa.bots import bot, bots, decide
from rasputitsa.core import CHANCE, IllegalAction
from rasputitsa.games.blitzkrieg_to_moscow_2.facts import CARD_IDS
from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from rasputitsa.match import CommittedDice, NotYourTurn

from .. import properties
from ..tools import soak
from .helpers import (
    GAME,
    at,
    attack,
    hand,
    legal,
    logistics,
    open_step,
    play,
    played,
    position,
    random_walk,
    start,
    told,
)

SIDES = ("german", "soviet")
OTHER = {"german": "soviet", "soviet": "german"}
LETTER = {"german": "G", "soviet": "S"}


def with_hand(state: BlitzkriegState, side: str, cards: list[str]) -> BlitzkriegState:
    """The same position with another hand of a side."""
    data = state.position()
    data["hands"] = sorted([*cards, *hand(state, OTHER[side])])
    return GAME.position(data)


def unseen(state: BlitzkriegState, side: str) -> list[str]:
    """The cards that a side could hold, as far as everybody knows."""
    cards = [f"{LETTER[side]}{number}" for number in range(1, 7)]
    return [card for card in cards if card not in played(state, side)]


def hands_in(state: BlitzkriegState, side: str | None) -> dict[str, tuple[int, list[str] | None, list[str]]]:
    """Number, cards and played cards of both hands, as a side sees them."""
    hands = state.view(side)["hands"]
    return {owner: (hand["count"], hand["cards"], hand["played"]) for owner, hand in hands.items()}


# Views


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_a_view_shows_the_own_hand_and_the_number_of_the_others_cards() -> None:
    state = position("german-movement", "G-4A 0806, S-8A 1412", hands="G1 G5 S3 S4 S6", played="S1")
    assert hands_in(state, "german") == {"german": (2, ["G1", "G5"], []), "soviet": (3, None, ["S1"])}
    assert hands_in(state, "soviet") == {"german": (2, None, []), "soviet": (3, ["S3", "S4", "S6"], ["S1"])}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_a_spectator_sees_no_hand() -> None:
    for state in (start(), position("german-movement", "G-4A 0806, S-8A 1412", hands="G1 G5 S3 S6", played="S1")):
        view = state.view(None)
        assert [view["hands"][side]["cards"] for side in SIDES] == [None, None]
        text = json.dumps({key: value for key, value in view.items() if key != "hands"})
        assert not any(f'"{letter}{number}"' in text for letter in "GS" for number in range(1, 7))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_the_others_cards_occur_nowhere_in_a_view() -> None:
    """In random games: whatever the other holds and has not played, its name stands nowhere in the view."""
    for seed in range(4):
        for number, state in enumerate(random_walk(seed)):
            if number % 7:
                continue
            for side in SIDES:
                text = json.dumps(state.view(side))
                for card in hand(state, OTHER[side]):
                    assert f'"{card}"' not in text and f"({card})" not in text


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_the_choice_of_a_hand_is_told_to_its_owner_alone() -> None:
    state = start()
    events = play(state, "take G5")
    assert [(event.visible_to, event.text) for event in events] == [("german", "You take Replacement! (G5).")]
    events = play(state, "take G1", "take G3", "take G4", "take G6")
    public = [event.text for event in events if event.visible_to is None]
    assert "The German player takes five cards." in public
    assert not any(name in text for text in public for name in ("Replacement", "Blitz", "Tactical"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.2")
def test_unplayed_cards_are_discarded_unseen() -> None:
    units = "G-4A 0806, S-8A 1412"
    state = position("soviet-supply", units + ", S-11A- 1312", hands="G1 G5 S3")
    events = play(state, "done")
    assert told(events, "card") == ["The German player discards two unplayed cards."]
    assert not any("Blitz" in event.text for event in events)


# Non-interference


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize(
    ("side", "seed", "steps"),
    [("german", 0, 130), *(soak.left((side, seed, 20_000)) for side in SIDES for seed in range(3))],
)
def test_whole_games_look_the_same_whatever_the_other_holds(side: str, seed: int, steps: int) -> None:
    """Two games side by side: the other side chooses its hands differently and plays what it can in both."""
    rng = Random(f"twins {seed}")
    options = {option.name: rng.choice(option.choices) for option in GAME.options}
    state, twin = GAME.start(options=options), GAME.start(options=options)
    taken = properties.play_twins(state, twin, side, rng, steps, secret="take")
    assert (state.outcome is not None or taken == steps) and state.outcome == twin.outcome and taken > 100


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize("side", SIDES)
def test_the_others_answers_differ_in_cards_alone(side: str) -> None:
    """Whatever is in a hand, the actions without a card are the same, and there are two at least."""
    rng = Random(5)
    for seed in range(4):
        for state in random_walk(seed):
            if state.side != OTHER[side] or rng.random() < 0.5:
                continue
            twin = state.guess(side, rng)
            twin.quiet = state.quiet
            mine, theirs = (
                [action for action in some.actions() if action.verb not in ("card", "take", "both")]
                for some in (state, twin)
            )
            assert mine == theirs
            assert len(mine) > 1 or open_step(state) == "ChooseCards"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
@pytest.mark.parametrize("games", soak.less(1, 3))
def test_bots_decide_the_same_whatever_the_other_holds(games: int) -> None:
    rng = Random(2)
    compared = 0
    names = [name for name in bots(GAME.name) if name not in ("officer", "marshal")]  # see tests/bots
    players = {(name, side): bot(name, GAME.name, seed=3) for name in names for side in SIDES}
    for seed in range(games):
        for number, state in enumerate(random_walk(seed)):
            if state.side not in SIDES or rng.random() < 0.96:
                continue
            twin = with_other_hand(state, state.side, rng)
            for name in names:
                player = players[name, state.side]
                assert decide(player, state, number) == decide(player, twin, number)
            compared += 1
    assert compared > 6 * games


def with_other_hand(state: BlitzkriegState, side: str, rng: Random) -> BlitzkriegState:
    """A copy in which the other side holds other cards, as many and as possible as before."""
    other = OTHER[side]
    cards = rng.sample(unseen(state, other), len(hand(state, other)))
    twin = state.copy()
    for card in hand(state, other):
        twin.hands &= ~(1 << CARD_IDS[card])
    for card in cards:
        twin.hands |= 1 << CARD_IDS[card]
    assert hand(twin, other) == sorted(cards)
    return twin


# Guesses


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
@pytest.mark.parametrize("games", soak.less(1, 3))
def test_a_guess_keeps_what_the_side_knows_and_never_peeks(games: int) -> None:
    rng = Random(8)
    for seed in range(games):
        for number, state in enumerate(random_walk(seed)):
            if number % 9:
                continue
            for side in SIDES:
                twin = with_other_hand(state, side, rng)
                guess, again = state.guess(side, Random(number)), twin.guess(side, Random(number))
                assert guess.position() == again.position()
                assert guess.view(side) == state.view(side)
                assert len(hand(guess, OTHER[side])) == len(hand(state, OTHER[side]))
                assert set(hand(guess, OTHER[side])) <= set(unseen(state, OTHER[side]))
                data = guess.position()
                assert GAME.position(json.loads(json.dumps(data))).position() == data


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_every_possible_hand_is_guessed_about_equally_often() -> None:
    state = position("german-movement", "G-4A 0806, S-8A 1412", hands="G1 S3 S4", played="S1")
    rng = Random(1)
    found = Counter(tuple(hand(state.guess("german", rng), "soviet")) for _ in range(2000))
    assert len(found) == comb(5, 2) and ("S3", "S4") in found
    assert all(150 < count < 250 for count in found.values())


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_a_guess_can_be_played_to_the_end() -> None:
    rng = Random(4)
    for seed in range(2):
        for number, state in enumerate(random_walk(seed)):
            if number % 90:
                continue
            guess = state.guess(rng.choice(SIDES), rng)
            while guess.outcome is None:
                guess.apply(rng.choice(guess.actions()))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_a_guess_is_independent_of_the_state() -> None:
    state = position("german-movement", "G-4A 0806, S-8A 1412", hands="G1 S3")
    before = state.position()
    guess = state.guess("german", Random(1))
    play(guess, "unit G-4A", "move 0807", "stop")
    assert state.position() == before and at(state, "G-4A") == "0806"


# Which questions are asked


def asked_with(state_of: Any, hands: list[str]) -> list[tuple[str, str | None]]:
    """Who is asked what, for each of these hands."""
    found = []
    for cards in hands:
        state = state_of(cards)
        found.append((open_step(state), state.side))
    return found


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_hitler_order_is_asked_for_whatever_the_soviet_player_holds() -> None:
    def after_blitz(cards: str) -> BlitzkriegState:
        state = position("german-breakthrough", "G-2PzA 0806, S-8A 0807", hands=f"G1 {cards}")
        play(state, "card G1")
        return state

    hands = [f"S{number}" for number in range(1, 7)]
    assert set(asked_with(after_blitz, hands)) == {("HitlerOrder", "soviet")}
    assert legal(after_blitz("S6")) == ["card S6", "pass", "quiet"]
    assert legal(after_blitz("S1")) == ["pass", "quiet"]
    assert asked_with(after_blitz, [""]) == [("TankAction", "german")]  # nobody holds a card


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_once_hitler_order_was_played_it_is_not_asked_for() -> None:
    state = position("german-breakthrough", "G-2PzA 0806, S-8A 0807", hands="G1 S1 S2", played="S6")
    play(state, "card G1")
    assert open_step(state) == "TankAction"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_a_shift_is_asked_for_whatever_is_held() -> None:
    def combat(cards: str) -> BlitzkriegState:
        state = position("german-combat", "G-4A 0806, S-8A 0807", hands=cards)
        attack(state, "0807")
        return state

    assert set(asked_with(combat, [f"G{n}" for n in range(1, 7)])) == {("ShiftCard", "german")}
    assert set(asked_with(combat, [f"S{n}" for n in range(1, 7)])) == {("ShiftCard", "soviet")}
    assert legal(combat("G5")) == ["pass", "quiet"]
    assert asked_with(combat, [""]) == [("RollDie", CHANCE)]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_a_re_roll_is_asked_for_whatever_is_held() -> None:
    def rolled(cards: str) -> BlitzkriegState:
        state = position("german-combat", "G-4A 0806, S-8A 0807", hands=cards)
        attack(state, "0807")
        while open_step(state) == "ShiftCard":
            play(state, "pass")
        play(state, "roll 5")
        return state

    assert set(asked_with(rolled, [f"G{n}" for n in range(1, 7)])) == {("ReRoll", "german")}
    assert set(asked_with(rolled, [f"S{n}" for n in range(1, 7)])) == {("ReRoll", "soviet")}
    assert asked_with(rolled, [""]) == [("Retreat", "soviet")]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "12.0")
def test_phases_wait_for_their_player_whatever_he_holds() -> None:
    def breakthrough(cards: str) -> BlitzkriegState:
        return position("german-breakthrough", "G-2PzA 0806, G-4A 0706, S-8A 0809", hands=cards)

    assert set(asked_with(breakthrough, [f"G{n}" for n in range(1, 7)])) == {("Breakthrough", "german")}

    def supply(cards: str) -> BlitzkriegState:
        return position("german-supply", "G-4A- 0901, S-8A 1412", hands=cards)

    assert set(asked_with(supply, [f"G{n}" for n in range(1, 7)])) == {("Supply", "german")}

    def logistics_of(cards: str) -> BlitzkriegState:
        return logistics("german", "G-4A- 0901, S-8A 1412", hands=cards)

    assert set(asked_with(logistics_of, [f"G{n}" for n in range(1, 7)])) == {("Logistics", "german")}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_replacement_card_does_not_betray_the_other_one() -> None:
    """A German unit has surrendered. Replacement! is played for a rail move: whether its twin is held does not show."""
    seen = []
    germans = [piece for piece in GAME.pieces if piece.name[0] in "GR"]
    units = ", ".join(f"{piece.name} {piece.area or 'center'}" for piece in germans if piece.name != "G-2PzA")
    for cards in ("G5 G6", "G5 G1"):
        state = logistics("german", units + ", G-2PzA surrendered, S-8A 1412", hands=cards, german="1304")
        events = play(state, "card G5")
        seen.append((open_step(state), state.view("soviet"), [event for event in events if event.visible_to is None]))
    assert seen[0] == seen[1] and seen[0][0] == "RailMove"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.1")
def test_logistics_wait_for_a_pair_that_could_be_held() -> None:
    """Nothing else can be done with cards: whether both Replacement! are held does not show."""
    units = ", ".join(f"{piece.name} surrendered" for piece in GAME.pieces if piece.side == 0) + ", S-8A 1412"
    assert open_step(logistics("german", units, hands="G5 G6")) == "Logistics"
    assert open_step(logistics("german", units, hands="G1 G2")) == "Logistics"
    assert open_step(logistics("german", units, hands="G1")) != "Logistics"  # one card is no pair
    assert open_step(logistics("german", units, hands="G1 G2", played="G5")) != "Logistics"


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_whoever_asks_not_to_be_asked_is_left_alone_for_the_phase() -> None:
    units = "G-4A 0806, G-9A 0706, S-8A- 0807, S-11A- 0605"
    state = position("german-combat", units, hands="S1 S5")
    attack(state, "0807", "G-4A")
    play(state, "quiet")
    play(state, "roll 6", "stay")  # no re-roll was asked for
    attack(state, "0605", "G-9A")
    assert state.side == CHANCE
    assert state.position()["quiet"] == ["soviet"]
    play(state, "roll 6", "stay")
    assert state.position()["quiet"] == []  # another phase


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_wish_not_to_be_asked_is_not_in_a_view() -> None:
    states = [position("german-combat", "G-4A 0806, S-8A 0807", hands="S1", quiet=quiet) for quiet in ([], ["soviet"])]
    assert states[0].view("german") == states[1].view("german")


# Refusals


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_refusals_speak_of_the_own_hand_only() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 S3 S6")
    attack(state, "0807")
    twin = with_hand(state, "soviet", ["S1", "S5"])
    for card in [f"{letter}{n}" for letter in "GS" for n in range(1, 7)]:
        for verb in ("card", "take"):
            assert state.why_not(f"{verb} {card}") == twin.why_not(f"{verb} {card}")


# In a match


def match(seed: int = 1) -> Match:
    return Match(GAME, dice=CommittedDice.seeded(seed, f"fog{seed}"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_what_a_match_tells_each_side() -> None:
    table = match()
    for card in ("G1", "G2", "G3", "G4", "G5"):
        table.play("german", f"take {card}")
    own = [event.text for event in table.events_for("german")]
    assert [text for text in own if text.startswith("You take")] == [
        "You take Blitz! (G1).",
        "You take Blitz! (G2).",
        "You take Tactical Edge! (G3).",
        "You take Tactical Edge! (G4).",
        "You take Replacement! (G5).",
    ]
    for side in ("soviet", None):
        seen = [event.text for event in table.events_for(side)]
        assert "The German player takes five cards." in seen
        assert not any(text.startswith("You take") for text in seen)
        assert table.view(side)["hands"]["german"]["count"] == 5
        assert table.view(side)["hands"]["german"]["cards"] is None


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_who_is_not_asked_learns_nothing_by_trying() -> None:
    table = match()
    texts_seen = set()
    for action in ("take G1", "take S1", "card S6", "done"):
        with pytest.raises(NotYourTurn) as caught:
            table.play("soviet", action)
        texts_seen.add(str(caught.value))
    assert len(texts_seen) == 1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.0")
def test_a_card_on_the_table_cannot_be_taken_back() -> None:
    table = match()
    for card in ("G1", "G2", "G3", "G4"):
        table.play("german", f"take {card}")
    assert table.can_undo("german")  # nobody knows yet
    table.undo("german")
    table.play("german", "take G5")
    table.play("german", "take G4")
    while table.side != "soviet" and table.state.view(None)["phase"] != "german-combat":
        assert table.side == "german"
        table.play("german", "done")
    table.play("german", "attack 1601")
    table.play("german", "with G-4PzA")
    table.play("german", "fight")
    table.play("soviet", "active S-8A")
    table.play("soviet", "passive S-12MC")
    table.play("german", "card G1")  # a Combat Shift; the die falls at once
    assert not table.can_undo("german")
    assert any("plays Blitz!" in event.text for event in table.events_for("soviet"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_two_matches_that_differ_in_a_hand_read_the_same_to_the_other_side() -> None:
    tables = [match(), match()]
    for table, cards in zip(tables, (["G1", "G2", "G3", "G4", "G5"], ["G6", "G5", "G4", "G2", "G1"]), strict=True):
        for card in cards:
            table.play("german", f"take {card}")
        table.play("german", "done")
    one, other = tables
    assert len(one.log) == len(other.log)
    for side in ("soviet", None):
        assert one.events_for(side) == other.events_for(side)
        assert one.view(side) == other.view(side)
    assert one.view("german") != other.view("german")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
def test_a_refused_card_changes_nothing_and_names_nothing_of_the_other() -> None:
    state = position("german-combat", "G-4A 0806, S-8A 0807", hands="G1 S3 S6")
    attack(state, "0807")
    before = state.position()
    with pytest.raises(IllegalAction) as caught:
        state.take("card S6")
    assert state.position() == before and "hand" not in str(caught.value)
