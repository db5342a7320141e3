"""The contract of game, state and step, on a toy: a patrol walks along five posts, and a die may end the war."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
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
    Forecast,
    Game,
    IllegalAction,
    Mark,
    Modifier,
    Option,
    Outcome,
    Question,
    RasputitsaError,
    Refusal,
    Rulebook,
    Scenario,
    Side,
    Space,
    State,
    Step,
    UnreadableAction,
    Vocabulary,
)

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
    options = (
        Option("weather", "Weather", ("dice", "none"), "dice", "3.0"),
        Option("rest", "Resting", ("yes", "no"), "yes"),
    )
    rules = RULES

    def __init__(self) -> None:
        self.board = Board([Space(n, f"post{n}") for n in range(5)], [(n, n + 1) for n in range(4)])
        self.words = Vocabulary()
        self.rest = self.words.plain("rest")
        self.walk = self.words.verb("walk", self.board.names)
        self.roll = self.words.dice("roll")
        self.words.plain("crash")

    def begin(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        state = ToyState(self, 4 if scenario == "short" else 8, options)
        state.proceed()
        return state

    def position(self, data: dict[str, Any]) -> ToyState:
        state = self.begin("short", self.check_options({}))
        state.where, state.turn = data["where"], data["turn"]
        return state


class ToyState(State):
    __slots__ = ("last", "options", "texts", "turn", "where")

    def __init__(self, game: Toy, last: int, options: Mapping[str, str]) -> None:
        self.game = game
        self.stack = ()
        self.outcome = None
        self.events = None
        self.last = last
        self.options = options
        self.where = 2
        self.turn = 0
        self.texts = 0

    def copy(self) -> ToyState:
        new = ToyState.__new__(ToyState)
        for name in (*State.__slots__, *ToyState.__slots__):
            setattr(new, name, getattr(self, name))
        return new

    def proceed(self) -> None:
        """Odd turns pass without a question, so that one answer may need several calls."""
        self.turn += 1
        if self.turn > self.last:
            self.outcome = Outcome(DRAW, "Nobody won.", "4.0")
        elif self.turn % 2:
            self.push(Walk("red"))

    def position(self) -> dict[str, Any]:
        return {"where": self.where, "turn": self.turn, "stack": self.stack, "outcome": self.outcome}

    def view(self, side: str | None) -> dict[str, Any]:
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
            state.emit("crash", "Something breaks.")
            raise RuntimeError("broken step")
        if action.verb == "walk":
            state.where = action.number
            if state.events is not None:
                state.texts += 1
                state.emit("walk", f"The patrol walks to {action.object}.", "2.0", [action.object], ["patrol"])
        state.pop()
        if action.verb == "walk" and state.options["weather"] == "dice":
            state.push(Roll(2 if state.where == 4 else 1))

    def forecast(self, state: ToyState, action: Action | None) -> Forecast | None:
        if action is None or action.verb != "walk":
            return None
        return Forecast(f"Walk to number {action.number}", (), "", ())


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
        state.emit("roll", f"The dice show {action.object}.", self.rule)
        state.pop()
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
def test_a_scenario_that_does_not_exist(scenario: Any) -> None:
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
def test_options_that_do_not_exist(options: Any, message: str) -> None:
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


# Asking.


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


def test_chances_that_a_step_does_not_give_are_equal() -> None:
    class Draw(Walk):
        __slots__ = ()

        def actor(self, state: ToyState) -> str:
            return CHANCE

    state = start()
    state.replace(Draw("red"))
    assert [chance for _, chance in state.chances()] == [Fraction(1, 4)] * 4
    assert [action for action, _ in state.chances()] == state.actions()
    assert state.dice() == 0, "a draw has no dice"


def test_many_dice_are_accepted_though_not_all_are_listed() -> None:
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


# Taking.


def test_taking_an_action_changes_the_state_and_tells_what_happened() -> None:
    state = start()
    events = state.take("walk post1")
    assert state.where == 1
    assert events == (Event("walk", "The patrol walks to post1.", "2.0", ("post1",), ("patrol",)),)
    assert state.take("roll 4") == (Event("roll", "The dice show 4.", "3.0"),)
    assert state.take("rest") == ()


def test_actions_and_their_texts_are_the_same() -> None:
    one, other = start(), start()
    assert one.take("walk post1") == other.take(other.actions()[0])
    assert one.position() == other.position()


def test_an_action_that_a_caller_made_is_understood_by_its_text() -> None:
    """The number is what the rules use; one that is missing or false must not get through."""
    for made in (Action("walk", "post1"), Action("walk", "post1", 4), Action("walk", "post1", -7)):
        state = start()
        assert state.why_not(made) is None
        state.take(made)
        assert state.where == 1
        forecast = start().forecast(made)
        assert forecast is not None
        assert forecast.title == "Walk to number 1"
    state = start()
    assert state.why_not(Action("walk", "post4", 1)) == state.why_not("walk post4")
    with pytest.raises(UnreadableAction):
        state.take(Action("walk", "nowhere", 1))
    assert state.where == 2


def test_play_goes_on_until_there_is_a_question() -> None:
    state = start()
    assert state.turn == 1
    state.apply(TOY.rest)
    assert state.turn == 3
    assert state.side == "red"


class Forced(Walk):
    """A question that settles itself, by resting, as long as the patrol is at the first post."""

    __slots__ = ()

    def auto_advance(self, state: ToyState) -> bool:
        if state.where:
            return False
        state.emit("rest", f"Nothing to choose for {self.who}.")
        state.pop()
        return True


def test_questions_with_nothing_to_choose_are_not_asked() -> None:
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


def test_questions_with_something_to_choose_are_asked() -> None:
    state = start(weather="none")
    state.stack = (Forced("red"), Forced("blue"), Walk("red"))
    state.take("walk post1")
    assert state.stack == (Forced("red"), Forced("blue"))
    assert state.side == "blue"


def test_when_all_is_settled_play_goes_on() -> None:
    state = start(weather="none")
    state.where = 1
    state.stack = (Forced("blue"), Walk("red"))
    assert state.turn == 1
    state.take("walk post0")
    assert (state.turn, state.stack) == (3, (Walk("red"),))


def test_an_end_in_the_middle_of_questions_leaves_none_open() -> None:
    state = start()
    state.stack = (Walk("blue"), Roll(1))
    state.take("roll 1")
    assert state.outcome == Outcome("red", "It rains.", "3.0")
    assert state.stack == ()
    assert state.side is None
    assert state.actions() == []
    assert state.why_not("rest") == Refusal("3.0", "The game is over.")


def test_a_state_knows_when_it_is_over() -> None:
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


def test_nothing_can_be_done_when_it_is_over() -> None:
    state = start()
    state.take("walk post3")
    state.take("roll 1")
    assert state.outcome == Outcome("red", "It rains.", "3.0")
    turn = state.turn
    assert state.why_not("rest") == Refusal("3.0", "The game is over.")
    with pytest.raises(IllegalAction, match=r"The game is over\. \[3\.0\]"):
        state.take("rest")
    assert state.turn == turn, "an outcome ends the sequence of play"


# Refusing.


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


def test_a_refusal_names_the_rule_and_quotes_it() -> None:
    state = start()
    reason = "post4 is too far. Rule 2.0: “A patrol walks to a neighbouring post.”"
    assert state.why_not("walk post4") == Refusal("2.0", reason)
    with pytest.raises(IllegalAction) as caught:
        state.take("walk post4")
    assert caught.value.rule == "2.0"
    assert caught.value.reason == reason
    assert str(caught.value) == f"{reason} [2.0]"


def test_an_answer_to_another_question_is_refused_with_the_question() -> None:
    state = start()
    refusal = state.why_not("roll 3")
    assert refusal is not None
    assert refusal.rule == "2.0"
    assert refusal.reason.startswith("'roll 3' does not answer the question: Where does the patrol go?")


def test_a_refusal_by_a_rule_that_is_not_in_the_book_stands_alone() -> None:
    class Strange(Walk):
        __slots__ = ()
        rule: ClassVar[str] = "9.9"

    state = start()
    state.replace(Strange("red"))
    assert state.why_not("walk post4") == Refusal("9.9", "post4 is too far.")


def test_why_not_says_nothing_of_legal_actions_and_changes_nothing() -> None:
    state = start()
    before = state.position()
    for action in state.actions():
        assert state.why_not(action) is None
        assert state.why_not(str(action)) is None
    with pytest.raises(UnreadableAction, match="Did you mean 'walk'"):
        state.why_not("wlak post1")
    assert state.position() == before


# Events.


def test_events_are_made_only_when_somebody_listens() -> None:
    state = start()
    state.apply(TOY.walk[1])
    assert state.texts == 0
    assert state.events is None
    state.apply(TOY.roll[2])
    assert state.events is None
    state.take("walk post2")
    assert state.texts == 1
    assert state.events is None, "after the answer nobody listens any more"


def test_a_step_that_breaks_leaves_nobody_listening() -> None:
    state = start()
    with pytest.raises(RuntimeError, match="broken step"):
        state.take("crash")
    assert state.events is None
    assert state.take("rest") == ()


def test_what_is_told_while_nobody_listens_is_lost() -> None:
    state = start()
    state.emit("walk", "Unheard.")
    assert state.take("rest") == ()


def test_an_event_as_data_does_not_say_who_may_know_it() -> None:
    event = Event("draw", "Red draws a card.", "5.1", ("post1",), ("card-1",), visible_to="red")
    assert event.data() == {
        "kind": "draw",
        "text": "Red draws a card.",
        "rule": "5.1",
        "spaces": ["post1"],
        "pieces": ["card-1"],
    }
    assert Event("a", "b").data() == {"kind": "a", "text": "b", "rule": "", "spaces": [], "pieces": []}


# The stack.


def test_push_pop_and_replace() -> None:
    state = start()
    state.push(Roll(1))
    assert state.stack == (Walk("red"), Roll(1))
    state.replace(Walk("blue"))
    assert state.stack == (Walk("red"), Walk("blue"))
    assert state.side == "blue"
    state.pop()
    assert state.stack == (Walk("red"),)


def test_a_copy_shares_the_stack_until_one_of_them_goes_on() -> None:
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
        (Modifier("24pz", "12 : 4", "8.1"),),
        "3:1",
        (Chance("DR", Fraction(1, 3), "The defender retreats.", "8.2"),),
        spaces=("post1",),
    )
    assert forecast.data() == {
        "title": "Attack on post1",
        "modifiers": [{"text": "24pz", "effect": "12 : 4", "rule": "8.1"}],
        "column": "3:1",
        "chances": [{"result": "DR", "probability": "1/3", "meaning": "The defender retreats.", "rule": "8.2"}],
        "retreat": "",
        "spaces": ["post1"],
        "pieces": [],
    }


def test_a_forecast_now_and_once_an_action_is_taken() -> None:
    state = start()
    assert state.forecast() is None
    assert state.forecast("rest") is None
    forecast = state.forecast("walk post3")
    assert forecast is not None
    assert forecast.title == "Walk to number 3"
    with pytest.raises(UnreadableAction):
        state.forecast("walk nowhere")
    state.replace(Roll(1))
    assert state.forecast() is None


# What a table shows.


class Signed(Walk):
    """With notes on its answers, and a word of its own for resting."""

    __slots__ = ()
    labels: ClassVar[Mapping[str, str]] = {"rest": "Stay here"}

    def marks(self, state: ToyState) -> Mapping[Action, Mark]:
        return {TOY.walk[3]: Mark("1", "one post", "good")}


def test_offers_are_the_legal_actions_with_labels_and_marks() -> None:
    state = start()
    state.replace(Signed("red"))
    offers = {offer.pop("action"): offer for offer in state.offers()}
    assert list(offers) == [str(action) for action in state.actions()]
    blank = {"kind": "", "badge": "", "note": "", "tone": ""}
    assert offers["walk post1"] == blank | {"label": "Walk post1", "object": "post1"}
    assert offers["walk post3"] == {
        "label": "Walk post3",
        "kind": "",
        "object": "post3",
        "badge": "1",
        "note": "one post",
        "tone": "good",
    }
    assert offers["rest"] == blank | {"label": "Stay here", "object": ""}
    assert offers["crash"]["label"] == "Crash"


def test_nothing_is_offered_when_it_is_over() -> None:
    state = start()
    state.outcome = Outcome("red", "It rains.", "3.0")
    state.advance()
    assert state.offers() == []


def test_luck_is_only_in_dice() -> None:
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


def test_a_game_has_table_data_from_the_start() -> None:
    data = TOY.manifest()
    assert json.loads(json.dumps(data)) == data | {"options": json.loads(json.dumps(data["options"]))}
    assert data["sides"] == [{"name": "red", "title": "Red"}, {"name": "blue", "title": "Blue"}]
    assert [scenario["name"] for scenario in data["scenarios"]] == ["short", "long"]
    assert [option["default"] for option in data["options"]] == ["dice", "yes"]
    assert [space["name"] for space in data["board"]["spaces"]] == TOY.board.names
    assert data["overlays"] == []


# Errors.


def test_every_error_of_a_user_is_of_one_family() -> None:
    for kind in (BadOption, BadPosition, DataError, IllegalAction, UnreadableAction):
        assert issubclass(kind, RasputitsaError)


def test_texts_of_errors() -> None:
    assert str(IllegalAction("8.1", "Too far.")) == "Too far. [8.1]"
    assert str(IllegalAction("", "Too far.")) == "Too far."
    error = BadPosition(["no turn", "two units of one name"])
    assert str(error) == "This position cannot be set up: no turn; two units of one name."
    assert error.problems == ["no turn", "two units of one name"]
    assert str(DataError("map.toml", "", "is empty")) == "map.toml: is empty"
    assert str(DataError("map.toml", "grid", "is empty")) == "map.toml, grid: is empty"
