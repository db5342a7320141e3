from __future__ import annotations

from typing import Any

import pytest

from rasputitsa.core import CHANCE, DRAW, Action, BadOption, IllegalAction, Outcome, RasputitsaError, UnreadableAction
from rasputitsa.match import (
    CannotUndo,
    CommittedDice,
    Match,
    MatchError,
    MatchOver,
    NotYourTurn,
    ScriptedDice,
    StaleAction,
    TableDice,
)

from .toy import BLUE, RED, TOY, toy_view


def toy(*script: str, scenario: str | None = None) -> Match:
    return Match(TOY, scenario, dice=ScriptedDice(script))


def log(match: Match) -> list[str]:
    return [f"{entry.side} {entry.action}" for entry in match.log]


def refusal(error: type[RasputitsaError], call: object, *args: object) -> str:
    with pytest.raises(error) as caught:
        call(*args)  # type: ignore[operator]
    return str(caught.value)


def unchanged(match: Match) -> tuple[object, ...]:
    return (log(match), match.state.position(), match.side, match.outcome, match.rolls)


# Playing.


def test_dice_are_rolled_and_logged_automatically() -> None:
    match = toy("roll 5", "draw gold")
    events = match.play(RED, "attack")
    match.play(RED, "dig")
    assert log(match) == ["red attack", "chance roll 5", "red dig", "chance draw gold"]
    assert [entry.number for entry in match.log] == [0, 1, 2, 3]
    assert [event.text for event in events] == ["red rolls 5."]
    assert match.rolls == 2
    assert match.side == RED


def test_the_legal_actions_of_a_position_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy("roll 5")
    first, asked = match.state.stack, type(match.state.stack[-1])
    listed = []
    actions = asked.actions

    def counted(step: Any, state: Any) -> list[Action]:
        listed.append(state.stack)
        return actions(step, state)

    monkeypatch.setattr(asked, "actions", counted)
    assert match.offers(RED) == match.state.offers(RED, match.actions()) and match.offers(BLUE) is None
    match.play(RED, "attack")
    assert sum(stack is first for stack in listed) == 1


def test_a_game_may_start_with_a_draw() -> None:
    match = toy("deal high", "deal low", scenario="dealt")
    assert log(match) == ["chance deal high", "chance deal low"]
    assert match.side == RED
    assert toy_view(match.view(RED))["guarded"] == {RED: "high"}


def test_committed_dice_number_the_rolls_of_the_match() -> None:
    dice = CommittedDice(b"s" * 32, "m")
    match = Match(TOY, "dealt", dice=dice)
    for action in ("step", "attack", "barrage", "dig"):
        match.play(RED, action)
    state = TOY.start("dealt")
    number = 0
    for entry in match.log:
        if entry.side == CHANCE:
            number += 1
            assert entry.action == dice.resolve(state, number)
        state.take(entry.action)
    assert number == match.rolls == 5


def test_a_match_gets_fresh_dice_and_an_id() -> None:
    one, two = Match(TOY), Match(TOY)
    assert one.dice.commitment.startswith("sha256:")
    assert one.dice.match_id == one.id
    assert one.id != two.id
    assert one.dice.commitment != two.dice.commitment


def test_dice_of_another_match_are_refused() -> None:
    with pytest.raises(ValueError, match="The dice belong to match a, not to b"):
        Match(TOY, dice=CommittedDice(b"s" * 32, "a"), match_id="b")


def test_match_ids_are_single_plain_words() -> None:
    with pytest.raises(ValueError, match="A match id has"):
        Match(TOY, dice=ScriptedDice([]), match_id="two\nlines")


def test_scenario_sides_and_names_are_checked() -> None:
    assert refusal(BadOption, Match, TOY, "nowhere") == "Toy has no scenario 'nowhere'. It has: plain, dealt."
    assert refusal(MatchError, Match, TOY, None, None, {"green": "Ann"}) == "Toy has no side 'green'."
    for name in ("a\x00b", "x" * 101, "\ud800"):
        assert "A player's name is one line of at most 100 characters" in refusal(
            MatchError, Match, TOY, None, None, {RED: name}
        )
    assert Match(TOY, players={RED: " Ann\n Lee "}).players == {RED: "Ann Lee", BLUE: ""}


def test_only_the_side_to_act_may_play() -> None:
    match = toy()
    before = unchanged(match)
    message = "It is not the Blue player's turn."
    assert refusal(NotYourTurn, match.play, BLUE, "step") == message
    assert refusal(NotYourTurn, match.play, CHANCE, "roll 5") == "It is not chance's turn."
    assert refusal(MatchError, match.play, "green", "step") == "Toy has no side 'green'."
    assert unchanged(match) == before


