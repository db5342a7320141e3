"""The contract of game, state and step, on a toy: a patrol walks along five posts, and a die may end the war."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import pytest

from rasputitsa.core import (
    CHANCE,
    DRAW,
    Action,
    BadOption,
    BadPosition,
    Board,
    Chance,
    DataError,
    Event,
    Fate,
    Forecast,
    Game,
    IllegalAction,
    Kind,
    Mark,
    Modifier,
    Note,
    Option,
    Outcome,
    Question,
    RasputitsaError,
    Refusal,
    Rulebook,
    Scenario,
    Selection,
    Side,
    Space,
    State,
    Step,
    TokenFate,
    UnreadableAction,
    Vocabulary,
    derived,
    state_class,
)
from rasputitsa.core.events import told, told_openly, told_to_any
from rasputitsa.core.offers import Offer, listed

RULES = Rulebook.read(
    """
## 2.0 Patrols

A patrol walks to a neighbouring post. It may rest.

## 3.0 Weather

A one ends the war! Other faces do not.

## 4.0 End

After four turns it is over.
"""
)


class Toy(Game):
    name = "toy"
    title = "Toy"
    rules_version = 1
    sides = (Side("red", "Red"), Side("blue", "Blue"))
    scenarios = (Scenario("short", "Short"), Scenario("long", "Long"))
    options: tuple[Option, ...] = (
        Option("weather", "Weather", "Where the weather comes from.", rule="3.0", choices=("dice", "none")),
        Option("rest", "Resting", "Whether one may rest.", choices=("yes", "no")),
    )
    rules = RULES

    def __init__(self) -> None:
        self.board = Board([Space(n, f"post{n}") for n in range(5)], [(n, n + 1) for n in range(4)])
        self.words = Vocabulary()
        self.rest = self.words.plain("rest", "Rest", "cancel")
        self.walk = self.words.verb("walk", self.board.names, "space")
        self.roll = self.words.dice("roll")
        self.words.plain("crash")

    def begin(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        state = ToyState(game=self, last=4 if scenario == "short" else 8, options=dict(options))
        state.proceed()
        return state

    def position(self, data: dict[str, Any] | str) -> ToyState:
        assert isinstance(data, dict)
        state = self.begin("short", self.check_options({}))
        state.where, state.turn = data["where"], data["turn"]
        return state


@state_class
class ToyState(State):
    last: int
    options: dict[str, str]
    where: int = 2
    turn: int = 0
    texts: int = 0
    visits: list[int] = derived(factory=lambda: [0] * 5)

    def proceed(self) -> None:
        """Odd turns pass without a question, so that one action may need several calls."""
        self.turn += 1
        if self.turn > self.last:
            self.outcome = Outcome(DRAW, "Nobody won.", "4.0")
        elif self.turn % 2:
            self.push(Walk("red"))

    def position(self) -> dict[str, Any]:
        return {"where": self.where, "turn": self.turn, "stack": self.stack, "outcome": self.outcome}

    def view(self, viewer: str | None) -> Any:
        return self.position()

    def guess(self, side: str, rng: Random) -> ToyState:
        return self.copy()


@dataclass(frozen=True, slots=True)
class Walk(Step[ToyState]):
    rule: ClassVar[str] = "2.0"
    who: str

    def actor(self, state: ToyState) -> str:
        return self.who

    def text(self, state: ToyState) -> str:
        return "Where does the patrol go?"

    def actions(self, state: ToyState) -> list[Action]:
        game: Toy = state.game  # type: ignore[assignment]
        found = [game.walk[n] for n in game.board.neighbours(state.where)]
        return [*found, game.rest, game.action("crash")]

    def refusal(self, state: ToyState, action: Action) -> Refusal:
        if action.verb == "walk":
            return Refusal(self.rule, f"{state.game.board.names[action.number]} is too far.")
        return Step.refusal(self, state, action)

    def take(self, state: ToyState, action: Action) -> None:
        if action.verb == "crash":
            state.emit(Kind.MOVE, "Something breaks.")
            raise RuntimeError("broken step")
        if action.verb == "walk":
            state.where = action.number
            state.visits[action.number] += 1
            if state.events is not None:
                state.texts += 1
                patrol = TokenFate("patrol", Fate.MOVED, "blue", "", action.object)
                state.emit(Kind.MOVE, f"The patrol walks to {action.object}.", "2.0", "blue", [action.object], [patrol])
        state.finish()
        if action.verb == "walk" and state.options["weather"] == "dice":
            state.push(Roll(2 if state.where == 4 else 1))

    def forecast(self, state: ToyState, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "walk":
            return None
        return Forecast(f"{viewer} sees a walk to number {action.number}", "", (), ())


@dataclass(frozen=True, slots=True)
class Roll(Step[ToyState]):
    """At the last post two dice are rolled, and only whether one of them is a one matters."""

    rule: ClassVar[str] = "3.0"
    count: int

    def actor(self, state: ToyState) -> str:
        return CHANCE

    def text(self, state: ToyState) -> str:
        return "The weather is rolled."

    def actions(self, state: ToyState) -> list[Action]:
        return [action for action, _ in self.chances(state)]

    def accepts(self, state: ToyState, action: Action) -> bool:
        return action.verb == "roll" and len(action.faces) == self.count

    def dice(self, state: ToyState) -> int:
        return self.count

    def chances(self, state: ToyState) -> list[tuple[Action, Fraction]]:
        roll = state.game.words.roll
        good = Fraction(5, 6) ** self.count
        return [(roll("roll", [1] * self.count), 1 - good), (roll("roll", [6] * self.count), good)]

    def take(self, state: ToyState, action: Action) -> None:
        state.emit(Kind.ROLL, f"The dice show {action.object}.", self.rule)
        state.finish()
        if 1 in action.faces:
            state.outcome = Outcome("red", "It rains.", "3.0")


TOY = Toy()


def start(**options: str) -> ToyState:
    state = TOY.start(options=options)
    assert isinstance(state, ToyState)
    return state


# Starting.


def test_the_first_scenario_is_the_default() -> None:
    assert TOY.check_scenario(None) == "short"
    assert TOY.check_scenario("long") == "long"
    assert start().last == 4
    assert TOY.start("long").last == 8  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", ["", "Short", "x" * 1000, 5, ["short"]])
def test_unknown_scenario(scenario: Any) -> None:
    with pytest.raises(BadOption) as caught:
        TOY.start(scenario)
    assert str(caught.value) == f"Toy has no scenario {str(scenario)[:40]!r}. It has: short, long."


def test_options_not_chosen_have_their_default() -> None:
    assert TOY.check_options({}) == {"weather": "dice", "rest": "yes"}
    assert TOY.check_options({"rest": "no"}) == {"weather": "dice", "rest": "no"}
    assert start(weather="none").options == {"weather": "none", "rest": "yes"}


def test_options_are_copied() -> None:
    mine = {"rest": "no"}
    TOY.check_options(mine)["rest"] = "yes"
    assert mine == {"rest": "no"}
    assert TOY.check_options({})["rest"] == "yes"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wether": "dice"}, "Toy has no option 'wether'. It has: weather, rest."),
        ({"x" * 1000: "dice"}, f"Toy has no option {'x' * 40!r}. It has: weather, rest."),
        ({5: "dice"}, "Toy has no option '5'. It has: weather, rest."),
        ({"weather": "snow"}, "Option weather cannot be 'snow'. It can be: dice, none."),
        ({"weather": "x" * 1000}, f"Option weather cannot be {'x' * 40!r}. It can be: dice, none."),
        ({"weather": True}, "Option weather cannot be 'True'. It can be: dice, none."),
        ({"weather": []}, "Option weather cannot be '[]'. It can be: dice, none."),
        ({"rest": "no", "weather": "no"}, "Option weather cannot be 'no'. It can be: dice, none."),
    ],
)
def test_unknown_options_and_values(options: Any, message: str) -> None:
    with pytest.raises(BadOption) as caught:
        TOY.start(options=options)
    assert str(caught.value) == message


def test_a_game_without_options() -> None:
    class Bare(Toy):
        options = ()

    assert Bare().check_options({}) == {}
    with pytest.raises(BadOption, match=r"Toy has no option 'rest'\. It has: none\."):
        Bare().check_options({"rest": "no"})


def test_sides() -> None:
    assert TOY.side("blue") == Side("blue", "Blue")
    assert TOY.other("red") == "blue"
    assert TOY.other("blue") == "red"


# Questions.


def test_a_state_asks_a_side() -> None:
    state = start()
    assert state.side == "red"
    assert state.question == Question("Walk", "Where does the patrol go?", "2.0")
    assert [str(action) for action in state.actions()] == ["walk post1", "walk post3", "rest", "crash"]
    assert state.chances() == []
    assert state.dice() == 0


def test_a_state_asks_chance() -> None:
    state = start()
    state.take("walk post3")
    assert state.side == CHANCE
    assert state.dice() == 1
    assert state.chances() == [(Action("roll", "1"), Fraction(1, 6)), (Action("roll", "6"), Fraction(5, 6))]
    assert [str(action) for action in state.actions()] == ["roll 1", "roll 6"]


def test_only_chance_has_chances_and_dice() -> None:
    class Own(Roll):
        __slots__ = ()

        def actor(self, state: ToyState) -> str:
            return "red"

    state = start()
    state.replace(Own(2))
    assert state.chances() == []
    assert state.dice() == 0


def test_chances_are_equal_by_default() -> None:
    class Draw(Walk):
        __slots__ = ()

        def actor(self, state: ToyState) -> str:
            return CHANCE

    state = start()
    state.replace(Draw("red"))
    assert [chance for _, chance in state.chances()] == [Fraction(1, 4)] * 4
    assert [action for action, _ in state.chances()] == state.actions()
    assert state.dice() == 0, "a draw has no dice"


def test_any_roll_of_many_dice_is_accepted() -> None:
    state = start(weather="dice")
    state.where = 3
    state.take("walk post4")
    assert state.dice() == 2
    assert sum(chance for _, chance in state.chances()) == 1
    assert Action("roll", "5 2") not in state.actions()
    assert state.why_not("roll 5 2") is None
    assert state.why_not("roll 5") is not None
    assert state.why_not("roll 5 2 1") is not None
    state.take("roll 5 2")
    assert state.outcome is None


# Actions.


def test_take_changes_the_state_and_returns_the_events() -> None:
    state = start()
    events = state.take("walk post1")
    assert state.where == 1
    patrol = TokenFate("patrol", Fate.MOVED, "blue", "", "post1")
    assert events == (Event(Kind.MOVE, "The patrol walks to post1.", "2.0", "blue", ("post1",), (patrol,)),)
    assert state.take("roll 4") == (Event(Kind.ROLL, "The dice show 4.", "3.0"),)
    assert state.take("rest") == ()


def test_an_action_can_be_given_as_text() -> None:
    one, other = start(), start()
    assert one.take("walk post1") == other.take(other.actions()[0])
    assert one.position() == other.position()


def test_an_equal_action_made_by_a_caller_works_everywhere() -> None:
    """The number is what the rules use; one that is missing is looked up."""
    made = Action("walk", "post1")
    assert start().why_not(made) is None
    for take in (State.take, State.apply):
        state = start()
        take(state, made)
        assert state.where == 1
    forecast = start().forecast(made, "red")
    assert forecast is not None and forecast.title == "red sees a walk to number 1"
    state = start()
    assert state.why_not(Action("walk", "post4")) == state.why_not("walk post4")
    for take in (State.take, State.apply):
        with pytest.raises(UnreadableAction):
            take(state, Action("walk", "nowhere"))
    assert state.where == 2


def test_apply_takes_an_equal_roll_of_many_dice() -> None:
    state = start()
    state.where = 3
    state.take("walk post4")
    state.apply(Action("roll", "5 1"))
    assert state.outcome == Outcome("red", "It rains.", "3.0")


def test_play_continues_until_somebody_must_choose() -> None:
    state = start()
    assert state.turn == 1
    state.apply(TOY.rest)
    assert state.turn == 3
    assert state.side == "red"


class Forced(Walk):
    """A step that goes on without asking while the patrol is at the first post."""

    __slots__ = ()

    def auto_advance(self, state: ToyState) -> bool:
        if state.where:
            return False
        state.emit(Kind.PHASE, f"Nothing to choose for {self.who}.")
        state.finish()
        return True


def test_steps_without_a_choice_are_skipped() -> None:
    state = start(weather="none")
    state.where = 1
    state.stack = (Walk("blue"), Forced("red"), Forced("blue"), Walk("red"))
    events = state.take("walk post0")
    assert state.stack == (Walk("blue"),)
    assert [event.text for event in events] == [
        "The patrol walks to post0.",
        "Nothing to choose for blue.",
        "Nothing to choose for red.",
    ]


def test_steps_with_a_choice_are_not_skipped() -> None:
    state = start(weather="none")
    state.stack = (Forced("red"), Forced("blue"), Walk("red"))
    state.take("walk post1")
    assert state.stack == (Forced("red"), Forced("blue"))
    assert state.side == "blue"


def test_play_continues_when_no_step_needs_an_answer() -> None:
    state = start(weather="none")
    state.where = 1
    state.stack = (Forced("blue"), Walk("red"))
    assert state.turn == 1
    state.take("walk post0")
    assert (state.turn, state.stack) == (3, (Walk("red"),))


def test_the_end_of_the_game_clears_the_stack() -> None:
    state = start()
    state.stack = (Walk("blue"), Roll(1))
    state.take("roll 1")
    assert state.outcome == Outcome("red", "It rains.", "3.0")
    assert state.stack == ()
    assert state.side is None
    assert state.actions() == []
    assert state.why_not("rest") == Refusal("3.0", "The game is over.")


def test_nothing_is_asked_when_the_game_is_over() -> None:
    state = start()
    for _ in range(2):
        state.take("rest")
    assert state.outcome == Outcome(DRAW, "Nobody won.", "4.0")
    assert state.side is None
    assert state.question is None
    assert state.actions() == []
    assert state.chances() == []
    assert state.dice() == 0
    assert state.forecast() is None
    assert state.forecast("rest") is None


def test_every_action_is_refused_when_the_game_is_over() -> None:
    state = start()
    state.take("walk post3")
    state.take("roll 1")
    assert state.outcome == Outcome("red", "It rains.", "3.0")
    turn = state.turn
    assert state.why_not("rest") == Refusal("3.0", "The game is over.")
    with pytest.raises(IllegalAction, match=r"The game is over\. \[3\.0\]"):
        state.take("rest")
    assert state.turn == turn, "an outcome ends the sequence of play"


# Refusals.


def test_a_refused_action_changes_nothing() -> None:
    state = start()
    before = state.position()
    for text in ("walk post4", "walk post2", "walk post0", "roll 3", "roll 1 2"):
        with pytest.raises(IllegalAction):
            state.take(text)
        assert state.position() == before
        assert state.events is None
    for text in ("walk nowhere", "fly post1", "", "rest post1", "roll 7"):
        with pytest.raises(UnreadableAction):
            state.take(text)
        assert state.position() == before
        assert state.events is None


def test_a_refusal_has_rule_reason_and_quotation() -> None:
    class Strict(Walk):
        __slots__ = ()

        def refusal(self, state: ToyState, action: Action) -> Refusal:
            return Refusal("2.0", "post4 is too far.", "neighbouring post")

    state = start()
    assert state.why_not("walk post4") == Refusal("2.0", "post4 is too far.", "")
    state.replace(Strict("red"))
    sentence = "A patrol walks to a neighbouring post."
    assert state.why_not("walk post4") == Refusal("2.0", "post4 is too far.", sentence)
    with pytest.raises(IllegalAction) as caught:
        state.take("walk post4")
    assert (caught.value.rule, caught.value.reason, caught.value.quotation) == ("2.0", "post4 is too far.", sentence)
    assert str(caught.value) == "post4 is too far. [2.0]"


def test_an_action_of_another_step_is_refused_with_the_question() -> None:
    refusal = start().why_not("roll 3")
    assert refusal == Refusal("2.0", "You cannot play 'roll 3' now: Where does the patrol go?", "")


def test_a_rule_that_is_not_in_the_rulebook_is_not_quoted() -> None:
    class Strange(Walk):
        __slots__ = ()

        def refusal(self, state: ToyState, action: Action) -> Refusal:
            return Refusal("9.9", "post4 is too far.", "neighbouring post")

    state = start()
    state.replace(Strange("red"))
    assert state.why_not("walk post4") == Refusal("9.9", "post4 is too far.")


def test_why_not_is_none_for_legal_actions_and_changes_nothing() -> None:
    state = start()
    before = state.position()
    for action in state.actions():
        assert state.why_not(action) is None
        assert state.why_not(str(action)) is None
    with pytest.raises(UnreadableAction, match="Did you mean 'walk'"):
        state.why_not("wlak post1")
    assert state.position() == before


# Events.


def test_events_are_made_only_by_take() -> None:
    state = start()
    state.apply(TOY.walk[1])
    assert state.texts == 0
    assert state.events is None
    state.apply(TOY.roll[2])
    assert state.events is None
    state.take("walk post2")
    assert state.texts == 1
    assert state.events is None, "nobody listens any more"


def test_an_exception_in_a_step_leaves_no_events_behind() -> None:
    state = start()
    with pytest.raises(RuntimeError, match="broken step"):
        state.take("crash")
    assert state.events is None
    assert state.take("rest") == ()


def test_events_outside_take_are_dropped() -> None:
    state = start()
    state.emit(Kind.MOVE, "Unheard.")
    assert state.take("rest") == ()


def test_an_event_as_plain_data() -> None:
    drawn = TokenFate("card-1", Fate.ARRIVED, "red", "", "post1")
    event = Event(Kind.CARD, "Red draws a card.", "5.1", "red", ("post1",), (drawn,), visible_to="red", reveals=True)
    assert event.data() == {
        "kind": "card",
        "text": "Red draws a card.",
        "rule": "5.1",
        "side": "red",
        "spaces": ["post1"],
        "tokens": [{"token": "card-1", "fate": "arrived", "side": "red", "origin": "", "place": "post1"}],
        "visible_to": "red",
        "reveals": True,
    }
    bare = {"kind": "end", "text": "b", "rule": "", "side": "", "spaces": [], "tokens": []}
    assert Event(Kind.END, "b").data() == bare


def test_who_is_told_of_an_event() -> None:
    """One side alone, everybody but one side, or everybody; once nothing is hidden, the fullest version."""
    own = Event(Kind.MOVE, "The 1st moves.", visible_to="red")
    seen = Event(Kind.MOVE, "A block moves.", hidden_from="red")
    both = Event(Kind.TURN, "Turn 1.")
    events = (own, seen, both)
    assert told(events, "red") == [own, both]
    assert told(events, "blue") == told(events, None) == [seen, both]
    assert told_to_any(events, ("red", "blue")) == [own, seen, both]
    assert told_openly(events) == [own, both]


# The stack.


def test_push_finish_and_replace() -> None:
    state = start()
    state.push(Roll(1))
    assert state.stack == (Walk("red"), Roll(1))
    state.replace(Walk("blue"))
    assert state.stack == (Walk("red"), Walk("blue"))
    assert state.side == "blue"
    state.finish()
    assert state.stack == (Walk("red"),)


@dataclass(frozen=True, slots=True)
class Tally(Walk):
    """Counts what the steps above it bring home."""

    total: int = 0

    def resume(self, state: ToyState, result: int) -> None:
        state.replace(Tally(self.who, self.total + result))


def test_a_step_that_finishes_with_a_result_resumes_the_one_below() -> None:
    state = start()
    state.stack = (Walk("blue"), Tally("red"), Roll(1))
    state.finish(3)
    assert state.stack == (Walk("blue"), Tally("red", 3))
    state.push(Roll(1))
    state.finish(0)
    assert state.stack == (Walk("blue"), Tally("red", 3)), "nought is a result too"
    state.push(Roll(1))
    state.finish()
    assert state.stack == (Walk("blue"), Tally("red", 3)), "without a result nothing is resumed"


def test_a_step_that_expects_no_result_says_so() -> None:
    state = start()
    state.push(Roll(1))
    with pytest.raises(TypeError, match=r"Walk does not expect the result 5\."):
        state.finish(5)


# Declaring a state.


def test_a_copy_is_independent() -> None:
    state = start(weather="none")
    state.take("walk post1")
    copy = state.copy()
    assert type(copy) is ToyState
    copy.take("walk post0")
    assert (state.where, state.visits) == (1, [0, 1, 0, 0, 0])
    assert (copy.where, copy.visits) == (0, [1, 1, 0, 0, 0])


def test_nobody_listens_to_a_copy() -> None:
    state = start()
    state.events = []
    copy = state.copy()
    copy.emit(Kind.MOVE, "Unheard.")
    assert copy.events is None and state.events == []


def test_every_field_is_declared_once_and_copied() -> None:
    state = start()
    for name, value in {"last": 9, "where": 4, "turn": 7, "texts": 5}.items():
        setattr(state, name, value)
    copy = state.copy()
    names = [field.name for field in fields(ToyState)]
    assert names == [
        "game",
        "rules_version",
        "stack",
        "outcome",
        "events",
        "last",
        "options",
        "where",
        "turn",
        "texts",
        "visits",
    ]
    assert all(getattr(copy, name) == getattr(state, name) for name in names)
    assert copy.visits is not state.visits, "what can change is copied"
    assert copy.options is state.options, "what never changes is shared"
    with pytest.raises(AttributeError):
        state.weather = "rain"  # type: ignore[attr-defined]


def test_every_state_has_its_own_first_values() -> None:
    one, other = start(), start()
    one.visits[0] = 1
    assert other.visits == [0] * 5


# The stack and its copies.


def test_copies_share_the_stack_until_one_of_them_acts() -> None:
    state = start()
    other = state.copy()
    assert other.stack is state.stack
    other.take("walk post1")
    assert state.stack == (Walk("red"),)
    assert other.stack == (Roll(1),)
    assert state.where == 2
    state.push(Roll(2))
    assert other.stack == (Roll(1),)


def test_a_list_of_actions_is_the_whole_game() -> None:
    texts = ["walk post3", "roll 6", "walk post4", "roll 3 5"]
    one, other = start(), start()
    first = [event for text in texts for event in one.take(text)]
    for text in texts:
        other.apply(TOY.action(text))
    assert one.position() == other.position()
    assert len(first) == 4
    assert one.outcome == Outcome(DRAW, "Nobody won.", "4.0")


# Forecasts.


def test_a_forecast_as_data_keeps_its_chances_exact() -> None:
    forecast = Forecast(
        "Attack on post1",
        "3:1",
        (Modifier("24pz", "12 : 4", "8.1"),),
        (Chance("DR", Fraction(1, 3), "The defender retreats.", "8.2"),),
        (Note("Retreat: free", "8.3"),),
        spaces=("post1",),
        tokens=("24pz",),
    )
    assert forecast.data() == {
        "title": "Attack on post1",
        "headline": "3:1",
        "modifiers": [{"text": "24pz", "effect": "12 : 4", "rule": "8.1"}],
        "chances": [
            {"result": "DR", "probability": "1/3", "percent": "33%", "meaning": "The defender retreats.", "rule": "8.2"}
        ],
        "notes": [{"text": "Retreat: free", "rule": "8.3"}],
        "spaces": ["post1"],
        "tokens": ["24pz"],
    }


def test_a_forecast_now_and_once_an_action_is_taken() -> None:
    state = start()
    assert state.forecast() is None
    assert state.forecast("rest") is None
    forecast = state.forecast("walk post3")
    assert forecast is not None
    assert forecast.title == "None sees a walk to number 3", "made for the public unless a viewer is named"
    with pytest.raises(UnreadableAction):
        state.forecast("walk nowhere")
    state.replace(Roll(1))
    assert state.forecast() is None


# Viewers.


class Secret(Walk):
    """A question that tells the actor more than the others."""

    __slots__ = ()

    def text(self, state: ToyState) -> str:
        return "Where does the patrol with the plans go?"

    def public_text(self, state: ToyState) -> str:
        return "A patrol is on its way."


def test_everybody_but_the_actor_reads_the_public_text() -> None:
    state = start()
    state.replace(Secret("red"))
    own = Question("Secret", "Where does the patrol with the plans go?", "2.0")
    public = Question("Secret", "A patrol is on its way.", "2.0")
    assert state.question == state.question_for("red") == own
    assert state.question_for("blue") == state.question_for(None) == public


def test_a_question_without_secrets_reads_the_same_to_everybody() -> None:
    state = start()
    assert state.question_for(None) == state.question_for("blue") == state.question


def test_questions_to_chance_are_public() -> None:
    state = start()
    state.take("walk post3")
    assert state.question_for(None) == state.question_for("red") == Question("Roll", "The weather is rolled.", "3.0")


def test_only_the_side_that_must_act_is_offered_something() -> None:
    state = start()
    assert state.offers("red") is not None
    assert state.offers("blue") is None and state.offers(None) is None
    state.take("walk post3")
    assert state.side == CHANCE and state.offers("red") is None and state.offers(None) is None


def test_a_state_without_overlays_and_statistics() -> None:
    with pytest.raises(RasputitsaError, match=r"There is no overlay 'zones'\."):
        start().overlay("zones")
    assert start().statistics() == []


# Offers.


class Signed(Walk):
    """With notes on its actions, a label and a role of its own for resting, and something in hand."""

    __slots__ = ()
    labels: ClassVar[Mapping[str, str]] = {"rest": "Stay here"}
    roles: ClassVar[Mapping[str, str]] = {"rest": "end"}

    def marks(self, state: ToyState) -> Mapping[Action, Mark]:
        return {TOY.walk[3]: Mark("1", "one post", "good")}

    def selection(self, state: ToyState) -> Selection:
        return Selection(("patrol", "dog"), ("post2",))


def test_offers_are_grouped_by_verb() -> None:
    state = start()
    state.replace(Signed("red"))
    assert state.offers("red") == {
        "selection": {"tokens": ["patrol", "dog"], "spaces": ["post2"]},
        "groups": [
            {
                "verb": "walk",
                "role": "main",
                "kind": "space",
                "label": "Walk {}",
                "objects": ["post1", "post3"],
                "marks": {"post3": {"badge": "1", "note": "one post", "tone": "good"}},
            },
            {"verb": "rest", "role": "end", "kind": "", "label": "Stay here", "objects": [""]},
            {"verb": "crash", "role": "plain", "kind": "", "label": "Crash", "objects": [""]},
        ],
    }


def test_labels_and_roles_come_from_the_vocabulary_where_the_step_has_none() -> None:
    groups = {group["verb"]: group for group in start().offers("red")["groups"]}  # type: ignore[index]
    assert (groups["rest"]["label"], groups["rest"]["role"]) == ("Rest", "cancel")
    assert all("marks" not in group and "titles" not in group for group in groups.values())


def test_the_selection_is_empty_by_default() -> None:
    offers = start().offers("red")
    assert offers is not None and offers["selection"] == {"tokens": [], "spaces": []}


def test_offers_one_by_one() -> None:
    state = start()
    state.replace(Signed("red"))
    assert listed(state, "red") == [
        Offer("walk post1", "Walk post1", "main", "space", "post1", Mark("")),
        Offer("walk post3", "Walk post3", "main", "space", "post3", Mark("1", "one post", "good")),
        Offer("rest", "Stay here", "end", "", "", Mark("")),
        Offer("crash", "Crash", "plain", "", "", Mark("")),
    ]
    assert listed(state, "blue") == listed(state, None) == []


def test_nothing_is_offered_when_the_game_is_over() -> None:
    state = start()
    state.outcome = Outcome("red", "It rains.", "3.0")
    state.advance()
    assert state.offers("red") is None and state.offers(None) is None


def test_only_rolls_have_luck() -> None:
    class Lucky(Roll):
        __slots__ = ()

        def luck(self, state: ToyState, action: Action) -> tuple[str, float]:
            return "red", action.number - 3.5

    state = start()
    assert state.luck(TOY.rest) is None
    state.push(Roll(1))
    assert state.luck(TOY.roll[6]) is None
    state.push(Lucky(1))
    assert state.luck(TOY.roll[6]) == ("red", 2.5)


def test_every_game_has_a_manifest() -> None:
    data = TOY.manifest()
    assert json.loads(json.dumps(data)) == data | {"options": json.loads(json.dumps(data["options"]))}
    assert data["sides"] == [
        {"name": "red", "title": "Red", "colours": ""},
        {"name": "blue", "title": "Blue", "colours": ""},
    ]
    assert data["scenarios"][0] == {"name": "short", "title": "Short", "turns": [], "phases": []}
    assert [scenario["name"] for scenario in data["scenarios"]] == ["short", "long"]
    assert [option["default"] for option in data["options"]] == ["dice", "yes"]
    assert [space["name"] for space in data["board"]["spaces"]] == TOY.board.names
    assert data["overlays"] == data["pieces"] == data["charts"] == []
    assert data["styles"] == {"spaces": {}, "borders": {}} and data["backs"] == {}


# Errors.


def test_every_user_error_is_a_rasputitsa_error() -> None:
    for kind in (BadOption, BadPosition, DataError, IllegalAction, UnreadableAction):
        assert issubclass(kind, RasputitsaError)


def test_error_messages() -> None:
    assert str(IllegalAction("8.1", "Too far.")) == "Too far. [8.1]"
    assert str(IllegalAction("", "Too far.")) == "Too far."
    error = BadPosition(["no turn", "two units of one name"])
    assert str(error) == "This position cannot be set up: no turn; two units of one name."
    assert error.problems == ["no turn", "two units of one name"]
    assert str(DataError("map.toml", "", "is empty")) == "map.toml: is empty"
    assert str(DataError("map.toml", "grid", "is empty")) == "map.toml, grid: is empty"