@pytest.mark.parametrize("action", ["step", "jump 2", "nonsense", "roll 6", ""])
@pytest.mark.parametrize("number", [None, 0, 99])
def test_a_side_learns_nothing_when_it_is_not_its_turn(action: str, number: int | None) -> None:
    """Whatever it sends, the error is the same."""
    assert refusal(NotYourTurn, toy().play, BLUE, action, number) == "It is not the Blue player's turn."


def test_stale_actions_are_refused() -> None:
    match = toy()
    match.play(RED, "step", 0)
    assert refusal(StaleAction, match.play, RED, "step", 0) == (
        "The action was meant for position 0, but the match is at 1."
    )
    refusal(StaleAction, match.play, RED, "step", 2)
    match.play(RED, "step", 1)
    assert log(match) == ["red step", "red step"]


def test_a_refused_action_changes_nothing() -> None:
    match = toy()
    match.play(RED, "step")
    match.undo(RED)
    before = unchanged(match)
    with pytest.raises(IllegalAction) as caught:
        match.play(RED, "jump 3")
    assert caught.value.rule == "1.3"
    refusal(UnreadableAction, match.play, RED, "fly")
    assert unchanged(match) == before
    assert match.can_redo(RED)


def test_play_to_the_end() -> None:
    match = toy(*["roll 6 6"] * 3)
    for _ in range(3):
        match.play(RED, "barrage")
    match.play(RED, "done")
    match.play(BLUE, "done")
    assert match.outcome == Outcome(RED, "The last round is over.", "1.2")
    assert match.side is None
    assert refusal(MatchOver, match.play, RED, "step") == "The match is over: The last round is over."


# What a side may know.


def test_events_are_filtered_by_viewer() -> None:
    match = toy("deal high", "deal low", scenario="dealt")
    match.play(RED, "mutter")
    match.play(RED, "whisper")
    match.play(RED, "step")

    def texts(side: str | None, since: int = 0) -> list[str]:
        return [event.text for event in match.events_for(side, since)]

    assert texts(RED) == ["You guard a high number.", "Only I hear this.", "red goes on."]
    assert texts(BLUE) == ["You guard a low number.", "Only the other one hears this.", "red goes on."]
    assert texts(None) == ["red goes on."]
    assert texts(BLUE, since=3) == ["Only the other one hears this.", "red goes on."]


# Undo.


def test_undo_one_action_at_a_time() -> None:
    match = toy()
    positions = []
    for _ in range(3):
        positions.append(match.state.position())
        match.play(RED, "step")
    while positions:
        assert str(match.undo(RED).action) == "step"
        assert match.state.position() == positions.pop()
    assert match.log == []
    assert not match.can_undo(RED)


@pytest.mark.parametrize("action", ["attack", "barrage", "dig", "scout", "whisper"])
def test_dice_draws_reveals_and_events_of_the_other_side_cannot_be_undone(action: str) -> None:
    match = toy({"attack": "roll 1", "barrage": "roll 1 1"}.get(action, "draw dirt"))
    match.play(RED, "step")
    match.play(RED, action)
    before = unchanged(match)
    assert not match.can_undo(RED)
    assert refusal(CannotUndo, match.undo, RED) == (
        "There is nothing for the Red player to undo: dice, draws, reveals, draw offers "
        "and the other side's actions cannot be undone."
    )
    assert unchanged(match) == before
    match.play(RED, "step")
    match.undo(RED)
    assert unchanged(match) == before
    assert not match.can_undo(RED)


@pytest.mark.parametrize("action", ["step", "mutter", "ask", "done"])
def test_actions_that_reveal_nothing_can_be_undone(action: str) -> None:
    match = toy()
    before = unchanged(match)
    match.play(RED, action)
    match.undo(RED)
    assert unchanged(match) == before


def test_only_the_last_side_to_act_can_undo() -> None:
    match = toy()
    match.play(RED, "done")
    assert not match.can_undo(BLUE)
    refusal(CannotUndo, match.undo, BLUE)
    assert match.can_undo(RED)


def test_the_other_sides_action_cannot_be_undone() -> None:
    match = toy()
    match.play(RED, "ask")
    match.play(BLUE, "reply no")
    assert not match.can_undo(RED)
    match.play(RED, "step")
    match.undo(RED)
    assert not match.can_undo(RED)
    assert not match.can_undo(BLUE)
    assert log(match) == ["red ask", "blue reply no"]


def test_an_undone_action_was_still_seen() -> None:
    match = toy()
    match.play(RED, "ask")
    match.play(BLUE, "reply no")
    match.undo(BLUE)
    assert log(match) == ["red ask"]
    assert not match.can_undo(RED)
    match.play(BLUE, "reply yes")
    assert match.can_undo(BLUE)


def test_the_end_cannot_be_undone() -> None:
    """The secret may have been shown."""
    match = toy()
    for _ in range(5):
        match.play(RED, "done")
        match.play(BLUE, "done")
    assert match.outcome
    assert not match.can_undo(BLUE)


def test_undo_before_but_not_after_a_roll() -> None:
    match = Match(TOY, dice=TableDice())
    match.play(RED, "attack")
    assert match.can_undo(RED)
    match.play(CHANCE, "roll 3")
    assert not match.can_undo(RED)
    assert not match.can_undo(CHANCE)
    match.play(RED, "attack")
    match.dice = ScriptedDice(["", "roll 2"])
    match.resolve_chance()
    assert toy_view(match.view(None))["points"][RED] == 5
    assert not match.can_undo(RED)
    assert not match.can_undo(CHANCE)


def test_redo() -> None:
    match = toy()
    match.play(RED, "step")
    match.play(RED, "done")
    after = unchanged(match)
    match.undo(RED)
    match.undo(RED)
    assert not match.can_redo(BLUE)
    assert [event.text for event in match.redo(RED)] == ["red goes on."]
    match.redo(RED)
    assert unchanged(match) == after
    assert refusal(CannotUndo, match.redo, RED) == "There is nothing that the Red player took back last."
    match.undo(RED)
    match.undo(RED)
    assert match.log == []


def test_a_new_action_ends_redo() -> None:
    match = toy()
    match.play(RED, "step")
    match.undo(RED)
    match.play(RED, "mutter")
    assert not match.can_redo(RED)
    match.undo(RED)
    match.offer_draw(RED)
    assert not match.can_redo(RED)


def test_undone_states_are_not_changed_by_later_play() -> None:
    match = toy()
    match.play(RED, "step")
    kept = match.state
    position = kept.position()
    match.play(RED, "step")
    match.undo(RED)
    match.play(RED, "done")
    assert kept.position() == position


# Agreements.


@pytest.mark.parametrize(("side", "winner"), [(RED, BLUE), (BLUE, RED)])
def test_concede(side: str, winner: str) -> None:
    match = toy()
    match.play(RED, "step")
    events = match.concede(side)
    assert [event.text for event in events] == [f"The {side.capitalize()} player concedes."]
    assert match.outcome == Outcome(winner, f"The {side.capitalize()} player concedes.", "")
    assert (match.state.outcome, match.side) == (None, None)
    assert log(match) == ["red step", f"{side} concedes"]
    assert not match.can_undo(RED)
    for call in (match.concede, match.offer_draw, match.accept_draw):
        assert refusal(MatchOver, call, RED).startswith("The match is over: ")
    assert refusal(MatchOver, match.play, RED, "step").startswith("The match is over: ")


def test_only_players_concede() -> None:
    for side in (CHANCE, "green"):
        assert refusal(MatchError, toy().concede, side) == f"Toy has no side {side!r}."


def test_a_draw_by_agreement() -> None:
    match = toy()
    match.offer_draw(RED)
    assert match.draw_offer == RED
    assert refusal(MatchError, match.offer_draw, RED) == "The Red player has already offered a draw."
    assert refusal(MatchError, match.accept_draw, RED) == ("There is no offer of a draw for the Red player to accept.")
    match.play(RED, "step")
    match.play(RED, "done")
    match.accept_draw(BLUE)
    assert match.outcome == Outcome(DRAW, "Draw by agreement.", "")
    assert log(match) == ["red offers a draw", "red step", "red done", "blue accepts the draw"]


def test_playing_on_declines_a_draw() -> None:
    match = toy("roll 1", "roll 2")
    match.offer_draw(RED)
    match.play(RED, "attack")
    assert match.draw_offer == RED
    match.play(RED, "done")
    match.play(BLUE, "step")
    assert match.draw_offer is None
    refusal(MatchError, match.accept_draw, BLUE)
    match.undo(BLUE)
    assert match.draw_offer == RED


def test_a_draw_can_only_be_offered_on_your_turn() -> None:
    assert refusal(NotYourTurn, toy().offer_draw, BLUE) == "It is not the Blue player's turn."


def test_a_draw_offer_cannot_be_undone() -> None:
    match = toy()
    match.play(RED, "step")
    match.offer_draw(RED)
    assert not match.can_undo(RED)
